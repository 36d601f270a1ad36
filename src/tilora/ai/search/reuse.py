"""Reusing the last search: what a seat found out when it last searched in a match, for its next search.

A search that is given the last one continues in its tree, unless something has happened since that the tree did not
foresee exactly, such as chance or a hidden action. So it helps within a turn of several actions, and from turn to turn
in games where everything is open. Otherwise it starts from scratch, like a search without it. Levels never reuse a
search: programs that play a whole match in one process can, with `think`.
"""

from typing import Any

from tilora.ai.search import tree
from tilora.kernel import TiloraError, chance_of
from tilora.kernel.compiled.engine import engine_of
from tilora.kernel.match.view import View

Steps = list[tuple[int, int]]
"""Seat and action, without forced actions."""


class LastSearch:
    """What one seat's last search in a match found. The same searches in the same order give the same answers."""

    def __init__(self) -> None:
        self._view: View | None = None
        self._trees: list[tree.Memory] = []
        self._table: Any = None

    def keep(self, view: View, trees: list[tree.Memory]) -> None:
        """Keep the trees that grew from a view, and no older ones."""
        self._view, self._trees = view, trees

    def keep_table(self, view: View, table: Any) -> None:
        """Keep the table of positions that were looked at from a view, and no older one."""
        self._view, self._table = view, table

    def table(self, view: View) -> Any:
        """Return the table of the last search in this game; None if there is none."""
        return self._table if self._view and self._view.game is view.game else None

    def roots(self, view: View) -> list[tuple[tree.Memory, int]]:
        """Return each tree with the node that stands for the view; none if what happened was not foreseen."""
        steps = self._steps_to(view)
        if steps is None:
            return []
        found = []
        for old in self._trees:
            node = 0
            for actor, code in steps:
                node = tree.find(node, code, actor, old)
                if node == 0:
                    return []
            found.append((old, node))
        return found

    def _steps_to(self, view: View) -> Steps | None:
        """Return what happened since the last search, if that leads to this view and to no other."""
        old = self._view
        if old is None or old.game is not view.game or old.seat != view.seat:
            return None
        known = len(old.history)
        if view.history[:known] != old.history:
            return None
        engine, words = engine_of(view.game.rules), view.game.words
        state = old.imagine(0)  # rules play whole positions only
        steps: Steps = []
        for step in view.history[known:]:
            try:
                code = words.parse_action(state, step.text)
            except TiloraError:  # words for what is hidden
                return None
            legal = engine.legal(state)
            if code not in legal:
                return None
            if len(legal) > 1:
                steps.append((int(state.turn), code))
            chance = chance_of(0, 0)
            state = engine.play(state, code, chance)
            if chance.draws:
                return None
        return steps if engine.redact(state, view.seat).tobytes() == view.state.tobytes() else None
