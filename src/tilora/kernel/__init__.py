"""The kernel: the contract of a game, and what every game gets for keeping it.

Games import their tools from here: `layout`, `rule`, `below`, `draw`, `Game`. It knows nothing of people, tables,
clocks, servers or pictures.
"""

from tilora.kernel.compiled.batch import Batch
from tilora.kernel.contract.chance import CHANCE, below, chance_of, draw
from tilora.kernel.contract.dispatch import Actions
from tilora.kernel.contract.game import Game, Option, Rules, Side, Words, redacted_action
from tilora.kernel.contract.marks import rule
from tilora.kernel.contract.registry import game_named, games
from tilora.kernel.contract.state import SPECTATOR, State, blank, end_match, end_turn, layout
from tilora.kernel.contract.texts import fill_seats, seat_name
from tilora.kernel.errors import (
    BadRecord,
    BadSetup,
    FieldOverflow,
    IllegalAction,
    TiloraError,
    UnknownGame,
    UnreadableAction,
    UnreadablePosition,
    WrongVersion,
)
from tilora.kernel.match.actions import Action
from tilora.kernel.match.fairness import (
    Evidence,
    Fair,
    commitment,
    decision_seed,
    draw_commitment,
    first_head,
    match_seed,
    next_head,
    nonce_commitment,
    retracted_head,
)
from tilora.kernel.match.fast_state import PlainState, fast_state, plain_of
from tilora.kernel.match.match import Match
from tilora.kernel.match.record import Record, Retraction
from tilora.kernel.match.replay import Verified, replay, verify
from tilora.kernel.match.view import Glance, Outcome, Step, View

__all__ = [
    "CHANCE",
    "SPECTATOR",
    "Action",
    "Actions",
    "BadRecord",
    "BadSetup",
    "Batch",
    "Evidence",
    "Fair",
    "FieldOverflow",
    "Game",
    "Glance",
    "IllegalAction",
    "Match",
    "Option",
    "Outcome",
    "PlainState",
    "Record",
    "Retraction",
    "Rules",
    "Side",
    "State",
    "Step",
    "TiloraError",
    "UnknownGame",
    "UnreadableAction",
    "UnreadablePosition",
    "Verified",
    "View",
    "Words",
    "WrongVersion",
    "below",
    "blank",
    "chance_of",
    "commitment",
    "decision_seed",
    "draw",
    "draw_commitment",
    "end_match",
    "end_turn",
    "fast_state",
    "fill_seats",
    "first_head",
    "game_named",
    "games",
    "layout",
    "match_seed",
    "next_head",
    "nonce_commitment",
    "plain_of",
    "redacted_action",
    "replay",
    "retracted_head",
    "rule",
    "seat_name",
    "verify",
]
