"""What the kernel needs of layers above it, which it must not import. It imports nothing itself.

`tilora` sets these, so they are there before anybody can import the kernel.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType
    from typing import Any

svg_of: "Callable[[Any], str]"
"""Returns a view as SVG."""
text_of_board: "Callable[[ModuleType, Any], str]"
"""Returns as text the board that a game's `board.py` describes for a state."""
