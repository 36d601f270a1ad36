"""What is true of every installed game with every number of seats, at each step of random games."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import SOAK, times
from tests.conformance.play import NAMES, TABLES
from tilora.kernel import Game, Match, Record, replay
from tilora.kernel.compiled.engine import MODE
from tilora.tools.check import match_promises, promises
from tilora.tools.check.random_games import games_of

STEPS = times(3_000, 1_500)
"""Steps of random games to see, for each game and number of seats; tests that look harder see a part of that."""
EVERY = 3 if SOAK == 1 else 1
"""One position in this many is written, read and printed: neighbours hardly differ. The last one always is."""
MATCHES = times(3, 2)
"""Matches to play, save, undo and look at from every seat."""

every_table = pytest.mark.parametrize(("game", "seats"), TABLES, ids=NAMES)


@every_table
def test_the_first_seat_begins_unless_the_game_says_that_chance_decides(game: Game, seats: int) -> None:
    promises.the_right_seat_begins(game, seats)


@pytest.mark.parametrize("game", {game.name: game for game, _ in TABLES}.values(), ids=lambda game: game.name)
def test_a_game_with_names_for_its_seats_names_all_of_them(game: Game) -> None:
    if not game.sides:
        pytest.skip("seats without names of their own")
    assert {len(game.sides)} == set(game.seats)
    assert all(re.fullmatch("#[0-9a-f]{6}", side.colour) for side in game.sides)


@every_table
def test_rules_keep_their_promises(game: Game, seats: int) -> None:
    """Legal is never empty until the end, and play leaves the state before alone and is repeatable."""
    for played in games_of(game, seats, 2 * STEPS):
        promises.rules_keep_their_promises(played)


@every_table
def test_what_the_authors_say_stays_true_does_so(game: Game, seats: int) -> None:
    assert promises.invariants_of(game), "every game here says what stays true of it"
    for played in games_of(game, seats, STEPS):
        promises.invariants_hold(played, 8 * EVERY)


@every_table
def test_every_action_has_one_text(game: Game, seats: int) -> None:
    """Texts of legal actions differ, parse back, stand in their plain form, and have a sentence beside them."""
    for played in games_of(game, seats, STEPS // 12):
        promises.every_action_has_one_text(played)


@every_table
def test_what_is_not_legal_has_a_reason(game: Game, seats: int) -> None:
    """Any action that was legal at another time is either legal now or refused with a sentence."""
    for played in games_of(game, seats, STEPS // 30):
        promises.what_is_not_legal_has_a_reason(played)


@every_table
def test_a_position_has_one_text_and_a_text_one_position(game: Game, seats: int) -> None:
    for played in games_of(game, seats, STEPS // 12):
        promises.a_position_has_one_text(played, EVERY)


@every_table
def test_views_tell_no_secret_and_imagining_fits_them(game: Game, seats: int) -> None:
    """A view is the same whatever is hidden, and prints the same; imagining fills it with something that fits."""
    for played in games_of(game, seats, STEPS // 8):
        promises.views_tell_no_secret(played, EVERY)


@every_table
def test_a_game_declares_whether_it_hides_anything(game: Game, seats: int) -> None:
    """What is declared open is never redacted, nor is an action; what is declared hidden is, somewhere."""
    redacted = False
    for played in games_of(game, seats, STEPS // 12):
        promises.hidden_things_are_declared(played)
        redacted = redacted or any(promises.redacts(played, state) for state in played.states)
    assert redacted == game.hidden


@every_table
def test_what_others_do_shows_no_more_than_it_may(game: Game, seats: int) -> None:
    """Two truths that look the same to a seat still look the same after the same thing was done in both."""
    for played in games_of(game, seats, STEPS // 30):
        promises.actions_show_no_more_than_they_may(played)


@every_table
def test_interpreted_rules_play_the_same_games_as_compiled_ones(game: Game, seats: int) -> None:
    for played in games_of(game, seats, STEPS // 60):
        promises.interpreted_rules_play_as_compiled_ones(played, 5)


PLAY_AND_PRINT = """
import hashlib, sys, tilora
for table in sys.argv[1:]:
    name, _, seats = table.rpartition("-")
    m = tilora.match(name, seats=int(seats), seed=5)
    digest = hashlib.sha256(m.state.tobytes())
    for step in range(25):
        if not m.over:
            legal = m.legal()
            m.play(legal[step * 7 % len(legal)])
            digest.update(m.state.tobytes())
    print(table, digest.hexdigest(), "numba" in sys.modules)
"""


def test_one_environment_variable_turns_compiling_off(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {}
    monkeypatch.setenv("PYTHONPATH", sys.path[1])
    for mode in ("interpreted", "compiled"):
        monkeypatch.setenv(MODE, mode)
        arguments = [sys.executable, "-c", PLAY_AND_PRINT, *NAMES]
        done = subprocess.run(arguments, capture_output=True, text=True, check=True)  # noqa: S603
        lines = [line.split() for line in done.stdout.splitlines()]
        assert {loaded for _, _, loaded in lines} == {str(mode == "compiled")}
        said[mode] = {table: digest for table, digest, _ in lines}
        assert list(said[mode]) == NAMES
    assert said["interpreted"] == said["compiled"]


@every_table
def test_a_match_saves_loads_and_goes_back(game: Game, seats: int, tmp_path: Path) -> None:
    """Undo is replay: wherever one goes back to, the match is what it was there; and a saved one is the same."""
    for seed in range(MATCHES):
        match_promises.a_match_saves_loads_and_goes_back(game, seats, seed, 12 if SOAK == 1 else 1)
    match = Match(game, seats=seats, seed=1)
    match.play(match.legal()[0])
    match.record().save(tmp_path / "game.json")
    assert replay(Record.load(tmp_path / "game.json")).state.tobytes() == match.state.tobytes()


@every_table
def test_what_is_drafted_is_seen_by_its_seat_alone(game: Game, seats: int) -> None:
    """Others see the position before the draft; once the turn has ended, everybody sees the same turns."""
    for seed in range(MATCHES):
        match_promises.drafts_are_seen_by_their_seat_alone(game, seats, seed)
