"""The colours of pictures, in a light and a dark theme."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Theme:
    """The colours of everything that is not a game's own drawing."""

    ground: str
    surface: str
    edge: str
    hollow: str
    bowl: str
    rim: str
    ink: str
    faint: str
    price: str
    honour: str
    shade: str
    """Of the soft shadow under pieces."""
    seats: tuple[str, ...]
    on_seat: str
    """Of what is drawn on the colour of a seat."""

    @property
    def tokens(self) -> dict[str, str]:
        """The colours that drawings take from the page: those of the seats, and of what is drawn on them."""
        return {**{f"--seat-{seat}": colour for seat, colour in enumerate(self.seats)}, "--on-cobalt": self.on_seat}


PIECE_INK = "#1b2130"
"""Of texts on pieces, in both themes: numbers stand on the light part of a piece."""

SIGNS = (
    "M50 8a42 42 0 1 0 .1 0z",
    "M50 6 95 88H5z",
    "M14 14h72v72H14z",
    "M50 3 97 50 50 97 3 50z",
    "M50 4 61 37 96 37 68 58 78 92 50 71 22 92 32 58 4 37 39 37z",
    "M27 9h46l23 41-23 41H27L4 50z",
)
"""The sign of each seat, as a path in a square of 100, for those who can't tell the colours apart."""

LIGHT = Theme(
    ground="#f7f3eb",
    surface="#fdfaf4",
    edge="#d9cfbe",
    hollow="#ede7db",
    bowl="#e4d6c3",
    rim="#c2ab8c",
    ink="#1b2130",
    faint="#5c6372",
    price="#b35025",
    honour="#b98f36",
    shade="#3b2f1e",
    seats=("#2c56a8", "#b35025", "#3f7a4e", "#7a4a8c", "#1f7a83", "#8a6a17"),
    on_seat="#fdf9f0",
)

DARK = Theme(
    ground="#141822",
    surface="#1f242f",
    edge="#363d4b",
    hollow="#171b25",
    bowl="#3a3029",
    rim="#6b5845",
    ink="#ece7dd",
    faint="#a49e91",
    price="#e88761",
    honour="#cea856",
    shade="#000000",
    seats=("#6b97e8", "#e88761", "#7fbf8e", "#c095d4", "#5fbcc6", "#cea856"),
    on_seat="#171b25",
)

THEMES = {"light": LIGHT, "dark": DARK}
