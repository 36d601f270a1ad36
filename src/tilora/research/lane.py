"""One match in compiled code, for environments: it plays twenty times as fast as a `Match`, and writes no words.

It is, byte for byte, the match that `tilora.match` gives with the same seed and the same actions.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tilora.kernel import Actions, Batch, Game, Match, State, rule
from tilora.kernel.compiled.batch import LARGEST_BATCH_SEED, Matches, begin_match, list_legal
from tilora.kernel.compiled.numba_loader import load_numba
from tilora.kernel.contract.dispatch import play, redact
from tilora.kernel.contract.keys import begin_event
from tilora.research.observations import Runs, encoder_of, write_row

LARGEST_LANE_SEED = LARGEST_BATCH_SEED


class Lane:
    """A match. `state` is the whole truth, and must not be changed."""

    def __init__(self, game: Game, seats: int, options: dict[str, str]) -> None:
        self.game, self.seats, self.options = game, seats, options
        load_numba()
        from tilora.kernel.compiled.numba_backend import compile_for

        self._begin = compile_for(game.rules, begin_one)
        self._play = compile_for(game.rules, play_one)
        self._redact = compile_for(game.rules, redact_one)
        self._observe = compile_for(game.rules, observe_one)
        self._encoder = encoder_of(game)
        matches = Batch(game, 1, seats=seats, options=options).matches
        self._take(matches, np.zeros(1, game.rules.STATE), np.zeros(1, game.rules.STATE))

    def _take(self, matches: Matches, settled: npt.NDArray[Any], view: npt.NDArray[Any]) -> None:
        self._matches, self._settled, self._view = matches, settled, view
        self._held = view.view(np.int8)
        self.state: State = matches.states[0]
        # Numbers of an array are read much faster than fields of a record.
        self._turn, self._over = matches.states["turn"], matches.states["over"]
        self._legal: Actions = matches.legal[0]

    def begin(self, seed: int) -> None:
        """Begin the match of that seed."""
        self.seed = seed
        self.codes: list[int] = []
        """What has been played."""
        self._match: Match | None = None
        self._matches.seeds[0] = seed
        self._begin(self._matches, self._settled)

    def play(self, code: int) -> None:
        """Play an action, which must be legal."""
        self.codes.append(code)
        self._play(self._matches, self._settled, code)

    @property
    def turn(self) -> int:
        """The seat to act."""
        return int(self._turn[0])

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return bool(self._over[0])

    @property
    def legal(self) -> Actions:
        """The codes of the legal actions in rising order."""
        return self._legal[: int(self._matches.counts[0])]

    @property
    def ranks(self) -> Sequence[int]:
        """The ranks by seat, once the match is over."""
        return [int(rank) for rank in self.state.rank[: self.seats]]

    def known(self, seat: int) -> npt.NDArray[Any]:
        """Return what a seat may know, as an array of one record: without secrets, and without the drafts of others.

        It must not be changed, and is right until the next call or action.
        """
        view = self._before(seat)
        if self.game.hidden:
            self._redact(view, self._view, seat)
            return self._view
        return view

    def row(self, seat: int) -> npt.NDArray[np.float32]:
        """Return what a seat may know, in one row of numbers."""
        row = np.empty(self._encoder.size, np.float32)
        self._observe(self._before(seat), self._view, self._held, seat, self._encoder.runs, row)
        return row

    def _before(self, seat: int) -> npt.NDArray[Any]:
        """Return the state that the seat looks at: that of the seat to act has its draft, those of others do not."""
        return self._matches.states if seat == self.turn or self.over else self._settled

    @property
    def match(self) -> Match:
        """The same match with texts, words and a record. It takes a while to catch up."""
        if self._match is None:
            self._match = Match(self.game, seats=self.seats, seed=self.seed, options=self.options)
        for code in self.codes[self._match.played :]:
            self._match.play(next(action for action in self._match.legal() if action.code == code))
        return self._match

    def __deepcopy__(self, memo: dict[int, Any]) -> "Lane":
        """Return an independent copy."""
        twin: Lane = object.__new__(Lane)
        twin.__dict__.update(self.__dict__)
        own = self._matches
        twin._take(
            own._replace(
                states=copied(own.states),
                chances=copied(own.chances),
                seeds=own.seeds.copy(),
                played=own.played.copy(),
                legal=own.legal.copy(),
                counts=own.counts.copy(),
            ),
            copied(self._settled),
            copied(self._view),
        )
        twin.codes = self.codes[:]
        twin._match = None
        return twin


def copied(records: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return a copy of the records: all bytes at once, which NumPy would do field by field."""
    return records.view(np.uint8).copy().view(records.dtype)


# Compiled


def begin_one(matches: Matches, settled: npt.NDArray[Any]) -> None:
    """Begin the match."""
    begin_match(matches, 0)
    list_legal(matches, 0)
    settled[0] = matches.states[0]


def play_one(matches: Matches, settled: npt.NDArray[Any], code: int) -> None:
    """Play an action. Until the turn ends or chance has answered, it is a draft, which others do not see."""
    state, chance = matches.states[0], matches.chances[0]
    turns = state.turns
    matches.played[0] += 1
    begin_event(chance, matches.played[0])
    play(state, code, chance)
    if state.over:
        matches.counts[0] = 0
    else:
        list_legal(matches, 0)
    if state.over or state.turns != turns or chance.draws > 0:
        settled[0] = state


@rule
def redact_one(states: npt.NDArray[Any], views: npt.NDArray[Any], seat: int) -> None:
    """Write what the seat may know."""
    views[0] = states[0]
    redact(views[0], seat)


def observe_one(
    states: npt.NDArray[Any],
    views: npt.NDArray[Any],
    held: npt.NDArray[np.int8],
    seat: int,
    runs: Runs,
    row: npt.NDArray[np.float32],
) -> None:
    """Write what the seat may know, both as a record, whose bytes are `held`, and as a row."""
    redact_one(states, views, seat)
    write_row(held, seat, runs, row)
