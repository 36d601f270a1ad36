"""Replays records: from a record back to its match, with every action checked."""

from tilora.kernel.contract.registry import game_named
from tilora.kernel.errors import BadRecord, TiloraError, WrongVersion
from tilora.kernel.match.match import Match
from tilora.kernel.match.record import Record


def replay(record: Record) -> Match:
    """Return the match of the record. Raises BadRecord if it can't have been played like that."""
    record.check()
    try:
        game = game_named(record.game)
        if record.version != game.version:
            raise WrongVersion(
                f"The record was made by version {record.version} of {game.title}. "
                f"Version {game.version} is installed, and would play it differently."
            )
        match = Match(game, seats=record.seats, seed=int(record.seed), options=record.options, position=record.position)
    except BadRecord:
        raise
    except TiloraError as error:
        raise BadRecord(f"The match of the record can't start: {error}") from error
    for number, text in enumerate(record.actions, 1):
        try:
            match.play(text)
        except TiloraError as error:
            raise BadRecord(f"Action {number} of the record, {text[:60]!r}: {error}") from error
    return match


def verify(record: Record) -> Match:
    """Return the match of the record. Raises BadRecord unless its result and its seed are what the record says."""
    match = replay(record)
    if record.fair is not None:
        record.fair.check(match.seats, match.seed)
    if record.scores is not None and tuple(record.scores) != match.scores:
        raise BadRecord(f"The scores in the record are {record.scores}; replayed they are {list(match.scores)}.")
    ranks = match.outcome.ranks if match.outcome else None
    if record.ranks is not None and tuple(record.ranks) != ranks:
        raise BadRecord(f"The ranks in the record are {record.ranks}; replayed they are {ranks}.")
    return match
