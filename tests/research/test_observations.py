"""Views as rows of numbers, written field by field by NumPy, and byte by byte in compiled code."""

import numpy as np
import pytest

from tests.conformance.play import TABLES
from tilora.kernel import Game
from tilora.kernel.contract.state import layout
from tilora.research.lane import Lane
from tilora.research.observations import ObservationEncoder, write_row


def test_a_row_written_byte_by_byte_has_the_numbers_of_all_fields_at_their_limits() -> None:
    kinds = (np.int8, np.uint8, np.int16, np.uint16, np.int32)
    of = layout(3, [(f"of_{kind.__name__}", kind, (4,)) for kind in kinds])
    record, encoder = np.zeros(1, of), ObservationEncoder(of)
    for kind in kinds:
        limits = np.iinfo(kind)
        record[f"of_{kind.__name__}"] = (limits.min, limits.max, 1, limits.max // 2)
    row = np.full(encoder.size, np.nan, np.float32)
    write_row(record.view(np.int8), 2, encoder.runs, row)
    assert np.array_equal(row, encoder.row(record[0], 2))
    assert row[encoder.places()["of_uint8"]].tolist() == [0, 255, 1, 127]
    assert row[encoder.places()["of_int16"]].tolist() == [-32768, 32767, 1, 16383]


@pytest.mark.parametrize("game", sorted({table[0] for table in TABLES}, key=str), ids=lambda game: game.name)
def test_compiled_code_writes_the_same_row(game: Game) -> None:
    lane, encoder = Lane(game, game.seats[0], {}), ObservationEncoder(game.rules.STATE)
    lane.begin(11)
    for _ in range(20):
        for seat in range(lane.seats):
            assert np.array_equal(lane.row(seat), encoder.row(lane.known(seat)[0], seat))
        if lane.over:
            break
        lane.play(int(lane.legal[-1]))
