"""Hex: two seats, one board of hexagons, and no draws."""

from tilora.kernel import Game, Option

HEX = Game(
    name="hex",
    title="Hex",
    summary="Connect your two sides of the board with a chain of stones.",
    version=1,
    seats=(2,),
    folder="tilora_hex",
    options=(
        Option("size", ("11", "9", "7", "5"), "How many cells the board has along each side."),
        Option("swap", ("yes", "no"), "Whether the second seat may take over the first stone."),
    ),
    learning=1,
    challenge=False,
)
