"""Settings: flags, environment, file."""

from pathlib import Path

import pytest

from tilora.kernel import BadSetup
from tilora.server.settings import FIELDS, Settings, help_of, settings


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with a setting."""
    path = tmp_path / "tilora.toml"
    path.write_text('port = 1001\nlog = "json"\nannounce = false\n')
    return path


def test_a_flag_goes_before_the_environment_and_that_before_the_file(file: Path) -> None:
    environment = {"TILORA_PORT": "1002", "TILORA_GRACE": "2.5", "TILORA_ANNOUNCE": "true"}
    flags = {"port": 1003, "host": None}
    assert settings({}, file=file, environment={}).port == 1001
    assert settings({}, file=file, environment=environment).port == 1002
    chosen = settings(flags, file=file, environment=environment)
    assert (chosen.port, chosen.grace, chosen.log, chosen.announce) == (1003, 2.5, "json", True)
    assert chosen.host == Settings().host


@pytest.mark.parametrize(
    ("flags", "environment", "words"),
    [
        ({"port": 70_000}, {}, "--port can't be '70000'"),
        ({}, {"TILORA_PORT": "many"}, "TILORA_PORT can't be 'many'"),
        ({"log": "loud"}, {}, "--log can't be 'loud'"),
        ({"tables_per_hour": 0}, {}, "--tables-per-hour can't be '0'"),
    ],
)
def test_what_can_not_be_set_is_named(flags: dict[str, object], environment: dict[str, str], words: str) -> None:
    with pytest.raises(BadSetup, match=words):
        settings(flags, environment=environment)


def test_a_file_that_makes_no_sense_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.toml"
    for text, words in (
        ("prot = 3", "there is no setting 'prot'"),
        ("port =", "is not TOML"),
        ('port = "3"', "port in"),
    ):
        path.write_text(text)
        with pytest.raises(BadSetup, match=words):
            settings({}, file=path, environment={})


def test_every_setting_says_what_it_is_for() -> None:
    assert all(help_of(field).endswith(".") for field in FIELDS)
