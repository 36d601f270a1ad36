"""Areas made of sections, moves of pieces that are only counted, and boards of squares."""

from tilora.scene import Ghost, Move, Piece, Spot, Text
from tilora.scene.area_sections import AreaSection, area_of, around
from tilora.scene.moves import Change, ghosts_of, moves_between
from tilora.scene.square_board import SquareBoard


def tile(name: str, x: float = 0.0, y: float = 0.0, symbol: str = "tile-blue") -> Piece:
    return Piece(id=name, kind="tile", symbol=symbol, x=x, y=y)


def test_an_area_has_all_that_its_sections_have_in_their_order() -> None:
    spots = [Spot(id=f"spot-{n}", x=n, y=0) for n in range(3)]
    word = Text(x=0, y=0, text="2 in bag")
    sections = [
        AreaSection((spots[0],), (tile("a"),)),
        AreaSection(texts=(word,)),
        AreaSection((spots[1], spots[2]), (tile("b"),)),
    ]
    area = area_of(sections, id="middle", role="shared", label="Middle", w=3, h=1)
    assert (area.spots, area.texts) == (tuple(spots), (word,))
    assert [piece.id for piece in area.pieces] == ["a", "b"]
    assert (area.id, area.role, area.seat, area.label, area.w, area.h) == ("middle", "shared", None, "Middle", 3, 1)


def test_one_target_lies_under_several_pieces() -> None:
    assert around([tile("a", 1.5, 2.0), tile("b", 3.1, 1.0)]) == (1.5, 1.0, 2.6, 2.0)


def test_what_has_left_has_come_elsewhere_if_it_looks_alike() -> None:
    red = tile("mine-red", symbol="tile-red")
    before = [tile("mine-0"), tile("mine-1", 1.0), red]
    moves = moves_between(Change("middle", before, [red]), Change("board-0", [], [tile("line-0"), tile("line-1")]))
    assert moves == (Move(id="mine-0", becomes="line-0"), Move(id="mine-1", becomes="line-1"))


def test_what_has_come_nowhere_is_gone() -> None:
    moves = moves_between(Change("board-0", [tile("floor-0")], [tile("line-0", symbol="tile-red")]))
    assert moves == (Move(id="floor-0", becomes="gone-floor-0"),)


def test_a_piece_with_a_name_of_its_own_keeps_it() -> None:
    marker = tile("marker", symbol="marker")
    assert moves_between(Change("middle", [marker], []), Change("board-0", [], [marker])) == (Move(id="marker"),)


def test_only_a_piece_that_moves_on_until_the_next_scene_is_told_its_place() -> None:
    stays, goes_on = tile("line-0", 2.0), tile("line-1", 3.0, 4.0)
    before = [tile("mine-0"), tile("mine-1")]
    moves = moves_between(Change("middle", before, [], []), Change("board-0", [], [stays, goes_on], [stays]))
    assert moves == (
        Move(id="mine-0", becomes="line-0"),
        Move(id="mine-1", becomes="line-1", area="board-0", x=3.0, y=4.0),
    )


def test_what_comes_is_seen_as_a_ghost() -> None:
    there, comes = tile("line-0"), tile("line-1")
    assert ghosts_of(Change("board-0", [there], [there, comes])) == (Ghost(area="board-0", piece=comes),)


def test_everybody_sees_a_board_of_squares_from_their_own_side() -> None:
    board = SquareBoard(4, 3, frame=0.5)
    assert (board.w, board.h) == (5.0, 4.0)
    assert board.place(0, turned=False) == (0.5, 2.5)  # a1 is at the bottom left
    assert board.place(0, turned=True) == (3.5, 0.5)
    assert board.place(7, turned=False) == (3.5, 1.5)  # d2


def test_names_stand_beside_their_files_and_ranks() -> None:
    for turned in (False, True):
        names = SquareBoard(4, 3, frame=0.5).names(turned)
        files = sorted((text.x, text.text) for text in names if text.y == 3.75)
        ranks = sorted((text.y, text.text) for text in names if text.x == 0.25)
        assert [letter for _, letter in files] == sorted("abcd", reverse=turned)
        assert [number for _, number in ranks] == sorted("123", reverse=not turned)
