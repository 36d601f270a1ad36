"""Docks: load three docks with ever higher crates."""

from tilora.kernel import Game

DOCKS = Game(
    name="docks",
    title="Docks",
    summary="Load three docks with ever higher numbers: the higher the pile, the more a card is worth.",
    version=1,
    seats=(2, 3, 4),
    folder="tilora_docks",
    hidden=True,
    learning=1,
)
