"""Finding puzzles in a match between levels: a quick look, an examination, a deeper one with other seeds, and `master`.

Everything is judged by what the seat to act can know. The same game, network, settings and seed find the same puzzles.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import msgspec

from tilora.ai.players import levels
from tilora.ai.puzzles.puzzle import Puzzle, PuzzleOption, id_of
from tilora.ai.puzzles.puzzle_themes import themes_of
from tilora.ai.review.decisions import Examiner, ValuedAction, error_between, seed_of
from tilora.ai.review.grades import calibration_of, doubt_of
from tilora.ai.review.position_values import PositionValues
from tilora.ai.review.reason_words import certain_words
from tilora.ai.review.reasons import Reasons
from tilora.ai.review.settings import ReviewSettings
from tilora.ai.search.think import Answer, Budget, think
from tilora.kernel import Game, Match, State, View, chance_of
from tilora.kernel.compiled.engine import engine_of
from tilora.kernel.contract.state import content

FEWEST_ACTIONS = 4
"""With fewer to choose from, there is little to find out."""
MOST_ACTIONS = 2000
QUICK = 0.5
"""How much of the wanted margin a first look must show."""
BEYOND = 2.0
"""The margin is at least this many times its doubt."""
OFTEN, USUALLY = 4, 3
"""Of five tries: how many are reliable, and how many are most."""
TRIES = 5
EASY_LEVEL = 2
EASY_MATCHES = 2
"""What level 2 usually finds is looked for in one of this many matches only."""
CROWDED_MATCHES = 4
"""One of this many matches may have another number of seats than usual."""
MOST_PER_MATCH = 4
MOST_SOLUTIONS = 3
LONGEST_LINE = 6
WHYS = 3
"""How many wrong actions are explained."""
PATIENT_MASTER = replace(levels.MASTER, share=4 * levels.MASTER.share)
"""`master` with four times its time."""


LOOK = ReviewSettings(candidates=6)
DEEPER = replace(LOOK, share=4 * LOOK.share)


@dataclass(frozen=True)
class PuzzleSettings:
    """How much is computed. The same settings find the same puzzles."""

    look: ReviewSettings = LOOK
    deeper: ReviewSettings = DEEPER
    masters: tuple[levels.Level, ...] = (levels.MASTER, levels.MASTER, PATIENT_MASTER)
    """All have to find the solution, each with a seed of its own."""
    rollouts: int = 96

    def __str__(self) -> str:
        shares = " ".join(f"{master.share:g}" for master in self.masters)
        return f"looks with {self.look}; confirmed with {self.deeper}; master with {shares} times level 8"


@dataclass(frozen=True)
class _Place:
    """A position of a match."""

    turn: int
    played: int
    """How many actions led to it."""
    position: str


@dataclass(frozen=True)
class _Margin:
    """What the examination of a position found."""

    options: list[ValuedAction]
    """The best first."""
    solutions: list[int]
    others: list[ValuedAction]
    """The other actions, the best first."""
    margin: float
    doubt: float


class PuzzleFinder:
    """Finds puzzles of one game."""

    def __init__(self, game: Game, settings: PuzzleSettings | None = None) -> None:
        levels.prepare(game, wait=None)
        if not engine_of(game.rules).compiled:
            engine_of(game.rules).compile()
        self._game, self._settings = game, settings or PuzzleSettings()
        self._engine = engine_of(game.rules)
        self._calibration = calibration_of(game)
        self._wanted = self._calibration.thresholds[1]
        values = PositionValues(game)
        self._examiner = Examiner(game, values, self._settings.look)
        self._deeper = Examiner(game, values, self._settings.deeper)
        self._reasons = Reasons(game, self._settings.rollouts)

    def in_match(self, seed: int) -> list[Puzzle]:
        """Return the puzzles in the match of that seed, in no particular order."""
        dice = random.Random(seed)  # noqa: S311 - no secret depends on it
        crowded = seed % CROWDED_MATCHES == CROWDED_MATCHES - 1
        seats = dice.choice(self._game.seats) if crowded else self._game.seats[0]
        players = [dice.randint(1, len(levels.LEVELS)) for _ in range(seats)]
        positions = list(self._positions(seed, seats, players))
        dice.shuffle(positions)
        found: list[Puzzle] = []
        turns: set[int] = set()
        for place in positions:
            if place.turn in turns:
                continue
            puzzle = self.puzzle_in(place.position, easy=seed % EASY_MATCHES == 0)
            if puzzle is not None:
                found.append(msgspec.structs.replace(puzzle, seed=seed, action=place.played, players=players))
                turns.add(place.turn)
                if len(found) == MOST_PER_MATCH:
                    break
        return found

    def warm_up(self) -> None:
        """Compile everything that is needed, by using it once."""
        view = Match(self._game, seed=0).view()
        view = Match(self._game, seed=0).view(view.turn)
        codes = view.codes()
        self._deeper.examine_all(view, codes[:1])
        self._reasons.compare(view, codes[0], codes[-1], 0)

    def _positions(self, seed: int, seats: int, players: Sequence[int]) -> Iterator[_Place]:
        """Play the match, and yield positions that look like puzzles."""
        match = Match(self._game, seats=seats, seed=seed)
        while not match.over and match.played < MOST_ACTIONS:
            view = match.view(match.turn)
            if len(view.codes()) >= FEWEST_ACTIONS and self._looks_clear(view):
                yield _Place(match.turns, match.played, match.position)
            level = players[match.turn]
            match.play(levels.choose(view, level, seed=seed * 1000 + match.played, wait=True))

    def _looks_clear(self, view: View) -> bool:
        """Return whether a small search prefers one action by far."""
        simulations = max(1, self._settings.look.simulations(self._game) // 2)
        answer = think(view, Budget(simulations), seed=seed_of(view) + 1)
        best, *others = answer.alternatives
        same = self._same_as(view, best.code, answer)
        values = [other.value for other in others if other.code not in same]
        return bool(values) and best.value - max(values) >= QUICK * self._wanted

    def puzzle_in(self, position: str, *, easy: bool = True) -> Puzzle | None:
        """Return the puzzle that a position is; None if no action is clearly the best.

        With `easy` False, nor if level 2 usually finds it.
        """
        match = Match(self._game, position=position, seed=0)
        view, seed = match.view(match.turn), seed_of(match.view(match.turn))
        first = self._margin(view, self._examiner, [], seed)
        if first is None:
            return None
        texts = [self._game.words.action_text(view.state, code) for code in first.solutions]
        low, high = (range(1, 5), range(5, len(levels.LEVELS) + 1))
        answers = {number: self._answers(view, number, seed) for number in low}
        if not easy and _hits(answers[EASY_LEVEL], texts) >= USUALLY:
            return None
        tempting = self._tempting(view, answers, texts)
        second = self._margin(view, self._deeper, [*first.solutions, *tempting], seed + 2)
        if second is None or second.options[0].code not in first.solutions:
            return None
        for number, master in enumerate(self._settings.masters):
            if levels.choose(view, master, seed=seed + 10 + number, wait=True) not in texts:
                return None
        answers |= {number: self._answers(view, number, seed) for number in high}
        found = [_hits(answers[number], texts) for number in sorted(answers)]
        return self._puzzle(match, view, second, texts, found, tempting)

    def _margin(self, view: View, examiner: Examiner, actions: list[int], seed: int) -> _Margin | None:
        """Return the solutions and the others, if the distance between them is large enough and beyond doubt."""
        codes = actions or view.codes()[:1]
        # The request only decides which actions are compared: the largest comparison has them all.
        examined = examiner.examine_all(view, codes, seed=seed)
        options = {option.code: option for each in examined.values() for option in each.options}
        ranked = sorted(options.values(), key=lambda option: (-option.worth.results[view.seat], option.code))
        best = ranked[0]
        solutions = self._same_as(view, best.code, next(iter(examined.values())).answer)
        others = [option for option in ranked if option.code not in solutions]
        if not others or len(solutions) > MOST_SOLUTIONS:
            return None
        margin = float(best.worth.results[view.seat] - others[0].worth.results[view.seat])
        doubt = doubt_of(error_between(best, others[0], view.seat), self._calibration.doubt)
        if margin < max(self._wanted, BEYOND * doubt):
            return None
        return _Margin(ranked, solutions, others, margin, doubt)

    def _same_as(self, view: View, code: int, answer: Answer) -> list[int]:
        """Return the actions that are equivalent to this one, which comes first.

        They lead to the same position at once; or they belong to the same turn, and their order makes no difference.
        """
        state = self._engine.imagine(view.state, view.seat, chance_of(0, 0)) if self._game.hidden else view.state
        mine = self._after(state, code)
        if mine is None:
            return [code]
        codes = dict(zip(view.texts(), view.codes(), strict=True))
        turn = {codes.get(text, code) for text in answer.line} if answer.alternatives[0].code == code else set()
        return [
            code,
            *(
                other
                for other in view.codes()
                if other != code and self._comes_to_the_same(state, code, mine, other, same_turn=other in turn)
            ),
        ]

    def _comes_to_the_same(self, state: State, code: int, mine: State, other: int, *, same_turn: bool) -> bool:
        theirs = self._after(state, other)
        if theirs is None:
            return False
        if content(mine) == content(theirs):
            return True
        if not same_turn or any(after.over or after.turns != state.turns for after in (mine, theirs)):
            return False
        if other not in self._engine.legal(mine) or code not in self._engine.legal(theirs):
            return False
        one, two = self._after(mine, other), self._after(theirs, code)
        return one is not None and two is not None and content(one) == content(two)

    def _after(self, state: State, code: int) -> State | None:
        """Return the position after an action; None if chance has a part in it."""
        chance = chance_of(0, 1)
        after = self._engine.play(state, code, chance)
        return None if chance.draws else after

    def _answers(self, view: View, level: int, seed: int) -> list[str]:
        return [levels.choose(view, level, seed=seed + 100 * level + number, wait=True) for number in range(TRIES)]

    def _tempting(self, view: View, answers: dict[int, list[str]], solutions: list[str]) -> list[int]:
        """Return the codes of what weak levels played instead of the solution, the most frequent first."""
        texts = dict(zip(view.texts(), view.codes(), strict=True))
        wrong = [text for each in answers.values() for text in each if text not in solutions]
        return [texts[text] for text in sorted(set(wrong), key=lambda text: (-wrong.count(text), text))]

    def _puzzle(
        self, match: Match, view: View, deep: _Margin, texts: list[str], found: list[int], tempting: list[int]
    ) -> Puzzle:
        best, seat, seed = deep.options[0], view.seat, seed_of(view)
        explained = list(dict.fromkeys([deep.others[0].code, *tempting]))[:WHYS]
        reasons = {code: self._reasons.compare(view, best.code, code, seed) for code in explained}
        certain = {option.code: certain_words(best, option, seat) for option in deep.others}
        options = [
            PuzzleOption(
                action=self._game.words.action_text(view.state, option.code),
                value=round(float(option.worth.results[seat]), 4),
                points=round(float(option.worth.points[seat]), 2),
                why=certain.get(option.code) or (reasons[option.code].words if option.code in reasons else ""),
            )
            for option in deep.options
        ]
        line = think(view, Budget(self._settings.deeper.simulations(self._game)), seed=seed + 3)
        themes = themes_of(
            list(reasons.values()), seat, *(float(each.worth.results[seat]) for each in (best, deep.others[0]))
        )
        return Puzzle(
            id=id_of(view),
            position=match.position,
            seat=seat,
            solutions=[options[0].action, *(text for text in texts if text != options[0].action)],
            level=reliable_level(found),
            found=found,
            tries=TRIES,
            themes=themes,
            options=options,
            doubt=round(deep.doubt, 4),
            line=list(line.line[:LONGEST_LINE]) if line.action in texts else [],
        )


def _hits(answers: list[str], solutions: list[str]) -> int:
    return sum(answer in solutions for answer in answers)


def reliable_level(found: Sequence[int]) -> int:
    """Return the lowest level from which all levels found it in most tries; one more than there are if none did."""
    level = len(found) + 1
    while level > 1 and found[level - 2] >= OFTEN:
        level -= 1
    return level
