"""Scenes, reasons and beats for every game: its own if it has a `scene.py`, plain ones if not."""

from collections.abc import Sequence

import msgspec

from tilora.kernel import SPECTATOR, Game, State, Step, View, redacted_action, seat_name
from tilora.scene.contract import scenes_of
from tilora.scene.parts import count_scene
from tilora.scene.plain import plain_beats, plain_scene
from tilora.scene.vocabulary import Beat, Ending, Explanation, Preview, Scene

NO_REASON = "There is nothing to do here now."


def scene_of(view: View, winners: Sequence[int] | None = None) -> Scene:
    """Return what the view looks like, and where its viewer can click.

    `winners` have won, though not by the rules alone, for example because somebody gave up.
    """
    scenes = scenes_of(view.game)
    scene = scenes.scene(view) if scenes else plain_scene(view)
    count_scene()
    if winners is None and view.outcome:
        winners = view.outcome.winners
    return msgspec.structs.replace(scene, ending=_ending(view, winners)) if winners else scene


def _ending(view: View, winners: Sequence[int]) -> Ending | None:
    scenes = scenes_of(view.game)
    if not scenes or not hasattr(scenes, "ending"):
        return None
    found = scenes.ending(view, winners)
    # Whoever wins before there is anything on their board has nothing to light up.
    won = tuple(each for each in found.won if each.ids)
    return msgspec.structs.replace(found, won=won) if won else None


def why(view: View, path: Sequence[str]) -> str:
    """Return why clicking these ids, in this order, leads nowhere, in a sentence with placeholders for seats."""
    if view.over:
        return "The match is over."
    if view.seat == SPECTATOR:
        return "You are watching. Only players at the table can move."
    if view.turn != view.seat:
        return f"It is not your turn. {seat_name(view.turn)} is to move."
    scenes = scenes_of(view.game)
    return (scenes.why(view, path) if scenes else "") or NO_REASON


def explain(view: View, path: Sequence[str]) -> Explanation | None:
    """Return what the picked things add up to, with placeholders for seats; None if there is nothing to explain."""
    scenes = scenes_of(view.game)
    if view.over or view.turn != view.seat or not hasattr(scenes, "explain"):
        return None
    return scenes.explain(view, path) if scenes else None


def preview(view: View, text: str) -> Preview | None:
    """Return what the viewer's action with that text would do; None if it is not legal, or there is nothing to show."""
    scenes = scenes_of(view.game)
    if view.over or view.turn != view.seat or not hasattr(scenes, "preview"):
        return None
    code = next((action.code for action in view.actions() if action.text == text), None)
    return scenes.preview(view, code) if scenes and code is not None else None


def beats_of(game: Game, before: State, code: int, after: State, seat: int) -> list[Beat]:
    """Return what a step did, one thing after the other, as a seat (or SPECTATOR) may know it.

    The states are as that seat may know them; see `Match.passage`. Of a secret action of somebody else, there is only
    the sentence that others may read.
    """
    secret = int(before.turn) != seat and redacted_action(game.words, before, code) is not None
    scenes = scenes_of(game)
    if scenes and not secret:
        return scenes.beats(before, code, after, seat)
    sentence = Step.between(game.words, before, code, after, secret=secret).sentence
    return plain_beats(sentence, before, after)
