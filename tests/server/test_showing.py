"""Time waits for a page that shows what happened, and for nobody else; and pages can ask what an action would do."""

import pytest

from tests.server.client import Player, Refused, new_id, persons
from tests.server.process import ServerProcess
from tests.server.test_clock_over_restarts import log_of
from tests.store.support import awaited
from tilora.server.messages import AskPreview, Previewed
from tilora.table.commands import Play, Shown
from tilora.table.events import Played, Time, TimeBegun

LONG = Time(kind="clock", seconds=600)


@awaited
async def test_a_page_starts_its_time_and_a_program_never_waits(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann:
        table = await ann.open(persons("cublino-contra", "me", "here", time=LONG))
        async with ann.at(table, 0) as program, ann.at(table, 1, wants="legal,changes") as page:
            await program.play(program.legal[0])
            await page.until(lambda: page.clock is not None and page.clock.waits > 0)
            await page.do(Shown(id=new_id(), seat=1, moment=page.moment))
            assert page.clock is not None
            assert page.clock.waits == 0
            await page.play(page.legal[0])
            await program.until(lambda: bool(program.legal))
            assert program.clock is not None
            assert (program.clock.running, program.clock.waits) == (0, 0)
            play = Play(id=new_id(), seat=0, moment=program.moment, action=program.legal[0])
            await ann.post(table, play)
        log = await log_of(server.database, table)
        assert [event.seat for event in log if isinstance(event, TimeBegun)] == [1]
        assert [event.at_once for event in log if isinstance(event, Played)] == [True, False, True]


@awaited
async def test_nobody_starts_the_time_of_another(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann, await Player.new(server.base, "Bob") as bob:
        table = await ann.open(persons("cublino-contra", "me", "open", time=LONG))
        async with ann.at(table, 0) as first, bob.at(table) as second:
            await second.join()
            await first.until(lambda: bool(first.legal))
            await first.play(first.legal[0])
            with pytest.raises(Refused, match="not-your-seat"):
                await first.do(Shown(id=new_id(), seat=1, moment=first.moment))


@awaited
async def test_a_preview_is_for_ones_own_legal_actions(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann, await Player.new(server.base, "Bob") as bob:
        table = await ann.open(persons("cublino-contra", "me", "open"))
        async with ann.at(table, 0) as first, bob.at(table) as second:
            await second.join()
            await first.until(lambda: bool(first.legal))
            ask = AskPreview(id=new_id(), seat=0, action=first.legal[0])
            await first.send(ask)
            seen = (await first.answer(ask.id, Previewed)).preview
            assert seen is not None
            assert [ghost.piece.id for ghost in seen.ghosts] == [f"die-{first.legal[0][-2:]}"]
            wrong = AskPreview(id=new_id(), seat=0, action="a1a9")
            await first.send(wrong)
            assert (await first.answer(wrong.id, Previewed)).preview is None
            other = AskPreview(id=new_id(), seat=0, action=first.legal[0])
            await second.send(other)
            with pytest.raises(Refused, match="not-your-seat"):
                await second.answer(other.id, Previewed)
