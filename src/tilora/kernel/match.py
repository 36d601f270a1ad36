"""Match: one playing of a game, its position and how it came about. Pure, and all in memory.

A match holds the whole truth. What one seat may know of it is a `View`; see `tilora.kernel.view`.
"""

import secrets
from typing import Any

from tilora.kernel.chance import LARGEST_SEED, SEED_BYTES, chance_of
from tilora.kernel.checks import plain, whole
from tilora.kernel.choices import Action, Choices
from tilora.kernel.chronicle import Chronicle, Shared
from tilora.kernel.engine import Engine, engine_of
from tilora.kernel.errors import BadSetup, IllegalAction, TiloraError, UnreadableAction, UnreadablePosition
from tilora.kernel.game import Game, Words
from tilora.kernel.record import Record
from tilora.kernel.registry import game_named
from tilora.kernel.state import SPECTATOR, State, blank, copied
from tilora.kernel.view import Outcome, Step, View

LONGEST_TEXT = 20_000
"""No action, turn or position is written in more characters than this."""


class Match:
    """One playing of a game. Made by `tilora.match` or `tilora.load`.

    >>> m = Match("cyberzul", seats=2, seed=7)
    >>> m.play("2 red 3").words
    'Take 2 red tiles from mine 2 to line 3.'
    >>> m.turn, m.scores
    (0, (0, 0))
    """

    def __init__(
        self,
        game: Game | str,
        *,
        seats: int | None = None,
        seed: int | None = None,
        options: dict[str, str] | None = None,
        position: str | None = None,
    ) -> None:
        self.game: Game = game if isinstance(game, Game) else game_named(game)
        number = secrets.randbits(SEED_BYTES * 8) if seed is None else whole(seed, "A seed", 0, LARGEST_SEED)
        if position is None:
            chosen = self.game.checked_options(options or {})
            first = engine_of(self.game.rules).new(
                self.game.variant,
                self.game.checked_seats(seats),
                self.game.option_numbers(chosen),
                chance_of(number, 0),
            )
            self._begin(self.game, number, chosen, first, None)
            return
        if options:
            raise BadSetup("Options are for a match from the beginning; a position has them in it.")
        first = _state_of_text(self.game, position)
        if seats is not None and self.game.checked_seats(seats) != first.seats:
            raise BadSetup(f"The position is one of {first.seats} seats, not of {seats}.")
        self._begin(self.game, number, {}, first, self.game.words.position_text(first))

    def _begin(self, game: Game, seed: int, options: dict[str, str], first: State, given: str | None) -> None:
        """The match stands at its first position, which is the `given` one or the usual start."""
        self.game = game
        self.seed = seed
        self.options = options
        self._words: Words = game.words
        self._engine: Engine = engine_of(game.rules)
        self._first = first
        self._given = given
        self._codes: list[int] = []
        self._state: State = first
        self._draft_begins = 0
        self._chronicles: dict[int | None, Chronicle] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        """Matches can be copied and pickled."""
        return _rebuilt, (self.game, self.seed, dict(self.options), self._first, self._given, list(self._codes))

    # What a player looks at

    @property
    def seats(self) -> int:
        """How many seats there are. They are numbered from 0."""
        return int(self._state.seats)

    @property
    def turn(self) -> int:
        """The seat to act."""
        return int(self._state.turn)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self._state.over)

    @property
    def scores(self) -> tuple[int, ...]:
        """Points by seat."""
        return tuple(int(points) for points in self._state.score[: self.seats])

    @property
    def played(self) -> int:
        """How many actions have been played."""
        return len(self._codes)

    @property
    def drafted(self) -> int:
        """How many of them are the draft of an unfinished turn: only its seat sees them, and may undo them."""
        return len(self._codes) - self._draft_begins

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None while it runs."""
        return Outcome.of(self._words, self._state)

    @property
    def state(self) -> State:
        """A copy of the whole truth, as the rules know it."""
        return self._state.copy()

    @property
    def position(self) -> str:
        """The position in one line, which `tilora.match(game, position=…)` reads."""
        return self._words.position_text(self._state)

    @property
    def history(self) -> tuple[Step, ...]:
        """What has been played, action by action, with all secrets."""
        return self._chronicle(None).told(self._codes)

    def __str__(self) -> str:
        return self._words.board(self._state)

    def __repr__(self) -> str:
        now = "over" if self.over else f"seat {self.turn} to act"
        return f"<Match {self.game.name}, {self.seats} seats, {len(self._codes)} actions, {now}>"

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows: what a spectator sees."""
        return self.view()._repr_svg_()

    def view(self, seat: int | None = None) -> View:
        """What a seat may know, or a spectator for None.

        Actions of an unfinished turn that chance has not touched are a draft: only the seat whose turn it is
        sees them.
        """
        who, chronicle, steps = self._seen_by(seat)
        return View(self.game, who, chronicle.views[-1].copy(), steps)

    def passage(self, seat: int | None, index: int) -> tuple[State, int, State]:
        """A step of a view's history: the position before it, the action, the position after it, as the viewer knows.

        The action is given as the rules know it and may be a secret of who played it: `tilora.scene.beats_of` takes
        all three and tells what the viewer may hear.
        """
        _, chronicle, steps = self._seen_by(seat)
        if not steps:
            raise BadSetup("Nothing has been played yet, so there is no step to show.")
        number = whole(index, "The number of a step", 0, len(steps) - 1)
        return chronicle.views[number].copy(), self._codes[number], chronicle.views[number + 1].copy()

    # What a player does

    def legal(self) -> list[Action]:
        """What the seat to act may do; empty only when the match is over."""
        view = self._engine.redact(self._state, self.turn)
        return [Action(self.game, view, int(code)) for code in self._engine.legal(self._state)]

    def play(self, action: Action | str) -> Action:
        """Play an action, or the text of one, or of a whole turn: its actions joined by semicolons.

        Raises UnreadableAction or IllegalAction, and then nothing has been played. Returns the (last) action.
        """
        played = len(self._codes)
        try:
            if isinstance(action, Action):
                return self._play_action(action)
            return self._play_text(action)
        except TiloraError:
            if len(self._codes) > played:
                self._go_back_to(played)
            raise

    def undo(self, actions: int = 1) -> None:
        """Take back the last action, or the last few."""
        count = whole(actions, "The number of actions to take back", 1, 1_000_000)
        if count > len(self._codes):
            raise IllegalAction(f"Can't take back {count} of {len(self._codes)} actions.")
        self._go_back_to(len(self._codes) - count)

    def record(self) -> Record:
        """What replays this match exactly."""
        outcome = self.outcome
        return Record(
            game=self.game.name,
            version=self.game.version,
            seats=self.seats,
            options=dict(self.options),
            seed=str(self.seed),
            position=self._given,
            actions=[step.text for step in self.history],
            scores=list(self.scores),
            ranks=list(outcome.ranks) if outcome else None,
        )

    # How it is done

    def _play_text(self, text: str) -> Action:
        text = plain(text, LONGEST_TEXT, UnreadableAction, "An action").removesuffix(";")
        turns = int(self._state.turns)
        first, *rest = text.lower().split(";")
        action = self._play_part(first)
        for part in rest:
            if self.over or self._state.turns != turns:
                raise IllegalAction(f"The turn ends with {str(action)!r}; {part.strip()[:60]!r} comes after it.")
            action = self._play_part(part)
        return action

    def _play_part(self, text: str) -> Action:
        if self.over:
            raise IllegalAction("The match is over.")
        return self._play_one(self._words.parse_action(self._state, text.strip()))

    def _play_action(self, action: Action) -> Action:
        if action.game != self.game or action.seat != self.turn:
            raise IllegalAction(f"{str(action)!r} was an action of another position, and of another seat or game.")
        return self._play_one(action.code)

    def _play_one(self, code: int) -> Action:
        if self.over:
            raise IllegalAction("The match is over.")
        if code not in self._engine.legal(self._state):
            raise IllegalAction(self._words.why_not(self._state, code))
        action = Action(self.game, self._engine.redact(self._state, self.turn), code)
        self._advance(code)
        return action

    def _advance(self, code: int) -> None:
        chance = chance_of(self.seed, len(self._codes) + 1)
        before = self._state
        self._state = self._engine.play(before, code, chance)
        self._codes.append(code)
        if chance.draws or self._state.over or self._state.turns != before.turns:
            self._draft_begins = len(self._codes)

    def _go_back_to(self, actions: int) -> None:
        """Undo is replaying without the tail."""
        codes, self._codes = self._codes[:actions], []
        self._chronicles = {}
        self._state = self._first
        self._draft_begins = 0
        for code in codes:
            self._advance(code)

    def _seen_by(self, seat: int | None) -> tuple[int, Chronicle, tuple[Step, ...]]:
        """Who looks, a spectator for None; and what has happened as far as that one may see it."""
        who = SPECTATOR if seat is None else whole(seat, "A seat", 0, self.seats - 1)
        shown = len(self._codes) if who == self.turn or self.over else self._draft_begins
        chronicle = self._chronicle(who)
        return who, chronicle, chronicle.told(self._codes[:shown])

    def _chronicle(self, seat: int | None) -> Chronicle:
        """What has happened, as the seat may know it."""
        if seat not in self._chronicles:
            self._chronicles[seat] = Chronicle(self._words, self._engine, self.seed, self._first, seat)
        return self._chronicles[seat]


def _state_of_text(game: Game, text: str) -> State:
    state = blank(game.rules.STATE, game.variant)
    game.words.parse_position(plain(text, LONGEST_TEXT, UnreadablePosition, "A position"), state)
    if int(state.seats) not in game.seats:
        raise UnreadablePosition(f"{game.title} has no positions with {state.seats} seats.")
    return state


def _rebuilt(
    game: Game, seed: int, options: dict[str, str], first: State, given: str | None, codes: list[int]
) -> Match:
    """A match that was pickled or copied."""
    match = Match.__new__(Match)
    match._begin(game, seed, options, first, given)
    for code in codes:
        match._advance(code)
    return match
