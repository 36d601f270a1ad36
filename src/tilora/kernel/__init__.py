"""The kernel: the contract of a game, and what every game gets from keeping it.

Games import their tools from here: `layout`, `rule`, `below`, `draw`, `Game`. It leaves out everything that has
to do with people: tables, clocks, servers and pictures.
"""

from tilora.kernel.batch import Batch
from tilora.kernel.chance import CHANCE, below, chance_of, draw
from tilora.kernel.choices import Action
from tilora.kernel.errors import (
    BadRecord,
    BadSetup,
    IllegalAction,
    TiloraError,
    UnknownGame,
    UnreadableAction,
    UnreadablePosition,
    WrongVersion,
)
from tilora.kernel.fairness import Fair, commitment, match_seed
from tilora.kernel.game import Game, Option, Rules, Words
from tilora.kernel.general import Actions
from tilora.kernel.marking import rule
from tilora.kernel.match import Match
from tilora.kernel.record import Record
from tilora.kernel.registry import game_named, games
from tilora.kernel.replay import replay, verify
from tilora.kernel.state import SPECTATOR, State, blank, end_match, end_turn, layout
from tilora.kernel.view import Glance, Outcome, Step, View

__all__ = [
    "CHANCE",
    "SPECTATOR",
    "Action",
    "Actions",
    "BadRecord",
    "BadSetup",
    "Batch",
    "Fair",
    "Game",
    "Glance",
    "IllegalAction",
    "Match",
    "Option",
    "Outcome",
    "Record",
    "Rules",
    "State",
    "Step",
    "TiloraError",
    "UnknownGame",
    "UnreadableAction",
    "UnreadablePosition",
    "View",
    "Words",
    "WrongVersion",
    "below",
    "blank",
    "chance_of",
    "commitment",
    "draw",
    "end_match",
    "end_turn",
    "game_named",
    "games",
    "layout",
    "match_seed",
    "replay",
    "rule",
    "verify",
]
