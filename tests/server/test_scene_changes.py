"""Clients that are sent only what is new in a scene hold the same scene, to the byte, as those that get the whole."""

import random
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from tests import SOAK
from tests.table.tables import GAMES, NAMES, SECRET
from tests.table.walk import Walk, tried
from tilora.kernel import SPECTATOR, Game
from tilora.scene import Scene, ShownScene, apply_change
from tilora.server.messages import FromServer
from tilora.server.net.websocket_protocol import text_frame
from tilora.server.tables.subscribers import Subscriber, Subscribers
from tilora.table.commands import Join, Play
from tilora.table.errors import TableError
from tilora.table.look import NOTHING, Look, Since, parse_wants
from tilora.table.setup import Person, PlaceSetup, Setup
from tilora.table.table import Table

STEPS = 90
WHOLE = frozenset({"scene"})
decode = msgspec.json.Decoder(FromServer).decode


def payload(frame: bytes) -> bytes:
    """What a text frame carries."""
    short, long = frame[1], int.from_bytes(frame[2:4]) if frame[1] == 126 else int.from_bytes(frame[2:10])
    body = frame[{126: 4, 127: 10}.get(short, 2) :]
    assert len(body) == (short if short < 126 else long)
    return body


@dataclass
class Page:
    """A browser at a table, without the browser: it keeps the scene as the page does."""

    person: Person
    unsent_bytes: int = 0
    closed: bool = False
    since: Since = NOTHING
    viewer: int | None = None
    shown: ShownScene | None = None
    changes: int = 0
    wholes: int = 0

    def queue_frame(self, frame: bytes) -> None:
        message = decode(payload(frame))
        if isinstance(message, Look):
            self._look(message)

    def reset(self) -> None:
        """Forget everything, as when a tab is reloaded."""
        self.since, self.shown, self.viewer = NOTHING, None, None

    def close_with(self, frame: bytes, code: int) -> None:
        self.closed = True

    def _look(self, look: Look) -> None:
        if look.seat != self.viewer:
            self.shown = None
            if look.kept or look.lines_total > len(look.lines):
                # It has come back to another seat, and needs everything.
                self.reset()
                self.closed = True
                return
        self.viewer, self.since = look.seat, Since(look.version, look.kept + len(look.steps), look.lines_total)
        position = look.position
        if position is UNSET:
            return
        assert (position.scene is UNSET) != (position.scene_change is UNSET)
        if position.scene is not UNSET:
            self.shown = ShownScene.whole(position.scene)
            self.wholes += 1
        elif position.scene_change is not UNSET:
            assert self.shown is not None
            self.shown = apply_change(self.shown, position.scene_change)
            self.changes += 1


def connected(page: Page, table: Table, subscribers: Subscribers, now: int, seat: int | None = None) -> Subscriber:
    """Connect the page, as somebody who comes for the first time or again."""
    subscriber = Subscriber(
        page, page.person, None, seat=seat, auto_seat=seat is None, wants=parse_wants("changes"), max_unsent=1
    )
    subscribers.add(subscriber, table, now, page.since)
    return subscriber


def written_out(thing: Any) -> bytes:
    """Everything in a scene, defaults as well: a float that equals its default is sometimes left out, sometimes not."""

    def fields(part: Any) -> Any:
        if isinstance(part, tuple):
            return [fields(each) for each in part]
        if isinstance(part, msgspec.Struct):
            return {name: fields(getattr(part, name)) for name in part.__struct_fields__}
        return part

    return msgspec.json.encode(fields(thing))


def scene_now(table: Table, viewer: int, now: int) -> Scene | None:
    """The whole scene, as it arrives."""
    look = decode(msgspec.json.encode(table.look(viewer, now, wants=WHOLE)))
    assert isinstance(look, Look)
    return None if look.position is UNSET or look.position.scene is UNSET else look.position.scene


@pytest.mark.parametrize("seed", range(SOAK), indirect=True)
@pytest.mark.parametrize(("game", "seats"), GAMES, ids=NAMES)
def test_changes_add_up_to_the_whole_scene(game: Game, seats: int, seed: int) -> None:
    """Whatever happens at the table, and however often connections are lost, seats changed and people come back."""
    walk, pick, subscribers = Walk(game, seats, seed), random.Random(seed), Subscribers()
    table = walk.table
    pages = {
        page.person.player + f"/{tab}": page for person in walk.people for tab in range(2) for page in [Page(person)]
    }
    there: dict[str, Subscriber] = {}
    for _ in range(STEPS):
        tried(walk)
        subscribers.update_viewers(table, walk.now)
        subscribers.send_looks(table, walk.now)
        for name, page in pages.items():
            if page.closed:
                subscribers.remove(there.pop(name))
                page.closed = False
            if name in there and pick.random() < 0.1:
                subscribers.remove(there.pop(name))
                if pick.random() < 0.3:
                    page.reset()
            elif name in there and pick.random() < 0.05:
                own = table.seats_of(page.person.player)
                there[name].choose_seat(pick.choice([*own, None]))
                subscribers.update_viewers(table, walk.now)
            elif name not in there and pick.random() < 0.5:
                try:
                    there[name] = connected(page, table, subscribers, walk.now)
                except TableError:
                    page.reset()
        viewers = {subscriber.group.viewer for subscriber in there.values() if subscriber.group}
        scenes = {viewer: scene_now(table, viewer, walk.now) for viewer in viewers}
        for name, subscriber in there.items():
            group, shown = subscriber.group, pages[name].shown
            if group is not None and not pages[name].closed:
                whole = scenes[group.viewer]
                assert written_out(shown and shown.scene) == written_out(whole)


@pytest.mark.parametrize(("game", "seats"), GAMES, ids=NAMES)
def test_only_the_first_scene_is_sent_whole(game: Game, seats: int) -> None:
    people = [Person(f"player-{seat}", f"Name {seat}") for seat in range(seats)]
    places = [PlaceSetup(kind="me" if seat == 0 else "open") for seat in range(seats)]
    table, _ = Table.open("t", Setup(game=game.name, places=places), people[0], secret=SECRET, now=1)
    for person in people[1:]:
        table.handle(Join(id=person.player), person, 2)
    pages, subscribers = [Page(person) for person in people], Subscribers()
    for page in pages:
        connected(page, table, subscribers, 3)
    for number in range(40):
        turn = _turn(table)
        if turn is None:
            break
        scene = scene_now(table, turn, 3)
        assert scene is not None
        action = random.Random(number).choice(scene.choices).action
        table.handle(Play(id=f"{number}", seat=turn, moment=table.moment(turn), action=action), people[turn], 3)
        subscribers.send_looks(table, 3)
    for page in pages:
        assert page.wholes == 1
        assert page.changes > 0


def _turn(table: Table) -> int | None:
    """Whose turn it is; None once the match is over."""
    position = table.look(SPECTATOR, 3).position
    assert position is not UNSET
    return None if position.over else position.turn


def test_frames_are_read_as_they_are_written() -> None:
    for size in (0, 125, 126, 65535, 65536):
        assert payload(text_frame(b"x" * size)) == b"x" * size
