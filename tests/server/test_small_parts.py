"""Frames, logs, and being found."""

import io
import json
import logging
from collections.abc import Iterator

import pytest

from tilora.kernel import BadSetup
from tilora.server import logs
from tilora.server.net import announce
from tilora.server.net.websocket_protocol import text_frame
from tilora.server.tables.pubsub import LONGEST, Memory, Note, Postgres, channels


@pytest.mark.parametrize(("size", "head"), [(5, b"\x81\x05"), (126, b"\x81\x7e\x00\x7e"), (70_000, b"\x81\x7f")])
def test_a_frame_is_a_head_and_the_text(size: int, head: bytes) -> None:
    frame = text_frame(b"x" * size)
    assert frame.startswith(head)
    assert frame.endswith(b"x" * size)
    assert len(frame) == size + (2 if size < 126 else 4 if size < 65536 else 10)


@pytest.fixture
def logging_as_before() -> Iterator[None]:
    """What the test sets up is undone."""
    loggers = [logging.getLogger(name) for name in ("tilora", "uvicorn", "zeroconf")]
    before = [(logger.handlers[:], logger.level, logger.propagate) for logger in loggers]
    yield
    for logger, (handlers, level, propagate) in zip(loggers, before, strict=True):
        logger.handlers[:], logger.propagate = handlers, propagate
        logger.setLevel(level)


@pytest.mark.usefixtures("logging_as_before")
def test_logs_are_lines_of_json_without_the_values_that_an_error_met() -> None:
    out = io.StringIO()
    logs.set_up("json", "info", out)
    try:
        int("a secret")
    except ValueError as error:
        logs.log_error("that failed", error, table="abc")
    logs.log(logging.DEBUG, "too small to be told")
    logging.getLogger("uvicorn.error").error("Exception in ASGI application\n")
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert lines[0]["words"] == "that failed"
    assert lines[0]["error"] == "ValueError"
    assert lines[0]["table"] == "abc"
    assert len(lines) == 2
    assert "secret" not in out.getvalue()


def test_addresses_and_their_codes() -> None:
    assert announce.addresses("127.0.0.1", 80) == ["http://127.0.0.1:80"]
    assert announce.addresses("::1", 80) == ["http://[::1]:80"]
    assert announce.addresses("0.0.0.0", 80)[-1] == "http://127.0.0.1:80"  # noqa: S104 - not bound
    assert len(announce.qr_code("http://192.0.2.1:8420").splitlines()) > 10


def test_an_address_of_this_machine_alone_is_nothing_to_photograph() -> None:
    here = ("http://127.0.0.1:8420", "http://[::1]:8420", "http://localhost:8420")
    assert all(map(announce.is_loopback, here))
    assert not any(
        map(announce.is_loopback, ("http://192.0.2.1:8420", "https://tilora.example", "http://[2001:db8::1]"))
    )


def test_channels_are_those_of_the_database_unless_named() -> None:
    assert isinstance(channels(None, None), Memory)
    assert isinstance(channels(None, "sqlite:///x"), Memory)
    assert isinstance(channels("memory:", "postgresql://x"), Memory)
    with pytest.raises(BadSetup, match="can be memory"):
        channels("carrier-pigeon://x", None)


def test_notes_that_wait_go_out_together_and_only_the_last_about_each_table() -> None:
    waiting = Postgres("postgresql://x")
    for number in range(3):
        waiting.tell(Note("a", "t", number))
    waiting.tell(Note("a", "t", 0, [1], 2))
    assert list(waiting._batch().values()) == [Note("a", "t", 2), Note("a", "t", 0, [1], 2)]
    for number in range(1000):
        waiting.tell(Note("a", f"table-{number}", number))
    assert 100 < len(waiting._batch()) < LONGEST // 20
