"""WebSocket frames."""

import pytest

from tilora.server.net.websocket_protocol import text_frame


@pytest.mark.parametrize(("size", "head"), [(5, b"\x81\x05"), (126, b"\x81\x7e\x00\x7e"), (70_000, b"\x81\x7f")])
def test_a_frame_is_a_head_and_the_text(size: int, head: bytes) -> None:
    frame = text_frame(b"x" * size)
    assert frame.startswith(head)
    assert frame.endswith(b"x" * size)
    assert len(frame) == size + (2 if size < 126 else 4 if size < 65536 else 10)
