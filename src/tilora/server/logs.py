"""Logs: one JSON object a line for programs, or a short line for people. What is logged holds no secret.

Only the fields that are handed over by name are written. Addresses are logged without their query, and messages never:
so there are no tokens, seeds, passwords, actions or chat in a log.
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
    """The line is written, if its level is asked for: words that never vary, and what varies as fields."""
    if _log.isEnabledFor(level):
        _log.log(level, words, extra={FIELDS: fields})


def log_error(words: str, error: BaseException, **fields: object) -> None:
    """An error that nobody foresaw is written with where it came from, but without the values that it met."""
    trace = error.__traceback__
    places = []
    while trace is not None:
        code = trace.tb_frame.f_code
        places.append(f"{Path(code.co_filename).name}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    log(logging.ERROR, words, error=type(error).__name__, where=places[-6:], **fields)


class JsonFormatter(logging.Formatter):
    """For programs: JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        line: dict[str, Any] = {
            "at": _time(record),
            "level": record.levelname.lower(),
            "from": record.name,
            "words": _plain(record),
        }
        return _encode(line | getattr(record, FIELDS, {})).decode()


class TextFormatter(logging.Formatter):
    """For people."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        fields = " ".join(f"{name}={value}" for name, value in getattr(record, FIELDS, {}).items())
        text = f"{_time(record)[11:19]} {record.levelname.lower():7} {_plain(record)} {fields}".rstrip()
        return "".join(sign if sign.isprintable() else "\ufffd" for sign in text)


class ClientErrors(logging.Filter):
    """What a client does wrong is no failure of the server: it is worth a warning."""

    WORDS = ("Invalid UTF-8 sequence",)

    def filter(self, record: logging.LogRecord) -> bool:
        """Always kept, with the level that fits."""
        if record.levelno > logging.WARNING and str(record.msg).startswith(self.WORDS):
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True


def set_up(kind: str, level: str, stream: TextIO | None = None) -> None:
    """Everything that Tilora and uvicorn log goes to stderr in that form."""
    stream = stream or sys.stderr
    handler: logging.Handler = logging.StreamHandler(stream)
    if kind == "none":
        handler = logging.NullHandler()
    handler.setFormatter(TextFormatter() if kind == "text" or (kind == "auto" and stream.isatty()) else JsonFormatter())
    handler.addFilter(ClientErrors())
    for name, least in (("tilora", level.upper()), ("uvicorn", "WARNING"), ("zeroconf", "ERROR")):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(least)
        logger.propagate = False


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def _plain(record: logging.LogRecord) -> str:
    """The message; of an exception its type only, for its text may hold what somebody sent."""
    words = record.getMessage().strip()
    if record.exc_info and record.exc_info[0]:
        words += f" ({record.exc_info[0].__name__})"
    return words
