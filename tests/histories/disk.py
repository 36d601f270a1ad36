"""A disk that can be full, read-only, or lose power, for a program in another process. Needs Linux and a C compiler.

`disk.c` is compiled and loaded into the program. It keeps a copy of every file as it was when it was last synced. From
it, files can be left as a loss of power leaves them: what was synced is there; of the rest, some sectors are and some
are not. Names are there at once, as if the file system wrote them down immediately: a file that was never synced is
empty.
"""

import ctypes
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Self

SOURCE = Path(__file__).with_name("disk.c")
SECTOR = 512
"""Bytes that are written all or not at all."""


class Disk:
    """The disk under one folder."""

    def __init__(self, folder: Path, at: Path, library: Path) -> None:
        self.folder = folder
        self._kept, self._state = at / "kept", at / "state"
        self._kept.mkdir()
        self._kept.chmod(0o777)  # a PostgreSQL has a user of its own
        self._state.write_bytes(b".")
        self._library = library
        self._functions = ctypes.CDLL(str(library))
        for path in self._files():
            self._keep(path)

    @classmethod
    def under(cls, folder: Path, at: Path) -> Self | None:
        """Return the disk of that folder, with its own files in `at`; None where it can't be built."""
        compiler = shutil.which("cc")
        if compiler is None or sys.platform != "linux":
            return None
        library = at / "disk.so"
        command = [compiler, "-shared", "-fPIC", "-O1", "-o", str(library), str(SOURCE), "-ldl"]
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - our own file
        probe = at / "probe"
        probe.touch()
        found = _name(ctypes.CDLL(str(library)), probe)
        return None if found is None else cls(folder, at, library)  # a file system that knows no births

    @property
    def environment(self) -> dict[str, str]:
        """What a process needs whose files are to be on this disk."""
        return {
            "LD_PRELOAD": str(self._library),
            "TILORA_DISK_FOLDER": str(self.folder),
            "TILORA_DISK_KEPT": str(self._kept),
            "TILORA_DISK_STATE": str(self._state),
        }

    @property
    def syncs(self) -> int:
        """How often something was synced."""
        counted = self._kept / "lock"
        return counted.stat().st_size if counted.exists() else 0

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
        for path in self._files():
            synced, now = self._synced(path), path.read_bytes()
            if synced != now:
                after = _partly(synced, now, dice, share)
                lost += sum(one != other for one, other in zip(after, now, strict=False)) + abs(len(after) - len(now))
                path.write_bytes(after)
                self._keep(path)
        return lost

    def _files(self) -> list[Path]:
        """Return all files. What programs share as memory is not on the disk, and gone afterwards."""
        found = sorted(path for path in self.folder.rglob("*") if path.is_file() and not path.is_symlink())
        for memory in [path for path in found if path.name.endswith("-shm")]:
            memory.unlink()
        return [path for path in found if not path.name.endswith("-shm")]

    def _synced(self, path: Path) -> bytes:
        copy = self._copy_of(path)
        return copy.read_bytes() if copy.exists() else b""

    def _keep(self, path: Path) -> None:
        copy = self._copy_of(path)
        shutil.copyfile(path, copy)
        copy.chmod(0o666)

    def _copy_of(self, path: Path) -> Path:
        name = _name(self._functions, path)
        assert name is not None
        return self._kept / name

    def _set(self, how: bytes) -> None:
        with self._state.open("r+b", buffering=0) as file:
            file.write(how)


def _name(functions: ctypes.CDLL, path: Path) -> str | None:
    """Return the name under which the file is kept; None where files have none."""
    name = ctypes.create_string_buffer(128)
    file = os.open(path, os.O_RDONLY)
    failed = functions.kept_name(file, name, len(name))
    os.close(file)
    return None if failed else name.value.decode()


def _partly(synced: bytes, now: bytes, dice: random.Random, share: float) -> bytes:
    """Return what is on the disk of a file, if this share of what was not synced is there, whichever it is."""
    size = len(now) if dice.random() < share else len(synced)
    after = bytearray(synced[:size].ljust(size, b"\0"))
    for first in range(0, size, SECTOR):
        sector = slice(first, min(first + SECTOR, size))
        if after[sector] != now[sector] and dice.random() < share:
            after[sector] = now[sector].ljust(len(after[sector]), b"\0")
    return bytes(after)
