"""Checks of what callers hand in, before anything happens with it."""

import operator
import re

from tilora.kernel.errors import BadSetup, TiloraError


def whole(value: object, what: str, least: int, most: int) -> int:
    """The value as an int; numbers of NumPy are welcome. Raises BadSetup if it is none, or out of range."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = least - 1
    if isinstance(value, bool) or not least <= number <= most:
        limit = f"{most:,}" if most < 1 << 32 else f"2**{(most + 1).bit_length() - 1} - 1"
        raise BadSetup(f"{what} is a whole number from {least} to {limit}, not {shown(value)}.")
    return number


def shown(value: object) -> str:
    """A value as part of a sentence: never long, never in need of much work."""
    if isinstance(value, int) and abs(value) >= 1 << 200:
        return "such a large number"
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"


def plain(text: object, longest: int, error: type[TiloraError], what: str) -> str:
    """The text with single spaces and no space around commas. Raises `error` for what is no plain text."""
    if not isinstance(text, str) or len(text) > longest:
        raise error(f"{what} is given as a text of at most {longest:,} characters.")
    if not text.isascii():
        strange = next(sign for sign in text if not sign.isascii())
        raise error(f"{what} is written with plain letters and digits; {strange!a} is none of them.")
    return re.sub(" ?, ?", ",", " ".join(text.split()))
