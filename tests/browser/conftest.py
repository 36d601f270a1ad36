"""Browsers and servers for the tests of the page. Each worker starts them once."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import ADVICE, launch
from tests.browser.person import Person
from tests.server.process import ServerProcess

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}

STILL = """
const { animate } = Element.prototype;
Element.prototype.animate = function (...how) {
  const animation = animate.apply(this, how);
  animation.finish();
  return animation;
};
const still = new CSSStyleSheet();
still.replaceSync("*, ::before, ::after { transition: none !important }");
document.adoptedStyleSheets = [still];
"""
"""Ends fades at once for people who want less motion: about an eighth of what clicks cost goes into drawing them."""

Arrive = Callable[..., Person]


# Not for the whole session: as long as Playwright runs in a thread, no other test can use asyncio there.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """A Chromium without a window."""
    with sync_playwright() as playwright:
        running = launch(playwright)
        if running is None:
            pytest.skip(ADVICE)
        yield running
        running.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server without rate limits, shared by all tests of a worker. Each test opens its own tables."""
    with ServerProcess(tmp_path_factory.mktemp("server"), forked=False) as running:
        yield running
        assert [line for line in running.log().splitlines() if '"level":"error"' in line] == []


@pytest.fixture
def arrive(chromium: Browser, server: ServerProcess) -> Iterator[Arrive]:
    """Return a function that adds a person with their own browser, by default on a desktop with a mouse.

    At the end, the browsers must have logged no errors.
    """
    there: list[Person] = []

    def arrived(*, base: str | None = None, touch: bool = False, **options: Any) -> Person:
        device = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if touch else {"viewport": DESKTOP}
        context = chromium.new_context(**{"reduced_motion": "reduce", **device, **options})
        if "reduced_motion" not in options:  # a test that looks at motion says which
            context.add_init_script(STILL)
        there.append(Person(context.new_page(), base or server.base))
        return there[-1]

    yield arrived
    for person in there:
        person.page.context.close()
    assert [trouble for person in there for trouble in person.troubles] == []


@pytest.fixture
def person(arrive: Arrive) -> Person:
    """A person at a desktop with a mouse, and animations off."""
    return arrive()
