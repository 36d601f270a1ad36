"""A socket from its first look to its end."""

import asyncio
import json
from pathlib import Path

import pytest

from tests.patience import patience
from tests.server.client import persons
from tests.server.world import PATIENCE, Given, world
from tests.store.support import awaited


@awaited
async def test_messages_that_wait_when_a_socket_is_closed_are_not_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Given(monkeypatch)
    async with world(tmp_path) as here:
        ann = await here.someone("Ann")
        opened = await ann.post("/api/tables", persons("pebbles", "me", "here"))
        socket = await ann.connect(opened.json()["id"])
        for number in range(3):
            chat = {"kind": "say", "id": f"chat {number}", "text": "still there?"}
            socket.ear.inbox.put_nowait({"type": "websocket.receive", "text": json.dumps(chat)})
        here.parts.tables.disconnect("signed-out")
        async with asyncio.timeout(patience(PATIENCE)):
            while socket.open:
                await asyncio.sleep(0)
        assert b'"bye"' in socket.ear.heard[-1]
        assert not any(b"chat" in frame for frame in socket.ear.heard)
        events = await here.parts.store.events(opened.json()["id"])
        assert not any(b"still there" in event for event in events)
