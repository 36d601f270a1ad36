"""What `scene.py` in a game's folder defines, if there is one; a `board.py` gives a game all of it."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Protocol, cast

from tilora.kernel import Game, State, View
from tilora.scene.boards.scene import BoardScenes
from tilora.scene.vocabulary import Beat, Ending, Explanation, Preview, Scene


class Scenes(Protocol):
    """What a game looks like. The functions get what their viewer may know, and nothing else.

    Labels and sentences name a seat by its placeholder, `seat_name(seat)`.
    """

    POINT_SOURCES: tuple[str, ...]
    """Every `Beat.source`, in the order in which the result of a match lists them. Optional."""
    SOURCE_WORDS: dict[str, tuple[str, str]]
    """What reasons call a change in the points from a source: one that raises the score, and one that lowers it.

    With {n} and {unit}, and {by} where " by" and somebody's name fits in. Optional: without it, they are
    "{n} more {unit} for SOURCE" and "{n} fewer {unit} for SOURCE".
    """

    def scene(self, view: View) -> Scene:
        """Return the position as the viewer sees it, with a choice for every legal action of the viewer."""

    def why(self, view: View, path: Sequence[str]) -> str:
        """Return why clicking these ids, in this order, leads nowhere, in one short sentence; "" if no reason is known.

        Only called when it is the viewer's turn. The ids come from outside and may be anything.
        """

    def explain(self, view: View, path: Sequence[str]) -> Explanation | None:
        """Return what the picked things add up to, such as odds; None where there is nothing to explain.

        Of something that can be picked now, though it takes more before a choice begins with it, there is an
        explanation, too. Only games in which something is explained need to define this. It is called like `why`.
        """

    def preview(self, view: View, action: int) -> Preview | None:
        """Return what a legal action of the viewer would do, as far as it is certain; None if there is nothing to show.

        The ghosts lie in the areas of the view's own scene. Optional: without it, the page shows no previews.
        """

    def ending(self, view: View, winners: Sequence[int]) -> Ending:
        """Return how it is celebrated that these seats have won: by the rules, or because others gave up.

        Optional: without it, nothing lights up at the end.
        """

    def beats(self, before: State, action: int, after: State, seat: int) -> list[Beat]:
        """Return what an action did, one thing after the other, as that seat (or SPECTATOR) may know it.

        The points of the beats add up to the change of the scores. Never called for an action that is secret to the
        seat.
        """


def ordered_sources(game: Game, sources: Iterable[str]) -> list[str]:
    """Return where points came from in the order of the game's `POINT_SOURCES`; others follow as they came."""
    first = getattr(scenes_of(game), "POINT_SOURCES", ())
    return sorted(sources, key=lambda source: first.index(source) if source in first else len(first))


def source_words(game: Game, source: str) -> tuple[str, str]:
    """Return what a change in the points from a source is called that raises the score, and one that lowers it."""
    known: dict[str, tuple[str, str]] = getattr(scenes_of(game), "SOURCE_WORDS", {})
    where = "" if source == game.unit else f" for {source}"
    return known.get(source, (f"{{n}} more {{unit}}{where}", f"{{n}} fewer {{unit}}{where}"))


def scenes_of(game: Game) -> Scenes | None:
    """Return the game's own scenes, or those of the board that it describes; None for a game with neither."""
    return cast("Scenes | None", game.scene) or _board_scenes(game)


@cache
def _board_scenes(game: Game) -> Scenes | None:
    return None if game.board is None else cast(Scenes, BoardScenes(game, game.board))
