"""Welters: casting cards at the tiles of a map. Imports the kernel and scenes, never another family."""

from tilora.kernel import Game

WELTERS = Game(
    name="welters",
    title="Welters",
    summary="Cast cards at the tiles of a map: the closer they match, the better your chance to capture.",
    version=1,
    seats=(2,),
    folder="tilora.families.welters",
    hidden=True,
    learning=4,
)
