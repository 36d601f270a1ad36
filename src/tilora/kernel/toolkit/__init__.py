"""Tools for authors of games: what several games would otherwise write again.

Reading and writing positions, sentences, dealing hidden cards; and in modules of their own boards of `squares`,
`tipping_dice` and `zobrist` numbers, for games that have them. Imports the contract of games and nothing else of the
kernel; no game has to use it.
"""

from tilora.kernel.toolkit.hands import deal, deal_unseen, hide_hands, is_hidden
from tilora.kernel.toolkit.heaps import check_heaps, check_ranks, each_kind, heap_text
from tilora.kernel.toolkit.lettered_heaps import counts_text, read_counts, read_letters
from tilora.kernel.toolkit.numbered_places import read_place
from tilora.kernel.toolkit.positions import HIDDEN, NONE, join_position, read_number, require, split_position
from tilora.kernel.toolkit.sentences import listing, plural, pointer, read_word, signed, to_act

__all__ = [
    "HIDDEN",
    "NONE",
    "check_heaps",
    "check_ranks",
    "counts_text",
    "deal",
    "deal_unseen",
    "each_kind",
    "heap_text",
    "hide_hands",
    "is_hidden",
    "join_position",
    "listing",
    "plural",
    "pointer",
    "read_counts",
    "read_letters",
    "read_number",
    "read_place",
    "read_word",
    "require",
    "signed",
    "split_position",
    "to_act",
]
