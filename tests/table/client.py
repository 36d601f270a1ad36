"""A client as small as it can be: what somebody holds who does nothing but take looks in."""

from dataclasses import dataclass, field

import msgspec
from msgspec import UNSET

from tilora.table.log_lines import LogLine
from tilora.table.look import Look, PositionLook, Since, StepLook, TableLook
from tilora.table.table import Table

encode = msgspec.json.Encoder().encode


@dataclass
class Client:
    """What one viewer has been sent so far."""

    viewer: int
    wants: frozenset[str] = frozenset({"legal", "position"})
    version: int = 0
    moment: int = 0
    table: TableLook | None = None
    position: PositionLook | None = None
    steps: list[StepLook] = field(default_factory=list)
    lines: list[LogLine] = field(default_factory=list)
    first_line: int = 0

    def look(self, table: Table, now: int) -> None:
        """Catch up."""
        since = Since(self.version, len(self.steps), self.first_line + len(self.lines))
        self.take(table.look(self.viewer, now, wants=self.wants, since=since))

    def take(self, look: Look) -> None:
        """Take a look in, as the protocol says."""
        assert look.version >= self.version
        assert look.moment >= self.moment
        assert look.kept <= len(self.steps)
        self.version, self.moment = look.version, look.moment
        if look.table is not UNSET:
            self.table = look.table
        if look.position is not UNSET:
            self.position = look.position
        if look.kept < len(self.steps):
            self.lines = [_without_step(line, look.kept) for line in self.lines]
        self.steps = [*self.steps[: look.kept], *look.steps]
        first = look.lines_total - len(look.lines)
        if first != self.first_line + len(self.lines):  # very many lines are new, and the first of them were left out
            self.first_line, self.lines = first, []
        self.lines += look.lines

    @property
    def picture(self) -> bytes:
        """All that the client could show."""
        return encode([self.version, self.moment, self.table, self.position, self.steps, self.lines])


def _without_step(line: LogLine, kept: int) -> LogLine:
    """The line, which describes no step any more if that was taken back."""
    return msgspec.structs.replace(line, step=None) if line.step is not None and line.step >= kept else line


def whole_look(table: Table, viewer: int, now: int, wants: frozenset[str] = frozenset({"legal", "words"})) -> bytes:
    """What somebody gets who has nothing yet, as it is sent."""
    return encode(table.look(viewer, now, wants=wants))
