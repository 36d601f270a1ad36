"""What is true of every installed game with every number of seats, at each step of random games."""

import copy
import importlib
import pickle
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests import SOAK
from tests.conformance.play import NAMES, TABLES, engine, first_state, random_game, seeds
from tilora.kernel import SPECTATOR, Game, Match, Record, State, blank, chance_of, fill_seats, redacted_action, replay
from tilora.kernel.compiled.engine import MODE
from tilora.kernel.contract.state import HEAD

STEPS = 3_000 * SOAK
"""Steps of random games to see, for each game and number of seats; tests that look harder see a part of that."""
EVERY = 3 if SOAK == 1 else 1
"""One position in this many is written, read and printed: neighbours hardly differ. The last one always is."""

every_table = pytest.mark.parametrize(("game", "seats"), TABLES, ids=NAMES)
Check = Callable[[State | None, State], None]


def invariants_of(game: Game) -> Check:
    """The game's own invariants, which lie beside its tests."""
    family = game.folder.rsplit(".", 1)[-1]
    check: Check = importlib.import_module(f"tests.games.{family}_invariants").check
    return check


@every_table
def test_the_first_seat_begins_unless_the_game_says_that_chance_decides(game: Game, seats: int) -> None:
    beginners = {int(first_state(game, seats, seed).turn) for seed in range(60)}
    assert beginners == (set(range(seats)) if game.draws_beginner else {0})


@pytest.mark.parametrize("game", {game.name: game for game, _ in TABLES}.values(), ids=lambda game: game.name)
def test_a_game_with_names_for_its_seats_names_all_of_them(game: Game) -> None:
    if not game.sides:
        pytest.skip("seats without names of their own")
    assert {len(game.sides)} == set(game.seats)
    assert all(re.fullmatch("#[0-9a-f]{6}", side.colour) for side in game.sides)


@every_table
def test_rules_keep_their_promises(game: Game, seats: int) -> None:
    """Legal is never empty until the end, play leaves the state before alone, and the parts are conserved."""
    rules, check = engine(game), invariants_of(game)
    for seed in seeds(game, seats, 2 * STEPS):
        state = first_state(game, seats, seed)
        check(None, state)
        steps = 0
        for moment in random_game(game, seats, seed):
            legal = rules.legal(moment.before)
            assert 0 < len(legal) <= game.rules.MOST_ACTIONS
            assert len(set(legal.tolist())) == len(legal)
            assert moment.before.tobytes() == state.tobytes(), "play changed the state it was given"
            assert moment.after.turns - moment.before.turns in (0, 1)
            if moment.after.turns == moment.before.turns:
                assert moment.after.turn == moment.before.turn or moment.after.over
            check(moment.before, moment.after)
            state = moment.after
            steps += 1
        assert state.over
        assert state.reason > 0
        assert game.words.REASONS[state.reason]
        assert len(rules.legal(state)) == 0
        assert steps < 5000
        ranks = sorted(state.rank[:seats].tolist())
        assert all(rank in (place, ranks[place - 2]) for place, rank in enumerate(ranks, 1)), ranks


