"""Finding games: every installed package may bring some, through the entry point group `tilora.games`."""

from difflib import get_close_matches
from functools import cache
from importlib.metadata import entry_points

from tilora.kernel.errors import UnknownGame
from tilora.kernel.game import Game

GROUP = "tilora.games"


@cache
def games() -> tuple[Game, ...]:
    """All installed games, in the order of their names."""
    found = {}
    for point in entry_points(group=GROUP):
        game = point.load()
        if not isinstance(game, Game) or game.name != point.name:
            raise TypeError(f"the entry point {point.name} = {point.value} does not name a game of that name")
        found[game.name] = game
    return tuple(found[name] for name in sorted(found))


def game_named(name: str) -> Game:
    """The installed game of that name. Case and the kind of word break do not matter."""
    known = {game.name: game for game in games()}
    wanted = "-".join(str(name).lower().replace("_", " ").replace("-", " ").split())
    if wanted in known:
        return known[wanted]
    close = get_close_matches(wanted, known, n=1)
    hint = f"Did you mean {close[0]}?" if close else f"Installed: {', '.join(known)}."
    raise UnknownGame(f"There is no game {str(name)[:40]!r}. {hint}")
