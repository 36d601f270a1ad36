"""Games that reach rare places: those that bring something new are kept, and given other ends.

New is a line of the rules that no game had reached, and a number that no field had held. Playing on from where that
happened, with other luck, finds what lies behind it much sooner than games from the beginning.
"""

import random
import time

from tilora.kernel import Game, State
from tilora.tools.check.field_ranges import FieldRanges
from tilora.tools.check.promises import interpreted_rules_play_as_compiled_ones
from tilora.tools.check.random_games import RandomGame, first_state, go_on
from tilora.tools.check.rule_lines import RuleLines

FRESH = 0.4
"""How many of the games begin at the beginning."""
LOOKED_BACK = 6
"""How many actions before the news of a game its variations may begin."""


class Explorer:
    """Plays game after game with one number of seats, interpreted, and compares each with compiled rules."""

    def __init__(self, game: Game, seats: int, seed: int, lines: RuleLines, ranges: FieldRanges) -> None:
        self._game, self._seats = game, seats
        self._lines, self._ranges = lines, ranges
        self._seed = seed
        self._pick = random.Random(seed)  # noqa: S311 - nobody plays for this luck
        self._kept: list[tuple[RandomGame, int]] = []
        """Games that brought something new, and the number of the state in which they did."""
        self.games = 0
        self.actions = 0
        self.idle = 0
        """Games since the last one that brought something new."""
        self.last: RandomGame | None = None
        """The game that was played last, as far as it got."""

    def play(self, until: float = float("inf"), end: float = float("inf")) -> tuple[RandomGame, bool]:
        """Play a game to its end, or until that time. Return it, and whether it brought something new.

        A game that is cut short may be played on later, as one that brought something new. Raises what its rules raise,
        and TimeIsUp where it could not be compared with compiled rules before the end.
        """
        seed = self._seed + self.games
        self.games += 1
        with self._lines.watched():
            state, number = self._beginning(seed)
            played = self.last = RandomGame(self._game, self._seats, seed, state, [], "interpreted", until=end)
            reached, news_at = len(self._lines.reached), None
            for moment in go_on(self._game, state, seed, "interpreted", number):
                played.moments.append(moment)
                played.at = len(played.moments)
                if len(self._lines.reached) > reached:
                    reached, news_at = len(self._lines.reached), len(played.moments)
                if time.monotonic() > until:
                    break
            interpreted_rules_play_as_compiled_ones(played, 1 + len(played.moments) // 8)
        self.actions += len(played.moments)
        in_ranges = self._ranges.add(played.states)
        if not played.last.over:
            in_ranges = len(played.moments)
        if in_ranges is not None:
            news_at = max(in_ranges, news_at or 0)
        if news_at is None:
            self.idle += 1
        else:
            self.idle = 0
            self._kept.append((played, news_at))
        return played, news_at is not None

    def _beginning(self, seed: int) -> tuple[State, int]:
        """Return where the next game begins: at the beginning, or shortly before another one's news."""
        if not self._kept or self._pick.random() < FRESH:
            return first_state(self._game, self._seats, seed, "interpreted"), 0
        played, news_at = self._pick.choice(self._kept)
        cut = max(0, news_at - self._pick.randint(0, LOOKED_BACK))
        if not cut:
            return played.first, played.moments[0].luck[1] - 1 if played.moments else 0
        return played.moments[cut - 1].after, played.moments[cut - 1].luck[1]
