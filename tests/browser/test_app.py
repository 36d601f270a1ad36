"""The page as an app: it can be installed, loads nothing from elsewhere, and opens without a network."""

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route

from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.server.process import ServerProcess

pytestmark = pytest.mark.retry("waits for a browser")

READY = "() => navigator.serviceWorker.ready.then((found) => found.active.state)"
OFFLINE = """
() => {
  Object.defineProperty(navigator, "onLine", { get: () => false });
  dispatchEvent(new Event("offline"));
}
"""
BROKEN_LINE = ("WebSocket connection", "Failed to load resource", "net::ERR")


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that may be stopped."""
    with ServerProcess(tmp_path) as running:
        yield running


def test_the_page_can_be_installed_as_an_app(person: Person) -> None:
    person.go("/")
    person.sees("What shall we play?")
    assert person.page.evaluate(READY) in ("activating", "activated")
    session = person.page.context.new_cdp_session(person.page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    named = json.loads(manifest["data"])
    assert {"any", "maskable"} <= {icon["purpose"] for icon in named["icons"]}
    for address in (named["start_url"], *(icon["src"] for icon in named["icons"])):
        assert person.page.request.get(person.base + address).ok
    for_ios = person.page.locator('link[rel="apple-touch-icon"]').get_attribute("href")
    assert person.page.request.get(person.base + str(for_ios)).headers["content-type"] == "image/png"
    # A browser without a profile on disk installs nothing; that is all that it may have to say.
    errors = {error["errorId"] for error in session.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert errors <= {"in-incognito"}


def test_playing_alone_or_on_one_device_needs_only_the_server_there(person: Person) -> None:
    elsewhere: list[str] = []

    def cut(route: Route) -> None:
        if urlsplit(route.request.url).netloc == urlsplit(person.base).netloc:
            route.continue_()
        else:
            elsewhere.append(route.request.url)
            route.abort()

    person.page.context.route("**/*", cut)
    person.go("/")
    person.page.evaluate(OFFLINE)
    person.opens("Cyberzul")
    person.plays(random.Random(1), clicks=4)
    person.opens("Cublino Pur", "here")
    person.plays(random.Random(1), clicks=4)
    assert elsewhere == []


def test_the_app_opens_while_the_server_is_down_and_continues_when_it_is_back(
    arrive: Arrive, own_server: ServerProcess
) -> None:
    person = arrive(base=own_server.base)
    person.go("/")
    person.sees("What shall we play?")
    person.page.evaluate(READY)
    person.go("/")
    person.page.wait_for_load_state("networkidle")
    own_server.stop()
    person.go("/")
    person.sees("The server isn't responding")
    own_server.start()
    person.sees("What shall we play?")
    person.opens("Zellij")
    person.waits_for("mine")
    person.forgive(*BROKEN_LINE)


class _Away(BaseHTTPRequestHandler):
    """Answers like a proxy that cannot reach its server."""

    def do_GET(self) -> None:
        self.send_response(502)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<h1>Bad Gateway</h1>")

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def proxy_without_server(base: str) -> Iterator[None]:
    """Answer like such a proxy at that address."""
    with ThreadingHTTPServer(("127.0.0.1", urlsplit(base).port or 0), _Away) as proxy:
        thread = Thread(target=proxy.serve_forever)
        thread.start()
        yield
        proxy.shutdown()
        thread.join()


def test_a_page_opened_behind_a_proxy_without_a_server_waits_for_the_server(
    arrive: Arrive, own_server: ServerProcess
) -> None:
    person = arrive(base=own_server.base)
    table = person.opens("Zellij")
    person.waits_for("mine")
    person.page.evaluate(READY)
    person.go(f"/t/{table}")
    person.waits_for("mine")
    own_server.stop()
    with proxy_without_server(own_server.base):
        person.go(f"/t/{table}")
        person.sees("The table isn't responding")
    own_server.start()
    seen = person.waits_for("mine")
    person.clicks(seen.things[0])
    person.waits_for("mine", after=seen.sign)
    person.forgive(*BROKEN_LINE)
