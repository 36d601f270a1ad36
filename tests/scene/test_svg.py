"""Pictures of scenes: small, self-contained, and safe whatever the labels say."""

import re
from typing import Literal
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from tilora.kernel import BadSetup, Match
from tilora.scene import Area, Art, Piece, Scene, Spot, Text, art_of, picture, picture_of
from tilora.scene.__main__ import main
from tilora.scene.art import read_art

STAR = '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="star" viewBox="0 0 100 100"><path d="{}"/></symbol></svg>'


def scene_with(piece: Piece, label: str = "A table") -> Scene:
    return Scene(areas=(Area(id="table", role="shared", label=label, w=4, h=2, pieces=(piece,)),))


def test_labels_stay_text() -> None:
    nasty = '"><script>alert(1)</script>&<b>'
    spot = Spot(id="s", x=0, y=0, label=nasty, texts=(Text(x=0.5, y=0.5, text=nasty),))
    area = Area(id="table", role="shared", label=nasty, w=2, h=2, spots=(spot,))
    other = Area(id="other", role="shared", label=nasty, w=2, h=2)
    drawn = picture(Scene(areas=(area, other)), Art(), title=nasty)
    root = ElementTree.fromstring(drawn)  # noqa: S314 - that is the test
    assert not [element for element in root.iter() if element.tag.endswith(("script", "}b"))]
    assert nasty in "".join(root.itertext())


@pytest.mark.parametrize("shape", ["cell", "round", "hex", "bowl", "panel"])
def test_every_shape_of_spot_is_drawn(shape: Literal["cell", "round", "hex", "bowl", "panel"]) -> None:
    bare = Area(id="table", role="shared", label="A table", w=1, h=1)
    spot = Spot(id="s", x=0, y=0, shape=shape)
    drawn, nothing = (picture(Scene(areas=(area,)), Art()) for area in (replace(bare, spots=(spot,)), bare))
    assert len(re.findall("<(rect|ellipse|polygon)", drawn)) > len(re.findall("<(rect|ellipse|polygon)", nothing))


def test_drawings_of_different_games_do_not_mix_on_one_page() -> None:
    piece = Piece(id="p", kind="tile", symbol="star", x=0, y=0)
    one, two = (picture(scene_with(piece), read_art(STAR.format(path))) for path in ("M0 0H9", "M0 0V9"))
    ids = [set(re.findall(r'\bid="([^"]+)"', drawn)) for drawn in (one, two)]
    assert all(ids)
    assert not ids[0] & ids[1]


def test_only_what_is_needed_is_in_a_picture() -> None:
    match = Match("cyberzul", seed=7)
    assert 'tile-blue"' in picture_of(match.view(), ["middle"])
    assert 'tile-blue"' not in picture_of(match.view(), ["board-0"])


def test_dark_pictures_take_the_dark_palette() -> None:
    view = Match("cyberzul", seed=7).view()
    dark = art_of(view.game).palettes["dark"]["--drafting-blue"]
    assert f"--drafting-blue:{dark}" in picture_of(view, theme="dark")
    assert f"--drafting-blue:{dark}" not in picture_of(view)


def test_what_is_not_there_is_refused_with_what_is() -> None:
    view = Match("cyberzul", seed=7).view()
    with pytest.raises(BadSetup, match="middle, board-0, board-1"):
        picture_of(view, ["garden"])
    with pytest.raises(BadSetup, match="light, dark"):
        picture_of(view, theme="pink")


def test_the_command_draws_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = main(["cyberzul", "--seats", "2", "--seed", "7", "--play", "2 red 3", "--area", "board-1"])
    assert "line 3 of seat 2: 2 of 3, red" in drawn
    with pytest.raises(SystemExit):
        main(["cyberzul", "--play", "9 red 3"])
    assert "There is no Cyber Mine 9" in capsys.readouterr().err


def test_games_of_one_family_can_have_drawings_of_their_own() -> None:
    """Both use the same names for the same things; where pieces are not square, the drawings bring their shadow."""
    cyberzul, zellij = (art_of(Match(name).game) for name in ("cyberzul", "zellij"))
    assert cyberzul.source != zellij.source
    assert {name for name in cyberzul.symbols if name.startswith(("tile-", "plan-", "shard-"))} <= set(zellij.symbols)
    assert "shadow" in picture_of(Match("zellij", seed=1).view())
    assert "shadow" not in picture_of(Match("cyberzul", seed=1).view())
