"""Points in a few characters, as choices and previews show them."""


def signed(points: int) -> str:
    """Return the points with their sign: "+3", "−2"; "" for none."""
    return f"{points:+d}".replace("-", "−") if points else ""
