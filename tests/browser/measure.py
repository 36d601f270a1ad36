"""Measures the page: what the first load weighs, how soon a piece moves, how smoothly, and whether memory stays steady.

`python -m tests.browser.measure` prints the figures of this machine; `make bench` does so too.
"""

import json
import random
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, CDPSession, sync_playwright

from tests.browser.chromium import ADVICE, launch
from tests.browser.person import Person
from tests.server.process import ServerProcess
from tilora.kernel import Match, game_named

MOVES = 60
"""Moves whose response is timed."""
STEPS = 24
"""Steps of a replay whose frames are counted."""
TRAVEL = 700.0
"""Milliseconds within which the pieces of a step have arrived."""
UPDATES = 1000
"""Updates of a table while memory is measured."""
LARGEST = "rows-and-cols"
"""The game whose board grows largest."""

LOADED = """
() => performance.getEntriesByType("resource")
  .filter((each) => /\\.(js|css)$/.test(new URL(each.name).pathname) && !each.name.endsWith("/sw.js"))
  .map((each) => [each.name, each.encodedBodySize])
"""
TIMED = """
() => {
  window.waits = [];
  let pressed = 0;
  addEventListener("pointerup", () => (pressed = performance.now()), true);
  new MutationObserver(() => {
    if (!pressed || !document.querySelector(".flights .flyer")) return;
    const begin = pressed;
    pressed = 0;
    requestAnimationFrame(() => window.waits.push(performance.now() - begin));
  }).observe(document.querySelector(".flights"), { childList: true });
}
"""
MARKED = """
() => {
  const layer = document.querySelector(".flights");
  let moving = false;
  new MutationObserver(() => {
    const flyers = layer.querySelectorAll(".flyer");
    if (flyers.length > 0 && !moving) {
      const begun = flyers[0].getAnimations()[0]?.ready ?? Promise.resolve();
      begun.then(() => moving && performance.mark("moving"));
    } else if (flyers.length === 0 && moving) performance.mark("resting");
    moving = flyers.length > 0;
  }).observe(layer, { childList: true });
}
"""
"""Marks when a piece has begun to travel and when the last one has arrived, without a frame of its own."""
WALK = """
(address) => {
  history.pushState(null, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
}
"""


def weight(person: Person) -> tuple[int, int]:
    """Return the bytes of scripts and of styles that the home page loads, gzipped."""
    person.go("/")
    person.page.wait_for_load_state("networkidle")
    loaded = person.page.evaluate(LOADED)
    scripts = sum(size for name, size in loaded if name.endswith(".js"))
    return scripts, sum(size for _, size in loaded) - scripts


def answers(person: Person) -> list[float]:
    """Return the milliseconds from a click to the first frame in which the piece moves, for each move."""
    dice = random.Random(1)
    person.sets_up("Cublino Pur")
    person.seats(2, "A friend on this device")
    person.begins()
    seen = person.waits_for("mine")
    person.page.evaluate(TIMED)
    while len(waits := person.page.evaluate("window.waits")) < MOVES and seen.state != "over":
        person.clicks(dice.choice(seen.things + seen.buttons))
        seen = person.waits_for("mine", "over", after=seen.sign)
    return list(waits)


def frames(browser: Browser, person: Person) -> tuple[float, int]:
    """Return frames per second while pieces travel on the largest board, and the number of frames."""
    match, dice = Match(game_named(LARGEST), seats=2, seed=5), random.Random(5)
    while not match.over:
        match.play(dice.choice(match.texts()))
    person.go("/")
    added = person.page.request.post(f"{person.base}/api/records", data=json.loads(match.record().to_json()))
    person.go(f"/r/{added.json()['id']}?step={match.played - 2 * STEPS}&seat=all")
    person.page.locator(".stage .piece").first.wait_for()
    person.page.wait_for_load_state("networkidle")
    person.page.evaluate(MARKED)
    categories = ["devtools.timeline.frame", "disabled-by-default-devtools.timeline.frame", "blink.user_timing", "cc"]
    browser.start_tracing(page=person.page, categories=categories)
    for _ in range(STEPS):
        person.page.keyboard.press("ArrowRight")
        person.page.wait_for_timeout(TRAVEL)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    return _rate(events)


