"""The files of the page, and the addresses that belong to it."""

import re
from pathlib import Path

from tilora.server.http.static import ROUTES

APP = Path(__file__).parents[2] / "client" / "src" / "app.tsx"


def test_the_server_answers_with_the_page_wherever_the_page_has_one() -> None:
    source = APP.read_text(encoding="utf-8")
    lazy = re.search(r"const LAZY_PAGES[^{]*\{(.*?)\n\};", source, re.DOTALL)
    assert lazy
    compared = set(re.findall(r'which === "(\w*)"', source))
    assert set(re.findall(r"^ {2}(\w+):", lazy[1], re.MULTILINE)) | compared == ROUTES
