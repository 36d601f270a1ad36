"""Takes screenshots of every page and every game, on a desktop and a phone, in both themes.

`python -m tests.browser.pictures` puts all of them into `docs/pictures/`, of which git keeps those that the
documentation shows, and draws the icon for iOS, which takes no SVG. `python -m tests.browser.pictures FOLDER [WORD …]`
puts all, or those with a word in their name, there.
"""

import sys
import tempfile
from base64 import b64decode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, StorageState, sync_playwright

from tests import plugin
from tests.browser.chromium import ADVICE, launch
from tests.browser.person import Person
from tests.server.process import ServerProcess
from tilora.ai.puzzles.puzzle import shipped_puzzles
from tilora.kernel import game_named, games

DOCS = Path(__file__).parents[2] / "docs" / "pictures"
DEVICES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
PUBLIC = Path(__file__).parents[2] / "client" / "public"
ICON = 180
"""Pixels along a side of the icon for iOS."""
TURNS = 9
"""That have been played in the matches to be seen, at least."""
LONGER = 6
"""Turns more, if there is little to choose from just then."""

LONG = 300_000.0
"""Milliseconds for a review, which may have to be compiled first."""

Prepare = Callable[[Person], object]


PUZZLE = "zellij"
"""The game whose puzzle is shown."""
EXAMPLES = {"hex": "Hex", "lanterns": "Lanterns"}
"""The games of `examples/games`, with their titles."""


class View(NamedTuple):
    """A screenshot to take: its address, and what to do there first."""

    name: str
    path: str
    prepare: Prepare


Wanted = Callable[[str], bool]
Views = Callable[[Person, Wanted], Iterator[View]]


def _table(person: Person) -> None:
    person.waits_for("mine", "curtain", "over", "waiting")
    _calm(person)


def _choosing(person: Person) -> None:
    """Select something, so that the picture shows what can follow."""
    seen = person.waits_for("mine")
    if seen.things:
        person.page.locator(f'.stage [data-id="{seen.things[len(seen.things) // 2].id}"]').first.focus()
        person.page.keyboard.press("Enter")
    _calm(person)


def _calm(person: Person) -> None:
    person.page.wait_for_load_state("networkidle")


def _reviewed(person: Person) -> None:
    """Go to the first mistake, once the review is whole."""
    person.page.locator("[data-review=whole]").wait_for(timeout=LONG)
    person.page.keyboard.press("n")
    person.page.locator(".verdict .grade").wait_for()
    _calm(person)
    person.waits_for("idle")


def _tried(person: Person) -> None:
    """Try again at the first mistake, with the best move marked."""
    _reviewed(person)
    person.page.keyboard.press("r")
    person.waits_for("mine")
    person.page.keyboard.press("h")
    _calm(person)


def _analysed(person: Person) -> None:
    """Wait until the search is over."""
    person.page.get_by_text("as deeply as").wait_for(timeout=LONG)
    _calm(person)


def _solved(person: Person) -> None:
    """See the solution of the puzzle."""
    person.waits_for("mine")
    person.page.keyboard.press("s")
    person.waits_for("over")
    _calm(person)


def _pressing(key: str) -> Prepare:
    def prepare(person: Person) -> None:
        person.waits_for("mine", "waiting")
        _calm(person)
        person.page.keyboard.press(key)
        person.page.locator("dialog[open]").wait_for()
        _calm(person)

    return prepare


def _sheet(button: str) -> Prepare:
    def prepare(person: Person) -> None:
        _calm(person)
        person.page.get_by_role("button", name=button).click()

    return prepare


def _dialog(person: Person) -> None:
    person.page.locator("dialog[open]").wait_for()
    _calm(person)


def _played(person: Person, game: str, title: str, *, turns: int) -> str:
    """Let the AI play this many turns of a match; return its table."""
    person.sets_up(title)
    table = person.begins()
    _let_the_ai_move(person, turns)
    return table


def _let_the_ai_move(person: Person, turns: int) -> None:
    seen = person.waits_for("mine", "over")
    most = len(seen.things)
    for turn in range(turns + LONGER):
        most = max(most, len(seen.things))
        if seen.state == "over" or (turn >= turns and len(seen.things) > most / 2):
            return
        person.page.keyboard.press("m")
        seen = person.waits_for("mine", "over", after=seen.sign)


def _ended(person: Person, title: str) -> str:
    person.sets_up(title)
    table = person.begins()
    person.hands_over()
    person.waits_for("over")
    return table


def _hot_seat(person: Person, title: str) -> str:
    person.sets_up(title)
    person.seats(2, "A friend on this device")
    return person.begins()


def _waiting(person: Person, title: str) -> str:
    person.sets_up(title)
    person.seats(2, "A friend online")
    return person.begins()


