"""RowsAndCols: bricks of six colours and shapes, laid in lines. Imports the kernel and scenes, never another family."""

from tilora.kernel import Game

ROWS_AND_COLS = Game(
    name="rows-and-cols",
    title="RowsAndCols",
    summary="Lay bricks in lines that share a colour or a shape, and score every line you touch.",
    version=1,
    seats=(2, 3, 4, 5, 6),
    folder="tilora.families.rows",
    hidden=True,
    learning=1,
    draws_beginner=True,
    score_times_seats=True,
)
