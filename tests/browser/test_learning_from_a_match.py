"""The whole way in every game: a finished match, its review, a second try at a mistake, and the mistake as a puzzle.

Nobody searches for mistakes here: a review that calls what was played one is stored with the match. What a second try
is worth is judged for real.
"""

import asyncio
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Locator, expect

from tests import SOAK
from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.browser.test_access import problems
from tests.patience import patience
from tests.server.process import ServerProcess
from tilora.ai.network.shipped import network_fingerprint
from tilora.ai.review.review_report import (
    GRADES,
    Account,
    Candidate,
    ExpectedStep,
    Reason,
    Review,
    ReviewedDecision,
    ReviewedStep,
    SeatReview,
)
from tilora.ai.review.settings import ReviewSettings
from tilora.kernel import Game, Match, Record, View, game_named, games, replay
from tilora.scene import scene_of
from tilora.store import Store

pytestmark = pytest.mark.retry("waits for a browser")

LONG = patience(300_000.0)
"""Milliseconds: the first verdict about a game on a machine also compiles."""
OURS = [game for game in games() if game.folder.startswith("tilora.families.")]
FAMILIES = {game.rules.__name__: game.name for game in OURS}
REVIEWED = [game.name for game in OURS if SOAK > 1 or game.name in FAMILIES.values()]
"""One game of each family; `make soak` takes all of them."""
WHY = "2.0 more points for finding it."
APART = """() => {
  const [card, log] = [".verdict", ".steps"].map((name) => document.querySelector(name).getBoundingClientRect());
  return card.bottom <= log.top;
}"""
Press = Callable[[Locator], None]


@pytest.mark.parametrize("game", REVIEWED)
def test_a_mistake_is_reviewed_tried_again_and_solved_as_a_puzzle(
    person: Person, server: ServerProcess, game: str
) -> None:
    learns_from_a_match(person, server, game, lambda thing: thing.click(force=True))


def test_the_same_way_on_a_phone_by_lantern_light(arrive: Arrive, server: ServerProcess) -> None:
    person = arrive(touch=True, color_scheme="dark")
    learns_from_a_match(person, server, "welters", lambda thing: thing.tap(force=True))


def learns_from_a_match(person: Person, server: ServerProcess, game: str, press: Press) -> None:
    """Go all the way from the result of a match to the solved puzzle."""
    person.go("/")
    person.page.locator("#puzzle").wait_for()
    table = loses_a_match(person, game)
    record = Record.from_json(api(person, f"/api/tables/{table}/record"))
    with ThreadPoolExecutor(1) as pool:  # Playwright has an event loop in this thread
        pool.submit(lambda: asyncio.run(store_review(server.database, table, record))).result()
    view, better = mistake_in(record)
    page = person.page

    person.go(f"/t/{table}")
    press(person.button("Review the match"))
    page.locator("[data-review=whole]").wait_for()
    expect(page.locator(".sum-of-match .sentence").first).to_contain_text("You lost")
    press(page.get_by_role("button", name=re.compile("^Next mistake")))
    verdict = page.locator(".verdict")
    expect(verdict.locator(".grade")).to_contain_text("Mistake")
    expect(verdict).to_contain_text(f"Better: {view.game.words.action_words(view.state, better)}")
    expect(verdict).to_contain_text(f"Why: {WHY}")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(APART)
    person.waits_for("idle")
    assert problems(person) == []

    press(page.get_by_role("button", name="Try again"))
    plays(person, view, better, press)
    expect(page.locator(".verdict.trying .grade")).to_have_text(
        re.compile("|".join(GRADES), re.IGNORECASE), timeout=LONG
    )

    person.go("/puzzles")
    own = page.locator("section[aria-labelledby=own-mistakes]")
    press(own.get_by_role("link", name="Solve"))
    sentence = page.locator(".puzzle .sentence")
    person.waits_for("mine")
    expect(sentence).to_contain_text("Here you chose:")
    assert problems(person) == []
    plays(person, view, better, press)
    expect(sentence).to_contain_text("Right!")
    person.waits_for("over")
    expect(page.locator(".puzzle")).to_contain_text("It comes back on")
    assert problems(person) == []


def plays(person: Person, view: View, action: int, press: Press) -> None:
    """Click everything that leads to the action."""
    person.waits_for("mine")
    text = view.game.words.action_text(view.state, action)
    path = next(choice.path for choice in scene_of(view).choices if choice.action == text)
    for thing in path:
        press(person.page.locator(f'.stage [data-id="{thing}"], .actions [data-button="{thing}"]').first)
    finish = person.page.get_by_role("button", name="Finish here")
    if finish.count():
        press(finish)