@every_table
def test_every_action_has_one_text(game: Game, seats: int) -> None:
    """Texts of legal actions differ, parse back, stand in their plain form, and have a sentence beside them."""
    rules, words = engine(game), game.words
    for seed in seeds(game, seats, STEPS // 12):
        for moment in random_game(game, seats, seed):
            legal = rules.legal(moment.before).tolist()
            texts = [words.action_text(moment.before, code) for code in legal]
            assert len(set(texts)) == len(texts)
            for code, text in zip(legal, texts, strict=True):
                assert text == " ".join(text.lower().split())
                assert ";" not in text
                assert words.parse_action(moment.before, text) == code
            for sentence in (
                words.action_words(moment.before, moment.code),
                words.step_words(moment.before, moment.code, moment.after),
            ):
                assert fill_seats(sentence)[0].isupper()
                assert sentence.endswith((".", "!", "?"))
                assert not re.search(r"\b[Ss]eat \d", sentence), "a seat is named by its placeholder"


@every_table
def test_what_is_not_legal_has_a_reason(game: Game, seats: int) -> None:
    """Any action that was legal at another time is either legal now or refused with a sentence."""
    rules, words = engine(game), game.words
    for seed in seeds(game, seats, STEPS // 30):
        moments = list(random_game(game, seats, seed))
        pick = random.Random(seed)
        known = sorted({int(code) for moment in moments[::3] for code in rules.legal(moment.before)})
        for moment in moments:
            legal = set(rules.legal(moment.before).tolist())
            for code in pick.sample(known, min(12, len(known))):
                if code not in legal:
                    reason = words.why_not(moment.before, code)
                    assert reason[0].isupper()
                    assert reason.endswith(".")


def without_past(game: Game, state: State) -> bytes:
    """The bytes of a position, apart from what a position's text leaves out."""
    state = state.copy()
    state.turns = 0
    for field in game.rules.PAST:
        state[field] = 0
    return state.tobytes()


@every_table
def test_a_position_has_one_text_and_a_text_one_position(game: Game, seats: int) -> None:
    rules, words = engine(game), game.words
    for seed in seeds(game, seats, STEPS // 12):
        states = [first_state(game, seats, seed)] + [moment.after for moment in random_game(game, seats, seed)]
        for state in [*states[:-1:EVERY], states[-1]]:
            text = words.position_text(state)
            assert text == " ".join(text.split())
            assert "?" not in text
            parsed = blank(game.rules.STATE, game.variant)
            words.parse_position(text, parsed)
            assert words.position_text(parsed) == text
            drawn_by_past = game.rules.PAST and state.over and not parsed.over
            if not drawn_by_past:
                assert without_past(game, parsed) == without_past(game, state)
                assert rules.legal(parsed).tolist() == rules.legal(state).tolist()
            assert words.board(state)


@every_table
def test_views_tell_no_secret_and_imagining_fits_them(game: Game, seats: int) -> None:
    """A view is the same whatever is hidden; imagining fills it with something that has the same view."""
    rules, check = engine(game), invariants_of(game)
    for seed in seeds(game, seats, STEPS // 8):
        for number, moment in enumerate(random_game(game, seats, seed)):
            state = moment.after
            if number % EVERY and not state.over:
                continue
            for seat in [SPECTATOR, *range(seats)]:
                view = rules.redact(state, seat)
                assert rules.redact(view, seat).tobytes() == view.tobytes(), "redacting twice changed the view"
                for field in HEAD:
                    assert np.array_equal(view[field], state[field])
                imagined = rules.imagine(view, seat, chance_of(seed, number))
                check(None, imagined)
                assert rules.redact(imagined, seat).tobytes() == view.tobytes()
                if seat == state.turn:
                    assert rules.legal(view).tolist() == rules.legal(state).tolist()
                    assert rules.legal(imagined).tolist() == rules.legal(state).tolist()


@every_table
def test_a_game_declares_whether_it_hides_anything(game: Game, seats: int) -> None:
    """What is declared open is never redacted, nor is an action; what is declared hidden is, somewhere."""
    rules, redacted = engine(game), False
    for seed in seeds(game, seats, STEPS // 12):
        for moment in random_game(game, seats, seed):
            views = [rules.redact(moment.after, seat) for seat in (SPECTATOR, *range(seats))]
            redacted |= any(view.tobytes() != moment.after.tobytes() for view in views)
            if not game.hidden:
                assert redacted_action(game.words, moment.before, moment.code) is None
    assert redacted == game.hidden


@every_table
def test_what_others_do_shows_no_more_than_it_may(game: Game, seats: int) -> None:
    """Two truths that look the same to a seat still look the same after the same thing was done in both."""
    rules, words = engine(game), game.words
    for seed in seeds(game, seats, STEPS // 30):
        for number, moment in enumerate(random_game(game, seats, seed)):
            truth, actor = moment.before, int(moment.before.turn)
            for seat in [SPECTATOR, *range(seats)]:
                view = rules.redact(truth, seat)
                other = rules.imagine(view, seat, chance_of(seed, number))
                if seat == actor or moment.drew or moment.after.over or moment.code not in rules.legal(other):
                    continue
                after = rules.redact(moment.after, seat)
                assert rules.redact(rules.play(other, moment.code, chance_of(0, 0)), seat).tobytes() == after.tobytes()
                # A secret action looks the same as any other secret action with the same words.
                hidden = redacted_action(words, view, moment.code)
                for code in rules.legal(truth).tolist() if hidden else ():
                    if redacted_action(words, view, code) == hidden:
                        twin = rules.redact(rules.play(truth, code, chance_of(0, 0)), seat)
                        assert twin.tobytes() == after.tobytes()


@every_table
def test_views_of_a_match_can_be_printed_without_the_secrets(game: Game, seats: int) -> None:
    """Whatever a view prints is made of redacted states: an imagined twin prints the same."""
    rules, words = engine(game), game.words
    for seed in seeds(game, seats, STEPS // 30):
        for number, moment in enumerate(random_game(game, seats, seed)):
            if number % EVERY and not moment.after.over:
                continue
            for seat in [SPECTATOR, *range(seats)]:
                view = rules.redact(moment.after, seat)
                twin = rules.redact(rules.imagine(view, seat, chance_of(seed, number)), seat)
                assert words.board(view) == words.board(twin)
                assert words.position_text(view) == words.position_text(twin)


@every_table
def test_interpreted_rules_play_the_same_games_as_compiled_ones(game: Game, seats: int) -> None:
    for seed in seeds(game, seats, STEPS // 60):
        interpreted = random_game(game, seats, seed, "interpreted")
        compiled = random_game(game, seats, seed, "compiled")
        plain, fast = engine(game, "interpreted"), engine(game, "compiled")
        for number, (one, two) in enumerate(zip(interpreted, compiled, strict=True)):
            assert one.code == two.code
            assert one.after.tobytes() == two.after.tobytes()
            if number % 5 == 0:
                for seat in [SPECTATOR, *range(seats)]:
                    view = fast.redact(two.after, seat)
                    assert plain.redact(one.after, seat).tobytes() == view.tobytes()
                    imagined = fast.imagine(view, seat, chance_of(seed, number))
                    assert plain.imagine(view, seat, chance_of(seed, number)).tobytes() == imagined.tobytes()


PLAY_AND_PRINT = """
import hashlib, sys, tilora
m = tilora.match(sys.argv[1], seats=int(sys.argv[2]), seed=5)
digest = hashlib.sha256(m.state.tobytes())
for step in range(25):
    if not m.over:
        legal = m.legal()
        m.play(legal[step * 7 % len(legal)])
        digest.update(m.state.tobytes())
print(digest.hexdigest(), "numba" in sys.modules)
"""


@every_table
def test_one_environment_variable_turns_compiling_off(game: Game, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    said = {}
    for mode in ("interpreted", "compiled"):
        monkeypatch.setenv(MODE, mode)
        arguments = [sys.executable, "-c", PLAY_AND_PRINT, game.name, str(seats)]
        monkeypatch.setenv("PYTHONPATH", sys.path[1])
        done = subprocess.run(arguments, capture_output=True, text=True, check=True)  # noqa: S603
        said[mode], loaded = done.stdout.split()
        assert loaded == str(mode == "compiled")
    assert said["interpreted"] == said["compiled"]


@every_table
def test_a_match_saves_loads_and_goes_back(game: Game, seats: int, tmp_path: Path) -> None:
    """Undo is replay: wherever one goes back to, the match is what it was there; and a saved one is the same."""
    for seed in seeds(game, seats, STEPS // 30):
        match, pick = Match(game, seats=seats, seed=seed), random.Random(seed)
        states = [match.state.tobytes()]
        while not match.over:
            match.play(str(pick.choice(match.legal())))
            states.append(match.state.tobytes())
            assert pickle.loads(pickle.dumps(match.state)).tobytes() == states[-1]  # noqa: S301 - our own
            if len(states) % 12 == 0 or SOAK > 1:
                running = replay(Record.from_json(match.record().to_json()))
                assert running.state.tobytes() == states[-1]
                assert copy.deepcopy(match).state.tobytes() == states[-1]
        match.record().save(tmp_path / "game.json")
        again = replay(Record.load(tmp_path / "game.json"))
        assert again.state.tobytes() == states[-1]
        assert again.outcome == match.outcome
        assert again.history == match.history
        while len(states) > 1:
            back = pick.randint(1, min(9, len(states) - 1))
            del states[-back:]
            match.undo(back)
            assert match.state.tobytes() == states[-1]


@every_table
def test_what_is_drafted_is_seen_by_its_seat_alone(game: Game, seats: int) -> None:
    """Others see the position before the draft; once the turn has ended, everybody sees the same turns."""
    for seed in seeds(game, seats, 50):
        match, pick = Match(game, seats=seats, seed=seed), random.Random(seed)
        public = [match.view(seat).state.tobytes() for seat in range(seats)]
        while not match.over:
            turns, seat = match.state.turns, match.turn
            match.play(pick.choice(match.legal()))
            for other in range(seats):
                view = match.view(other)
                assert bool(view.actions()) == (other == match.turn and not match.over)
                is_draft = match.state.turns == turns and view.state.turns == turns and not match.over
                if is_draft and other != seat and len(view.history) < len(match.history):
                    assert view.state.tobytes() == public[other]
                else:
                    public[other] = view.state.tobytes()
                    assert len(view.history) == len(match.history)
