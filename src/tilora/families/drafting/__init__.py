"""The drafting family: Cyberzul and Zellij, which share most of their rules.

Imports the kernel and scenes, never another family.
"""

from tilora.kernel import Game

CYBERZUL = Game(
    name="cyberzul",
    title="Cyberzul",
    summary="Draft glazed tiles from the Cyber Mines and lay them on your wall.",
    version=1,
    seats=(2, 3, 4),
    folder="tilora.families.drafting",
    hidden=False,
    variant=0,
    learning=2,
    draws_beginner=True,
)

ZELLIJ = Game(
    name="zellij",
    title="Zellij",
    summary="A duel at the factories: each tile counts once, and bonuses are paid at once.",
    version=1,
    seats=(2,),
    folder="tilora.families.drafting",
    hidden=False,
    variant=1,
    draws_beginner=True,
)
