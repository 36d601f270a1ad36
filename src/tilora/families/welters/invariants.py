"""What stays true in Welters."""

from tilora.families.welters import rules
from tilora.families.welters.rules import COLOURS, HAND, NOBODY, NONE, SCORE, SEATS, TOLERANCE, VALUES
from tilora.kernel import State
from tilora.kernel.toolkit import check_heaps, check_ranks


def check(before: State | None, after: State) -> None:
    """Cards and tiles are conserved, hands are as full as they can be, and scores follow from the owners."""
    assert after.seats == SEATS
    check_map(after)
    check_cards(after)
    assert after.over == (after.hand_size.sum() == 0)
    assert after.over or after.hand_size[after.turn] > 0
    if after.over:
        assert after.reason == 1
        check_ranks(after, after.score)
    if before is not None:
        check_step(before, after)


def check_map(state: State) -> None:
    for grade in range(rules.GRADES):
        assert (state.grade == grade).sum() <= rules.TILES_OF_GRADE[grade]
    assert (state.grade >= 0).all()
    assert (state.value >= 0).all()
    assert (state.value < VALUES).all()
    assert set(state.owner.tolist()) <= {NOBODY, 1, 2}
    for seat in range(SEATS):
        assert state.score[seat] == SCORE[state.grade[state.owner == 1 + seat]].sum()


def check_cards(state: State) -> None:
    check_heaps(state, rules.CARDS_OF_KIND, "deck", "hand", "spent")
    sizes = tuple(state.hand_size.tolist())
    if state.deck_size > 0:
        assert sizes == ((HAND, HAND) if state.spent.any() else (5, HAND))
    assert max(sizes) <= HAND
    for colour in range(COLOURS):
        if state.chosen[colour] != NONE:
            assert state.hand[state.turn, colour * VALUES + state.chosen[colour] - 1] > 0


def check_step(before: State, after: State) -> None:
    """A step either chooses one card more, or spends cards and changes at most one tile."""
    assert (after.grade == before.grade).all()
    assert (after.value == before.value).all()
    if after.turns == before.turns:
        draft = before.copy()
        draft.chosen[:] = after.chosen
        assert draft.tobytes() == after.tobytes(), "choosing changed more than what is chosen"
        assert (before.chosen != after.chosen).sum() == 1
        return
    spent = (after.spent - before.spent).astype(int)
    assert (spent >= 0).all()
    assert 1 <= spent.sum() <= COLOURS
    assert max(spent.reshape(COLOURS, VALUES).sum(axis=1)) == 1
    assert not after.chosen.any()
    assert after.hand_size[1 - before.turn] == before.hand_size[1 - before.turn]
    assert after.spent.sum() + after.hand_size.sum() + after.deck_size == rules.CARDS
    check_last(before, after)


def check_last(before: State, after: State) -> None:
    """What the state remembers of the cast agrees with itself and with the tile that changed hands."""
    assert after.last_seat == 1 + before.turn
    changed = (after.owner != before.owner).nonzero()[0].tolist()
    if after.last_target == NONE:
        assert (before.owner == 1 + before.turn).all()
        assert not changed
        assert not after.last_captured
        return
    tile = int(after.last_target) - 1
    assert before.owner[tile] != 1 + before.turn
    assert changed == ([tile] if after.last_captured else [])
    dice = 0 if after.last_error == 0 else 1 if before.owner[tile] == NOBODY else 2
    assert [1 <= roll <= 12 for roll in after.last_rolls] == [die < dice for die in range(2)]
    result = int(after.last_error) + int(after.last_rolls.sum()) - int(after.last_help)
    exact = after.last_error == 0
    assert bool(after.last_captured) == bool(exact or result <= TOLERANCE[after.grade[tile]])
