"""Finding one's way in scenes, for tests of what games look like."""

from tilora.kernel import Match
from tilora.scene import Area, Beat, Piece, Scene, beats_of, scene_of


def seen(m: Match, seat: int | None = None) -> Scene:
    """What the seat sees, or the one to act."""
    return scene_of(m.view(m.turn if seat is None else seat))


def area(scene: Scene, name: str) -> Area:
    return next(area for area in scene.areas if area.id == name)


def piece(scene: Scene, name: str) -> Piece:
    return next(piece for area in scene.areas for piece in area.pieces if piece.id == name)


def ids(scene: Scene, name: str) -> list[str]:
    """The pieces of an area."""
    return [piece.id for piece in area(scene, name).pieces]


def paths(scene: Scene, action: str) -> list[tuple[str, ...]]:
    """What one may click for the action."""
    return [choice.path for choice in scene.choices if choice.action == action]


def last_beats(m: Match, seat: int | None) -> list[Beat]:
    """The beats of the last step."""
    before, code, after = m.passage(seat, len(m.view(seat).history) - 1)
    return beats_of(m.game, before, code, after, -1 if seat is None else seat)
