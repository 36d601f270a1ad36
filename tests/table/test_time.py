"""Time at a table: whose runs, what happens when it is up, and what costs nobody any."""

import pytest

from tests.table.tables import ADA, BOB, BULLET, CLOCK, next_id, owner, play, position, started, turn
from tilora.kernel import SPECTATOR
from tilora.table.clock import CREDIT
from tilora.table.commands import Abort, HandOver, Play, Say, StandIn, TakeBack, Undo
from tilora.table.errors import NotNow
from tilora.table.events import Forfeited, Played, Resumed, StandInAsked, decode_event, encode_event
from tilora.table.look import ClockLook
from tilora.table.table import Table


def clock(table: Table, now: int) -> ClockLook:
    seen = table.look(SPECTATOR, now).clock
    assert seen is not None
    return seen


def test_without_time_there_is_no_clock() -> None:
    table = started()
    assert table.look(0, 0).clock is None
    assert table.due is None
    assert table.tick(10**12) == []


def test_bullet_lets_the_ai_move_at_once_when_the_time_is_up() -> None:
    table = started(time=BULLET, now=1_000)
    seat = turn(table)
    assert clock(table, 5_000).left[seat] == 8_000
    assert table.due == 13_000 + CREDIT
    assert table.tick(13_000) == []
    (event,) = table.tick(13_000 + CREDIT)
    assert isinstance(event, StandInAsked)
    pending = table.pending
    assert pending is not None
    assert (pending.seat, pending.level) == (seat, None)
    assert table.due == 13_000 + CREDIT
    assert table.tick(99_000) == []
    table.answer(pending, "draw", 13_600)
    assert clock(table, 13_600).running == 1 - seat
    assert clock(table, 13_600).left == [12_000, 12_000]


def test_an_action_after_the_time_is_refused_even_before_the_ai_moves() -> None:
    table = started(time=BULLET)
    with pytest.raises(NotNow, match="Your time is up"):
        play(table, "draw", now=12_001)
    play(table, "draw", now=12_200, lag=200)


def test_whoever_runs_out_of_time_has_lost() -> None:
    table = started(time=CLOCK)
    seat = turn(table)
    (event,) = table.tick(60_000 + CREDIT)
    assert isinstance(event, Forfeited)
    assert (event.seat, event.level, event.reason) == (seat, 4, "time")
    assert position(table, seat).ranks == [2 if each == seat else 1 for each in range(2)]
    with pytest.raises(NotNow):
        table.handle(TakeBack(id=next_id(), seat=seat), owner(table, seat), 61_000)


def test_the_clock_runs_in_the_players_own_turns_and_gains_the_increment() -> None:
    table = started(time=CLOCK)
    first = turn(table)
    play(table, "draw", now=10_000)
    play(table, "draw", now=15_000)
    left = clock(table, 16_000).left
    assert (left[first], left[1 - first]) == (60_000 - 10_000 + 2_000 - 1_000, 60_000 - 5_000 + 2_000)


def test_lag_that_the_server_measured_is_credited_and_shown() -> None:
    table = started(time=CLOCK)
    seat = turn(table)
    play(table, "draw", now=10_000, lag=320)
    assert clock(table, 10_000).left[seat] == 60_000 - 10_000 + 320 + 2_000
    assert clock(table, 10_000).compensated == 320
    play(table, "draw", now=11_000, lag=9_000)
    assert clock(table, 11_000).compensated == CREDIT


def test_drafts_and_undos_stop_no_clock_and_nobody_sees_their_lag() -> None:
    table = started(time=CLOCK)
    seat = turn(table)
    (event,) = play(table, now=1_000, lag=400)
    assert isinstance(event, Played)
    assert clock(table, 5_000).left[seat] == 55_000
    table.handle(Undo(id=next_id(), seat=seat, moment=table.moment(seat)), owner(table, seat), 2_000)
    assert clock(table, 5_000).left[seat] == 55_000


def test_bots_have_no_clock_and_a_seat_that_they_play_loses_no_time() -> None:
    table = started("me bot-1", time=CLOCK)
    while table.pending is not None:
        table.answer(table.pending, "draw", 0)
    assert clock(table, 1_000).left == [59_000, None]
    table.handle(HandOver(id=next_id(), seat=0), ADA, 3_000)
    assert (clock(table, 9_000).running, clock(table, 9_000).left[0]) == (None, 57_000)
    table.handle(TakeBack(id=next_id(), seat=0), ADA, 20_000)
    assert (clock(table, 21_000).running, clock(table, 21_000).left[0]) == (0, 56_000)


def test_handing_over_and_taking_back_gains_no_time_in_bullet() -> None:
    table = started(time=BULLET)
    seat = turn(table)
    who = owner(table, seat)
    table.handle(HandOver(id=next_id(), seat=seat), who, 11_000)
    table.handle(TakeBack(id=next_id(), seat=seat), who, 11_000)
    assert clock(table, 11_000).left[seat] == 1_000


def test_asking_the_ai_stops_the_clock() -> None:
    table = started(time=CLOCK)
    seat = turn(table)
    table.handle(StandIn(id=next_id(), seat=seat, moment=table.moment(seat)), owner(table, seat), 5_000)
    assert clock(table, 50_000).left[seat] == 55_000


def test_a_server_that_was_away_costs_nobody_time() -> None:
    table = started(time=BULLET)
    seat = turn(table)
    (event,) = table.resume(4_000, 900_000)
    assert isinstance(event, Resumed)
    assert clock(table, 900_000).left[seat] == 8_000
    assert table.due == 908_000 + CREDIT
    assert table.resume(5_000, 900_000) == []
    table.resume(5_000, 900_500)
    assert clock(table, 900_500).left[seat] == 8_000, "the same absence counts once"
    play(table, "draw", now=907_000)


def test_the_table_was_available_when_something_happened_whatever_a_late_heartbeat_says() -> None:
    table = started(time=BULLET)
    seat = turn(table)
    table.handle(Say(id=next_id(), text="still here"), BOB, 5_000)
    table.resume(1_000, 60_000)
    assert clock(table, 60_000).left[seat] == 7_000


def test_clocks_of_servers_that_disagree_turn_no_time_back() -> None:
    table = started(time=CLOCK, now=10_000)
    (event,) = play(table, "draw", now=4_000)
    assert event.at == 10_000
    assert decode_event(encode_event(event)) == event


def test_no_time_runs_when_the_match_has_ended() -> None:
    table = started(time=BULLET)
    table.handle(Abort(id=next_id()), BOB, 1_000)
    assert table.look(0, 5_000).clock is None
    assert (table.due, table.tick(99_000), table.pending) == (None, [], None)
    with pytest.raises(NotNow, match="The match is over"):
        table.handle(Play(id=next_id(), seat=0, moment=table.moment(0), action="draw"), ADA, 2_000)
    assert position(table).legal == []
