"""Names and chat: whatever strangers type, others read plain text."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilora.table.clean_text import LONGEST_CHAT, LONGEST_NAME, clean_chat, clean_name
from tilora.table.errors import BadText


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("Ada", "Ada"),
        ("  Ada \t Lovelace\n", "Ada Lovelace"),
        ("<b>Ada</b>", "<b>Ada</b>"),
        ("A\u0308da", "\u00c4da"),
        ("A\u202eda\u2066\u2069\u200f", "Ada"),
        ("A\u200bd\ufeffa\u00ad\x00\x1b[31m", "Ada[31m"),
        ("\u05e9\u05dc\u05d5\u05dd", "\u05e9\u05dc\u05d5\u05dd"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("A\u200dda", "Ada"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("Ad\u200b\u0308a", "Ad\u0308a"),
        ("A" + "\u0316" * 20 + "da", "A" + "\u0316" * 3 + "da"),
        ("\u3000Ada\u2028Eve", "Ada Eve"),
    ],
)
def test_text_is_cleaned_of_what_could_deceive(typed: str, read: str) -> None:
    assert clean_name(typed) == read


@pytest.mark.parametrize(
    "nothing", ["", "   ", "\u200b\u200b", "\u202e", "\ud800", "\x00", "\u200d", "\ufe0f", "\u3164", "\u200b\ufe0f"]
)
def test_an_invisible_name_is_refused(nothing: str) -> None:
    with pytest.raises(BadText, match="at least one visible character"):
        clean_name(nothing)


def test_text_that_is_too_long_is_refused_with_the_limit() -> None:
    assert clean_name("x" * LONGEST_NAME)
    with pytest.raises(BadText, match="up to 24 characters; this one has 25"):
        clean_name("x" * (LONGEST_NAME + 1))
    assert clean_chat("x" * LONGEST_CHAT)
    with pytest.raises(BadText, match="up to 400 characters; this one has 401"):
        clean_chat("x" * (LONGEST_CHAT + 1))


@given(st.text(max_size=60))
def test_whatever_is_typed_comes_out_clean_or_not_at_all(typed: str) -> None:
    try:
        read = clean_chat(typed)
    except BadText:
        return
    assert clean_chat(read) == read
    assert read == " ".join(read.split())
    assert all(unicodedata.category(sign)[0] != "C" or sign == "\u200d" for sign in read)
