"""Logs: one line for each event, and no secrets."""

import io
import json
import logging
from collections.abc import Iterator

import pytest

from tilora.server import logs


@pytest.fixture
def logging_as_before() -> Iterator[None]:
    """Restore the logging configuration after the test."""
    loggers = [logging.getLogger(name) for name in ("tilora", "uvicorn", "zeroconf")]
    before = [(logger.handlers[:], logger.level, logger.propagate) for logger in loggers]
    yield
    for logger, (handlers, level, propagate) in zip(loggers, before, strict=True):
        logger.handlers[:], logger.propagate = handlers, propagate
        logger.setLevel(level)


@pytest.mark.usefixtures("logging_as_before")
def test_logs_are_lines_of_json_without_the_text_of_errors() -> None:
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
