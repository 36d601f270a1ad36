"""Taking back a finished turn: for somebody who plays alone against bots, in games that hide nothing."""

import random

import msgspec
import pytest

from tests.table.client import Client, whole_look
from tests.table.tables import ADA, BULLET, EVE, SECRET, next_id, opened, play, play_to_the_end, position, turn
from tilora.kernel import (
    SPECTATOR,
    BadRecord,
    Evidence,
    Game,
    Record,
    Retraction,
    commitment,
    games,
    replay,
    verify,
)
from tilora.table.commands import GiveUp, HandOver, Retract
from tilora.table.errors import NotNow, NotYourSeat, Stale
from tilora.table.events import AnyEvent, decode_event, encode_event
from tilora.table.setup import Person
from tilora.table.table import Table

OPEN = [game for game in games() if not game.hidden]
every_open_game = pytest.mark.parametrize("game", OPEN, ids=lambda game: game.name)
MINE = 0


def answered(table: Table) -> None:
    """Let the bots play until it is Ada's turn, or the match is over."""
    while table.pending is not None:
        table.answer(table.pending, table.pending_view().texts()[0], 0)


def begun(game: str = "cublino-contra") -> Table:
    """A table of Ada alone against a bot, at which each has played a turn and it is her turn again."""
    table = opened("me bot-1", game)
    answered(table)
    play(table)
    answered(table)
    return table


def take_back(table: Table, who: Person = ADA, *, seat: int = MINE) -> list[AnyEvent]:
    return table.handle(Retract(id=next_id(), seat=seat, moment=table.moment(seat)), who, 0)


def why_not(table: Table) -> str:
    with pytest.raises(NotNow) as refused:
        take_back(table)
    return str(refused.value)


def ended_record(table: Table) -> Record:
    record = table.record(SPECTATOR)
    assert isinstance(record, Record)
    return record


@every_open_game
def test_a_turn_is_taken_back_together_with_the_answer_of_the_ai(game: Game) -> None:
    table = opened("me bot-1", game.name)
    answered(table)
    before = table.view(MINE).position
    steps = len(table.look(MINE, 0).steps)
    play(table)
    answered(table)
    assert table.view(MINE).position != before
    take_back(table)
    assert table.view(MINE).position == before
    assert len(table.look(MINE, 0).steps) == steps
    assert turn(table) == MINE


def test_it_can_be_taken_back_while_the_ai_is_thinking_and_its_late_answer_is_dropped() -> None:
    table = opened("me bot-1", "cublino-contra")
    play(table, "d1d2")
    pending = table.pending
    assert pending is not None
    take_back(table)
    assert table.answer(pending, "d7d6", 0) == []
    assert table.look(MINE, 0).steps == []
    assert turn(table) == MINE


def test_one_turn_after_the_other_is_taken_back_to_the_beginning() -> None:
    table = begun()
    play(table)
    answered(table)
    take_back(table)
    take_back(table)
    assert table.look(MINE, 0).steps == []
    assert "not finished a turn" in why_not(table)


def test_everybody_is_told_and_the_lines_about_what_was_played_stay_in_the_log() -> None:
    table = begun()
    told = [line.text for line in table.look(SPECTATOR, 0).lines]
    take_back(table)
    look = table.look(SPECTATOR, 0)
    assert [line.text for line in look.lines] == [*told, "Ada took back a turn."]
    assert [line.step for line in look.lines if line.kind == "step"] == [None, None]
    assert not isinstance(look.table, msgspec.UnsetType)
    assert (look.table.retractions, look.table.counts) == (1, False)


def test_where_it_is_not_possible_the_reason_is_told_before_and_after_somebody_tries() -> None:
    def told(table: Table) -> str:
        facts = table.look(MINE, 0).table
        assert not isinstance(facts, msgspec.UnsetType)
        assert facts.no_retraction == why_not(table)
        return facts.no_retraction

    assert "can't be unseen" in told(opened("me bot-1", "pebbles"))
    assert "alone against the AI" in told(opened("me here", "cublino-pur"))
    assert "clock" in told(opened("me bot-1", "cublino-pur", time=BULLET))
    handed = begun()
    handed.handle(HandOver(id=next_id(), seat=MINE), ADA, 0)
    assert "Take it back first" in told(handed)


def test_nobody_else_and_nobody_too_late_can_take_a_turn_back() -> None:
    table = begun()
    with pytest.raises(NotYourSeat):
        take_back(table, EVE)
    with pytest.raises(NotYourSeat):
        take_back(table, seat=1)
    with pytest.raises(Stale):
        table.handle(Retract(id=next_id(), seat=MINE, moment=table.moment(MINE) - 1), ADA, 0)
    table.handle(GiveUp(id=next_id(), seat=MINE), ADA, 0)
    assert why_not(table) == "The match is over."


def test_the_same_turn_again_meets_the_same_luck() -> None:
    """The mines of the next round are drawn when the last tile is taken."""
    table = opened("me bot-1", "cyberzul")
    answered(table)
    while not table.view(MINE).position.startswith("round 2"):
        before = table.view(MINE).position
        mine = play(table)
        answered(table)
    after = table.view(MINE).position
    take_back(table)
    assert table.view(MINE).position == before
    play(table, getattr(mine[0], "action", ""))
    answered(table)
    assert table.view(MINE).position == after


def test_such_a_match_has_a_result_but_no_high_score() -> None:
    table = begun()
    take_back(table)
    play_to_the_end(table)
    place = table.summary().places[MINE]
    assert place.rank is not None
    assert place.score is not None
    assert place.value is None


