"""Beats at a table: each viewer gets those of their own view."""

import pytest
from msgspec import UNSET

from tests.table.tables import next_id, owner, started
from tilora.kernel import SPECTATOR
from tilora.table.commands import Play
from tilora.table.look import Since, parse_wants

WANTS = parse_wants("scene")


@pytest.mark.parametrize("first", [0, 1, SPECTATOR])
def test_a_die_moves_to_where_it_stands_in_the_viewers_own_scene(first: int) -> None:
    """Players see the board from their own sides. Whoever looks first must not decide where others see dice go."""
    table = started("me open", "cublino-contra")
    viewers = sorted((0, 1, SPECTATOR), key=lambda viewer: viewer != first)
    before = {viewer: table.look(viewer, 1000, wants=WANTS) for viewer in viewers}
    play = Play(id=next_id(), seat=0, moment=table.moment(0), action="a1a2")
    table.handle(play, owner(table, 0), 1000)
    for viewer in viewers:
        since = Since(before[viewer].version, 0, before[viewer].lines_total)
        look = table.look(viewer, 1000, wants=WANTS, since=since)
        assert look.position is not UNSET
        assert look.position.scene is not UNSET
        assert look.steps[0].beats is not UNSET
        (move,) = look.steps[0].beats[0].moves
        (die,) = (piece for piece in look.position.scene.areas[0].pieces if piece.id == move.becomes)
        assert (move.x, move.y, move.faces) == (die.x, die.y, die.faces)
