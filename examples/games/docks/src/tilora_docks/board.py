"""The board of Docks: the docks, and the hands. Of what others hold, only the backs can be seen."""

from tilora.kernel import PlainState
from tilora.scene.boards import Board, Card, Cell, Grid, Hand


def cards(state: PlainState, seat: int) -> tuple[Card, ...]:
    held = [(number, copy) for number, count in enumerate(state.hand[seat], 1) for copy in range(count)]
    if not held:
        return tuple(Card(f"back-{seat}-{n}", hidden=True) for n in range(state.hand_size[seat]))
    return tuple(Card(f"{number}-{copy}-of-{seat}", str(number), name=str(number)) for number, copy in held)


def board(state: PlainState) -> Board:
    places = tuple(Cell(name, 1.2 * x, 0, text=name) for x, name in enumerate("abc"))
    tops = {name: Card(f"top-{name}", str(top)) for name, top in zip("abc", state.top, strict=True) if top}
    hands = (Hand(seat, cards(state, seat), room=4) for seat in range(state.seats))
    return Board((Grid(places, tops, names=False), *hands), task="Lay a card on a dock.")
