"""Each game from the home page to the result, by mouse.

To save time a match is handed over to the AI after some clicks; with `TILORA_SOAK=2` every one is clicked to its end.
"""

import random

import pytest

from tests import SOAK
from tests.browser.person import Person
from tilora.kernel import games

pytestmark = pytest.mark.retry("waits for a browser")

GAMES = {game.name: game.title for game in games()}
CLICKS = 40 if SOAK == 1 else 10_000


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_by_mouse_from_the_home_page_to_the_end(person: Person, name: str) -> None:
    person.sets_up(GAMES[name])
    person.chooses_level(1)
    person.begins()
    seen = person.plays(random.Random(1), clicks=CLICKS)
    if seen.state != "over":
        person.hands_over()
        person.waits_for("over")
    person.sees("Review the match")
