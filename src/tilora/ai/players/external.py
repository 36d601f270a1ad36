"""Bots of others, kept at arm's length: each runs in a process of its own and answers in time, or it is out.

The process is a plain one, started by `subprocess`: it works from any worker (those of Dask may not have children of
`multiprocessing`), and it does not run the caller's script again. Questions go in as pickles, which we trust; answers
come back as lines of JSON, which we don't have to.
"""

import json
import math
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NoReturn

from tilora.ai.players import players
from tilora.kernel import BadSetup, TiloraError
from tilora.kernel.match.view import View

START_SECONDS = 30.0
LONGEST_ANSWER = 10_000
LONGEST_WORDS = 300
PROGRAM = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from tilora.ai.players.external import serve; serve()"
)


class Forfeit(TiloraError):
    """A bot raised, hung or answered nonsense; the message says which, in one line."""


class GuardedBot:
    """A bot in a process of its own. `choose` returns what it answers, or raises Forfeit and ends the process."""

    def __init__(self, name: str, seed: int = 0) -> None:
        self.name = name
        self._exchange: threading.Thread | None = None
        command = [sys.executable, "-c", PROGRAM, json.dumps(sys.path), name, str(seed)]
        # A session of its own: Ctrl-C is not for the bot, and whatever it starts can be ended with it.
        self._process = subprocess.Popen(  # noqa: S603 - running a stranger's bot is what was asked for
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # what Windows has of that
        )
        self._ask(b"", START_SECONDS, "did not start in time")

    def choose(self, view: View, legal: list[str], clock: float) -> str:
        """The text of the action to take."""
        question = pickle.dumps((view, legal, clock))
        answer = self._ask(question, clock, f"did not answer within {clock:g} s")
        if answer not in legal:
            self._forfeit(f"answered {answer[:60]!r}, which is not a legal action")
        return answer

    def close(self) -> None:
        """The bot's process is gone."""
        _end(self._process)
        self._process.wait()
        if self._exchange:
            self._exchange.join(1.0)
            if self._exchange.is_alive():
                return  # something that the bot has started holds the pipe, and closing would wait for it
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):  # a question that nobody reads any more
                _there(pipe).close()

    def _ask(self, question: bytes, seconds: float, late: str) -> str:
        """The bot's answer. Sent and received in a thread, so that neither can hold us up."""
        answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._exchange = threading.Thread(target=self._send_and_receive, args=(question, answers), daemon=True)
        self._exchange.start()
        try:
            line = answers.get(timeout=None if seconds == math.inf else seconds)
        except queue.Empty:
            self._forfeit(late)
        if not line.endswith(b"\n"):
            self._forfeit("has ended its process" if len(line) < LONGEST_ANSWER else "answered far too much")
        try:
            kind, content = json.loads(line)
        except (ValueError, TypeError, RecursionError):
            kind, content = "error", "sent something unreadable"
        if kind != "answer" or not isinstance(content, str):
            self._forfeit(str(content))
        return str(content)

    def _send_and_receive(self, question: bytes, answers: "queue.SimpleQueue[bytes]") -> None:
        try:
            if question:
                into = _there(self._process.stdin)
                into.write(len(question).to_bytes(8, "big") + question)
                into.flush()
            answers.put(_there(self._process.stdout).readline(LONGEST_ANSWER))
        except (OSError, ValueError):
            answers.put(b"")

    def _forfeit(self, why: str) -> NoReturn:
        self.close()
        raise Forfeit(f"{self.name} {' '.join(why.split())[: LONGEST_WORDS + 40]}.")


def _there(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise ValueError("the process was started without pipes")
    return pipe


def _end(process: subprocess.Popen[bytes]) -> None:
    """The process and what it has started are killed."""
    if process.returncode is not None:
        return  # its number may be somebody else's by now
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()


# The other side: what runs in the bot's process


def serve() -> None:
    """The life of a bot's process: be made, then answer until nobody asks any more."""
    _, name, seed = sys.argv[1:]
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", 0)
    # What the bot prints goes where errors go: the table's own output stays clean, and nothing can be read.
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    asked: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(questions, asked), daemon=True).start()

    def say(kind: str, content: str) -> None:
        answers.write(json.dumps([kind, content]).encode() + b"\n")

    sys.path.append(str(Path(name.rpartition(":")[0]).resolve().parent))
    try:
        player = players.bot(name, int(seed))
    except BaseException as error:  # noqa: BLE001 - whatever it is, the table must hear of it
        plain = isinstance(error, BadSetup) and error.__cause__ is None
        say("error", f"can't be made: {error if plain else _told(error.__cause__ or error)}".rstrip("."))
        return
    say("answer", "ready")
    while True:
        view, legal, clock = pickle.loads(asked.get())  # noqa: S301 - it comes from our own side
        try:
            answer: Any = player.choose(view, legal, clock)
            if isinstance(answer, str):
                say("answer", str(answer)[: LONGEST_WORDS * 3])
            else:
                say("error", f"answered {_told(answer)}, which is not a text")
        except BaseException as error:  # noqa: BLE001 - whatever it is, the table must hear of it
            say("error", f"raised {_told(error)}")


def _told(thing: object) -> str:
    try:
        return repr(thing)[:LONGEST_WORDS]
    except Exception:  # noqa: BLE001 - a stranger's repr
        return f"something of type {type(thing).__name__}"


def _listen(questions: IO[bytes], asked: "queue.SimpleQueue[bytes]") -> None:
    """Questions are handed on; when nobody is left to ask, the process ends, whatever the bot is at."""
    while head := questions.read(8):
        asked.put(questions.read(int.from_bytes(head, "big")))
    if hasattr(os, "killpg") and os.getpid() == os.getpgid(0):
        os.killpg(0, signal.SIGKILL)
    os._exit(0)
