"""What the conformance tests run over. The games are played by `tilora.tools.check`, as for `tilora check`."""

from tilora.kernel import games

TABLES = [(game, seats) for game in games() for seats in game.seats]
"""Every installed game with every number of seats: what a conformance test runs over."""
NAMES = [f"{game.name}-{seats}" for game, seats in TABLES]
