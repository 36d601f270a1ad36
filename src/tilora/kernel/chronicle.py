"""Chronicle: what has happened in a match so far, as one seat may know it, kept up to date as the match goes on."""

from tilora.kernel.chance import chance_of
from tilora.kernel.engine import Engine
from tilora.kernel.game import Words
from tilora.kernel.state import State
from tilora.kernel.view import Step


class Chronicle:
    """The steps of a match, told to `seat`, or the whole truth for None.

    It remembers the state it has come to, so that telling what is new costs nothing for what is old. It belongs to
    one line of play: after an undo a new one begins.
    """

    def __init__(self, words: Words, engine: Engine, seed: int, first: State, seat: int | None) -> None:
        self._words = words
        self._engine = engine
        self._seed = seed
        self._seat = seat
        self._truth = first
        self.view = self._seen(first)
        """The state after the last step told, as the seat may know it."""
        self._steps: list[Step] = []

    def told(self, codes: list[int]) -> tuple[Step, ...]:
        """The steps of these actions, of which the first ones may have been told before."""
        for number in range(len(self._steps), len(codes)):
            self._tell(codes[number], number + 1)
        return tuple(self._steps)

    def _tell(self, code: int, event: int) -> None:
        after = self._engine.play(self._truth, code, chance_of(self._seed, event))
        before_seen, after_seen = self.view, self._seen(after)
        secret = self._seat is not None and self._truth.turn != self._seat
        self._steps.append(Step.between(self._words, before_seen, code, after_seen, secret=secret))
        self._truth, self.view = after, after_seen

    def _seen(self, state: State) -> State:
        return state if self._seat is None else self._engine.redact(state, self._seat)
