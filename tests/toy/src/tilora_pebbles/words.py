"""The words of Pebbles."""

import re

from tilora.kernel import State, UnreadablePosition
from tilora.kernel.toolkit import is_hidden, join_position, pointer, read_number, read_word, require, split_position
from tilora_pebbles import rules
from tilora_pebbles.rules import BANK, BLACK, DRAW, END, MOST_SEATS, WHITE

REASONS = ("", "all pebbles are banked")
TEXTS = ("white", "black", "draw", "end")
WORDS = ("Bank a white pebble.", "Bank a black pebble.", "Draw a pebble.", "End the turn.")
PAST_WORDS = ("Banked a white pebble.", "Banked a black pebble.", "Drew a pebble.", "Ended the turn.")


def action_text(state: State, action: int) -> str:
    return TEXTS[action]


def parse_action(state: State, text: str) -> int:
    return read_word(text, TEXTS, "action")


def why_not(state: State, action: int) -> str:
    if action == END:
        return "There is nothing to end: bank a pebble first."
    if action == DRAW:
        return "You are banking: bank more, or end." if state.banked_now else "The bowl is empty."
    return f"You hold no {TEXTS[action]} pebble."


def action_words(state: State, action: int) -> str:
    return WORDS[action]


def step_words(before: State, action: int, after: State) -> str:
    return PAST_WORDS[action]


def redact_action(state: State, action: int) -> tuple[str, str] | None:
    return ("bank ?", "Banked a pebble.") if action in (BANK + WHITE, BANK + BLACK) else None


# Positions: "6 of each | turn 1 | banked 0 | 1w 1b / 0w 0b | 0w 2b / 1w 0b". Each seat is hand / bank.
# The bowl holds the rest.


def position_text(state: State) -> str:
    seats = [" / ".join(_heaps(state, seat)) for seat in range(state.seats)]
    rest = join_position({"turn": state.turn + 1, "banked": state.banked_now}, seats)
    return f"{state.of_colour} of each | {rest}"


def _heaps(state: State, seat: int) -> list[str]:
    heaps = ((state.hand[seat], state.hand_size[seat]), (state.bank[seat], state.bank_size[seat]))
    return [f"{size}?" if is_hidden(heap, size) else f"{heap[WHITE]}w {heap[BLACK]}b" for heap, size in heaps]


def parse_position(text: str, state: State) -> None:
    of_colour, _, rest = text.lower().partition(" of each | ")
    require(of_colour in ("6", "12"), "A position begins with '6 of each' or '12 of each'.")
    values, seats = split_position(rest, ("turn", "banked"), range(2, MOST_SEATS + 1))
    state.of_colour, state.seats = int(of_colour), len(seats)
    state.turn = read_number(values["turn"], "The seat to act", 1, len(seats)) - 1
    state.banked_now = read_number(values["banked"], "The number of pebbles banked in this turn", 0, 24)
    for seat, part in enumerate(seats):
        heaps = re.fullmatch(r"(\d{1,2})w (\d{1,2})b / (\d{1,2})w (\d{1,2})b", part)
        if not heaps:
            raise UnreadablePosition(f"{part[:40]!r} is not a hand and a bank like '1w 1b / 0w 2b'.")
        state.hand[seat], state.bank[seat] = (int(heaps[1]), int(heaps[2])), (int(heaps[3]), int(heaps[4]))
    drawn = state.hand.sum(axis=0) + state.bank.sum(axis=0)
    require((drawn <= state.of_colour).all(), "There are more pebbles than the bowl held.")
    state.bowl[:] = state.of_colour - drawn
    state.bowl_size = int(state.bowl.sum())
    state.hand_size[:], state.bank_size[:] = state.hand.sum(axis=1), state.bank.sum(axis=1)
    can_act = state.bowl_size > 0 or state.hand_size[state.turn] > 0 or state.banked_now > 0
    possible = state.banked_now <= state.bank_size[state.turn] and (can_act or not state.hand_size.any())
    require(possible, "The seat to act can't have come to this.")
    if not can_act:
        rules.end(state)


def board(state: State) -> str:
    lines = [f"Pebbles. {state.bowl_size} in the bowl."]
    for seat in range(state.seats):
        hand, bank = _heaps(state, seat)
        lines.append(f"seat {seat + 1}: {state.score[seat]}  holds {hand}, banked {bank}{pointer(state, seat)}")
    return "\n".join(lines)
