"""Channels between nodes: which ones, and what they send."""

import pytest

from tilora.kernel import BadSetup
from tilora.server.tables.pubsub import LONGEST, Memory, Note, Postgres, channels


def test_channels_are_those_of_the_database_unless_named() -> None:
    assert isinstance(channels(None, None), Memory)
    assert isinstance(channels(None, "sqlite:///x"), Memory)
    assert isinstance(channels("memory:", "postgresql://x"), Memory)
    with pytest.raises(BadSetup, match="can be memory"):
        channels("carrier-pigeon://x", None)


def test_notes_that_wait_go_out_together_and_only_the_last_about_each_table() -> None:
    waiting = Postgres("postgresql://x")
    for number in range(3):
        waiting.tell(Note("a", "t", number))
    waiting.tell(Note("a", "t", 0, [1], 2))
    assert list(waiting._batch().values()) == [Note("a", "t", 2), Note("a", "t", 0, [1], 2)]
    for number in range(1000):
        waiting.tell(Note("a", f"table-{number}", number))
    assert 100 < len(waiting._batch()) < LONGEST // 20
