"""The seed of a match at a table, and its actions: fixed before and while it is played, checked after it."""

import hashlib
import hmac
import json
from typing import Any

import msgspec
import pytest

import tilora
from tilora import BadRecord, Record
from tilora.kernel import (
    Evidence,
    Fair,
    commitment,
    draw_commitment,
    first_head,
    match_seed,
    next_head,
    nonce_commitment,
)

SECRET = "00112233445566778899aabbccddeeff" * 2
NONCES = ["Ada-1", ""]


def played(**changes: Any) -> Record:
    """The record of a match with a fair seed, some of it changed."""
    match = tilora.match("cyberzul", seats=2, seed=match_seed(SECRET, NONCES))
    match.play(match.legal()[0])
    fair = Fair(commitment=commitment(SECRET), secret=SECRET, nonces=NONCES)
    return msgspec.structs.replace(match.record(), fair=msgspec.structs.replace(fair, **changes))


def bound(actions: int = 3) -> tuple[Record, Evidence]:
    """The record of a match with commitments and a chain, and all that a player in the first seat saw of it."""
    match = tilora.match("cyberzul", seats=2, seed=match_seed(SECRET, NONCES))
    shown = [nonce_commitment("Ada-1"), ""]
    draw = draw_commitment(SECRET, "cyberzul", match.game.version, match.options, None, shown)
    heads = [first_head(SECRET, draw, NONCES)]
    for _ in range(actions):
        heads.append(next_head(SECRET, heads[-1], match.play(match.legal()[0]).text))
    fair = Fair(commitment=commitment(SECRET), secret=SECRET, nonces=NONCES, commitments=shown, head=heads[-1])
    record = msgspec.structs.replace(match.record(), fair=fair)
    return record, Evidence((commitment(SECRET), draw), ("Ada-1",), tuple(heads))


