"""What is true of every table of every game, whatever people do at it."""

import random

import pytest

from tests import SOAK
from tests.table.client import Client, encode, whole_look
from tests.table.tables import GAMES, NAMES, SECRET
from tests.table.walk import Walk, tried
from tilora.kernel import SPECTATOR, Game, match_seed
from tilora.table.errors import NotNow
from tilora.table.events import Played, Undone, decode_event, encode_event
from tilora.table.table import Table

STEPS = 90

every_game = pytest.mark.parametrize(("game", "seats"), GAMES, ids=NAMES)
walks = pytest.mark.parametrize("seed", range(2 * SOAK), indirect=True)


def looks(table: Table, viewers: list[int], now: int) -> dict[int, bytes]:
    return {viewer: whole_look(table, viewer, now) for viewer in viewers}


@walks
@every_game
def test_a_mistake_changes_nothing_and_nobody_sees_the_drafts_of_others(game: Game, seats: int, seed: int) -> None:
    """What is seen changes exactly when the version does; moments rise with what is seen of the position."""
    walk = Walk(game, seats, seed)
    table, viewers = walk.table, walk.viewers
    for _ in range(STEPS):
        number = table.number
        clock = walk.now + 20_000
        before = looks(table, viewers, clock)
        versions = [table.version(viewer) for viewer in viewers]
        moments = [table.moment(viewer) for viewer in viewers]
        settled = len(table.look(SPECTATOR, clock).steps)
        events, error = tried(walk)
        after = looks(table, viewers, clock)
        if error or not events:
            assert table.number == number
            assert after == before
            assert not error or error.endswith((".", "?")), error
        for place, viewer in enumerate(viewers):
            seen = table.version(viewer) - versions[place]
            assert seen >= 0
            assert 0 <= table.moment(viewer) - moments[place] <= len(events)
            assert (seen > 0) == (before[viewer] != after[viewer]), "versions count what can be seen"
        is_draft = any(isinstance(event, Played | Undone) for event in events)
        if is_draft and len(table.look(SPECTATOR, clock).steps) == settled:
            seat = next(event.seat for event in events if isinstance(event, Played | Undone))
            assert all(after[viewer] == before[viewer] for viewer in viewers if viewer != seat)


@walks
@every_game
def test_the_log_alone_gives_the_same_table_and_clients_catch_up_from_anywhere(
    game: Game, seats: int, seed: int
) -> None:
    walk = Walk(game, seats, seed + 100)
    table, gaps = walk.table, random.Random(seed)
    log = [encode_event(event) for event in walk.events]
    shadow = Table.replay("t", [decode_event(body) for body in log])
    steady, lazy = ([Client(viewer) for viewer in walk.viewers] for _ in range(2))
    for _ in range(STEPS):
        events, _ = tried(walk)
        for event in events:
            log.append(encode_event(event))
            shadow.apply(decode_event(log[-1]))
        assert (shadow.number, len(log)) == (table.number, table.number)
        assert looks(shadow, walk.viewers, walk.now) == looks(table, walk.viewers, walk.now)
        assert (shadow.pending, shadow.due, shadow.summary()) == (table.pending, table.due, table.summary())
        for one, other in zip(steady, lazy, strict=True):
            one.look(table, walk.now)
            if gaps.random() < 0.15:
                other.look(table, walk.now)
                fresh = Client(one.viewer)
                fresh.look(table, walk.now)
                assert one.picture == other.picture == fresh.picture
    again = Table.replay("t", [decode_event(body) for body in log])
    assert looks(again, walk.viewers, walk.now) == looks(table, walk.viewers, walk.now)
    assert (again.summary_number, again.moved_at) == (table.summary_number, table.moved_at)


@every_game
def test_a_command_sent_twice_is_carried_out_once(game: Game, seats: int) -> None:
    walk = Walk(game, seats, 7)
    for _ in range(STEPS):
        tried(walk)
        number = walk.table.number
        for command, who in walk.done[-3:]:
            assert walk.table.handle(command, who, walk.now + 5) == []
        assert walk.table.number == number
    assert walk.done


@every_game
def test_the_secret_is_shown_when_the_match_has_ended_and_never_before(game: Game, seats: int) -> None:
    walk = Walk(game, seats, 11)
    for _ in range(STEPS):
        _, error = tried(walk)
        table = walk.table
        nonces = table._state.nonces
        ended = table.summary().status in ("finished", "aborted", "closed")
        for viewer in walk.viewers:
            told = [whole_look(table, viewer, walk.now).decode(), error, repr(table.summary())]
            try:
                told.append(encode(table.record(viewer)).decode())
            except NotNow:
                assert table.look(viewer, walk.now).position is not None
            assert (SECRET in "".join(told)) == ended
            assert ended or str(match_seed(SECRET, nonces)) not in "".join(told)
