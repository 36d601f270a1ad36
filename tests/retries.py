"""Second chances, for tests that wait for a browser or for a clock, and for no others.

Such a test says why: `@pytest.mark.retry("waits for a browser")`. If it fails it is run once more, and the summary
counts it. Everything else gets one chance, because a race that shows itself once in a hundred runs is still a race.
"""

from typing import Any

import pytest

RETRY = "retry"


def pytest_configure(config: pytest.Config) -> None:
    """Show how the first attempt failed, also where the second one passed."""
    if config.pluginmanager.hasplugin("rerunfailures"):
        config.option.rerun_show_tracebacks = True


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give a second attempt to those that have a reason for it."""
    for item in items:
        mark = item.get_closest_marker(RETRY)
        if mark is None:
            continue
        if len(mark.args) != 1 or not isinstance(mark.args[0], str) or not mark.args[0] or mark.kwargs:
            raise pytest.UsageError(f"{item.nodeid}: say in one sentence why it may be tried again: retry(reason).")
        item.user_properties.append((RETRY, mark.args[0]))
        if config.pluginmanager.hasplugin("rerunfailures"):
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say which tests were tried again."""
    again = {report.nodeid: dict(report.user_properties) for report in terminalreporter.getreports("rerun")}
    if again:
        count = "1 test was" if len(again) == 1 else f"{len(again)} tests were"
        terminalreporter.section("second attempts", yellow=True)
        terminalreporter.line(f"{count} tried again:")
        for name, properties in again.items():
            terminalreporter.line(f"  {name} ({properties.get(RETRY, 'by command')})")
