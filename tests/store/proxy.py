"""A wire to PostgreSQL that can be cut at the worst moment."""

import contextlib
import socket
import threading
import time
from pathlib import Path
from typing import Literal

_PORT = ".s.PGSQL.5432"
_READY = b"Z\x00\x00\x00\x05"
"""How the end of an answer begins; one byte follows."""

When = Literal["before", "within", "after"]


class Proxy:
    """Passes bytes on between clients and the server's socket, until it is told not to."""

    def __init__(self, folder: Path, server: Path) -> None:
        self._own = folder / _PORT
        self._server = server / _PORT
        self._marker: bytes | None = None
        self._when: When = "before"
        self._back = True
        self._sockets: list[socket.socket] = []
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self._own))
        self._listener.listen()
        self.cuts = threading.Event()
        """Set when the wire was cut."""
        self.delay = 0.0
        """Seconds that everything takes, each way."""
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self, marker: bytes, *, when: When, back: bool = True) -> None:
        """When a client sends the marker next, the wire is cut: before the server gets it, or after it has answered.

        If it is cut within the answer, the client gets all of it except for its end: such as an error, but not that
        the server is ready again. With `back` new connections work at once, otherwise when `restore` is called.
        """
        self.cuts.clear()
        self._when, self._back, self._marker = when, back, marker

    def cut_all(self) -> None:
        """All connections are cut, whatever they carry, and new ones are refused until `restore` is called."""
        self._back = False
        self.cuts.set()
        for one in self._sockets:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        self._sockets = [one for one in self._sockets if one.fileno() >= 0]

    def restore(self) -> None:
        """New connections work again."""
        self._back = True

    def close(self) -> None:
        """All is cut."""
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)  # or the thread would go on waiting
        self._listener.close()
        for one in self._sockets:
            one.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                if self.cuts.is_set() and not self._back:
                    client.close()
                    continue
                server = socket.socket(socket.AF_UNIX)
                try:
                    server.connect(str(self._server))
                except OSError:  # the server is away
                    client.close()
                    server.close()
                    continue
                self._sockets += [client, server]
                silent = threading.Event()
                for source, target in ((client, server), (server, client)):
                    threading.Thread(
                        target=self._pass_on, args=(source, target, source is client, silent), daemon=True
                    ).start()

    def _pass_on(
        self, source: socket.socket, target: socket.socket, from_client: bool, silent: threading.Event
    ) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                marker = self._marker
                if from_client and marker is not None and marker in data:
                    self._marker = None
                    silent.set()
                    if self._when == "before":
                        break
                if not from_client and silent.is_set():
                    if self._when == "within":
                        target.sendall(data.partition(_READY)[0])
                    break  # the server has done it, and the client will not hear of it
                time.sleep(self.delay)
                target.sendall(data)
        if silent.is_set():
            self.cuts.set()
        for one in (source, target):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        source.close()
