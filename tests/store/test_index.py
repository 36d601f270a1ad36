"""When a table's row is worth writing."""

from tests.store.support import index, place, summary
from tilora.store import worth_writing

WRITTEN = index(summary(place(0, "ann")), moved_at=100_000, due=200_000)


def test_a_table_that_was_never_written_is_worth_writing() -> None:
    assert worth_writing(None, summary_number=1, moved_at=100_000, due=None)


def test_an_ordinary_move_is_not_worth_writing() -> None:
    assert not worth_writing(WRITTEN, summary_number=1, moved_at=100_001, due=200_000)


def test_a_changed_summary_is_worth_writing_at_once() -> None:
    assert worth_writing(WRITTEN, summary_number=2, moved_at=100_001, due=200_000)


def test_the_time_of_the_last_move_may_be_a_minute_old() -> None:
    assert not worth_writing(WRITTEN, summary_number=1, moved_at=159_999, due=200_000)
    assert worth_writing(WRITTEN, summary_number=1, moved_at=160_000, due=200_000)


def test_a_table_may_be_due_too_early_but_never_too_late() -> None:
    assert worth_writing(WRITTEN, summary_number=1, moved_at=100_001, due=199_999)
    assert not worth_writing(WRITTEN, summary_number=1, moved_at=100_001, due=200_001)
    assert not worth_writing(WRITTEN, summary_number=1, moved_at=100_001, due=None)
    never = index(summary(place(0, "ann")), moved_at=100_000)
    assert worth_writing(never, summary_number=1, moved_at=100_001, due=200_000)
