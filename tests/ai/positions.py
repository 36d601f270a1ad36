"""Positions to think about: from random games, for every game and number of seats."""

import random
from dataclasses import replace

from tests.conformance.play import TABLES
from tilora.ai.search.think import Answer
from tilora.kernel import Game, Match, View
from tilora.kernel.compiled.engine import engine_of

EVERY_TABLE = TABLES
HIDING = [(game, seats) for game, seats in TABLES if game.name in ("rows-and-cols", "welters", "pebbles")]
"""Games in which a seat does not know everything."""


def match_after(game: Game, seats: int, actions: int, seed: int = 0) -> Match:
    """A match some random actions after its beginning, with more than one thing to do."""
    match = Match(game, seats=seats, seed=seed)
    dice = random.Random(seed)
    while match.played < actions or len(match.legal()) == 1:
        match.play(dice.choice(match.legal()))
        if match.over:
            return match_after(game, seats, actions // 2, seed)
    return match


def view_after(game: Game, seats: int, actions: int, seed: int = 0) -> View:
    """What the seat to act sees in such a match."""
    match = match_after(game, seats, actions, seed)
    return match.view(match.turn)


def timeless(answer: Answer) -> Answer:
    """The answer without how long it took, which is not the same twice."""
    return replace(answer, seconds=0.0)


def other_truth(match: Match, seed: int) -> Match:
    """The match at another position that the seat to act can't tell from the true one."""
    view = match.view(match.turn)
    state = view.imagine(seed)
    assert engine_of(match.game.rules).redact(state, view.seat).tobytes() == view.state.tobytes()
    return at(match, match.game.words.position_text(state))


def at(match: Match, position: str) -> Match:
    """A match of the same game that begins there."""
    return Match(match.game, position=position, seed=1)
