"""What all processes have in common that play or think for another one."""

import multiprocessing as mp
import multiprocessing.connection
import os
import signal
import threading


def begin() -> None:
    """A worker has started: it leaves Ctrl-C to its parent, and goes when that has gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = mp.parent_process()
    if parent is not None:
        # Killed without a chance to say so, the parent would leave its workers waiting for ever.
        threading.Thread(target=_leave_with, args=(parent.sentinel,), daemon=True).start()


def _leave_with(sentinel: int) -> None:
    multiprocessing.connection.wait([sentinel])
    os._exit(0)
