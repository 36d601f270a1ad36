"""Chronicle: what has happened in a match so far, as one seat may know it, kept up to date as the match goes on."""

from collections.abc import Iterable

from tilora.kernel.game import Words
from tilora.kernel.state import State
from tilora.kernel.view import Step


class Chronicle:
    """The steps of a match, told to `seat`, or the whole truth for None.

    It remembers the view it has come to, so that telling what is new costs nothing for what is old.
    """

    def __init__(self, seat: int | None, first: State) -> None:
        self._seat = seat
        self.view = first
        """The state after the last step told, as the seat may know it."""
        self.steps: list[Step] = []
        self._before: list[State] = []
        # The views before each of the last steps: as many as can be undone.

    def tell(self, words: Words, code: int, after: State, shared: "Shared") -> None:
        """One more step is told, which led to `after`, as the seat may know it."""
        secret = self._seat is not None and self.view["turn"] != self._seat
        self.steps.append(shared.step(words, self.view, code, after, secret))
        self._before.append(self.view)
        self.view = after

    def settle(self, steps: int) -> None:
        """So many steps will not be undone."""
        keep = max(0, len(self.steps) - steps)
        if keep < len(self._before):
            del self._before[: len(self._before) - keep]

    def rewind(self, steps: int) -> bool:
        """Only so many steps are told. False if it has forgotten how that was."""
        undone = len(self.steps) - steps
        if undone > len(self._before):
            return False
        if undone > 0:
            self.view = self._before[-undone]
            del self._before[-undone:]
            del self.steps[steps:]
        return True


class Shared:
    """The steps told last. Whom a step looks the same to, it is told in the same words, found only once."""

    def __init__(self) -> None:
        self._told: list[tuple[int, bool, bytes, bytes, Step]] = []

    def step(self, words: Words, before: State, code: int, after: State, secret: bool) -> Step:
        """The step between two positions as somebody may know them; with `secret`, it was somebody else's."""
        seen_before, seen_after = before.tobytes(), after.tobytes()
        for known, hidden, one, two, step in self._told:
            if known == code and hidden == secret and one == seen_before and two == seen_after:
                return step
        step = Step.between(words, before, code, after, secret=secret)
        self._told.append((code, secret, seen_before, seen_after, step))
        return step

    def forget(self, steps: Iterable[Step] = ()) -> None:
        """Another step is next."""
        self._told.clear()
