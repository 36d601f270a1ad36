"""Letters and numbers along the edges of a board, by which its places are named."""

from collections.abc import Iterable
from typing import Literal

from tilora.scene.parts import part
from tilora.scene.vocabulary import Text

Align = Literal["middle", "start", "end"]


def labels_across(labels: Iterable[object], x: float, pitch: float, y: float, size: float) -> tuple[Text, ...]:
    """Return labels side by side: the first at that place, each of the others so much further to the right."""
    return tuple(edge_label(str(each), round(x + pitch * i, 2), y, size, "middle") for i, each in enumerate(labels))


def labels_down(
    labels: Iterable[object], x: float, y: float, pitch: float, size: float, align: Align = "middle"
) -> tuple[Text, ...]:
    """Return labels one below the other: the first at that place, each of the others so much lower."""
    return tuple(edge_label(str(each), x, round(y + pitch * i, 2), size, align) for i, each in enumerate(labels))


@part
def edge_label(text: str, x: float, y: float, size: float, align: Align) -> Text:
    """Return one label. A hyphen becomes a minus: labels may be negative numbers."""
    return Text(x=x, y=y, text=text.replace("-", "−"), size=size, align=align, role="faint")
