"""The command line: games, moves, records, measuring, playing in the terminal, and serving tables.

It knows no game by name. Whatever is wrong is said in one line on stderr, with exit code 2.
"""

import io
import json
import math
import os
import sys
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from cyclopts import App, CoercionError, CycloptsError, MissingArgumentError, Parameter, UnusedCliTokensError

import tilora
from tilora.kernel import BadSetup, IllegalAction, Match, Record, Step, TiloraError
from tilora.server import cli as serving

app = App(
    name="tilora",
    help="A table for tile, brick, dice and card games.",
    version=tilora.__version__,
    default_parameter=Parameter(negative=()),
)

LONGEST_LINE = 400
"""Characters of an error: enough for every sentence of ours."""

GameName = Annotated[str, Parameter(help="The name of a game; `tilora games` lists them.")]
File = Annotated[Path, Parameter(help="A record, as `match.record().save(…)` writes it.")]
Json = Annotated[bool, Parameter(name="--json", help="Answer in JSON, for programs.", show_default=False)]
Seats = Annotated[int | None, Parameter(help="How many seats; without it the game's usual number.")]
Options = Annotated[
    list[str] | None, Parameter(name="--option", help="An option of the game, NAME=CHOICE. May be given again.")
]
Seed = Annotated[int | None, Parameter(help="Fixes all chance; without it nobody can foresee it.")]


