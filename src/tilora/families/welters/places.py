"""What things of Welters are called in scenes.

Cards of a kind are alike and states only count them, so ids say where a card lies: `hand-0-r5-1` and `hand-1-back-3`
in hands, `cast-r` for the red card that was spent last. Tiles have the names that players give them: `tile-c4`.
"""

from tilora.families.welters.positions import COLOUR_LETTERS, cards_text, tile_name


def hand_id(seat: int, kind: int, number: int) -> str:
    """The card of that kind in the hand; the chosen one has the highest number."""
    return f"hand-{seat}-{cards_text([kind])}-{number}"


def back_id(seat: int, number: int) -> str:
    return f"hand-{seat}-back-{number}"


def cast_id(colour: int) -> str:
    return f"cast-{COLOUR_LETTERS[colour]}"


def tile_id(tile: int) -> str:
    return f"tile-{tile_name(tile)}"


def cards_counted(count: int) -> str:
    return f"{count} {'card' if count == 1 else 'cards'}"
