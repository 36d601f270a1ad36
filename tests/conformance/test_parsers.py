"""Whatever people and programs write: it is read, or refused with a sentence. Nothing crashes, nothing changes."""

import re
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilora.kernel import Game, games
from tilora.tools.check import match_promises

every_game = pytest.mark.parametrize("game", games(), ids=[game.name for game in games()])


@cache
def sample(game: Game) -> tuple[list[str], list[str]]:
    """Positions and action texts from one random game."""
    return match_promises.sample_texts(game, max(game.seats), 11)


@st.composite
def damaged(draw: st.DrawFn, texts: list[str]) -> str:
    """A true text with a few characters set, cut, doubled, or taken from another."""
    text = draw(st.sampled_from(texts))
    alphabet = st.sampled_from(sorted(set("".join(texts) + match_promises.STRANGE)))
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(text)))
        length = draw(st.integers(0, 4))
        text = text[:place] + draw(st.text(alphabet, max_size=4)) + text[place + length :]
    return text


@st.composite
def stretched(draw: st.DrawFn, texts: list[str]) -> str:
    """A true text in which one number is another, perhaps as large as can be."""
    text = draw(st.sampled_from(texts))
    numbers = list(re.finditer("[0-9]+", text))
    number = draw(st.sampled_from(numbers))
    other = draw(st.one_of(st.sampled_from(["0", "9", "20", "99", "999", "9999"]), st.integers(0, 300).map(str)))
    return text[: number.start()] + other + text[number.end() :]


@every_game
@settings(max_examples=120, deadline=None)
@given(data=st.data())
def test_any_action_text_is_played_or_refused(game: Game, data: st.DataObject) -> None:
    positions, actions = sample(game)
    position = data.draw(st.sampled_from(positions))
    text = data.draw(st.one_of(st.text(max_size=40), damaged(actions), st.sampled_from(actions)))
    match_promises.an_action_text_is_played_or_refused(game, position, text)


@every_game
@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_any_position_text_is_read_or_refused(game: Game, data: st.DataObject) -> None:
    """What is read is a position in its own right: it prints, parses back, and play goes on to others that do."""
    positions, _ = sample(game)
    text = data.draw(
        st.one_of(st.text(max_size=60), damaged(positions), stretched(positions), st.sampled_from(positions))
    )
    match_promises.a_position_text_is_read_or_refused(game, text)
