"""How a search expects a match to go on, in the sentences of the game."""

from collections.abc import Iterable

from tilora.ai.review.review_report import ExpectedStep
from tilora.kernel import View, chance_of
from tilora.kernel.compiled.engine import engine_of


def expected_line(view: View, line: Iterable[int | str]) -> list[ExpectedStep]:
    """Return the actions of a line, given by codes or texts, one by one. It ends where chance or secrets decide.

    The line begins in what the seat to act can know, and depends on nothing else.
    """
    engine, words = engine_of(view.game.rules), view.game.words
    state, steps = view.imagine(0), list[ExpectedStep]()
    for action in line:
        here = View(view.game, int(state.turn), state, ())
        known = dict(zip(here.codes(), here.texts(), strict=True))
        code = next((code for code, text in known.items() if action in (code, text)), None)
        if code is None:
            break
        turn = int(state.turns) - int(view.state.turns)
        steps.append(
            ExpectedStep(seat=here.seat, action=known[code], sentence=words.action_words(state, code), turn=turn)
        )
        chance = chance_of(0, 0)
        state = engine.play(state, code, chance)
        if chance.draws or state.over or (view.game.hidden and state.turn != view.seat):
            break
    return steps
