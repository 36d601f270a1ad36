"""Loads Numba once, in one thread, and not before somebody needs it."""

import sys
import threading
from importlib.util import find_spec

_lock = threading.Lock()


def load_numba() -> None:
    """Import Numba. Call this before importing a module that needs it.

    Numba's modules import each other in circles: two threads that import different ones at the same time can find some
    of them half initialised.
    """
    with _lock:
        import numba.extending  # noqa: F401
        import numba.np.numpy_support  # noqa: F401

        _look_for_scipy_only()


def _look_for_scipy_only() -> None:
    """Let Numba see whether SciPy is installed without importing it: that takes as long as importing Numba.

    SciPy's linear algebra is imported by Numba where compiled code uses it. Rules don't.
    """
    from numba.np import linalg

    if "numba.np.arraymath" in sys.modules or not hasattr(linalg, "ensure_blas"):
        return
    ensure_blas, linalg.ensure_blas = linalg.ensure_blas, _look_for_scipy
    try:
        import numba.np.arraymath  # noqa: F401
    finally:
        linalg.ensure_blas = ensure_blas


def _look_for_scipy() -> None:
    if find_spec("scipy") is None:
        raise ImportError("SciPy is not installed.")
