"""Where the points of a match came from, added up step by step."""

from collections.abc import Iterable

from tilora.scene import Beat


class PointSources:
    """The points of all seats by their source, in the order in which the sources first gave any."""

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self.steps = 0
        """How many steps have been added."""
        self.points: dict[str, list[int]] = {}
        """By source, and then by seat."""

    def add(self, beats: Iterable[Beat]) -> None:
        """Add the beats of the next step."""
        self.steps += 1
        for beat in beats:
            if beat.seat is not None and beat.points:
                self.points.setdefault(beat.source, [0] * self._seats)[beat.seat] += beat.points
