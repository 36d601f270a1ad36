"""The arena: fair meetings, honest figures, the same result wherever it is played."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tilora
from tests import plugin
from tests.ai.positions import EVERY_TABLE
from tests.clusters import dask
from tests.conformance.play import NAMES
from tests.patience import patience
from tilora.ai import dask_cluster
from tilora.ai.arena import arena, equal_time, ladder, tournament
from tilora.ai.arena.arena import MatchJob, MatchResult
from tilora.ai.arena.equal_time import EqualTime
from tilora.ai.network import checkpoint, contract
from tilora.ai.network.checkpoint import Checkpoint
from tilora.ai.network.network_bot import NetworkBot
from tilora.ai.network.weights import new_weights
from tilora.kernel import BadSetup, Game, Record, UnknownGame, game_named, verify


def meet(game: str, *players: str, **more: Any) -> dict[str, Any]:
    options: dict[str, Any] = {"games": 6, "seed": 1, "workers": 1, "cluster": None, "clock": 5.0, "save": None}
    return tournament.play(game, list(players), **(options | more))


def without_times(report: dict[str, Any]) -> dict[str, Any]:
    rows = [{name: value for name, value in row.items() if name != "ms_per_decision"} for row in report["players"]]
    return report | {"players": rows}


# Fairness


@pytest.mark.parametrize(("game", "seats"), EVERY_TABLE, ids=NAMES)
def test_every_seed_is_played_once_by_every_rotation(game: Game, seats: int) -> None:
    players = ["random", "greedy", "1", "2", "3", "4"][:seats]
    todo = arena.jobs(game.name, players, 3 * seats, 10, 1.0)
    assert Counter(job.seed for job in todo) == {10: seats, 11: seats, 12: seats}
    for seed in (10, 11, 12):
        seatings = [job.players for job in todo if job.seed == seed]
        assert len(set(seatings)) == seats
        for seat in range(seats):
            assert {seating[seat] for seating in seatings} == set(players)


def test_a_match_is_played_the_same_again_with_its_seed() -> None:
    (job, *_) = arena.jobs("cyberzul", ["2", "3"], 2, 4, 1.0)
    first, again = arena.play(job), arena.play(job)
    assert first.record == again.record
    assert replace(first, seconds=()) == replace(again, seconds=())
    assert arena.play(replace(job, seed=5)).record != first.record


def test_both_sides_get_the_same_draw() -> None:
    one, other = (arena.record_of(arena.play(job)) for job in arena.jobs("cyberzul", ["1", "random"], 2, 4, 1.0))
    assert one.seed == other.seed
    assert one.actions != other.actions


# Figures


def played(number: int, ranks: tuple[int, ...], scores: tuple[int, ...] = (0, 0), **more: Any) -> MatchResult:
    """A match that never was. The players of even matches sit in their order."""
    seats = len(ranks)
    job = MatchJob(number, "pebbles", tuple("xyz"[(seat + number) % seats] for seat in range(seats)), 0, 1.0)
    return MatchResult(job, scores, ranks, (0.5,) * seats, (10,) * seats, more.get("forfeit"), "")


def test_wins_draws_scores_and_times_are_counted_by_player_and_not_by_seat() -> None:
    matches = [
        played(0, (1, 2), (9, 5)),  # x wins
        played(1, (1, 2), (7, 3)),  # y, who sits first, wins
        played(2, (1, 1), (4, 4)),
        played(3, (2, 1), (1, 8)),  # x wins from the second seat
    ]
    x, y = arena.results(["x", "y"], matches)
    assert (x.results, y.results) == ([1, 0, 0.5, 1], [0, 1, 0.5, 0])
    assert (x.share, y.share) == (0.625, 0.375)
    assert (x.firsts, y.firsts) == (3, 2)
    assert (x.score, y.score) == (9 + 3 + 4 + 8, 5 + 7 + 4 + 1)
    assert (x.seconds, x.decisions, x.games) == (2.0, 40, 4)


def test_with_more_seats_a_result_is_the_share_of_opponents_beaten() -> None:
    (x, y, z) = arena.results(["x", "y", "z"], [played(0, (1, 2, 2), (5, 3, 3)), played(3, (3, 1, 2), (1, 9, 5))])
    assert x.results == [1, 0]
    assert y.results == [0.25, 1]
    assert z.results == [0.25, 0.5]


def test_a_forfeit_counts_for_the_one_who_forfeits() -> None:
    x, y = arena.results(["x", "y"], [played(0, (2, 1), forfeit="x raised."), played(2, (2, 1))])
    assert (x.forfeits, y.forfeits) == (1, 0)
    assert (x.share, y.share) == (0, 1)


@pytest.mark.parametrize(
    ("results", "low", "high"),
    [
        # Wilson's interval, as tables give it.
        ([1.0] * 8 + [0.0] * 2, 0.4902, 0.9433),
        ([1.0] * 60 + [0.0] * 40, 0.5020, 0.6906),
        ([1.0] * 10, 0.7225, 1.0),
        ([0.0] * 10, 0.0, 0.2775),
        ([0.5] * 100, 0.4038, 0.5962),
        ([], 0.0, 1.0),
    ],
)
def test_the_interval_is_wilsons(results: list[float], low: float, high: float) -> None:
    assert arena.interval(results) == pytest.approx((low, high), abs=2e-4)


def test_nineteen_of_twenty_intervals_hold_the_truth() -> None:
    dice = random.Random(1)
    for chance in (0.5, 0.9):
        held = 0
        for _ in range(1000):
            low, high = arena.interval([float(dice.random() < chance) for _ in range(60)])
            held += low <= chance <= high
        assert 925 < held < 985


def test_ratings_come_with_an_uncertainty_that_shrinks() -> None:
    few = arena.results(["x", "y"], [played(2 * number, (1, 2)) for number in range(3)])
    many = arena.results(["x", "y"], [played(2 * number, (1, 2)) for number in range(60)])
    for x, y in (few, many):
        assert x.rating > y.rating
        assert min(x.uncertainty, y.uncertainty) > 0
    assert many[0].uncertainty < few[0].uncertainty < arena.results(["x", "y"], [])[0].uncertainty


def test_ratings_do_not_depend_on_which_match_is_ready_first() -> None:
    matches = [played(number, (1, 2) if number % 3 else (2, 1)) for number in range(20)]
    assert arena.results(["x", "y"], matches) == arena.results(["x", "y"], matches[::-1])


def test_players_of_the_same_name_are_told_apart() -> None:
    report = meet("pebbles", "random", "1", "random", games=3)
    assert [row["player"] for row in report["players"]] == ["random#1", "1", "random#2"]
    assert [row["games"] for row in report["players"]] == [3, 3, 3]


# Meetings


def test_the_number_of_workers_changes_nothing_and_records_can_be_verified(tmp_path: Path) -> None:
    one = meet("cyberzul", "2", "random", workers=1, save=tmp_path / "one")
    two = meet("cyberzul", "2", "random", workers=2, save=tmp_path / "two")
    assert without_times(one) == without_times(two)
    files = sorted((tmp_path / "one").iterdir())
    assert [file.name for file in files] == [f"cyberzul-{number:05}.json" for number in range(6)]
    for file in files:
        assert file.read_bytes() == (tmp_path / "two" / file.name).read_bytes()
        match = verify(Record.load(file)).match
        assert match.over
        assert tilora.load(file).scores == match.scores


def test_when_the_time_is_up_the_report_covers_what_was_played() -> None:
    report = meet("cyberzul", "search-8", "search-8", games=1000, minutes=0.01)
    assert (report["played"], report["requested"]) == (0, 1000)


# Networks


@pytest.fixture
def pebbles_network(tmp_path: Path) -> Path:
    file = tmp_path / "some.npz"
    checkpoint.save(file, Checkpoint("pebbles", new_weights(contract.register(game_named("pebbles")), (8, 8), 1)))
    return file


def test_a_network_from_a_file_is_a_player(pebbles_network: Path) -> None:
    report = meet("pebbles", f"{pebbles_network}@20sims", "random")
    assert report["played"] == 6
    assert without_times(report) == without_times(meet("pebbles", f"{pebbles_network}@20sims", "random"))


class Clocked:
    """A player that takes as long as it is told, on a clock of ours."""

    def __init__(self, clock: list[float], seconds: float) -> None:
        self._clock, self.takes = clock, seconds

    def choose(self, view: Any, legal: Any, clock: float) -> str:
        self._clock[0] += self.takes
        return "any"


@pytest.mark.parametrize(("name", "times"), [("equal", 1), ("16xequal", 16)])
def test_a_network_gets_as_much_time_as_the_others_take(
    name: str, times: int, pebbles_network: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]
    monkeypatch.setattr(equal_time, "process_time", lambda: clock[0])
    monkeypatch.setattr(equal_time, "_measured", {})
    bot, other = NetworkBot(f"{pebbles_network}@{name}"), Clocked(clock, 0.2)
    both = EqualTime("pebbles", [name, "other"], [bot, other])
    view: Any = None

    def decide(seat: int, seconds: float, choices: int = 2) -> None:
        both.begin(seat, view, ["any"] * choices)
        clock[0] += seconds
        both.end(seat, ["any"] * choices)

    decide(0, 0.5 * times)  # the other one has not decided yet, so it is asked
    assert bot.seconds == pytest.approx(0.2 * times)
    decide(1, 0.4)
    decide(1, 0.0, choices=1)
    decide(0, 0.0)  # it has had 0.5, where two decisions may take 0.6
    assert bot.seconds == pytest.approx(0.1 * times)
    decide(0, 0.0)
    assert bot.seconds == pytest.approx(0.4 * times)


def test_equal_time_needs_somebody_to_compare_with(pebbles_network: Path) -> None:
    name = f"{pebbles_network}@equal"
    with pytest.raises(BadSetup, match="needs an opponent"):
        arena.play(MatchJob(0, "pebbles", (name, name), 1, 1.0))


def test_the_table_says_it_all() -> None:
    report = meet("pebbles", "random", "1")
    lines = tournament.as_text(report).splitlines()
    assert lines[0] == "pebbles: 6 of 6 matches, seeds from 1."
    assert lines[2].split() == ["player", "share", "95", "%", "firsts", "score", "rating", "±", "ms"]
    assert [line.split()[0] for line in lines[3:]] == ["random", "1"]
    assert sum(row["share"] for row in report["players"]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("players", "more", "words"),
    [
        ([], {}, "Name one player for each seat. Pebbles can be played with 2, 3, 4 seats"),
        (["random"], {}, "can't be played with 1 seat"),
        (["random", "none.py:Bot"], {}, "There is no file none.py"),
        (["random", f"{__file__}:Nobody"], {}, "has no class Nobody"),
        (["random", "9"], {}, "levels are 1 to 8"),
        (["random", "best"], {}, "There is no player 'best'"),
        (["random", "1"], {"games": 0}, "number of matches must be a whole number from 1"),
        (["random", "1"], {"seed": -1}, "seed of the first match must be a whole number from 0"),
        (["random", "1"], {"workers": 0}, "number of workers must be a whole number from 1"),
        (["random", "none.npz@9sims"], {}, "There is no file none.npz"),
        (["random", "network@9sims"], {}, "Pebbles comes without a network"),
        (["random", "1"], {"minutes": 0.0}, "--minutes must be above 0, not 0"),
        (["random", "1"], {"clock": 0.0}, "more than 0 seconds for a decision, not 0"),
        (["random", "1"], {"cluster": "nowhere"}, "No Dask scheduler answers at nowhere"),
        (["random", "1"], {"cluster": "tcp://127.0.0.1:9"}, "No Dask scheduler answers at"),
    ],
)
def test_what_makes_no_sense_is_refused_before_anything_is_played(
    players: list[str], more: dict[str, Any], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_cluster, "PATIENCE", 0.5)
    with pytest.raises(BadSetup, match=words):
        meet("pebbles", *players, **more)


def test_a_game_that_is_not_installed_can_not_be_met_in() -> None:
    with pytest.raises(UnknownGame):
        meet("chess", "random", "1")


# The ladder


def test_the_ladder_has_a_rung_for_every_pair_and_yardstick() -> None:
    neighbours = list(ladder.rungs(["pebbles"], 2, 3, False))
    assert [players for _, players in neighbours] == [("3", "2"), ("2", "1")]
    assert [players for _, players in ladder.rungs(["pebbles"], 9, 8, True)] == [("8", "greedy"), ("8", "random")]
    *_, rungs = ladder.play(neighbours, 4, 5, 1, 600.0)
    assert [(rung.game, rung.players, rung.games, rung.seeds) for rung in rungs] == [
        ("pebbles", ("3", "2"), 4, (5, 6)),
        ("pebbles", ("2", "1"), 4, (5, 6)),
    ]
    for rung in rungs:
        assert rung.wins + rung.draws + rung.losses == 4
        assert rung.share == (rung.wins + 0.5 * rung.draws) / 4
        assert rung.low < rung.share < rung.high or rung.share in (0.0, 1.0)
        assert "pebbles" in str(rung)


def test_at_larger_tables_the_highest_level_sits_among_others() -> None:
    assert [players for _, players in ladder.crowds(["cyberzul"])] == [("8", "4", "4"), ("8", "4", "4", "4")]
    assert [len(players) for _, players in ladder.crowds(["rows-and-cols", "welters"])] == [3, 4, 5, 6]


def test_each_piece_of_advice_is_tried_against_all_but_it() -> None:
    assert ("cublino-pur", ("5ms-network", "5ms-search")) in ladder.advice_pairings(["cublino-pur"], 5)
    assert list(ladder.advice_pairings(["welters", "pebbles"], 5)) == [
        ("welters", ("5ms-network", "5ms-prefer")),
        ("welters", ("5ms-network", "5ms-estimate")),
    ]


def test_a_ladder_tells_what_is_known_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "SAVE", 0.0)
    told = [sum(rung.games for rung in rungs) for rungs in ladder.play([("pebbles", ("2", "1"))], 4, 5, 1, 600.0)]
    assert told == [1, 2, 3, 4, 4]


def test_when_the_time_is_up_the_ladder_reports_what_was_played() -> None:
    *_, rungs = ladder.play([("cyberzul", ("8", "8"))], 1000, 0, 1, 1.0)
    assert rungs == []


# The command line


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "tilora", *arguments]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.environ[plugin.FOLDER]}


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(*arguments), capture_output=True, text=True, env=environment())  # noqa: S603


def test_the_command_prints_a_table_or_json() -> None:
    arguments = ("arena", "pebbles", "1", "random", "--games", "4", "--seed", "2", "--workers", "1")
    said = run(*arguments)
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.startswith("pebbles: 4 of 4 matches, seeds from 2.\n")
    report = json.loads(run(*arguments, "--json").stdout)
    assert without_times(report) == without_times(meet("pebbles", "1", "random", games=4, seed=2))


STOPS = {
    "Ctrl-C to the command": (signal.SIGINT, False),
    "Ctrl-C to all its processes, as a terminal does": (signal.SIGINT, True),
    "SIGTERM": (signal.SIGTERM, False),
}


@pytest.mark.parametrize(("number", "to_all"), STOPS.values(), ids=STOPS)
def test_who_stops_the_arena_gets_its_report_of_what_was_played(
    number: signal.Signals, to_all: bool, tmp_path: Path
) -> None:
    folder = tmp_path / "records"
    arguments = ("arena", "pebbles", "random", "random", "--games", "4000", "--workers", "2", "--json")
    begun = subprocess.Popen(  # noqa: S603
        command(*arguments, "--save", str(folder)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        start_new_session=True,
    )
    while len(list(folder.glob("*"))) < 5:
        assert begun.poll() is None
        time.sleep(0.05)
    if to_all:
        os.killpg(begun.pid, number)
    else:
        begun.send_signal(number)
    out, err = begun.communicate(timeout=patience(120))
    assert (begun.returncode, err) == (0, "")
    report = json.loads(out)
    assert report["interrupted"] is True
    assert 5 <= report["played"] == len(list(folder.glob("*"))) < report["requested"] == 4000
    for file in list(folder.glob("*"))[:5]:
        verify(Record.load(file))


@pytest.mark.skipif(not Path("/proc").exists(), reason="processes are looked up in /proc")
def test_workers_go_when_the_arena_was_killed(tmp_path: Path) -> None:
    arguments = ("arena", "pebbles", "random", "random", "--games", "20000", "--workers", "2")
    with subprocess.Popen(  # noqa: S603
        command(*arguments, "--save", str(tmp_path / "records")), stderr=subprocess.DEVNULL, env=environment()
    ) as begun:
        try:
            while len(list((tmp_path / "records").glob("*"))) < 5:
                assert begun.poll() is None
                time.sleep(0.05)
            workers = Path(f"/proc/{begun.pid}/task/{begun.pid}/children").read_text().split()
            assert len(workers) >= 2
        finally:
            begun.kill()
    while any(Path(f"/proc/{worker}").exists() for worker in workers):
        time.sleep(0.05)


# Clusters


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real Dask scheduler with two workers."""
    with dask(tmp_path_factory.mktemp("dask"), workers=2) as address:
        yield address


