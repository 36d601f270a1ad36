"""What is true of every game, checked at each step of a random game.

Each function takes a game that was played and raises BrokenPromise with a sentence for the author. `every` says that
one position in so many is looked at: neighbours hardly differ. The last one always is.
"""

import random
import re
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import cast

import numpy as np

from tilora.kernel import SPECTATOR, Game, State, blank, chance_of, fill_seats, redacted_action
from tilora.kernel.contract.generated_positions import ranges_of
from tilora.kernel.contract.state import HEAD
from tilora.tools.check.mistakes import begins_well, expect
from tilora.tools.check.random_games import RandomGame, engine, first_state

SEAT_BY_NUMBER = re.compile(r"\b[Ss]eat \d")
"""What no sentence says: it has a placeholder there, and the page fills in a name."""

BEGINNINGS = 60
"""How many first positions show who may begin."""

Invariants = Callable[[State | None, State], None]


def invariants_of(game: Game) -> Invariants | None:
    """Return what the author says stays true: `check` in the game's `invariants.py`. None for a game without one."""
    name = f"{game.folder}.invariants"
    if find_spec(name) is None:
        return None
    check: Invariants = import_module(name).check
    return check


def rules_keep_their_promises(played: RandomGame, every: int = 1) -> None:
    """Legal actions are there until the end and each is named once; play leaves the state before alone; ranks fit."""
    game, rules = played.game, engine(played.game)
    state = played.first
    for _, moment in played.steps():
        legal = rules.legal(moment.before)
        expect(len(legal) > 0, "`legal` finds no action, but the match is not over.")
        expect(
            len(legal) <= game.rules.MOST_ACTIONS, f"`legal` finds {len(legal)} actions, more than MOST_ACTIONS says."
        )
        expect(len(set(legal.tolist())) == len(legal), "`legal` lists an action twice.")
        expect(moment.before.tobytes() == state.tobytes(), "`play` changed the state that it was given.")
        again = rules.play(moment.before, moment.code, chance_of(*moment.luck))
        expect(again.tobytes() == moment.after.tobytes(), "The same action with the same luck has a different result.")
        expect(moment.after.turns - moment.before.turns in (0, 1), "An action ends at most one turn: `turns` is wrong.")
        if moment.after.turns == moment.before.turns:
            expect(
                moment.after.turn == moment.before.turn or moment.after.over,
                "`turn` changed, but `turns` did not: count every turn that ends.",
            )
        expect(0 <= moment.after.turn < played.seats, f"There is no seat {moment.after.turn}: `turn` is wrong.")
        expect(moment.after.seats == played.seats, "`play` changed `seats`.")
        expect(moment.after.variant == game.variant, "`play` changed `variant`.")
        state = moment.after
    expect(state.over, "The match does not end.")
    expect(state.reason > 0, "The match is over, but `reason` is 0.")
    expect(
        state.reason < len(game.words.REASONS) and game.words.REASONS[state.reason],
        f"REASONS has no words for the reason {state.reason}.",
    )
    expect(len(rules.legal(state)) == 0, "`legal` finds actions after the match is over.")
    ranks = sorted(state.rank[: played.seats].tolist())
    expect(
        all(rank in (place, ranks[place - 2]) for place, rank in enumerate(ranks, 1)),
        f"The ranks {ranks} are not like 1, 2, 2, 4: equals share the better rank.",
    )


def fields_stay_in_their_ranges(played: RandomGame, every: int = 1) -> None:
    """No field holds a number that RANGES does not allow."""
    ranges = ranges_of(cast(ModuleType, played.game.rules))
    for _, moment in played.steps():
        for name, (least, most) in ranges.items():
            low, high = int(np.min(moment.after[name])), int(np.max(moment.after[name]))
            expect(
                least <= low and high <= most,
                f"`{name}` holds {low if low < least else high}, but RANGES says {least} to {most}.",
            )


def invariants_hold(played: RandomGame, every: int = 1) -> None:
    """What the author says stays true does so, at each step and in what is imagined."""
    check = invariants_of(played.game)
    if check is None:
        return
    rules = engine(played.game)
    check(None, played.first)
    for number, moment in played.steps():
        check(moment.before, moment.after)
        if number % every == 0 or moment.after.over:
            for seat in (SPECTATOR, *range(played.seats)):
                view = rules.redact(moment.after, seat)
                check(None, rules.imagine(view, seat, chance_of(played.seed, number)))


