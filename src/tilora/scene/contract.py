"""What `scene.py` in a game's folder defines, if there is one."""

from collections.abc import Sequence
from typing import Protocol, cast

from tilora.kernel import Game, State, View
from tilora.scene.vocabulary import Beat, Scene


class Scenes(Protocol):
    """What a game looks like. Functions get what their viewer may know, and nothing else."""

    def scene(self, view: View) -> Scene:
        """The position as the viewer sees it, with a choice for every legal action of the viewer."""

    def why(self, view: View, path: Sequence[str]) -> str:
        """Why clicking these ids, in this order, leads nowhere: one short sentence, or nothing if there is no reason.

        Only asked when it is the viewer's turn. The ids come from outside and may be anything.
        """

    def beats(self, before: State, action: int, after: State, seat: int) -> list[Beat]:
        """What an action did, one thing after the other, told to that seat (or SPECTATOR).

        The points of the beats add up to the change of the scores. Never asked for an action that is a secret to
        the seat.
        """


def scenes_of(game: Game) -> Scenes | None:
    """The game's own scenes; None for a game that has none."""
    return cast("Scenes | None", game.scene)
