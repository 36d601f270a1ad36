"""Checks of what callers pass in, before anything is done with it."""

import operator
import re

from tilora.kernel.errors import BadSetup, TiloraError


def check_number(value: object, what: str, least: int, most: int) -> int:
    """Return the value as an int; NumPy's integers are fine. Raises BadSetup if it is not one, or out of range."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = least - 1
    if isinstance(value, bool) or not least <= number <= most:
        limit = f"{most:,}" if most < 1 << 32 else f"2**{(most + 1).bit_length() - 1} - 1"
        raise BadSetup(f"{what} must be a whole number from {least} to {limit}, not {short_repr(value)}.")
    return number


def short_repr(value: object) -> str:
    """Return the value as part of a sentence: never long, and never costly to make."""
    if isinstance(value, int) and abs(value) >= 1 << 200:
        return "such a large number"
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"


def check_text(text: object, longest: int, error: type[TiloraError], what: str) -> str:
    """Return the text with single spaces and no spaces around commas. Raises `error` if it is not plain ASCII text."""
    if not isinstance(text, str) or len(text) > longest:
        raise error(f"{what} must be a text of at most {longest:,} characters.")
    if not text.isascii():
        strange = next(sign for sign in text if not sign.isascii())
        raise error(f"{what} is written in plain letters and digits; {strange!a} is neither.")
    return re.sub(" ?, ?", ",", " ".join(text.split()))
