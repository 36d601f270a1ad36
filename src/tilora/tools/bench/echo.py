"""An echo server for comparison: Litestar on uvicorn, with the same event loop and the same kind of WebSockets.

`python -m tilora.tools.bench.echo BYTES` starts it and prints its port. It answers every message with one of that many
bytes: what a table costs is measured against a server that sends as much and does nothing else.
"""

import asyncio
import socket
import sys
from typing import Any

import uvicorn
from litestar import Litestar, WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from tilora.server.net.event_loop import new_loop


def main(size: int) -> None:
    """Run the echo server until it is stopped."""
    answer = "x" * size

    @websocket("/")
    async def echo(socket: WebSocket[Any, Any, Any]) -> None:
        await socket.accept()
        try:
            while True:
                await socket.receive_text()
                await socket.send_text(answer)
        except WebSocketDisconnect:
            return

    listening = socket.create_server(("127.0.0.1", 0), backlog=2048)
    sys.stdout.write(f"{listening.getsockname()[1]}\n")
    sys.stdout.flush()
    config = uvicorn.Config(
        Litestar([echo], openapi_config=None, logging_config=None),
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
    )
    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(uvicorn.Server(config).serve([listening]))


if __name__ == "__main__":
    main(int(sys.argv[1]))
