"""The words of Docks."""

from tilora.kernel import State
from tilora.kernel.toolkit import require
from tilora_docks.rules import COPIES, DOCKS, HAND

REASONS = ("", "all cards have been played")


def action_text(state: State, action: int) -> str:
    return f"{action // DOCKS + 1} {'abc'[action % DOCKS]}"


def action_words(state: State, action: int) -> str:
    number, dock = action // DOCKS + 1, action % DOCKS
    return f"{number} on dock {'abc'[dock]}{'' if number > state.top[dock] else ': the pile is shipped'}."


def why_not(state: State, action: int) -> str:
    return f"You hold no {action // DOCKS + 1}."


def check(state: State) -> None:
    held = state.hand.sum(axis=1)
    in_turn = [int(held[(state.turn + later) % state.seats]) for later in range(state.seats)]
    require((state.deck + state.played + state.hand.sum(axis=0) == COPIES).all(), "There are 4 cards of each number.")
    require(state.deck.sum() == state.deck_size and (held == state.hand_size).all(), "The sizes don't fit the cards.")
    require(not held[state.seats :].any(), "There are cards without a seat.")
    require(in_turn == sorted(in_turn, reverse=True), "Whoever has acted last can't hold more cards than the others.")
    require(in_turn[-1] >= (HAND if state.deck_size else in_turn[0] - 1), "All hold as many cards, but for one.")
    require(bool(state.over) == (in_turn[0] == 0), "It is over when all cards have been played.")
    require(((state.top > 0) == (state.pile > 0)).all(), "A pile has a number on top.")
