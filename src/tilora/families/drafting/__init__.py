"""The drafting family: Cyberzul and Zellij. Two games with the same rules but for a few."""

from tilora.kernel import Game

CYBERZUL = Game(
    name="cyberzul",
    title="Cyberzul",
    summary="Draft glazed tiles from the mines and lay them on your wall.",
    version=1,
    seats=(2, 3, 4),
    folder="tilora.families.drafting",
    hidden=False,
    variant=0,
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
)
