"""A wide toy game without advice: many actions, none of which looks better than another."""

from tilora.kernel import Game

WIDE = Game(
    name="wide",
    title="Wide",
    summary="Claim eight of eighty-one cells.",
    version=1,
    seats=(2,),
    folder="tests.ai.wide",
    hidden=False,
)
