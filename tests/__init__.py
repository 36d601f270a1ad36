"""The tests. `make soak` runs the random games of conformance and oracles over twenty times as many games."""

import os

SOAK = int(os.environ.get("TILORA_SOAK", "1"))
"""How many times as many games as usual."""
