"""A server looks for garbage when its memory has grown, and not before."""

import asyncio
import gc
import weakref

from tilora.server.garbage import GarbageSchedule


class Circle:
    """Refers to itself."""

    def __init__(self) -> None:
        self.own = self


def test_garbage_is_found_once_memory_has_grown() -> None:
    schedule = GarbageSchedule()
    gone = weakref.ref(Circle())
    assert not schedule.check()
    assert gone() is not None
    grown = [[number] for number in range(3_000_000)]
    assert schedule.check()
    assert gone() is None
    assert not schedule.check(), "it has not grown since"
    del grown
    gc.unfreeze()


def test_python_looks_for_garbage_again_after_the_server_has_stopped() -> None:
    async def serve_for_a_moment() -> bool:
        schedule = asyncio.create_task(GarbageSchedule().run())
        await asyncio.sleep(0)
        off = not gc.isenabled()
        schedule.cancel()
        await asyncio.gather(schedule, return_exceptions=True)
        return off

    assert asyncio.run(serve_for_a_moment())
    assert gc.isenabled()
    gc.unfreeze()
