"""The event loop of a server, and the place where it listens: what differs between systems."""

import asyncio
import os
import socket
import sys


def new_loop() -> asyncio.AbstractEventLoop:
    """The fastest loop that there is here. On Windows that is not the usual one, in which psycopg can't wait."""
    if sys.platform == "win32":
        return asyncio.SelectorEventLoop()
    import uvloop

    return uvloop.new_event_loop()


def bind_socket(host: str, port: int) -> socket.socket:
    """A socket that has that place to itself, and does not listen yet. Raises OSError, UnicodeError."""
    bound = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        if os.name != "nt":  # where it would let two servers have the same port
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
    except BaseException:
        bound.close()
        raise
    return bound
