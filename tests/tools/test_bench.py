"""The benchmark of a server runs and reports its figures. No test asserts a speed."""

import re
from pathlib import Path

import pytest

from tests.patience import patience
from tilora.tools.bench import tables

CONNECTION = Path(__file__).parents[2] / "client" / "src" / "table" / "connection.ts"


def test_pages_and_bots_and_an_echo_server_are_measured_in_one_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "WARM_UP", min(patience(0.2), 1.0))
    report = tables.measure(["cublino-contra"], [3], min(patience(0.5), 3.0), database=None)
    pages, bots = report["clients"]
    assert (pages["kind"], bots["kind"]) == ("pages", "bots")
    for kind in (pages, bots):
        (row,) = kind["tables"]
        assert row["tables"] == 3
        assert row["moves_per_second"] > 0
        assert 2.5 < row["looks_per_move"] < 3.5
        assert row["of_echo"] == row["moves_per_second"] / kind["echo"]["per_second"]
        assert row["paced"]["updated"]["p99"] >= row["paced"]["updated"]["p50"] >= 0
        assert row["matches"] >= 3
        assert kind["echo"]["message_bytes"] == round(row["full"]["look_bytes"])
        assert list(row["full"]["bytes_by_game"]) == ["cublino-contra"]
        assert 0 < row["full"]["clients_busy"] < 1.1
        assert row["first_look_bytes"] > 0
        assert row["full"]["look_bytes"] > 0
    assert pages["tables"][0]["full"]["look_bytes"] > bots["tables"][0]["full"]["look_bytes"]
    text = tables.as_text(report)
    assert "every move stored in SQLite" in text
    assert text.index("wants=changes") < text.index("wants=legal")
    assert text.count("An echo server on the same stack") == 2


def test_the_first_kind_of_clients_asks_for_what_the_page_asks_for() -> None:
    """Seats and what a client already has come on top of it; see `Connection.open`."""
    (asked,) = re.findall(r"new URLSearchParams\(\{(.*?)\}\)", CONNECTION.read_text(encoding="utf-8"))
    page = dict(re.findall(r'(\w+): "(.*?)"', asked))
    assert page
    assert tables.KINDS[0].player == page
    assert tables.KINDS[0].spectator == page
