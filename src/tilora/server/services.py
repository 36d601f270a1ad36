"""All parts of a running node, put together here and nowhere else: every part gets what it calls when it is made."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import msgspec

from tilora.server.auth import Accounts
from tilora.server.bots import scheduler
from tilora.server.bots.scheduler import BotScheduler
from tilora.server.challenges import DayChallenges
from tilora.server.metrics import Metrics
from tilora.server.net.lan import LanServers
from tilora.server.net.placement import FIRST_WORKER, HERE
from tilora.server.net.siblings import REPORT_EVERY, Siblings
from tilora.server.puzzles.mistakes_due import OwnMistakes
from tilora.server.rate_limit import ServerLimits
from tilora.server.readiness import Readiness
from tilora.server.retention import Pruning
from tilora.server.reviews.question_queue import QuestionQueue
from tilora.server.reviews.review_jobs import ReviewJobs
from tilora.server.settings import Settings
from tilora.server.system_time import StallDetector
from tilora.server.tables.broadcast import Broadcaster
from tilora.server.tables.cache import TableCache
from tilora.server.tables.execute import CommandExecutor
from tilora.server.tables.listeners import TableChanges
from tilora.server.tables.liveness import Liveness
from tilora.server.tables.pubsub import PubSub, pubsub_for
from tilora.server.tables.rematches import Rematches
from tilora.server.tables.service import TableService
from tilora.server.tables.timers import Timers
from tilora.store import Store


class Services(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of a node that requests and sockets use."""

    settings: Settings
    store: Store
    pubsub: PubSub
    tables: TableService
    commands: CommandExecutor
    challenges: DayChallenges
    bots: BotScheduler
    reviews: ReviewJobs
    questions: QuestionQueue
    mistakes: OwnMistakes
    stall: StallDetector
    accounts: Accounts
    limits: ServerLimits
    metrics: Metrics
    readiness: Readiness
    lan_servers: LanServers
    siblings: Siblings | None
    """The other workers of the same server, if there are any."""


@asynccontextmanager
async def run_services(
    settings: Settings, *, alone_since: int | None, siblings: Siblings | None = None
) -> AsyncIterator[Services]:
    """Run a node. With `alone_since`, no other server has used the store since that time."""
    node = secrets.token_hex(8)
    metrics, stall, changes = Metrics(), StallDetector(), TableChanges()
    placement = siblings.placement if siblings else HERE
    pubsub = pubsub_for(settings.channels, settings.database, siblings)
    async with AsyncExitStack() as stack:
        store = await Store.connect(settings.database, shared=siblings is not None)
        stack.push_async_callback(store.close)
        readiness = Readiness(store, metrics)
        if siblings is None or siblings.placement.number == FIRST_WORKER:
            await readiness.check_file()
        liveness = Liveness(store, node, alone_since=alone_since, has_siblings=siblings is not None)
        broadcaster = Broadcaster(node, pubsub, changes, metrics)
        cache = TableCache(store, broadcaster, liveness, stall, metrics)
        tables = TableService(cache, broadcaster, changes, stall, placement)
        rematches = Rematches(tables, cache, changes)
        stack.push_async_callback(rematches.stop)
        if settings.cluster:
            make_executor = await stack.enter_async_context(scheduler.dask_executors(settings.cluster))
        else:
            make_executor = scheduler.process_pools(settings.bot_processes, workers=settings.workers)
        bots = BotScheduler(tables, changes, metrics, make_executor)
        stack.push_async_callback(bots.stop)
        reviews = ReviewJobs(store, nice=settings.review_nice)
        stack.push_async_callback(reviews.stop)
        questions = QuestionQueue(nice=settings.review_nice)
        stack.push_async_callback(questions.stop)
        timers = Timers(
            store, tables, cache, changes, liveness, stall, metrics, idle=settings.idle, placement=placement
        )
        await pubsub.start(tables.handle_notice, tables.handle_gap, tables.handle_follower)
        stack.push_async_callback(pubsub.stop)
        await timers.start()
        stack.push_async_callback(timers.stop)
        stack.push_async_callback(tables.stop)
        if siblings is None or siblings.placement.number == FIRST_WORKER:
            pruning = Pruning(store, cache, settings)
            pruning.start()
            stack.push_async_callback(pruning.stop)
        if siblings:
            reporting = asyncio.create_task(_report(siblings, metrics))
            stack.callback(reporting.cancel)
        limits = ServerLimits(settings)
        yield Services(
            settings=settings,
            store=store,
            pubsub=pubsub,
            tables=tables,
            commands=CommandExecutor(tables, limits, metrics),
            challenges=DayChallenges(store, tables),
            bots=bots,
            reviews=reviews,
            questions=questions,
            mistakes=OwnMistakes(store, tables),
            stall=stall,
            accounts=Accounts(store, link=settings.link, origins=settings.origins),
            limits=limits,
            metrics=metrics,
            readiness=readiness,
            lan_servers=LanServers(),
            siblings=siblings,
        )


async def _report(siblings: Siblings, metrics: Metrics) -> None:
    """Keep the other workers informed, for whichever of them is asked for the metrics of all."""
    while True:
        siblings.report(metrics.encode())
        await asyncio.sleep(REPORT_EVERY)
