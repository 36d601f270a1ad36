"""Puzzles: the next one, the puzzle of the day, your own mistakes, and tries. Solutions are only sent after a try."""

import asyncio
from dataclasses import dataclass
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import JSONBody, Parameter
from msgspec import UNSET

from tilora.ai.puzzles.own_mistakes import OWN, OwnMistake
from tilora.ai.puzzles.puzzle import Puzzle, PuzzleOption, UnknownPuzzle, puzzle_named, shipped_puzzles
from tilora.ai.review.expected_line import expected_line
from tilora.kernel import Game, Match, TiloraError, game_named
from tilora.scene import beats_of, explain, why
from tilora.server.auth import User
from tilora.server.errors import Unknown
from tilora.server.http.game_bodies import LessonMove
from tilora.server.http.params import AppServices, CurrentAsker, CurrentUser, GameName, OptionalUser
from tilora.server.http.puzzle_bodies import (
    DayPuzzle,
    GamePuzzles,
    MistakeBody,
    PuzzleAnswer,
    PuzzleBody,
    PuzzleOptionBody,
    PuzzlesBody,
    PuzzleSolution,
    PuzzleTry,
    RatingChange,
    Tried,
)
from tilora.server.http.replay_bodies import PathWhy
from tilora.server.puzzles.choosing import games_with_puzzles, next_puzzle, puzzle_of_day
from tilora.server.puzzles.rating import NEW_PLAYER, after_try, new_puzzle
from tilora.server.services import Services
from tilora.server.system_time import now
from tilora.store import MistakeRow, PuzzleAttempt, PuzzleRating
from tilora.table.challenge import day_of
from tilora.table.look import PositionLook
from tilora.table.project import build_position_look

CERTAIN = 110.0
"""A rating with a smaller deviation is shown without a question mark."""
MOST_CLICKS = 20
LONGEST_ID = 20
MOST_DUE = 100

PuzzleId = Annotated[str, Parameter(max_length=LONGEST_ID, description="The id of the puzzle.")]
Clicks = Annotated[
    list[str] | None, Parameter(max_items=MOST_CLICKS, description="The ids of what you clicked, in this order.")
]


@dataclass(frozen=True)
class _Found:
    """A puzzle for somebody: one that comes with the game, or their own mistake."""

    game: Game
    puzzle: Puzzle
    row: MistakeRow | None = None
    mistake: OwnMistake | None = None


@get("/api/puzzles", summary="Get the puzzle of the day and your results")
async def get_puzzles(services: AppServices, asker: CurrentAsker) -> PuzzlesBody:
    """Includes the number of your own mistakes that have come back."""
    player, store = asker.player, services.store
    counts = await store.puzzles.counts(player) if player else {}
    ratings = await store.puzzles.player_ratings(player) if player else {}
    due, coming, next_due = 0, 0, None
    if player:
        await services.mistakes.collect(player)
        due = len(await store.mistakes.due(player, now(), limit=MOST_DUE))
        coming, next_due = await store.mistakes.coming(player, now())
    return PuzzlesBody(
        day=await _day(services, player),
        games=[_game(game, counts.get(game.name, (0, 0)), ratings.get(game.name)) for game in games_with_puzzles()],
        due=due,
        coming=coming,
        next_due=next_due,
    )


@get("/api/puzzles/{game:str}", summary="Get a puzzle that suits you")
async def get_next_puzzle(
    services: AppServices,
    asker: CurrentAsker,
    game: GameName,
    after: Annotated[str, Parameter(max_length=LONGEST_ID, description="The id of the puzzle to skip.")] = "",
) -> PuzzleBody:
    """One that you have not tried, rated like you; if there is none, one that you did not solve."""
    found = game_named(game)
    puzzles = shipped_puzzles(found)
    if not puzzles:
        raise Unknown(f"{found.title} has no puzzles.")
    player, store = asker.player, services.store.puzzles
    attempts = await store.attempts(player, found.name) if player else {}
    own = (await store.player_ratings(player)).get(found.name, NEW_PLAYER) if player else NEW_PLAYER
    ratings = await store.puzzle_ratings(found.name)
    chosen = next_puzzle(puzzles, attempts, own, ratings, salt=player, after=after)
    return await _shown(_Found(found, chosen), attempts.get(chosen.id), ratings.get(chosen.id))


