"""How the seed of a match at a table is made, so that everybody can check afterwards that nobody chose it.

The server makes a secret and shows its hash, the commitment, before anybody sits down. Each seat adds a nonce of its
own. Secret and nonces together make the seed. When the match is over, the server shows the secret.
"""

import hashlib
import hmac
import re

import msgspec

from tilora.kernel.errors import BadRecord

LONGEST_NONCE = 64


class Fair(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the seed of a match was made."""

    commitment: str
    """What was shown before the match: SHA-256 of the secret's bytes, in hex."""
    secret: str
    """32 bytes in hex."""
    nonces: list[str]
    """By seat."""

    def check(self, seats: int, seed: int) -> None:
        """Raise BadRecord unless the secret fits the commitment, and makes this seed with the seats' nonces."""
        if not re.fullmatch("[0-9a-f]{64}", self.secret):
            raise BadRecord("The secret of a record must be 32 bytes in hex: 64 digits from 0 to f.")
        if commitment(self.secret) != self.commitment:
            raise BadRecord("The secret does not fit the commitment: its SHA-256 is different.")
        if any(len(nonce) > LONGEST_NONCE for nonce in self.nonces):
            raise BadRecord(f"A nonce has at most {LONGEST_NONCE} characters.")
        if len(self.nonces) != seats:
            raise BadRecord(f"The record has {len(self.nonces)} nonces for {seats} seats.")
        if match_seed(self.secret, self.nonces) != seed:
            raise BadRecord("The secret and the nonces do not make the seed of the match.")


def commitment(secret: str) -> str:
    """Return SHA-256 of the secret's bytes, in hex: it fixes the secret without revealing it."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def match_seed(secret: str, nonces: list[str]) -> int:
    """Return the seed: HMAC-SHA256 with the secret's bytes as key, of the nonces as JSON without spaces, in UTF-8."""
    digest = hmac.digest(bytes.fromhex(secret), msgspec.json.encode(nonces), hashlib.sha256)
    return int.from_bytes(digest, "big")
