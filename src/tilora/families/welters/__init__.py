"""Welters: casting cards for the tiles of a map. Imports the kernel and scenes, never another family."""

from tilora.kernel import Game

WELTERS = Game(
    name="welters",
    title="Welters",
    summary="Cast cards at the tiles of the map: the closer they match, the surer the capture.",
    version=1,
    seats=(2,),
    folder="tilora.families.welters",
    hidden=True,
)
