"""WebSocket frames."""

import asyncio
import gc

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode

from tilora.server.net.websocket_protocol import DEFLATED_SIZE, ROUND_TRIPS, WebSocketProtocol, text_frame


@pytest.mark.parametrize(("size", "head"), [(5, b"\x81\x05"), (126, b"\x81\x7e\x00\x7e"), (70_000, b"\x81\x7f")])
def test_a_frame_is_a_head_and_the_text(size: int, head: bytes) -> None:
    frame = text_frame(b"x" * size)
    assert frame.startswith(head)
    assert frame.endswith(b"x" * size)
    assert len(frame) == size + (2 if size < 126 else 4 if size < 65536 else 10)


def test_a_large_frame_is_deflated_once_and_a_small_one_never() -> None:
    small, large = text_frame(b"x" * (DEFLATED_SIZE - 5)), text_frame(b"x" * 70_000)
    assert small.deflated is small
    assert large.deflated is large.deflated
    assert large.deflated[0] == 0xC1, "compressed, as RFC 7692 marks it"
    assert len(large.deflated) < 1000


@pytest.mark.parametrize("size", [100, 10_000])
def test_a_frame_that_was_sent_leaves_nothing_for_the_garbage_collector(size: int) -> None:
    gc.collect()
    gc.disable()
    try:
        assert text_frame(b"x" * size).deflated
        assert gc.collect() == 0
    finally:
        gc.enable()


@pytest.mark.parametrize("size", [DEFLATED_SIZE, 5_000, 65_536, 200_000])
def test_clients_that_can_inflate_read_the_same_text(size: int) -> None:
    text = b"".join(b'{"id":"tile-%d"}' % number for number in range(size // 10))[:size]
    frame = text_frame(text).deflated
    client = ClientPerMessageDeflateFactory().process_response_params([("server_no_context_takeover", None)], [])
    start = {126: 4, 127: 10}.get(frame[1], 2)
    assert client.decode(Frame(Opcode.TEXT, frame[start:], rsv1=True)).data == text


def test_late_answers_to_pings_do_not_count_while_earlier_ones_came_in_time() -> None:
    loop = asyncio.new_event_loop()
    protocol = WebSocketProtocol(
        config=uvicorn.Config(lambda: None, log_config=None), server_state=ServerState(), app_state={}, _loop=loop
    )
    assert protocol.round_trip == 0
    found = []
    for seconds in (0.03, 0.5, 0.04, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5):
        protocol.pending_ping_payload, protocol.ping_sent_at = b"ping", loop.time() - seconds
        protocol.handle_pong(Frame(Opcode.PONG, b"something else"))
        protocol.handle_pong(Frame(Opcode.PONG, b"ping"))
        found.append(round(protocol.round_trip, -1))
    assert found == [30] * ROUND_TRIPS + [40, 40, 500]
    loop.close()