def views(person: Person, wanted: Wanted) -> Iterator[View]:
    """Yield every view, for a person who has played a little of every game."""
    known = {game.name: game.title for game in games()}
    matches = {name: _played(person, name, title, turns=TURNS) for name, title in known.items() if wanted(name)}
    for name, table in matches.items():
        yield View(f"table-{name}", f"/t/{table}", _table)
        yield View(f"choosing-{name}", f"/t/{table}", _choosing)
        yield View(f"guide-{name}", f"/g/{name}", _calm)
    first, title = next(iter(known.items()))
    some = matches.get(first) or _played(person, first, title, turns=2)
    ended = _ended(person, "Cyberzul")
    yield View("end", f"/t/{ended}", _dialog)
    yield View("replay", f"/r/{ended}?step=20&seat=all", _calm)
    yield View("review", f"/review/{ended}", _reviewed)
    yield View("retry", f"/review/{ended}", _tried)
    yield View("analysis", f"/analysis/{ended}?step=20", _analysed)
    yield View("puzzle", f"/puzzles/{PUZZLE}/{shipped_puzzles(game_named(PUZZLE))[5].id}", _solved)
    yield View("board", "/analysis", _calm)
    yield View("curtain", f"/t/{_hot_seat(person, 'Welters')}", _table)
    waiting = _waiting(person, "Zellij")
    yield View("waiting", f"/t/{waiting}", _table)
    yield View("share", f"/t/{waiting}", _pressing("i"))
    yield View("words", f"/t/{some}", _pressing("w"))
    yield View("keys", f"/t/{some}", _pressing("?"))
    yield View("new", "/new/rows-and-cols", _dialog)
    yield View("settings", "/", _sheet("Settings"))
    yield View("account", "/", _sheet("Account"))
    yield View("challenge", "/challenge", _calm)
    yield View("scores", "/scores", _calm)
    yield View("matches", "/matches", _calm)
    yield View("player", "/players/me", _calm)
    yield View("nowhere", "/t/nowhere", _calm)
    yield View("home", "/", _calm)


def views_of_examples(person: Person, wanted: Wanted) -> Iterator[View]:
    """Yield a table of each game of `examples/games`."""
    for name, title in EXAMPLES.items():
        if wanted(f"table-{name}"):
            yield View(f"table-{name}", f"/t/{_played(person, name, title, turns=TURNS)}", _table)


def _contexts(browser: Browser, state: StorageState) -> Iterator[tuple[str, BrowserContext]]:
    for device, options in DEVICES.items():
        for theme in ("light", "dark"):
            made = browser.new_context(storage_state=state, color_scheme=theme, reduced_motion="reduce", **options)
            yield f"{device}-{theme}", made


def _taken(person: Person) -> bytes:
    """Return a screenshot as WebP, a fifth of the size of a PNG."""
    session = person.page.context.new_cdp_session(person.page)
    shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": 85})
    session.detach()
    return b64decode(shot["data"])


def photograph(folder: Path, wanted: Wanted) -> None:
    """Write the wanted screenshots to the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    _photograph(folder, wanted, views, {})
    if any(wanted(f"table-{name}") for name in EXAMPLES):
        _photograph(folder, wanted, views_of_examples, plugin.with_examples())


def _photograph(folder: Path, wanted: Wanted, some: Views, environment: dict[str, str]) -> None:
    with (
        tempfile.TemporaryDirectory() as data,
        ServerProcess(Path(data), environment=environment) as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        if browser is None:
            raise SystemExit(ADVICE)
        context = browser.new_context(viewport=DEVICES["desktop"]["viewport"], reduced_motion="reduce")
        host = Person(context.new_page(), server.base)
        host.go("/")
        host.page.get_by_label("Your name").fill("Leila")
        host.page.get_by_label("Your name").press("Enter")
        _calm(host)
        seen = [view for view in some(host, wanted) if wanted(view.name)]
        for ending, each in _contexts(browser, context.storage_state()):
            visitor = Person(each.new_page(), server.base)
            for view in seen:
                if not wanted(f"{view.name}-{ending}"):
                    continue
                visitor.go(view.path)
                view.prepare(visitor)
                (folder / f"{view.name}-{ending}.webp").write_bytes(_taken(visitor))
            each.close()
        browser.close()


def draw_icon() -> None:
    """Write the maskable icon as a PNG."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        if browser is None:
            raise SystemExit(ADVICE)
        page = browser.new_page(viewport={"width": ICON, "height": ICON})
        page.goto((PUBLIC / "icon-maskable.svg").as_uri())
        page.screenshot(path=PUBLIC / f"icon-{ICON}.png")
        browser.close()


if __name__ == "__main__":
    plugin.install()
    match sys.argv[1:]:
        case []:
            draw_icon()
            photograph(DOCS, lambda _: True)
        case [where, *words]:
            photograph(Path(where), lambda name: not words or any(word in name or name in word for word in words))
