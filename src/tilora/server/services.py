"""Everything that a running server consists of, in one place for those who answer requests."""

import msgspec

from tilora.server.bots import Bots
from tilora.server.channels import Channels
from tilora.server.clockwork import Clockwork
from tilora.server.identity import Identity
from tilora.server.limits import Limits
from tilora.server.live import Live
from tilora.server.metrics import Metrics
from tilora.server.neighbours import Neighbours
from tilora.server.replays import Replays
from tilora.server.settings import Settings
from tilora.store import Store


class Services(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of one node."""

    settings: Settings
    store: Store
    channels: Channels
    live: Live
    bots: Bots
    clockwork: Clockwork
    identity: Identity
    limits: Limits
    metrics: Metrics
    replays: Replays
    neighbours: Neighbours
