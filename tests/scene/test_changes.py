"""What differs between two scenes, for lists and areas that no game of ours has."""

import random

import msgspec

from tilora.scene import Area, Piece, Scene, ShownScene, apply_change, scene_change
from tilora.scene.changes import SceneChange


def scene(*pieces: Piece, turns: bool = False) -> Scene:
    return Scene(areas=(Area(id="board", role="shared", label="Board", w=9, h=9, turns=turns, pieces=pieces),))


def piece(name: str, *, x: float = 0.0, symbol: str = "red") -> Piece:
    return Piece(id=name, kind="tile", symbol=symbol, x=x, y=0.0)


def after_change(before: Scene, after: Scene) -> Scene:
    """The scene that a viewer of the one before has, once the change has come over the wire."""
    change = scene_change(ShownScene.whole(before), after)
    assert change is not None
    sent = msgspec.json.decode(msgspec.json.encode(change), type=SceneChange)
    return apply_change(ShownScene.whole(before), sent).scene


def test_lists_with_anything_added_removed_moved_and_changed_come_out_the_same(dice: random.Random) -> None:
    pieces = [piece(f"piece-{number}", symbol=dice.choice(["red", "blue"])) for number in range(12)]
    for _ in range(300):
        changed = [p if dice.random() < 0.8 else piece(p.id, x=dice.random(), symbol=p.symbol) for p in pieces]
        before, after = (tuple(dice.sample(some, dice.randrange(13))) for some in (pieces, changed))
        assert after_change(scene(*before), scene(*after)) == scene(*after)


def test_a_list_with_a_new_item_refers_to_all_others() -> None:
    old = tuple(piece(f"piece-{number}") for number in range(9))
    new = (*old[:4], piece("new", symbol="blue"), *old[4:])
    change = scene_change(ShownScene.whole(scene(*old)), scene(*new))
    assert change is not None
    assert change.areas["board"].pieces == ((0, 4), new[4], (4, 5))


def test_an_area_that_lies_turned_on_a_phone_still_does_after_a_change() -> None:
    before, after = scene(piece("a"), turns=True), scene(piece("a", x=1.0), turns=True)
    assert after_change(before, after) == after


def test_an_area_that_begins_to_turn_is_sent_whole() -> None:
    assert scene_change(ShownScene.whole(scene(piece("a"))), scene(piece("a"), turns=True)) is None
