"""Loads Numba once, in one thread, and not before somebody needs it."""

import threading

_lock = threading.Lock()


def load_numba() -> None:
    """Import Numba. Call this before importing a module that needs it.

    Numba's modules import each other in circles: two threads that import different ones at the same time can find some
    of them half initialised.
    """
    with _lock:
        import numba.extending  # noqa: F401
        import numba.np.numpy_support  # noqa: F401
