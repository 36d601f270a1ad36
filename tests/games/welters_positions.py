"""Setting up positions of Welters for tests: a plain map, and the tiles and cards that a test cares about."""

from collections import Counter

import pytest

from tilora.families.welters import WELTERS, rules
from tilora.kernel import (
    IllegalAction,
    Match,
)

# A map to start from: all values are 5. Tests put other tiles where they want them.
#
#       a b c d e
#     1 W W W W W
#     2 W W W W W
#     3 W W W W W
#     4 S S S S S
#     5 S S S S S
#     6 S G G G G
#     7 G G G T T
PLAIN_MAP = "W" * 15 + "S" * 11 + "G" * 7 + "T" * 2
ALL_CARDS = [
    f"{colour}{value}"
    for colour in "ryb"
    for value, count in enumerate(rules.CARDS_OF_KIND[: rules.VALUES])
    for _ in range(count)
]
EIGHT = "r0 r0 r1 r1 y0 y0 y1 y1"
OTHER_EIGHT = "b0 b0 b1 b1 b2 b2 b3 b3"


def position(
    one: str = "-",
    two: str = "b9",
    turn: int = 1,
    chosen: str = "-",
    deck: int = 0,
    spent: str | None = None,
    every: str = "",
    also: dict[str, str] | None = None,
    **tiles: str,
) -> str:
    """The text of a position: hands and tiles as given, `deck` cards in the deck, all others spent.

    Tiles are named like c4="M5.5.5@1", or by their names in `also`; `every` is the owner of all others.
    """
    rest = Counter(ALL_CARDS) - Counter(f"{one} {two}".replace("-", "").split())
    heap = list(rest.elements())[deck:]
    texts = [f"{letter}5.5.5{every}" for letter in PLAIN_MAP]
    for name, text in (tiles | (also or {})).items():
        texts[tile_of(name)] = text
    rows = [" ".join(texts[row * 5 : row * 5 + 5]) for row in range(7)]
    return (
        f"turn {turn} | map {' / '.join(rows)} | hand 1 {one} | hand 2 {two} | chosen {chosen} | "
        f"spent {spent if spent is not None else ' '.join(heap) or '-'}"
    )


def tile_of(name: str) -> int:
    return (int(name[1]) - 1) * 5 + "abcde".index(name[0])


def owner(match: Match, name: str) -> int:
    """The seat that owns the tile, counted from 1; 0 for nobody."""
    return int(match.state.owner[tile_of(name)])


def legal(match: Match) -> list[str]:
    return [str(action) for action in match.legal()]


def after_rolling(text: str, action: str, *rolls: int) -> Match:
    """The match after the action, from a seed with which exactly these numbers are rolled."""
    for seed in range(3000):
        match = Match(WELTERS, position=text, seed=seed)
        match.play(action)
        if [int(roll) for roll in match.state.last_rolls if roll] == list(rolls):
            return match
    raise AssertionError(f"no seed rolls {rolls}")


def why(text: str, action: str) -> str:
    with pytest.raises(IllegalAction) as refused:
        Match(WELTERS, position=text).play(action)
    return str(refused.value)
