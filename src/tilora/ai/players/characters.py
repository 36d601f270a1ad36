"""The levels as characters: craftspeople around a courtyard table, the same in every game.

A name is something to remember and to beat; `level 5` stays beside it wherever there is room. What a character says is
true of how its level plays in every game, see `tilora.ai.players.levels`. The page draws a face for each.
"""

from dataclasses import dataclass

from tilora.ai.players import levels


@dataclass(frozen=True)
class Character:
    """Who plays at a level."""

    level: int
    name: str
    """With its article, as at the beginning of a sentence."""
    saying: str
    """One sentence about how it plays, in its own words."""


CHARACTERS = (
    Character(1, "The Apprentice", "I learned the rules this morning, and I play what looks right."),
    Character(2, "The Potter", "I go by eye and by feel, and some pots come out crooked."),
    Character(3, "The Weaver", "I follow the thread in my hand, and not yet the whole cloth."),
    Character(4, "The Carpenter", "I measure twice, on most days."),
    Character(5, "The Glazier", "I look a little way ahead, and take the best that I can see."),
    Character(6, "The Mason", "I turn a stone over several times before I set it."),
    Character(7, "The Astronomer", "I follow many paths at once, and few of them surprise me."),
    Character(8, "The Architect", "I try out thousands of plans before I touch a piece."),
)
MASTER = Character(9, "The Master", "I think five times as long as the Architect.")
"""Of the level beyond the others, which is not offered at tables."""


def character(level: int) -> Character:
    """Return who plays at that level. Raises BadSetup if there is no such level."""
    return CHARACTERS[levels.level(level).number - 1]
