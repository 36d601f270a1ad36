"""Cleaning the names and chat lines that strangers will read: whatever could deceive or disturb them is removed."""

import unicodedata

from tilora.table.errors import BadText

LONGEST_NAME = 24
LONGEST_CHAT = 400

JOINER = "\u200d"
"""Joins emoji into one. Anywhere else it is invisible, and is removed."""
SELECTOR = "\ufe0f"
"""Marks the character before it as an emoji. Invisible by itself."""
BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Characters that Unicode calls letters or marks, but that nobody can see."""
MOST_MARKS = 3
"""Accents on one letter. A pile of them would cover the lines above and below."""


def clean_name(text: str) -> str:
    """Return the text as the name of a person. Raises BadText if nothing readable is left, or if it is too long."""
    return _check_length(_clean(text), "A name", LONGEST_NAME)


def clean_chat(text: str) -> str:
    """Return the text as a line of chat. Raises BadText if nothing readable is left, or if it is too long."""
    return _check_length(_clean(text), "A chat message", LONGEST_CHAT)


def _check_length(text: str, what: str, longest: int) -> str:
    if not text:
        raise BadText(f"{what} needs at least one visible character.")
    if len(text) > longest:
        raise BadText(f"{what} can have up to {longest} characters; this one has {len(text)}.")
    return text


def _clean(text: str) -> str:
    """Return the text composed, on one line, with single spaces, and without invisible or reordering characters."""
    spaced = "".join(" " if char.isspace() else char for char in unicodedata.normalize("NFC", text))
    kept = [char for char in spaced if _is_visible(char) or char in (JOINER, SELECTOR)]
    shown: list[str] = []
    for place, char in enumerate(kept):
        if _fits(char, shown, kept[place + 1 : place + 2]):
            shown.append(char)
    return " ".join(unicodedata.normalize("NFC", "".join(shown)).split())


def _is_visible(char: str) -> bool:
    # Cc control, Cf format (bidi, zero width, tags), Cs lone surrogates, Co private use, Cn unassigned
    return unicodedata.category(char)[0] != "C" and char not in BLANKS and not "\ufe00" <= char <= "\ufe0f"


def _fits(char: str, before: list[str], after: list[str]) -> bool:
    """Whether a character may stand between those shown before it and the next one."""
    last = before[-1:]
    if char == JOINER:
        return _end_in_emoji(before) and bool(after) and _is_emoji(after[0])
    if char == SELECTOR:
        return bool(last) and last[0] not in (" ", JOINER, SELECTOR)
    if unicodedata.category(char)[0] == "M":
        return len(before) < MOST_MARKS or any(unicodedata.category(mark)[0] != "M" for mark in before[-MOST_MARKS:])
    return True


def _end_in_emoji(chars: list[str]) -> bool:
    visible = chars[:-1] if chars[-1:] == [SELECTOR] else chars
    return bool(visible) and _is_emoji(visible[-1])


def _is_emoji(char: str) -> bool:
    return unicodedata.category(char) in ("So", "Sk")
