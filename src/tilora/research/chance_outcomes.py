"""Chance as explicit outcomes: everything that an action can lead to, with its probability.

Rules draw their luck while they play. Here an action is played once for every sequence of draws, so no game has to list
its outcomes; what leads to the same position is added up.
"""

from typing import NamedTuple

from tilora.kernel import Action, Match, State, TiloraError
from tilora.kernel.compiled.interpreted import interpreted
from tilora.kernel.contract.chance import ScriptedChance
from tilora.kernel.contract.state import copied_cell

MOST_DRAWS = 2_000


class TooManyOutcomes(TiloraError):
    """Chance can answer in more ways than can be listed."""


class ChanceOutcome(NamedTuple):
    """One of the positions that an action can lead to."""

    probability: float
    state: State
    """The whole truth, with all hidden hands."""


def outcomes(match: Match, action: Action | str, *, most: int = MOST_DRAWS) -> list[ChanceOutcome]:
    """Return every position that the action can lead to, the likeliest first. Nothing is played.

    Raises TooManyOutcomes if there are more than `most` sequences of draws, and what `Match.check` raises.
    """
    code = match.check(str(action)).code
    state, play = match.state, match.game.rules.play
    found: dict[bytes, ChanceOutcome] = {}
    scripts: list[list[int]] = [[]]
    played = 0
    while scripts:
        script = scripts.pop()
        chance, after = ScriptedChance(script), copied_cell(state)
        play(interpreted(after), code, chance)  # type: ignore[arg-type]
        probability = 1.0
        for number, bound in enumerate(chance.bounds):
            probability /= bound
            if number >= len(script):
                drawn = [*script, *[0] * (number - len(script))]
                scripts += [[*drawn, other] for other in range(1, bound)]
        played += 1
        if played + len(scripts) > most:
            raise TooManyOutcomes(
                f"In {match.game.title}, chance can answer this action in more than {most:,} ways. Sample it instead: "
                "`match.copy()` and `match.view(seat).imagine(seed)` play on with other luck."
            )
        key = after.tobytes()
        known = found.get(key)
        found[key] = ChanceOutcome(probability + (known.probability if known else 0.0), after[0])
    return sorted(found.values(), key=lambda outcome: -outcome.probability)