def every_action_has_one_text(played: RandomGame, every: int = 1) -> None:
    """Texts of legal actions differ, parse back, stand in their plain form, and have a sentence beside them."""
    rules, words = engine(played.game), played.game.words
    for _, moment in played.steps(every):
        legal = rules.legal(moment.before).tolist()
        texts = [words.action_text(moment.before, code) for code in legal]
        expect(len(set(texts)) == len(texts), "Two legal actions have the same text.")
        for code, text in zip(legal, texts, strict=True):
            expect(text == " ".join(text.lower().split()), f"The text {text!r} is not lower case with single spaces.")
            expect(";" not in text, f"The text {text!r} has a semicolon, which separates actions.")
            expect(words.parse_action(moment.before, text) == code, f"`parse_action` reads {text!r} as another action.")
        said = (
            ("action_words", words.action_words(moment.before, moment.code)),
            ("step_words", words.step_words(moment.before, moment.code, moment.after)),
        )
        for name, sentence in said:
            expect(begins_well(fill_seats(sentence)), f"`{name}` says {sentence!r}, which has no capital at its start.")
            expect(sentence.endswith((".", "!", "?")), f"`{name}` says {sentence!r}, which does not end as a sentence.")
            expect(
                not SEAT_BY_NUMBER.search(sentence),
                f"`{name}` says {sentence!r}: name a seat by its placeholder, seat_name(seat).",
            )


def what_is_not_legal_has_a_reason(played: RandomGame, every: int = 1) -> None:
    """Any action that was legal at another time is either legal now or refused with a sentence."""
    rules, words = engine(played.game), played.game.words
    pick = random.Random(played.seed)  # noqa: S311 - nobody plays for this luck
    known = sorted({int(code) for moment in played.moments[::3] for code in rules.legal(moment.before)})
    for _, moment in played.steps(every):
        legal = set(rules.legal(moment.before).tolist())
        for code in pick.sample(known, min(12, len(known))):
            if code not in legal:
                reason = words.why_not(moment.before, code)
                expect(
                    begins_well(reason) and reason.endswith("."),
                    f"`why_not` says {reason!r} about action {code}, which is not a sentence.",
                )


def without_past(game: Game, state: State) -> bytes:
    """Return the bytes of a position, apart from what a position's text leaves out."""
    state = state.copy()
    state.turns = 0
    for field in game.rules.PAST:
        state[field] = 0
    return state.tobytes()


def a_position_has_one_text(played: RandomGame, every: int = 1) -> None:
    """The text of a position parses back to the same position, which has the same legal actions."""
    game, rules, words = played.game, engine(played.game), played.game.words
    states = played.states
    for number in sorted({*range(0, len(states), every), len(states) - 1}):
        played.at, state = number, states[number]
        text = words.position_text(state)
        expect(text == " ".join(text.split()), f"The position {text!r} is not one line with single spaces.")
        expect("?" not in text, f"The position {text!r} has a ?, but nothing in it is hidden.")
        parsed = blank(game.rules.STATE, game.variant)
        words.parse_position(text, parsed)
        expect(
            words.position_text(parsed) == text, f"The position {text!r} reads back as {words.position_text(parsed)!r}."
        )
        drawn_by_past = game.rules.PAST and state.over and not parsed.over
        if not drawn_by_past:
            if without_past(game, parsed) != without_past(game, state):
                expect(False, f"The position {text!r} reads back with {_first_difference(game, parsed, state)}.")
            expect(
                rules.legal(parsed).tolist() == rules.legal(state).tolist(),
                f"The position {text!r} reads back with other legal actions.",
            )
        expect(words.board(state), "`board` returns nothing.")


def _first_difference(game: Game, one: State, two: State) -> str:
    names = [name for name in one.dtype.names or () if name not in ("turns", *game.rules.PAST)]
    differ = [name for name in names if not np.array_equal(one[name], two[name])]
    return f"`{differ[0]}`: {one[differ[0]].tolist()}, not {two[differ[0]].tolist()}" if differ else "state"


def views_tell_no_secret(played: RandomGame, every: int = 1) -> None:
    """A view is the same whatever is hidden; what is imagined for it has the same view, and prints alike."""
    rules, words = engine(played.game), played.game.words
    for number, moment in played.steps(every):
        state = moment.after
        for seat in (SPECTATOR, *range(played.seats)):
            view = rules.redact(state, seat)
            expect(rules.redact(view, seat).tobytes() == view.tobytes(), "Redacting twice changes the view.")
            for field in HEAD:
                expect(np.array_equal(view[field], state[field]), f"`redact` changes `{field}`, which everybody knows.")
            imagined = rules.imagine(view, seat, chance_of(played.seed, number))
            twin = rules.redact(imagined, seat)
            if twin.tobytes() != view.tobytes():
                found = _first_difference(played.game, twin, view)
                expect(False, f"What `imagine` fills in looks different to the seat: redacted again, it has {found}.")
            if seat == state.turn:
                legal = rules.legal(state).tolist()
                expect(rules.legal(view).tolist() == legal, "`legal` depends on what the seat to act can't see.")
                expect(rules.legal(imagined).tolist() == legal, "`legal` depends on what the seat to act can't see.")
            expect(words.board(view) == words.board(twin), "`board` reveals a secret.")
            expect(words.position_text(view) == words.position_text(twin), "`position_text` reveals a secret.")


