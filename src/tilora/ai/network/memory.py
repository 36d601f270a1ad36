"""The memory of a search with a network: the tree, its settled values, and room for one simulation."""

from typing import Any, NamedTuple

import numpy as np

from tilora.ai.network.contract import Shape
from tilora.ai.network.weights import make_scratch
from tilora.kernel import CHANCE
from tilora.kernel.contract.game import Rules

EXPLORE = 0.5
"""How strongly the tree favours actions that were tried rarely."""
UNTRIED = 0.08
"""How much worse than the average of the others an untried action is assumed to be."""
CANDIDATES = 16
"""The largest number of actions that `gumbel_search` considers."""
FEW = 0.2
"""An action with fewer visits than this share of the most visited one's is not taken."""
DEEPEST = 200


class Memory(NamedTuple):
    """Everything that a search needs, allocated once for a game and a maximum tree size."""

    first: Any
    """By node: its first edge. The edges of a node are contiguous."""
    count: Any
    """By node: how many edges it has; none before a simulation goes on from it."""
    tried: Any
    """By node below the root: how many of its edges were tried. They come first, then the one to be tried next."""
    hidden: Any
    """By node: the last hidden layer for its position, from which its priors are computed when they are needed."""
    unsettled: Any
    """By node: how many of its edges are not settled."""
    settled: Any
    """By node: the index of its settled values, or UNSETTLED."""
    actor: Any
    node_visits: Any
    """By node: simulations through it, and the sum of their results for the actor."""
    node_value: Any
    action: Any
    """By edge."""
    logit: Any
    prior: Any
    visits: Any
    value: Any
    """By edge: the sum of results, for the actor."""
    child: Any
    settled_values: Any
    """By index: results by seat, then scores by seat."""
    is_end: Any
    """By index: whether these values are those of a finished match."""
    used: Any
    """Nodes, edges and settled values in use, and simulations done."""
    states: Any
    out: Any
    scratch: Any
    points: Any
    """How many points of the game one unit of the network's points stands for."""
    values: Any
    scores: Any
    deals: Any
    """By sampled deal: the chance that deals it, the same wherever the tree comes to a border."""
    dealing: Any
    """The one that is being used."""
    mean: Any
    """Room for the mean over several deals: results by seat, then scores by seat."""
    totals: Any
    """The sums over all simulations: results by seat, then scores by seat."""
    root_values: Any
    """By seat: the value of the root according to the network alone."""
    known_keys: Any
    """A hash table of the positions in the tree: keys and nodes. 0 is no node, for nothing leads to the root."""
    known_nodes: Any
    words: Any
    """The bytes of the first of `states`: as words of 64 bits, and what is left over."""
    rest: Any
    path: Any
    """The edges of a simulation."""
    path_nodes: Any
    """The nodes that these edges leave."""
    candidates: Any
    noise: Any
    target: Any
    """By edge of the root: the improved policy."""
    by_seat: Any
    """By edge of the root and seat: the sum of results."""
    searched: Any
    """By seat: the value of the position under the improved policy."""
    is_open: Any
    weights: Any
    """How likely a reply is, by action."""
    tuning: Any
    """Constants of the search, here so that other values can be tried without compiling again."""


EXPLORING, UNTRIED_LOSS, FEW_VISITS, DRAW_VALUE, REPLIES = range(5)
"""Indices in `tuning`: EXPLORE, UNTRIED, FEW, what a draw counts, and whether a search plays on through the turns of
others."""
BEFORE, AFTER = 3, 4
"""Indices in `states`; the first three are the simulation's, and self-play's."""
NODES, EDGES, VALUES, DONE = 0, 1, 2, 3
"""Indices in `used`."""
RESULTS, SCORES = 0, 1
"""Indices in `totals` and in each entry of `settled_values`."""


def make_memory(rules: Rules, shape: Shape, hidden: tuple[int, int], nodes: int, edges_per_node: int = 48) -> Memory:
    """Allocate a tree with this many nodes."""
    edges = nodes * edges_per_node + shape.most_actions
    f32, i32 = np.float32, np.int32
    size = rules.STATE.itemsize
    bytes_of_states = np.zeros(5 * size, np.uint8)
    known = 1 << (2 * nodes).bit_length() if shape.is_open else 1
    return Memory(
        first=np.zeros(nodes, i32),
        count=np.zeros(nodes, i32),
        tried=np.zeros(nodes, i32),
        hidden=np.zeros((nodes, hidden[1]), f32),
        unsettled=np.zeros(nodes, i32),
        settled=np.zeros(nodes, i32),
        actor=np.zeros(nodes, np.int8),
        node_visits=np.zeros(nodes, i32),
        node_value=np.zeros(nodes, f32),
        action=np.zeros(edges, i32),
        logit=np.zeros(edges, f32),
        prior=np.zeros(edges, f32),
        visits=np.zeros(edges, i32),
        value=np.zeros(edges, f32),
        child=np.zeros(edges, i32),
        settled_values=np.zeros((nodes, 2, shape.seats), np.float64),
        is_end=np.zeros(nodes, np.bool_),
        used=np.zeros(4, np.int64),
        states=bytes_of_states.view(rules.STATE),
        out=np.zeros(shape.most_actions, i32),
        scratch=make_scratch(shape, hidden),
        points=np.full(1, shape.points),
        values=np.zeros(shape.seats, np.float64),
        scores=np.zeros(shape.seats, np.float64),
        deals=np.zeros(shape.deals, CHANCE),
        dealing=np.zeros(1, CHANCE),
        mean=np.zeros((2, shape.seats), np.float64),
        totals=np.zeros((2, shape.seats), np.float64),
        root_values=np.zeros(shape.seats, np.float64),
        known_keys=np.zeros(known, np.int64),
        known_nodes=np.zeros(known, i32),
        words=bytes_of_states[: size // 8 * 8].view(np.int64),
        rest=bytes_of_states[size // 8 * 8 : size],
        path=np.zeros(DEEPEST + 1, i32),
        path_nodes=np.zeros(DEEPEST + 1, i32),
        candidates=np.zeros(CANDIDATES, i32),
        noise=np.zeros(shape.most_actions, f32),
        target=np.zeros(shape.most_actions, f32),
        by_seat=np.zeros((shape.most_actions, shape.seats), np.float64),
        searched=np.zeros(shape.seats, np.float64),
        is_open=np.full(1, shape.is_open),
        weights=np.zeros(shape.most_actions, np.float64),
        tuning=np.array([EXPLORE, UNTRIED, FEW, shape.draw_value, shape.has_reply]),
    )
