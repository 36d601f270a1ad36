"""The server's time: what becomes of it when the machine sleeps, or is told another time."""

from pathlib import Path

import msgspec
import pytest

from tests.server.client import persons
from tests.server.node import ANN, first_legal, running_node
from tests.store.support import awaited
from tilora.kernel import SPECTATOR
from tilora.server import system_time
from tilora.server.system_time import StallDetector, now
from tilora.table.events import Time
from tilora.table.look import ClockLook
from tilora.table.table import Table

HOUR = 3600.0


class Machine:
    """A machine with a clock on the wall, and one that stands still when it sleeps."""

    def __init__(self) -> None:
        self._wall = 1_000_000.0
        self._awake = 500.0

    def time(self) -> float:
        """The one on the wall."""
        return self._wall

    def monotonic(self) -> float:
        """The other one."""
        return self._awake

    def work(self, seconds: float) -> None:
        """Let this much time go by."""
        self._wall += seconds
        self._awake += seconds

    def sleep(self, seconds: float) -> None:
        """Let this much time go by without the machine noticing, or set its clock."""
        self._wall += seconds


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A machine that does what a test says."""
    machine = Machine()
    monkeypatch.setattr(system_time, "time", machine)
    monkeypatch.setattr(system_time, "_offset", machine.time() - machine.monotonic())
    return machine


def test_after_a_sleep_the_clock_is_right_again_and_the_stall_is_known(machine: Machine) -> None:
    stall = StallDetector()
    stall.beat()
    fell_asleep = now()
    machine.sleep(8 * HOUR)
    machine.work(0.05)
    stall.beat()
    assert now() == int(machine.time() * 1000)
    assert (stall.count, stall.began_at) == (1, fell_asleep)
    machine.work(0.1)
    stall.beat()
    assert stall.count == 1


def test_the_time_never_goes_back(machine: Machine) -> None:
    stall = StallDetector()
    stall.beat()
    before = now()
    machine.sleep(-HOUR)
    machine.work(0.1)
    stall.beat()
    assert now() == before + 100
    assert stall.count == 0


def test_a_store_that_was_away_is_noticed_before_and_after_it_is_back(machine: Machine) -> None:
    stall = StallDetector()
    stall.beat()
    for _ in range(30):  # a heartbeat in the store every second, which takes half a second
        for _ in range(5):
            machine.work(0.1)
            stall.beat()
        stall.stored()
    assert stall.count == 0
    left = now()
    for _ in range(40):
        machine.work(0.1)
        stall.beat()
    assert (stall.count, stall.began_at) == (1, left)
    stall.stored()
    assert (stall.count, stall.began_at) == (2, left)
    machine.work(0.1)
    stall.beat()
    stall.stored()
    assert stall.count == 2


def test_a_stall_of_the_server_is_not_taken_for_an_absence_of_the_store(machine: Machine) -> None:
    stall = StallDetector()
    stall.beat()
    stall.stored()
    machine.work(5.0)
    stall.beat()
    stall.stored()
    assert stall.count == 1


def test_a_stall_while_the_store_is_away_does_not_shorten_that(machine: Machine) -> None:
    stall = StallDetector()
    stall.beat()
    stall.stored()
    left = now()
    for _ in range(20):
        machine.work(0.1)
        stall.beat()
    machine.work(1.5)
    stall.beat()
    assert (stall.count, stall.began_at) == (2, left)
    machine.work(0.1)
    stall.beat()
    stall.stored()
    assert (stall.count, stall.began_at) == (3, left)


def test_a_clock_that_is_followed_counts_more_than_the_machines(machine: Machine) -> None:
    stall = StallDetector()
    stall.follow(machine.time() - machine.monotonic() - HOUR)
    stall.beat()
    start = now()
    assert start == int((machine.time() - HOUR) * 1000)
    machine.sleep(HOUR)
    machine.work(0.1)
    stall.beat()
    assert (now(), stall.count) == (start + 100, 0)


def test_a_followed_clock_that_is_set_forward_is_a_stall_and_one_set_back_is_not_followed(machine: Machine) -> None:
    stall = StallDetector()
    right = machine.time() - machine.monotonic()
    for reference in (right, right - HOUR):
        stall.follow(reference)
        stall.beat()
        assert (now(), stall.count) == (int(machine.time() * 1000), 0)
    before = now()
    stall.follow(right + HOUR)
    stall.beat()
    assert (now(), stall.count, stall.began_at) == (before + int(HOUR * 1000), 1, before)


def clock_of(table: Table) -> ClockLook:
    """The clocks, as everybody sees them."""
    clock = table.look(SPECTATOR, now()).clock
    assert clock is not None
    return clock


@awaited
async def test_a_sleeping_machine_costs_players_no_time(tmp_path: Path, machine: Machine) -> None:
    async with running_node(tmp_path) as node:
        node.stall.beat()
        setup = msgspec.structs.replace(persons("pebbles", "me", "here"), time=Time(kind="clock", seconds=60))
        table = await node.tables.open(setup, ANN)
        for _ in range(100):
            machine.work(0.1)
            node.stall.beat()
        machine.sleep(8 * HOUR)
        await node.tables.change(table, lambda at: first_legal(at, "1"))
        left = (await node.tables.read(table, clock_of)).left
        assert 50_000 in left


@awaited
async def test_a_node_that_reads_a_table_after_the_store_was_away_gives_the_time_back(
    tmp_path: Path, machine: Machine
) -> None:
    """The node that is responsible for the table may notice later, when the player has moved at this one."""
    async with running_node(tmp_path, "one") as one, running_node(tmp_path, "two") as two:
        setup = msgspec.structs.replace(persons("pebbles", "me", "here"), time=Time(kind="clock", seconds=60))
        table = await one.tables.open(setup, ANN)
        two.stall.beat()
        two.stall.stored()
        for _ in range(40):
            machine.work(0.1)
            two.stall.beat()
        two.stall.stored()
        await two.tables.change(table, lambda at: first_legal(at, "1"))
        assert (await two.tables.read(table, clock_of)).left == [60_000, 60_000]
        machine.work(two.stall.NEWS)
        assert two.stall.settled == two.stall.count
