"""Chance in tests: every random blow comes from a seed, which is printed when the test fails and can be given again.

A test that takes the fixture `seed`, or the fixture `dice` that is thrown from it, has the same seed in every run, made
from its name. `TILORA_SEED=123` gives this one to all of them instead, and `TILORA_SEED=new` a new one to each. With
`parametrize("seed", range(3), indirect=True)` a test runs three times, each with a seed of its own.
Hypothesis does the same: fixed examples usually, new ones with `TILORA_SEED`; it prints how to repeat a failure itself.
"""

import os
import random
import zlib
from collections.abc import Generator

import hypothesis
import pytest

SEED = pytest.StashKey[int]()


def pytest_configure(config: pytest.Config) -> None:
    """Let Hypothesis try the same examples every time, unless new ones are asked for, and never judge by time."""
    varied = bool(os.environ.get("TILORA_SEED"))
    hypothesis.settings.register_profile("tilora", derandomize=not varied, print_blob=True, deadline=None)
    hypothesis.settings.load_profile("tilora")


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> int:
    """The seed of this test."""
    number = seed_of(request.node.nodeid, os.environ.get("TILORA_SEED", ""))
    request.node.stash[SEED] = number
    return number


@pytest.fixture
def dice(seed: int) -> random.Random:
    """Chance that comes from the seed of this test."""
    return random.Random(seed)


def seed_of(name: str, wanted: str) -> int:
    """Return the seed that is wanted for the test of that name: a number, "new", or "" for its own."""
    if wanted == "new":
        return random.SystemRandom().randrange(1 << 32)
    return int(wanted) if wanted else zlib.crc32(name.encode())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add to every failure how its blows can be repeated."""
    report = yield
    if report.failed and SEED in item.stash:
        report.sections.append(("Seed", f"TILORA_SEED={item.stash[SEED]} .venv/bin/pytest '{item.nodeid}'"))
    return report
