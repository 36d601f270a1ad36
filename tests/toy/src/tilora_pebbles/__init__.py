"""Pebbles: a toy game with everything a game can have (chance, secrets, drafts, options) in one small folder."""

from tilora.kernel import Game, Option

PEBBLES = Game(
    name="pebbles",
    title="Pebbles",
    summary="Draw pebbles from the bowl and bank them in secret.",
    version=1,
    seats=(2, 3, 4),
    folder="tilora_pebbles",
    hidden=True,
    options=(Option("bowl", ("small", "large"), "How many pebbles there are: six of each colour, or twelve."),),
)
