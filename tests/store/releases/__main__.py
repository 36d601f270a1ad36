"""`python -m tests.store.releases` writes down what databases of the present version look like, if nobody has yet."""

import asyncio
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec

import tilora
from tests.databases import Postgres, fresh_database, postgres_programs
from tests.server.client import Player, new_id, persons, play_out, read
from tests.server.process import ServerProcess
from tests.store.releases import MOVES, PASSWORD, SECONDS, TOKENS, file_of
from tests.store.support import opened
from tilora.server.auth import token_hash
from tilora.server.http.account_bodies import Me
from tilora.server.http.replay_bodies import RecordAdded
from tilora.server.system_time import now
from tilora.store import engines
from tilora.store.backup import back_up, restore
from tilora.table.commands import Say
from tilora.table.events import Time


async def played(server: ServerProcess) -> None:
    """Ann and Bob have done what they do in every release."""
    dice = random.Random(1)
    async with AsyncExitStack() as stack:
        ann, bob = [await stack.enter_async_context(await Player.new(server.base, name)) for name in TOKENS]
        read(await ann.http.post("/api/me/claim", json={"password": PASSWORD}), Me)
        clock = Time(kind="clock", seconds=SECONDS)
        whole = await ann.open(persons("cyberzul", "me", "open", public=True))
        half = await ann.open(persons("cublino-contra", "me", "open", time=clock))
        await ann.open(persons("welters", "me", "open", public=True))
        for table, steps in ((whole, 1_000_000), (half, MOVES)):
            async with ann.at(table, 0) as first, bob.at(table) as second:
                await second.join()
                await second.do(Say(id=new_id(), text="Hello, Zoë! 🎲"))
                await play_out(first, second, dice=dice, steps=steps)
        record = tilora.match("cublino-pur", seed=1)
        for _ in range(5):
            record.play(record.legal()[0])
        brought = await ann.http.post("/api/records", content=msgspec.json.encode(record.record()))
        read(brought, RecordAdded)
        async with opened(server.database) as store:
            for name, player in (("Ann", ann), ("Bob", bob)):
                await store.players.add_token(player.me.player, token_hash(TOKENS[name]), now())


def main() -> int:
    """Both files of this version are there."""
    files = {kind: file_of(tilora.__version__, kind) for kind in ("sqlite", "postgresql")}
    if any(file.exists() for file in files.values()):
        sys.stdout.write(f"{tilora.__version__} is written down already.\n")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder))
        with server:
            asyncio.run(played(server))
            server.stop()
        connection = sqlite3.connect(Path(folder) / "tilora.db")
        files["sqlite"].write_text("\n".join(connection.iterdump()) + "\n", encoding="utf-8")
        connection.close()
        files["postgresql"].write_text(in_postgresql(server.database, Path(folder)), encoding="utf-8")
    return 0


def in_postgresql(url: str, folder: Path) -> str:
    """The same, as PostgreSQL writes it down."""
    postgres = Postgres(postgres_programs())
    postgres.start()
    try:
        there = fresh_database(postgres)
        back_up(engines.parse_url(url), folder / "backup")
        restore(folder / "backup", engines.parse_url(there))
        command = [str(postgres.programs / "pg_dump"), "--inserts", "--no-owner", "--no-privileges", there]
        dump = subprocess.run(command, check=True, capture_output=True, text=True).stdout  # noqa: S603 - our own
    finally:
        postgres.remove()
    # Notes for people, commands for psql, and settings that an older server might not know.
    return re.sub(r"^(--.*|\\.*|SET .*|)\n", "", dump, flags=re.MULTILINE)


if __name__ == "__main__":
    sys.exit(main())
