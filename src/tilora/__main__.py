"""`python -m tilora` is the command `tilora`."""

from tilora.cli import main

main()
