"""The words of Pebbles."""

import re

import numpy as np
import numpy.typing as npt

from tilora.kernel import State, UnreadableAction, UnreadablePosition
from tilora_pebbles import rules
from tilora_pebbles.rules import BANK, BLACK, DRAW, END, MOST_SEATS, WHITE

REASONS = ("", "all pebbles are banked")
TEXTS = ("white", "black", "draw", "end")


def action_text(state: State, action: int) -> str:
    return TEXTS[action]


def parse_action(state: State, text: str) -> int:
    if text not in TEXTS:
        raise UnreadableAction(f"{text[:20]!r} is not an action. Say one of: {', '.join(TEXTS)}.")
    return TEXTS.index(text)


def why_not(state: State, action: int) -> str:
    if action == END:
        return "There is nothing to end: bank a pebble first."
    if action == DRAW:
        return "You are banking: bank more, or end." if state.banked_now else "The bowl is empty."
    return f"You hold no {TEXTS[action]} pebble."


def action_words(state: State, action: int) -> str:
    if action == END:
        return "End the turn."
    return "Draw a pebble." if action == DRAW else f"Bank a {TEXTS[action]} pebble."


def step_words(before: State, action: int, after: State) -> str:
    if action == END:
        return "Ended the turn."
    return "Drew a pebble." if action == DRAW else f"Banked a {TEXTS[action]} pebble."


def redact_action(state: State, action: int) -> tuple[str, str] | None:
    return ("bank ?", "Banked a pebble.") if action in (BANK + WHITE, BANK + BLACK) else None


# Positions: "6 of each | turn 1 | banked 0 | 1w 1b / 0w 0b | 0w 2b / 1w 0b". Each seat is hand / bank.
# The bowl holds the rest.


def position_text(state: State) -> str:
    seats = [
        f"{_heap(state.hand[seat], state.hand_size[seat])} / {_heap(state.bank[seat], state.bank_size[seat])}"
        for seat in range(state.seats)
    ]
    common = [f"{state.of_colour} of each", f"turn {state.turn + 1}", f"banked {state.banked_now}"]
    return " | ".join(common + seats)


def _heap(counts: npt.NDArray[np.int8], size: int) -> str:
    return f"{counts[WHITE]}w {counts[BLACK]}b" if counts.sum() == size else f"{size}?"


def parse_position(text: str, state: State) -> None:
    common = re.fullmatch(r"(6|12) of each \| turn ([1-4]) \| banked (\d{1,2}) \| (.*)", text.lower())
    seats = common[4].split(" | ") if common else []
    if not common or not 2 <= len(seats) <= MOST_SEATS or int(common[2]) > len(seats):
        raise UnreadablePosition("A position reads like '6 of each | turn 1 | banked 0 | 1w 1b / 0w 0b | …'.")
    state.of_colour, state.turn, state.banked_now = int(common[1]), int(common[2]) - 1, int(common[3])
    state.seats = len(seats)
    for seat, part in enumerate(seats):
        heaps = re.fullmatch(r"(\d{1,2})w (\d{1,2})b / (\d{1,2})w (\d{1,2})b", part)
        if not heaps:
            raise UnreadablePosition(f"{part[:40]!r} is not a hand and a bank.")
        state.hand[seat] = int(heaps[1]), int(heaps[2])
        state.bank[seat] = int(heaps[3]), int(heaps[4])
        state.hand_size[seat] = state.hand[seat].sum()
        state.bank_size[seat] = state.bank[seat].sum()
    out = [int(state.of_colour) - int(state.hand[:, c].sum()) - int(state.bank[:, c].sum()) for c in (WHITE, BLACK)]
    if min(out) < 0:
        raise UnreadablePosition("There are more pebbles than the bowl held.")
    state.bowl[:] = out
    state.bowl_size = sum(out)
    can_act = state.bowl_size > 0 or state.hand_size[state.turn] > 0 or state.banked_now > 0
    if state.banked_now > state.bank_size[state.turn] or (not can_act and state.hand_size.sum() > 0):
        raise UnreadablePosition("The seat to act can't have come to this.")
    if not can_act:
        rules.end(state)


def board(state: State) -> str:
    lines = [f"Pebbles. {state.bowl_size} in the bowl."]
    for seat in range(state.seats):
        turn = " <" if seat == state.turn and not state.over else ""
        hand, bank = _heap(state.hand[seat], state.hand_size[seat]), _heap(state.bank[seat], state.bank_size[seat])
        lines.append(f"seat {seat + 1}: {state.score[seat]}  holds {hand}, banked {bank}{turn}")
    return "\n".join(lines)
