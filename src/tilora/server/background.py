"""Tasks that nobody awaits."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from tilora.server.logs import log_error


class BackgroundTasks:
    """Keeps tasks alive until they end, and logs those that fail."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run the coroutine as a task."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    async def stop(self) -> None:
        """Cancel all tasks and wait for their end."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log_error("a background task failed", error)
