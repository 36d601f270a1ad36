"""Games and levels: which there are, what they look like, and how they are played."""

from functools import cache
from typing import Annotated
from zlib import crc32

import msgspec
from litestar import Response, get
from litestar.params import Parameter

from tilora.ai.players import levels
from tilora.ai.players.characters import character
from tilora.kernel import Game, Match, game_named, games
from tilora.scene import Area, Guide, Scene, art_of, guide_of, scene_of
from tilora.scene.guide import HEADINGS, Paragraph, Section
from tilora.scene.lesson import lesson_of
from tilora.server.http.game_bodies import GameBody, LevelBody, OptionBody, SideBody
from tilora.server.http.params import GameName

PREVIEW_STEPS = 8
"""How many further scenes the preview of a game has."""
Later = Annotated[
    int, Parameter(ge=0, le=PREVIEW_STEPS, description="How many visible changes after the start to show.")
]
CACHE_AN_HOUR = {"Cache-Control": "public, max-age=3600"}


@get("/api/games", summary="List the games", sync_to_thread=True)
def list_games() -> list[GameBody]:
    """All games that are installed on this server."""
    return [_game_body(game) for game in games()]


@get("/api/levels", summary="List the levels of bots", sync_to_thread=False)
def list_levels() -> list[LevelBody]:
    """The weakest come first."""
    return [
        LevelBody(number=level.number, name=who.name, saying=who.saying, words=level.words)
        for level in levels.LEVELS
        for who in [character(level.number)]
    ]


@get("/api/games/{game:str}/art.svg", summary="Get the drawings of a game", sync_to_thread=True)
def get_art(game: GameName) -> Response[bytes]:
    """One SVG image with a symbol for everything in the game's scenes."""
    return Response(art_of(game_named(game)).source.encode(), media_type="image/svg+xml", headers=CACHE_AN_HOUR)


@get("/api/games/{game:str}/scene", summary="Get a preview of a game", sync_to_thread=True)
def get_scene(game: GameName, later: Later = 0) -> Response[bytes]:
    """The scene of a position in the middle of a match, as a spectator sees it, or of a position some changes later."""
    found = game_named(game)
    scene = _preview(found) if later == 0 else _later_previews(found)[later - 1]
    return Response(scene, media_type="application/json", headers=CACHE_AN_HOUR)


@get("/api/games/{game:str}/guide", summary="Get the guide to a game", sync_to_thread=True)
def get_guide(game: GameName) -> Response[bytes]:
    """Sections with text and pictures, which are scenes. For a game without a guide, this is its summary."""
    return Response(_guide(game_named(game)), media_type="application/json", headers=CACHE_AN_HOUR)


HANDLERS = (list_games, list_levels, get_art, get_scene, get_guide)


@cache
def _game_body(game: Game) -> GameBody:
    options = [
        OptionBody(name=option.name, choices=list(option.choices), words=option.words) for option in game.options
    ]
    return GameBody(
        name=game.name,
        title=game.title,
        summary=game.summary,
        version=game.version,
        seats=list(game.seats),
        options=options,
        unit=game.unit,
        score_times_seats=game.score_times_seats,
        hidden=game.hidden,
        draws_beginner=game.draws_beginner,
        learning=game.learning,
        sides=[SideBody(name=side.name, colour=side.colour) for side in game.sides],
        lesson=lesson_of(game) is not None,
    )


@cache
def _guide(game: Game) -> bytes:
    short = Section(HEADINGS[0], (Paragraph(game.summary),))
    return msgspec.json.encode(guide_of(game) or Guide(game.title, (short,)))


@cache
def _preview(game: Game) -> bytes:
    return msgspec.json.encode(scene_of(_example(game).view(None)))


def _example(game: Game) -> Match:
    """Return a match that is well under way."""
    # With the same seed, games of one family would look alike.
    match = Match(game, seed=crc32(game.name.encode()))
    for number in range(30):
        _play_on(match, number)
        if match.over:
            match.undo()
            break
    return match


def _play_on(match: Match, number: int) -> None:
    # Actions with short texts put something on the table; long ones are lists of pieces to swap.
    texts = sorted(match.texts(), key=len)
    match.play(texts[(number * 7) % (len(texts) // 3 + 1)])


@cache
def _later_previews(game: Game) -> list[bytes]:
    """Return the next scenes in which the main area looks different."""
    match, found = _example(game), [_preview(game)]
    last, number = _main_area(scene_of(match.view(None))), 30
    while len(found) <= PREVIEW_STEPS and not match.over:
        _play_on(match, number)
        number += 1
        scene = scene_of(match.view(None))
        if _main_area(scene) != last and not match.over:
            last = _main_area(scene)
            found.append(msgspec.json.encode(scene))
    return (found[1:] + found[-1:] * PREVIEW_STEPS)[:PREVIEW_STEPS]


def _main_area(scene: Scene) -> Area:
    """Return the main area of a scene: the first board, or else the first shared area."""
    boards = [area for area in scene.areas if area.role == "board"]
    return (boards or [area for area in scene.areas if area.role == "shared"] or list(scene.areas))[0]
