"""Hostile messages: that there are enough kinds of them, and that a short attack leaves a server as it was."""

import random
from contextlib import suppress
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from tests import SOAK
from tests.hostile.messages import BAD, TAGS, fields_of, message, mutated
from tests.hostile.run import run
from tests.patience import patience
from tests.store.support import awaited
from tilora.server.messages import read

MESSAGES = 1000 * SOAK
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


@pytest.mark.parametrize("tag", sorted(TAGS))
def test_every_message_can_be_read_before_it_is_changed(tag: str) -> None:
    assert isinstance(read(message(tag, "a")), TAGS[tag])


def test_every_field_of_every_message_is_changed_in_many_ways(dice: random.Random) -> None:
    good = {tag: msgspec.json.decode(message(tag, "a")) for tag in TAGS}
    wanted = {(tag, name) for tag in TAGS for name in fields_of(tag) if name not in ("kind", "id")}
    once = len(BAD) * sum(len(fields_of(tag)) for tag in TAGS)
    seen: set[tuple[str, str]] = set()
    unreadable = 0
    for text in islice(mutated(dice), once):
        try:
            read(text)
        except UNREADABLE:
            unreadable += 1
        with suppress(*UNREADABLE):
            found = msgspec.json.decode(text)
            fields = good.get(str(found.get("kind")), {}) if isinstance(found, dict) else {}
            changed = [name for name in fields if found.get(name) != fields[name] and name != "id"]
            if len(changed) == 1:
                seen.add((found["kind"], changed[0]))
    assert unreadable > once / 2
    assert seen >= wanted


@awaited
async def test_a_short_attack_breaks_nothing_and_leaves_nothing_behind(tmp_path: Path, seed: int) -> None:
    """How long others wait is measured by `python -m tests.hostile`: here, the machine is busy with other tests."""
    result = await run(
        tmp_path,
        seed,
        messages=MESSAGES,
        minutes=patience(2.0 * SOAK),
        addresses=10,
        sockets=50,
        attack_seconds=3.0 * SOAK,
        settle_seconds=1.0 * SOAK,
    )
    assert (result.failed, result.errors) == (0, [])
    assert result.messages >= MESSAGES
    assert all(
        result.sent[kind] for kind in ("messages", "requests", "broken frames", "raw bytes", "slow heads", "unread")
    )
    assert result.idle
    assert result.attacked
    assert result.memory[-1] < result.memory[0] + (30 << 20)
