"""Logs: one JSON object on a line for programs, or a short line for people. Logs never contain secrets.

Only fields that are passed by name are written. URLs are logged without their query, and messages not at all. So there
are no tokens, seeds, passwords, actions or chat in a log.
"""

import logging
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO

import msgspec

_log = logging.getLogger("tilora.server")
_encode = msgspec.json.Encoder(enc_hook=str).encode
FIELDS = "tilora_fields"


def log(level: int, words: str, **fields: object) -> None:
    """Log a line. `words` are constant; whatever varies goes into the fields."""
    if _log.isEnabledFor(level):
        _log.log(level, words, extra={FIELDS: fields})


def log_error(words: str, error: BaseException, **fields: object) -> None:
    """Log an unexpected error with its traceback, but without its text, which may hold what somebody sent."""
    trace = error.__traceback__
    frames = []
    while trace is not None:
        code = trace.tb_frame.f_code
        frames.append(f"{Path(code.co_filename).name}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    log(logging.ERROR, words, error=type(error).__name__, where=frames[-6:], **fields)


class JsonFormatter(logging.Formatter):
    """Formats log records as JSON, for programs."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one line."""
        line: dict[str, Any] = {
            "at": _time(record),
            "level": record.levelname.lower(),
            "from": record.name,
            "words": _message(record),
        }
        return _encode(line | getattr(record, FIELDS, {})).decode()


class TextFormatter(logging.Formatter):
    """Formats log records as text, for people."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one line."""
        fields = " ".join(f"{name}={value}" for name, value in getattr(record, FIELDS, {}).items())
        text = f"{_time(record)[11:19]} {record.levelname.lower():7} {_message(record)} {fields}".rstrip()
        return "".join(sign if sign.isprintable() else "\ufffd" for sign in text)


class ClientErrors(logging.Filter):
    """Turns errors that a client caused into warnings."""

    WORDS = ("Invalid UTF-8 sequence",)

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep every record, but lower its level if need be."""
        if record.levelno > logging.WARNING and str(record.msg).startswith(self.WORDS):
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True


class WorkerNumber(logging.Filter):
    """Adds the number of the worker that logs."""

    def __init__(self, worker: int) -> None:
        super().__init__()
        self._fields = {"worker": worker}

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep every record."""
        setattr(record, FIELDS, self._fields | getattr(record, FIELDS, {}))
        return True


def set_up(kind: str, level: str, stream: TextIO | None = None, *, worker: int | None = None) -> None:
    """Send all logs of Tilora and uvicorn to stderr, in that form."""
    stream = stream or sys.stderr
    handler: logging.Handler = logging.StreamHandler(stream)
    if kind == "none":
        handler = logging.NullHandler()
    handler.setFormatter(TextFormatter() if kind == "text" or (kind == "auto" and stream.isatty()) else JsonFormatter())
    handler.addFilter(ClientErrors())
    if worker is not None:
        handler.addFilter(WorkerNumber(worker))
    for name, lowest in (("tilora", level.upper()), ("uvicorn", "WARNING"), ("zeroconf", "ERROR")):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(lowest)
        logger.propagate = False


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def _message(record: logging.LogRecord) -> str:
    """Return the message. Of an exception only its type, as its text may hold what somebody sent."""
    words = record.getMessage().strip()
    if record.exc_info and record.exc_info[0]:
        words += f" ({record.exc_info[0].__name__})"
    return words
