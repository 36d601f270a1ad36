"""Bots of others, kept at arm's length: each runs in a process of its own and answers in time, or it is out."""

import multiprocessing as mp
from multiprocessing.connection import Connection
from typing import Any

from tilora.ai import bots
from tilora.kernel import TiloraError
from tilora.kernel.view import View

START_SECONDS = 30.0


class Forfeit(TiloraError):
    """A bot raised, hung or answered nonsense; the message says which."""


class GuardedBot:
    """A bot in a process of its own. `choose` returns what it answers, or raises Forfeit."""

    def __init__(self, name: str, seed: int = 0) -> None:
        self.name = name
        context: Any = mp.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, name, seed), daemon=True)
        self._process.start()
        theirs.close()
        self._receive(START_SECONDS, "did not start")

    def choose(self, view: View, legal: list[str], clock: float) -> str:
        """The text of the action to take."""
        try:
            self._pipe.send((view, legal, clock))
        except OSError:
            raise Forfeit(f"{self.name} has ended its process.") from None
        answer = self._receive(clock, f"did not answer within {clock:g} s")
        if answer not in legal:
            raise Forfeit(f"{self.name} answered {str(answer)[:60]!r}, which is not a legal action.")
        return str(answer)

    def close(self) -> None:
        """The bot's process is gone."""
        self._process.kill()
        self._process.join()
        self._pipe.close()

    def _receive(self, seconds: float, late: str) -> Any:
        try:
            if not self._pipe.poll(seconds):
                raise Forfeit(f"{self.name} {late}.")
            kind, content = self._pipe.recv()
        except (EOFError, OSError):
            raise Forfeit(f"{self.name} has ended its process.") from None
        except Forfeit:
            raise
        except Exception as error:  # noqa: BLE001 - unpickling a stranger's answer can raise anything
            raise Forfeit(f"{self.name} sent something unreadable: {error!r}.") from None
        if kind == "error":
            raise Forfeit(f"{self.name} {content}.")
        return content


def _serve(pipe: Connection, name: str, seed: int) -> None:
    """The life of a bot's process: be made, then answer until nobody asks any more."""
    try:
        player = bots.bot(name, seed)
    except BaseException as error:  # noqa: BLE001 - whatever it is, the table must hear of it
        pipe.send(("error", f"can't be made: {str(error)[:300]}"))
        return
    pipe.send(("ready", None))
    while True:
        try:
            view, legal, clock = pipe.recv()
        except EOFError:
            return
        try:
            answer = player.choose(view, legal, clock)
            pipe.send(("answer", answer if isinstance(answer, str) else repr(answer)[:300]))
        except BaseException as error:  # noqa: BLE001 - whatever it is, the table must hear of it
            pipe.send(("error", f"raised {error!r:.300}"))
