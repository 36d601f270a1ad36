"""What is true of the matches of every game: they are saved, undone and seen by seats, and read what people write.

`until` is a time of the monotonic clock, after which a check that takes a whole match raises TimeIsUp.
"""

import copy
import pickle
import random
import re

from tilora.kernel import Game, IllegalAction, Match, Record, UnreadableAction, UnreadablePosition, replay
from tilora.tools.check.mistakes import BrokenPromise, begins_well, expect, folder_of, in_time, mistake_of

STRANGE = " -+|/?;,:.0123456789aZ\n\u00e9\u0660\u017f\u212a\u0131"
"""Characters that a text may hold by mistake, some of them digits and letters of other alphabets."""


def a_match_saves_loads_and_goes_back(
    game: Game, seats: int, seed: int, every: int = 12, *, until: float = float("inf")
) -> None:
    """Undo is replay: wherever one goes back to, the match is what it was there; and a saved one is the same."""
    match, pick = Match(game, seats=seats, seed=seed), random.Random(seed)  # noqa: S311
    states = [match.state.tobytes()]
    while not match.over:
        in_time(until)
        match.play(str(pick.choice(match.legal())))
        states.append(match.state.tobytes())
        if len(states) % every == 0:
            running = replay(Record.from_json(match.record().to_json()))
            expect(running.state.tobytes() == states[-1], "A record replays to a different position.")
            expect(copy.deepcopy(match).state.tobytes() == states[-1], "A copy of a match is at a different position.")
            pickled = pickle.loads(pickle.dumps(match.state))  # noqa: S301 - our own
            expect(pickled.tobytes() == states[-1], "A pickled state comes back different.")
    again = replay(Record.from_json(match.record().to_json()))
    expect(again.state.tobytes() == states[-1], "A record replays to a different position.")
    expect(again.outcome == match.outcome, "A record replays to a different outcome.")
    expect(again.history == match.history, "A record replays with a different history.")
    while len(states) > 1:
        in_time(until)
        back = pick.randint(1, min(9, len(states) - 1))
        del states[-back:]
        match.undo(back)
        expect(match.state.tobytes() == states[-1], "Undoing leads to a position that the match was never in.")


def drafts_are_seen_by_their_seat_alone(game: Game, seats: int, seed: int, *, until: float = float("inf")) -> None:
    """Others see the position before the draft; once the turn has ended, everybody sees the same turns."""
    match, pick = Match(game, seats=seats, seed=seed), random.Random(seed)  # noqa: S311
    public = [match.view(seat).state.tobytes() for seat in range(seats)]
    while not match.over:
        in_time(until)
        turns, seat = match.state.turns, match.turn
        match.play(pick.choice(match.legal()))
        for other in range(seats):
            view = match.view(other)
            may_act = other == match.turn and not match.over
            expect(bool(view.actions()) == may_act, "A seat has actions when it is not its turn, or none when it is.")
            is_draft = match.state.turns == turns and view.state.turns == turns and not match.over
            if is_draft and other != seat and len(view.history) < len(match.history):
                expect(view.state.tobytes() == public[other], "A seat sees another seat's draft.")
            else:
                public[other] = view.state.tobytes()
                expect(len(view.history) == len(match.history), "A seat does not see every turn that has ended.")


