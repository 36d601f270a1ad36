"""What a puzzle is about: the sources of points that speak for its solution, in the game's words, and a few others."""

from tilora.ai.review.reason_words import matters
from tilora.ai.review.reasons import OTHER
from tilora.ai.review.review_report import Reason
from tilora.kernel import Game
from tilora.scene.contract import scenes_of

HINDER, DECISIVE, RESCUE, FORESIGHT = "hinder", "decisive", "rescue", "foresight"
GENERAL = {
    HINDER: "Others get fewer points.",
    DECISIVE: "Only the solution is likely to win.",
    RESCUE: "Everything else is likely to lose.",
    FORESIGHT: "Points alone do not tell why.",
}
"""Themes of every game, and what each means."""
MOST = 3
WINNING, HOPEFUL, LOSING = 0.75, 0.4, 0.25


def themes_of(reasons: list[Reason], seat: int, best: float, second: float) -> list[str]:
    """Return the themes of a puzzle: by why the solution is better than others, and what it and the next are worth."""
    found: dict[str, float] = {}
    for source in [
        source
        for reason in reasons
        if reason.words
        for source in reason.sources
        if matters(source.points, source.doubt)
    ]:
        mine = source.seat == seat
        theme, gain = (source.source, source.points) if mine else (HINDER, -source.points)
        if gain > 0 and theme not in ("", OTHER):
            found[theme] = max(found.get(theme, 0.0), gain)
    themes = sorted(found, key=lambda theme: -found[theme])[:MOST]
    if best >= WINNING and second <= 0.5:
        themes.append(DECISIVE)
    elif best >= HOPEFUL and second <= LOSING:
        themes.append(RESCUE)
    return themes or [FORESIGHT]


def known_themes(game: Game) -> tuple[str, ...]:
    """Return all themes that a puzzle of the game can have."""
    return (*getattr(scenes_of(game), "POINT_SOURCES", ()), *GENERAL)