@get("/api/puzzles/{game:str}/{puzzle_id:str}", summary="Get a puzzle")
async def get_puzzle(
    services: AppServices, optional_user: OptionalUser, asker: CurrentAsker, game: GameName, puzzle_id: PuzzleId
) -> PuzzleBody:
    """Its position, as the seat to act sees it."""
    found = await _find(services, optional_user, game, puzzle_id)
    attempts = await services.store.puzzles.attempts(asker.player, found.game.name) if asker.player else {}
    ratings = await services.store.puzzles.puzzle_ratings(found.game.name)
    return await _shown(found, attempts.get(puzzle_id), ratings.get(puzzle_id))


@get("/api/mistakes", summary="Get one of your own mistakes that has come back as a puzzle")
async def get_mistake(services: AppServices, user: CurrentUser) -> PuzzleBody:
    """The one that has waited longest. Mistakes are found in reviews of your matches."""
    await services.mistakes.collect(user.player.id)
    rows = await services.store.mistakes.due(user.player.id, now(), limit=1)
    if not rows:
        raise Unknown("None of your mistakes is due. Review a match to find more.")
    return await _shown(await _find(services, user, rows[0].game, rows[0].puzzle), None, None)


@post("/api/puzzles/{game:str}/{puzzle_id:str}", summary="Try a puzzle, or see its solution", status_code=200)
async def try_puzzle(
    services: AppServices, user: CurrentUser, game: GameName, puzzle_id: PuzzleId, data: JSONBody[PuzzleTry]
) -> PuzzleAnswer:
    """Only your first try counts. After a wrong one you can try again, or send no action to see the solution."""
    services.limits.puzzles.use(user.player.id)
    found = await _find(services, user, game, puzzle_id)
    action = await asyncio.to_thread(_checked, found, data.action) if data.action else ""
    right = action in found.puzzle.solutions
    change, due_at = None, None
    if found.row is not None:
        due_at = await services.mistakes.count_try(user.player.id, found.row, solved=right)
    else:
        change = await _rate(services, user, found, solved=right)
    return await asyncio.to_thread(_answer, found, action, right, change, due_at)


@get("/api/puzzles/{game:str}/{puzzle_id:str}/why", summary="Explain clicks in a puzzle")
async def get_puzzle_why(
    services: AppServices,
    optional_user: OptionalUser,
    asker: CurrentAsker,
    game: GameName,
    puzzle_id: PuzzleId,
    path: Clicks = None,
) -> PathWhy:
    """Why clicking these things, one after the other, leads nowhere, or what they add up to."""
    services.limits.questions.use(asker.key)
    found = await _find(services, optional_user, game, puzzle_id)

    def work() -> PathWhy:
        view = found.puzzle.view(found.game)
        explanation = explain(view, path or ())
        return PathWhy(text="" if explanation else why(view, path or ()), explanation=explanation)

    return await asyncio.to_thread(work)


HANDLERS = (get_puzzles, get_next_puzzle, get_puzzle, get_mistake, try_puzzle, get_puzzle_why)


async def _find(services: Services, user: User | None, game: str, puzzle_id: str) -> _Found:
    """Return a puzzle that comes with the game, or a mistake of the user's own. Raises Unknown."""
    found = game_named(game)
    if puzzle_id.startswith(OWN):
        mistake = await services.mistakes.get(user.player.id, puzzle_id) if user else None
        if mistake is None or mistake[0].game != found.name:
            raise Unknown("This is not one of your mistakes. It may be another player's.")
        row, own = mistake
        return _Found(found, own.puzzle, row, own)
    try:
        return _Found(found, puzzle_named(found, puzzle_id))
    except UnknownPuzzle as error:
        raise Unknown(str(error)) from None


def _tried(attempt: PuzzleAttempt | None) -> Tried:
    return "" if attempt is None else "solved" if attempt.solved else "failed"


async def _day(services: Services, player: str) -> DayPuzzle | None:
    day = day_of(now())
    try:
        game, puzzle = puzzle_of_day(day)
    except Unknown:
        return None
    attempts = await services.store.puzzles.attempts(player, game.name) if player else {}
    return DayPuzzle(day=day, game=game.name, title=game.title, id=puzzle.id, tried=_tried(attempts.get(puzzle.id)))


def _game(game: Game, counts: tuple[int, int], rating: PuzzleRating | None) -> GamePuzzles:
    tried, solved = counts
    return GamePuzzles(
        game=game.name,
        title=game.title,
        count=len(shipped_puzzles(game)),
        tried=tried,
        solved=solved,
        rating=None if rating is None else round(rating.rating),
        certain=rating is not None and rating.deviation < CERTAIN,
    )


