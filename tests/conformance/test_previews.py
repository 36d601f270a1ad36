"""What is true of the previews of every game that has them: they promise nothing that is hidden or left to chance."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from tests import SOAK
from tests.conformance.play import NAMES, TABLES
from tilora.kernel import SPECTATOR, Game, State, View, chance_of
from tilora.scene import Area, Piece, Preview, Scene, preview, scene_of
from tilora.tools.check.promises import SEAT_BY_NUMBER
from tilora.tools.check.random_games import Moment, engine, random_game
from tilora.tools.check.scene_promises import inside

GAMES = 2 * SOAK
POSITIONS = 40
"""How many positions of a game are looked at."""

every_table = pytest.mark.parametrize(("game", "seats"), TABLES, ids=NAMES)


def view_of(game: Game, state: State, seat: int) -> View:
    return View(game, seat, engine(game).redact(state, seat), ())


def moments(game: Game, seats: int) -> Iterator[Moment]:
    """Steps from all over some random games."""
    for seed in range(GAMES):
        steps = list(random_game(game, seats, seed))
        yield from steps[:: 1 + len(steps) // POSITIONS]


def same_piece(one: Piece, other: Piece) -> bool:
    """Whether the pieces look alike, wherever they lie. What was played last is marked, and labels may say so."""
    return (one.symbol, one.faces, one.turn, one.texts) == (other.symbol, other.faces, other.turn, other.texts)


def shift(before: Area, after: Area) -> tuple[float, float]:
    """How far the pieces of an area have moved together, because it has grown."""
    then = {piece.id: piece for piece in before.pieces}
    moved = Counter(
        (round(piece.x - then[piece.id].x, 2), round(piece.y - then[piece.id].y, 2))
        for piece in after.pieces
        if piece.id in then
    )
    return moved.most_common(1)[0][0] if moved else (0.0, 0.0)


def areas_of(scene: Scene) -> dict[str, Area]:
    return {area.id: area for area in scene.areas}


@every_table
def test_a_preview_depends_on_nothing_hidden(game: Game, seats: int) -> None:
    """Another truth that fits the same view gives the same preview."""
    for number, moment in enumerate(moments(game, seats)):
        seat = int(moment.before.turn)
        view = view_of(game, moment.before, seat)
        text = game.words.action_text(view.state, moment.code)
        seen = preview(view, text)
        other = engine(game).imagine(view.state, seat, chance_of(number, 1))
        assert preview(view_of(game, other, seat), text) == seen
        assert preview(view_of(game, moment.before, SPECTATOR), text) is None
        assert preview(view_of(game, moment.before, (seat + 1) % seats), text) is None


@every_table
def test_pieces_lie_where_the_preview_showed_them(game: Game, seats: int) -> None:
    """For actions without chance: each ghost has become a piece, and what was to go is no longer where it was."""
    for moment in moments(game, seats):
        seat = int(moment.before.turn)
        if moment.drew or moment.after.over:
            continue
        view = view_of(game, moment.before, seat)
        seen = preview(view, game.words.action_text(view.state, moment.code))
        if seen is None:
            continue
        before = areas_of(scene_of(view))
        after = areas_of(scene_of(view_of(game, moment.after, seat)))
        for ghost in seen.ghosts:
            dx, dy = shift(before[ghost.area], after[ghost.area])
            (there,) = [piece for piece in after[ghost.area].pieces if piece.id == ghost.piece.id]
            assert same_piece(there, ghost.piece)
            assert (there.x, there.y) == pytest.approx((ghost.piece.x + dx, ghost.piece.y + dy))
        then = {piece.id: (area.id, piece) for area in before.values() for piece in area.pieces}
        now = {piece.id: (area.id, piece) for area in after.values() for piece in area.pieces}
        for name in seen.gone:
            assert then[name] != now.get(name), f"{name} is still there"


@every_table
def test_previews_lie_within_their_areas_and_say_little(game: Game, seats: int) -> None:
    pick, shown = random.Random(seats), 0
    for moment in moments(game, seats):
        view = view_of(game, moment.before, int(moment.before.turn))
        areas = areas_of(scene_of(view))
        ids = {piece.id for area in areas.values() for piece in area.pieces}
        for action in pick.sample(view.actions(), min(4, len(view.actions()))):
            seen = preview(view, action.text) or Preview()
            shown += bool(seen.ghosts or seen.points)
            assert set(seen.gone) <= ids
            for ghost in seen.ghosts:
                area = areas[ghost.area]
                assert inside(area, ghost.piece.x, ghost.piece.y)
                assert inside(area, ghost.piece.x + ghost.piece.w, ghost.piece.y + ghost.piece.h)
            for words in seen.points:
                assert len(words) <= 40, words
                assert "-" not in words, "a minus is a minus"
                assert not SEAT_BY_NUMBER.search(words)
        assert preview(view, "no such action") is None
    assert bool(shown) == hasattr(game.scene, "preview")
