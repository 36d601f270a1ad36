"""The clock by itself: milliseconds in, milliseconds out."""

from tilora.table.clock import CREDIT, REFILL, Clock
from tilora.table.events import Time


def running(kind: str = "bullet", seconds: int = 10, increment: int = 0) -> Clock:
    """A clock of two seats on which the time of seat 0 runs since 1,000."""
    clock = Clock(Time(kind=kind, seconds=seconds, increment=increment), 2)  # type: ignore[arg-type]
    clock.begin_turn(0)
    clock.start(0, 1_000)
    return clock


def test_time_runs_for_one_seat_only() -> None:
    clock = running()
    assert (clock.left(0, 4_000), clock.left(1, 4_000)) == (7_000, 10_000)


def test_time_left_is_never_negative() -> None:
    assert running().left(0, 99_000) == 0


def test_each_turn_of_bullet_has_its_full_time() -> None:
    clock = running()
    clock.stop(9_000)
    clock.end_turn(0)
    clock.begin_turn(0)
    clock.start(0, 9_000)
    assert clock.left(0, 9_000) == 10_000


def test_stopping_and_starting_within_a_turn_gives_nothing_back() -> None:
    clock = running()
    clock.stop(5_000)
    clock.start(0, 50_000)
    assert clock.left(0, 50_000) == 6_000


def test_a_clock_gains_its_increment_after_a_turn() -> None:
    clock = running("clock", increment=3)
    clock.stop(5_000)
    clock.end_turn(0)
    assert clock.left(0, 99_000) == 9_000


def test_lag_is_credited_and_shown_when_the_turn_has_ended() -> None:
    clock = running("clock")
    clock.stop(5_000, clock.credit(5_000, 120))
    assert clock.compensated == 0
    clock.end_turn(0)
    assert (clock.left(0, 0), clock.compensated) == (6_120, 120)


def test_a_turn_is_credited_no_more_than_the_limit_however_many_actions_it_has() -> None:
    clock = running("clock")
    for at in (2_000, 3_000, 4_000):
        clock.stop(at, clock.credit(at, 300))
        clock.start(0, at)
    assert clock.left(0, 4_000) == 7_000 + CREDIT


def test_a_network_that_is_always_slow_is_credited_from_a_quota_that_refills_slowly() -> None:
    clock = running("clock")
    credits_ = []
    for at in range(2_000, 22_000, 1_000):
        credits_.append(clock.credit(at, 500))
        clock.stop(at, credits_[-1])
        clock.end_turn(0)
        clock.begin_turn(0)
        clock.start(0, at)
    assert credits_ == [CREDIT] + [REFILL] * 19, "late answers to pings gain little"
    for at in range(22_000, 27_000, 1_000):
        clock.stop(at)
        clock.begin_turn(0)
        clock.start(0, at)
    assert clock.credit(99_000, 500) == CREDIT, "a network that is slow for once costs nothing"


def test_what_the_server_delayed_takes_nothing_from_the_quota() -> None:
    clock = running("clock")
    for at in (2_000, 3_000, 4_000):
        credited = clock.credit(at, 50, 450)
        assert credited == CREDIT
        clock.stop(at, credited, 450)
        clock.begin_turn(0)
        clock.start(0, at)


def test_no_more_is_credited_than_has_run_and_negative_lag_costs_nothing() -> None:
    clock = running()
    assert clock.credit(1_040, 400) == 40
    assert clock.credit(5_000, -300) == 0
    assert clock.credit(500, 400) == 0


def test_an_action_sent_in_time_is_not_late_and_the_deadline_waits_for_it() -> None:
    clock = running()
    assert clock.deadline() == 11_000 + CREDIT
    assert not clock.is_late(11_000, 0)
    assert clock.is_late(11_001, 0)
    assert not clock.is_late(11_200, 200)
    assert clock.is_late(11_000 + CREDIT + 1, 10_000)


def test_a_pause_costs_nobody_time() -> None:
    clock = running()
    clock.pause(3_000, 60_000)
    assert clock.left(0, 60_000) == 8_000
    clock.pause(0, 61_000)
    assert clock.left(0, 61_000) == 10_000, "a pause that began before the turn gives the whole turn back"


def test_without_a_time_limit_no_time_runs() -> None:
    clock = running("none")
    assert clock.running is None
    assert clock.deadline() is None
    assert not clock.is_late(10**12, 0)


def test_time_waits_and_then_runs_by_itself() -> None:
    clock = Clock(Time(kind="bullet", seconds=10), 2)
    clock.begin_turn(0)
    clock.start(0, 1_000, showing=800)
    assert (clock.waits(1_000), clock.waits(1_500), clock.waits(9_000)) == (800, 300, 0)
    assert (clock.left(0, 1_700), clock.left(0, 2_800)) == (10_000, 9_000)
    assert clock.left(0, 2_800, at_once=True) == 8_200
    assert clock.deadline() == 11_800 + CREDIT


def test_waiting_ends_once_and_never_before_the_turn_began() -> None:
    clock = Clock(Time(kind="bullet", seconds=10), 2)
    clock.begin_turn(0)
    clock.start(0, 1_000, showing=800)
    clock.stop_waiting(0)
    assert (clock.left(0, 1_000), clock.left(0, 2_000)) == (10_000, 9_000)
    clock.stop_waiting(5_000)
    assert clock.left(0, 2_000) == 9_000


def test_a_pause_while_time_waits_neither_costs_nor_adds_time() -> None:
    clock = Clock(Time(kind="bullet", seconds=10), 2)
    clock.begin_turn(0)
    clock.start(0, 1_000, showing=800)
    clock.pause(1_200, 60_000)
    assert (clock.waits(60_000), clock.left(0, 61_000)) == (0, 9_000)
    assert clock.left(0, 61_000, at_once=True) == 8_800
