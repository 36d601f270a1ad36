"""What stays true in Pebbles."""

from tilora.kernel import State


def check(before: State | None, after: State) -> None:
    for colour in (0, 1):
        count = after.bowl[colour] + after.hand[:, colour].sum() + after.bank[:, colour].sum()
        assert count == after.of_colour
    assert after.bowl.sum() == after.bowl_size
    assert (after.hand.sum(axis=1) == after.hand_size).all()
    assert (after.bank.sum(axis=1) == after.bank_size).all()
    if before is not None:
        assert after.bowl_size <= before.bowl_size
