"""How the seed of a match at a table is made, so that nobody can choose it, and how its record is bound to the match.

The server makes a secret, and shows its hash before anybody sits down. Each seat makes a nonce, and shows its hash
when it sits down. When all seats are taken, the draw begins: the table shows one hash over all of that, and only then
do the seats reveal their nonces. Secret and nonces together make the seed. When the match is over, the server shows
the secret.

While the match runs, the table shows the head of a chain over all actions that are final. The head fixes them without
revealing any, because each link is keyed by the secret. Afterwards, everybody can compute the chain from the record.
"""

import hashlib
import hmac
import re
from typing import NamedTuple

import msgspec

from tilora.kernel.errors import BadRecord

LONGEST_NONCE = 64
DRAW_BYTES, HEAD_BYTES = 32, 16
"""A head comes with every move, and nobody can choose freely what goes into it: there, 128 bits are enough."""
HEX = re.compile("[0-9a-f]{64}")


class Fair(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the seed of a match was made."""

    commitment: str
    """What was shown before the match: SHA-256 of the secret's bytes, in hex."""
    secret: str
    """32 bytes in hex."""
    nonces: list[str]
    """By seat. For a seat that did not reveal its nonce in time, its commitment."""
    commitments: list[str] = []
    """By seat: SHA-256 of its nonce, in hex; empty for a seat without one. No list at all in old records."""
    head: str = ""
    """The head of the chain after the last action; empty in old records."""

    @property
    def unrevealed(self) -> list[int]:
        """The seats that did not reveal their nonces."""
        pairs = zip(self.commitments, self.nonces, strict=False)
        return [seat for seat, (shown, nonce) in enumerate(pairs) if shown and nonce == shown]

    def check(self, seats: int, seed: int) -> None:
        """Raise BadRecord unless secret and nonces match their commitments, and produce this seed."""
        if not HEX.fullmatch(self.secret):
            raise BadRecord("The secret of a record must be 32 bytes in hex: 64 digits from 0 to f.")
        if commitment(self.secret) != self.commitment:
            raise BadRecord("The secret does not match the commitment: its SHA-256 is different.")
        if any(len(nonce) > LONGEST_NONCE for nonce in self.nonces):
            raise BadRecord(f"A nonce has at most {LONGEST_NONCE} characters.")
        if len(self.nonces) != seats:
            raise BadRecord(f"The record has {len(self.nonces)} nonces for {seats} seats.")
        if self.commitments and len(self.commitments) != seats:
            raise BadRecord(f"The record has {len(self.commitments)} commitments for {seats} seats.")
        for seat, (shown, nonce) in enumerate(zip(self.commitments, self.nonces, strict=False), 1):
            if nonce != shown and nonce_commitment(nonce) != shown:
                raise BadRecord(f"The nonce of seat {seat} does not match its commitment: its SHA-256 is different.")
        if match_seed(self.secret, self.nonces) != seed:
            raise BadRecord("The secret and the nonces do not produce the seed of the match.")


def commitment(secret: str) -> str:
    """Return SHA-256 of the secret's bytes, in hex: it fixes the secret without revealing it."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def nonce_commitment(nonce: str) -> str:
    """Return SHA-256 of the nonce in UTF-8, in hex."""
    return hashlib.sha256(nonce.encode()).hexdigest()


def match_seed(secret: str, nonces: list[str]) -> int:
    """Return the seed: HMAC-SHA256 with the secret's bytes as key, of the nonces as JSON without spaces, in UTF-8."""
    digest = hmac.digest(bytes.fromhex(secret), msgspec.json.encode(nonces), "sha256")
    return int.from_bytes(digest, "big")


def decision_seed(secret: str, played: int) -> int:
    """Return the seed of a bot's decision after that many actions, where everybody must have the same opponent.

    It is the first 60 bits of HMAC-SHA256 with the secret's bytes as key, of "decision" and the number.
    """
    digest = hmac.digest(bytes.fromhex(secret), f"decision {played}".encode(), "sha256")
    return int.from_bytes(digest[:8], "big") >> 4


# The chain


def draw_commitment(
    secret: str, game: str, version: int, options: dict[str, str], position: str | None, commitments: list[str]
) -> str:
    """Return what the table shows when the draw begins. It fixes the match, the secret and the nonces of all seats."""
    content = msgspec.json.encode([game, version, options, position, commitment(secret), commitments], order="sorted")
    return _keyed(secret, content, DRAW_BYTES)


def first_head(secret: str, draw_commitment: str, nonces: list[str]) -> str:
    """Return the head of the chain before the first action."""
    return _keyed(secret, draw_commitment.encode() + msgspec.json.encode(nonces), HEAD_BYTES)


def next_head(secret: str, head: str, action: str) -> str:
    """Return the head after an action. Without the secret, nobody can try out which action fits."""
    return _keyed(secret, f"{head}{action}".encode(), HEAD_BYTES)


def retracted_head(secret: str, head: str, keep: int) -> str:
    """Return the head after all but the first `keep` actions were taken back."""
    return next_head(secret, head, f"retract {keep}")


def _keyed(secret: str, content: bytes, size: int) -> str:
    """Return the BLAKE2b of the content, keyed by the secret, in hex. HMAC would take more than twice as long."""
    return hashlib.blake2b(content, digest_size=size, key=bytes.fromhex(secret)).hexdigest()


# What a check of a record proves


class Evidence(NamedTuple):
    """What a player saw while the match ran, to compare with its record. What is missing is not checked."""

    commitments: tuple[str, ...] = ()
    """What the table showed before the match: the server's commitment, and that of the draw."""
    nonces: tuple[str, ...] = ()
    """Those of the player's own seats."""
    heads: tuple[str, ...] = ()
    """Heads of the chain, seen during the match."""


NO_EVIDENCE = Evidence()
