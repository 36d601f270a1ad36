"""The seed of a match at a table: fixed before the match, checked after it."""

import hashlib
import hmac
import json
from typing import Any

import msgspec
import pytest

import tilora
from tilora import BadRecord, Record
from tilora.kernel import Fair, commitment, match_seed

SECRET = "00112233445566778899aabbccddeeff" * 2
NONCES = ["Ada-1", ""]


def played(**changes: Any) -> Record:
    """The record of a match with a fair seed, some of it changed."""
    match = tilora.match("cyberzul", seats=2, seed=match_seed(SECRET, NONCES))
    match.play(match.legal()[0])
    fair = Fair(commitment=commitment(SECRET), secret=SECRET, nonces=NONCES)
    return msgspec.structs.replace(match.record(), fair=msgspec.structs.replace(fair, **changes))


def test_the_seed_is_made_as_the_docs_say() -> None:
    message = json.dumps(NONCES, separators=(",", ":"), ensure_ascii=False).encode()
    digest = hmac.new(bytes.fromhex(SECRET), message, "sha256").hexdigest()
    assert match_seed(SECRET, NONCES) == int(digest, 16)
    assert commitment(SECRET) == hashlib.sha256(bytes.fromhex(SECRET)).hexdigest()


def test_every_nonce_and_its_place_change_the_seed() -> None:
    seeds = {match_seed(SECRET, nonces) for nonces in (["a", "b"], ["b", "a"], ["ab", ""], ["a", "", "b"], [])}
    assert len(seeds) == 5


def test_a_fair_record_is_verified_from_its_file() -> None:
    record = Record.from_json(played().to_json())
    assert record.fair is not None
    assert tilora.verify(record).played == 1


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"secret": "ff" + SECRET[2:]}, "does not fit the commitment"),
        ({"commitment": "0" * 64}, "does not fit the commitment"),
        ({"secret": "xyz"}, "32 bytes in hex"),
        ({"secret": SECRET.upper()}, "32 bytes in hex"),
        ({"nonces": ["Ada-2", ""]}, "do not make the seed"),
        ({"nonces": ["Ada-1"]}, "1 nonces for 2 seats"),
    ],
)
def test_whatever_is_not_fair_about_a_record_is_said(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(BadRecord, match=words):
        tilora.verify(played(**changes))


def test_a_match_with_another_seed_than_the_fair_one_is_found_out() -> None:
    with pytest.raises(BadRecord, match="do not make the seed"):
        tilora.verify(msgspec.structs.replace(played(), seed="7", actions=[], scores=None))
