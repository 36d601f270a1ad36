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
    low_hash, high_hash = 0x811C9DC5, 0x1B873593
    for i in range(len(memory.words)):
        word = int(memory.words[i])
        low, high = word & WORD, (word >> 32) & WORD
        low_hash = ((low_hash ^ low) * 0x9E3779B1 + high) & WORD
        high_hash = ((high_hash ^ high) * 0x85EBCA6B + low) & WORD
        low_hash ^= low_hash >> 15
        high_hash ^= high_hash >> 13
    for i in range(len(memory.rest)):
        low_hash = ((low_hash ^ int(memory.rest[i])) * 0xC2B2AE35) & WORD
        low_hash ^= low_hash >> 16
    return (low_hash << 30) ^ high_hash
