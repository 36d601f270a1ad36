"""One playing of a game: its position and its past. Pure, and all in memory.

A match holds the whole truth. What one seat may know of it is a `View`; see `tilora.kernel.match.view`.
"""

import secrets
from collections.abc import Iterator
from typing import Any

from tilora.kernel.checks import check_number, check_text
from tilora.kernel.compiled.engine import Engine, engine_of
from tilora.kernel.contract.chance import LARGEST_SEED, chance_of
from tilora.kernel.contract.game import Game, Words
from tilora.kernel.contract.keys import SEED_BYTES
from tilora.kernel.contract.registry import game_named
from tilora.kernel.contract.state import SPECTATOR, State, blank, content, copy_state
from tilora.kernel.errors import BadSetup, IllegalAction, TiloraError, UnreadableAction, UnreadablePosition
from tilora.kernel.match.actions import LONGEST_TEXT, Action, LegalActions
from tilora.kernel.match.fast_state import record_of
from tilora.kernel.match.perspectives import Perspectives
from tilora.kernel.match.record import Record
from tilora.kernel.match.timeline import Timeline
from tilora.kernel.match.view import Glance, Outcome, Step, View


class Match:
    """One playing of a game. Made by `tilora.match` or `tilora.load`.

    >>> m = Match("cyberzul", seats=2, seed=7)
    >>> m.play("2 red 3").words
    'Take 2 red tiles from Cyber Mine 2 to line 3.'
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
        number = secrets.randbits(SEED_BYTES * 8) if seed is None else check_number(seed, "A seed", 0, LARGEST_SEED)
        if position is None:
            chosen = self.game.checked_options(options or {})
            first = engine_of(self.game.rules).new(
                self.game.variant,
                self.game.checked_seats(seats),
                self.game.option_numbers(chosen),
                chance_of(number, 0),
            )
            self._begin(self.game, number, chosen, Timeline(engine_of(self.game.rules), number, first), None)
            return
        if options:
            raise BadSetup("A match from a position takes no options: the position includes them.")
        first = _state_of_text(self.game, position)
        if seats is not None and self.game.checked_seats(seats) != first.seats:
            raise BadSetup(f"The position has {first.seats} seats, not {seats}.")
        timeline = Timeline(engine_of(self.game.rules), number, first)
        self._begin(self.game, number, {}, timeline, self.game.words.position_text(first))

    def _begin(self, game: Game, seed: int, options: dict[str, str], timeline: Timeline, given: str | None) -> None:
        """Begin with a timeline, whose first position is the `given` one or the usual start."""
        self.game = game
        self.seed = seed
        self.options = options
        self._words: Words = game.words
        self._engine: Engine = engine_of(game.rules)
        self._given = given
        self._timeline = timeline
        self._perspectives = Perspectives(game, self._engine, timeline)
        self._legal: LegalActions | None = None
        self._glance: tuple[State, Glance] | None = None  # of the last position that was asked for

    def __reduce__(self) -> tuple[Any, ...]:
        """Matches can be pickled."""
        played = self._timeline
        return _rebuild, (
            self.game,
            self.seed,
            dict(self.options),
            record_of(played.first),
            self._given,
            list(played.codes),
        )

    def __deepcopy__(self, memo: dict[int, Any]) -> "Match":
        """Return an independent match at the same point."""
        twin = Match.__new__(Match)
        twin._begin(self.game, self.seed, dict(self.options), self._timeline.copy(), self._given)
        return twin

    def __copy__(self) -> "Match":
        return self.__deepcopy__({})

    def copy(self) -> "Match":
        """Return an independent match at the same point."""
        return self.__deepcopy__({})

    def __eq__(self, other: object) -> bool:
        """Return whether both are the same match at the same point: the same start, seed and actions."""
        if not isinstance(other, Match):
            return NotImplemented
        return self is other or self._facts() == other._facts()

    __hash__ = None  # type: ignore[assignment] # a match changes

    def _facts(self) -> tuple[Any, ...]:
        played = self._timeline
        return self.game, self.seed, self.options, content(record_of(played.first)), list(played.codes)

    # What a player looks at

    @property
    def seats(self) -> int:
        """How many seats there are. They are numbered from 0."""
        return int(self._timeline.now.seats)

    @property
    def turn(self) -> int:
        """The seat to act."""
        return int(self._timeline.now.turn)

    @property
    def turns(self) -> int:
        """How many turns have ended."""
        return int(self._timeline.now.turns)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self._timeline.now.over)

    @property
    def scores(self) -> tuple[int, ...]:
        """Points by seat."""
        return tuple(self._timeline.now.score[: self.seats].tolist())

    @property
    def played(self) -> int:
        """How many actions have been played."""
        return len(self._timeline.codes)

    @property
    def drafted(self) -> int:
        """How many of them are the draft of an unfinished turn: only its seat sees them and may undo them."""
        return len(self._timeline.codes) - self._timeline.draft_begins

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None while it runs."""
        return Outcome.of(self._words, self._timeline.now)

    @property
    def state(self) -> State:
        """A copy of the record with the whole truth."""
        return copy_state(self._timeline.state)

    @property
    def position(self) -> str:
        """The position in one line, which `tilora.match(game, position=…)` reads."""
        return self._words.position_text(self._timeline.state)

    @property
    def history(self) -> tuple[Step, ...]:
        """What has been played, action by action, with all secrets."""
        return self._perspectives.shown_to(None)[0].shown(self.played)

    def __str__(self) -> str:
        return self._words.board(self._timeline.state)

    def __repr__(self) -> str:
        now = "over" if self.over else f"seat {self.turn} to act"
        return f"<Match {self.game.name}, {self.seats} seats, {self.played} actions, {now}>"

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows: what a spectator sees."""
        return self.view()._repr_svg_()

    def view(self, seat: int | None = None, *, since: int = 0) -> View:
        """Return what a seat may know, or a spectator for None or SPECTATOR. Its history begins with step `since`.

        Actions of an unfinished turn that chance has not touched are a draft: only the seat to act sees them.
        """
        who = self._viewer(seat)
        history, visible, fast = self._perspectives.shown_to(who)
        steps = history.shown(visible) if since == 0 else tuple(history.steps[since:visible])
        # What is played next is checked against the same legal actions.
        return View.of(self.game, who, fast, steps, self._legal_now() if who == self.turn else None)

    def glance(self, seat: int | None = None, *, since: int = 0) -> tuple[list[Step], Glance]:
        """Return the history of `view(seat, since=since)` with turn, scores and outcome, without making the view."""
        history, visible, view = self._perspectives.shown_to(self._viewer(seat))
        if self._glance is None or self._glance[0] is not view:
            self._glance = (view, Glance.of(self._words, view))
        return history.steps[since:visible], self._glance[1]

    def steps_seen(self, seat: int | None = None) -> int:
        """Return how many steps the history of `view(seat)` has: all but the drafts of others."""
        return self._perspectives.visible_steps(self._viewer(seat))

    def known(self, seat: int | None = None) -> State:
        """Return the record of `view(seat)`. Much faster than the view, because no history is written."""
        who = self._viewer(seat)
        position = self._timeline.at(self._perspectives.visible_steps(who))
        return copy_state(record_of(self._perspectives.redact(position, who)))

    def passage(self, seat: int | None, index: int) -> tuple[State, int, State]:
        """Return a step of a view's history: the position before, the action, and the position after.

        The positions are as the viewer may know them; they are quick to read, and must not be changed. The action is a
        code, and may be a secret of the seat that played it: `tilora.scene.beats_of` takes all three and says only what
        the viewer may know.
        """
        steps = self._perspectives.visible_steps(self._viewer(seat))
        if not steps:
            raise BadSetup("Nothing has been played yet, so there is no step to show.")
        return next(self.passages(seat, check_number(index, "The number of a step", 0, steps - 1)))

    def passages(self, seat: int | None, since: int = 0) -> Iterator[tuple[State, int, State]]:
        """Yield the steps of a view's history from number `since` on, each as `passage` returns it."""
        return self._perspectives.passages(self._viewer(seat), since)

    @property
    def given(self) -> str | None:
        """The position that the match was set up with, with all secrets; None for a match from the beginning."""
        return self._given

    def began(self, seat: int | None = None) -> str | None:
        """Return the position that the match was set up with, as a seat may know it, or a spectator for None.

        None for a match from the beginning.
        """
        first = self._perspectives.redact(self._timeline.first, self._viewer(seat))
        return None if self._given is None else self._words.position_text(record_of(first))

    # What a player does

    def legal(self) -> list[Action]:
        """Return what the seat to act may do; nothing only when the match is over."""
        return self._legal_now().all()

    def texts(self) -> list[str]:
        """Return the texts of what the seat to act may do."""
        return list(self._legal_now().texts)

    def check(self, text: str) -> Action:
        """Return the action with that text, if it may be played now. Nothing is played.

        Raises UnreadableAction or IllegalAction, with words that depend only on what the seat to act may know.
        """
        return self._legal_now().parse(text)

    def play(self, action: Action | str) -> Action:
        """Play an action, or the text of one, or of a whole turn: its actions joined by semicolons.

        Returns the (last) action. Raises UnreadableAction or IllegalAction, and then nothing has been played.
        """
        played = self.played
        try:
            if isinstance(action, Action):
                return self._advance(self._legal_now().accept(action))
            return self._play_text(action)
        except TiloraError:
            if self.played > played:
                self._go_back_to(played)
            raise

    def undo(self, actions: int = 1) -> None:
        """Take back the last action, or the last few."""
        count = check_number(actions, "The number of actions to take back", 1, 1_000_000)
        if count > self.played:
            raise IllegalAction(f"Can't take back {count} actions: {self.played} have been played.")
        self._go_back_to(self.played - count)

    def record(self) -> Record:
        """Return what replays this match exactly."""
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
        if not isinstance(text, str) or ";" not in text:
            try:
                return self._advance(self._legal_now().parse(text))
            except UnreadableAction:
                parts = self._split_turn(text)
                if len(parts) < 2:
                    raise
                text = ";".join(parts)
        text = check_text(text, LONGEST_TEXT, UnreadableAction, "An action").removesuffix(";")
        turns = self.turns
        first, *rest = text.split(";")
        action = self._advance(self._legal_now().parse(first))
        for part in rest:
            if self.over or self.turns != turns:
                raise IllegalAction(f"The turn ends with {str(action)!r}; {part.strip()[:60]!r} comes after it.")
            action = self._advance(self._legal_now().parse(part))
        return action

    def _split_turn(self, text: str) -> list[str]:
        """Return the actions that a text names without semicolons, where the game has words for that."""
        split = getattr(self._words, "split_turn", None)
        return [] if split is None or not isinstance(text, str) else split(" ".join(text.lower().split()))

    def _advance(self, action: Action) -> Action:
        self._timeline.advance(action.code)
        self._legal = None
        return action

    def _go_back_to(self, actions: int) -> None:
        self._timeline.go_back_to(actions)
        self._legal = None
        self._perspectives.rewind(actions)

    def _legal_now(self) -> LegalActions:
        """Return what the seat to act may do."""
        if self._legal is None:
            self._legal = LegalActions(self.game, self._engine, self._perspectives.current(self.turn))
        return self._legal

    def _viewer(self, seat: int | None) -> int:
        if seat is None or (type(seat) is int and seat == SPECTATOR):
            return SPECTATOR
        return seat if type(seat) is int and 0 <= seat < self.seats else check_number(seat, "A seat", 0, self.seats - 1)


def _state_of_text(game: Game, text: str) -> State:
    state = blank(game.rules.STATE, game.variant)
    game.words.parse_position(check_text(text, LONGEST_TEXT, UnreadablePosition, "A position"), state)
    if int(state.seats) not in game.seats:
        raise UnreadablePosition(f"{game.title} can't be played with {state.seats} seats.")
    return state


def _rebuild(
    game: Game, seed: int, options: dict[str, str], first: State, given: str | None, codes: list[int]
) -> Match:
    """Return the match that was pickled."""
    match = Match.__new__(Match)
    timeline = Timeline(engine_of(game.rules), seed, first)
    for code in codes:
        timeline.advance(code)
    match._begin(game, seed, options, timeline, given)
    return match
