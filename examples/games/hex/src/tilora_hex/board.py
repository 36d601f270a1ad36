"""The board of Hex."""

from tilora.kernel import PlainState, seat_name
from tilora.scene.boards import Board, Grid, Rim, Token, hexes
from tilora_hex.rules import EMPTY


def board(state: PlainState) -> Board:
    side, cells = state.side, hexes(state.side, state.side)
    names = [cell.id for cell in cells]
    owners = [owner for row in state.cell[:side] for owner in row[:side]]
    won = [cell for row in state.won[:side] for cell in row[:side]]
    stones = {
        name: Token(f"stone-{name}", owner - 1, label=f"stone of {seat_name(owner - 1)}")
        for name, owner in zip(names, owners, strict=True)
        if owner != EMPTY
    }
    rims = (Rim(0, names[:side]), Rim(0, names[-side:]), Rim(1, names[::side]), Rim(1, names[side - 1 :: side]))
    return Board(
        (Grid(cells, stones, shape="hex", rims=rims),),
        task="Place a stone: connect your two sides.",
        won=tuple(f"stone-{name}" for name, part in zip(names, won, strict=True) if part),
    )
