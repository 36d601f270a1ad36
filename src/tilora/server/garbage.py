"""When a server looks for garbage: objects that refer to each other in a circle, and that nothing else would free.

Hardly anything here is in a circle, but much of what a server makes at play stays for a while. Python's own schedule
looks at the new objects after every few hundred moves, and at all the parts of scenes that they hold. That took 6 % of
the processor, and paused all tables for 30 ms each time. So a server looks only when its memory has grown.
"""

import asyncio
import gc
import sys

CHECK_SECONDS = 10.0
GROWTH = 1.5
"""By how much memory has to grow after a search before there is another."""


class GarbageSchedule:
    """Decides when to look for garbage."""

    def __init__(self) -> None:
        """Leave out what is there now: it is loaded, and stays loaded."""
        gc.collect()
        gc.freeze()
        self._blocks = sys.getallocatedblocks()

    async def run(self) -> None:
        """Look for garbage whenever it may be worth it, instead of Python."""
        gc.disable()
        try:
            while True:
                await asyncio.sleep(CHECK_SECONDS)
                self.check()
        finally:
            gc.enable()

    def check(self) -> bool:
        """Look for garbage if memory has grown enough since the last time. Return whether it had."""
        if sys.getallocatedblocks() < GROWTH * self._blocks:
            return False
        gc.collect()
        self._blocks = sys.getallocatedblocks()
        return True
