"""The characters: one for each level, each with a name of its own and one sentence."""

from pathlib import Path

import pytest

from tilora.ai.players import characters, levels
from tilora.ai.players.characters import CHARACTERS, MASTER, character
from tilora.kernel import BadSetup


def test_every_level_has_a_character() -> None:
    assert [each.level for each in CHARACTERS] == [level.number for level in levels.LEVELS]
    assert all(character(level.number).level == level.number for level in levels.LEVELS)
    assert MASTER.level == levels.MASTER.number


def test_each_has_a_name_of_its_own_with_an_article_and_speaks_one_sentence() -> None:
    everybody = [*CHARACTERS, MASTER]
    assert len({each.name for each in everybody}) == len(everybody)
    for each in everybody:
        article, _, craft = each.name.partition(" ")
        assert article == "The"
        assert craft.isalpha()
        assert craft.istitle()
        assert each.saying.startswith("I ")
        assert [place for place, char in enumerate(each.saying) if char == "."] == [len(each.saying) - 1]


@pytest.mark.parametrize("level", [0, 9, -1])
def test_there_is_nobody_beyond_the_levels(level: int) -> None:
    with pytest.raises(BadSetup, match="There is no level"):
        characters.character(level)


def test_the_docs_tell_how_each_of_them_plays() -> None:
    page = (Path(__file__).parents[2] / "docs/play.md").read_text(encoding="utf-8")
    for each in CHARACTERS:
        words = levels.level(each.level).words
        assert f'| {each.level} | {each.name} | {words} | "{each.saying}" |' in page
