"""Settings: flags, environment, file."""

import re
from pathlib import Path

import pytest

from tilora.kernel import BadSetup
from tilora.server.settings import FIELDS, Settings, help_text, load_settings


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with a setting."""
    path = tmp_path / "tilora.toml"
    path.write_text('port = 1001\nlog = "json"\nannounce = false\n')
    return path


def test_a_flag_overrides_the_environment_which_overrides_the_file(file: Path) -> None:
    environment = {"TILORA_PORT": "1002", "TILORA_GRACE": "2.5", "TILORA_ANNOUNCE": "true"}
    flags = {"port": 1003, "host": None}
    assert load_settings({}, file=file, environment={}).port == 1001
    assert load_settings({}, file=file, environment=environment).port == 1002
    chosen = load_settings(flags, file=file, environment=environment)
    assert (chosen.port, chosen.grace, chosen.log, chosen.announce) == (1003, 2.5, "json", True)
    assert chosen.host == Settings().host


@pytest.mark.parametrize(
    ("flags", "environment", "words"),
    [
        ({"port": 70_000}, {}, "--port must be a whole number from 0 to 65535, not '70000'."),
        ({}, {"TILORA_PORT": "many"}, "TILORA_PORT must be a whole number from 0 to 65535, not 'many'."),
        ({}, {"TILORA_TABLE_PER_HOUR": "5"}, "Unknown setting TILORA_TABLE_PER_HOUR. Did you mean TILORA_TABLES_"),
        ({"log": "loud"}, {}, "--log must be one of auto, json, none, text, not 'loud'."),
        ({"tables_per_hour": 0}, {}, "--tables-per-hour must be a whole number, 1 or more, not '0'."),
        ({"bot_processes": 0}, {}, "--bot-processes must be a whole number from 1 to 256, not '0'."),
        ({"idle": 0.0}, {}, "--idle must be a number above 0, not '0.0'."),
        ({"grace": -1.0}, {}, "--grace must be a number from 0 to 600, not '-1.0'."),
        ({}, {"TILORA_ANNOUNCE": "perhaps"}, "TILORA_ANNOUNCE must be true or false, not 'perhaps'."),
        ({"link": "tilora.example"}, {}, "--link must be an address such as https://"),
        (
            {"link": "https://example.org/tilora"},
            {},
            "such as https://tilora.example, without a path, not 'https://example.org/tilora'.",
        ),
        ({"origins": "https://a.example, b.example"}, {}, "without a path, not 'https://a.example, b.example'."),
        ({"proxies": "proxy"}, {}, "--proxies must be a list of addresses such as 127.0.0.1"),
        ({"metrics": "127.0.0.1,me"}, {}, "not '127.0.0.1,me'."),
    ],
)
def test_an_invalid_setting_is_named(flags: dict[str, object], environment: dict[str, str], words: str) -> None:
    with pytest.raises(BadSetup, match=re.escape(words)):
        load_settings(flags, environment=environment)


def test_addresses_may_be_written_in_usual_ways() -> None:
    chosen = load_settings(
        {"link": "https://tilora.example:8443/", "origins": "http://localhost:5173 ,https://a.example", "proxies": "*"},
        environment={"TILORA_METRICS": "10.0.0.7, ::1", "TILORA_ORIGINS": ""},
    )
    assert (chosen.link, chosen.metrics) == ("https://tilora.example:8443/", "10.0.0.7, ::1")
    assert load_settings({}, environment={"TILORA_LINK": "", "TILORA_PROXIES": ""}).proxies == ""


def test_other_variables_may_be_in_the_environment() -> None:
    others = ("TILORA_CACHE", "TILORA_RULES", "TILORA_SOAK", "TILORA_SERVICE_HOST", "TILORA_TEST_POSTGRES", "TILORA_")
    assert load_settings({}, environment=dict.fromkeys(others, "x")) == load_settings({}, environment={})


def test_an_invalid_settings_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.toml"
    for text, words in (
        ("prot = 3", "unknown setting 'prot'"),
        ("port =", "is not valid TOML"),
        ('port = "3"', "port in"),
    ):
        path.write_text(text)
        with pytest.raises(BadSetup, match=words):
            load_settings({}, file=path, environment={})


def test_every_setting_has_a_description() -> None:
    assert all(help_text(field).endswith(".") for field in FIELDS)
