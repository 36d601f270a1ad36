"""Oracles: independent second implementations of the rules, and the tests that hold the engines against them.

`make soak` plays twenty times as many games, and looks at every legal set of every one of them.
"""

import os

SOAK = int(os.environ.get("TILORA_SOAK", "1"))
"""How many times as many games as usual."""
