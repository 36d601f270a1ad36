"""A bot that joins a table of a Tilora server and plays at random: python bot_client.py http://localhost:8420 TABLE."""

import json
import random
import sys
import urllib.request
from typing import Any

from websockets.sync.client import connect


def play(server: str, table: str) -> list[int]:
    """Join the table, play to the end, and return the scores."""
    body, headers = b'{"name": "Example bot"}', {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{server}/api/me", body, headers)
    token = json.load(urllib.request.urlopen(request))["token"]
    address = f"{server.replace('http', 'ws', 1)}/api/tables/{table}/socket?wants=legal"
    with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
        socket.send(json.dumps({"kind": "join", "id": "join"}))
        for number, text in enumerate(socket):
            message: dict[str, Any] = json.loads(text)
            if message["kind"] == "error" and message["code"] != "stale":
                raise SystemExit(message["text"])
            position = message.get("position", {})
            if position.get("over"):
                return list(position["scores"])
            if position.get("legal"):
                action = random.choice(position["legal"])
                answer = {"kind": "play", "id": str(number), "action": action}
                socket.send(json.dumps(answer | {"seat": message["seat"], "moment": message["moment"]}))
    raise SystemExit("The server has closed the connection.")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit("Usage: python bot_client.py http://localhost:8420 TABLE")
    print(play(sys.argv[1].rstrip("/"), sys.argv[2]))
