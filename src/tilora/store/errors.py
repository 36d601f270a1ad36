"""What can go wrong between a table and its log, one exception each, with a code for programs."""

from typing import Literal

from tilora.table.errors import TableError


class StoreError(Exception):
    """The common base of what is nobody's mistake at the table. `code` is what programs go by; it never changes."""

    code = "store"


class Conflict(StoreError):
    """The log does not end where the caller thought: somebody else was quicker. Nothing was written."""

    code = "conflict"


class StoreDown(StoreError):
    """The database does not answer. What was asked for can be asked again later; `written` says what became of it."""

    code = "store-down"

    def __init__(self, text: str, *, written: Literal["no", "unknown"] = "no") -> None:
        super().__init__(text)
        self.written = written
        """Unknown: the connection broke in the middle of the commit. Only the log can say."""


class WrongDatabase(StoreError):
    """The database can't be used: a URL that nobody understands, or a database made by a newer program."""

    code = "wrong-database"


class NameTaken(TableError):
    """Somebody else has claimed that name."""

    code = "name-taken"


class BadPage(TableError):
    """The text that says where a list goes on was not given out by us."""

    code = "bad-page"
