"""Hostile messages: every field of every message of the protocol, with every kind of wrong value. Pure.

Values are pieces of JSON, not Python's: much of what is sent here, no encoder would write.
"""

import itertools
import random
from collections.abc import Iterator
from functools import cache

import msgspec

from tilora.server.messages import FromClient

TAGS: dict[str, type[msgspec.Struct]] = {str(kind.__struct_config__.tag): kind for kind in FromClient.__args__}
GOOD = {
    "seat": b"0",
    "moment": b"0",
    "action": b'"a1"',
    "keep": b"null",
    "instead": b'"a2"',
    "then": b'["a1"]',
    "level": b"4",
    "commitment": b'"' + b"0" * 64 + b'"',
    "nonce": b'"a-nonce-of-mine-alone"',
    "place": b'"open"',
    "time": b'{"kind":"clock","seconds":60}',
    "text": b'"hello"',
    "player": b'"somebody"',
    "muted": b"true",
    "watchers": b"true",
    "path": b'["a"]',
    "reaction": b'"thanks"',
}
"""For every field a value that can be read."""
NO_ID = b"~no-id-yet-~"
"""Stands for an id, and is as long."""
BAD: list[bytes] = [
    *(b"null", b"true", b"false", b"0", b"-1", b"1", b"63", b"64", b"3.5", b"-0.0", b"1e5", b"1e999", b"-1e999"),
    *(b"2147483648", b"9223372036854775807", b"9223372036854775808", b"-9223372036854775809", b"9" * 400),
    *(b'""', b'" "', b'"0"', b'"\\u0000"', b'"\\ud800"', b'"\\udfff\\ud800"', b'"\xff\xfe"', b'"\xc0\x80"', b'"\n"'),
    *(b'"' + b"x" * size + b'"' for size in (64, 65, 201, 2000, 2001, 7000)),
    *('"\u202e\u200b\u2060\ufeff"'.encode(), b'"e' + "\u0301".encode() * 300 + b'"', '"Ａ １"'.encode()),
    *(b"[]", b"{}", b"[null]", b"[[]]", b"[" * 500 + b"]" * 500, b"[" * 3000, b'{"":{"":{"":0}}}', b'{"kind":"clock"}'),
    *(b'{"kind":"clock","seconds":1e308}', b'{"kind":"bullet","seconds":-1}', b'["' + b'","' * 60 + b'"]'),
    *(b"NaN", b"Infinity", b"undefined", b"0x10", b"01", b"+1", b".5", b"'a'", b"", b"]", b"}", b"/**/1"),
    *(b'"<script>alert(1)</script>"', b'"\'; DROP TABLE players; --"', b'"../../etc/passwd"', b'"{{7*7}}%s%n"'),
]
"""What stands in the place of a field's value."""
WRONG_FRAMES = [
    b"\x81\x05hello",  # not masked
    b"\x81\xff" + b"\xff" * 8,  # of sixteen exabytes
    b"\x83\x80\0\0\0\0",  # of an unknown kind
    b"\xf1\x80\0\0\0\0",  # with bits that mean nothing
    b"\x80\x80\0\0\0\0",  # the end of a message that has no beginning
    b"\x01\x80\0\0\0\0" * 3,  # a message that begins within a message
    b"\x09\x80\0\0\0\0",  # a ping in pieces
    b"\x89\xfe\x00\x7e\0\0\0\0" + b"x" * 126,  # a ping that is too long
    b"\x88\x81\0\0\0\0\x03",  # a code of one byte
    b"\x88\x82\0\0\0\0\x00\x01",  # a code that must not be sent
    b"\x81\x82\0\0\0\0\xff\xfe",  # not UTF-8
    b"\x82\x84\0\0\0\0\x00\x01\x02\x03",  # not a text
    b"\xc1\x85\0\0\0\0hello",  # deflated, which it is not
    b"\x01\x80\0\0\0\0" + b"\x00\x80\0\0\0\0" * 200,  # endless empty pieces
]
"""What a WebSocket ends with."""


def fields_of(tag: str) -> list[str]:
    """Return the names of the fields of that message, with its kind and its id."""
    return ["kind", *(field.encode_name for field in msgspec.structs.fields(TAGS[tag]))]


def message(tag: str, name: str, changes: dict[str, bytes] | None = None) -> bytes:
    """Return a message of that kind and id with all its fields, and some of them changed."""
    values = {"kind": f'"{tag}"'.encode(), "id": f'"{name}"'.encode()} | {
        field: GOOD[field] for field in fields_of(tag) if field not in ("kind", "id")
    }
    return (
        b"{"
        + b",".join(b'"%s":%s' % (field.encode(), value) for field, value in (values | (changes or {})).items())
        + b"}"
    )


def mutated(dice: random.Random) -> Iterator[bytes]:
    """Yield hostile messages for ever: each field of each message with each bad value, and then again.

    In between come messages that are broken as a whole. Each has an id of its own, unless that is what is wrong.
    """
    every = templates()
    for number in itertools.count():
        if number % len(every) == 0:
            every = dice.sample(every, len(every))
        changed = every[number % len(every)].replace(NO_ID, b"%012x" % dice.getrandbits(48), 1)
        yield changed
        if number % 8 == 0:
            yield _broken(changed, dice)


@cache
def templates() -> list[bytes]:
    """Return each field of each message with each bad value, with NO_ID as their id. Made once: it takes its time."""
    return [
        message(tag, NO_ID.decode(), {field: bad}) for tag in sorted(TAGS) for field in fields_of(tag) for bad in BAD
    ]


def _broken(text: bytes, dice: random.Random) -> bytes:
    """Return the message cut off, doubled, wrapped, with bytes exchanged, or with a field too many."""
    at = dice.randrange(len(text))
    return dice.choice(
        (
            text[:at],
            text + text,
            b"[" + text + b"]",
            text[:at] + dice.randbytes(dice.randrange(1, 9)) + text[at:],
            text[:-1] + b',"more":' + dice.choice(BAD) + b"}",
            text[:-1] + b"," + text[1:],
            dice.randbytes(dice.randrange(200)),
        )
    )


def frame(text: bytes) -> bytes:
    """Return the text as a client sends it over a WebSocket, masked with zeros."""
    size = len(text)
    head = bytes((0x81, 0x80 | size)) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
    return head + bytes(4) + text
