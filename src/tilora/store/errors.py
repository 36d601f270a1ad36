"""What can go wrong with the database: one exception each, with a code for programs."""

from typing import Literal

from tilora.table.errors import TableError


class StoreError(Exception):
    """The common base of failures that no player has caused. Programs go by `code`, which never changes."""

    code = "store"


class Conflict(StoreError):
    """The log does not end where the caller thought, because somebody else was faster. Nothing was written."""

    code = "conflict"


class CodeTaken(StoreError):
    """Another waiting table has the same code. Nothing was written."""

    code = "code-taken"


class StoreDown(StoreError):
    """The database does not answer. Try again later; `written` says whether anything may have been written."""

    code = "store-down"

    def __init__(self, text: str, *, written: Literal["no", "unknown"] = "no") -> None:
        super().__init__(text)
        self.written = written
        """Unknown: the connection broke during the commit. Only the log can say what was written."""


class CannotWrite(StoreDown):
    """The database answers, but can't write: its disk is full or read-only. Nothing was written."""

    code = "cannot-write"


class Damaged(StoreError):
    """What was stored can't be read: the file is damaged, or a log has a gap. The text says where."""

    code = "damaged"


class WrongDatabase(StoreError):
    """The database can't be used: its URL is wrong, or a newer program has upgraded it."""

    code = "wrong-database"


class NameTaken(TableError):
    """Somebody else has claimed that name."""

    code = "name-taken"


class BadPage(TableError):
    """The value that says where a list continues did not come from an earlier page."""

    code = "bad-page"
