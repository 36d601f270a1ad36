"""Playing in the terminal: a plain table for one screen, without a server.

People type the texts of actions. Seats without a person are played by the AI.
"""

from pathlib import Path

import tilora
from tilora.ai.players import levels
from tilora.ai.players.players import LevelBot
from tilora.kernel import Match, TiloraError, UnknownGame, UnreadableAction, game_named

HELP = "Type an action, or part of one to see those that match; 'help', 'undo' and 'quit' do as they say."
MOST_SHOWN = 20
DECISION = 60.0
"""Seconds the AI may take; while its search is being compiled it plays without one."""


class Leave(Exception):
    """The person at the keyboard has had enough."""


def play(
    name: str | None,
    *,
    seats: int | None,
    seed: int | None,
    options: dict[str, str],
    people: int,
    level: int,
    save: Path | None,
) -> None:
    """Play one match to its end, or until the person at the keyboard has had enough."""
    # All that can be wrong is said now: whoever has played an hour shall not lose it to a folder that is not there.
    words = levels.level(level).words
    if save and not save.parent.is_dir():
        raise TiloraError(f"There is no folder {save.parent} to save in.")
    if save and save.is_dir():
        raise TiloraError(f"{save} is a folder. Name a file to save in.")
    try:
        match = Match(name or _asked_game(), seats=seats, seed=seed, options=options)
    except Leave:
        return
    if not 0 <= people <= match.seats:
        raise TiloraError(f"From 0 to {match.seats} people can play here, not {people}.")
    print(f"{match.game.title}: {match.game.summary}")
    print(f"People sit on {_seats(range(people))}; the AI at level {level} ({words}) plays the others. {HELP}")
    bot = LevelBot(level, seed=match.seed)
    warned = False
    try:
        while not match.over:
            if match.turn < people:
                _ask(match)
            else:
                _let_ai_play(match, bot)
                if not warned and (failure := levels.failure(match.game)):
                    print(f"The AI plays below level {level}: its search could not be compiled ({failure!r}).")
                    warned = True
    except (EOFError, KeyboardInterrupt, Leave):
        print("\nGood-bye.")
    if match.outcome:
        print(f"\n{match}\n\nOver: {match.outcome.reason}. First: {_seats(match.outcome.winners)}.")
    if save:
        match.record().save(save)
        print(f"Saved in {save}.")


def _asked_game() -> str:
    """The name of a game, from somebody who may mistype it. Raises Leave."""
    print("Which game?")
    for game in tilora.games():
        print(f"  {game.name:16} {game.summary}")
    while True:
        try:
            text = input("game> ").strip()
        except EOFError:
            raise TiloraError("Nobody is at the keyboard. Name a game, or play from a terminal.") from None
        if text == "quit":
            raise Leave
        try:
            return game_named(text).name
        except UnknownGame as error:
            print(error)


def _seats(seats: range | tuple[int, ...]) -> str:
    return " and ".join(f"seat {seat + 1}" for seat in seats) or "no seat"


def _let_ai_play(match: Match, bot: LevelBot) -> None:
    """A seat without a person has acted; what all may know of it is told, which is nothing while it is a draft."""
    told = len(match.view().history)
    view = match.view(match.turn)
    match.play(bot.choose(view, view.texts(), DECISION))
    for step in match.view().history[told:]:
        print(f"Seat {step.seat + 1}: {step.words}")


def _ask(match: Match) -> None:
    """One action by a person, who sees only that seat's view, or one taken back."""
    seat = match.turn
    print(f"\n{match.view(seat)}\n")
    while True:
        text = input(f"seat {seat + 1}> ").strip()
        if text == "quit":
            raise Leave
        if text in ("", "?", "help"):
            print(HELP)
            _suggest(match, "")
        elif text == "undo" and match.drafted:
            match.undo()
            return
        elif text == "undo":
            print("There is nothing of this turn to take back.")
        elif _played(match, text):
            return


def _played(match: Match, text: str) -> bool:
    """Whether that could be played; if not, it has been said why, or what it is a part of."""
    seat = match.turn
    try:
        print(f"Seat {seat + 1}: {match.play(text).words}")
    except UnreadableAction as error:
        if not _suggest(match, text):
            print(error)
        return False
    except TiloraError as error:
        print(error)
        return False
    return True


def _suggest(match: Match, text: str) -> bool:
    """Whether there is something to do with that in its text; if so, it has been shown."""
    fitting = [str(action) for action in match.legal() if text.lower() in str(action)]
    for action in fitting[:MOST_SHOWN]:
        print(f"  {action}")
    if len(fitting) > MOST_SHOWN:
        print(f"  … and {len(fitting) - MOST_SHOWN} more")
    return bool(fitting)
