"""What people can do at a table besides playing, over real sockets."""

import random
from math import ceil

import pytest

from tests.patience import patience
from tests.server.client import Player, Refused, Sight, new_id, persons, play_out
from tests.server.process import ServerProcess
from tests.store.support import awaited
from tilora.server.messages import AskHintWhy, HintWhy
from tilora.table.commands import (
    Abort,
    Close,
    GiveUp,
    HandOver,
    Mute,
    Play,
    Rematch,
    Say,
    SetPlace,
    SetWatchers,
    StandIn,
    TakeBack,
)
from tilora.table.events import Time


def said(sight: Sight) -> list[str]:
    """The lines of chat so far."""
    return [line.text for line in sight.lines if line.kind == "chat"]


async def seen(sight: Sight, steps: int) -> None:
    """Wait until this many steps have been seen."""
    await sight.until(lambda: len(sight.steps) == steps)


@awaited
async def test_a_draft_is_seen_by_its_seat_alone_and_can_be_undone(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann:
        table = await ann.open(persons("rows-and-cols", "me", "here"))
        async with ann.at(table, 0) as first, ann.at(table, 1) as second, ann.at(table, "none") as watcher:
            while True:
                acting, waiting = (first, second) if first.legal else (second, first)
                shown = len(watcher.steps)
                await acting.play(acting.legal[0])
                assert acting.position is not None
                if acting.position.drafted:
                    break
                await seen(waiting, len(acting.steps))
                await seen(watcher, len(acting.steps))
            looks = waiting.looks, watcher.looks
            assert len(acting.steps) == shown + 1
            await acting.undo()
            assert len(acting.steps) == shown
            await acting.do(Say(id=new_id(), text="One moment."))
            await waiting.until(lambda: said(waiting) == ["One moment."])
            await watcher.until(lambda: said(watcher) == ["One moment."])
            assert (waiting.looks, watcher.looks) == (looks[0] + 1, looks[1] + 1)
            assert len(waiting.steps) == len(watcher.steps) == shown


@awaited
async def test_a_request_sent_twice_counts_once_and_is_answered_twice(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann:
        table = await ann.open(persons("cublino-contra", "me", "here"))
        async with ann.at(table) as first:
            play = Play(id="the same", seat=0, moment=first.moment, action=first.legal[0])
            await first.do(play)
            await first.do(play)
            assert len(first.steps) == 1
            with pytest.raises(Refused, match="reused-id"):
                await first.do(Play(id="the same", seat=1, moment=first.moment, action="something else"))


@awaited
async def test_a_stale_action_is_refused_and_a_complete_look_follows(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann:
        table = await ann.open(persons("cublino-contra", "me", "here"))
        async with ann.at(table, 0) as first:
            seen, legal = first.moment, first.legal
            await first.play(legal[0])
            with pytest.raises(Refused, match="stale"):
                await first.do(Play(id=new_id(), seat=0, moment=seen, action=legal[1]))
            looks = first.looks
            await first.until(lambda: first.looks > looks)
            assert first.last is not None
            assert first.last.table
            assert first.last.kept == 0


@awaited
async def test_what_the_rules_forbid_is_refused_in_their_words(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann, await Player.new(server.base, "Bob") as bob:
        table = await ann.open(persons("cublino-contra", "me", "here"))
        async with ann.at(table, 0) as first, bob.at(table) as watcher:
            with pytest.raises(Refused, match="unreadable"):
                await first.play("open the door")
            with pytest.raises(Refused, match="not-your-turn"):
                await first.play(first.legal[0], seat=1)
            with pytest.raises(Refused, match="not-your-seat"):
                await watcher.play(first.legal[0], seat=0)
            assert first.steps == []


@awaited
async def test_a_hint_is_a_legal_action(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann:
        table = await ann.open(persons("cublino-pur", "me", "1"))
        async with ann.at(table) as first:
            hint = await first.hint()
            assert hint.action in first.legal
            assert hint.moment == first.moment
            assert hint.alternatives[0].words


@awaited
async def test_why_a_hint_is_better_is_told_to_those_whose_turn_it_is(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann, await Player.new(server.base, "Eve") as eve:
        table = await ann.open(persons("pebbles", "me", "1"))
        async with ann.at(table) as first, eve.at(table) as watcher:
            await first.until(lambda: bool(first.legal))
            why = await first.hint_why(first.legal[0], first.legal[-1])
            assert why.moment == first.moment
            assert isinstance(why.text, str)
            with pytest.raises(Refused, match="illegal"):
                await first.hint_why(first.legal[0], "nonsense")
            await watcher.send(AskHintWhy(id="x", seat=0, action="a", instead="b"))
            with pytest.raises(Refused, match="not-your-seat"):
                await watcher.answer("x", HintWhy)


@awaited
async def test_the_ai_can_finish_a_turn_or_take_the_seat_until_it_is_taken_back(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann:
        table = await ann.open(persons("cublino-contra", "me", "here"))
        async with ann.at(table, 0) as first, ann.at(table, 1) as second:
            await first.do(StandIn(id=new_id(), seat=0, moment=first.moment))
            await second.until(lambda: bool(second.legal))
            assert second.steps[-1].by == "stand-in"
            await second.do(HandOver(id=new_id(), seat=1, level=1))
            await first.until(lambda: bool(first.legal))
            assert first.steps[-1].by == "stand-in"
            await first.do(TakeBack(id=new_id(), seat=1))
            await first.play(first.legal[0])
            await second.until(lambda: bool(second.legal))
            assert second.table is not None
            assert not second.table.counts


@awaited
async def test_a_bot_plays_to_the_end_for_a_player_who_gave_up(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann:
        table = await ann.open(persons("pebbles", "me", "1", "1"))
        async with ann.at(table) as first:
            await first.do(GiveUp(id=new_id(), seat=0))
            with pytest.raises(Refused):
                await first.do(TakeBack(id=new_id(), seat=0))
            await first.until(lambda: first.over)


@awaited
async def test_a_rematch_is_one_new_table_where_everybody_moves_up_a_seat(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann, await Player.new(server.base, "Bob") as bob:
        table = await ann.open(persons("cublino-contra", "me", "open"))
        async with ann.at(table) as first, bob.at(table) as second:
            await second.join()
            await play_out(first, second, dice=random.Random(2))
            await first.do(Rematch(id=new_id(), seat=0))
            await second.do(Rematch(id=new_id(), seat=1))
            await first.until(lambda: first.table is not None and first.table.rematch is not None)
            assert first.table is not None
            again = first.table.rematch
            assert again is not None
        async with ann.at(again) as first, bob.at(again) as second:
            assert (first.seat, second.seat) == (1, 0)
            assert first.table is not None
            assert first.table.earlier == table
            assert second.legal


@awaited
async def test_a_match_can_be_aborted_before_its_second_turn(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann:
        table = await ann.open(persons("welters", "me", "here"))
        async with ann.at(table) as first:
            await first.do(Abort(id=new_id()))
            assert first.status == "aborted"
            assert first.table is not None
            assert first.table.secret is not None


@awaited
async def test_people_talk_unless_the_host_has_muted_them(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann, await Player.new(server.base, "Bob") as bob:
        table = await ann.open(persons("zellij", "me", "1"))
        async with ann.at(table) as first, bob.at(table) as watcher:
            await watcher.do(Say(id=new_id(), text="  <b>Hello</b>\u202e \n there "))
            await first.until(lambda: said(first) == ["<b>Hello</b> there"])
            await first.do(Mute(id=new_id(), player=bob.me.player))
            with pytest.raises(Refused):
                await watcher.do(Say(id=new_id(), text="And another thing"))
            with pytest.raises(Refused, match="bad-text"):
                await first.do(Say(id=new_id(), text="\u200b"))


@awaited
async def test_spectators_who_are_kept_out_are_disconnected(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann, await Player.new(server.base, "Bob") as bob:
        table = await ann.open(persons("zellij", "me", "1"))
        async with ann.at(table) as first, bob.at(table) as watcher:
            await first.until(lambda: first.presence is not None and first.presence.watchers == 1)
            await first.do(SetWatchers(id=new_id(), watchers=False))
            bye = await watcher.ended()
            assert bye is not None
            assert bye.reason == "kept-out"
            await first.until(lambda: first.presence is not None and first.presence.watchers == 0)
        with pytest.raises(Refused, match="not-allowed"):
            async with bob.at(table):
                pass


@awaited
async def test_a_player_who_loses_a_seat_before_the_start_becomes_a_spectator(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann, await Player.new(server.base, "Bob") as bob:
        table = await ann.open(persons("cyberzul", "me", "open", "open"))
        async with ann.at(table) as first, bob.at(table) as second:
            await second.join(1)
            assert second.seat == 1
            await first.do(SetPlace(id=new_id(), seat=1, place="bot", level=1))
            await second.until(lambda: second.seat is None)


@awaited
async def test_closing_a_table_disconnects_everybody(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann, await Player.new(server.base, "Bob") as bob:
        table = await ann.open(persons("zellij", "me", "open"))
        async with ann.at(table) as first, bob.at(table) as watcher:
            with pytest.raises(Refused, match="not-allowed"):
                await watcher.do(Close(id=new_id()))
            await first.do(Close(id=new_id()))
            bye = await watcher.ended()
            assert bye is not None
            assert bye.reason == "closed"
        assert await ann.get("/api/me/tables", list[object]) == []


@awaited
async def test_everybody_sees_who_is_connected(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann, await Player.new(server.base, "Bob") as bob:
        table = await ann.open(persons("cyberzul", "me", "here", "open"))
        async with ann.at(table) as first:
            async with bob.at(table) as second:
                await second.join()
                await first.until(lambda: first.presence is not None and first.presence.seats == [True, True, True])
            await first.until(lambda: first.presence is not None and first.presence.seats == [True, True, False])


@pytest.mark.retry("Ann has to move before her clock has run out")
@awaited
async def test_in_bullet_mode_the_ai_moves_when_the_time_is_up(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann:
        time = Time(kind="bullet", seconds=ceil(patience(1)))
        table = await ann.open(persons("cublino-contra", "me", "1", time=time))
        async with ann.at(table) as first:
            assert first.clock is not None
            assert first.clock.running == 0
            await first.until(lambda: any(step.by == "stand-in" for step in first.steps))
            await first.until(lambda: bool(first.legal))
            await first.play(first.legal[0])
            assert first.steps[-1].by in ("person", "bot")


@awaited
async def test_a_player_whose_clock_is_at_zero_has_lost(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann:
        table = await ann.open(persons("cublino-contra", "me", "1", time=Time(kind="clock", seconds=1)))
        async with ann.at(table) as first:
            await first.until(lambda: first.over)
            assert first.table is not None
            assert first.table.seats[0].gave_up
            assert first.position is not None
            assert first.position.ranks == [2, 1]
