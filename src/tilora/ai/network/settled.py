"""What is settled: edges and nodes of the tree that always lead to the same values.

These are the end of a match without chance, a border that has only one value, and every node that follows from them.
"""

from tilora.ai.network.memory import RESULTS, SCORES, VALUES, Memory
from tilora.kernel import rule

SETTLED = -2
"""In place of a child: from here down, the edge is settled, with the values at SETTLED - child."""
DEALT = 1 << 30
"""In place of a child: chance deals after the action, so that several nodes follow. Such an edge is never settled."""
UNSETTLED = -1
"""In place of the index of a node's values."""
WIN = 0.9
"""The end of a match is worth at least this to its winner, see `result` and HASTE."""


@rule
def settle_last(depth: int, seats: int, is_end: bool, memory: Memory) -> None:
    """Keep `values` and `scores` as what the last edge of the path always leads to, if there is room."""
    index = int(memory.used[VALUES])
    if index == len(memory.is_end):
        return
    memory.used[VALUES] += 1
    memory.is_end[index] = is_end
    for seat in range(seats):
        memory.settled_values[index, RESULTS, seat] = memory.values[seat]
        memory.settled_values[index, SCORES, seat] = memory.scores[seat]
    memory.child[memory.path[depth - 1]] = SETTLED - index
    memory.unsettled[memory.path_nodes[depth - 1]] -= 1


@rule
def copy_settled(index: int, seats: int, memory: Memory) -> None:
    """Set `values` and `scores` to settled ones."""
    for seat in range(seats):
        memory.values[seat] = memory.settled_values[index, RESULTS, seat]
        memory.scores[seat] = memory.settled_values[index, SCORES, seat]


@rule
def settle_path(depth: int, memory: Memory) -> None:
    """Settle every node of the path that the last edge settles, from the end of the path to the root."""
    for place in range(depth - 1, -1, -1):
        edge, node = int(memory.path[place]), int(memory.path_nodes[place])
        if memory.child[edge] > SETTLED:
            return
        actor = int(memory.actor[node])
        memory.value[edge] = memory.visits[edge] * settled_value(edge, actor, memory)
        if memory.settled[node] != UNSETTLED:
            return
        proven_win = memory.is_end[SETTLED - memory.child[edge]] and settled_value(edge, actor, memory) >= WIN
        if memory.unsettled[node] > 0 and not proven_win:
            return
        best = best_settled(node, memory)
        memory.settled[node] = SETTLED - memory.child[best]
        if place == 0 or memory.child[memory.path[place - 1]] == DEALT:
            return
        memory.child[memory.path[place - 1]] = memory.child[best]
        memory.unsettled[memory.path_nodes[place - 1]] -= 1


@rule
def settled_value(edge: int, actor: int, memory: Memory) -> float:
    """Return what a settled edge is worth to the seat."""
    return float(memory.settled_values[SETTLED - memory.child[edge], RESULTS, actor])


@rule
def best_settled(node: int, memory: Memory) -> int:
    """Return the settled edge of the node that is worth most to its actor, or -1 if none is settled."""
    first, actor = int(memory.first[node]), int(memory.actor[node])
    best, best_value = -1, -1.0
    for edge in range(first, first + int(memory.count[node])):
        if memory.child[edge] <= SETTLED and settled_value(edge, actor, memory) > best_value:
            best, best_value = edge, settled_value(edge, actor, memory)
    return best