async def _shown(found: _Found, attempt: PuzzleAttempt | None, rating: PuzzleRating | None) -> PuzzleBody:
    def work() -> PuzzleBody:
        game, puzzle = found.game, found.puzzle
        match = puzzle.match(game)
        own = found.mistake is not None
        return PuzzleBody(
            game=game.name,
            title=game.title,
            id=puzzle.id,
            seat=puzzle.seat,
            seats=match.seats,
            unit=game.unit,
            level=None if own else puzzle.level,
            rating=None if own else round((rating or new_puzzle(puzzle)).rating),
            tried=_tried(attempt),
            mistake=_origin(match, found),
            position=_look(match, puzzle.seat, clickable=True),
        )

    return await asyncio.to_thread(work)


def _origin(match: Match, found: _Found) -> MistakeBody | None:
    if found.mistake is None or found.row is None:
        return None
    played = found.mistake.played
    return MistakeBody(table=found.row.table, step=found.puzzle.action, played=played, words=_words(match, played))


def _checked(found: _Found, text: str) -> str:
    """Return the text of the action that the answer means. Raises UnreadableAction or IllegalAction."""
    return str(found.puzzle.match(found.game).check(text))


async def _rate(services: Services, user: User, found: _Found, *, solved: bool) -> RatingChange | None:
    change = await services.store.puzzles.attempt(
        user.player.id,
        found.game.name,
        found.puzzle.id,
        solved=solved,
        now=now(),
        first=(NEW_PLAYER, new_puzzle(found.puzzle)),
        rate=after_try,
    )
    if change is None:
        return None
    before, after = change
    return RatingChange(before=round(before.rating), after=round(after.rating), certain=after.deviation < CERTAIN)


def _answer(found: _Found, action: str, right: bool, change: RatingChange | None, due_at: int | None) -> PuzzleAnswer:
    puzzle = found.puzzle
    match = puzzle.match(found.game)
    option = puzzle.option(action)
    return PuzzleAnswer(
        right=right,
        action=action,
        words=_words(match, action) if action else "",
        loss=0.0 if right else puzzle.loss(action) if action else None,
        why=option.why if option and not right else "",
        solution=_solution(found, match, action if right else puzzle.solutions[0]) if right or not action else None,
        rating=change,
        due_at=due_at,
    )


def _solution(found: _Found, match: Match, action: str) -> PuzzleSolution:
    puzzle = found.puzzle
    explained = _explained_option(found)
    return PuzzleSolution(
        action=action,
        words=_words(match, action),
        why=explained.why if explained else "",
        instead_of=_words(match, explained.action) if explained else "",
        themes=puzzle.themes,
        line=expected_line(match.view(puzzle.seat), puzzle.line) if puzzle.line[:1] == [action] else [],
        options=[
            PuzzleOptionBody(
                action=option.action,
                words=_words(match, option.action),
                value=option.value,
                right=option.action in puzzle.solutions,
            )
            for option in puzzle.options
        ],
        moves=_moves(puzzle, match, action),
    )


def _explained_option(found: _Found) -> PuzzleOption | None:
    """Return the action that the solution is best compared with: the player's own, or the best with a reason."""
    own = found.puzzle.option(found.mistake.played) if found.mistake else None
    wrong = [option for option in found.puzzle.options if option.action not in found.puzzle.solutions and option.why]
    return own if own and own.why else wrong[0] if wrong else None


def _words(match: Match, action: str) -> str:
    try:
        return match.check(action).sentence
    except TiloraError:  # compared by an older version of the rules
        return action


def _moves(puzzle: Puzzle, match: Match, action: str) -> list[LessonMove]:
    going = match.copy()
    going.play(action)
    shown = len(going.view(puzzle.seat).history)
    beats = [
        beat for step in range(shown) for beat in beats_of(going.game, *going.passage(puzzle.seat, step), puzzle.seat)
    ]
    return [LessonMove(seat=puzzle.seat, beats=beats, position=_look(going, puzzle.seat, clickable=False))]


def _look(match: Match, seat: int, *, clickable: bool) -> PositionLook:
    glance = match.glance(seat)[1]
    look = build_position_look(glance, lambda: match.view(seat), frozenset({"scene"}), clickable=clickable)
    if look.scene is UNSET or not look.scene.takebacks:
        return look
    return msgspec.structs.replace(look, scene=msgspec.structs.replace(look.scene, takebacks=()))