def sample_texts(game: Game, seats: int, seed: int, *, until: float = float("inf")) -> tuple[list[str], list[str]]:
    """Return positions and texts of actions from one random match."""
    match, pick = Match(game, seats=seats, seed=seed), random.Random(seed)  # noqa: S311
    positions, actions = [match.position], set()
    while not match.over:
        in_time(until)
        legal = match.legal()
        actions |= {str(action) for action in pick.sample(legal, min(3, len(legal)))}
        match.play(pick.choice(legal))
        positions.append(match.position)
    return positions[:: max(1, len(positions) // 12)] + positions[-1:], sorted(actions)


def an_action_text_is_played_or_refused(game: Game, position: str, text: str) -> None:
    """Whatever the text, it is played, or refused with a sentence and without a change."""
    match = Match(game, position=position)
    before = match.state.tobytes()
    try:
        match.play(text)
    except (UnreadableAction, IllegalAction) as error:
        said = str(error)
        expect(begins_well(said) or said[:1] in "'\"", f"{said!r}, said about {text!r}, has no capital at its start.")
        expect(said.endswith((".", "?")), f"{said!r}, said about {text!r}, does not end as a sentence.")
        expect(match.state.tobytes() == before, f"{text!r} was refused, but changed the match.")
    else:
        expect(match.history, f"{text!r} was accepted, but nothing was played.")


def a_position_text_is_read_or_refused(game: Game, text: str) -> None:
    """Whatever the text, it is refused with a sentence; or it prints, parses back, and play goes on from there."""
    try:
        match = Match(game, position=text, seed=1)
    except UnreadablePosition as error:
        expect(str(error).endswith((".", "?")), f"{error!s}, said about {text!r}, does not end as a sentence.")
        return
    position = match.position
    expect(Match(game, position=position).position == position, f"{position!r}, read from {text!r}, reads differently.")
    expect(str(match), f"`board` returns nothing for {text!r}.")
    expect(
        bool(match.legal()) == (not match.over),
        f"{text!r} is read as a position that can't be reached: not over, but with no legal action, or the reverse.",
    )
    _play_on(match, text)
    position = match.position
    expect(
        Match(game, position=position).position == position, f"{position!r}, played from {text!r}, reads differently."
    )


def _play_on(match: Match, text: str, actions: int = 30) -> None:
    """Play on from the position with that text: whatever fails there, the position should have been refused."""
    pick, advice = random.Random(1), "Let `check` in words.py refuse what can't have come about."  # noqa: S311
    for _ in range(actions):
        if match.over:
            return
        legal = match.legal()
        expect(legal, f"Play from {text!r} leads to {match.position!r}, where nothing is legal. {advice}")
        try:
            match.play(pick.choice(legal))
        except Exception as error:
            cause = mistake_of(error, folder_of(match.game))
            raise BrokenPromise(f"Play from {text!r}, which is read as a position, fails: {cause} {advice}") from error


def damaged(text: str, pick: random.Random) -> str:
    """Return the text with a few characters set or cut, or with one number that is another."""
    numbers = list(re.finditer("[0-9]+", text))
    if numbers and pick.random() < 0.5:
        number = pick.choice(numbers)
        return (
            text[: number.start()]
            + str(pick.choice([0, 9, 20, 99, 999, 9999, pick.randint(0, 300)]))
            + text[number.end() :]
        )
    for _ in range(pick.randint(1, 3)):
        place = pick.randint(0, len(text))
        text = (
            text[:place]
            + "".join(pick.choices(text + STRANGE, k=pick.randint(0, 4)))
            + text[place + pick.randint(0, 4) :]
        )
    return text


def damaged_texts_are_refused(
    game: Game, seats: int, seed: int, tries: int = 60, *, until: float = float("inf")
) -> None:
    """Texts with mistakes in them are read or refused; nothing crashes, nothing changes."""
    pick = random.Random(seed)  # noqa: S311
    positions, actions = sample_texts(game, seats, seed, until=until)
    for _ in range(tries):
        in_time(until)
        an_action_text_is_played_or_refused(game, pick.choice(positions), damaged(pick.choice(actions), pick))
        a_position_text_is_read_or_refused(game, damaged(pick.choice(positions), pick))


MATCH_PROMISES = {
    "a match saves, loads and goes back": a_match_saves_loads_and_goes_back,
    "a draft is seen by its seat alone": drafts_are_seen_by_their_seat_alone,
    "texts with mistakes are refused": damaged_texts_are_refused,
}
