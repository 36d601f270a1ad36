"""The hash table of positions in the tree, so that paths that lead to the same position share its node."""

from tilora.ai.network.memory import Memory
from tilora.kernel import rule

WORD = 0xFFFFFFFF


@rule
def place_of_state(memory: Memory) -> int:
    """Return where in the hash table the first of `states` is; if it is not there yet, its key is written there."""
    key = key_of_state(memory)
    places = len(memory.known_keys)
    place = key & (places - 1)
    while memory.known_nodes[place] != 0 and memory.known_keys[place] != key:
        place = (place + 1) & (places - 1)
    memory.known_keys[place] = key
    return place


@rule
def key_of_state(memory: Memory) -> int:
    """Return a number of 62 bits for the first of `states`, equal for equal positions."""
    one, other = 0x811C9DC5, 0x1B873593
    for i in range(len(memory.words)):
        word = int(memory.words[i])
        low, high = word & WORD, (word >> 32) & WORD
        one = ((one ^ low) * 0x9E3779B1 + high) & WORD
        other = ((other ^ high) * 0x85EBCA6B + low) & WORD
        one ^= one >> 15
        other ^= other >> 13
    for i in range(len(memory.rest)):
        one = ((one ^ int(memory.rest[i])) * 0xC2B2AE35) & WORD
        one ^= one >> 16
    return (one << 30) ^ other
