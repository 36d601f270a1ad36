"""Parts of scenes that are built once and shared."""

import pytest

import tilora
from tilora.scene import Area, part, parts, scene_of


def test_a_part_is_built_once() -> None:
    built = []

    @part
    def pair(number: int) -> tuple[int, int]:
        built.append(number)
        return number, number

    assert pair(7) is pair(7)
    assert built == [7]


def test_what_was_kept_is_forgotten_after_many_scenes_if_it_is_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "KEPT", 10)
    built = []

    @part
    def number(value: int) -> int:
        built.append(value)
        return value

    def after_many_scenes() -> list[int]:
        view = tilora.match("cublino-pur", seed=1).view()
        for _ in range(parts.SCENES):
            scene_of(view)
        built.clear()
        number(0)
        return built

    for value in range(10):
        number(value)
    assert after_many_scenes() == []
    for value in range(10, 21):
        number(value)
    assert after_many_scenes() == [0]


def test_fewer_areas_are_kept_than_smaller_parts() -> None:
    built = []

    @part
    def area(number: int) -> Area:
        built.append(number)
        return Area(id=str(number), role="shared", label="", w=1, h=1)

    first = area(0)
    for number in range(1, parts.AREAS_KEPT):
        area(number)
    assert area(0) is first
    for number in range(parts.AREAS_KEPT, 2 * parts.AREAS_KEPT):
        area(number)
    built.clear()
    assert area(0) == first
    assert built == [0], "it has not been used for so long that it was forgotten"
