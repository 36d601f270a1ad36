"""Parts of scenes that are built once and shared."""

import pytest

import tilora
from tilora.scene import part, parts, scene_of


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
