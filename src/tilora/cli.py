"""The command line: games, moves, records, benchmarks, playing in the terminal, and the server.

It knows no game by name. Every error is one line on stderr, with exit code 2.
"""

import io
import json
import math
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from cyclopts import App, Parameter

import tilora
from tilora.cli_errors import errors_in_one_line
from tilora.kernel import BadSetup, Evidence, IllegalAction, Match, Record, Step
from tilora.server import cli as server_cli

if TYPE_CHECKING:
    from tilora.ai.puzzles.puzzle import Puzzle

app = App(
    name="tilora",
    help="A table for tile, brick, dice and card games. Without a command, open it in the browser.",
    version=tilora.__version__,
    default_parameter=Parameter(negative=()),
)

GameName = Annotated[str, Parameter(help="The name of a game. See `tilora games`.")]
File = Annotated[Path, Parameter(help="A record file, as written by `match.record().save(…)`.")]
Json = Annotated[bool, Parameter(name="--json", help="Print JSON, for programs.", show_default=False)]
Seats = Annotated[int | None, Parameter(help="Number of seats. By default the game's usual number.")]
Options = Annotated[
    list[str] | None, Parameter(name="--option", help="An option of the game, as NAME=CHOICE. May be repeated.")
]
Seed = Annotated[int | None, Parameter(help="Makes all chance events repeatable. By default they are random.")]


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
    match = Match(game, seats=seats, seed=seed, options=_parse_options(options), position=position)
    for text in play or []:
        for action in text.split(";"):
            match.play(action)
    if as_json:
        _print_json(_describe(match))
        return
    print(match)
    print()
    _print_outcome(match)
    for legal in match.legal():
        print(f"{legal!s:24} {legal.words}")


def _parse_options(options: list[str] | None) -> dict[str, str]:
    """Return the options of a game by name. Raises BadSetup."""
    chosen = {}
    for text in options or []:
        name, equals, choice = text.partition("=")
        if not equals:
            raise BadSetup(f"--option must be NAME=CHOICE, not {text[:40]!r}. See `tilora games` for the options.")
        chosen[name] = choice
    return chosen


@app.command
def replay(
    file: File,
    *,
    to: Annotated[int | None, Parameter(help="Stop after this many actions.")] = None,
    boards: Annotated[bool, Parameter(help="Show the board after every turn.", show_default=False)] = False,
    as_json: Json = False,
) -> None:
    """Replay a record, in words."""
    record = Record.load(file)
    match = _match_of(record, to)
    if as_json:
        _print_json(_describe(match) | {"history": [[step.seat, step.text, step.words] for step in match.history]})
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


@app.command
def verify(
    file: File,
    *,
    commitment: Annotated[
        list[str] | None, Parameter(help="A commitment that the table showed you before the match.")
    ] = None,
    nonce: Annotated[list[str] | None, Parameter(help="The nonce of your seat.")] = None,
    head: Annotated[list[str] | None, Parameter(help="A head of the chain that the table showed you.")] = None,
) -> None:
    """Check a record, and say what that proves and what it does not. Give what you saw of the match to prove more."""
    evidence = Evidence(tuple(commitment or ()), tuple(nonce or ()), tuple(head or ()))
    match, proven, unproven = tilora.verify(Record.load(file), evidence)
    state = "the match is over" if match.over else "the match is not over yet"
    scores = ", ".join(map(str, match.scores))
    print(f"{file} is consistent: {match.game.title}, {len(match.history)} actions, scores {scores}; {state}.")
    print("Proven:", *(f"- {sentence}" for sentence in proven), sep="\n")
    if unproven:
        print("Not proven:", *(f"- {sentence}" for sentence in unproven), sep="\n")


@app.command
def bench(
    *game: Annotated[str, Parameter(help="Measure these games only, and no server unless --part asks for it.")],
    part: Annotated[
        Literal["games", "tables", "environments"] | None,
        Parameter(help="Measure only the games, only tables on a server, or the environments for learners."),
    ] = None,
    tables: Annotated[
        tuple[int, ...],
        Parameter(
            help="Number of tables on the server. Several numbers are measured in turn. Default: 500.",
            consume_multiple=True,
            show_default=False,
        ),
    ] = (500,),
    database: Annotated[str | None, Parameter(help="Use postgresql://… instead of a new SQLite file.")] = None,
    seconds: Annotated[float, Parameter(help="Seconds for each measurement; twice as long for tables.")] = 3.0,
    as_json: Json = False,
) -> None:
    """Measure how fast the games are on this machine, and how many moves a second a server handles."""
    from tilora.tools.bench import games as benchmark

    if not (math.isfinite(seconds) and 0 < seconds <= 600):
        raise BadSetup(f"--seconds must be above 0 and at most 600, not {seconds}.")
    if not all(1 <= count <= 10_000 for count in tables):
        raise BadSetup("--tables must be numbers from 1 to 10,000.")
    parts = [part] if part else ["games"] if game else ["games", "tables"]
    report = benchmark.measure(list(game), seconds, parts, tables=tables, database=database)
    if as_json:
        _print_json(report)
    else:
        print(benchmark.as_text(report))