def _rate(events: list[dict[str, Any]]) -> tuple[float, int]:
    """Return the frame rate between the marks of moving and resting, and the number of frames."""
    marks = sorted((each["ts"], each["name"]) for each in events if each["name"] in ("moving", "resting"))
    spans = [(a, b) for (a, kind), (b, _) in pairwise(marks) if kind == "moving"]
    drawn = [each["ts"] for each in events if each["name"] == "DrawFrame"]
    shown = [sorted(moment for moment in drawn if begin <= moment <= end) for begin, end in spans]
    gaps = [b - a for moments in shown for a, b in pairwise(moments)]
    return len(gaps) / (sum(gaps) / 1e6), len(gaps)


def memory(person: Person) -> list[dict[str, float]]:
    """Return the page's memory after each of several matches, with a thousand updates in all."""
    person.go("/")
    person.page.get_by_label("Your name").wait_for()
    session = person.page.context.new_cdp_session(person.page)
    session.send("Performance.enable")
    updates, held = 0, []
    while updates < UPDATES:
        updates += _watched(person, dice=random.Random(7))
        held.append({"updates": updates, **_held(session)})
    return held


def _watched(person: Person, dice: random.Random) -> int:
    """Play a whole match while the page watches; return the number of updates."""
    setup = {"game": LARGEST, "places": [{"kind": "me"}, {"kind": "here", "name": "Ben"}]}
    post, get = person.page.request.post, person.page.request.get
    table = post(f"{person.base}/api/tables", data=setup).json()["id"]
    person.page.evaluate(WALK, f"/t/{table}")
    address, updates, seat = f"{person.base}/api/tables/{table}", 0, 0
    look = get(f"{address}?wants=legal&seat={seat}").json()
    while not look["position"]["over"]:
        if look["position"]["turn"] != look["seat"]:
            seat = look["position"]["turn"]
            look = get(f"{address}?wants=legal&seat={seat}").json()
        command = {"kind": "play", "id": str(updates), "seat": seat, "moment": look["moment"]}
        command["action"] = dice.choice(look["position"]["legal"])
        look = post(f"{address}/commands?wants=legal&seat={seat}", data=command).json()["look"]
        updates += 1
    person.waits_for("over")
    return updates


def _held(session: CDPSession) -> dict[str, float]:
    session.send("HeapProfiler.collectGarbage")
    metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    return {
        "heap": metrics["JSHeapUsedSize"] / 1e6,
        "nodes": metrics["Nodes"],
        "listeners": metrics["JSEventListeners"],
    }


def _report(browser: Browser, base: str) -> None:
    say = sys.stdout.write
    say(f"The page, in Chromium {browser.version} without a window or a graphics processor\n\n")
    with _alone(browser, base, "no-preference") as person:
        scripts, styles = weight(person)
    say(f"first load, gzipped                     {scripts / 1000:.1f} KB script, {styles / 1000:.1f} KB style\n")
    with _alone(browser, base, "no-preference") as person:
        waits = answers(person)
    slow = statistics.quantiles(waits, n=20)[-1]
    say(f"click to the piece moving               {statistics.median(waits):.0f} ms median of {len(waits)}, ")
    say(f"95% within {slow:.0f} ms\n")
    with _alone(browser, base, "no-preference") as person:
        rate, count = frames(browser, person)
    say(f"frames while pieces travel              {rate:.1f} a second ({count} frames, largest board)\n")
    with _alone(browser, base, "reduce") as person:
        for held in memory(person):
            say(f"after {held['updates']:>5.0f} updates                      {held['heap']:.1f} MB heap, ")
            say(f"{held['nodes']:.0f} nodes, {held['listeners']:.0f} listeners\n")


@contextmanager
def _alone(browser: Browser, base: str, motion: Literal["reduce", "no-preference"]) -> Iterator[Person]:
    """A person at the only open page: another one would draw frames too."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion=motion)
    yield Person(context.new_page(), base)
    context.close()


if __name__ == "__main__":
    with (
        tempfile.TemporaryDirectory() as data,
        ServerProcess(Path(data), forked=False) as server,
        sync_playwright() as playwright,
    ):
        chromium = launch(playwright)
        if chromium is None:
            raise SystemExit(ADVICE)
        _report(chromium, server.base)
        chromium.close()
