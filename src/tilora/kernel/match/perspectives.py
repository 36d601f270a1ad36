"""What each viewer may know of a match: its positions, and its steps with their words."""

from collections.abc import Iterator

from tilora.kernel.compiled.engine import Engine
from tilora.kernel.contract.game import Game
from tilora.kernel.contract.state import State
from tilora.kernel.match.fast_state import fast_state, is_large, record_of, views_of
from tilora.kernel.match.history import History, StepWriter
from tilora.kernel.match.timeline import Timeline


class Perspectives:
    """The match as seen by its seats and spectators, kept up to date as it goes on.

    A viewer is a seat, `SPECTATOR`, or None for the whole truth. All positions are fast states.
    """

    def __init__(self, game: Game, engine: Engine, timeline: Timeline) -> None:
        self._hidden = game.hidden
        self._engine = engine
        self._timeline = timeline
        self._keeps_views = not is_large(game.rules.STATE)  # as long as the position itself
        self._writer = StepWriter(game.words)
        self._histories: dict[int | None, History] = {}

    def redact(self, now: State, who: int | None) -> State:
        """Return a position as somebody may know it, or the whole truth for None. Both are fast states."""
        if who is None or not self._hidden:
            return now
        if not self._keeps_views:
            return fast_state(self._engine.redact(record_of(now), who))
        views = views_of(now)
        if who not in views:
            views[who] = fast_state(self._engine.redact(record_of(now), who))
        return views[who]

    def visible_steps(self, who: int | None) -> int:
        """Return how many steps somebody may see: all but the drafts of others."""
        timeline = self._timeline
        now = timeline.now
        return len(timeline.codes) if who is None or who == now.turn or now.over else timeline.draft_begins

    def shown_to(self, who: int | None) -> tuple[History, int, State]:
        """Return a history, how many of its steps somebody may see, and the position that they led to.

        The position is a fast state.
        """
        visible = self.visible_steps(who)
        if self._hidden:
            history = self._history(who, visible)
            return history, visible, history.view
        # Everybody may know the same, except for drafts: one history serves all.
        history = self._history(None, len(self._timeline.codes))
        return history, visible, history.view if visible == len(history.steps) else self._timeline.at(visible)

    def _history(self, who: int | None, visible: int) -> History:
        """Return the history of the first `visible` steps, as somebody may know them."""
        timeline, history = self._timeline, self._histories.get(who)
        if history is None:
            history = self._histories[who] = History(who, self.redact(timeline.first, who))
        if len(history.steps) < visible:
            for code, after in timeline.between(len(history.steps), visible):
                history.add(code, self.redact(after, who), self._writer)
            history.settle(timeline.draft_begins)
            played = len(timeline.codes)
            if all(len(known.steps) == played for known in self._histories.values()):
                self._writer.forget()
        return history

    def current(self, seat: int) -> State:
        """Return the current position as the seat to act may know it."""
        history, timeline = self._histories.get(seat), self._timeline
        is_current = history is not None and len(history.steps) == len(timeline.codes)
        return history.view if history is not None and is_current else self.redact(timeline.now, seat)

    def passages(self, who: int, since: int) -> Iterator[tuple[State, int, State]]:
        """Yield the steps that a viewer may see from number `since` on: the position before, the action, and after."""
        timeline, history = self._timeline, self._histories.get(who)
        before = self.redact(timeline.at(since), who)
        for number, (code, now) in enumerate(timeline.between(since, self.visible_steps(who)), since + 1):
            is_last = history is not None and number == len(history.steps)
            after = history.view if history is not None and is_last else self.redact(now, who)
            yield before, code, after
            before = after

    def rewind(self, actions: int) -> None:
        """Go back to the position after this many actions, as the timeline has already."""
        self._histories = {who: history for who, history in self._histories.items() if history.rewind(actions)}
