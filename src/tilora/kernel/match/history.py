"""Chronicle: what has happened in a match so far, as one seat may know it, kept up to date as the match goes on."""

from collections import deque

from tilora.kernel.contract.game import Words, redacted_action
from tilora.kernel.contract.state import State
from tilora.kernel.match.fast_state import bytes_of
from tilora.kernel.match.view import Step

REMEMBERED = 8
"""Steps whose words are remembered to be told to others too."""


class Chronicle:
    """The steps of a match, told to `seat`, or the whole truth for None.

    It remembers the view it has come to, so that telling what is new costs nothing for what is old.
    """

    def __init__(self, seat: int | None, first: State) -> None:
        self._seat = seat
        self.view = first
        """The position after the last step told, as the seat may know it, to be read."""
        self.steps: list[Step] = []
        self._before: list[State] = []  # the views before the last steps: as many as can be undone

    def tell(self, code: int, after: State, teller: "Teller") -> None:
        """One more step is told, which led to `after`, as the seat may know it, to be read."""
        if self._seat is None:
            self.steps.append(teller.truth(self.view, code, after))
        else:
            self.steps.append(teller.step(self.view, code, after, self.view.turn != self._seat))
        self._before.append(self.view)
        self.view = after

    def settle(self, steps: int) -> None:
        """So many steps will not be undone."""
        undoable = max(0, len(self.steps) - steps)
        if undoable < len(self._before):
            del self._before[: len(self._before) - undoable]

    def rewind(self, steps: int) -> bool:
        """No more than so many steps are told. False if it has forgotten how that was."""
        undone = len(self.steps) - steps
        if undone > len(self._before):
            return False
        if undone > 0:
            self.view = self._before[-undone]
            del self._before[-undone:]
            del self.steps[steps:]
        return True


class Teller:
    """Finds words for steps. Those to whom a step looks the same get the same words, found only once.

    All are told of a turn at about the same time, so only the steps of one turn are remembered: with the positions
    around them, they are what takes most room in a match.
    """

    def __init__(self, words: Words) -> None:
        self._words = words
        self._turn = -1
        self._told: deque[tuple[int, bool, bytes, bytes, Step]] = deque(maxlen=REMEMBERED)

    def truth(self, before: State, code: int, after: State) -> Step:
        """The step between two positions as they are, to be read. Whoever may hear it hears it from one chronicle."""
        return Step.between(self._words, before, code, after, secret=False)

    def step(self, before: State, code: int, after: State, secret: bool) -> Step:
        """The step between two positions as somebody may know them, to be read.

        With `secret`, it was somebody else's.
        """
        secret = secret and redacted_action(self._words, before, code) is not None
        turn = before.turns
        if turn != self._turn:
            self._turn = turn
            self._told.clear()
        seen_before, seen_after = bytes_of(before), bytes_of(after)
        for known, was_secret, one, two, step in self._told:
            if known == code and was_secret == secret and two == seen_after and one == seen_before:
                return step
        step = Step.between(self._words, before, code, after, secret=secret)
        self._told.append((code, secret, seen_before, seen_after, step))
        return step
