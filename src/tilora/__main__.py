"""`python -m tilora` is the command `tilora`."""

from tilora.cli import main

if __name__ == "__main__":
    main()
