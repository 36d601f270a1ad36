"""A proxy between a browser and its server whose connections can be cut, as for a phone in a tunnel."""

import contextlib
import socket
import threading
from typing import Self


class Wire:
    """Listens at its own address, and forwards everything to the server and back."""

    def __init__(self, server: str) -> None:
        self._server = int(server.rpartition(":")[2])
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._ends: list[socket.socket] = []
        self._whole = True
        self.base = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._accepting = threading.Thread(target=self._accept, daemon=True)

    def __enter__(self) -> Self:
        self._accepting.start()
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._accepting.join()
        self.cut()

    def cut(self) -> None:
        """Cut all connections, and refuse new ones."""
        self._whole = False
        for end in self._ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._ends = []

    def mend(self) -> None:
        """Let new connections through again."""
        self._whole = True

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                browser, _ = self._listener.accept()
                if not self._whole:
                    browser.close()
                    continue
                server = socket.create_connection(("127.0.0.1", self._server))
                self._ends += [browser, server]
                for source, target in ((browser, server), (server, browser)):
                    threading.Thread(target=_pass_on, args=(source, target), daemon=True).start()


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(1 << 16):
            target.sendall(data)
    with contextlib.suppress(OSError):
        target.shutdown(socket.SHUT_RDWR)
