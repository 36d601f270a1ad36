"""What `scene.py` in a game's folder defines, if there is one."""

from collections.abc import Sequence
from typing import Protocol, cast

from tilora.kernel import Game, State, View
from tilora.scene.vocabulary import Beat, Scene


class Scenes(Protocol):
    """What a game looks like. The functions get what their viewer may know, and nothing else.

    Labels and sentences name a seat by its placeholder, `seat_name(seat)`.
    """

    def scene(self, view: View) -> Scene:
        """Return the position as the viewer sees it, with a choice for every legal action of the viewer."""

    def why(self, view: View, path: Sequence[str]) -> str:
        """Return why clicking these ids, in this order, leads nowhere, in one short sentence; "" if no reason is known.

        Only called when it is the viewer's turn. The ids come from outside and may be anything.
        """

    def beats(self, before: State, action: int, after: State, seat: int) -> list[Beat]:
        """Return what an action did, one thing after the other, as that seat (or SPECTATOR) may know it.

        The points of the beats add up to the change of the scores. Never called for an action that is secret to the
        seat.
        """


def scenes_of(game: Game) -> Scenes | None:
    """Return the game's own scenes; None for a game that has none."""
    return cast("Scenes | None", game.scene)
