"""The positions of a match, one after the other, and which of its actions can still be undone."""

from array import array
from collections.abc import Iterator

from tilora.kernel.compiled.engine import Engine
from tilora.kernel.contract.chance import Chances
from tilora.kernel.contract.state import State, field
from tilora.kernel.match.fast_state import PackedState, fast_state, record_of


class Timeline:
    """What has been played since the first position, and where that has led. It holds the whole truth.

    It keeps the positions of this turn and the last one, which is what people look at and undo, packed but for the last
    two. Earlier positions are replayed when somebody asks for them. All positions are fast states, and nobody changes
    them.
    """

    def __init__(self, engine: Engine, seed: int, first: State) -> None:
        self._engine = engine
        self._seed = seed
        self._chances = Chances(seed)
        self._first = PackedState(fast_state(first))
        self._begin(fast_state(first))

    def copy(self) -> "Timeline":
        """Return an independent timeline at the same point. Both share the positions."""
        twin = Timeline(self._engine, self._seed, record_of(self.first))
        twin.now = self.now
        twin.codes = self.codes[:]
        twin.draft_begins = self.draft_begins
        twin._kept = self._kept.copy()
        twin._kept_from = self._kept_from
        return twin

    @property
    def first(self) -> State:
        """The first position."""
        return self._first.unpack()

    def _begin(self, first: State) -> None:
        self.now = first
        """The current position."""
        self.codes = array("i")
        """What has been played, as codes."""
        self.draft_begins = 0
        """The number of actions that stand; those after them are the draft of an unfinished turn."""
        self._kept: dict[int, State | PackedState] = {0: self.now}
        self._kept_from = 0

    def advance(self, code: int) -> None:
        """Play a legal action."""
        number = len(self.codes) + 1
        chance = self._chances.of(number)
        turns = self.now.turns
        self.now = self._kept[number] = fast_state(self._engine.play(self.state, code, chance))
        self.codes.append(code)
        if self.now.turns != turns or self.now.over or field(chance, "draws"):
            self._settle(number)
        earlier = self._kept.get(number - 2)
        if earlier is not None and not isinstance(earlier, PackedState):
            self._kept[number - 2] = PackedState(earlier)

    @property
    def state(self) -> State:
        """The record of the current position. It must not be changed."""
        return record_of(self.now)

    def _settle(self, actions: int) -> None:
        """Let this many actions stand from now on."""
        for old in range(self._kept_from, self.draft_begins):
            del self._kept[old]
        self._kept_from = self.draft_begins
        self.draft_begins = actions

    def go_back_to(self, actions: int) -> None:
        """Undo all but this many actions. Undoing is replaying without the tail."""
        if actions >= self.draft_begins:
            for number in range(actions + 1, len(self.codes) + 1):
                del self._kept[number]
            del self.codes[actions:]
            self.now = self._kept[actions] = self.at(actions)
            return
        codes = self.codes[:actions]
        self._begin(self.first)
        for code in codes:
            self.advance(code)

    def between(self, start: int, stop: int) -> Iterator[tuple[int, State]]:
        """Yield the actions from number `start` to before `stop`, each with the position that it led to."""
        now = self._known(start)
        begin = 0 if now is None else start
        now = self.first if now is None else now
        for number in range(begin, stop):
            known = self._known(number + 1)
            now = self._replay(now, number) if known is None else known
            if number >= start:
                yield self.codes[number], now

    def _known(self, actions: int) -> State | None:
        """Return the position after this many actions if it has been kept."""
        known = self._kept.get(actions)
        return known.unpack() if isinstance(known, PackedState) else known

    def _replay(self, now: State, number: int) -> State:
        """Return the position after the action of that number, which was played in the position `now`."""
        return fast_state(self._engine.play(record_of(now), self.codes[number], self._chances.of(number + 1)))

    def at(self, actions: int) -> State:
        """Return the position after this many actions."""
        known = self._known(actions)
        if known is not None:
            return known
        return self.first if actions == 0 else next(self.between(actions - 1, actions))[1]