def test_a_cluster_gives_the_same_results_as_the_local_pool(cluster: str, tmp_path: Path) -> None:
    arguments = ("arena", "pebbles", "2", "random", "--games", "8", "--seed", "3", "--json", "--save")
    done = run(*arguments, str(tmp_path / "far"), "--cluster", cluster)
    assert done.returncode == 0, done.stderr
    near = meet("pebbles", "2", "random", games=8, seed=3, workers=2, save=tmp_path / "near")
    assert without_times(json.loads(done.stdout)) == without_times(near)
    for file in (tmp_path / "near").iterdir():
        assert file.read_bytes() == (tmp_path / "far" / file.name).read_bytes()


def test_bots_of_others_play_and_forfeit_on_a_cluster_too(cluster: str, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.py", tmp_path / "bad.py"
    good.write_text("class Bot:\n    def choose(self, view, legal, clock): return legal[0]\n")
    bad.write_text("class Bot:\n    def choose(self, view, legal, clock): 1 / 0\n")
    done = run("arena", "pebbles", f"{good}:Bot", "random", "--games", "2", "--json", "--cluster", cluster)
    assert json.loads(done.stdout)["forfeits"] == []
    done = run("arena", "pebbles", f"{bad}:Bot", "random", "--games", "2", "--json", "--cluster", cluster)
    assert json.loads(done.stdout)["forfeits"] == [f"{bad}:Bot raised ZeroDivisionError('division by zero')."]
