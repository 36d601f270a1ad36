"""Course: the positions of a match, one after the other, and which of its actions can still be undone."""

from collections.abc import Iterator

from tilora.kernel.chance import chance_of
from tilora.kernel.engine import Engine
from tilora.kernel.reading import reading
from tilora.kernel.state import State, field


class Course:
    """What has been played from the first position on, and where that has led. It holds the whole truth.

    It keeps the positions of the present and the last turn, which is what people look at and undo. Earlier ones are
    played again when somebody asks for them.
    """

    def __init__(self, engine: Engine, seed: int, first: State) -> None:
        self._engine = engine
        self._seed = seed
        self.first = first
        self._begin()

    def copied(self) -> "Course":
        """A course of its own that has come to the same point. Nobody changes positions, so both may have them."""
        twin = Course(self._engine, self._seed, self.first)
        twin._stand_at(self.state)
        twin.codes = self.codes.copy()
        twin.draft_begins = self.draft_begins
        twin._kept = self._kept.copy()
        twin._kept_from = self._kept_from
        return twin

    def _begin(self) -> None:
        self._stand_at(self.first)
        self.codes: list[int] = []
        self.draft_begins = 0
        """So many actions stand; those after them are the draft of an unfinished turn."""
        self._kept: dict[int, State] = {0: self.first}
        self._kept_from = 0

    def advance(self, code: int) -> None:
        """A legal action has been carried out."""
        number = len(self.codes) + 1
        chance = chance_of(self._seed, number)
        turns = self.now.turns
        self._stand_at(self._engine.play(self.state, code, chance))
        self._kept[number] = self.state
        self.codes.append(code)
        if field(chance, "draws") or self.now.over or self.now.turns != turns:
            self._settle(number)

    def _stand_at(self, state: State) -> None:
        self.state = state
        """The position now. Not to be changed by anybody."""
        self.now = reading(state)
        """The same, to be read."""

    def _settle(self, actions: int) -> None:
        """So many actions stand from now on."""
        for old in range(self._kept_from, self.draft_begins):
            del self._kept[old]
        self._kept_from = self.draft_begins
        self.draft_begins = actions

    def back_to(self, actions: int) -> None:
        """Only so many actions have been played. Undo is replaying without the tail."""
        if actions >= self.draft_begins:
            for number in range(actions + 1, len(self.codes) + 1):
                del self._kept[number]
            del self.codes[actions:]
            self._stand_at(self._kept[actions])
            return
        codes = self.codes[:actions]
        self._begin()
        for code in codes:
            self.advance(code)

    def between(self, start: int, stop: int) -> Iterator[tuple[int, State]]:
        """The actions from number `start` to before `stop`, each with the position that it led to."""
        begin, state = (start, self._kept[start]) if start in self._kept else (0, self.first)
        for number in range(begin, stop):
            known = self._kept.get(number + 1)
            state = self._played(state, number) if known is None else known
            if number >= start:
                yield self.codes[number], state

    def _played(self, state: State, number: int) -> State:
        """The position after the action of that number, which was played in `state`."""
        return self._engine.play(state, self.codes[number], chance_of(self._seed, number + 1))

    def at(self, actions: int) -> State:
        """The position after so many actions."""
        return self.first if actions == 0 else next(self.between(actions - 1, actions))[1]
