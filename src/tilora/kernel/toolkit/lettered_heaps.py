"""Heaps in texts of positions: things that are counted by kind, where each kind has a letter.

With the letters BORKW, two blue tiles, an orange one and a black one are `BBOK`. A large heap is counted: `B9 O12 …`.
"""

import re
from collections.abc import Iterable

from tilora.kernel.toolkit.positions import NONE, require


def counts_text(counts: Iterable[int], letters: str) -> str:
    """Return how many things there are of each kind: "B9 O12 R0 K3 W7"."""
    return " ".join(f"{letter}{count}" for letter, count in zip(letters, counts, strict=True))


def read_letters(text: str, letters: str, most: int, advice: str) -> list[int]:
    """Return the counts of what `heap_text` wrote.

    Raises UnreadablePosition with the advice, if there are other letters or more than `most` things: "Write at most 4
    tiles like BBOK, or - for none, instead of 'BX'."
    """
    things = "" if text == NONE else text
    good = len(things) <= most and not set(things) - set(letters)
    require(good, f"{advice}, instead of {text[:40]!r}.")
    return [things.count(letter) for letter in letters]


def read_counts(text: str, letters: str, most: int, advice: str) -> list[int]:
    """Return the counts of what `counts_text` wrote.

    Raises UnreadablePosition with the advice, if they are written otherwise or there are more than `most` of a kind.
    """
    digits = f"([0-9]{{1,{len(str(most))}}})"
    found = re.fullmatch(" ".join(letter + digits for letter in letters), text)
    counts = [int(count) for count in found.groups()] if found else []
    require(counts and max(counts) <= most, f"{advice}, instead of {text[:40]!r}.")
    return counts