def with_head_made_anew(record: Record) -> Record:
    """The record with a chain that fits its actions again, as somebody makes it who knows the secret."""
    fair = record.fair
    assert fair is not None
    draw = draw_commitment(fair.secret, record.game, record.version, record.options, record.position, fair.commitments)
    head = first_head(fair.secret, draw, fair.nonces)
    for action in record.actions:
        head = next_head(fair.secret, head, action)
    return msgspec.structs.replace(record, fair=msgspec.structs.replace(fair, head=head))


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
    assert tilora.verify(record).match.played == 1


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"secret": "ff" + SECRET[2:]}, "does not match the commitment"),
        ({"commitment": "0" * 64}, "does not match the commitment"),
        ({"secret": "xyz"}, "32 bytes in hex"),
        ({"secret": SECRET.upper()}, "32 bytes in hex"),
        ({"nonces": ["Ada-2", ""]}, "do not produce the seed"),
        ({"nonces": ["Ada-1"]}, "1 nonces for 2 seats"),
    ],
)
def test_whatever_is_not_fair_about_a_record_is_said(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(BadRecord, match=words):
        tilora.verify(played(**changes))


def test_a_match_with_another_seed_than_the_fair_one_is_found_out() -> None:
    with pytest.raises(BadRecord, match="do not produce the seed"):
        tilora.verify(msgspec.structs.replace(played(), seed="7", actions=[], scores=None))


def test_the_chain_is_made_as_the_docs_say() -> None:
    def keyed(text: str, size: int) -> str:
        return hashlib.blake2b(text.encode(), digest_size=size, key=bytes.fromhex(SECRET)).hexdigest()

    record, saw = bound(actions=1)
    options = json.dumps(record.options, separators=(",", ":"), sort_keys=True)
    facts = f'["cyberzul",{record.version},{options},null,"{commitment(SECRET)}",["{nonce_commitment("Ada-1")}",""]]'
    assert saw.commitments[1] == keyed(facts, 32)
    assert saw.heads[0] == keyed(saw.commitments[1] + '["Ada-1",""]', 16)
    assert saw.heads[1] == keyed(saw.heads[0] + record.actions[0], 16)


def test_all_evidence_together_leaves_only_open_whether_an_unfinished_match_went_on() -> None:
    record, saw = bound()
    _, proven, unproven = tilora.verify(record, saw)
    assert any("Nobody chose the luck" in sentence for sentence in proven)
    assert "Actions 1 to 3 of 3 were played as the record says." in proven
    assert unproven == ["That nothing is missing at the end: the match in the record is not over."]


@pytest.mark.parametrize(
    ("kept", "missing"),
    [
        ({"commitments": ()}, "That nobody chose the luck"),
        ({"commitments": (commitment(SECRET),)}, "That nobody chose the luck"),
        ({"nonces": ()}, "That nobody chose the luck"),
        ({"heads": ()}, "That these actions were played"),
    ],
)
def test_without_a_piece_of_evidence_it_is_said_what_is_not_proven(kept: dict[str, Any], missing: str) -> None:
    record, saw = bound()
    _, proven, unproven = tilora.verify(record, saw._replace(**kept))
    assert any(missing in sentence for sentence in unproven)
    assert not any(missing.removeprefix("That ").capitalize() in sentence for sentence in proven)


def test_an_early_head_proves_the_actions_before_it() -> None:
    record, saw = bound()
    _, proven, unproven = tilora.verify(record, saw._replace(heads=saw.heads[:2]))
    assert "Actions 1 to 1 of 3 were played as the record says." in proven
    assert any("That actions 2 to 3 were played" in sentence for sentence in unproven)


@pytest.mark.parametrize(
    ("foreign", "words"),
    [
        ({"commitments": ("0" * 64,)}, "not one of this record"),
        ({"nonces": ("Ada-2",)}, "not part of the seed"),
        ({"heads": ("0" * 32,)}, "an action before it was changed"),
    ],
)
def test_evidence_of_another_match_does_not_fit(foreign: dict[str, Any], words: str) -> None:
    record, saw = bound()
    with pytest.raises(BadRecord, match=words):
        tilora.verify(record, saw._replace(**foreign))


def test_a_record_without_its_last_actions_is_found_out() -> None:
    record, saw = bound()
    short = msgspec.structs.replace(record, actions=record.actions[:2], scores=None, ranks=None)
    with pytest.raises(BadRecord, match="some were changed, or are missing"):
        tilora.verify(short)
    short = with_head_made_anew(short)
    assert any("not over" in sentence for sentence in tilora.verify(short).unproven)
    with pytest.raises(BadRecord, match="changed or is missing"):
        tilora.verify(short, saw)


def test_an_exchanged_action_is_found_out_even_if_all_else_is_the_same() -> None:
    """Another legal action with which the rest of the match and its scores stay as they were."""
    record, saw = bound(actions=1)
    match = tilora.match("cyberzul", seats=2, seed=int(record.seed))
    twin = next(
        action.text
        for action in match.legal()
        if action.text != record.actions[0] and tilora.replay(exchanged(record, action.text)).scores == match.scores
    )
    forged = exchanged(record, twin)
    with pytest.raises(BadRecord, match="some were changed"):
        tilora.verify(forged)
    forged = with_head_made_anew(forged)
    assert any("That these actions were played" in sentence for sentence in tilora.verify(forged).unproven)
    with pytest.raises(BadRecord, match="an action before it was changed"):
        tilora.verify(forged, saw)


def exchanged(record: Record, action: str) -> Record:
    return msgspec.structs.replace(record, actions=[action])


def test_a_record_that_does_not_say_how_its_seed_was_made_proves_no_luck() -> None:
    record, saw = bound()
    bare = msgspec.structs.replace(record, fair=None)
    unproven = tilora.verify(bare).unproven
    assert any("does not say how its seed was made" in sentence for sentence in unproven)
    assert any("no chain" in sentence for sentence in unproven)
    with pytest.raises(BadRecord, match="can't be compared with what you saw"):
        tilora.verify(bare, saw)


def test_a_nonce_that_does_not_fit_its_commitment_is_found_out() -> None:
    record, _ = bound()
    assert record.fair is not None
    for changes, words in (
        ({"commitments": ["0" * 64, ""]}, "seat 1 does not match its commitment"),
        ({"commitments": ["0" * 64]}, "1 commitments for 2 seats"),
    ):
        forged = msgspec.structs.replace(record, fair=msgspec.structs.replace(record.fair, **changes))
        with pytest.raises(BadRecord, match=words):
            tilora.verify(forged)
