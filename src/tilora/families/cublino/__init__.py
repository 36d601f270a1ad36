"""The Cublino family: Pur and Contra, two games with the same dice on the same board.

Imports the kernel and scenes, never another family.
"""

from tilora.kernel import Game, Side

SIDES = (Side("White", "#f6eedb"), Side("Black", "#46291b"))

PUR = Game(
    name="cublino-pur",
    title="Cublino Pur",
    summary="Tip and jump your dice across the board, and arrive with high faces on top.",
    version=1,
    seats=(2,),
    folder="tilora.families.cublino",
    hidden=False,
    variant=0,
    learning=2,
    challenge=False,  # it has no chance, so every day would be the same
    sides=SIDES,
)

CONTRA = Game(
    name="cublino-contra",
    title="Cublino Contra",
    summary="Tip your dice into battle; the first die to get across wins.",
    version=1,
    seats=(2,),
    folder="tilora.families.cublino",
    hidden=False,
    variant=1,
    unit="dice",
    learning=2,
    challenge=False,  # likewise
    sides=SIDES,
)
