"""Looking one action ahead: the lead in points right after each action."""

import numpy as np

from tilora.ai import advice
from tilora.kernel import chance_of
from tilora.kernel.compiled.engine import engine_of
from tilora.kernel.match.view import View


def leads(view: View, seed: int) -> dict[str, tuple[float, float]]:
    """Return by the text of each legal action the lead in points right after it, and how much it is preferred."""
    engine, words, seat = engine_of(view.game.rules), view.game.words, view.seat
    imagined = view.imagine(seed)
    found = {}
    legal = engine.legal(view.state)
    weights = np.zeros(len(legal))
    advice.weigh(view.state, legal, len(legal), weights)
    for code, weight in zip(map(int, legal), map(float, weights), strict=True):
        after = engine.play(imagined, code, chance_of(seed, 1))
        others = [int(after.score[other]) for other in range(view.state.seats) if other != seat]
        lead = float(int(after.score[seat]) - max(others))
        if after.over:
            lead += 1000.0 if after.rank[seat] == 1 else -1000.0
        found[words.action_text(view.state, code)] = (lead, weight)
    return found
