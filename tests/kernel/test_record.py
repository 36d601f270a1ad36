"""Records: what replays a match exactly, and what damaged or hostile files are answered with."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilora
from tilora import BadRecord, Record, TiloraError, WrongVersion


def played() -> tilora.Match:
    match = tilora.match("cyberzul", seed=4)
    while not match.over:
        match.play(match.legal()[-1])
    return match


GOOD = json.loads(played().record().to_json())


def test_a_record_reads_back_as_it_was_written(tmp_path: Path) -> None:
    match = played()
    match.record().save(tmp_path / "a.json")
    assert Record.load(tmp_path / "a.json") == match.record()
    assert tilora.verify(Record.load(tmp_path / "a.json")).match.outcome == match.outcome


def test_a_running_match_can_be_saved_and_goes_on_the_same(tmp_path: Path) -> None:
    match = tilora.match("cyberzul", seed=4)
    match.play(match.legal()[0])
    match.record().save(tmp_path / "a.json")
    again = tilora.load(tmp_path / "a.json")
    while not match.over:
        match.play(match.legal()[-1])
        again.play(again.legal()[-1])
    assert again.state.tobytes() == match.state.tobytes()


def test_a_match_from_a_position_is_recorded_with_it() -> None:
    match = tilora.match("cublino-pur", seed=1)
    match.play(match.legal()[0])
    later = tilora.match("cublino-pur", position=match.position, seed=2)
    later.play(later.legal()[0])
    assert later.record().position == match.position
    assert tilora.replay(later.record()).position == later.position


def test_an_entry_of_a_record_is_one_action() -> None:
    """Several cards of Welters may be typed in one line, but a record has one action in each."""
    match = tilora.match("welters", seed=3)
    cards = {str(action).split()[0]: str(action) for action in match.legal()}
    record = msgspec.structs.replace(match.record(), actions=[" ".join(cards.values())])
    with pytest.raises(BadRecord, match="which is not a single action"):
        tilora.replay(record)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"tilora": 2}, "format 2; this Tilora reads format 1"),
        ({"game": "chess"}, "There is no game 'chess'"),
        ({"seats": 7}, "can't be played with 7 seats"),
        ({"seats": "2"}, "not a record"),
        ({"options": {"speed": "fast"}}, "no option 'speed'"),
        ({"seed": "seven"}, "decimal number"),
        ({"names": ["Ann"]}, "1 names for 2 seats"),
        ({"names": ["Ann", "B" * 61]}, "can't be a name"),
        ({"seed": "-7"}, "decimal number"),
        ({"seed": "9" * 80}, "seed must be a whole number"),
        ({"seed": "9" * 81}, "decimal number"),
        ({"seed": 7}, "not a record"),
        ({"position": "nonsense"}, "can't start"),
        ({"actions": ["1 blue"]}, "Action 1 of the record"),
        ({"actions": ["middle blue 1"]}, "Action 1 of the record, 'middle blue 1': There are no blue tiles"),
        ({"actions": "1 blue 1"}, "not a record"),
        ({"actions": ["1 blue 1; 2 red 2"]}, "which is not a single action"),
        ({"actions": ["x"] * 100_001}, "at most 100000 actions"),
        ({"scores": [99, 99]}, "scores in the record are"),
        ({"ranks": [2, 2]}, "ranks in the record are"),
        ({"extra": 1}, "not a record"),
    ],
)
def test_what_is_wrong_with_a_record_is_said(change: dict[str, Any], words: str) -> None:
    with pytest.raises(BadRecord, match=words):
        tilora.verify(Record.from_json(json.dumps(GOOD | change)))


def test_a_record_of_another_version_is_refused_with_both_versions() -> None:
    with pytest.raises(WrongVersion, match=r"version 99 of Cyberzul\. Version 1 is installed"):
        tilora.replay(Record.from_json(json.dumps(GOOD | {"version": 99})))


def test_a_record_made_by_hand_is_checked_like_a_file() -> None:
    good: dict[str, Any] = {"game": "cyberzul", "version": 1, "seats": 2, "seed": "1", "actions": []}
    for change in ({"seed": "x"}, {"actions": [3]}, {"tilora": 10**5000}):
        with pytest.raises(BadRecord):
            tilora.replay(Record(**good | change))
    with pytest.raises(BadRecord, match="A record must be text"):
        Record.from_json(None)  # type: ignore[arg-type]


def test_a_huge_file_is_not_even_read(tmp_path: Path) -> None:
    file = tmp_path / "huge.json"
    with file.open("wb") as sparse:
        sparse.truncate(1 << 36)
    with pytest.raises(BadRecord, match="of at most"):
        tilora.load(file)


@pytest.mark.parametrize("text", ["", "null", "[]", "{}", "[" * 100_000, '"a"', "{'a': 1}", "\ud800", "NaN"])
def test_a_text_that_is_not_a_record_is_refused(text: str) -> None:
    with pytest.raises(BadRecord, match="not a record"):
        Record.from_json(text)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_damaged_record_is_refused_or_still_a_match(data: st.DataObject) -> None:
    """Cut, doubled or changed bytes: a clear error or a match, and nothing else."""
    raw = bytearray(json.dumps(GOOD).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(raw) - 1))
        kind = data.draw(st.sampled_from(["set", "cut", "double"]))
        if kind == "set":
            raw[place] = data.draw(st.integers(0, 255))
        elif kind == "cut":
            del raw[place : place + data.draw(st.integers(1, 30))]
        else:
            raw[place:place] = raw[place : place + data.draw(st.integers(1, 30))]
    try:
        match = tilora.replay(Record.from_json(bytes(raw)))
    except TiloraError as error:
        assert str(error).endswith((".", "?"))
    else:
        assert match.position
