"""A person at a browser, who looks at the page and clicks, taps, types and waits."""

import random
from functools import cache
from typing import Any, Literal, NamedTuple

import msgspec
from playwright.sync_api import ConsoleMessage, Locator, Page, expect

from tests.patience import patience
from tests.server.client import persons
from tilora.kernel import Match, games

PATIENCE = patience(60_000.0)
"""Milliseconds before a test gives up waiting; long enough for a busy machine."""
expect.set_options(timeout=PATIENCE)

State = Literal[
    "waiting", "loading", "animating", "mine", "sent", "theirs", "curtain", "idle", "over", "aborted", "closed"
]

DECIDED = 0.8
"""How often somebody ends a decision that can be ended, instead of going on with it."""
LATE = 8
"""Actions before the end of a match that is about to end."""
ADVENTUROUS = 0.05
"""How often somebody presses a button that is not the main one, such as *Swap*."""

SEEN = """
([before, wanted, calm, patience]) => new Promise((resolve, reject) => {
  const begin = performance.now();
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, w: box.width, h: box.height };
  };
  const scripted = (each) => !(each instanceof CSSAnimation || each instanceof CSSTransition);
  const travels = (each) => each.effect.getKeyframes().some((frame) => "transform" in frame);
  const moves = () => document.getAnimations().some((each) => scripted(each) && (calm || travels(each)));
  const look = () => {
    const table = document.querySelector(".table-page");
    const state = table?.dataset.state ?? "";
    let sign = state;
    if (wanted.includes(state)) {
      const alive = [...document.querySelectorAll(".stage .alive")];
      const picked = alive.filter((each) => each.getAttribute("aria-pressed") === "true");
      const buttons = [...document.querySelectorAll(".actions button:is(.main, [data-button]):enabled")];
      sign = [
        state, table.dataset.moment, picked.map((each) => each.dataset.id), buttons.map((each) => each.className),
        document.querySelector(".complaint")?.textContent,
      ].join("|");
      if (sign !== before && !moves()) {
        const free = alive.filter((each) => !picked.includes(each));
        resolve({
          state, sign,
          things: free.map((each) => ({
            id: each.dataset.id, ...middle(each), chosen: each.querySelector(".look-marked") !== null,
          })),
          buttons: buttons.map((each) => ({
            id: each.dataset.button ?? "", ...middle(each), main: each.matches(".main"),
          })),
        });
        return;
      }
    }
    if (performance.now() - begin > patience) {
      reject(new Error(`Still "${sign}", not ${wanted} after "${before}".`));
    } else setTimeout(look, 10);
  };
  look();
})
"""

HURRIED = """
() => {
  const timer = setInterval(() => {
    const skip = document.querySelector(".skip");
    skip?.click();
    if (!skip && document.querySelector(".table-page")?.dataset.state !== "animating") clearInterval(timer);
  }, 30);
}
"""


@cache
def near_the_end(name: str, seats: int) -> str:
    """Return where a random match was a few actions before its end, when a turn began."""
    match, dice = Match(name, seats=seats, seed=1), random.Random(1)
    while not match.over:
        match.play(dice.choice(match.texts()))
    match.undo(LATE)
    if match.drafted:
        match.undo(match.drafted)
    return match.position


class Thing(NamedTuple):
    """Something that can be clicked, and where its middle is."""

    id: str
    x: float
    y: float
    w: float
    h: float
    chosen: bool = False
    """Whether it has been chosen in this turn, so that a click would take that back."""
    main: bool = False
    """Whether it is the button that ends a decision."""


class Seen(NamedTuple):
    """What a table looks like while it waits for somebody."""

    state: State
    sign: str
    things: list[Thing]
    buttons: list[Thing]