@app.command
def check(
    game: GameName,
    *,
    seconds: Annotated[float, Parameter(help="How long to play, in seconds, not counting compilation.")] = 30.0,
    seed: Annotated[int, Parameter(help="The seed of the first random game.")] = 0,
    as_json: Json = False,
) -> None:
    """Check a game that you wrote: its contract, its promises in random games, and which lines of its rules they reach.

    The exit code is 1 if anything is wrong.
    """
    from tilora.tools.check import check_game, progress, report

    if not (math.isfinite(seconds) and 0 < seconds <= 86_400):
        raise BadSetup(f"--seconds must be above 0 and at most 86,400, not {seconds}.")
    if not 0 <= seed <= 1 << 32:
        raise BadSetup(f"--seed must be from 0 to {1 << 32:,}, not {seed}.")
    with progress.shown(f"checking {game}") as tell:
        found = check_game.check_game(game, seconds=seconds, seed=seed, tell=tell)
    if as_json:
        _print_json(report.as_data(found))
    else:
        print(report.as_text(found))
    if not found.good:
        sys.exit(1)


@app.command
def new_game(
    name: Annotated[str, Parameter(help="The name of the new game: lower case words joined by hyphens.")],
    *,
    folder: Annotated[Path | None, Parameter(help="The folder to write. By default tilora-NAME.")] = None,
) -> None:
    """Write the package of a new game: a small race that can be played at once, to be changed into yours."""
    from tilora.tools.new_game.write_package import write_package
    from tilora.tools.pip_command import pip_command

    written = write_package(name, folder)
    print(f"{written} holds a small game. Play it, then change it into yours:")
    print()
    print(f"  cd {written}", f"  {pip_command()}", f"  tilora play {name}", f"  tilora check {name}", sep="\n")


@app.command
def hint(
    game: Annotated[str | None, Parameter(help="The name of a game. Needs --position.")] = None,
    *,
    position: Annotated[str | None, Parameter(help="The position to advise on.")] = None,
    record: Annotated[Path | None, Parameter(help="A record instead: advises on its last position.")] = None,
    to: Annotated[int | None, Parameter(help="With --record: stop after this many actions.")] = None,
    level: Annotated[int, Parameter(help="How hard to think, from 2 to 8.")] = 8,
    seconds: Annotated[float | None, Parameter(help="Longest time to think, in seconds.")] = None,
    why: Annotated[bool, Parameter(help="Also say why it is better than the next best.", show_default=False)] = False,
    as_json: Json = False,
) -> None:
    """Suggest the best action in a position, and show the expected result."""
    from tilora.ai.players import hints
    from tilora.ai.review.hint_reasons import reason_for, reason_in_words

    if (game is None or position is None) == (record is None):
        raise BadSetup("Give either a game and --position, or --record.")
    if record is not None:
        match = _match_of(Record.load(record), to)
    else:
        match = tilora.match(str(game), position=position)
    if match.over and record is not None:
        raise IllegalAction("The match is over at that point. Use --to to stop after fewer actions.")
    answer = hints.hint(match, level, seconds)
    reason = reason_for(match.view(match.turn), answer.alternatives) if why else None
    if as_json:
        _print_json(hints.as_data(answer) | ({"why": msgspec.to_builtins(reason)} if why else {}))
        return
    print(hints.as_text(match, answer))
    if why:
        print(reason_in_words(answer, reason))


@app.command
def review(
    file: File,
    *,
    svg: Annotated[bool, Parameter(help="Print a picture instead, as SVG.", show_default=False)] = False,
    as_json: Json = False,
) -> None:
    """Review a finished match: what luck and what play were worth to each seat, and which decisions cost most."""
    from tilora.ai.review import chart, words
    from tilora.tools.check import progress

    with progress.shown(f"reviewing {file}") as tell:
        found = tilora.review(Record.load(file), tell=lambda share: tell(f"{share:.0%}", share))
    if as_json:
        print(found.to_json().decode())
    elif svg:
        print(chart.as_svg(found), end="")
    else:
        print(words.as_text(found))


@app.command
def puzzle(
    game: GameName,
    *,
    name: Annotated[str | None, Parameter(name="--id", help="Which one. By default any.")] = None,
    level: Annotated[int | None, Parameter(help="One that this level finds and the one below does not.")] = None,
    answer: Annotated[str | None, Parameter(help="An action to try, instead of being asked for one.")] = None,
    as_json: Json = False,
) -> None:
    """Solve a puzzle: a position in which one action is clearly the best. An empty line shows the solution."""
    from tilora.ai.puzzles import words
    from tilora.kernel import game_named

    found = _puzzle(game, name, level)
    chosen = game_named(game)
    if as_json:
        _print_json(msgspec.to_builtins(found))
        return
    if answer is None:
        print(words.question(chosen, found))
    while True:
        text = answer if answer is not None else _asked("> ")
        if not text.strip():
            break
        try:
            action = str(found.match(chosen).check(text))
        except tilora.TiloraError as error:
            if answer is not None:
                raise
            print(error)
            continue
        print(words.verdict(found, action))
        if action in found.solutions:
            break
        if answer is not None:
            return
    print(words.solution(chosen, found))