def test_points_that_were_taken_back_are_counted_once() -> None:
    """In every round, the last turn is taken back once, and then spoilt."""
    scene, table, pick, rounds = frozenset({"scene"}), opened("me bot-1", "cyberzul"), random.Random(4), {"round 1"}
    answered(table)
    while table.summary().status == "running":
        play(table, pick.choice([text for text in table.view(MINE).texts() if not text.endswith("floor")] or [None]))
        answered(table)
        table.look(MINE, 0, wants=scene)
        now = table.view(MINE).position.partition(" |")[0]
        if now not in rounds and table.summary().status == "running":
            rounds.add(now)
            take_back(table)
            play(table, next(text for text in table.view(MINE).texts() if text.endswith("floor")))
            answered(table)
            table.look(MINE, 0, wants=scene)
    look = table.look(MINE, 0, wants=scene).position
    assert len(rounds) > 2
    assert not isinstance(look, msgspec.UnsetType)
    assert any(look.scores)
    assert not isinstance(look.breakdown, msgspec.UnsetType)
    assert [sum(points) for points in zip(*(row.points for row in look.breakdown), strict=True)] == look.scores


@every_open_game
def test_the_record_tells_what_was_taken_back_and_every_head_that_was_seen_fits(game: Game) -> None:
    table, heads, chosen = opened("me bot-1", game.name), [], random.Random(game.name)
    while table.summary().status == "running":
        answered(table)
        if table.summary().status != "running":
            break
        heads.append(str(position(table).head))
        legal = position(table, MINE).legal
        assert isinstance(legal, list)
        play(table, chosen.choice(legal))
        heads.append(str(position(table).head))
        if table.summary().status == "running" and chosen.random() < 0.3:
            answered(table)
            if table.summary().status == "running":
                take_back(table)
    record = ended_record(table)
    assert record.retractions
    again = Record.from_json(record.to_json())
    assert again == record
    assert replay(again).scores == tuple(record.scores or ())
    for head in chosen.sample(heads, 4):
        checked = verify(again, Evidence((commitment(SECRET),), (), (head,)))
        assert any("were taken back" in sentence for sentence in checked.proven)
    total = len(record.actions)
    assert (
        f"Actions 1 to {total} of {total} were played as the record says."
        in verify(again, Evidence((), (), (str(position(table).head),))).proven
    )


def test_a_record_that_hides_or_changes_what_was_taken_back_does_not_fit_its_chain() -> None:
    table = begun()
    take_back(table)
    play_to_the_end(table)
    record = ended_record(table)
    taken = record.retractions[0]
    other = "a1a2" if taken.actions[0] != "a1a2" else "b1b2"
    for wrong in (
        [],
        [Retraction(keep=0, actions=taken.actions[:1])],
        [Retraction(keep=0, actions=[other, *taken.actions[1:]])],
        [taken, taken],
    ):
        with pytest.raises(BadRecord, match="head"):
            verify(msgspec.structs.replace(record, retractions=wrong))


def test_a_record_with_nonsense_about_what_was_taken_back_is_refused() -> None:
    record = msgspec.structs.replace(ended_record(finished()), fair=None)
    for wrong in (
        Retraction(keep=-1, actions=["a1a2"]),
        Retraction(keep=len(record.actions) + 1, actions=["a1a2"]),
        Retraction(keep=0, actions=[]),
        Retraction(keep=0, actions=["a1a2; a2a3"]),
        Retraction(keep=0, actions=["d1d7"]),
    ):
        with pytest.raises(BadRecord):
            verify(msgspec.structs.replace(record, retractions=[wrong]))


def finished() -> Table:
    table = begun()
    play_to_the_end(table)
    return table


@every_open_game
def test_the_log_gives_the_same_table_and_clients_catch_up_whenever_they_look(game: Game, seed: int) -> None:
    pick = random.Random(seed)
    seats = max(game.seats)
    table = opened(" ".join(["me", *["bot-1"] * (seats - 1)]), game.name)
    viewers = [*range(seats), SPECTATOR]
    shadow = copy_of(table)
    steady, lazy = ([Client(viewer) for viewer in viewers] for _ in range(2))
    taken = 0
    for _ in range(60):
        if table.summary().status != "running":
            break
        events: list[AnyEvent]
        try:
            if pick.random() < 0.2:
                events = take_back(table)
                taken += 1
            elif table.pending is not None:
                events = table.answer(table.pending, pick.choice(table.pending_view().texts()), 0)
            else:
                legal = position(table, MINE).legal
                assert isinstance(legal, list)
                events = play(table, pick.choice(legal))
        except NotNow:
            continue
        for event in events:
            shadow.apply(decode_event(encode_event(event)))
        for viewer in viewers:
            assert whole_look(shadow, viewer, 0) == whole_look(table, viewer, 0)
        for one, other in zip(steady, lazy, strict=True):
            one.look(table, 0)
            if pick.random() < 0.15:
                other.look(table, 0)
                fresh = Client(one.viewer)
                fresh.look(table, 0)
                assert one.picture == other.picture == fresh.picture
    assert taken


def copy_of(table: Table) -> Table:
    """Another table with the same events so far: none but those of the start."""
    again = opened(
        " ".join("me" if place.player else "bot-1" for place in table.summary().places), table.summary().game
    )
    assert again.number == table.number
    return again