class Person:
    """One browser page and the person in front of it."""

    def __init__(self, page: Page, base: str) -> None:
        self.page = page
        self.base = base
        self.troubles: list[str] = []
        """Errors and warnings of the browser; there may be none when a test ends."""
        self._forgiven: list[str] = []
        page.on("console", self._overhear)
        page.on("pageerror", lambda error: self.troubles.append(f"uncaught: {error}"))
        page.set_default_timeout(PATIENCE)
        page.set_default_navigation_timeout(PATIENCE)

    def _overhear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            trouble = f"{message.type}: {message.text} ({message.location.get('url', '')})"
            if not any(word in trouble for word in self._forgiven):
                self.troubles.append(trouble)

    def forgive(self, *words: str) -> None:
        """Ignore troubles with these words, such as what the browser logs when the server is gone."""
        self._forgiven += words
        self.troubles = [trouble for trouble in self.troubles if not any(word in trouble for word in words)]

    # Getting somewhere

    def go(self, path: str = "/") -> None:
        """Open the page at that path."""
        self.page.goto(self.base + path)

    def sees(self, text: str) -> None:
        """Wait until the text is on the page."""
        expect(self.page.get_by_text(text).first).to_be_visible(timeout=PATIENCE)

    def button(self, name: str) -> Locator:
        """Return the button with exactly that name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def chooses(self, label: str, option: str) -> None:
        """Choose one of the options under that label."""
        group = self.page.get_by_role("group", name=label, exact=True)
        group.locator("label", has_text=option).first.click()

    def sets_up(self, title: str) -> None:
        """Open the sheet of a new match, by clicking the game's picture on the home page."""
        self.go("/")
        self.page.get_by_role("link", name=f"Play {title}", exact=True).click()
        expect(self.page.get_by_role("dialog", name=title)).to_be_visible()

    def seats(self, seat: int, who: str) -> None:
        """In the sheet of a new match, choose who sits in that seat, counted from 1."""
        self.page.get_by_label(f"Who sits in seat {seat}").select_option(label=who)

    def chooses_level(self, level: int) -> None:
        """In the sheet of a new match for two, choose the opponent who plays at that level."""
        self.page.locator(f'.faces input[value="{level}"]').check(force=True)

    def begins(self) -> str:
        """Open the table; return its id."""
        self.page.locator("dialog .main.large").click()
        self.page.wait_for_url("**/t/*")
        return self.page.url.rpartition("/")[2]

    def opens(self, title: str, *others: str, late: bool = False) -> str:
        """Open a table without the home page, which takes more than the table itself, and go there; return its id.

        The others are as `persons` has them: here, open, or the level of an AI. Without any, it is the weakest AI.
        If late, the match is about to end.
        """
        seats = ("me", *(others or ("1",)))
        name = next(game.name for game in games() if game.title == title)
        setup = persons(name, *seats, position=near_the_end(name, len(seats)) if late else None)
        self.page.request.get(f"{self.base}/api/me")  # whoever asks for the first time becomes a guest
        answer = self.page.request.post(f"{self.base}/api/tables", data=msgspec.to_builtins(setup))
        assert answer.ok, answer.text()
        table = str(answer.json()["id"])
        self.go(f"/t/{table}")
        return table

    def begins_with_a_move_of_each(self, title: str) -> None:
        """Open a match against the weakest AI, and let it move for this person and for itself."""
        self.opens(title)
        seen = self.waits_for("mine")
        self.page.keyboard.press("m")
        self.waits_for("mine", after=seen.sign)

    # At a table

    def waits_for(self, *states: State, after: str = "", calm: bool = True) -> Seen:
        """Wait until the table is in one of these states and looks different from `after`; return what is there.

        Nothing travels any more then. If calm, nothing fades in, either.
        """
        found: dict[str, Any] = self.page.evaluate(SEEN, [after, list(states), calm, PATIENCE])
        return Seen(
            found["state"],
            found["sign"],
            [Thing(**each) for each in found["things"]],
            [Thing(**each) for each in found["buttons"]],
        )

    def hurries(self, *states: State, after: str = "") -> Seen:
        """Like `waits_for`, but skip all animations."""
        self.page.evaluate(HURRIED)
        return self.waits_for(*states, after=after)

    def clicks(self, thing: Thing) -> None:
        """Click its middle with the mouse, after scrolling to it if necessary."""
        x, y = self._in_window(thing)
        self.page.mouse.click(x, y)

    def taps(self, thing: Thing) -> None:
        """Tap it with a finger."""
        x, y = self._in_window(thing)
        self.page.touchscreen.tap(x, y)

    def _in_window(self, thing: Thing) -> tuple[float, float]:
        window = self.page.viewport_size
        assert window is not None
        if 0 <= thing.x < window["width"] and 0 <= thing.y < window["height"]:
            return thing.x, thing.y
        attribute = "data-id" if self.page.locator(f'.stage [data-id="{thing.id}"]').count() else "data-button"
        element = self.page.locator(f'[{attribute}="{thing.id}"]').first
        element.scroll_into_view_if_needed()
        box = element.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def plays(self, dice: random.Random, *, clicks: int, touch: bool = False) -> Seen:
        """Make this many sensible clicks on what is highlighted; fewer if the match ends."""
        seen = self.waits_for("mine", "curtain", "over")
        for _ in range(clicks):
            if seen.state == "over":
                break
            if seen.state == "curtain":
                self.page.locator(".curtain button").click()
            else:
                (self.taps if touch else self.clicks)(sensible(seen, dice))
            seen = self.waits_for("mine", "curtain", "over", after=seen.sign, calm=False)
        return self.waits_for(seen.state)

    def hands_over(self) -> None:
        """Hand the seat over to the AI."""
        self.page.get_by_role("button", name="More actions").click()
        self.page.get_by_role("button", name="Hand over to the AI").click()


def sensible(seen: Seen, dice: random.Random) -> Thing:
    """Return what somebody would click who gets on with the match: mostly ends a decision that can be ended, and takes
    nothing back.
    """
    ends = [button for button in seen.buttons if button.main]
    if ends and dice.random() < DECIDED:
        return dice.choice(ends)
    fresh = [thing for thing in seen.things if not thing.chosen]
    others = [button for button in seen.buttons if not button.main]
    if others and (not fresh or dice.random() < ADVENTUROUS):
        return dice.choice(others)
    return dice.choice(fresh or ends or seen.things)
