"""Tools for authors of games: what several games would otherwise write again.

Reading and writing positions, sentences, dealing hidden cards; and in modules of their own boards of `squares`,
`tipping_dice` and `zobrist` numbers, for games that have them. Imports the contract of games and nothing else of the
kernel; no game has to use it.
"""

from tilora.kernel.toolkit.hands import deal, deal_unseen, is_hidden
from tilora.kernel.toolkit.heaps import counts_text, heap_text, read_counts, read_heap
from tilora.kernel.toolkit.places import read_place
from tilora.kernel.toolkit.points import signed
from tilora.kernel.toolkit.positions import HIDDEN, NONE, join_position, read_number, require, split_position
from tilora.kernel.toolkit.sentences import listing, plural, pointer, read_word, to_act

__all__ = [
    "HIDDEN",
    "NONE",
    "counts_text",
    "deal",
    "deal_unseen",
    "heap_text",
    "is_hidden",
    "join_position",
    "listing",
    "plural",
    "pointer",
    "read_counts",
    "read_heap",
    "read_number",
    "read_place",
    "read_word",
    "require",
    "signed",
    "split_position",
    "to_act",
]
