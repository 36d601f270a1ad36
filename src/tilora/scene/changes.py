"""What differs between two scenes of one viewer, so that only that has to travel.

A list of the new scene is written as a row of new items and of references to the old list: `[[0, 12], {…}, [12,
{"label": "…"}], [13, 4]]` takes twelve items of the old list, then a new item, then number 12 of the old with another
label, then four more. So a client needs no ids and no comparing to apply it, and holds exactly the scene that somebody
who asks for the whole gets.

Between a viewer's turns there are no choices, and within a turn there may be few; afterwards most of those before are
back. Therefore the list of choices is not always written against the scene before: a list with fewer than half as many
choices as the one that it was written against is not what the next one is written against.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import compress, count
from operator import attrgetter, is_not
from typing import Any, NamedTuple, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import astuple

from tilora.scene.vocabulary import Area, Button, Choice, Ending, Piece, Scene, Spot, Takeback, Task, Text

T = TypeVar("T")

KEPT = 64
"""Changes of areas that are kept for other viewers, who see the same a moment later."""
_CHANGES: dict[tuple[int, int], tuple[Area, Area, "AreaChange | None"]] = {}
"""By the ids of the areas before and after, which takes no comparing."""

Old: TypeAlias = tuple[int, int | dict[str, Any]]
"""From the old list: as many items as the second number says, or one item with these fields changed. The first number
says where."""


class AreaChange(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """What is new in an area. What is missing is as before."""

    label: str | UnsetType = UNSET
    w: float | UnsetType = UNSET
    h: float | UnsetType = UNSET
    spots: tuple[Old | Spot, ...] | UnsetType = UNSET
    pieces: tuple[Old | Piece, ...] | UnsetType = UNSET
    texts: tuple[Old | Text, ...] | UnsetType = UNSET


class SceneChange(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """What is new in a scene. What is missing is as before."""

    areas: dict[str, AreaChange] = {}
    """By id. The areas are the same as before, in the same order."""
    buttons: tuple[Button, ...] | UnsetType = UNSET
    choices: tuple[Old | Choice, ...] | UnsetType = UNSET
    """The old list is the last one that had at least half as many choices as its own old list."""
    takebacks: tuple[Takeback, ...] | UnsetType = UNSET
    tasks: tuple[Task, ...] | UnsetType = UNSET
    ending: Ending | UnsetType | None = UNSET


class ShownScene(NamedTuple):
    """A scene that a viewer has, and the choices in it or before it that the next ones are written against."""

    scene: Scene
    choices: tuple[Choice, ...]

    @classmethod
    def whole(cls, scene: Scene) -> "ShownScene":
        """Return what a viewer has who was sent the whole scene."""
        return cls(scene, scene.choices)

    def then(self, scene: Scene) -> "ShownScene":
        """Return what the viewer has after another scene."""
        many = 2 * len(scene.choices) >= len(self.choices)
        return ShownScene(scene, scene.choices if many else self.choices)


def scene_change(shown: ShownScene, scene: Scene) -> SceneChange | None:
    """Return what is new in a scene for a viewer; None if the whole scene has to be sent."""
    old = shown.scene
    if len(old.areas) != len(scene.areas):
        return None
    areas: dict[str, AreaChange] = {}
    for before, after in zip(old.areas, scene.areas, strict=True):
        if before is after:
            continue
        if _lasting(before) != _lasting(after):
            return None
        changed = _area_change(before, after)
        if changed is not None:
            areas[after.id] = changed
    same_choices = old.choices is scene.choices or old.choices == scene.choices
    return SceneChange(
        areas=areas,
        buttons=UNSET if old.buttons == scene.buttons else scene.buttons,
        choices=UNSET if same_choices else _rewrite(shown.choices, scene.choices),
        takebacks=UNSET if old.takebacks == scene.takebacks else scene.takebacks,
        tasks=UNSET if old.tasks == scene.tasks else scene.tasks,
        ending=UNSET if old.ending == scene.ending else scene.ending,
    )


def _lasting(area: Area) -> tuple[Any, ...]:
    """Return what hardly ever changes about an area."""
    return area.id, area.role, area.seat, area.turns, area.grows, area.pitch


def apply_change(shown: ShownScene, change: SceneChange) -> ShownScene:
    """Return what a viewer has after a change."""
    old = shown.scene
    scene = Scene(
        areas=tuple(_changed_area(area, change.areas.get(area.id)) for area in old.areas),
        buttons=old.buttons if change.buttons is UNSET else change.buttons,
        choices=old.choices if change.choices is UNSET else _items(shown.choices, change.choices),
        takebacks=old.takebacks if change.takebacks is UNSET else change.takebacks,
        tasks=old.tasks if change.tasks is UNSET else change.tasks,
        ending=old.ending if change.ending is UNSET else change.ending,
    )
    return shown.then(scene)


def _area_change(before: Area, after: Area) -> AreaChange | None:
    """Return what is new in an area, worked out once for all viewers who share it; None if it is equal."""
    kept = _CHANGES.get((id(before), id(after)))
    if kept is None:
        if len(_CHANGES) >= KEPT:
            _CHANGES.clear()
        # With the areas, so that nothing else gets their ids.
        kept = _CHANGES[id(before), id(after)] = (before, after, _compared_areas(before, after))
    return kept[2]


def _compared_areas(before: Area, after: Area) -> AreaChange | None:
    if before == after:
        return None
    return AreaChange(
        label=UNSET if before.label == after.label else after.label,
        w=UNSET if before.w == after.w else after.w,
        h=UNSET if before.h == after.h else after.h,
        spots=_list_change(before.spots, after.spots),
        pieces=_list_change(before.pieces, after.pieces),
        texts=_list_change(before.texts, after.texts),
    )


def _changed_area(area: Area, change: AreaChange | None) -> Area:
    if change is None:
        return area
    return Area(
        id=area.id,
        role=area.role,
        seat=area.seat,
        turns=area.turns,
        grows=area.grows,
        pitch=area.pitch,
        label=area.label if change.label is UNSET else change.label,
        w=area.w if change.w is UNSET else change.w,
        h=area.h if change.h is UNSET else change.h,
        spots=area.spots if change.spots is UNSET else _items(area.spots, change.spots),
        pieces=area.pieces if change.pieces is UNSET else _items(area.pieces, change.pieces),
        texts=area.texts if change.texts is UNSET else _items(area.texts, change.texts),
    )


# Lists


def _list_change(old: tuple[T, ...], new: tuple[T, ...]) -> "tuple[Old | T, ...] | UnsetType":
    return UNSET if old is new or old == new else _rewrite(old, new)


class _Reader(NamedTuple):
    """How the items of one type are read."""

    name: Callable[[Any], Any]
    """What an item is found again by. If two items of a list have the same name, one of them is found."""
    kind: Callable[[Any], Any]
    """What items have in common that are written with few differences, such as two tiles of a colour."""
    fields: tuple[str, ...]


def _reader(item: type[msgspec.Struct], name: Sequence[str], kind: Sequence[str]) -> _Reader:
    return _Reader(attrgetter(*name), attrgetter(*kind), item.__struct_fields__)


READERS: dict[type, _Reader] = {
    Spot: _reader(Spot, ["id"], ["symbol", "shape"]),
    Piece: _reader(Piece, ["id"], ["symbol"]),
    Text: _reader(Text, ["x", "y"], ["role", "align", "size"]),
    Choice: _reader(Choice, ["action", "path"], ["path"]),
}


def _rewrite(old: tuple[T, ...], new: tuple[T, ...]) -> "tuple[Old | T, ...]":
    """Return the new list as references to the old one and new items.

    Most items are the same objects as before: those at both ends are counted, and the others looked up by their ids,
    which needs no comparing.
    """
    if not new:
        return ()
    shorter = min(len(old), len(new))
    first = next(compress(count(), map(is_not, old, new)), shorter)
    last = min(next(compress(count(), map(is_not, reversed(old), reversed(new))), shorter), shorter - first)
    before, after = old[first : len(old) - last], new[first : len(new) - last]
    where = dict(zip(map(id, before), count(first)))
    found: list[Any] = list(map(where.get, map(id, after)))
    if None in found:
        name, kind, fields = READERS[type(after[0])]
        # Only what is gone is read: most of the rest is in no cache of the processor.
        gone = set(where.values()).difference(found)
        names = {name(old[index]): index for index in gone}
        alike = _Alike(old, kind)
        for index, item in enumerate(after):
            if found[index] is None:
                like = names.get(name(item))
                if like is None:
                    like = alike.find(item)
                found[index] = item if like is None else _compare(fields, old[like], item, like)
    runs = [(0, first)] if first else []
    runs += _join_runs(found)
    if last:
        runs.append((len(old) - last, last))
    return tuple(runs)


class _Alike:
    """Finds the last item of a list that is of the same kind as another, and reads no more items than it needs."""

    __slots__ = ("_items", "_kind", "_kinds", "_unread")

    def __init__(self, items: tuple[Any, ...], kind: Callable[[Any], Any]) -> None:
        self._items = items
        self._kind = kind
        self._kinds: dict[Any, int] = {}
        """Where the last item of each kind is, as far as they have been read."""
        self._unread = len(items)

    def find(self, item: Any) -> int | None:
        items, kind, kinds = self._items, self._kind, self._kinds
        wanted = kind(item)
        while wanted not in kinds and self._unread:
            self._unread -= 1
            kinds.setdefault(kind(items[self._unread]), self._unread)
        return kinds.get(wanted)


def _compare(fields: tuple[str, ...], old: Any, new: Any, where: int) -> int | Old:
    """Return where the item is, or also what is different."""
    pairs = zip(fields, astuple(old), astuple(new), strict=True)
    changed = {name: after for name, before, after in pairs if before is not after and before != after}
    return (where, changed) if changed else where


def _join_runs(found: Sequence[Any]) -> Iterator[Any]:
    """Join numbers that follow each other to runs."""
    start, length = 0, 0
    for item in found:
        if length and item == start + length:
            length += 1
            continue
        if length:
            yield start, length
        if type(item) is int:
            start, length = item, 1
        else:
            yield item
            length = 0
    if length:
        yield start, length


def _items(old: tuple[T, ...], rewritten: "Sequence[Old | T]") -> tuple[T, ...]:
    items: list[T] = []
    for item in rewritten:
        if not isinstance(item, tuple):
            items.append(item)
        elif isinstance(item[1], int):
            items += old[item[0] : item[0] + item[1]]
        else:
            items.append(_with_fields(old[item[0]], item[1]))
    return tuple(items)


def _with_fields(item: T, fields: dict[str, Any]) -> T:
    """Return the item with these fields changed, which may have come over the wire."""
    return msgspec.convert({**msgspec.to_builtins(item), **msgspec.to_builtins(fields)}, type(item))
