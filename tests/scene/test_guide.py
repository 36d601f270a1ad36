"""Guides: a little Markdown with pictures that are scenes."""

import pytest

from tilora.kernel import BadSetup, IllegalAction, game_named
from tilora.scene.guide import Items, Paragraph, Picture, Rows, Section, guide_of, read_guide

CYBERZUL = game_named("cyberzul")


def parts_of(text: str) -> tuple[object, ...]:
    return read_guide(CYBERZUL, f"# Title\n\n## Section\n\n{text}\n").sections[0].parts


def test_a_guide_has_paragraphs_lists_and_tables() -> None:
    guide = read_guide(
        CYBERZUL, "# Title\n\n## One\n\nTwo\nlines.\n\n- a\n  b\n- c\n\n## Two\n\n| x | y |\n|---|---|\n| 1 | |\n"
    )
    assert guide.title == "Title"
    assert guide.sections == (
        Section("One", (Paragraph("Two lines."), Items(("a b", "c")))),
        Section("Two", (Rows((("x", "y"), ("1", ""))),)),
    )


def test_a_picture_is_the_scene_of_a_position() -> None:
    (picture,) = parts_of('![A line.](scene: seats=2 seed=7 play="2 red 3; 1 black 2" area=board-0 area=board-1)')
    assert isinstance(picture, Picture)
    assert picture.caption == "A line."
    assert [area.id for area in picture.scene.areas] == ["board-0", "board-1"]
    lines = {spot.label for area in picture.scene.areas for spot in area.spots}
    assert {"line 3 of {seat:1}: 2 of 3, red", "line 2 of {seat:0}: 2 of 2, black"} <= lines


def test_pictures_offer_no_choices() -> None:
    (picture,) = parts_of("![All.](scene: seats=2 seed=7 seat=1)")
    assert isinstance(picture, Picture)
    assert not picture.scene.choices


def test_a_guide_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(IllegalAction):
        parts_of('![No.](scene: seats=2 seed=7 play="1 blue 2")')
    with pytest.raises(BadSetup, match="Unknown area"):
        parts_of("![No.](scene: area=garden)")
    with pytest.raises(BadSetup, match="no option 'seets'"):
        parts_of("![No.](scene: seets=2)")
    with pytest.raises(BadSetup, match="can't contain"):
        parts_of("### Smaller")
    with pytest.raises(BadSetup, match="must begin with a title"):
        read_guide(CYBERZUL, "Just words.")


def test_games_of_one_folder_can_have_guides_of_their_own() -> None:
    titles = [guide.title for guide in map(guide_of, (CYBERZUL, game_named("zellij"))) if guide]
    assert titles == ["Cyberzul", "Zellij"]
    assert guide_of(game_named("pebbles")) is None
