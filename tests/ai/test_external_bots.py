"""External bots: whatever one does, it loses its own match with a clear line, and nobody else notices."""

import sys
import textwrap
import time
from pathlib import Path
from time import perf_counter

import pytest

from tests.patience import patience
from tilora.ai.arena import arena, tournament
from tilora.ai.arena.arena import MatchJob, MatchResult
from tilora.ai.players import external
from tilora.ai.players.external import ExternalBot, Forfeit
from tilora.kernel import Match, Record, verify

HEALTHY = "def choose(self, view, legal, clock): return legal[0]"

MISBEHAVING = {
    "raises": ("def choose(self, view, legal, clock): raise ValueError('no\\nidea')", "raised ValueError('no"),
    "sleeps": ("def choose(self, view, legal, clock): __import__('time').sleep(60)", "did not answer within 1 s"),
    "loops": (
        """
        def choose(self, view, legal, clock):
            while True: pass
        """,
        "did not answer within 1 s",
    ),
    "answers nonsense": ("def choose(self, view, legal, clock): return 'castle'", "answered 'castle', which is not a"),
    "answers a lot": ("def choose(self, view, legal, clock): return 'x' * 10**7", "answered 'xxx"),
    "answers a number": ("def choose(self, view, legal, clock): return 5", "answered 5, which is not a text"),
    "answers nothing": ("def choose(self, view, legal, clock): pass", "answered None, which is not a text"),
    "answers the list": ("def choose(self, view, legal, clock): return legal", "which is not a text"),
    "only looks like a text": (
        """
        def choose(self, view, legal, clock):
            return type("Text", (), {"__repr__": lambda self: legal[0], "__eq__": lambda self, other: True})()
        """,
        "which is not a text",
    ),
    "can't be told": (
        """
        def choose(self, view, legal, clock):
            return type("Text", (), {"__repr__": lambda self: 1 / 0})()
        """,
        "answered something of type Text, which is not a text",
    ),
    "exits": ("def choose(self, view, legal, clock): raise SystemExit(0)", "raised SystemExit(0)"),
    "exits hard": ("def choose(self, view, legal, clock): __import__('os')._exit(0)", "ended its process"),
    "kills itself": (
        "def choose(self, view, legal, clock): __import__('os').kill(__import__('os').getpid(), 9)",
        "ended its process",
    ),
    "is interrupted": ("def choose(self, view, legal, clock): raise KeyboardInterrupt", "raised KeyboardInterrupt()"),
    "recurses": (
        "def choose(self, view, legal, clock): return self.choose(view, legal, clock)",
        "raised RecursionError('maximum recursion depth",
    ),
    "recurses to death": (
        """
        def choose(self, view, legal, clock):
            import sys
            sys.setrecursionlimit(10**9)
            def deeper(key):
                return max([key], key=deeper)
            return deeper(1)
        """,
        "ended its process" if sys.version_info < (3, 12) else "raised RecursionError(",
    ),
    "closes everything": (
        "def choose(self, view, legal, clock): __import__('os').closerange(0, 256); return legal[0]",
        "ended its process",
    ),
    "has no choose": ("pass", "could not be created: The bot"),
    "can't be made": ("def __init__(self): raise OSError('out of\\norder')", "could not be created: OSError('out of"),
    "wants more to be made": ("def __init__(self, more): pass", "could not be created: TypeError("),
    "takes less": ("def choose(self): return 'x'", "raised TypeError("),
}
WHILE_IMPORTING = {
    "import nonsense_that_is_not_there": "could not be created: ModuleNotFoundError(",
    "this is no Python": "could not be created: SyntaxError(",
    "raise SystemExit(3)": "could not be created: SystemExit(3)",
    "import os; os._exit(1)": "ended its process",
    "Other = 1": "has no class Bot",
}


def file_of(folder: Path, body: str, name: str = "bot") -> str:
    """The name of a bot whose class has that body."""
    file = folder / f"{name}.py"
    file.write_text("class Bot:\n" + textwrap.indent(textwrap.dedent(body), "    ") + "\n", encoding="utf-8")
    return f"{file}:Bot"


def play(*players: str, clock: float = 1.0) -> MatchResult:
    return arena.play(MatchJob(0, "pebbles", players, 3, clock))


def check_forfeit(played: MatchResult, words: str, name: str) -> None:
    assert played.forfeit is not None
    assert played.forfeit.startswith(f"{name} ")
    assert words in played.forfeit
    assert "\n" not in played.forfeit
    assert len(played.forfeit) < len(name) + 400
    assert played.forfeit.endswith(".")
    assert played.ranks == (2, 1)
    verify(Record.from_json(played.record))


@pytest.mark.parametrize("how", MISBEHAVING)
def test_a_bot_that_misbehaves_forfeits_with_a_clear_line(how: str, tmp_path: Path) -> None:
    body, words = MISBEHAVING[how]
    name = file_of(tmp_path, body)
    begin = perf_counter()
    check_forfeit(play(name, "random"), words, name)
    assert perf_counter() - begin < patience(60)


@pytest.mark.parametrize("how", WHILE_IMPORTING)
def test_a_bot_that_misbehaves_while_it_is_imported_forfeits_too(how: str, tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(how)
    check_forfeit(play(f"{file}:Bot", "random"), WHILE_IMPORTING[how], f"{file}:Bot")


def test_a_bot_that_is_not_there_forfeits(tmp_path: Path) -> None:
    name = f"{tmp_path}/none.py:Bot"
    check_forfeit(play(name, "random"), "could not be created: There is no file", name)


def test_a_bot_that_never_starts_forfeits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "START_SECONDS", 0.5)
    name = file_of(tmp_path, "import time; time.sleep(60)")
    check_forfeit(play(name, "random"), "did not start in time", name)