@app.command
def games(*, as_json: Json = False) -> None:
    """List the installed games."""
    if as_json:
        _print_json(
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


@app.command
def moves(
    game: GameName,
    *,
    position: Annotated[str | None, Parameter(help="Start from this position.")] = None,
    seats: Seats = None,
    seed: Seed = None,
    options: Options = None,
    play: Annotated[
        list[str] | None, Parameter(help="Actions to play first, joined by semicolons. May be given again.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Show a position and what the seat to act may do there."""
    match = Match(game, seats=seats, seed=seed, options=_chosen(options), position=position)
    for text in play or []:
        for action in text.split(";"):
            match.play(action)
    if as_json:
        _print_json(_described(match))
        return
    print(match)
    print()
    _print_outcome(match)
    for legal in match.legal():
        print(f"{legal!s:24} {legal.words}")


def _chosen(options: list[str] | None) -> dict[str, str]:
    """The options of a game by name, as they were typed. Raises BadSetup."""
    chosen = {}
    for text in options or []:
        name, equals, choice = text.partition("=")
        if not equals:
            raise BadSetup(f"An option is given as NAME=CHOICE, not {text[:40]!r}. `tilora games` lists them.")
        chosen[name] = choice
    return chosen


@app.command
def replay(
    file: File,
    *,
    to: Annotated[int | None, Parameter(help="Stop after so many actions.")] = None,
    boards: Annotated[bool, Parameter(help="Show the board after every turn.", show_default=False)] = False,
    as_json: Json = False,
) -> None:
    """Play a record over again, in words."""
    record = Record.load(file)
    match = _match_of(record, to)
    if as_json:
        _print_json(_described(match) | {"history": [[step.seat, step.text, step.words] for step in match.history]})
        return
    if boards:
        _print_boards(record, len(match.history))
    else:
        for number, step in enumerate(match.history, 1):
            _print_step(number, step)
        print()
        print(match)
    _print_outcome(match)


def _match_of(record: Record, to: int | None) -> Match:
    """The match of a record after so many of its actions, or all of them."""
    match = tilora.replay(record)
    if to is not None and not 0 <= to <= match.played:
        raise BadSetup(f"The record has {match.played} actions; --to can't be {to}.")
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


@app.command
def verify(file: File) -> None:
    """Check that a record plays out as it says."""
    match = tilora.verify(Record.load(file))
    state = "is over" if match.over else "is still running"
    scores = ", ".join(map(str, match.scores))
    print(f"{file}: good. {match.game.title}, {len(match.history)} actions, scores {scores}; it {state}.")


@app.command
def bench(
    *game: Annotated[str, Parameter(help="Only these games, and tables only if asked for.")],
    part: Annotated[
        Literal["games", "tables"] | None, Parameter(help="Only games, or only tables on a server.")
    ] = None,
    tables: Annotated[
        tuple[int, ...],
        Parameter(help="How many tables; several numbers are measured in turn.", consume_multiple=True),
    ] = (500,),
    database: Annotated[str | None, Parameter(help="Tables on postgresql://… instead of a new SQLite file.")] = None,
    seconds: Annotated[float, Parameter(help="Seconds to play each game, each way; at tables twice as long.")] = 3.0,
    as_json: Json = False,
) -> None:
    """Measure how fast the games are here, compiled and interpreted, and how many moves a second a server carries."""
    from tilora.tools.bench import games as measuring

    if not (math.isfinite(seconds) and 0 < seconds <= 600):
        raise BadSetup(f"--seconds is a time from above 0 to 600 seconds, not {seconds}.")
    if not all(1 <= count <= 10_000 for count in tables):
        raise BadSetup("--tables are numbers from 1 to 10,000.")
    parts = [part] if part else ["games"] if game else ["games", "tables"]
    report = measuring.measure(list(game), seconds, parts, tables=tables, database=database)
    if as_json:
        _print_json(report)
    else:
        print(measuring.as_text(report))


@app.command
def hint(
    game: Annotated[str | None, Parameter(help="The name of a game, with --position.")] = None,
    *,
    position: Annotated[str | None, Parameter(help="The position to think about.")] = None,
    record: Annotated[Path | None, Parameter(help="Or a record, to think about where it ends.")] = None,
    to: Annotated[int | None, Parameter(help="With --record: after so many of its actions.")] = None,
    level: Annotated[int, Parameter(help="How hard to think, from 2 to 8.")] = 8,
    seconds: Annotated[float | None, Parameter(help="Think no longer than this.")] = None,
    as_json: Json = False,
) -> None:
    """Say what the seat to act had best do, and what it may expect."""
    from tilora.ai.players import hints

    if (game is None or position is None) == (record is None):
        raise BadSetup("Give either a game with --position, or --record.")
    if record is not None:
        match = _match_of(Record.load(record), to)
    else:
        match = tilora.match(str(game), position=position)
    if match.over and record is not None:
        raise IllegalAction("The match is over there: --to names an earlier moment, by how many actions came before.")
    answer = hints.hint(match, level, seconds)
    if as_json:
        _print_json(hints.as_data(answer))
    else:
        print(hints.as_text(match, answer))


@app.command
def arena(
    game: GameName,
    *players: Annotated[
        str, Parameter(help="Levels 1 to 8, random, greedy, or path/to/file.py:Name; one for each seat.")
    ],
    games: Annotated[int, Parameter(help="How many matches.")] = 100,
    seed: Annotated[int, Parameter(help="The seed of the first match.")] = 0,
    workers: Annotated[int | None, Parameter(help="Processes; without it one for each core.")] = None,
    cluster: Annotated[str | None, Parameter(help="The address of a Dask scheduler to run on instead.")] = None,
    clock: Annotated[float, Parameter(help="Seconds that a bot of others has for a decision.")] = 10.0,
    save: Annotated[Path | None, Parameter(help="A folder for the records.")] = None,
    as_json: Json = False,
) -> None:
    """Let players meet over many matches, and tell who is stronger and how sure that is."""
    from tilora.ai.arena import tournament

    report = tournament.play(
        game, list(players), games=games, seed=seed, workers=workers, cluster=cluster, clock=clock, save=save
    )
    if as_json:
        _print_json(report)
    else:
        print(tournament.as_text(report))


@app.command
def play(
    game: Annotated[str | None, Parameter(help="Asked for if not given.")] = None,
    *,
    seats: Seats = None,
    seed: Seed = None,
    options: Options = None,
    people: Annotated[int, Parameter(help="Seats played by people; the AI plays the others.")] = 1,
    level: Annotated[int, Parameter(help="How well the AI plays, from 1 to 8.")] = 3,
    save: Annotated[Path | None, Parameter(help="Save the record here in the end.")] = None,
) -> None:
    """Play in the terminal. The AI plays the other seats."""
    from tilora import terminal

    terminal.play(game, seats=seats, seed=seed, options=_chosen(options), people=people, level=level, save=save)


serving.add_to(app)


def _described(match: Match) -> dict[str, Any]:
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
        winners = " and ".join(f"seat {seat + 1}" for seat in match.outcome.winners)
        print(f"Over: {match.outcome.reason}. First: {winners}.")


def _print_json(answer: object) -> None:
    print(json.dumps(answer, indent=1, ensure_ascii=False))


def main() -> None:
    """Run the command line; every mistake is one line on stderr."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        try:
            app(exit_on_error=False, print_error=False)
        finally:
            sys.stdout.flush()
    except CycloptsError as error:
        _fail(_in_our_words(error))
    except TiloraError as error:
        _fail(str(error))
    except BrokenPipeError:
        # Whoever read our output has seen enough. Python must not find out once more while it leaves.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        _fail(f"{error.filename or 'file'}: {error.strerror or error}")
    except KeyboardInterrupt:
        sys.exit(130)


NUMBERS = {int: "a whole number", float: "a number"}


def _in_our_words(error: CycloptsError) -> str:
    """What is wrong with the call, for people who don't know what a parameter, a token or an int is."""
    command = " ".join(["tilora", *(error.command_chain or ())])
    if isinstance(error, MissingArgumentError) and error.argument and not error.keyword:
        return f"`{command}` needs {error.argument.field_info.name.upper()}. {error.argument.parameter.help}"
    if isinstance(error, CoercionError) and error.argument and error.token and error.target_type in NUMBERS:
        return f"{error.argument.name} is {NUMBERS[error.target_type]}, not {error.token.value!r}."
    if isinstance(error, UnusedCliTokensError) and error.unused_tokens:
        return f"`{command}` has no use for {error.unused_tokens[0]!r}. `{command} --help` says what it takes."
    return str(error)


def _fail(message: str) -> None:
    words = "".join(sign if sign.isprintable() else "\ufffd" for sign in " ".join(message.split()))
    print(f"tilora: {words if len(words) <= LONGEST_LINE else words[:LONGEST_LINE] + '…'}", file=sys.stderr)
    sys.exit(2)


if __name__ == "__main__":
    main()
