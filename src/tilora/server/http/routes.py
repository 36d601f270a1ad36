"""All handlers of the API and of the page."""

from tilora.server.http import challenge, games, lessons, lines, links, me, puzzles, records, scores, static, tables

HANDLERS = (
    *me.HANDLERS,
    *tables.HANDLERS,
    *records.HANDLERS,
    *lines.HANDLERS,
    *scores.HANDLERS,
    *challenge.HANDLERS,
    *games.HANDLERS,
    *lessons.HANDLERS,
    *puzzles.HANDLERS,
    *links.HANDLERS,
    static.page,
)
