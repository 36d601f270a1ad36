"""The commands that think: `tilora hint`, `review`, `puzzle`, `arena` and `train`."""

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from cyclopts import App, Parameter

import tilora
from tilora.cli.match_commands import match_of
from tilora.cli.parameters import File, GameName, Json, print_json
from tilora.kernel import BadSetup, IllegalAction, Record

if TYPE_CHECKING:
    from tilora.ai.puzzles.puzzle import Puzzle


def add_to(app: App) -> None:
    """Add the commands to the command line."""
    app.command(hint)
    app.command(review)
    app.command(puzzle)
    app.command(arena)
    app.command(train)


def hint(
    game: Annotated[str | None, Parameter(help="The name of a game. Needs --position.")] = None,
    *,
    position: Annotated[str | None, Parameter(help="The position to advise on.")] = None,
    record: Annotated[
        Path | None, Parameter(help="Instead of a game: a record, whose last position to advise on.")
    ] = None,
    to: Annotated[int | None, Parameter(help="With --record: stop after this many actions.")] = None,
    level: Annotated[int, Parameter(help="How hard to think, from 2 to 8.")] = 8,
    seconds: Annotated[float | None, Parameter(help="The most seconds to think.")] = None,
    why: Annotated[bool, Parameter(help="Also say why it is better than the second best.", show_default=False)] = False,
    as_json: Json = False,
) -> None:
    """Suggest the best action in a position, and show the expected result."""
    from tilora.ai.players import hints
    from tilora.ai.review.hint_reasons import reason_for, reason_in_words

    if (game is None or position is None) == (record is None):
        raise BadSetup("Give either a game and --position, or --record.")
    if record is not None:
        match = match_of(Record.load(record), to)
    else:
        match = tilora.match(str(game), position=position)
    if match.over and record is not None:
        raise IllegalAction("The match is over at that point. Use --to to stop after fewer actions.")
    answer = hints.hint(match, level, seconds)
    reason = reason_for(match.view(match.turn), answer.alternatives) if why else None
    if as_json:
        print_json(hints.as_data(answer) | ({"why": msgspec.to_builtins(reason)} if why else {}))
        return
    print(hints.as_text(match, answer))
    if why:
        print(reason_in_words(answer, reason))


def review(
    file: File,
    *,
    svg: Annotated[bool, Parameter(help="Print a picture instead, as SVG.", show_default=False)] = False,
    as_json: Json = False,
) -> None:
    """Review a finished match: what luck and play were worth to each seat, and which decisions cost the most."""
    from tilora.ai.review import chart, words
    from tilora.tools.check import progress

    with progress.shown(f"reviewing {file}") as on_progress:
        found = tilora.review(Record.load(file), on_progress=lambda share: on_progress(f"{share:.0%}", share))
    if as_json:
        print(found.to_json().decode())
    elif svg:
        print(chart.as_svg(found), end="")
    else:
        print(words.as_text(found))


def puzzle(
    game: GameName,
    *,
    name: Annotated[
        str | None, Parameter(name="--id", help="The id of a puzzle. By default one is picked at random.")
    ] = None,
    level: Annotated[
        int | None, Parameter(help="A puzzle that this level solves and the level below does not.")
    ] = None,
    answer: Annotated[str | None, Parameter(help="The action to try. Without it, you are asked.")] = None,
    as_json: Json = False,
) -> None:
    """Solve a puzzle: a position in which one action is clearly the best. An empty line shows the solution."""
    from tilora.ai.puzzles import words
    from tilora.kernel import game_named

    found = _puzzle(game, name, level)
    chosen = game_named(game)
    if as_json:
        print_json(msgspec.to_builtins(found))
        return
    if answer is None:
        print(words.question(chosen, found))
    while True:
        text = answer if answer is not None else _read_line("> ")
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


def _read_line(prompt: str) -> str:
    """Return a line that somebody types; empty at the end of the input."""
    try:
        return input(prompt)
    except EOFError:
        return ""


def arena(
    game: GameName,
    *players: Annotated[
        str,
        Parameter(
            help="One player per seat: a level from 1 to 8, master, search-8 (level 8 without its network), "
            "random, greedy, or path/to/file.py:Name. To measure: 500sims, 20ms, network@500sims, file.npz@20ms, or "
            "network@equal, which thinks as long as the others."
        ),
    ],
    games: Annotated[int, Parameter(help="Number of matches.")] = 100,
    seed: Annotated[int, Parameter(help="The seed of the first match.")] = 0,
    workers: Annotated[int | None, Parameter(help="Number of processes. By default one per core.")] = None,
    cluster: Annotated[str | None, Parameter(help="The address of a Dask scheduler to run the matches on.")] = None,
    clock: Annotated[float, Parameter(help="Seconds per decision for bots from a file.")] = 10.0,
    save: Annotated[Path | None, Parameter(help="A folder to save the records in.")] = None,
    minutes: Annotated[
        float | None, Parameter(help="Stop after this many minutes, and report what was played.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Play many matches between players, and report who is stronger and how certain that is."""
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
        print_json(report)
    else:
        print(tournament.as_text(report))


def train(
    game: GameName,
    *,
    minutes: Annotated[float, Parameter(help="Minutes to train, not counting compilation.")] = 4.0,
    workers: Annotated[
        int | None, Parameter(help="Number of processes that play. By default one fewer than there are cores.")
    ] = None,
    cluster: Annotated[str | None, Parameter(help="The address of a Dask scheduler to play on.")] = None,
    out: Annotated[
        Path | None,
        Parameter(help="The folder to write to. By default the folder of --resume, or `networks`.", show_default=False),
    ] = None,
    resume: Annotated[
        Path | None, Parameter(help="The folder of a training to resume, or of a network to start from.")
    ] = None,
    plot: Annotated[bool, Parameter(help="Also draw the log, as GAME.svg.", show_default=False)] = False,
    seed: Annotated[int, Parameter(help="Makes chance repeatable.")] = 1,
    rate: Annotated[float, Parameter(help="The initial learning rate.")] = 0.002,
    result_share: Annotated[
        float,
        Parameter(help="How much of the value is learned from results; the rest is learned from searches."),
    ] = 0.7,
    learner: Annotated[
        Literal["auto", "numpy", "torch"],
        Parameter(help="What to learn with. `auto` uses PyTorch if there is a GPU, and NumPy otherwise."),
    ] = "auto",
    as_json: Json = False,
) -> None:
    """Train a network for a game by self-play. You can stop at any time and resume later."""
    from tilora.ai.training import train_command
    from tilora.ai.training.settings import TrainingSettings

    settings = TrainingSettings(minutes=minutes, seed=seed, rate=rate, result_share=result_share)
    report = train_command.train(
        game, settings, workers=workers, cluster=cluster, out=out, resume=resume, learner=learner, plotted=plot
    )
    if as_json:
        print_json(report)
    else:
        print(train_command.as_text(report))
