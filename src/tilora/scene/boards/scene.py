"""The scene of a game that describes its board: what can be clicked, what happened, and what would happen."""

from collections.abc import Sequence
from types import ModuleType

from tilora.kernel import Game, State, Step, TiloraError, View, chance_of, plain_of
from tilora.kernel.compiled.engine import engine_of
from tilora.kernel.toolkit import signed
from tilora.scene.boards.description import Board, clickable, paths_of, placed_things
from tilora.scene.boards.layout import areas_of
from tilora.scene.plain import button_for, plain_beats
from tilora.scene.vocabulary import (
    Area,
    Beat,
    Button,
    Choice,
    Ending,
    Explanation,
    Ghost,
    Piece,
    Preview,
    Scene,
    Task,
    Won,
)


class BoardScenes:
    """The scenes of one game, made from its `board.py`. See `tilora.scene.contract`."""

    POINT_SOURCES = ("points",)

    def __init__(self, game: Game, module: ModuleType) -> None:
        self._game = game
        self._module = module

    def board(self, state: State) -> Board:
        """Return the board at a position."""
        found: Board = self._module.board(plain_of(state))
        return found

    def scene(self, view: View) -> Scene:
        board = self.board(view.state)
        ids = clickable(board)
        buttons: list[Button] = []
        choices: list[Choice] = []
        for action in view.actions():
            paths = paths_of(board, action.text, view.seat)
            if not paths or not ids.issuperset(paths[0]):
                buttons.append(button_for(action))
                paths = [(*(each for path in paths for each in path if each in ids), buttons[-1].id)]
            choices += (Choice(action=action.text, words=action.sentence, path=path) for path in paths)
        return Scene(
            areas=areas_of(board),
            buttons=tuple(buttons),
            choices=tuple(choices),
            tasks=(Task(words=board.task),) if board.task and not view.over else (),
        )

    def ending(self, view: View, winners: Sequence[int]) -> Ending:
        """Light what the board says has won; without that, because somebody gave up, the winners' own things."""
        board = self.board(view.state)
        owners = {name: getattr(thing, "seat", None) for name, (thing, _) in placed_things(board).items()}
        ids: dict[int, list[str]] = {seat: [] for seat in winners}
        for name in board.won or owners:
            owner = owners.get(name)
            if owner in ids:
                ids[owner].append(name)
            elif board.won and owner is None:
                ids[winners[0]].append(name)
        return Ending(won=tuple(Won(seat=seat, ids=tuple(found)) for seat, found in ids.items()), flourish="glaze")

    def why(self, view: View, path: Sequence[str]) -> str:
        """Return why the action that one would choose by these clicks is not legal, if there is such an action."""
        board, words = self.board(view.state), self._game.words
        placed = placed_things(board)
        called = {name: thing.name or name for name, (thing, _) in placed.items()}
        lies_on = {name: place for name, (_, place) in placed.items()}
        for names in (called, lies_on):
            text = " ".join(names.get(each, each) for each in path)
            try:
                action = words.parse_action(view.state, text)
            except TiloraError:
                continue
            if action not in view.codes():
                return words.why_not(view.state, action)
        return ""

    def explain(self, view: View, path: Sequence[str]) -> Explanation | None:
        return None

    def preview(self, view: View, action: int) -> Preview | None:
        """Return what differs once the action is played; None if chance or something hidden has a part in it."""
        if self._game.hidden:
            return None
        chance = chance_of(0, 0)
        after = engine_of(self._game.rules).play(view.state, action, chance)
        if chance.draws:
            return None
        then = _pieces(areas_of(self.board(view.state)))
        now = _pieces(areas_of(self.board(after)))
        earned = int(after.score[view.seat]) - int(view.state.score[view.seat])
        return Preview(
            ghosts=tuple(
                Ghost(area=area, piece=piece) for name, (area, piece) in now.items() if then.get(name) != (area, piece)
            ),
            gone=tuple(name for name, place in then.items() if now.get(name) != place),
            points=(signed(earned),) if earned else (),
        )

    def beats(self, before: State, action: int, after: State, seat: int) -> list[Beat]:
        then, now = self.board(before), self.board(after)
        placed = placed_things(then)
        changed = tuple(name for name, place in placed_things(now).items() if placed.get(name) != place)
        step = Step.between(self._game.words, before, action, after, secret=False)
        there = clickable(now)
        clicked = paths_of(then, self._game.words.action_text(before, action), int(before.turn))
        still = tuple(each for each in (clicked[0] if clicked else ()) if each in there)
        first = Beat(words=step.sentence, ids=changed or still)
        return [first, *plain_beats(step.sentence, before, after)[1:]]


def _pieces(areas: Sequence[Area]) -> dict[str, tuple[str, Piece]]:
    return {piece.id: (area.id, piece) for area in areas for piece in area.pieces}
