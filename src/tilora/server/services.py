"""Everything that a running server consists of, in one place for those who answer requests."""

import msgspec

from tilora.server.auth import Accounts
from tilora.server.bots.scheduler import Bots
from tilora.server.http.replays import Replays
from tilora.server.metrics import Metrics
from tilora.server.net.lan import LanServers
from tilora.server.rate_limit import ServerLimits
from tilora.server.settings import Settings
from tilora.server.tables.pubsub import Channels
from tilora.server.tables.service import Live
from tilora.server.tables.timers import Clockwork
from tilora.store import Store


class Services(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of one node."""

    settings: Settings
    store: Store
    channels: Channels
    live: Live
    bots: Bots
    clockwork: Clockwork
    accounts: Accounts
    limits: ServerLimits
    metrics: Metrics
    replays: Replays
    lan_servers: LanServers
