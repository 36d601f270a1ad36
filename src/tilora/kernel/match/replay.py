"""Replays records: from a record back to its match, with every action checked."""

from typing import NamedTuple

import msgspec

from tilora.kernel.contract.registry import game_named
from tilora.kernel.errors import BadRecord, TiloraError, WrongVersion
from tilora.kernel.match.fairness import (
    NO_EVIDENCE,
    Evidence,
    Fair,
    draw_commitment,
    first_head,
    next_head,
    nonce_commitment,
    retracted_head,
)
from tilora.kernel.match.match import Match
from tilora.kernel.match.record import Record
from tilora.kernel.match.view import Outcome


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
    _play(match, record.actions)
    return match


def _play(match: Match, actions: list[str]) -> None:
    """Play the actions that come after those that have been played. Raises BadRecord."""
    for number, text in enumerate(actions[match.played :], match.played + 1):
        try:
            match.play(text)
        except TiloraError as error:
            raise BadRecord(f"Action {number} of the record, {text[:60]!r}: {error}") from error
        if match.played != number:
            raise BadRecord(f"Action {number} of the record is {text[:60]!r}, which is not a single action.")


class Verified(NamedTuple):
    """What a check of a record has proven, and what it has not, in sentences."""

    match: Match
    proven: list[str]
    unproven: list[str]


def verify(record: Record, evidence: Evidence = NO_EVIDENCE) -> Verified:
    """Check a record, and compare it with what a player saw. Raises BadRecord if anything does not match.

    A record alone proves little: whoever made it may have made up everything in it. Evidence binds it to the match.
    """
    match = replay(record)
    _check_result(record, match)
    checked = Verified(match, ["All actions are legal."], [])
    if record.scores is not None:
        checked.proven[0] = "All actions are legal, and lead to the scores in the record."
    if record.retractions:
        _check_retractions(record)
        count = len(record.retractions)
        times = "once" if count == 1 else f"{count} times"
        checked.proven.append(f"Turns were taken back {times}, and what was taken back was legal, too.")
    if record.forfeits:
        seats = " and ".join(f"seat {seat + 1}" for seat in record.forfeits)
        checked.unproven.append(f"That {seats} gave up: a record only says so.")
    elif not match.over:
        checked.unproven.append("That nothing is missing at the end: the match in the record is not over.")
    fair = record.fair
    if fair is None:
        if any(evidence):
            raise BadRecord("The record does not say how its seed was made, so it can't be compared with what you saw.")
        checked.unproven.append("That nobody chose the luck: the record does not say how its seed was made.")
        checked.unproven.append("That these actions were played: the record has no chain over them.")
        return checked
    fair.check(match.seats, match.seed)
    checked.proven.append("The seed is made of the server's secret and the nonces of the seats.")
    game = match.game
    shown_at_draw = draw_commitment(fair.secret, game.name, game.version, match.options, match.given, fair.commitments)
    _check_luck(fair, shown_at_draw, evidence, checked)
    _check_actions(record, fair, shown_at_draw, evidence, checked)
    return checked


def _check_retractions(record: Record) -> None:
    """Play all that was taken back, too. Raises BadRecord."""
    match = replay(msgspec.structs.replace(record, actions=[], retractions=[]))
    for line, taken in zip(record.lines(), record.retractions, strict=False):
        _play(match, line)
        match.undo(match.played - taken.keep)


def _check_luck(fair: Fair, shown_at_draw: str, evidence: Evidence, checked: Verified) -> None:
    for given in evidence.commitments:
        if given not in (fair.commitment, shown_at_draw):
            raise BadRecord(f"The commitment {given[:64]!r} is not one of this record.")
    for nonce in evidence.nonces:
        if nonce not in fair.nonces:
            raise BadRecord(f"Your nonce {nonce[:64]!r} is not part of the seed.")
        if fair.commitments and nonce_commitment(nonce) not in fair.commitments:
            raise BadRecord(f"Your nonce {nonce[:64]!r} has no commitment in the record.")
    proven, unproven = checked.proven, checked.unproven
    if evidence.commitments:
        proven.append("The server's secret was fixed when you saw the commitment.")
    if evidence.nonces:
        proven.append("Your nonce is part of the seed.")
    if not fair.commitments:
        unproven.append("That nobody chose the luck: the seats had not committed to their nonces.")
    elif shown_at_draw not in evidence.commitments or not evidence.nonces:
        unproven.append(
            "That nobody chose the luck: for that, give the commitment of the draw (--commitment) and your nonce "
            "(--nonce), which your page keeps."
        )
    else:
        proven.append("Nobody chose the luck: all other parts of the seed were fixed before your nonce was known.")
        for seat in fair.unrevealed:
            unproven.append(
                f"That seat {seat + 1} did not know the luck: it kept its nonce back, and so lost the seat to a bot. "
                "If it belongs to whoever runs the server, they chose between two seeds."
            )


def _chain(record: Record, secret: str, first: str) -> dict[str, int]:
    """Return all heads in order, each with how many actions of the record it fixes: those that nobody took back."""
    heads, head, played = {first: 0}, first, 0
    lines = record.lines()
    for line, taken in zip(lines, [*record.retractions, None], strict=True):
        for number, action in enumerate(line[played:], played + 1):
            head = next_head(secret, head, action)
            heads[head] = number
        if taken is not None:
            head, played = retracted_head(secret, head, taken.keep), taken.keep
            heads = {each: min(fixed, played) for each, fixed in heads.items()} | {head: played}
    return heads


def _check_actions(record: Record, fair: Fair, shown_at_draw: str, evidence: Evidence, checked: Verified) -> None:
    usual = msgspec.structs.replace(record, actions=checked.match.record().actions)
    chain = _chain(usual, fair.secret, first_head(fair.secret, shown_at_draw, fair.nonces))
    heads, total = list(chain), checked.match.played
    if fair.head and fair.head != heads[-1]:
        raise BadRecord("The actions do not lead to the head in the record: some were changed, or are missing.")
    for head in evidence.heads:
        if head not in heads:
            raise BadRecord(f"The head {head[:64]!r} does not match: an action before it was changed or is missing.")
    if not evidence.heads:
        checked.unproven.append(
            "That these actions were played: for that, give the last head that the table showed you (--head)."
            if fair.head
            else "That these actions were played: the record has no chain over them."
        )
        return
    last = max(chain[head] for head in evidence.heads)
    if last:
        checked.proven.append(f"Actions 1 to {last} of {total} were played as the record says.")
    if last < total:
        checked.unproven.append(f"That actions {last + 1} to {total} were played: you gave no later head.")


def _check_result(record: Record, match: Match) -> None:
    if record.scores is not None and tuple(record.scores) != match.scores:
        raise BadRecord(f"The scores in the record are {record.scores}; replayed they are {list(match.scores)}.")
    outcome = Outcome.after(match.outcome, match.seats, record.forfeits)
    ranks = outcome.ranks if outcome else None
    if record.ranks is not None and tuple(record.ranks) != ranks:
        raise BadRecord(f"The ranks in the record are {record.ranks}; replayed they are {ranks}.")
