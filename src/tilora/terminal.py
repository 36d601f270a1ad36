"""Playing in the terminal: a plain table for one screen, until there is a page.

People type the texts of actions. Seats without a person are played by the AI.
"""

from pathlib import Path

import tilora
from tilora.ai.bots import LevelBot
from tilora.kernel import Match, TiloraError

HELP = "Type an action, or part of one to see those that match; 'undo' and 'quit' do as they say."
MOST_SHOWN = 20
DECISION = 60.0
"""Seconds the AI may take; while its search is being compiled it plays without one."""


def play(name: str | None, *, seats: int | None, seed: int | None, people: int, level: int, save: Path | None) -> None:
    """Play one match to its end, or until the person at the keyboard has had enough."""
    if save and not save.parent.is_dir():
        raise TiloraError(f"There is no folder {save.parent} to save in.")
    match = tilora.match(name or _asked_game(), seats=seats, seed=seed)
    if not 0 <= people <= match.seats:
        raise TiloraError(f"From 0 to {match.seats} people can play here, not {people}.")
    print(f"{match.game.title}: {match.game.summary}")
    bot = LevelBot(level, seed=match.seed)
    print(
        f"People sit on {_seats(range(people))}; the AI at level {level} ({bot.level.words}) plays the others. {HELP}"
    )
    try:
        while not match.over:
            if match.turn < people:
                _ask(match)
            else:
                _let_ai_play(match, bot)
    except (EOFError, KeyboardInterrupt):
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


def _let_ai_play(match: Match, bot: LevelBot) -> None:
    """A seat without a person has acted; what all may know of it is told, which is nothing while it is a draft."""
    told = len(match.view().history)
    view = match.view(match.turn)
    match.play(bot.choose(view, view.legal(), DECISION))
    for step in match.view().history[told:]:
        print(f"Seat {step.seat + 1}: {step.words}")


def _ask(match: Match) -> None:
    """One action by a person, who sees only that seat's view."""
    seat = match.turn
    print(f"\n{match.view(seat)}\n")
    while True:
        text = input(f"seat {seat + 1}> ").strip()
        if text == "quit":
            raise EOFError
        if text == "undo":
            if not match.drafted:
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
