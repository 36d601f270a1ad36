"""Run a command on a PostgreSQL of our own: `python -m tests.on_postgres COMMAND …`, where {} is its address.

It stores to disk as a real one does, so that what is measured with it counts.
"""

import subprocess
import sys

from tests.databases import Postgres, fresh_database, postgres_programs


def main() -> int:
    """The exit code of the command."""
    server = Postgres(postgres_programs(), fsync=True)
    try:
        server.start()
        address = fresh_database(server)
        return subprocess.run([part.replace("{}", address) for part in sys.argv[1:]], check=False).returncode  # noqa: S603
    finally:
        server.remove()


if __name__ == "__main__":
    sys.exit(main())
