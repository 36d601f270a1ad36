"""Checks one game from its contract to its rarest lines, and reports what was found."""

import time
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property, partial

from tilora.kernel import Game, games
from tilora.tools.check import contract
from tilora.tools.check.explore import Explorer
from tilora.tools.check.field_ranges import FieldRanges
from tilora.tools.check.match_promises import MATCH_PROMISES
from tilora.tools.check.mistakes import Mistake, TimeIsUp, folder_of, mistake_of
from tilora.tools.check.promises import PROMISES, invariants_of, redacts, the_right_seat_begins
from tilora.tools.check.random_games import RandomGame, engine, random_game
from tilora.tools.check.report import CheckReport, Failure
from tilora.tools.check.rule_lines import RuleLines
from tilora.tools.check.scene_promises import scenes_show_what_can_be_done

PLAYABLE = "random games can be played, interpreted as compiled"
BEGINNER = "the right seat begins"
SCENES = "scenes show what can be done, and reveal no secret"
HIDDEN = "hidden things are declared"
IDLE_GAMES = 400
"""So many games one after the other without anything new are enough."""
ONE_IN = 10
"""One in so many games that bring nothing new is checked all the same."""
MOST_CHECKING = 0.5
"""The part of the time that checking promises may take; the rest is for reaching new lines."""
GAMES_AT_LEAST = 40
"""With each number of seats, if games can be cut short for it."""
SHORTEST_CUT = 0.05
"""Seconds of a game that is cut short, at least."""
SIBLING_GAMES = 20
SIBLINGS_SHARE = 0.1
"""The part of the time for lines that only other games of the same folder reach."""
FIRST_GAME = 0.3
"""The part of the time after which the first game is cut short: it has to be compared and checked, too."""
LEAST_SECONDS = 2.0
"""However little time there is, the first games and their checks may take so long, all together."""
POSITIONS = 25
"""About how many positions of a game are looked at closely."""

OnProgress = Callable[[str, float], None]
"""Called with what is being done, and the share that is done already."""


def check_game(
    name: str, *, seconds: float, seed: int = 0, on_progress: OnProgress = lambda doing, part: None
) -> CheckReport:
    """Check the installed game with that name for so many seconds, not counting compilation. Raises UnknownGame."""
    point = contract.entry_point_of(name)
    report = CheckReport(point.name)
    on_progress("reading the contract", 0.0)
    game, report.mistakes = contract.load(point)
    if game is not None:
        report.mistakes = contract.mistakes_in(point, game)
    if game is None or report.mistakes:
        return report
    report.folder = str(folder_of(game))
    on_progress("compiling", 0.0)
    begin = time.monotonic()
    try:
        engine(game)
    except Exception as error:  # noqa: BLE001 - whatever Numba raises about the author's code
        report.mistakes = [mistake_of(error, folder_of(game))]
        return report
    report.compile_seconds = time.monotonic() - begin
    Run(game, report, seconds, seed, on_progress).all()
    return report