HARMLESS = {
    "well-behaved": HEALTHY,
    "talkative": """
        import sys
        print("garbage" * 100)
        def choose(self, view, legal, clock):
            print('["answer", "nonsense"]')
            self.sys.stdout.write("x" * 100_000)
            self.sys.__stdout__.flush()
            return legal[0]
        """,
    "closing what it should not": """
        def choose(self, view, legal, clock):
            import os, sys
            sys.stdin.close()
            sys.stdout.close()
            return legal[0]
        """,
    "reading from the keyboard": """
        def choose(self, view, legal, clock):
            try:
                input()
            except EOFError:
                return legal[0]
        """,
    "changing what it was given": """
        def choose(self, view, legal, clock):
            view.state.score[:] = 100
            view.state.hand[:] = 9
            object.__setattr__(view, "seat", 1)
            first = legal[0]
            legal[:] = ["nonsense"]
            return first
        """,
    "starting processes": """
        def choose(self, view, legal, clock):
            import subprocess, sys
            subprocess.Popen([sys.executable, "-c", "import time; time.sleep(30)"])
            return legal[0]
        """,
    "of a subclass of text": """
        def choose(self, view, legal, clock):
            return type("Text", (str,), {})(legal[0])
        """,
}


@pytest.mark.parametrize("how", HARMLESS)
def test_what_does_no_harm_is_no_reason_to_forfeit(how: str, tmp_path: Path) -> None:
    plain = play(file_of(tmp_path, HEALTHY, "plain"), "random", clock=10.0)
    odd = play(file_of(tmp_path, HARMLESS[how], "odd"), "random", clock=10.0)
    assert odd.forfeit is None
    assert (odd.record, odd.scores, odd.ranks) == (plain.record, plain.scores, plain.ranks)
    assert odd.decisions == plain.decisions


def test_a_bot_gets_the_view_the_texts_and_the_clock(tmp_path: Path) -> None:
    (tmp_path / "helper_of_the_bot.py").write_text("def first(legal): return legal[0]")
    name = file_of(
        tmp_path,
        """
        def choose(self, view, legal, clock):
            from helper_of_the_bot import first
            assert view.texts() == legal and view.seat == view.turn and clock == 1.0
            assert "?" in view.position and view.imagine(1).seats == 2
            assert (view.game.name, view.game.words.board(view.state)) == ("pebbles", str(view))
            assert all(step.text == "draw" or step.seat == view.seat or "?" in step.text or step.text == "end"
                       for step in view.history)
            return first(legal)
        """,
    )
    assert play(name, name).forfeit is None


def test_a_bot_that_is_out_leaves_no_process_behind(tmp_path: Path) -> None:
    name = file_of(
        tmp_path,
        f"""
        def choose(self, view, legal, clock):
            import os, subprocess, sys
            child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
            open({str(tmp_path / "pids")!r}, "w").write(f"{{os.getpid()}} {{child.pid}}")
            while True: pass
        """,
    )
    played = play(name, "random")
    assert played.forfeit is not None
    pids = (tmp_path / "pids").read_text().split()
    deadline = time.monotonic() + 10  # a killed process has to be scheduled once more to die
    while any(runs(pid) for pid in pids):
        assert time.monotonic() < deadline, "a process of the bot still runs"
        time.sleep(0.01)


def runs(pid: str) -> bool:
    """Say whether a process is alive; one that is dead but not yet collected is not."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:  # it is gone, or goes while we read
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def test_an_external_bot_can_be_closed_more_than_once(tmp_path: Path) -> None:
    match = Match("pebbles", seed=1)
    view = match.view(match.turn)
    player = ExternalBot(file_of(tmp_path, HEALTHY))
    assert player.choose(view, view.texts(), 5.0) == view.texts()[0]
    player.close()
    player.close()
    with pytest.raises(Forfeit, match="ended its process"):
        player.choose(view, view.texts(), 5.0)


def test_misbehaving_bots_hurt_nobody_else_at_the_arena(tmp_path: Path) -> None:
    bad = [file_of(tmp_path, MISBEHAVING[how][0], f"bad{n}") for n, how in enumerate(("exits hard", "loops", "raises"))]
    good = file_of(tmp_path, HARMLESS["talkative"], "good")
    healthy = arena.jobs("pebbles", [good, "random", "1"], 6, 5, 10.0)
    sick = [job for name in bad for job in arena.jobs("pebbles", [name, "random", good], 3, 5, 0.5)]
    with tournament.executor(2, None) as pool:
        together = list(arena.run(pool, [*sick, *healthy]))
    alone = {job.number: arena.play(job) for job in healthy}
    seen = [one for one in together if one.job in healthy]
    assert len(seen) == 6
    for one in seen:
        assert one.forfeit is None
        assert one.record == alone[one.job.number].record
    for one in together:
        if one.job not in healthy:
            place = next(seat for seat, name in enumerate(one.job.players) if name in bad)
            assert one.forfeit
            assert one.forfeit.startswith(one.job.players[place])
            assert one.ranks[place] == 3
            assert sorted(one.ranks) == [1, 1, 3]


def test_the_report_tells_who_forfeited(tmp_path: Path) -> None:
    name = file_of(tmp_path, MISBEHAVING["raises"][0])
    options = {"games": 4, "seed": 1, "workers": 1, "cluster": None, "clock": 1.0, "save": None}
    report = tournament.play("pebbles", [name, "random"], **options)  # type: ignore[arg-type]
    sick, well = report["players"]
    assert (sick["forfeits"], sick["share"]) == (4, 0.0)
    assert (well["forfeits"], well["share"]) == (0, 1.0)
    assert len(report["forfeits"]) == 1
    assert f"Forfeit: {name} raised ValueError" in tournament.as_text(report)
