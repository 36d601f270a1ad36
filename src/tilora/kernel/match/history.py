"""What has happened in a match so far, as one seat may know it, kept up to date as the match goes on."""

from collections import deque

from tilora.kernel.contract.game import Words, redacted_action
from tilora.kernel.contract.state import State
from tilora.kernel.match.fast_state import bytes_of
from tilora.kernel.match.view import Step

REMEMBERED = 8
"""The last steps whose words are kept, because others will see the same ones."""


class History:
    """The steps of a match as `seat` may know them, or the whole truth for None.

    It remembers the view it has come to, so that adding new steps costs nothing for the old ones. Positions are fast
    states.
    """

    def __init__(self, seat: int | None, first: State) -> None:
        self._seat = seat
        self.view = first
        """The position after the last step, as the seat may know it."""
        self.steps: list[Step] = []
        self._before: list[State] = []  # the views before the last steps: as many as can be undone

    def add(self, code: int, after: State, writer: "StepWriter") -> None:
        """Add the step that led to `after`, which is the position as the seat may know it."""
        if self._seat is None:
            self.steps.append(writer.write_truth(self.view, code, after))
        else:
            self.steps.append(writer.write(self.view, code, after, self.view.turn != self._seat))
        self._before.append(self.view)
        self.view = after

    def settle(self, steps: int) -> None:
        """Forget how to undo the first `steps` steps."""
        undoable = max(0, len(self.steps) - steps)
        if undoable < len(self._before):
            del self._before[: len(self._before) - undoable]

    def rewind(self, steps: int) -> bool:
        """Undo all but this many steps. Returns False if it has forgotten how."""
        undone = len(self.steps) - steps
        if undone > len(self._before):
            return False
        if undone > 0:
            self.view = self._before[-undone]
            del self._before[-undone:]
            del self.steps[steps:]
        return True


class StepWriter:
    """Finds the words for steps. Viewers who see a step alike get the same words, found only once.

    Everybody sees a turn at about the same time, so only the steps of one turn are remembered, and only until everybody
    has seen them: with the positions around them, they would take most of the memory of a match.
    """

    def __init__(self, words: Words) -> None:
        self._words = words
        self._turn = -1
        self._written: deque[tuple[int, bool, bytes, bytes, Step]] = deque(maxlen=REMEMBERED)

    def forget(self) -> None:
        """Forget all steps: everybody has seen them."""
        self._written.clear()

    def write_truth(self, before: State, code: int, after: State) -> Step:
        """Return the step between two positions of the whole truth."""
        return Step.between(self._words, before, code, after, secret=False)

    def write(self, before: State, code: int, after: State, secret: bool) -> Step:
        """Return the step between two positions as somebody may know them; with `secret`, another seat's step."""
        secret = secret and redacted_action(self._words, before, code) is not None
        turn = before.turns
        if turn != self._turn:
            self._turn = turn
            self._written.clear()
        seen_before, seen_after = bytes_of(before), bytes_of(after)
        for known, was_secret, known_before, known_after, step in self._written:
            same = known == code and was_secret == secret
            if same and known_after == seen_after and known_before == seen_before:
                return step
        step = Step.between(self._words, before, code, after, secret=secret)
        self._written.append((code, secret, seen_before, seen_after, step))
        return step