# The match


def api(person: Person, path: str, body: dict[str, Any] | None = None) -> bytes:
    """Return what the server answers to the person's browser."""
    request = person.page.request
    answer = request.get(person.base + path) if body is None else request.post(person.base + path, data=body)
    assert answer.ok, answer.text()
    return answer.body()


def loses_a_match(person: Person, game: str) -> str:
    """Open a table with a bot, play a turn with the first legal actions, and give up; return the table."""
    setup = {"game": game, "places": [{"kind": "me"}, {"kind": "bot", "level": 1}]}
    table = str(msgspec.json.decode(api(person, "/api/tables", setup))["id"])
    acted: set[int] = set()
    for number in range(500):
        look = msgspec.json.decode(api(person, f"/api/tables/{table}?wants=legal"))
        acted |= {step["seat"] for step in look["steps"]}
        legal, about = look["position"].get("legal"), {"id": f"c{number}", "seat": 0}
        if legal and acted == {0, 1}:
            api(person, f"/api/tables/{table}/commands", {"kind": "give-up", **about})
            return table
        if legal:
            command = {"kind": "play", **about, "moment": look["moment"], "action": legal[0]}
            api(person, f"/api/tables/{table}/commands", command)
    raise AssertionError("The match does not end.")


# The review


def mistake_in(record: Record) -> tuple[View, int]:
    """Return what the first seat saw when it first had a choice, and what it should have done instead."""
    match = replay(record)
    step = first_choice(match)
    before = match.copy()
    before.undo(match.played - step)
    view = before.view(0)
    played = before.check(match.history[step].text).code
    return view, next(code for code in view.codes() if code != played)


def first_choice(match: Match) -> int:
    """Return the number of the first step of the first seat that had an alternative."""
    for step, shown in enumerate(match.history):
        before = match.copy()
        before.undo(match.played - step)
        if shown.seat == 0 and len(before.view(0).codes()) > 1:
            return step
    raise AssertionError("There was no choice.")


async def store_review(database: str, table: str, record: Record) -> None:
    """Put a review of the match into the store, by which its first choice was a mistake."""
    found = invented_review(replay(record))
    store = await Store.connect(database)
    await store.reviews.put(table, found.made_with, found.to_json().decode(), now=1)
    await store.close()


def invented_review(match: Match) -> Review:
    """Return a review as the server would have stored it, without any search."""
    game: Game = game_named(match.game.name)
    view, better = mistake_in(match.record())
    wrong, even = first_choice(match), [0.5] * match.seats
    nothing = [0.0] * match.seats
    steps = [
        ReviewedStep(
            seat=shown.seat,
            turn=shown.turn,
            action=shown.text,
            sentence=shown.sentence,
            play=nothing,
            points_play=nothing,
            decision=mistake(view, better, shown.text) if step == wrong else None,
        )
        for step, shown in enumerate(match.history)
    ]
    return Review(
        game=game.name,
        version=game.version,
        network=network_fingerprint(game),
        settings=str(ReviewSettings()),
        complete=True,
        seats=[seat_review(0.0), seat_review(1.0)],
        opening=nothing,
        points_opening=nothing,
        steps=steps,
        curve=[even for _ in range(len(steps) + 1)],
        points_curve=[nothing for _ in range(len(steps) + 1)],
        forfeit=[-0.5, 0.5],
        points_forfeit=nothing,
    )


def seat_review(end: float) -> SeatReview:
    """Return the sum of a match that was decided by giving up."""
    own = 0.0 if end else -0.5
    return SeatReview(
        result=Account(start=0.5, luck=0.0, own_play=own, others_play=end - 0.5 - own, end=end),
        points=Account(start=0.0, luck=0.0, own_play=0.0, others_play=0.0, end=0.0),
        decisions=1,
        loss=0.4,
        grades={"mistake": 1},
    )


def mistake(view: View, better: int, played: str) -> ReviewedDecision:
    """Return a decision that was a mistake beyond doubt."""
    words = view.game.words
    texts = {words.action_text(view.state, code): words.action_words(view.state, code) for code in view.codes()}
    best = words.action_text(view.state, better)
    return ReviewedDecision(
        grade="mistake",
        loss=0.4,
        points_loss=2.0,
        doubt=0.01,
        candidates=[
            Candidate(action=action, sentence=texts[action], value=value, points=2.0)
            for action, value in ((best, 0.9), (played, 0.5))
        ],
        line=[ExpectedStep(seat=view.seat, action=best, sentence=texts[best], turn=0)],
        reason=Reason(points=[2.0, 0.0], sources=[], words=WHY, rollouts=1),
    )