def _puzzle(game: str, name: str | None, level: int | None) -> "Puzzle":
    from tilora.ai.puzzles.puzzle import UnknownPuzzle, puzzle_named
    from tilora.kernel import game_named

    known = tilora.puzzles(game)
    if name is not None:
        return puzzle_named(game_named(game), name)
    suited = [puzzle for puzzle in known if level is None or puzzle.level == level]
    if not suited:
        which = "" if level is None else f" of level {level}"
        raise UnknownPuzzle(f"{game_named(game).title} has no puzzles{which}.")
    return secrets.choice(suited)


def _asked(prompt: str) -> str:
    """Return a line that somebody types; empty at the end of the input."""
    try:
        return input(prompt)
    except EOFError:
        return ""


@app.command
def arena(
    game: GameName,
    *players: Annotated[
        str,
        Parameter(
            help="One player for each seat: a level from 1 to 8, master, search-8 (level 8 without its network), "
            "random, greedy, or path/to/file.py:Name. To measure: 500sims, 20ms, network@500sims, file.npz@20ms, or "
            "network@equal, which thinks as long as the others."
        ),
    ],
    games: Annotated[int, Parameter(help="Number of matches.")] = 100,
    seed: Annotated[int, Parameter(help="The seed of the first match.")] = 0,
    workers: Annotated[int | None, Parameter(help="Number of processes. By default one for each core.")] = None,
    cluster: Annotated[str | None, Parameter(help="The address of a Dask scheduler to run the matches on.")] = None,
    clock: Annotated[float, Parameter(help="Seconds that a bot from a file has for each decision.")] = 10.0,
    save: Annotated[Path | None, Parameter(help="A folder to save the records in.")] = None,
    minutes: Annotated[float | None, Parameter(help="Stop after this time, and report what was played.")] = None,
    as_json: Json = False,
) -> None:
    """Let players compete in many matches, and report who is stronger, and how certain that is."""
    from tilora.ai.arena import tournament

    report = tournament.play(
        game,
        list(players),
        games=games,
        seed=seed,
        workers=workers,
        cluster=cluster,
        clock=clock,
        save=save,
        minutes=minutes,
    )
    if as_json:
        _print_json(report)
    else:
        print(tournament.as_text(report))


@app.command
def train(
    game: GameName,
    *,
    minutes: Annotated[float, Parameter(help="Minutes to train, not counting compilation.")] = 4.0,
    workers: Annotated[
        int | None, Parameter(help="Number of processes that play. By default one less than there are cores.")
    ] = None,
    cluster: Annotated[str | None, Parameter(help="The address of a Dask scheduler to play on.")] = None,
    out: Annotated[
        Path | None,
        Parameter(help="The folder to write to. By default that of --resume, or else `networks`.", show_default=False),
    ] = None,
    resume: Annotated[Path | None, Parameter(help="A folder with a training, or a network, to continue from.")] = None,
    plot: Annotated[bool, Parameter(help="Also draw the log, as GAME.svg.", show_default=False)] = False,
    seed: Annotated[int, Parameter(help="Makes chance repeatable.")] = 1,
    rate: Annotated[float, Parameter(help="The learning rate at the beginning.")] = 0.002,
    result_share: Annotated[
        float,
        Parameter(help="How much the value learns from results of matches, and not from searches."),
    ] = 0.7,
    learner: Annotated[
        Literal["auto", "numpy", "torch"], Parameter(help="What to learn with: PyTorch if there is a GPU, or NumPy.")
    ] = "auto",
    as_json: Json = False,
) -> None:
    """Train a network for a game by self-play. It can be stopped at any time, and resumed."""
    from tilora.ai.training import train_command
    from tilora.ai.training.settings import TrainingSettings

    settings = TrainingSettings(minutes=minutes, seed=seed, rate=rate, result_share=result_share)
    report = train_command.train(
        game, settings, workers=workers, cluster=cluster, out=out, resume=resume, learner=learner, plotted=plot
    )
    if as_json:
        _print_json(report)
    else:
        print(train_command.as_text(report))


@app.command
def play(
    game: Annotated[str | None, Parameter(help="The name of a game. If you leave it out, you are asked.")] = None,
    *,
    seats: Seats = None,
    seed: Seed = None,
    options: Options = None,
    people: Annotated[int, Parameter(help="Number of seats for people. The AI plays the others.")] = 1,
    level: Annotated[int, Parameter(help="How well the AI plays, from 1 to 8.")] = 3,
    save: Annotated[Path | None, Parameter(help="Save the record to this file at the end.")] = None,
) -> None:
    """Play in the terminal, against the AI."""
    from tilora import terminal

    terminal.play(game, seats=seats, seed=seed, options=_parse_options(options), people=people, level=level, save=save)


server_cli.add_to(app)


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


def _print_json(answer: object) -> None:
    print(json.dumps(answer, indent=1, ensure_ascii=False))


def main() -> None:
    """Run the command line. Every error is one line on stderr."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    with errors_in_one_line():
        app(exit_on_error=False, print_error=False)


if __name__ == "__main__":
    main()
