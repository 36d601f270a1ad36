"""Lanterns: how far do you dare to walk before you light a lantern?"""

from tilora.kernel import Game, Option

LANTERNS = Game(
    name="lanterns",
    title="Lanterns",
    summary="Walk on as the dice say, and light a lantern before a 1 takes you back to the last one.",
    version=1,
    seats=(2, 3, 4),
    folder="tilora_lanterns",
    options=(Option("way", ("50", "100"), "How many steps lead to the gate."),),
    unit="steps",
    learning=1,
)
