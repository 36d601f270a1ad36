"""Match: one playing of a game, its position and how it came about. Pure, and all in memory.

A match holds the whole truth. What one seat may know of it is a `View`; see `tilora.kernel.match.view`.
"""

import secrets
from collections.abc import Iterator
from typing import Any

from tilora.kernel.checks import plain, whole
from tilora.kernel.compiled.engine import Engine, engine_of
from tilora.kernel.contract.chance import LARGEST_SEED, SEED_BYTES, chance_of
from tilora.kernel.contract.game import Game, Words
from tilora.kernel.contract.registry import game_named
from tilora.kernel.contract.state import SPECTATOR, State, blank, copied
from tilora.kernel.errors import BadSetup, IllegalAction, TiloraError, UnreadableAction, UnreadablePosition
from tilora.kernel.match.actions import LONGEST_TEXT, Action, Choices
from tilora.kernel.match.fast_state import fast_state, record_of
from tilora.kernel.match.history import Chronicle, Teller
from tilora.kernel.match.record import Record
from tilora.kernel.match.timeline import Course
from tilora.kernel.match.view import Glance, Outcome, Step, View


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
        self._given = given
        self._course = Course(self._engine, seed, first)
        self._choices: Choices | None = None
        self._teller = Teller(self._words)
        self._chronicles: dict[int | None, Chronicle] = {}
        self._glance: tuple[State, Glance] | None = None  # the last position that was glanced at, and what was seen

    def __reduce__(self) -> tuple[Any, ...]:
        """Matches can be pickled."""
        course = self._course
        return _rebuilt, (self.game, self.seed, dict(self.options), course.first, self._given, list(course.codes))

    def __deepcopy__(self, memo: dict[int, Any]) -> "Match":
        """A copy is a match of its own, at the same point."""
        twin = Match.__new__(Match)
        twin._begin(self.game, self.seed, dict(self.options), self._course.first, self._given)
        twin._course = self._course.copied()
        return twin

    def __copy__(self) -> "Match":
        return self.__deepcopy__({})

    # What a player looks at

    @property
    def seats(self) -> int:
        """How many seats there are. They are numbered from 0."""
        return int(self._course.now.seats)

    @property
    def turn(self) -> int:
        """The seat to act."""
        return int(self._course.now.turn)

    @property
    def turns(self) -> int:
        """How many turns have ended."""
        return int(self._course.now.turns)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self._course.now.over)

    @property
    def scores(self) -> tuple[int, ...]:
        """Points by seat."""
        return tuple(self._course.now.score[: self.seats].tolist())

    @property
    def played(self) -> int:
        """How many actions have been played."""
        return len(self._course.codes)

    @property
    def drafted(self) -> int:
        """How many of them are the draft of an unfinished turn: only its seat sees them, and may undo them."""
        return len(self._course.codes) - self._course.draft_begins

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None while it runs."""
        return Outcome.of(self._words, self._course.now)

    @property
    def state(self) -> State:
        """A copy of the whole truth, as the rules know it."""
        return copied(self._course.state)

    @property
    def position(self) -> str:
        """The position in one line, which `tilora.match(game, position=…)` reads."""
        return self._words.position_text(self._course.state)

    @property
    def history(self) -> tuple[Step, ...]:
        """What has been played, action by action, with all secrets."""
        return tuple(self._told(None)[0])

    def __str__(self) -> str:
        return self._words.board(self._course.state)

    def __repr__(self) -> str:
        now = "over" if self.over else f"seat {self.turn} to act"
        return f"<Match {self.game.name}, {self.seats} seats, {self.played} actions, {now}>"

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows: what a spectator sees."""
        return self.view()._repr_svg_()

    def view(self, seat: int | None = None, *, since: int = 0) -> View:
        """What a seat may know, or a spectator for None. Its history begins with step number `since`.

        Actions of an unfinished turn that chance has not touched are a draft: only the seat whose turn it is
        sees them.
        """
        who = self._viewer(seat)
        steps, view = self._told(who)
        return View(self.game, who, copied(record_of(view)), tuple(steps[since:] if since else steps))

    def glance(self, seat: int | None = None, *, since: int = 0) -> tuple[list[Step], Glance]:
        """The history of `view(seat, since=since)`, and turn, scores and outcome, for those who need no more of it."""
        steps, view = self._told(self._viewer(seat))
        if self._glance is None or self._glance[0] is not view:
            self._glance = (view, Glance.of(self._words, view))
        return steps[since:], self._glance[1]

    def known(self, seat: int | None = None) -> State:
        """The record of `view(seat)`, without the words that its history takes: for those who only count."""
        who = self._viewer(seat)
        return copied(record_of(self._seen(self._course.at(self._shown(who)), who)))

    def passage(self, seat: int | None, index: int) -> tuple[State, int, State]:
        """A step of a view's history: the position before it, the action, the position after it, as the viewer knows.

        The action is given as the rules know it and may be a secret of who played it: `tilora.scene.beats_of` takes
        all three and tells what the viewer may hear.
        """
        steps = self._shown(self._viewer(seat))
        if not steps:
            raise BadSetup("Nothing has been played yet, so there is no step to show.")
        return next(self.passages(seat, whole(index, "The number of a step", 0, steps - 1)))

    def passages(self, seat: int | None, since: int = 0) -> Iterator[tuple[State, int, State]]:
        """The steps of a view's history from number `since` on, each as `passage` gives it."""
        who, course = self._viewer(seat), self._course
        before = record_of(self._seen(course.at(since), who))
        for code, now in course.between(since, self._shown(who)):
            after = record_of(self._seen(now, who))
            yield before, code, after
            before = after

    def began(self, seat: int | None = None) -> str | None:
        """The position that the match was set up with, as a seat may know it, or a spectator for None.

        None for a match from the beginning.
        """
        first = self._seen(fast_state(self._course.first), self._viewer(seat))
        return None if self._given is None else self._words.position_text(record_of(first))

    # What a player does

    def legal(self) -> list[Action]:
        """What the seat to act may do; empty only when the match is over."""
        return self._now().actions()

    def texts(self) -> list[str]:
        """The texts of what the seat to act may do."""
        return list(self._now().texts)

    def check(self, text: str) -> Action:
        """The action of that text, which may be played now. Nothing is played.

        Raises UnreadableAction or IllegalAction, with words that depend only on what the seat to act may know.
        """
        return self._now().read(text)

    def play(self, action: Action | str) -> Action:
        """Play an action, or the text of one, or of a whole turn: its actions joined by semicolons.

        Raises UnreadableAction or IllegalAction, and then nothing has been played. Returns the (last) action.
        """
        played = self.played
        try:
            if isinstance(action, Action):
                return self._play_action(action)
            return self._play_text(action)
        except TiloraError:
            if self.played > played:
                self._back_to(played)
            raise

    def undo(self, actions: int = 1) -> None:
        """Take back the last action, or the last few."""
        count = whole(actions, "The number of actions to take back", 1, 1_000_000)
        if count > self.played:
            raise IllegalAction(f"Can't take back {count} of {self.played} actions.")
        self._back_to(self.played - count)

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
        if not isinstance(text, str) or ";" not in text:
            return self._played(self._now().read(text))
        text = plain(text, LONGEST_TEXT, UnreadableAction, "An action").removesuffix(";")
        turns = self.turns
        first, *rest = text.split(";")
        action = self._played(self._now().read(first))
        for part in rest:
            if self.over or self.turns != turns:
                raise IllegalAction(f"The turn ends with {str(action)!r}; {part.strip()[:60]!r} comes after it.")
            action = self._played(self._now().read(part))
        return action

    def _play_action(self, action: Action) -> Action:
        return self._played(self._now().accept(action))

    def _played(self, action: Action) -> Action:
        self._course.advance(action.code)
        self._choices = None
        return action

    def _back_to(self, actions: int) -> None:
        self._course.back_to(actions)
        self._choices = None
        self._chronicles = {who: told for who, told in self._chronicles.items() if told.rewind(actions)}

    def _now(self) -> Choices:
        """What the seat to act may do."""
        if self._choices is None:
            known = self._chronicles.get(self.turn)
            told = known is not None and len(known.steps) == self.played
            view = known.view if known is not None and told else self._seen(self._course.now, self.turn)
            self._choices = Choices(self.game, self._engine, view)
        return self._choices

    def _viewer(self, seat: int | None) -> int:
        return SPECTATOR if seat is None else whole(seat, "A seat", 0, self.seats - 1)

    def _seen(self, now: State, who: int | None) -> State:
        """A position as somebody may know it, the whole truth for None; both to be read."""
        return now if who is None or not self.game.hidden else fast_state(self._engine.redact(record_of(now), who))

    def _shown(self, who: int | None) -> int:
        """How many steps somebody may see: all but the drafts of others."""
        return self.played if who is None or who == self.turn or self.over else self._course.draft_begins

    def _told(self, who: int | None) -> tuple[list[Step], State]:
        """The steps so far, as far as somebody may see them, and the position that they led to, to be read."""
        shown = self._shown(who)
        if self.game.hidden:
            told = self._told_to(who, shown)
            return told.steps, told.view
        # All may know the same, but for drafts: what has been told to one has been told to all.
        told = self._told_to(None, self.played)
        if shown == len(told.steps):
            return told.steps, told.view
        return told.steps[:shown], self._course.at(shown)

    def _told_to(self, who: int | None, shown: int) -> Chronicle:
        """The chronicle of so many steps, as somebody may know them."""
        course, told = self._course, self._chronicles.get(who)
        if told is None:
            told = self._chronicles[who] = Chronicle(who, self._seen(fast_state(course.first), who))
        if len(told.steps) < shown:
            for code, after in course.between(len(told.steps), shown):
                told.tell(code, self._seen(after, who), self._teller)
            told.settle(course.draft_begins)
        return told


def _state_of_text(game: Game, text: str) -> State:
    state = blank(game.rules.STATE, game.variant)
    game.words.parse_position(plain(text, LONGEST_TEXT, UnreadablePosition, "A position"), state)
    if int(state.seats) not in game.seats:
        raise UnreadablePosition(f"{game.title} has no positions with {state.seats} seats.")
    return state


def _rebuilt(
    game: Game, seed: int, options: dict[str, str], first: State, given: str | None, codes: list[int]
) -> Match:
    """A match that was pickled."""
    match = Match.__new__(Match)
    match._begin(game, seed, options, first, given)
    for code in codes:
        match._course.advance(code)
    return match
