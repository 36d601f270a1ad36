"""The event loop of a server and its listening socket, which differ between operating systems."""

import asyncio
import os
import socket
import sys


def new_loop() -> asyncio.AbstractEventLoop:
    """Return the fastest event loop available. On Windows, psycopg needs another one than Python's default."""
    if sys.platform == "win32":
        return asyncio.SelectorEventLoop()
    import uvloop

    return uvloop.new_event_loop()


def bind_socket(host: str, port: int) -> socket.socket:
    """Return a socket bound to that address, not yet listening. Raises OSError or UnicodeError."""
    bound = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        if os.name != "nt":  # on Windows this option would let two servers share a port
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
    except BaseException:
        bound.close()
        raise
    return bound