def hidden_things_are_declared(played: RandomGame, every: int = 1) -> None:
    """A game that is declared open redacts nothing, nor any action."""
    if played.game.hidden:
        return
    for _, moment in played.steps(every):
        expect(not redacts(played, moment.after), "`redact` hides something, but the game says hidden=False.")
        expect(
            redacted_action(played.game.words, moment.before, moment.code) is None,
            "`redact_action` hides an action, but the game says hidden=False.",
        )


def redacts(played: RandomGame, state: State) -> bool:
    """Return whether anybody's view of the state differs from it."""
    rules = engine(played.game)
    return any(rules.redact(state, seat).tobytes() != state.tobytes() for seat in (SPECTATOR, *range(played.seats)))


def actions_show_no_more_than_they_may(played: RandomGame, every: int = 1) -> None:
    """Two truths that look the same to a seat still look the same after the same thing was done in both."""
    rules, words = engine(played.game), played.game.words
    for number, moment in played.steps(every):
        truth, actor = moment.before, int(moment.before.turn)
        for seat in (SPECTATOR, *range(played.seats)):
            view = rules.redact(truth, seat)
            other = rules.imagine(view, seat, chance_of(played.seed, number))
            if seat == actor or moment.drew or moment.after.over or moment.code not in rules.legal(other):
                continue
            after = rules.redact(moment.after, seat)
            expect(
                rules.redact(rules.play(other, moment.code, chance_of(0, 0)), seat).tobytes() == after.tobytes(),
                "After an action, a seat knows what it may not: two positions that looked the same to it no longer do.",
            )
            # A secret action looks the same as any other secret action with the same words.
            hidden = redacted_action(words, view, moment.code)
            if hidden is None:
                continue
            for code in rules.legal(truth).tolist():
                if redacted_action(words, view, code) == hidden:
                    twin = rules.redact(rules.play(truth, code, chance_of(0, 0)), seat)
                    expect(twin.tobytes() == after.tobytes(), f"The view shows which secret action {hidden[0]!r} was.")


def interpreted_rules_play_as_compiled_ones(played: RandomGame, every: int = 1) -> None:
    """Whatever is asked of interpreted rules and of compiled ones, they answer the same, bit by bit."""
    plain, fast = engine(played.game, "interpreted"), engine(played.game, "compiled")
    other = fast if played.mode == "interpreted" else plain
    for number, moment in played.steps():
        after = other.play(moment.before, moment.code, chance_of(*moment.luck))
        if after.tobytes() != moment.after.tobytes():
            found = _first_difference(played.game, after, moment.after)
            expect(False, f"Interpreted and compiled rules play differently: they disagree on {found}.")
        for state in (moment.before, moment.after) if moment.after.over else (moment.before,):
            same = plain.legal(state).tolist() == fast.legal(state).tolist()
            expect(same, "Interpreted and compiled rules find different legal actions.")
        if number % every == 0 or moment.after.over:
            for seat in (SPECTATOR, *range(played.seats)):
                view = fast.redact(moment.after, seat)
                expect(
                    plain.redact(moment.after, seat).tobytes() == view.tobytes(),
                    "Interpreted and compiled rules redact differently.",
                )
                luck = (played.seed, number)
                expect(
                    plain.imagine(view, seat, chance_of(*luck)).tobytes()
                    == fast.imagine(view, seat, chance_of(*luck)).tobytes(),
                    "Interpreted and compiled rules imagine differently.",
                )


def the_right_seat_begins(game: Game, seats: int) -> None:
    """The first seat begins, unless the game says that chance decides; then everybody does at times."""
    beginners = {int(first_state(game, seats, seed).turn) for seed in range(BEGINNINGS)}
    if game.draws_beginner:
        expect(beginners == set(range(seats)), "The game says draws_beginner=True, but some seats never begin.")
    else:
        expect(beginners == {0}, "Seats other than the first begin: the game must say draws_beginner=True.")


PROMISES: dict[str, Callable[[RandomGame, int], None]] = {
    "rules keep their promises": rules_keep_their_promises,
    "every action has one text": every_action_has_one_text,
    "what is not legal has a reason": what_is_not_legal_has_a_reason,
    "a position has one text": a_position_has_one_text,
    "views reveal no secret": views_tell_no_secret,
    "actions show no more than they may": actions_show_no_more_than_they_may,
    "hidden things are declared": hidden_things_are_declared,
    "fields stay in their ranges": fields_stay_in_their_ranges,
    "the author's invariants hold": invariants_hold,
}
"""What is checked of random games that interpreted and compiled rules play alike, by what it promises."""
