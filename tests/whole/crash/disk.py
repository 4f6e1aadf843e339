"""A disk whose power is cut: what may lie on it afterwards, given the calls that a program made before.

After a cut each file holds what its last fsync made durable, and any part of what was written since, torn at sectors
and in any order; its size likewise. A name is durable once its directory was synced, and of later changes of names
any number of the first may be there. On a *journalled* disk (ext4) the sync of a file makes its name durable too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Literal

from companion.engine.chance import Below

SECTORS = (512, 4096)
SIDE_FILE = "-shm"
"""Shared memory that SQLite makes anew after a cut, whatever is in it."""

Image = dict[str, bytes | None]
"""What lies on the disk: files by their paths, directories as None."""


@dataclass(frozen=True)
class Call:
    """One call that changed something at *path*, or made it durable (``sync``), or acknowledged (``ack``)."""

    kind: Literal["create", "mkdir", "write", "cut", "sync", "rename", "unlink", "ack"]
    path: str
    at: int = 0
    data: bytes = b""
    to: str = ""


@dataclass
class _File:
    durable: bytes = b""
    current: bytearray = field(default_factory=bytearray)
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)

    def write(self, at: int, data: bytes) -> None:
        _put(self.current, at, data)
        self.pending.append((at, data))

    def cut(self, size: int) -> None:
        _resize(self.current, size)
        self.pending.append((size, None))

    def sync(self) -> None:
        self.durable = bytes(self.current)
        self.pending.clear()

    def torn(self, below: Below, sector: int, first: int) -> bytes:
        """What lies there if the writes before number *first* of those pending got through, and of others a part."""
        found = bytearray(self.durable)
        for number, (at, data) in enumerate(self.pending):
            if number < first:
                _resize(found, at) if data is None else _put(found, at, data)
            elif data is None:
                if below(2):
                    _resize(found, at)
            else:
                _tear(found, at, data, sector, below)
        return bytes(found)


def _durable(file: _File) -> bytes:
    return file.durable


def _current(file: _File) -> bytes:
    return bytes(file.current)


def _last_torn(below: Below, sector: int, file: _File) -> bytes:
    return file.torn(below, sector, len(file.pending) - 1)


def _all_torn(below: Below, sector: int, file: _File) -> bytes:
    return file.torn(below, sector, 0)


def _resize(content: bytearray, size: int) -> None:
    del content[size:]
    content.extend(bytes(size - len(content)))


def _put(content: bytearray, at: int, data: bytes) -> None:
    if len(content) < at:
        _resize(content, at)
    content[at : at + len(data)] = data


def _tear(content: bytearray, at: int, data: bytes, sector: int, below: Below) -> None:
    """Write some of the sectors of *data*; of the last ones lost, perhaps the size alone."""
    end = at + len(data)
    start = at
    while start < end:
        stop = min((start // sector + 1) * sector, end)
        if below(2):
            _put(content, start, data[start - at : stop - at])
        elif len(content) < stop and below(2):
            _resize(content, stop)
        start = stop


@dataclass(frozen=True)
class _Naming:
    """A change of names in directory *parent*: *name* is given to *file*, or to a directory, or taken away."""

    parent: str
    name: str
    file: _File | None = None
    is_there: bool = True
    was: str = ""


class Disk:
    """What a program did to a disk, call by call, and what a cut would leave of it now."""

    def __init__(self, journalled: bool) -> None:
        self._journalled = journalled
        self._names: dict[str, _File | None] = {}
        self._durable: dict[str, _File | None] = {}
        self._namings: list[_Naming] = []

    def do(self, call: Call) -> None:
        """Take in *call*."""
        path = call.path
        if call.kind in ("create", "mkdir"):
            if path not in self._names:
                self._name(path, _File() if call.kind == "create" else None)
        elif call.kind == "sync":
            self._sync(path)
        elif call.kind == "rename":
            file = self._names.pop(path)
            self._names[call.to] = file
            self._namings.append(_Naming(_parent(path), call.to, file, was=path))
        elif call.kind == "unlink":
            del self._names[path]
            self._namings.append(_Naming(_parent(path), path, is_there=False))
        elif call.kind == "write":
            self._file(path).write(call.at, call.data)
        elif call.kind == "cut":
            self._file(path).cut(call.at)

    def images(self, below: Below, torn: int) -> Iterator[Callable[[], Image]]:
        """Give what may lie there: nothing unsynced, all of it, the last write torn, and *torn* more of each tearing.

        Each image is made when it is called for. Images may be given twice.
        """
        namings = len(self._namings)
        yield lambda: self._image(0, _durable)
        yield lambda: self._image(namings, _current)
        yield lambda: self._image(namings, _durable)
        yield lambda: self._image(0, _current)
        for sector in SECTORS:
            yield partial(self._image, namings, partial(_last_torn, below, sector))
            for _ in range(torn):
                yield partial(self._torn_image, below, sector)

    def _torn_image(self, below: Below, sector: int) -> Image:
        return self._image(below(len(self._namings) + 1), partial(_all_torn, below, sector))

    def _image(self, namings: int, content: Callable[[_File], bytes]) -> Image:
        names = dict(self._durable)
        for naming in self._namings[:namings]:
            _rename(names, naming)
        found: Image = {}
        for name, file in names.items():
            if all(str(parent) in names for parent in list(Path(name).parents)[:-1]):
                found[name] = None if file is None else content(file)
        return found

    def _file(self, path: str) -> _File:
        file = self._names[path]
        assert file is not None, f"{path} is a directory"
        return file

    def _name(self, path: str, file: _File | None) -> None:
        self._names[path] = file
        self._namings.append(_Naming(_parent(path), path, file))

    def _sync(self, path: str) -> None:
        file = self._names.get(path)
        if file is None:
            self._keep([naming for naming in self._namings if naming.parent == path])
            return
        file.sync()
        if self._journalled:
            last = max((place for place, each in enumerate(self._namings) if each.file is file), default=-1)
            self._keep(self._namings[: last + 1])

    def _keep(self, namings: list[_Naming]) -> None:
        for naming in namings:
            _rename(self._durable, naming)
        self._namings = [naming for naming in self._namings if naming not in namings]


def _rename(names: dict[str, _File | None], naming: _Naming) -> None:
    if naming.was:
        names.pop(naming.was, None)
    if naming.is_there:
        names[naming.name] = naming.file
    else:
        names.pop(naming.name, None)


def _parent(path: str) -> str:
    return str(Path(path).parent)


def lay_out(image: Image, folder: Path) -> None:
    """Write *image* into *folder*, which is empty."""
    for name, content in sorted(image.items()):
        if content is None:
            (folder / name).mkdir()
        else:
            (folder / name).write_bytes(content)
