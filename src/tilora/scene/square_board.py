"""A board of squares in a scene, seen from either side: where its squares lie, and their names along its edges.

Squares are numbered as in `tilora.kernel.toolkit.squares`. Whoever sits behind the last rank sees the board turned
round.
"""

from typing import NamedTuple

from tilora.kernel.toolkit.squares import file_letter
from tilora.scene.vocabulary import Text

NAME_SIZE = 0.26


class SquareBoard(NamedTuple):
    """The measures of a board with a frame around its squares. A square is one unit wide."""

    files: int
    ranks: int
    frame: float
    """How wide the frame is."""

    @property
    def w(self) -> float:
        return self.files + 2 * self.frame

    @property
    def h(self) -> float:
        return self.ranks + 2 * self.frame

    def place(self, square: int, turned: bool) -> tuple[float, float]:
        """Return the top left corner of a square."""
        rank, file = divmod(square, self.files)
        column, row = (self.files - 1 - file, rank) if turned else (file, self.ranks - 1 - rank)
        return self.frame + column, self.frame + row

    def names(self, turned: bool) -> tuple[Text, ...]:
        """Return the letters of the files along the viewer's edge, and the numbers of the ranks on the left."""
        texts = []
        for number in range(max(self.files, self.ranks)):
            if number < self.files:
                x, _ = self.place(number, turned)
                texts.append(Text(x=x + 0.5, y=self.h - self.frame / 2, text=file_letter(number), size=NAME_SIZE))
            if number < self.ranks:
                _, y = self.place(number * self.files, turned)
                texts.append(Text(x=self.frame / 2, y=y + 0.5, text=str(number + 1), size=NAME_SIZE))
        return tuple(texts)
