"""The board of Lanterns: the way with its lanterns, and the dice."""

from tilora.kernel import PlainState, seat_name
from tilora.scene.boards import Board, Dice, Die, Grid, Token, track


def board(state: PlainState) -> Board:
    on: dict[str, tuple[Token, ...]] = {}
    for seat in range(state.seats):
        lit = state.lantern[seat]
        walked = state.walked if seat == state.turn else 0
        if lit:
            label = f"lantern of {seat_name(seat)}"
            on[str(lit)] = (*on.get(str(lit), ()), Token(f"lantern-{seat}", seat, label=label))
        if walked:
            label = f"{seat_name(seat)}, in the dark"
            on[str(lit + walked)] = (
                *on.get(str(lit + walked), ()),
                Token(f"walker-{seat}", seat, label=label, faded=True),
            )
    dice = tuple(
        Die(f"die-{index}", number, throws=state.throws) if number else Die(f"die-{index}", 6, faded=True)
        for index, number in enumerate(state.dice)
    )
    at_gate = state.lantern[state.turn] + state.walked == state.way
    return Board(
        (Grid(track(state.way), on, label="The way"), Dice(dice)),
        task="You are at the gate: light your lantern."
        if at_gate
        else "Roll one, two or three dice, or light a lantern.",
        won=tuple(f"lantern-{seat}" for seat in range(state.seats) if state.lantern[seat] == state.way),
    )
