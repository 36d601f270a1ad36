"""A reason as a phrase: "2.4 more points for complete columns; but 1.0 more lost on the floor line"."""

from collections.abc import Sequence

from tilora.ai.review.decisions import ValuedAction
from tilora.ai.review.review_report import Source
from tilora.kernel import Game, seat_name
from tilora.scene.contract import source_words

SMALLEST = 0.3
"""Differences of fewer points are not worth a word."""
MOST_SOURCES = 3
"""How many sources a phrase names."""
MOST_OTHERS = 3
"""How many other seats it names."""
MOSTLY = 0.6
"""How much of what another seat gains or loses comes from one source, if that is named."""
EXPLAINED = 0.5
"""How much of the lead that an action brings has to come from what is named."""
CERTAIN_WIN = "a certain win."
WAY_OUT = "a way out: the other move loses for certain."


def certain_words(best: ValuedAction, other: ValuedAction, seat: int) -> str:
    """Return what is certain about two actions of a seat, in a phrase; nothing if nothing is."""
    if best.is_certain(seat, 1.0):
        return CERTAIN_WIN
    return WAY_OUT if other.is_certain(seat, 0.0) else ""


def matters(points: float, doubt: float) -> bool:
    """Return whether a difference in points is worth a word, and beyond doubt."""
    return abs(points) >= max(SMALLEST, doubt)


def words_of(
    game: Game, sources: Sequence[Source], points: Sequence[tuple[float, float]], seat: int, *, lead: float
) -> str:
    """Return the differences that are beyond doubt, in a phrase; nothing if they do not speak for the action.

    `points` holds the sum of each seat, with its doubt. `seat` is the one that decides, and `lead` what it gains on the
    strongest of the others: what is named has to explain half of that.
    """
    own = [one for one in sources if one.seat == seat and one.source and matters(one.points, one.doubt)]
    own = sorted(own, key=lambda one: -abs(one.points))[:MOST_SOURCES]
    others = [(mean, other) for other, (mean, doubt) in enumerate(points) if other != seat and matters(mean, doubt)]
    others = sorted(others, key=lambda each: -abs(each[0]))[:MOST_OTHERS]
    if sum(one.points for one in own) - max((mean for mean, _ in others), default=0.0) < max(
        SMALLEST, EXPLAINED * lead
    ):
        return ""
    # Each part with what it is worth to the seat that decides.
    parts = [(one.points, _phrase(game, one)) for one in own]
    parts += [(-mean, _of_other(game, sources, other, mean)) for mean, other in others]
    parts.sort(key=lambda part: -abs(part[0]))
    good = _listed([phrase for worth, phrase in parts if worth > 0])
    bad = _listed([phrase for worth, phrase in parts if worth < 0])
    return _with_unit(f"{good}; but {bad}." if bad else f"{good}.", game.unit)


def _phrase(game: Game, one: Source, by: str = "") -> str:
    more, fewer = source_words(game, one.source)
    return (more if one.points > 0 else fewer).replace("{n}", _number(one.points)).replace("{by}", by)


def _of_other(game: Game, sources: Sequence[Source], seat: int, points: float) -> str:
    """Return what another seat gains or loses, with where it comes from, if that is one thing and not the only one."""
    theirs = [one for one in sources if one.seat == seat and one.source and one.points * points > 0]
    main = max(theirs, key=lambda one: abs(one.points), default=None)
    if main is None or abs(main.points) < MOSTLY * abs(points):
        where = ""
    elif "{by}" in source_words(game, main.source)[0]:
        return _phrase(game, main, f" by {seat_name(seat)}")
    else:
        several = len({one.source for one in sources}) > 1
        where = f" ({main.source})" if several else ""
    return f"{_number(points)} {'more' if points > 0 else 'fewer'} {{unit}} for {seat_name(seat)}{where}"


def _number(value: float) -> str:
    return f"{abs(value):.1f}"


def _listed(parts: list[str]) -> str:
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def _with_unit(phrase: str, unit: str) -> str:
    """Name the unit where it comes first, and leave it out where it goes without saying."""
    return phrase.replace("{unit}", unit, 1).replace(" {unit}", "")
