"""What a device calls itself, as its owner would recognize it."""

from tilora.table.clean_text import clean_chat
from tilora.table.errors import BadText

LONGEST = 40
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""What their headers contain. Many contain the words of others, so the order counts."""
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("CrOS", "Chromebook"),
    ("Linux", "Linux"),
)


def describe_device(user_agent: str) -> str:
    """Return browser and system, such as "Firefox, Linux", or for a program the first word of the header."""
    browser = next((name for sign, name in _BROWSERS if sign in user_agent), "")
    system = next((name for sign, name in _SYSTEMS if sign in user_agent), "")
    if user_agent.startswith("Mozilla/") and (browser or system):
        return ", ".join(filter(None, (browser, system)))
    try:
        return clean_chat(user_agent.split("/")[0][:LONGEST])
    except BadText:
        return ""
