"""What a client may want to see of a position: read in one place."""

import pytest

from tilora.table.errors import BadWants
from tilora.table.look import WANTS, parse_wants


def test_every_part_can_be_wanted() -> None:
    assert parse_wants(",".join(WANTS)) == set(WANTS)


@pytest.mark.parametrize("text", ["", ",", ",,"])
def test_an_empty_list_wants_nothing(text: str) -> None:
    assert parse_wants(text) == frozenset()


def test_an_unknown_part_is_refused_with_those_that_exist() -> None:
    with pytest.raises(BadWants) as refused:
        parse_wants("legal,secrets")
    assert (
        str(refused.value) == "Unknown value 'secrets' in `wants`. Choose from: legal, words, position, scene, changes."
    )
    assert refused.value.code == "bad-message"
