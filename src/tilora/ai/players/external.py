"""Bots that other people write: each runs in a process of its own, and forfeits if it does not answer in time.

The process is started by `subprocess`, because Dask's workers may not have children of `multiprocessing`, and because
it must not run the caller's script again. Questions go in as pickles of our own; answers come back as lines of JSON,
which need no trust.
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

from tilora.ai.players import bots
from tilora.kernel import BadSetup, TiloraError
from tilora.kernel.match.view import View

START_SECONDS = 30.0
LONGEST_ANSWER = 10_000
LONGEST_WORDS = 300
PROGRAM = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from tilora.ai.players.external import serve; serve()"
)


class Forfeit(TiloraError):
    """A bot raised, hung or gave an answer that is not a legal action; the message says which, in one line."""


class ExternalBot:
    """A bot in a process of its own. `choose` returns its answer, or ends the process and raises Forfeit."""

    def __init__(self, name: str, seed: int = 0) -> None:
        self.name = name
        self._exchange: threading.Thread | None = None
        command = [sys.executable, "-c", PROGRAM, json.dumps(sys.path), name, str(seed)]
        # In a session of its own, the bot gets no Ctrl-C, and whatever it starts can be ended with it.
        self._process = subprocess.Popen(  # noqa: S603 - running somebody's bot is the purpose
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # the same for Windows
        )
        self._ask(b"", START_SECONDS, "did not start in time")

    def choose(self, view: View, legal: list[str], clock: float) -> str:
        """Return the text of the action to take."""
        question = pickle.dumps((view, legal, clock))
        answer = self._ask(question, clock, f"did not answer within {clock:g} s")
        if answer not in legal:
            self._forfeit(f"answered {answer[:60]!r}, which is not a legal action")
        return answer

    def close(self) -> None:
        """End the bot's process."""
        _end(self._process)
        self._process.wait()
        if self._exchange:
            self._exchange.join(1.0)
            if self._exchange.is_alive():
                return  # a process that the bot started holds the pipe, and closing would wait for it
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):  # a question that nobody has read
                _require_pipe(pipe).close()

    def _ask(self, question: bytes, seconds: float, late: str) -> str:
        """Return the bot's answer. A thread sends and receives, so that neither can block us."""
        answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._exchange = threading.Thread(target=self._send_and_receive, args=(question, answers), daemon=True)
        self._exchange.start()
        try:
            line = answers.get(timeout=None if seconds == math.inf else seconds)
        except queue.Empty:
            self._forfeit(late)
        if not line.endswith(b"\n"):
            self._forfeit("ended its process" if len(line) < LONGEST_ANSWER else "sent far too much")
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
                into = _require_pipe(self._process.stdin)
                into.write(len(question).to_bytes(8, "big") + question)
                into.flush()
            answers.put(_require_pipe(self._process.stdout).readline(LONGEST_ANSWER))
        except (OSError, ValueError):
            answers.put(b"")

    def _forfeit(self, why: str) -> NoReturn:
        self.close()
        raise Forfeit(f"{self.name} {' '.join(why.split())[: LONGEST_WORDS + 40]}.")


def _require_pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise ValueError("the process was started without pipes")
    return pipe


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill the process and what it has started."""
    if process.returncode is not None:
        return  # another process may have its number by now
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()


# What runs in the bot's process


def serve() -> None:
    """Make the bot, then answer questions until the other side is gone."""
    _, name, seed = sys.argv[1:]
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", 0)
    # What the bot prints goes to stderr, and it has nothing to read: its answers are the only output.
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    received: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(questions, received), daemon=True).start()

    def say(kind: str, content: str) -> None:
        answers.write(json.dumps([kind, content]).encode() + b"\n")

    sys.path.append(str(Path(name.rpartition(":")[0]).resolve().parent))
    try:
        player = bots.bot(name, int(seed))
    except BaseException as error:  # noqa: BLE001 - whatever it is, the arena must know
        plain = isinstance(error, BadSetup) and error.__cause__ is None
        say("error", f"could not be created: {error if plain else _describe(error.__cause__ or error)}".rstrip("."))
        return
    say("answer", "ready")
    while True:
        view, legal, clock = pickle.loads(received.get())  # noqa: S301 - it comes from our own side
        try:
            answer: Any = player.choose(view, legal, clock)
            if isinstance(answer, str):
                say("answer", str(answer)[: LONGEST_WORDS * 3])
            else:
                say("error", f"answered {_describe(answer)}, which is not a text")
        except BaseException as error:  # noqa: BLE001 - whatever it is, the arena must know
            say("error", f"raised {_describe(error)}")


def _describe(thing: object) -> str:
    try:
        return repr(thing)[:LONGEST_WORDS]
    except Exception:  # noqa: BLE001 - a stranger's repr
        return f"something of type {type(thing).__name__}"


def _listen(questions: IO[bytes], received: "queue.SimpleQueue[bytes]") -> None:
    """Pass questions on; end the process, whatever the bot is doing, when the other side is gone."""
    while head := questions.read(8):
        received.put(questions.read(int.from_bytes(head, "big")))
    if hasattr(os, "killpg") and os.getpid() == os.getpgid(0):
        os.killpg(0, signal.SIGKILL)
    os._exit(0)
