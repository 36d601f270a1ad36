"""The words of Lanterns."""

from tilora.kernel import State
from tilora.kernel.toolkit import listing, plural, require
from tilora_lanterns.rules import LIGHT, WAYS

REASONS = ("", "a lantern hangs at the gate")


def action_text(state: State, action: int) -> str:
    return "light" if action == LIGHT else f"roll {action}"


def why_not(state: State, action: int) -> str:
    return "You have not walked yet: roll first." if action == LIGHT else "You are at the gate: light your lantern."


def action_words(state: State, action: int) -> str:
    if action == LIGHT:
        return f"Light a lantern {plural(int(state.walked), 'step')} further on."
    return f"Roll {plural(action, 'die', 'dice')}."


def step_words(before: State, action: int, after: State) -> str:
    if action == LIGHT:
        return f"Lit a lantern {plural(int(before.walked), 'step')} further on."
    rolled = listing([str(die) for die in after.dice if die])
    return f"Rolled {rolled}{', and the light went out' if 1 in after.dice else ''}."


def check(state: State) -> None:
    require(state.way in WAYS, f"A way has {' or '.join(map(str, WAYS))} steps.")
    require((state.lantern <= state.way).all(), "A lantern hangs beyond the gate.")
    require(not state.lantern[state.seats :].any(), "There are lanterns without a seat.")
    require((state.score == state.lantern).all(), "The score of a seat is where its lantern hangs.")
    require(
        bool(state.over) == bool((state.lantern == state.way).any()), "It is over when a lantern hangs at the gate."
    )
    require(state.walked <= state.way - state.lantern[state.turn], "The seat to act has walked through the gate.")
