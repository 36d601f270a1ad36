"""Loading Numba: once, by one thread, and not before somebody needs it."""

import threading

_lock = threading.Lock()


def load_numba() -> None:
    """Numba is imported. Whoever imports a module that needs it calls this first.

    Its modules import each other in circles, so that two threads which begin at different ones at the same time can
    find some of them half made.
    """
    with _lock:
        # To have them is all we want.
        import numba.extending  # noqa: F401
        import numba.np.numpy_support  # noqa: F401
