"""A disk that can be full, read-only, or lose power, for a server in another process. Needs Linux and a C compiler.

`disk.c` is compiled and loaded into the server. It keeps a journal of what is written and synced, and from it the files
can be rebuilt as a loss of power leaves them: what was synced is there; of the rest, some sectors are and some are not.
"""

import random
import shutil
import struct
import subprocess
import sys
from pathlib import Path
from typing import Self

SOURCE = Path(__file__).with_name("disk.c")
SECTOR = 512
"""Bytes that are written all or not at all."""
_HEAD = struct.Struct("<cHQQ")


class Disk:
    """The disk under one folder."""

    def __init__(self, folder: Path, at: Path, library: Path) -> None:
        self.folder = folder
        self._journal, self._state = at / "journal", at / "state"
        self._journal.touch()
        self._state.write_bytes(b".")
        self._library = library
        self._before = self._files()
        self.syncs = 0
        """How often something was synced, as far as the journal was read."""

    @classmethod
    def under(cls, folder: Path, at: Path) -> Self | None:
        """Return the disk of that folder, with its own files in `at`; None where it can't be built."""
        compiler = shutil.which("cc")
        if compiler is None or sys.platform != "linux":
            return None
        library = at / "disk.so"
        command = [compiler, "-shared", "-fPIC", "-O1", "-o", str(library), str(SOURCE), "-ldl", "-lpthread"]
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - our own file
        return cls(folder, at, library)

    @property
    def environment(self) -> dict[str, str]:
        """What a process needs whose files are to be on this disk."""
        return {
            "LD_PRELOAD": str(self._library),
            "TILORA_DISK_FOLDER": str(self.folder),
            "TILORA_DISK_JOURNAL": str(self._journal),
            "TILORA_DISK_STATE": str(self._state),
        }

    def set_full(self) -> None:
        """Nothing more can be written."""
        self._set(b"f")

    def set_read_only(self) -> None:
        """Nothing can be changed."""
        self._set(b"r")

    def set_usual(self) -> None:
        """Everything works again."""
        self._set(b".")

    def lose_power(self, dice: random.Random, kept: float | None = None) -> int:
        """Leave the files as after a loss of power. Return how many bytes were lost. Nobody may have them open.

        `kept` is the share of unsynced sectors that is there nevertheless; by default it is drawn as well.
        """
        share = dice.choice((0.0, 0.5, 0.9)) if kept is None else kept
        lost = 0
        for name, file in self._replay().items():
            lost += file.lose(dice, share)
            path = self.folder / name
            if file.exists:
                path.write_bytes(file.content)
            else:
                path.unlink(missing_ok=True)
        for memory in self.folder.glob("*-shm"):  # the memory that programs share, not on the disk
            memory.unlink()
        self._before = self._files()
        self._journal.write_bytes(b"")
        return lost

    def _set(self, how: bytes) -> None:
        with self._state.open("r+b", buffering=0) as file:
            file.write(how)

    def _files(self) -> dict[str, bytes]:
        return {
            path.name: path.read_bytes()
            for path in self.folder.iterdir()
            if path.is_file() and not path.name.endswith("-shm")
        }

    def _replay(self) -> dict[str, "_File"]:
        files = {name: _File(content) for name, content in self._before.items()}
        journal, place = self._journal.read_bytes(), 0
        while place + _HEAD.size <= len(journal):
            op, length, offset, size = _HEAD.unpack_from(journal, place)
            place += _HEAD.size
            name = journal[place : place + length].decode()
            place += length
            file = files.setdefault(name, _File())
            if op == b"w":
                file.pending.append((offset, journal[place : place + size]))
                place += size
            elif op == b"t":
                file.pending.append((offset, None))
            elif op == b"s":
                file.sync()
                self.syncs += 1
            else:
                files[name] = _File(exists=False)
        return {name: file for name, file in files.items() if not name.endswith("-shm")}


class _File:
    """What is on the disk of a file, and what is on its way there."""

    def __init__(self, content: bytes = b"", *, exists: bool = True) -> None:
        self.content = bytearray(content)
        self.exists = exists
        self.pending: list[tuple[int, bytes | None]] = []
        """Writes, and truncations without bytes."""

    def sync(self) -> None:
        """Everything pending is on the disk."""
        for offset, data in self.pending:
            self._apply(offset, data)
        self.pending = []
        self.exists = True

    def lose(self, dice: random.Random, share: float) -> int:
        """Only this share of what was pending is on the disk, whichever it is. Return how many bytes are not."""
        lost = 0
        for offset, data in self.pending:
            if data is None:
                if dice.random() < share:
                    self._apply(offset, None)
                continue
            for first in range(0, len(data), SECTOR):
                if dice.random() < share:
                    self._apply(offset + first, data[first : first + SECTOR])
                else:
                    lost += len(data[first : first + SECTOR])
        self.pending = []
        return lost

    def _apply(self, offset: int, data: bytes | None) -> None:
        self.exists = True
        end = offset if data is None else offset + len(data)
        if len(self.content) < end:
            self.content.extend(bytes(end - len(self.content)))
        if data is None:
            del self.content[offset:]
        else:
            self.content[offset:end] = data