class Run:
    """The games that are played to check one game."""

    def __init__(self, game: Game, report: CheckReport, seconds: float, seed: int, on_progress: OnProgress) -> None:
        self.game, self.report, self.seconds, self.seed, self.on_progress = game, report, seconds, seed, on_progress
        self.lines, self.ranges = RuleLines(game), FieldRanges(game.rules.STATE)
        self.folder = folder_of(game)
        self.hides: bool | None = None
        """Whether anything was ever hidden from anybody; None as long as no game was looked at for it."""
        self.completed: set[tuple[str, int]] = set()
        """Promises that were checked to the end, each with the number of seats."""

    def all(self) -> None:
        """Play with every number of seats, and complete the report."""
        begin = time.monotonic()
        report = self.report
        report.seats = self.game.seats
        report.invariants = invariants_of(self.game) is not None
        seconds = self.seconds * (1 - SIBLINGS_SHARE * bool(self.siblings))
        for number, seats in enumerate(self.game.seats):
            share = (number + 1) / len(self.game.seats)
            self.with_seats(seats, number, begin + share * seconds, begin + share * max(seconds, LEAST_SECONDS))
        if self.game.hidden and self.hides is False and not report.failures:
            sentence = "The game says hidden=True, but `redact` never hides anything."
            report.failures.append(Failure(HIDDEN, Mistake(sentence, str(self.folder / "rules.py"))))
        report.promises = (PLAYABLE, BEGINNER, *PROMISES, SCENES, *MATCH_PROMISES)
        broken = {failure.promise for failure in report.failures}
        report.unchecked = [
            (promise, seats)
            for seats in self.game.seats
            for promise in report.promises
            if (promise, seats) not in self.completed and promise not in broken
        ]
        self.leave_lines_to_siblings()
        report.lines, report.reached = len(self.lines.all), len(self.lines.reached)
        report.unreached = self.lines.unreached()
        report.warnings = self.ranges.at_their_limits()
        for seats in self.game.seats:
            if (PLAYABLE, seats) in report.unchecked:
                report.warnings.append(f"With {seats} seats, no game came to its end in time. Does every match end?")
        report.seconds = time.monotonic() - begin

    @cached_property
    def siblings(self) -> list[Game]:
        """The other games of the same folder."""
        return [each for each in games() if each.folder == self.game.folder and each.name != self.game.name]

    def leave_lines_to_siblings(self) -> None:
        """Forget the lines that only other games of the same folder reach: they are not this game's concern."""
        until = time.monotonic() + SIBLINGS_SHARE * self.seconds
        for seed, sibling in enumerate(self.siblings * SIBLING_GAMES):
            if time.monotonic() > until or not self.lines.unreached():
                return
            theirs = RuleLines(sibling)
            with theirs.watched():
                for _ in random_game(sibling, sibling.seats[0], seed, "interpreted"):
                    if time.monotonic() > until:
                        break
            self.lines.leave_out(theirs.reached)

    def with_seats(self, seats: int, number: int, until: float, end: float) -> None:
        """Play with that number of seats until that time, or until nothing new turns up.

        The first game and its checks have time until the end, which may be later.
        """
        self.guarded(BEGINNER, seats, lambda: the_right_seat_begins(self.game, seats))
        explorer = Explorer(self.game, seats, self.seed, self.lines, self.ranges)
        begin, checked = time.monotonic(), 0.0
        # Where games are long, those that go on where others were cut short reach more than a few whole ones.
        longest = max((until - begin) / GAMES_AT_LEAST, SHORTEST_CUT)
        while explorer.idle < IDLE_GAMES:
            now = time.monotonic()
            if now >= until and explorer.games:
                break
            part = min(1.0, (now - begin) / max(until - begin, SHORTEST_CUT))
            self.on_progress(f"{seats} seats, {explorer.games:,} games", (number + part) / len(self.game.seats))
            cut = min(now + longest, until) if explorer.games else now + FIRST_GAME * (end - now)
            try:
                played, is_new = explorer.play(cut, end)
            except TimeIsUp:
                break
            except Exception as error:  # noqa: BLE001 - whatever the author's code raises
                self.add(PLAYABLE, seats, error, explorer.last)
                break
            began_checking = time.monotonic()
            if checked <= (began_checking - begin) * MOST_CHECKING:
                if played.last.over and (is_new or explorer.games % ONE_IN == 0):
                    self.completed.add((PLAYABLE, seats))
                    self.check_played(played)
                if explorer.games in (1, 4, 16) or explorer.games % 100 == 0:
                    self.check_matches(seats, self.seed + explorer.games, end)
                checked += time.monotonic() - began_checking
        self.report.games += explorer.games
        self.report.actions += explorer.actions

    def check_played(self, played: RandomGame) -> None:
        every = 1 + len(played.moments) // POSITIONS
        for promise, check in {**PROMISES, SCENES: scenes_show_what_can_be_done}.items():
            self.guarded(promise, played.seats, partial(check, played, every), played)
        if self.game.hidden and not self.hides:
            with suppress(TimeIsUp):
                self.hides = any(redacts(played, moment.after) for _, moment in played.steps(every))

    def check_matches(self, seats: int, seed: int, end: float) -> None:
        for promise, check in MATCH_PROMISES.items():
            self.guarded(promise, seats, partial(check, self.game, seats, seed, until=end))

    def guarded(self, promise: str, seats: int, check: Callable[[], None], played: RandomGame | None = None) -> None:
        """Carry out a check, unless one like it has failed: one example of each mistake is enough."""
        if any(failure.promise == promise for failure in self.report.failures):
            return
        try:
            check()
            self.completed.add((promise, seats))
        except TimeIsUp:
            return
        except Exception as error:  # noqa: BLE001 - whatever the author's code raises
            self.add(promise, seats, error, played)

    def add(self, promise: str, seats: int, error: Exception, played: RandomGame | None) -> None:
        mistake = mistake_of(error, self.folder, self.game.rules.MOST_ACTIONS)
        position, action = self.place_in(played)
        failure = Failure(promise, mistake, seats, position, action)
        if all(known.mistake != mistake for known in self.report.failures):
            self.report.failures.append(failure)

    def place_in(self, played: RandomGame | None) -> tuple[str, str]:
        """Return the position and the action that were being looked at, as far as the game's words can say it."""
        if played is None:
            return "", ""
        number = min(max(played.at, 1), len(played.moments))
        state = played.moments[number - 1].before if number else played.first
        action = ""
        try:
            if number:
                action = self.game.words.action_text(state, played.moments[number - 1].code)
            return self.game.words.position_text(state), action
        except Exception:  # noqa: BLE001 - the words may be what is broken
            return "", action
