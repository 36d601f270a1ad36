"""Finding games: every installed package may bring some, through the entry point group `tilora.games`."""

import copyreg
import re
import warnings
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING, Any

from tilora.kernel.contract.game import Game
from tilora.kernel.errors import UnknownGame

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "tilora.games"
RESERVED = {"area", "game", "options", "play", "position", "seat", "seats", "seed"}
"""Names that no option may have, because they mean something else in guides and when a match is set up."""


@cache
def games() -> tuple[Game, ...]:
    """Return all installed games in the order of their names. Warns about games that can't be loaded."""
    from importlib.metadata import entry_points  # takes a tenth of `import tilora`

    found = {}
    for point in entry_points(group=GROUP):
        try:
            if point.name in found:
                raise TypeError("another package already has a game with that name")
            found[point.name] = load_game(point)
        except Exception as error:  # noqa: BLE001 - whatever another package does, the other games still work
            warnings.warn(f"The game {point.name} can't be loaded from {point.value}: {error!r}", stacklevel=2)
    return tuple(found[name] for name in sorted(found))


def load_game(point: "EntryPoint") -> Game:
    """Return the game that an entry point names. Raises what its import raises, or TypeError with what is wrong."""
    game = point.load()
    if not isinstance(game, Game):
        raise TypeError("that is not a Game")
    if game.name != point.name:
        raise TypeError(f"the Game is named {game.name!r}, not {point.name!r}")
    if not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", game.name):
        raise TypeError("its name is not lower-case words joined by hyphens")
    if not game.seats:
        raise TypeError("it has no seats")
    taken = {option.name for option in game.options} & RESERVED
    if taken:
        raise TypeError(f"an option has the name {taken.pop()!r}, which is reserved")
    return game


def game_named(name: str) -> Game:
    """Return the installed game with that name. Case does not matter; spaces, hyphens and underscores are the same."""
    known = {game.name: game for game in games()}
    key = "-".join(str(name).lower().replace("_", " ").replace("-", " ").split())
    if key in known:
        return known[key]
    close = get_close_matches(key, known, n=1)
    hint = f"Did you mean {close[0]}?" if close else f"Installed: {', '.join(known)}."
    raise UnknownGame(f"There is no game {str(name)[:40]!r}. {hint}")


def _pickle_by_name(game: Game) -> tuple[Any, ...]:
    return game_named, (game.name,)


copyreg.pickle(Game, _pickle_by_name)
