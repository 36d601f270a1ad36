"""What is true of the scenes of every installed game: its own or, where it has none, the plain one."""

import random
import re
from functools import cache
from itertools import pairwise
from xml.etree import ElementTree

import msgspec
import pytest

from tests import SOAK
from tests.conformance.play import NAMES, TABLES
from tilora.kernel import SPECTATOR, Game, Match, State, View, chance_of, fill_seats, redacted_action
from tilora.scene import Area, Scene, art_of, beats_of, explain, picture, scene_of, why
from tilora.scene.art import SVG
from tilora.scene.guide import HEADINGS, Picture, guide_of
from tilora.tools.check.promises import SEAT_BY_NUMBER
from tilora.tools.check.random_games import engine, random_game
from tilora.tools.check.scene_promises import (
    NEARLY,
    a_scene_tells_no_secret,
    choices_are_the_legal_actions,
    everything_has_its_place,
    ids_of,
    inside,
    things_of,
)

GAMES = 2 * SOAK
EVERY = 5
"""One position in this many is looked at closely; beats are checked for every step."""
HEAVIEST_SCENE = 60_000
HEAVIEST_ART = 30_000

every_table = pytest.mark.parametrize(("game", "seats"), TABLES, ids=NAMES)


@cache
def looks(game: Game, seats: int) -> list[tuple[View, Scene]]:
    """Views of all seats and of a spectator, of positions all over some random games, and what they look like."""
    found = []
    for seed in range(GAMES):
        moments = list(random_game(game, seats, seed))
        states = [moment.before for moment in moments[:: EVERY * (1 + len(moments) // 150)]]
        for state in (*states, moments[-1].after):
            views = [View(game, seat, engine(game).redact(state, seat), ()) for seat in (SPECTATOR, *range(seats))]
            found += [(view, scene_of(view)) for view in views]
    return found


@every_table
def test_an_ending_names_things_on_the_table_and_who_won_with_them(game: Game, seats: int) -> None:
    for view, scene in looks(game, seats):
        assert scene.ending is None or view.state["over"]
        check_ending(scene, [seat for seat in range(seats) if view.state["rank"][seat] == 1])
        # Whoever has won because others gave up is celebrated as well, and so is everybody after a draw.
        for winners in ([0], [seats - 1], list(range(seats))):
            check_ending(scene_of(view, winners), winners)


def check_ending(scene: Scene, winners: list[int]) -> None:
    """Check that everything that lights up is on the table, once, and belongs to somebody who won."""
    won = scene.ending.won if scene.ending else ()
    ids = [thing for each in won for thing in each.ids]
    assert set(ids) <= set(ids_of(scene))
    assert len(set(ids)) == len(ids)
    assert {each.seat for each in won} <= set(winners)
    assert all(each.ids for each in won)


@every_table
def test_hands_that_can_be_laid_in_rows_lie_side_by_side(game: Game, seats: int) -> None:
    for _, scene in looks(game, seats):
        for area in scene.areas:
            if area.pitch:
                assert area.role == "hand"
                assert not area.spots
                xs = sorted(piece.x for piece in area.pieces)
                assert all(abs(b - a - area.pitch) < NEARLY for a, b in pairwise(xs))


@every_table
def test_choices_are_the_legal_actions(game: Game, seats: int) -> None:
    """All legal actions, with their words, each by ways of clicks of its own over things that are there."""
    for view, scene in looks(game, seats):
        choices_are_the_legal_actions(view, scene)


@every_table
def test_tasks_and_takebacks_are_about_what_is_there(game: Game, seats: int) -> None:
    """A task is a sentence for some beginning of a path; what takes something back begins no choice."""
    for view, scene in looks(game, seats):
        ids = ids_of(scene)
        for task in scene.tasks:
            assert task.words.endswith((".", "?")), task
            assert "{picked}" not in task.words or task.after, task
        assert len({task.after for task in scene.tasks}) == len(scene.tasks)
        begins = {choice.path[0] for choice in scene.choices}
        for takeback in scene.takebacks:
            assert takeback.id in ids
            assert takeback.id not in begins
            assert view.turn == view.seat
        if view.turn == view.seat and game.scene and not view.over:
            assert "" in {task.after for task in scene.tasks}, "the page can't say what to do"


@every_table
def test_what_is_picked_is_explained_or_not(game: Game, seats: int) -> None:
    """Whatever was picked, an explanation is made of sentences and terms without numbers of seats."""
    pick = random.Random(seats)
    for view, scene in looks(game, seats):
        for path in [(name,) for name in pick.choices(ids_of(scene), k=3)] + [("no such thing",), ()]:
            found = explain(view, path)
            if found:
                assert view.turn == view.seat
                assert found.text.endswith(".")
                told = [found.text, *(f"{term.label} {term.value}" for term in found.terms)]
                assert not any(SEAT_BY_NUMBER.search(each) for each in told)


@every_table
def test_everything_has_its_own_id_and_lies_within_its_area(game: Game, seats: int) -> None:
    for _, scene in looks(game, seats):
        everything_has_its_place(scene)


@every_table
def test_scores_and_seats_are_marked_as_what_they_are(game: Game, seats: int) -> None:
    """A text with the role of a score is the score of its seat; no label names a seat by its number."""
    for view, scene in looks(game, seats):
        for area in scene.areas:
            texts = [*area.texts, *(text for thing in things_of(area) for text in thing.texts)]
            for text in texts:
                assert (text.seat is not None) == (text.role == "score")
                assert text.seat is None or text.text == str(view.scores[text.seat])
                assert text.role == "mono" or not SEAT_BY_NUMBER.search(text.text)
            if game.scene:
                assert not any(SEAT_BY_NUMBER.search(thing.label + thing.about) for thing in things_of(area))
            assert not SEAT_BY_NUMBER.search(area.label)


@every_table
def test_scenes_are_light_and_survive_the_wire(game: Game, seats: int) -> None:
    for _, scene in looks(game, seats):
        wire = msgspec.json.encode(scene)
        assert len(wire) <= HEAVIEST_SCENE
        assert msgspec.json.decode(wire, type=Scene) == scene


@every_table
def test_scenes_tell_no_secret(game: Game, seats: int) -> None:
    """A scene is made of the view alone: another truth with the same view gives the same scene, to the byte."""
    for number, (view, scene) in enumerate(looks(game, seats)):
        a_scene_tells_no_secret(view, scene, number)


@every_table
def test_every_symbol_is_drawn(game: Game, seats: int) -> None:
    symbols = set(art_of(game).symbols)
    for _, scene in looks(game, seats):
        for area in scene.areas:
            used = {piece.symbol for piece in area.pieces}
            used |= {f"{piece.symbol}-pip" for piece in area.pieces if piece.faces}
            used |= {spot.symbol for spot in area.spots if spot.symbol}
            assert used <= symbols, used - symbols


@every_table
def test_pictures_are_well_formed(game: Game, seats: int) -> None:
    for number, (_, scene) in enumerate(looks(game, seats)[:: 3 + seats]):
        for theme in ("light", "dark")[: 1 + (number % 4 == 0)]:
            drawn = picture(scene, art_of(game), theme=theme)
            root = ElementTree.fromstring(drawn)  # noqa: S314 - our own
            assert root.tag == f"{{{SVG}}}svg"
            known = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
            assert set(re.findall(r'href="#([^"]+)"', drawn)) <= known
            assert set(re.findall(r"url\(#([^)]+)\)", drawn)) <= known


@every_table
def test_the_beats_of_a_step_add_up_to_its_points(game: Game, seats: int) -> None:
    """For every viewer: each beat has words, points have a seat and a source, and none are lost or made up."""
    for seed in range(GAMES):
        for moment in random_game(game, seats, seed):
            for seat in (SPECTATOR, int(moment.before.turn), (int(moment.before.turn) + 1) % seats):
                before, after = (engine(game).redact(state, seat) for state in (moment.before, moment.after))
                beats = beats_of(game, before, moment.code, after, seat)
                assert beats
                points = [0] * seats
                for beat in beats:
                    words = fill_seats(beat.words)
                    assert words[:1].isupper() or words[:1].isdigit(), beat
                    assert not SEAT_BY_NUMBER.search(beat.words), beat
                    assert beat.words.endswith((".", "!", "?")), beat
                    assert bool(beat.source) == bool(beat.points), beat
                    assert not beat.source or beat.source in getattr(game.scene, "POINT_SOURCES", [beat.source]), beat
                    if beat.points:
                        assert beat.seat is not None
                        points[beat.seat] += beat.points
                assert points == (after.score[:seats] - before.score[:seats]).tolist()


@every_table
def test_beats_name_what_is_there(game: Game, seats: int) -> None:
    """Beats light up and move things of the scene before or after, or such as earlier beats have named."""
    for seed in range(GAMES):
        pick = random.Random(seed)
        for moment in random_game(game, seats, seed):
            if pick.randrange(EVERY) and not moment.after.over:
                continue
            seat = pick.choice([SPECTATOR, *range(seats)])
            before, after = (engine(game).redact(state, seat) for state in (moment.before, moment.after))
            first, last = scene_of(View(game, seat, before, ())), scene_of(View(game, seat, after, ()))
            known = set(ids_of(first)) | set(ids_of(last))
            areas = {area.id: area for area in last.areas}
            lying = {piece.id for area in first.areas for piece in area.pieces}
            for beat in beats_of(game, before, moment.code, after, seat):
                for move in beat.moves:
                    assert move.id in lying, f"{move.id} moves, but lies nowhere"
                    if move.area:
                        assert inside(areas[move.area], move.x, move.y)
                lying -= {move.id for move in beat.moves}
                named = [move.becomes or move.id for move in beat.moves]
                assert len(set(named)) == len(named)
                assert not lying & set(named), f"{lying & set(named)} would be two pieces"
                lying |= set(named)
                assert set(beat.ids) <= known | lying, set(beat.ids) - known - lying


@every_table
def test_beats_tell_no_secret(game: Game, seats: int) -> None:
    """Another truth with the same views before and after gives the same beats, to the byte."""
    for seed in range(GAMES):
        for number, moment in enumerate(random_game(game, seats, seed)):
            for seat in (SPECTATOR, (int(moment.before.turn) + 1) % seats):
                before, after = twins(game, moment.before, moment.after, seat, number)
                told = beats_of(game, before[0], moment.code, after[0], seat)
                assert told == beats_of(game, before[1], moment.code, after[1], seat)
                hidden = redacted_action(game.words, before[0], moment.code)
                for code in engine(game).legal(moment.before).tolist() if hidden else ():
                    if redacted_action(game.words, before[0], code) == hidden:
                        assert beats_of(game, before[0], code, after[0], seat) == told


def twins(game: Game, before: State, after: State, seat: int, number: int) -> tuple[list[State], list[State]]:
    """Each state as the seat may know it, and the same of another truth that the seat can't tell from it."""
    rules = engine(game)
    seen = [rules.redact(state, seat) for state in (before, after)]
    others = [rules.redact(rules.imagine(state, seat, chance_of(number, 0)), seat) for state in seen]
    return [seen[0], others[0]], [seen[1], others[1]]


@every_table
def test_a_click_that_leads_nowhere_is_answered(game: Game, seats: int) -> None:
    """Whatever is clicked, in whatever order, there is a sentence."""
    pick = random.Random(seats)
    for view, scene in looks(game, seats):
        ids = ids_of(scene)
        paths = [choice.path for choice in scene.choices]
        tries = [tuple(pick.choices(ids, k=length)) for length in (1, 1, 1, 2, 2, 3)] + [("no such thing",), ()]
        if paths:
            path = pick.choice(paths)
            tries += [(*path[:-1], pick.choice(ids)), (pick.choice(ids), *path)]
        for path in tries:
            said = why(view, path)
            assert fill_seats(said)[0].isupper()
            assert said.endswith(".")
            assert not SEAT_BY_NUMBER.search(said), said


@every_table
def test_a_match_shows_its_steps_to_each_viewer(game: Game, seats: int) -> None:
    """The passages of a view follow one another, from the first position to the one that the view shows."""
    match, pick = Match(game, seats=seats, seed=3), random.Random(3)
    for _ in range(25):
        if not match.over:
            match.play(pick.choice(match.legal()))
    for seat in (None, *range(seats)):
        view = match.view(seat)
        passages = [match.passage(seat, index) for index in range(len(view.history))]
        assert all(one[2].tobytes() == two[0].tobytes() for one, two in pairwise(passages))
        assert passages[-1][2].tobytes() == view.state.tobytes()


@pytest.mark.parametrize("game", {game.name: game for game, _ in TABLES}.values(), ids=lambda game: game.name)
def test_drawings_are_small_and_safe(game: Game) -> None:
    """No scripts, no style sheets, nothing from elsewhere; colours can be replaced; ids can't clash."""
    art = art_of(game)
    if not art.source:
        pytest.skip("a game without drawings")
    assert len(art.source.encode()) <= HEAVIEST_ART
    root = ElementTree.fromstring(art.source)  # noqa: S314 - our own
    tags = {element.tag.removeprefix(f"{{{SVG}}}") for element in root.iter()}
    assert not tags & {"script", "style", "image", "foreignObject", "a", "animate", "set"}
    for element in root.iter():
        assert not [name for name in element.attrib if name.startswith("on") or name == "style"]
        for name in ("href", "{http://www.w3.org/1999/xlink}href"):
            assert element.attrib.get(name, "#").startswith("#")
    references = re.findall(r"url\(([^)]*)\)", art.source)
    assert all(reference.startswith("#") for reference in references)
    for name, symbol in art.symbols.items():
        assert re.fullmatch(r"0 0 100 \d+", symbol.attrib.get("viewBox", "")), name
    family = game.folder.rsplit(".", 1)[-1].removeprefix("tilora_")
    variables = re.findall(r"var\((--[^,)]+)", art.source)
    assert all(variable.startswith((f"--{family}-", f"--{game.name}-")) for variable in variables), set(variables)
    assert len(re.findall(r"var\(--[^,)]+, *#[0-9a-f]{3,6}\)", art.source)) == len(variables), "one has no fallback"
    for palette, values in art.palettes.items():
        assert palette in ("dark", "clear")
        assert values.keys() <= set(variables), values.keys() - set(variables)
    assert picture(Scene(areas=(Area(id="a", role="shared", label="A", w=1, h=1),)), art)


@pytest.mark.parametrize("game", {game.name: game for game, _ in TABLES}.values(), ids=lambda game: game.name)
def test_guides_have_the_same_sections_and_pictures(game: Game) -> None:
    """Each section says something, and each guide shows positions; what a guide plays is legal, or it can't be read."""
    guide = guide_of(game)
    if guide is None:
        pytest.skip("a game without a guide")
    assert game.title in guide.title
    assert tuple(section.title for section in guide.sections) == HEADINGS
    assert all(section.parts for section in guide.sections)
    pictures = [part for section in guide.sections for part in section.parts if isinstance(part, Picture)]
    assert len(pictures) >= 3
    assert all(part.caption.endswith((".", "?", "!")) for part in pictures)
    assert msgspec.json.decode(msgspec.json.encode(guide), type=type(guide)) == guide
