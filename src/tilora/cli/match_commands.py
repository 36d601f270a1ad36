"""The commands about games and matches: `tilora games`, `moves`, `replay`, `verify` and `play`."""

from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import App, Parameter

import tilora
from tilora.cli.parameters import File, GameName, Json, Options, Seats, Seed, parse_options, print_json
from tilora.kernel import BadSetup, Evidence, Match, Record, Step


def add_to(app: App) -> None:
    """Add the commands to the command line."""
    app.command(games)
    app.command(moves)
    app.command(replay)
    app.command(verify)
    app.command(play)


def games(*, as_json: Json = False) -> None:
    """List the installed games."""
    if as_json:
        print_json(
            [
                {
                    "name": game.name,
                    "title": game.title,
                    "summary": game.summary,
                    "version": game.version,
                    "seats": list(game.seats),
                    "options": {option.name: list(option.choices) for option in game.options},
                }
                for game in tilora.games()
            ]
        )
        return
    for game in tilora.games():
        seats = ", ".join(map(str, game.seats))
        print(f"{game.name:16} {game.summary}")
        print(f"{'':16} {game.title}, version {game.version}; seats: {seats}")
        for option in game.options:
            print(f"{'':16} option {option.name}: {' or '.join(option.choices)}. {option.words}")


def moves(
    game: GameName,
    *,
    position: Annotated[str | None, Parameter(help="The position to start from.")] = None,
    seats: Seats = None,
    seed: Seed = None,
    options: Options = None,
    play: Annotated[
        list[str] | None, Parameter(help="Actions to play first, separated by semicolons. May be repeated.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Show a position and its legal actions."""
    match = Match(game, seats=seats, seed=seed, options=parse_options(options), position=position)
    for text in play or []:
        for action in text.split(";"):
            match.play(action)
    if as_json:
        print_json(_describe(match))
        return
    print(match)
    print()
    _print_outcome(match)
    for legal in match.legal():
        print(f"{legal!s:24} {legal.words}")


def replay(
    file: File,
    *,
    to: Annotated[int | None, Parameter(help="Stop after this many actions.")] = None,
    boards: Annotated[bool, Parameter(help="Show the board after every turn.", show_default=False)] = False,
    as_json: Json = False,
) -> None:
    """Replay a record in words."""
    record = Record.load(file)
    match = match_of(record, to)
    if as_json:
        print_json(_describe(match) | {"history": [[step.seat, step.text, step.words] for step in match.history]})
        return
    if boards:
        _print_boards(record, len(match.history))
    else:
        for number, step in enumerate(match.history, 1):
            _print_step(number, step)
        print()
        print(match)
    _print_outcome(match)


def match_of(record: Record, to: int | None) -> Match:
    """Return the match of a record after its first `to` actions, or after all of them."""
    match = tilora.replay(record)
    if to is not None and not 0 <= to <= match.played:
        raise BadSetup(f"--to must be from 0 to {match.played}, the number of actions in the record, not {to}.")
    if to is not None and to < match.played:
        match.undo(match.played - to)
    return match


def _print_boards(record: Record, actions: int) -> None:
    match = tilora.replay(msgspec.structs.replace(record, actions=[]))
    print(match, end="\n\n")
    for number, text in enumerate(record.actions[:actions], 1):
        turns = match.turns
        match.play(text)
        _print_step(number, match.history[-1])
        if match.turns != turns or match.over:
            print(match, end="\n\n")


def _print_step(number: int, step: Step) -> None:
    print(f"{number:4}  seat {step.seat + 1}  {step.text:24}  {step.words}")


def verify(
    file: File,
    *,
    commitment: Annotated[
        list[str] | None, Parameter(help="A commitment that the table showed you before the match.")
    ] = None,
    nonce: Annotated[list[str] | None, Parameter(help="The nonce of your seat.")] = None,
    head: Annotated[list[str] | None, Parameter(help="A head of the chain that the table showed you.")] = None,
) -> None:
    """Check a record, and report what that proves and what it doesn't. What you noted during the match proves more."""
    evidence = Evidence(tuple(commitment or ()), tuple(nonce or ()), tuple(head or ()))
    match, proven, unproven = tilora.verify(Record.load(file), evidence)
    state = "the match is over" if match.over else "the match is not over yet"
    scores = ", ".join(map(str, match.scores))
    print(f"{file} is consistent: {match.game.title}, {len(match.history)} actions, scores {scores}; {state}.")
    print("Proven:", *(f"- {sentence}" for sentence in proven), sep="\n")
    if unproven:
        print("Not proven:", *(f"- {sentence}" for sentence in unproven), sep="\n")


def play(
    game: Annotated[
        str | None, Parameter(help="The name of a game. If you leave it out, you can choose from a list.")
    ] = None,
    *,
    seats: Seats = None,
    seed: Seed = None,
    options: Options = None,
    people: Annotated[int, Parameter(help="Number of seats for people. The AI plays the others.")] = 1,
    level: Annotated[int, Parameter(help="How well the AI plays, from 1 to 8.")] = 3,
    save: Annotated[Path | None, Parameter(help="Save the record to this file at the end.")] = None,
) -> None:
    """Play against the AI in the terminal."""
    from tilora import terminal

    terminal.play(game, seats=seats, seed=seed, options=parse_options(options), people=people, level=level, save=save)


def _describe(match: Match) -> dict[str, Any]:
    outcome = match.outcome
    return {
        "game": match.game.name,
        "seats": match.seats,
        "turn": match.turn,
        "over": match.over,
        "scores": list(match.scores),
        "outcome": outcome
        and {"ranks": list(outcome.ranks), "winners": list(outcome.winners), "reason": outcome.reason},
        "position": match.position,
        "actions": [{"text": str(action), "words": action.words} for action in match.legal()],
    }


def _print_outcome(match: Match) -> None:
    if match.outcome:
        winners = [f"seat {seat + 1}" for seat in match.outcome.winners]
        title = "Winner" if len(winners) == 1 else "Winners"
        print(f"Game over: {match.outcome.reason}. {title}: {' and '.join(winners)}.")
