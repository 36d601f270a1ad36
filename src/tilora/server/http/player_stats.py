"""A player's results at a glance, computed from their last matches."""

from collections import Counter
from collections.abc import Sequence

from tilora.ai.players.characters import CHARACTERS
from tilora.server.http.result_bodies import FormBody, GameStats, PersonStats, StatsBody
from tilora.store import PastMatch

MOST_MATCHES = 1_000
"""How many of the last matches are looked at."""
WINDOW = 20
"""Matches over which the share of wins is taken."""
MOST_POINTS = 200
"""Points of the curve, the latest ones."""
MOST_PEOPLE = 10
"""How many people are listed: those played most often."""


def player_stats(outcomes: Sequence[PastMatch]) -> StatsBody:
    """Return the results of these matches, which are given with the latest first."""
    wins = [outcome.result == "won" for outcome in reversed(outcomes)]
    met = Counter(other.level for outcome in outcomes for other in outcome.against if other.level is not None)
    beaten = Counter(
        other.level for outcome in outcomes for other in outcome.against if other.level is not None and other.beaten
    )
    return StatsBody(
        matches=len(outcomes),
        won=sum(wins),
        drawn=sum(outcome.result == "drew" for outcome in outcomes),
        most=MOST_MATCHES,
        streak=_streaks(wins)[-1],
        longest_streak=max(_streaks(wins)),
        games=[_game(game, outcomes) for game, _ in Counter(outcome.game for outcome in outcomes).most_common()],
        met=[met[each.level] for each in CHARACTERS],
        beaten=[beaten[each.level] for each in CHARACTERS],
        people=_people(outcomes),
        window=WINDOW,
        form=_form(outcomes),
    )


def _streaks(wins: Sequence[bool]) -> list[int]:
    """Return how many matches in a row had been won before the first match and after each."""
    streaks = [0]
    for won in wins:
        streaks.append(streaks[-1] + 1 if won else 0)
    return streaks


def _game(game: str, outcomes: Sequence[PastMatch]) -> GameStats:
    played = [outcome for outcome in outcomes if outcome.game == game]
    beaten = [
        other.level for outcome in played for other in outcome.against if other.beaten and other.level is not None
    ]
    return GameStats(
        game=game,
        matches=len(played),
        won=sum(outcome.result == "won" for outcome in played),
        best=max(outcome.score for outcome in played),
        strongest=max(beaten, default=None),
    )


def _people(outcomes: Sequence[PastMatch]) -> list[PersonStats]:
    """Return the people met most often, by the names that they had then."""
    met: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for outcome in outcomes:
        for other in outcome.against:
            if other.level is None:
                met[other.name] += 1
                won[other.name] += other.beaten
    return [PersonStats(name=name, matches=count, beaten=won[name]) for name, count in met.most_common(MOST_PEOPLE)]


def _form(outcomes: Sequence[PastMatch]) -> list[FormBody]:
    """Return the share of wins in the matches up to each of the last ones, the earliest first.

    A draw counts half. There is no share before a whole window of matches has been played.
    """
    worth = {"won": 1.0, "drew": 0.5, "lost": 0.0}
    earliest_first = list(reversed(outcomes))
    points = []
    for end in range(WINDOW, len(earliest_first) + 1):
        window = earliest_first[end - WINDOW : end]
        share = sum(worth[outcome.result] for outcome in window) / WINDOW
        points.append(FormBody(at=window[-1].at, share=share))
    return points[-MOST_POINTS:]
