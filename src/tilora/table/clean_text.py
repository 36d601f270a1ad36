"""Names and lines of chat: text that strangers read. What could deceive or disturb them is taken out."""

import unicodedata

from tilora.table.errors import BadText

LONGEST_NAME = 24
LONGEST_CHAT = 400

JOINER = "\u200d"
"""Joins emoji to one sign; everywhere else it can't be seen, and goes."""
SELECTOR = "\ufe0f"
"""Says that the sign before it is an emoji. Can't be seen by itself."""
BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Letters and marks by name that nobody can see."""
MOST_MARKS = 3
"""Accents on one letter: piles of them cover the lines above and below."""


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
    kept = [sign for sign in spaced if _can_be_seen(sign) or sign in (JOINER, SELECTOR)]
    shown: list[str] = []
    for place, sign in enumerate(kept):
        if _belongs(sign, shown, kept[place + 1 : place + 2]):
            shown.append(sign)
    return " ".join(unicodedata.normalize("NFC", "".join(shown)).split())


def _can_be_seen(sign: str) -> bool:
    # Cc control, Cf format (bidi, zero width, tags), Cs lone surrogates, Co private use, Cn unassigned
    return unicodedata.category(sign)[0] != "C" and sign not in BLANKS and not "\ufe00" <= sign <= "\ufe0f"


def _belongs(sign: str, before: list[str], after: list[str]) -> bool:
    """Whether a sign has its place between those shown before it and the next one."""
    last = before[-1:]
    if sign == JOINER:
        return _end_in_emoji(before) and bool(after) and _is_emoji(after[0])
    if sign == SELECTOR:
        return bool(last) and last[0] not in (" ", JOINER, SELECTOR)
    if unicodedata.category(sign)[0] == "M":
        return len(before) < MOST_MARKS or any(unicodedata.category(mark)[0] != "M" for mark in before[-MOST_MARKS:])
    return True


def _end_in_emoji(signs: list[str]) -> bool:
    visible = signs[:-1] if signs[-1:] == [SELECTOR] else signs
    return bool(visible) and _is_emoji(visible[-1])


def _is_emoji(sign: str) -> bool:
    return unicodedata.category(sign) in ("So", "Sk")
