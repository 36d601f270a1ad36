"""What holds for the scenes of every game, its own or the plain one: they offer what is legal, and reveal no secret."""

from collections.abc import Iterator

import msgspec

from tilora.kernel import SPECTATOR, View
from tilora.scene import Area, Choice, Piece, Scene, Spot, scene_of
from tilora.tools.check.mistakes import expect
from tilora.tools.check.random_games import RandomGame, engine

NEARLY = 1e-6


def things_of(area: Area) -> Iterator[Spot | Piece]:
    """Return everything that has a place in an area."""
    yield from area.spots
    yield from area.pieces


def ids_of(scene: Scene) -> list[str]:
    """Return all ids that can be clicked."""
    things = [thing.id for area in scene.areas for thing in things_of(area)]
    return things + [button.id for button in scene.buttons]


def inside(area: Area, x: float, y: float) -> bool:
    """Return whether a point lies within an area."""
    return -NEARLY <= x <= area.w + NEARLY and -NEARLY <= y <= area.h + NEARLY


def choices_are_the_legal_actions(view: View, scene: Scene) -> None:
    """All legal actions, with their words, each by ways of clicks of its own over things that are there."""
    words, legal = view.game.words, set(view.texts())
    offered = {choice.action for choice in scene.choices}
    expect(offered == legal, f"The scene does not offer exactly the legal actions: {sorted(offered ^ legal)[:5]}.")
    ids = set(ids_of(scene))
    for choice in scene.choices:
        expect(choice.path, f"There is nothing to click for {choice.action!r}.")
        lost = set(choice.path) - ids
        expect(not lost, f"{choice.action!r} is chosen by clicking {sorted(lost)}, which the scene does not have.")
        sentence = words.action_words(view.state, words.parse_action(view.state, choice.action))
        # The odds that a choice has need not be in its words, too.
        same = choice.words == sentence or (choice.odds is not None and sentence.startswith(choice.words[:-1] + ":"))
        expect(same, f"The scene calls {choice.action!r} {choice.words!r}, but `action_words` says {sentence!r}.")
        expect(choice.odds is None or 0 <= choice.odds <= 1, f"The odds of {choice.action!r} are not from 0 to 1.")
    ways = [way_of(choice) for choice in scene.choices]
    expect(len(set(ways)) == len(ways), "Two actions are chosen by the same clicks.")
    clickable = {each for choice in scene.choices for each in choice.path}
    for area in scene.areas:
        for thing in things_of(area):
            expect(thing.label or thing.id not in clickable, f"{thing.id} can be clicked, but has no label.")


def way_of(choice: Choice) -> tuple[str, ...]:
    """Return what one clicks for it; in order, if the order matters."""
    return ("in any order", *sorted(choice.path)) if choice.free else choice.path


def everything_has_its_place(scene: Scene) -> None:
    """Everything has its own id, and lies within its area."""
    ids = ids_of(scene) + [area.id for area in scene.areas]
    twice = {each for each in ids if ids.count(each) > 1} if len(set(ids)) < len(ids) else set()
    expect(not twice, f"Two things in the scene have the id {min(twice, default='')!r}.")
    for area in scene.areas:
        expect(area.label, f"The area {area.id} has no label.")
        expect(
            (area.seat is None) == (area.role == "shared"), f"The area {area.id} has a seat and is shared, or neither."
        )
        for thing in things_of(area):
            corners = ((thing.x, thing.y), (thing.x + thing.w, thing.y + thing.h))
            points = [*corners, *((thing.x + text.x, thing.y + text.y) for text in thing.texts)]
            expect(all(inside(area, *point) for point in points), f"{thing.id} lies outside the area {area.id}.")
        for text in area.texts:
            expect(inside(area, text.x, text.y), f"The text {text.text!r} lies outside the area {area.id}.")


def a_scene_tells_no_secret(view: View, scene: Scene, number: int) -> None:
    """A scene is made of the view alone: another truth with the same view gives the same scene, to the byte."""
    twin = engine(view.game).redact(view.imagine(number), view.seat)
    other = scene_of(View(view.game, view.seat, twin, ()))
    expect(msgspec.json.encode(other) == msgspec.json.encode(scene), "The scene tells a secret.")


def scenes_show_what_can_be_done(played: RandomGame, every: int = 1) -> None:
    """At each step, everybody gets a scene that is sound."""
    for number, moment in played.steps(every):
        for seat in (SPECTATOR, int(moment.before.turn)):
            view = View(played.game, seat, engine(played.game).redact(moment.before, seat), ())
            scene = scene_of(view)
            choices_are_the_legal_actions(view, scene)
            everything_has_its_place(scene)
            a_scene_tells_no_secret(view, scene, number)
