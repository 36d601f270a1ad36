"""Fairness: how the seed of a match at a table is fixed, so that everybody can check afterwards that nobody chose it.

The server makes a secret and shows its hash, the commitment, before anybody sits down. Each seat adds a nonce, a few
letters of its own. Secret and nonces together make the seed. When the match is over the secret is shown.
"""

import hashlib
import hmac
import re

import msgspec

from tilora.kernel.errors import BadRecord

LONGEST_NONCE = 64


class Fair(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the seed of a match came from."""

    commitment: str
    """What was shown before the match: SHA-256 of the secret's bytes, in hex."""
    secret: str
    """32 bytes in hex."""
    nonces: list[str]
    """By seat."""

    def check(self, seats: int, seed: int) -> None:
        """Raises BadRecord unless the secret is the one committed to, and makes this seed with the seats' nonces."""
        if not re.fullmatch("[0-9a-f]{64}", self.secret):
            raise BadRecord("The secret of a record is 32 bytes in hex: 64 digits from 0 to f.")
        if commitment(self.secret) != self.commitment:
            raise BadRecord("The secret is not the one that was committed to: its SHA-256 is another.")
        if any(len(nonce) > LONGEST_NONCE for nonce in self.nonces):
            raise BadRecord(f"A nonce has at most {LONGEST_NONCE} characters.")
        if len(self.nonces) != seats:
            raise BadRecord(f"The record has {len(self.nonces)} nonces for {seats} seats.")
        if match_seed(self.secret, self.nonces) != seed:
            raise BadRecord("Secret and nonces make another seed than the one that was played with.")


def commitment(secret: str) -> str:
    """SHA-256 of the secret's bytes, in hex: it fixes the secret and does not tell it."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def match_seed(secret: str, nonces: list[str]) -> int:
    """The seed: HMAC-SHA256 with the secret's bytes as key, of the nonces as JSON without spaces, in UTF-8."""
    digest = hmac.digest(bytes.fromhex(secret), msgspec.json.encode(nonces), hashlib.sha256)
    return int.from_bytes(digest, "big")
