"""How dice are drawn: pips belong to the die, and travel with it when it tips."""

from xml.etree import ElementTree

import pytest

from tilora.scene.dice import die, pips, sides
from tilora.scene.vocabulary import Faces


def all_faces() -> list[Faces]:
    """Every way in which a usual die can be seen: three faces that meet, counter-clockwise."""
    found, waiting = [], [Faces(top=1, front=2, right=3)]
    while waiting:
        faces = waiting.pop()
        if faces not in found:
            found.append(faces)
            waiting += [tipped_away(faces), tipped_left(faces)]
    return found


def tipped_away(faces: Faces) -> Faces:
    return Faces(top=faces.front, front=7 - faces.top, right=faces.right)


def tipped_left(faces: Faces) -> Faces:
    return Faces(top=faces.right, front=faces.front, right=7 - faces.top)


def test_a_die_can_be_seen_in_24_ways_with_as_many_pips_as_its_faces_say() -> None:
    assert len(all_faces()) == 24
    for faces in all_faces():
        assert [len(pips(side)) for side in sides(faces)] == [faces.top, faces.front, faces.right]


@pytest.mark.parametrize("faces", all_faces(), ids=lambda faces: f"{faces.top}{faces.front}{faces.right}")
def test_a_face_that_tips_up_keeps_its_pips_where_they_were(faces: Faces) -> None:
    _, front, right = sides(faces)
    assert sorted(pips(sides(tipped_away(faces))[0])) == sorted(pips(front))
    assert sorted(pips(sides(tipped_left(faces))[0])) == sorted(pips(right))


def test_the_drawing_is_made_of_three_faces_and_all_their_pips() -> None:
    drawn = ElementTree.fromstring(f"<g>{die('ivory', Faces(top=6, front=3, right=2))}</g>")  # noqa: S314 - ours
    used = [use.attrib["href"] for use in drawn.iter("use")]
    assert used.count("#ivory") == 3
    assert used.count("#ivory-pip") == 6 + 3 + 2
