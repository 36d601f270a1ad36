"""Generates the TypeScript types of the protocol: `python -m tilora.tools.typescript > client/src/protocol.ts`.

They are made from the structs that the server reads and writes, so that the two cannot differ.
"""

import ast
import inspect
import sys
import textwrap
from itertools import pairwise
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec import inspect as types

from tilora.scene import Guide, Scene
from tilora.server.http import (
    account_bodies,
    game_bodies,
    puzzle_bodies,
    replay_bodies,
    result_bodies,
    server_bodies,
    table_bodies,
)
from tilora.server.messages import FromClient, FromServer
from tilora.table.look import LinesLook
from tilora.table.setup import Setup

HEADER = """\
// Made by `python -m tilora.tools.typescript`. Don't edit: change the structs in Python instead.
/* eslint-disable */
"""

BODIES = (account_bodies, game_bodies, puzzle_bodies, replay_bodies, result_bodies, server_bodies, table_bodies)

ROOTS: tuple[tuple[str, Any], ...] = (
    ("FromClient", FromClient),
    ("FromServer", FromServer),
    ("LinesLook", LinesLook),
    ("OpenTable", Setup),
    ("GuideBody", Guide),
    ("SceneBody", Scene),
    *((name, getattr(module, name)) for module in BODIES for name in module.__all__),
)
"""The types that the page uses. The types of their fields are added automatically."""


def source() -> str:
    """Return the whole file."""
    writer = _Writer()
    aliases = []
    for name, kind in ROOTS:
        written = writer.kind(types.type_info(kind))
        if written != name:
            aliases.append(f"export type {name} =\n  | {written.replace(' | ', chr(10) + '  | ')};\n")
    return "\n".join([HEADER, *(writer.written[name] for name in sorted(writer.written)), *aliases])


class _Writer:
    """Writes types, and collects those they refer to."""

    def __init__(self) -> None:
        self.written: dict[str, str] = {}
        self._classes: dict[str, type] = {}

    def kind(self, info: types.Type) -> str:
        """Return the name of a type in TypeScript."""
        if isinstance(info, types.Metadata):
            return self.kind(info.type)
        if isinstance(info, types.StructType):
            return self._struct(info)
        if isinstance(info, types.UnionType):
            return " | ".join(dict.fromkeys(map(self.kind, info.types)))
        if isinstance(info, types.ListType | types.SetType | types.FrozenSetType | types.VarTupleType):
            item = self.kind(info.item_type)
            return f"({item})[]" if " | " in item else f"{item}[]"
        if isinstance(info, types.TupleType):
            return f"[{', '.join(map(self.kind, info.item_types))}]"
        if isinstance(info, types.DictType):
            return f"Record<{self.kind(info.key_type)}, {self.kind(info.value_type)}>"
        if isinstance(info, types.LiteralType):
            return " | ".join(msgspec.json.encode(value).decode() for value in info.values)
        return _plain(info)

    def _struct(self, info: types.StructType) -> str:
        name = info.cls.__name__
        if self._classes.setdefault(name, info.cls) is not info.cls:
            raise TypeError(f"Two structs of the protocol have the name {name}.")
        if name not in self.written:
            self.written[name] = ""  # structs may contain themselves
            lines = _comment(info.cls.__doc__, "")
            lines.append(f"export interface {name} {{")
            if info.tag_field:
                lines.append(f"  {info.tag_field}: {msgspec.json.encode(info.tag).decode()};")
            notes = _notes(info.cls)
            for field in info.fields:
                lines += _comment(notes.get(field.name), "  ")
                optional = "?" if _is_optional(info, field) else ""
                lines.append(f"  {field.encode_name}{optional}: {self.kind(field.type)};")
            self.written[name] = "\n".join([*lines, "}", ""])
        return name


def _plain(info: types.Type) -> str:
    if isinstance(info, types.StrType | types.BytesType):
        return "string"
    if isinstance(info, types.IntType | types.FloatType):
        return "number"
    if isinstance(info, types.BoolType):
        return "boolean"
    if isinstance(info, types.NoneType):
        return "null"
    if isinstance(info, types.AnyType):
        return "unknown"
    raise TypeError(f"There is no TypeScript type for {info}.")


def _is_optional(info: types.StructType, field: types.Field) -> bool:
    """Whether a field may be missing: one with a default in what clients send, one that can be unset otherwise."""
    config = info.cls.__struct_config__
    unset = any(known.name == field.name and known.default is UNSET for known in msgspec.structs.fields(info.cls))
    return unset or (not field.required and (config.forbid_unknown_fields or config.omit_defaults))


def _notes(cls: type) -> dict[str, str]:
    """Return the docstrings of the fields of a class and its base classes, by field."""
    found: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        try:
            tree = ast.parse(textwrap.dedent(inspect.getsource(base)))
        except (OSError, TypeError):
            continue
        body = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else []
        for field, note in pairwise(body):
            if (
                isinstance(field, ast.AnnAssign)
                and isinstance(field.target, ast.Name)
                and isinstance(note, ast.Expr)
                and isinstance(note.value, ast.Constant)
            ):
                found[field.target.id] = str(note.value.value)
    return found


def _comment(words: str | None, indent: str) -> list[str]:
    if not words:
        return []
    text = " ".join(words.split()).replace("*/", "* /")
    return [f"{indent}/** {text} */"]


if __name__ == "__main__":
    sys.stdout.write(source())
