"""The messages of the WebSocket."""

from typing import get_args

from tilora.server.messages import CLOSINGS, CloseReason


def test_every_close_reason_has_a_code_and_a_text() -> None:
    assert set(CLOSINGS) == set(get_args(CloseReason))
    assert all(1000 <= closing.code < 5000 and closing.text.endswith(".") for closing in CLOSINGS.values())
