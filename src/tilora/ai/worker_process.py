"""What every worker process does first, whether for an arena or for a server."""

import multiprocessing as mp
import multiprocessing.connection
import os
import signal
import threading


def begin() -> None:
    """Leave Ctrl-C to the parent process, and end when the parent has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = mp.parent_process()
    if parent is not None:
        # If the parent is killed, nobody else would end its workers.
        threading.Thread(target=_leave_with, args=(parent.sentinel,), daemon=True).start()


def _leave_with(sentinel: int) -> None:
    multiprocessing.connection.wait([sentinel])
    os._exit(0)
