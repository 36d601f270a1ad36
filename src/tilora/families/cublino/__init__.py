"""The Cublino family: Pur and Contra. The same dice on the same board, two rule sets."""

from tilora.kernel import Game

PUR = Game(
    name="cublino-pur",
    title="Cublino Pur",
    summary="Tip and jump your dice across the board, and arrive with high faces on top.",
    version=1,
    seats=(2,),
    folder="tilora.families.cublino",
    hidden=False,
    variant=0,
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
)
