"""Names and lines of chat: text that strangers read. What could deceive or disturb them is taken out."""

import unicodedata

from tilora.table.errors import BadText

LONGEST_NAME = 24
LONGEST_CHAT = 400

JOINER = "\u200d"
"""Joins emoji to one sign; everywhere else it can't be seen, and goes."""
SELECTOR = "\ufe0f"
"""Says that the sign before it is an emoji. Can't be seen by itself."""


def clean_name(text: str) -> str:
    """The text as the name of a person. Raises BadText if nothing readable is left, or too much."""
    return _limited(_clean(text), "A name", LONGEST_NAME)


def clean_chat(text: str) -> str:
    """The text as a line of chat. Raises BadText if nothing readable is left, or too much."""
    return _limited(_clean(text), "A line of chat", LONGEST_CHAT)


def _limited(text: str, what: str, longest: int) -> str:
    if not 1 <= len(text) <= longest:
        count = "none that can be read" if not text else str(len(text))
        raise BadText(f"{what} has 1 to {longest} characters; this has {count}.")
    return text


def _clean(text: str) -> str:
    """Composed, in one line, with single spaces, and without signs that can't be seen or that turn others around."""
    spaced = "".join(" " if sign.isspace() else sign for sign in unicodedata.normalize("NFC", text))
    shown = [sign for place, sign in enumerate(spaced) if _is_shown(spaced, place)]
    return " ".join("".join(shown).split())


def _is_shown(text: str, place: int) -> bool:
    sign = text[place]
    if sign == JOINER:
        return 0 < place < len(text) - 1 and _is_emoji(text[place - 1]) and _is_emoji(text[place + 1])
    if sign == SELECTOR:
        return place > 0 and not text[place - 1].isspace()
    # Cc control, Cf format (bidi, zero width, tags), Cs lone surrogates, Co private use, Cn unassigned
    return unicodedata.category(sign)[0] != "C"


def _is_emoji(sign: str) -> bool:
    return sign == SELECTOR or unicodedata.category(sign) in ("So", "Sk")
