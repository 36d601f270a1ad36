"""The checker finds each kind of broken promise in histories made by hand, and nothing in a good one."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.histories.checker import violations
from tests.histories.history import Answered, Asked, ClientHistory, Entry, Outage, Saw, Step, TableHistory
from tests.histories.truth import Action, Truth, Turn, truth_of
from tilora.table.events import Played, Resumed, Started, Time
from tilora.table.look import PositionLook
from tilora.table.setup import Person, PlaceSetup, Setup
from tilora.table.table import Table

A, B, C = (0, "a"), (1, "b"), (0, "c")
STEPS = [A, B, C]


def shown(actions: Sequence[Action], steps: Sequence[Step]) -> Truth:
    """A log whose actions everybody sees in this way."""
    return Truth(actions=actions, steps={None: steps, 0: steps, 1: steps})


TRUTH = shown([Action("ann/1", 0, "a"), Action("bob/2", 1, "b"), Action("ann/3", 0, "c")], STEPS)
ANN: list[Entry] = [
    Saw(1.0, 0),
    Asked(1.1, "1", 0, "a"),
    Answered(1.2, "1", "try-again"),  # its answer was lost on the way to the store
    Asked(1.3, "1", 0, "a"),
    Saw(1.4, 0, (A,)),
    Answered(1.4, "1"),
    Asked(1.5, "9", 0, "z"),
    Answered(1.6, "9", "stale"),
    Saw(2.3, 1, (B,)),
    Asked(2.4, "3", 0, "c"),
    Saw(2.5, 2, (C,)),
    Answered(2.5, "3"),
]
BOB: list[Entry] = [Saw(1.0, 0), Saw(1.9, 0, (A,)), Asked(2.0, "2", 1, "b"), Saw(2.2, 1, (B,)), Answered(2.2, "2")]
EVE: list[Entry] = [Saw(1.0, 0), Saw(2.9, 0, (A, B, C))]


def history(ann: list[Entry] = ANN, bob: list[Entry] = BOB, eve: list[Entry] = EVE) -> TableHistory:
    """Ann and Bob play, Eve watches."""
    return TableHistory(
        "t", 0.5, [ClientHistory("ann", 0, ann), ClientHistory("bob", 1, bob), ClientHistory("eve", None, eve)]
    )


def kinds(found: TableHistory, truth: Truth = TRUTH) -> set[str]:
    """What kinds of violations there are."""
    return {violation.kind for violation in violations(found, truth)}


def test_nothing_is_found_in_a_good_history() -> None:
    assert violations(history(), TRUTH) == []


def test_a_request_without_an_answer_may_have_been_carried_out_or_not() -> None:
    assert kinds(history(ann=ANN[:-1])) == set()
    short = shown(TRUTH.actions[:2], STEPS[:2])
    assert kinds(history(ann=ANN[:-2], eve=EVE[:1]), short) == set()


def test_an_acknowledged_action_that_is_not_in_the_log_is_lost() -> None:
    short = shown(TRUTH.actions[:2], STEPS[:2])
    assert kinds(history(ann=[*ANN[:-2], ANN[-1]], eve=EVE[:1]), short) == {"lost"}


def test_an_action_that_is_twice_in_the_log_is_found() -> None:
    actions = [*TRUTH.actions[:2], Action("bob/2", 1, "b"), TRUTH.actions[2]]
    assert "twice" in kinds(history(eve=[], ann=ANN[:8], bob=BOB[:3]), shown(actions, [A, B, B, C]))
    assert kinds(history(), replace(TRUTH, doubled=["eve/5"])) == {"twice"}, "chat may be doubled as well"


def test_another_action_than_the_one_that_was_asked_for_is_found() -> None:
    other: list[Entry] = [replace(entry, action="x") if isinstance(entry, Asked) else entry for entry in BOB]
    assert kinds(history(bob=other)) == {"altered"}


def test_a_refused_request_that_was_carried_out_is_found() -> None:
    refused: list[Entry] = [*BOB[:-1], Answered(2.2, "2", "stale")]
    assert kinds(history(bob=refused)) == {"refused"}


def test_an_action_that_nobody_asked_for_is_found() -> None:
    assert kinds(history(bob=BOB[:2])) == {"unasked"}


def test_two_orders_are_found() -> None:
    assert kinds(history(eve=[Saw(1.0, 0), Saw(2.9, 0, (B, A))])) == {"two orders"}


def test_a_step_that_never_happened_is_found() -> None:
    assert kinds(history(eve=[Saw(1.0, 0), Saw(2.9, 0, (A, (1, "x")))])) == {"phantom"}
    assert kinds(history(eve=[Saw(1.0, 0), Saw(2.9, 0, (A, B, C, C))])) == {"phantom"}


def test_a_look_that_misses_something_is_found() -> None:
    assert kinds(history(eve=[Saw(1.0, 0), Saw(2.9, 1, (B,))])) == {"gap"}


def test_a_look_that_lacks_an_acknowledged_action_is_found() -> None:
    assert kinds(history(bob=[*BOB, Saw(2.3, 1)])) == {"stale"}
    assert kinds(history(eve=[*EVE, Saw(3.0, 2)])) == {"went back"}


def test_a_log_in_another_order_than_that_of_requests_and_answers_is_found() -> None:
    """Ann asked after Bob had been answered, and is before him in the log."""
    swapped = shown([TRUTH.actions[0], TRUTH.actions[2], TRUTH.actions[1]], [A, C, B])
    ann, bob = [*ANN[:8], *ANN[9:10], ANN[11]], [*BOB[:3], BOB[4]]
    assert kinds(history(ann=ann, bob=bob, eve=EVE[:1]), swapped) == {"order"}


@pytest.mark.parametrize(
    ("charged", "outages", "found"),
    [
        (1000, [], set()),
        (2500, [], set()),  # 1.1 seconds from Ann's first request to Bob's answer, and the tolerance
        (2700, [], {"charged"}),
        (2500, [Outage(1.5, 2.0)], {"charged"}),
        (2000, [Outage(1.5, 2.0)], set()),
        (2500, [Outage(0.0, 1.0), Outage(5.0, 9.0)], set()),
        (1100, [Outage(1.1, 1.2), Outage(1.3, 1.4)], set()),
        (2500, [Outage(1.1, 1.2), Outage(1.3, 1.4)], {"charged"}),
        (300_000, [], {"charged"}),
    ],
)
def test_a_clock_that_was_charged_for_a_fault_is_found(charged: int, outages: list[Outage], found: set[str]) -> None:
    told = replace(history(), outages=outages)
    assert kinds(told, replace(TRUTH, turns=[Turn(1, 1, 1, charged)])) == found


@pytest.mark.parametrize(("charged", "found"), [(9_900, set()), (10_200, {"charged"})])
def test_each_of_several_short_outages_may_go_unnoticed(charged: int, found: set[str]) -> None:
    """A turn of fifteen seconds, in which the server was away for 1.2 seconds twice, and for 6.6 once."""
    ann = ClientHistory("ann", 0, [Asked(1.0, "1", 0, "a"), Answered(1.1, "1")])
    bob = ClientHistory("bob", 1, [Asked(15.0, "2", 1, "b"), Answered(16.0, "2")])
    told = TableHistory("t", 0.0, [ann, bob], [Outage(2.0, 3.2), Outage(4.0, 5.2), Outage(6.0, 12.6)])
    log = Truth([Action("ann/1", 0, "a"), Action("bob/2", 1, "b")], {None: [], 0: [], 1: []}, [Turn(1, 1, 1, charged)])
    assert kinds(told, log) == found


def test_time_that_ran_out_is_found() -> None:
    assert kinds(history(), replace(TRUTH, out_of_time=[1])) == {"charged"}


def test_the_log_of_a_real_table_says_what_each_turn_cost() -> None:
    """Ann needs 3 seconds and Bob 4, of which the server was away for 2.5."""
    setup = Setup(
        game="cublino-contra",
        places=[PlaceSetup(kind="me"), PlaceSetup(kind="here")],
        time=Time(kind="clock", seconds=60),
    )
    table, events = Table.open("t", setup, Person("ann", "Ann"), secret="0" * 64, now=1000)
    start = next(event.at for event in events if isinstance(event, Started))
    for at, away in ((start + 3000, 0), (start + 7000, 2500)):
        position = table.look(0, at).position
        assert isinstance(position, PositionLook)
        shown = table.look(position.turn, at, wants=frozenset({"legal"})).position
        assert isinstance(shown, PositionLook)
        assert isinstance(shown.legal, list)
        if away:
            events += table.resume(at - away, at)
        played = Played(at=at, cause=f"ann/{at}", seat=position.turn, action=shown.legal[0])
        table.apply(played)
        events.append(played)
    assert any(isinstance(event, Resumed) for event in events)
    truth = truth_of("t", events)
    assert [turn.charged for turn in truth.turns] == [3000, 1500]
    assert [(turn.first, turn.last) for turn in truth.turns] == [(0, 0), (1, 1)]
    assert [action.cause for action in truth.actions] == [f"ann/{start + 3000}", f"ann/{start + 7000}"]
