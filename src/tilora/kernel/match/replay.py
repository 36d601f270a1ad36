"""From a record back to its match, every action checked on the way."""

from tilora.kernel.contract.registry import game_named
from tilora.kernel.errors import BadRecord, TiloraError, WrongVersion
from tilora.kernel.match.match import Match
from tilora.kernel.match.record import Record


def replay(record: Record) -> Match:
    """The match of the record. Raises BadRecord if it can't have been played like that."""
    record.check()
    try:
        game = game_named(record.game)
        if record.version != game.version:
            raise WrongVersion(
                f"The record was played by version {record.version} of {game.title}; "
                f"installed is version {game.version}, which would play it differently."
            )
        match = Match(game, seats=record.seats, seed=int(record.seed), options=record.options, position=record.position)
    except BadRecord:
        raise
    except TiloraError as error:
        raise BadRecord(f"The record can't start: {error}") from error
    for number, text in enumerate(record.actions, 1):
        try:
            match.play(text)
        except TiloraError as error:
            raise BadRecord(f"Action {number} of the record, {text[:60]!r}: {error}") from error
    return match


def verify(record: Record) -> Match:
    """The match of the record, which came to just what the record says, by the luck it says. Raises BadRecord."""
    match = replay(record)
    if record.fair is not None:
        record.fair.check(match.seats, match.seed)
    if record.scores is not None and tuple(record.scores) != match.scores:
        raise BadRecord(f"The record says that the scores are {record.scores}; replayed they are {list(match.scores)}.")
    ranks = match.outcome.ranks if match.outcome else None
    if record.ranks is not None and tuple(record.ranks) != ranks:
        raise BadRecord(f"The record says that the ranks are {record.ranks}; replayed they are {ranks}.")
    return match
