"""Playing in the terminal, on one screen and without a server.

People type the texts of actions. The AI plays the other seats.
"""

from pathlib import Path

import tilora
from tilora.ai.players import levels
from tilora.ai.players.bots import LevelBot
from tilora.ai.players.characters import character
from tilora.kernel import Match, TiloraError, UnknownGame, UnreadableAction, game_named

HELP = "Type an action, or part of one to see what matches; or 'help', 'undo' or 'quit'."
MAX_SHOWN = 20
DECISION_SECONDS = 60.0
"""Longest time for a decision of the AI. While its search is being compiled, it plays without one."""


class Quit(Exception):
    """The player has typed 'quit'."""


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
    """Play one match to its end, or until the player quits."""
    # Check everything now: nobody should lose an hour of play to a missing folder.
    opponent = character(level)
    if save and not save.parent.is_dir():
        raise TiloraError(f"There is no folder {save.parent}.")
    if save and save.is_dir():
        raise TiloraError(f"{save} is a folder. Choose a file to save to.")
    try:
        match = Match(name or _ask_for_game(), seats=seats, seed=seed, options=options)
    except Quit:
        return
    if not 0 <= people <= match.seats:
        raise TiloraError(f"--people must be from 0 to {match.seats}, not {people}.")
    print(f"{match.game.title}: {match.game.summary}")
    if people < match.seats:
        print(f'{opponent.name}, level {level}, plays {_seats(range(people, match.seats))}: "{opponent.saying}"')
    print(f"People play {_seats(range(people))}. {HELP}")
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
    except (EOFError, KeyboardInterrupt, Quit):
        print("\nGoodbye.")
    if match.outcome:
        winners = match.outcome.winners
        title = "Winner" if len(winners) == 1 else "Winners"
        print(f"\n{match}\n\nGame over: {match.outcome.reason}. {title}: {_seats(winners)}.")
    if save:
        match.record().save(save)
        print(f"Saved to {save}.")


def _ask_for_game() -> str:
    """Ask for a game until there is one of that name. Raises Quit."""
    print("Which game?")
    for game in tilora.games():
        print(f"  {game.name:16} {game.summary}")
    while True:
        try:
            text = input("game> ").strip()
        except EOFError:
            raise TiloraError("Cannot ask for a game without a keyboard. Name one: `tilora play GAME`.") from None
        if text == "quit":
            raise Quit
        try:
            return game_named(text).name
        except UnknownGame as error:
            print(error)


def _seats(seats: range | tuple[int, ...]) -> str:
    return " and ".join(f"seat {seat + 1}" for seat in seats) or "no seat"


def _let_ai_play(match: Match, bot: LevelBot) -> None:
    """Play an action of the AI, and print what everybody may know of it: nothing while it is a draft."""
    shown = len(match.view().history)
    view = match.view(match.turn)
    match.play(bot.choose(view, view.texts(), DECISION_SECONDS))
    for step in match.view().history[shown:]:
        print(f"Seat {step.seat + 1}: {step.words}")


def _ask(match: Match) -> None:
    """Let a person play or undo one action. They see only their own seat's view."""
    seat = match.turn
    print(f"\n{match.view(seat)}\n")
    while True:
        text = input(f"seat {seat + 1}> ").strip()
        if text == "quit":
            raise Quit
        if text in ("", "?", "help"):
            print(HELP)
            _suggest(match, "")
        elif text == "undo" and match.drafted:
            match.undo()
            return
        elif text == "undo":
            print("There is nothing to undo in this turn.")
        elif _try_to_play(match, text):
            return


def _try_to_play(match: Match, text: str) -> bool:
    """Play the action and return True. If that fails, print why, or the actions it is part of, and return False."""
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
    """Print the legal actions that contain the text, and return whether there are any."""
    matching = [str(action) for action in match.legal() if text.lower() in str(action)]
    for action in matching[:MAX_SHOWN]:
        print(f"  {action}")
    if len(matching) > MAX_SHOWN:
        print(f"  … and {len(matching) - MAX_SHOWN} more")
    return bool(matching)
