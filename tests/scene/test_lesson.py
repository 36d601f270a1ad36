"""Reading lessons, and following them."""

import re
from pathlib import Path

import pytest

from tilora.kernel import BadSetup, IllegalAction, game_named
from tilora.scene import lesson_of
from tilora.scene.lesson import follow, read_lesson

PAGE = Path(__file__).parents[2] / "docs/lessons.md"
TELL = 'say = "Welcome."'


def test_the_lesson_in_the_docs_can_be_followed_to_its_end() -> None:
    example = re.search(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert example is not None
    lesson = read_lesson(example[1])
    assert follow(game_named("cublino-contra"), lesson, ["", "d1d2"]).step == len(lesson.steps)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("steps = 3", "not a lesson"),
        ("end = [", "not a lesson"),
        ('end = ""\nsteps = []', "not a lesson"),
        (f'end = ""\n[[steps]]\n{TELL}\ntask = "x"', "task"),
        (f'end = ""\n[[steps]]\n{TELL}\nreplies = ["x"]', "Step 1 of the lesson asks for nothing"),
        (f'end = ""\n[[steps]]\n{TELL}\ndo = ["x"]', "has no `instead`"),
    ],
)
def test_what_is_not_a_lesson_is_refused_with_a_reason(text: str, words: str) -> None:
    with pytest.raises(BadSetup, match=words):
        read_lesson(text)


def test_a_game_without_a_lesson_has_none() -> None:
    assert lesson_of(game_named("pebbles")) is None


def test_nothing_can_be_played_after_the_end() -> None:
    game = game_named("cublino-contra")
    lesson = lesson_of(game)
    assert lesson is not None
    played = ["", "d1d2", "d3d4", "d4d5", "d6d7"]
    end = follow(game, lesson, played)
    assert (end.step, end.match.over) == (len(lesson.steps), True)
    with pytest.raises(BadSetup, match="over"):
        follow(game, lesson, [*played, "d7d6"])
    with pytest.raises(IllegalAction):
        follow(game, lesson, ["", "d1d3"])
