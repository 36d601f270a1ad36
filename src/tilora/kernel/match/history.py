"""What has happened in a match so far, as one seat may know it, kept up to date as the match goes on."""

from collections import deque

from tilora.kernel.contract.game import Words
from tilora.kernel.contract.state import State
from tilora.kernel.match.fast_state import PackedState
from tilora.kernel.match.view import Step

REMEMBERED = 8
"""The last steps whose words are kept, because others will see the same ones."""


class History:
    """The steps of a match as `seat` may know them, or the whole truth for None.

    It remembers its last view, so that adding new steps costs nothing for the old ones. Positions are fast
    states.
    """

    def __init__(self, seat: int | None, first: State) -> None:
        self._seat = seat
        self.view = first
        """The position after the last step, as the seat may know it."""
        self.steps: list[Step] = []
        self._shown: tuple[Step, ...] = ()
        self._before: list[State | PackedState] = []  # the views before the last steps: as many as can be undone

    def add(self, code: int, after: State, writer: "StepWriter") -> None:
        """Add the step that led to `after`, which is the position as the seat may know it."""
        if self._seat is None:
            self.steps.append(writer.write_truth(self.view, code, after))
        else:
            self.steps.append(writer.write(self.view, code, after, self.view.turn != self._seat))
        self._before.append(self.view)
        self.view = after

    def shown(self, steps: int) -> tuple[Step, ...]:
        """Return the first `steps` steps. Viewers who see the same get the same tuple."""
        if len(self._shown) != steps:
            self._shown = tuple(self.steps[:steps])
        return self._shown

    def settle(self, steps: int) -> None:
        """Forget how to undo the first `steps` steps."""
        undoable = max(0, len(self.steps) - steps)
        if undoable < len(self._before):
            del self._before[: len(self._before) - undoable]
        # Only now: most steps can't be undone, and packing takes time.
        self._before = [view if isinstance(view, PackedState) else PackedState(view) for view in self._before]

    def rewind(self, steps: int) -> bool:
        """Undo all but this many steps. Returns False if it has forgotten how."""
        undone = len(self.steps) - steps
        if undone > len(self._before):
            return False
        if undone > 0:
            view = self._before[-undone]
            self.view = view.unpack() if isinstance(view, PackedState) else view
            del self._before[-undone:]
            del self.steps[steps:]
            self._shown = ()
        return True


class StepWriter:
    """Finds the words for steps. Viewers who read the same words share them.

    Everybody sees a turn at about the same time, so only the steps of one turn are remembered, and only until everybody
    has seen them.
    """

    def __init__(self, words: Words) -> None:
        self._words = words
        self._turn = -1
        self._written: deque[Step] = deque(maxlen=REMEMBERED)

    def forget(self) -> None:
        """Forget all steps: everybody has seen them."""
        self._written.clear()

    def write_truth(self, before: State, code: int, after: State) -> Step:
        """Return the step between two positions of the whole truth."""
        return Step.between(self._words, before, code, after, secret=False)

    def write(self, before: State, code: int, after: State, secret: bool) -> Step:
        """Return the step between two positions as somebody may know them; with `secret`, another seat's step."""
        step = Step.between(self._words, before, code, after, secret=secret)
        if step.turn != self._turn:
            self._turn = step.turn
            self._written.clear()
        for known in self._written:
            if known == step:
                return known
        self._written.append(step)
        return step
