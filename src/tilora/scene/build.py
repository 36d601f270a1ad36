"""Scenes, reasons and beats for every game: its own where it has some, plain ones where not."""

from collections.abc import Sequence

from tilora.kernel import SPECTATOR, Game, State, Step, View, redacted_action, seat_name
from tilora.scene.contract import scenes_of
from tilora.scene.plain import plain_beats, plain_scene
from tilora.scene.vocabulary import Beat, Scene

NO_REASON = "Nothing can be done here now."


def scene_of(view: View) -> Scene:
    """What the view looks like, and where its viewer can click."""
    scenes = scenes_of(view.game)
    return scenes.scene(view) if scenes else plain_scene(view)


def why(view: View, path: Sequence[str]) -> str:
    """Why clicking these ids, in this order, leads nowhere: a sentence for the person who did it."""
    if view.over:
        return "The match is over."
    if view.seat == SPECTATOR:
        return "You are watching: only those who sit at the table can play."
    if view.turn != view.seat:
        return f"It is not your turn: {seat_name(view.turn)} is to act."
    scenes = scenes_of(view.game)
    return (scenes.why(view, path) if scenes else "") or NO_REASON


def beats_of(game: Game, before: State, code: int, after: State, seat: int) -> list[Beat]:
    """What a step did, one thing after the other, as told to a seat (or SPECTATOR).

    The states are as that seat may know them; see `Match.passage`. An action that is a secret of somebody else
    is told in the words that others get.
    """
    secret = int(before.turn) != seat and redacted_action(game.words, before, code) is not None
    scenes = scenes_of(game)
    if scenes and not secret:
        return scenes.beats(before, code, after, seat)
    said = Step.between(game.words, before, code, after, secret=secret).sentence
    return plain_beats(said, before, after)
