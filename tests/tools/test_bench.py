"""The benchmark of a server runs and reports its figures. No test asserts a speed."""

import pytest

from tests.patience import patience
from tilora.tools.bench import tables


def test_a_server_and_an_echo_server_are_measured_in_one_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "WARM_UP", min(patience(0.2), 1.0))
    report = tables.measure(["cublino-contra"], [3], min(patience(1.0), 5.0), database=None)
    (row,) = report["tables"]
    assert row["tables"] == 3
    assert row["moves_per_second"] > 0
    assert row["looks_per_move"] > 2.5
    assert row["of_echo"] == row["moves_per_second"] / report["echo"]["per_second"]
    assert row["paced"]["updated"]["p99"] >= row["paced"]["updated"]["p50"] >= 0
    assert row["matches"] >= 3
    text = tables.as_text(report)
    assert "every move stored in SQLite" in text
    assert "An echo server on the same stack" in text
