"""Playing in the terminal: a plain table for one screen, until there is a page.

People type the texts of actions. Seats without a person are played by even chance, which is said so.
"""

import random
from pathlib import Path

import tilora
from tilora.kernel import Match, TiloraError

HELP = "Type an action, or part of one to see those that match; 'undo' and 'quit' do as they say."
MOST_SHOWN = 20


def play(name: str | None, *, seats: int | None, seed: int | None, people: int, save: Path | None) -> None:
    """Play one match to its end, or until the person at the keyboard has had enough."""
    match = tilora.match(name or _asked_game(), seats=seats, seed=seed)
    print(f"{match.game.title}: {match.game.summary}")
    print(f"People sit on {_seats(range(min(people, match.seats)))}; the others are played at random. {HELP}")
    dice = random.Random(match.seed)  # noqa: S311 - only picks moves for seats without a person
    try:
        while not match.over:
            if match.turn < people:
                _ask(match, people)
            else:
                seat = match.turn
                action = match.play(dice.choice(match.legal()))
                print(f"Seat {seat + 1}: {_public_words(match) if people else action}")
    except EOFError:
        print("\nGood-bye.")
    if match.outcome:
        print(f"\n{match}\n\nOver: {match.outcome.reason}. First: {_seats(match.outcome.winners)}.")
    if save:
        match.record().save(save)
        print(f"Saved in {save}.")


def _asked_game() -> str:
    print("Which game?")
    for game in tilora.games():
        print(f"  {game.name:16} {game.summary}")
    try:
        return input("game> ").strip() or tilora.games()[0].name
    except EOFError:
        raise TiloraError("Nobody is at the keyboard. Name a game, or play from a terminal.") from None


def _seats(seats: range | tuple[int, ...]) -> str:
    return " and ".join(f"seat {seat + 1}" for seat in seats) or "no seat"


def _public_words(match: Match) -> str:
    """What those who sit here may read of the last action; nothing yet if it is a draft."""
    history = match.view(None).history
    return history[-1].words if len(history) == len(match.history) else "…"


def _ask(match: Match, people: int) -> None:
    """One action by a person, who sees only that seat's view."""
    seat = match.turn
    print(f"\n{match.view(seat)}\n")
    mine = len(match.history)
    while True:
        text = input(f"seat {seat + 1}> ").strip()
        if text == "quit":
            raise EOFError
        if text == "undo":
            if match.view(seat).history == match.view((seat + 1) % match.seats).history or not mine:
                print("There is nothing of this turn to take back.")
                continue
            match.undo()
            return
        try:
            print(f"Seat {seat + 1}: {match.play(text).words}")
        except TiloraError as error:
            print(error)
            _suggest(match, text)
        else:
            return


def _suggest(match: Match, text: str) -> None:
    fitting = [str(action) for action in match.legal() if text.lower() in str(action)]
    for action in fitting[:MOST_SHOWN]:
        print(f"  {action}")
    if len(fitting) > MOST_SHOWN:
        print(f"  … and {len(fitting) - MOST_SHOWN} more")
