"""What can be asked for over HTTP about games: which there are, what they look like, how they are played."""

from functools import cache
from typing import Annotated
from zlib import crc32

import msgspec
from litestar import Response, get
from litestar.params import Parameter

from tilora.ai.players import levels
from tilora.kernel import Game, Match, game_named, games
from tilora.scene import Area, Guide, Scene, art_of, guide_of, scene_of
from tilora.scene.guide import HEADINGS, Paragraph, Section
from tilora.server.http.bodies import GameBody, LevelBody, OptionBody
from tilora.server.http.params import GameName

LATEST = 8
"""So far do pictures of games go on."""
Later = Annotated[int, Parameter(ge=0, le=LATEST, description="How many visible changes later.")]
LASTING = {"Cache-Control": "public, max-age=3600"}


@get("/api/games", summary="The games that can be played here", sync_to_thread=True)
def list_games() -> list[GameBody]:
    """All installed games."""
    return [_described(game) for game in games()]


@get("/api/levels", summary="How well bots can play", sync_to_thread=False)
def list_levels() -> list[LevelBody]:
    """From the weakest to the strongest."""
    return [LevelBody(number=level.number, words=level.words) for level in levels.LEVELS]


@get("/api/games/{game:str}/art.svg", summary="The drawings of a game", sync_to_thread=True)
def get_art(game: GameName) -> Response[bytes]:
    """One SVG with a symbol for everything that scenes of the game name."""
    return Response(art_of(game_named(game)).source.encode(), media_type="image/svg+xml", headers=LASTING)


@get("/api/games/{game:str}/scene", summary="A scene of a game, to look at", sync_to_thread=True)
def get_scene(game: GameName, later: Later = 0) -> Response[bytes]:
    """A position in the middle of a match, as a spectator sees it; or what it looks like so many changes later."""
    found = game_named(game)
    scene = _lively(found) if later == 0 else _livelier(found)[later - 1]
    return Response(scene, media_type="application/json", headers=LASTING)


@get("/api/games/{game:str}/guide", summary="How a game is played", sync_to_thread=True)
def get_guide(game: GameName) -> Response[bytes]:
    """Sections of words and pictures; pictures are scenes. A game without a guide has its summary."""
    return Response(_guide(game_named(game)), media_type="application/json", headers=LASTING)


HANDLERS = (list_games, list_levels, get_art, get_scene, get_guide)


@cache
def _described(game: Game) -> GameBody:
    options = [OptionBody(name=one.name, choices=list(one.choices), words=one.words) for one in game.options]
    return GameBody(
        name=game.name,
        title=game.title,
        summary=game.summary,
        version=game.version,
        seats=list(game.seats),
        options=options,
        unit=game.unit,
        hidden=game.hidden,
    )


@cache
def _guide(game: Game) -> bytes:
    short = Section(HEADINGS[0], (Paragraph(game.summary),))
    return msgspec.json.encode(guide_of(game) or Guide(game.title, (short,)))


@cache
def _lively(game: Game) -> bytes:
    return msgspec.json.encode(scene_of(_example(game).view(None)))


def _example(game: Game) -> Match:
    """A match that is well under way."""
    # Games of one family would look alike if they began alike.
    match = Match(game, seed=crc32(game.name.encode()))
    for number in range(30):
        _go_on(match, number)
        if match.over:
            match.undo()
            break
    return match


def _go_on(match: Match, number: int) -> None:
    # What is quickly said brings something onto the table; long lists of what to swap don't.
    texts = sorted(match.texts(), key=len)
    match.play(texts[(number * 7) % (len(texts) // 3 + 1)])


@cache
def _livelier(game: Game) -> list[bytes]:
    """What happens next, as far as it can be seen in the area that stands for the game."""
    match, found = _example(game), [_lively(game)]
    last, number = _face(scene_of(match.view(None))), 30
    while len(found) <= LATEST and not match.over:
        _go_on(match, number)
        number += 1
        scene = scene_of(match.view(None))
        if _face(scene) != last and not match.over:
            last = _face(scene)
            found.append(msgspec.json.encode(scene))
    return (found[1:] + found[-1:] * LATEST)[:LATEST]


def _face(scene: Scene) -> Area:
    """The area by which people know a game: a board, or else what all share."""
    boards = [area for area in scene.areas if area.role == "board"]
    return (boards or [area for area in scene.areas if area.role == "shared"] or list(scene.areas))[0]
