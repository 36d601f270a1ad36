"""Random walks: people, bots and strangers do all that can be asked of a table, right and wrong."""

import random
from collections.abc import Callable
from typing import Any

from tests.table.tables import SECRET
from tilora.kernel import SPECTATOR, Game, TiloraError, nonce_commitment
from tilora.table.commands import (
    Abort,
    AnyCommand,
    Close,
    GiveUp,
    HandOver,
    Join,
    Leave,
    Mute,
    Play,
    Rematch,
    Retract,
    Reveal,
    Say,
    SetPlace,
    SetTime,
    SetWatchers,
    Shown,
    StandIn,
    Start,
    TakeBack,
    Undo,
)
from tilora.table.events import AnyEvent, Time
from tilora.table.look import PositionLook, TableLook
from tilora.table.pending import PendingDecision
from tilora.table.setup import Person, PlaceSetup, Setup
from tilora.table.table import Table

Step = tuple[str, Callable[[], list[AnyEvent]]]
TIMES = (Time(), Time(kind="bullet", seconds=5), Time(kind="clock", seconds=40, increment=1))


class Walk:
    """One table and what may happen at it next. Everything follows from the seed."""

    def __init__(self, game: Game, seats: int, seed: int) -> None:
        self.pick = random.Random(f"{game.name} {seats} {seed}")
        self.now = 1_000_000
        self.ids = 0
        self.people = [Person(f"player-{number}", f"Name {number}") for number in range(seats + 2)]
        """The first is the host; the last two sit nowhere, but try to do everything."""
        kinds: list[Any] = [
            "me",
            *(self.pick.choice(["open", "open", "open", "bot", "here"]) for _ in range(seats - 1)),
        ]
        self.nonces: dict[str, str] = {}
        """By their commitments."""
        options = {option.name: self.pick.choice(option.choices) for option in game.options}
        setup = Setup(
            game=game.name,
            options=options,
            places=[PlaceSetup(kind=kind, commitment=self._commitment()) for kind in kinds],
            time=self.pick.choice(TIMES),
        )
        self.table, self.events = Table.open("t", setup, self.people[0], secret=SECRET, now=self.now)
        self.done: list[tuple[AnyCommand, Person]] = []
        self.earlier: list[PendingDecision] = []

    @property
    def viewers(self) -> list[int]:
        """Every seat, and a spectator."""
        return [*range(len(self.table.summary().places)), SPECTATOR]

    def step(self) -> list[AnyEvent]:
        """Something is tried. Raises what the table raises."""
        self.now += self.pick.choice([0, 1, 40, 900, 7_000])
        table, pending = self.table, self.table.pending
        if pending is not None:
            self.earlier.append(pending)
        kind = self.pick.random()
        if kind < 0.04:
            return table.tick(self.now)
        if kind < 0.06:
            return table.resume(self.now - self.pick.randint(0, 20_000), self.now)
        if kind < 0.07:
            return table.rename(self.pick.choice(self.people).player, f"New {self.pick.randint(0, 99)}", self.now)
        if kind < 0.10 and self.earlier:
            return table.answer(self.pick.choice(self.earlier), "nonsense", self.now)
        if pending is not None and kind < 0.8:
            return table.answer(pending, self.pick.choice(table.pending_view().texts()), self.now)
        command, who = self._sensible() if kind < 0.75 else self._any()
        lag, at_once = self.pick.choice([0, 0, 30, 800]), self.pick.random() < 0.3
        events = table.handle(command, who, self.now, lag=lag, at_once=at_once)
        if events:
            self.done.append((command, who))
        return events

    def _id(self) -> str:
        self.ids += 1
        return f"id-{self.ids}"

    def _commitment(self) -> str:
        """The commitment of a new nonce, or none."""
        nonce = f"nonce-{len(self.nonces):010}"
        shown = nonce_commitment(nonce)
        self.nonces[shown] = nonce
        return self.pick.choice([shown, shown, shown, ""])

    def _reveal(self) -> tuple[AnyCommand, Person]:
        """Somebody reveals their nonce; or the others start, if that one takes too long."""
        facts = self.table.look(SPECTATOR, self.now).table
        assert isinstance(facts, TableLook)
        missing = [seat for seat, place in enumerate(facts.seats) if place.commitment and not place.revealed]
        if self.pick.random() < 0.3:
            return Start(id=self._id()), self.pick.choice(self.people)
        seat = self.pick.choice(missing)
        return Reveal(id=self._id(), seat=seat, nonce=self.nonces[facts.seats[seat].commitment]), self._owner(seat)

    def _owner(self, seat: int) -> Person:
        player = self.table.summary().places[seat].player
        return next((person for person in self.people if person.player == player), self.people[-1])

    def _sensible(self) -> tuple[AnyCommand, Person]:
        """What somebody would do next."""
        table = self.table
        summary = table.summary()
        if table._state.draw_began is not None:
            return self._reveal()
        if summary.status == "waiting":
            join = Join(id=self._id(), commitment=self._commitment())
            return join, self.pick.choice(self.people[1:-2] or self.people)
        if summary.status != "running":
            seat = self.pick.choice(self.viewers[:-1])
            return Rematch(id=self._id(), seat=seat), self._owner(seat)
        look = table.look(SPECTATOR, self.now)
        assert isinstance(look.position, PositionLook)
        seat = look.position.turn
        mine = table.look(seat, self.now, wants=frozenset({"legal"}))
        assert isinstance(mine.position, PositionLook)
        assert isinstance(mine.position.legal, list)
        if mine.position.drafted and self.pick.random() < 0.3:
            drafted = mine.position.drafted
            texts = [step.text for step in table.look(seat, self.now).steps[-drafted:]]
            keep = self.pick.choice([None, *range(drafted)])
            then = [] if keep is None else texts[keep + 1 :]
            return Undo(id=self._id(), seat=seat, moment=mine.moment, keep=keep, then=then), self._owner(seat)
        action = self.pick.choice(mine.position.legal or ["nothing"])
        return Play(id=self._id(), seat=seat, moment=mine.moment, action=action), self._owner(seat)

    def _any(self) -> tuple[AnyCommand, Person]:
        """What anybody might ask for."""
        pick, seat = self.pick, self.pick.choice([*self.viewers[:-1], 63])
        moment = self.table.moment(seat if seat < 63 else 0) - pick.choice([0, 0, 1])
        level = pick.choice([1, 4, 8, 99])
        who = self._owner(seat) if seat < 63 and pick.random() < 0.7 else pick.choice(self.people)
        commands: list[Callable[[str], AnyCommand]] = [
            lambda name: Play(id=name, seat=seat, moment=moment, action=pick.choice(["x", "end", "draw; end", ""])),
            lambda name: Shown(id=name, seat=seat, moment=moment),
            lambda name: Undo(id=name, seat=seat, moment=moment),
            lambda name: Retract(id=name, seat=seat, moment=moment),
            lambda name: StandIn(id=name, seat=seat, moment=moment),
            lambda name: HandOver(id=name, seat=seat, level=level),
            lambda name: TakeBack(id=name, seat=seat),
            lambda name: TakeBack(id=name, seat=seat),
            lambda name: GiveUp(id=name, seat=seat) if pick.random() < 0.2 else TakeBack(id=name, seat=seat),
            lambda name: Join(id=name, seat=pick.choice([None, seat])),
            lambda name: Reveal(id=name, seat=seat, nonce=pick.choice(["no-such-nonce-at-all", *self.nonces.values()])),
            lambda name: Leave(id=name, seat=seat),
            lambda name: SetPlace(id=name, seat=seat, place=pick.choice(["open", "bot"]), level=level),
            lambda name: SetTime(id=name, time=pick.choice([*TIMES, Time(kind="bullet", seconds=0)])),
            lambda name: Start(id=name),
            lambda name: Say(id=name, text=pick.choice(["hello", "", "<b>\u202e!", "x" * 500])),
            lambda name: Mute(id=name, player=pick.choice(self.people).player, muted=pick.random() < 0.6),
            lambda name: SetWatchers(id=name, watchers=pick.random() < 0.6),
            lambda name: Abort(id=name) if pick.random() < 0.2 else Start(id=name),
            lambda name: Close(id=name) if pick.random() < 0.1 else Start(id=name),
            lambda name: Rematch(id=name, seat=seat, commitment=self._commitment()),
        ]
        return pick.choice(commands)(self._id()), who


def tried(walk: Walk) -> tuple[list[AnyEvent], str]:
    """The events of the next step, or the words of what was wrong with it."""
    try:
        return walk.step(), ""
    except TiloraError as error:
        return [], str(error)
