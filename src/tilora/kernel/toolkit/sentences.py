"""Small parts of sentences: plurals, lists, and the words of an action."""

from collections.abc import Sequence

from tilora.kernel.contract.state import State
from tilora.kernel.errors import UnreadableAction


def plural(count: int, noun: str, nouns: str = "") -> str:
    """Return the count with its noun: "1 tile", "2 tiles". `nouns` is for words that don't just add an s."""
    return f"{count} {noun if count == 1 else nouns or noun + 's'}"


def signed(points: int) -> str:
    """Return the points with their sign: "+3", "−2"; "" for none."""
    return f"{points:+d}".replace("-", "−") if points else ""


def listing(things: Sequence[str], last: str = "and") -> str:
    """Return the things as a list in a sentence: "red 5, yellow 3 and blue 0"."""
    return f" {last} ".join([", ".join(things[:-1]), things[-1]] if len(things) > 1 else things)


def to_act(state: State) -> str:
    """Say whose turn it is, for the board in a terminal: "Seat 2 to act", or "It is over"."""
    return "It is over" if state.over else f"Seat {state.turn + 1} to act"


def pointer(state: State, seat: int) -> str:
    """Return what marks the seat to act in a list of seats, for the board in a terminal."""
    return " <" if seat == state.turn and not state.over else ""


def read_word(word: str, words: Sequence[str], what: str) -> int:
    """Return which of the words it is. Raises UnreadableAction with all of them: "'gren' is not a colour. …"."""
    if word not in words:
        article = "an" if what[0] in "aeiou" else "a"
        raise UnreadableAction(f"{word[:20]!r} is not {article} {what}. {what.capitalize()}s: {', '.join(words)}.")
    return words.index(word)
