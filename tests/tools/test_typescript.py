"""The TypeScript types of the page match the server."""

from pathlib import Path

import pytest

from tilora.tools.typescript import source

COMMITTED = Path(__file__).parents[2] / "client/src/protocol.ts"


def test_messages_and_bodies_are_included() -> None:
    written = source()
    assert 'export interface Play {\n  kind: "play";\n  id: string;' in written
    assert "export type FromServer =" in written
    assert "  table?: TableLook;" in written


def test_the_types_of_the_page_are_up_to_date() -> None:
    if not COMMITTED.exists():
        pytest.skip("there is no page yet")
    assert COMMITTED.read_text(encoding="utf-8") == source(), (
        "python -m tilora.tools.typescript > client/src/protocol.ts"
    )
