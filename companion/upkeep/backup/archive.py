"""The archive: a zip of a closed list of names, manifest first.

============================  ======================================================
``manifest.json``             the format's version, whose table it is, when it was made, each other file's size and hash
``journal.sqlite``            the games, without what belongs to phones (``leaving``)
``settings.toml``             the settings as they count, without secrets and paths; few come back (``settings``)
``kits/NAME``                 a file of the family's kits and boards
``languages/NAME.toml``       a language of the family's own
============================  ======================================================

Law: a zip is never trusted. Its own claims are checked against a backup's limits before anything is unpacked, and every
byte against the manifest during that. Names are compared, never used as paths.
"""

from __future__ import annotations

import errno
import hashlib
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import msgspec
from msgspec import Struct

from companion.engine.values.message import Value
from companion.upkeep.backup.errors import BackupError, shown
from companion.upkeep.backup.source import KITS, LANGUAGES

FORMAT = 1
MANIFEST, JOURNAL, SETTINGS = "manifest.json", "journal.sqlite", "settings.toml"
MAX_FILE = 256 * 1024
"""Maximum size in bytes of every file but the journal."""
MAX_JOURNAL = 256 * 2**20
"""Maximum size in bytes of a journal: thousands of evenings."""
MAX_SAID = 100
"""Maximum length of a manifest's text fields, such as the table's name."""
MAX_FILES = 1000
MAX_RATIO = 200
"""Maximum compression ratio of a large file. Games reach about 20."""
_LONG = 2**20
_PIECE = 2**16
_NAME = re.compile(rf"(?:{KITS}|{LANGUAGES})/(?P<own>\w[\w .,'()+-]{{0,79}})")
_END = struct.Struct("<4s4H2LH")
_END_SIGNATURE = b"PK\x05\x06"
_MAX_DIRECTORY = 2**20
_ENCRYPTED = 0x1
_KINDS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_DATE = (1980, 1, 1, 0, 0, 0)


class Part(Struct, frozen=True):
    """One file of an archive, as described by its manifest."""

    bytes: int
    sha256: str


class Manifest(Struct, frozen=True, kw_only=True):
    """Description of an archive in the format *tidetable_backup*.

    *at* is the moment it was made, "" if the date was unknown. *program* is the version that made it. *table* is the
    table's id, "" if it has none yet, and *name* its name. *left_out* lists keys of the settings and files of the
    family that aren't in the archive. *files* holds all others.
    """

    tidetable_backup: int
    at: str
    program: str
    table: str = ""
    name: str = ""
    left_out: tuple[str, ...] = ()
    files: dict[str, Part] = {}


class _Version(Struct):
    tidetable_backup: int


def may_be_called(name: str) -> bool:
    """Return True if an archive may hold a file called *name*.

    The manifest isn't considered.
    """
    found = _NAME.fullmatch(name)
    return name in (JOURNAL, SETTINGS) or (found is not None and len(found["own"].encode()) <= MAX_FILE_NAME)


MAX_FILE_NAME = 200
"""Maximum bytes of a file's name."""


def write(file: IO[bytes], manifest: Manifest, parts: Mapping[str, Path]) -> Manifest:
    """Write *parts*, files by their names, as an archive to *file*.

    Return *manifest* with their hashes.

    :raises OSError: if a part can't be read or the archive can't be written.
    """
    # They are read twice: the manifest, which stands first, tells of all others.
    files = {name: _part_of(path) for name, path in parts.items()}
    manifest = msgspec.structs.replace(manifest, files=files)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(_entry(MANIFEST), msgspec.json.encode(manifest))
        for name, path in parts.items():
            with path.open("rb") as source, archive.open(_entry(name), "w") as target:
                while piece := source.read(_PIECE):
                    target.write(piece)
    return manifest


def _part_of(path: Path) -> Part:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256")
        return Part(file.tell(), digest.hexdigest())


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, _DATE)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = (stat.S_IFREG | 0o600) << 16
    return entry


@contextmanager
def opened(file: Path) -> Iterator[tuple[Manifest, zipfile.ZipFile]]:
    """Open the archive *file* after checking its directory and manifest.

    :raises BackupError: if they aren't valid for a backup.
    :raises OSError: if the file can't be read.
    """
    if file.exists() and not file.is_file():
        raise BackupError("no-backup")  # a pipe may never begin, or never end
    with file.open("rb") as reading:
        _check_end(reading)
        with _damage_as("no-backup"):
            archive = zipfile.ZipFile(reading)
        with archive:
            entries = archive.infolist()
            _check(entries)
            if not entries or entries[0].filename != MANIFEST:
                raise BackupError("no-backup")
            manifest = _read_manifest(b"".join(_pieces(archive, entries[0])))
            listed = {entry.filename: entry.file_size for entry in entries[1:]}
            if listed != {name: part.bytes for name, part in manifest.files.items()} or JOURNAL not in listed:
                raise BackupError("altered", name=MANIFEST)
            yield manifest, archive


@contextmanager
def _damage_as(key: str, **values: Value) -> Iterator[None]:
    """Raise a damaged zip's errors as the :class:`BackupError` *key*."""
    try:
        yield
    except (zipfile.BadZipFile, zlib.error, struct.error, EOFError, RuntimeError, ValueError, ArithmeticError) as error:
        raise BackupError(key, **values) from error
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
        raise BackupError(key, **values) from error  # it points before its own beginning


def _check_end(file: IO[bytes]) -> None:
    """Check the zip's end record before a library trusts its directory size."""
    size = file.seek(0, 2)
    file.seek(max(0, size - _END.size))
    last = file.read()
    if len(last) != _END.size or not last.startswith(_END_SIGNATURE):
        raise BackupError("no-backup")
    _, _, _, _, count, directory, _, _ = _END.unpack(last)
    if count > MAX_FILES or directory > _MAX_DIRECTORY:
        raise BackupError("too-large")
    file.seek(0)


def _check(entries: list[zipfile.ZipInfo]) -> None:
    names: set[str] = set()
    for entry in entries:
        name, mode = entry.filename, entry.external_attr >> 16
        is_plain = stat.S_IFMT(mode) in (0, stat.S_IFREG) and entry.compress_type in _KINDS
        # The library cuts names off at a zero byte: the one that is there may be another.
        is_known = (name == MANIFEST or may_be_called(name)) and entry.orig_filename == name
        if not is_plain or not is_known or entry.flag_bits & _ENCRYPTED or name.casefold() in names:
            raise BackupError("not-in-one", name=shown(name))
        names.add(name.casefold())
        maximum = MAX_JOURNAL if name == JOURNAL else MAX_FILE
        is_bomb = entry.file_size > _LONG and entry.file_size > MAX_RATIO * entry.compress_size
        if entry.file_size > maximum or is_bomb:
            raise BackupError("too-large")


def _read_manifest(content: bytes) -> Manifest:
    try:
        version = msgspec.json.decode(content, type=_Version).tidetable_backup
        if version > FORMAT:
            raise BackupError("newer")
        manifest = msgspec.json.decode(content, type=Manifest)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BackupError("no-backup") from error
    said = (manifest.name, manifest.at, manifest.program, manifest.table)
    if not all(len(each) <= MAX_SAID and each.isprintable() for each in said):
        raise BackupError("altered", name=MANIFEST)  # terminals and pages show it
    return manifest


def unpack(archive: zipfile.ZipFile, manifest: Manifest, name: str, to: Path) -> None:
    """Extract *name* from *archive* to the new file *to*; check its hash.

    :raises BackupError: if it doesn't match *manifest*.
    :raises OSError: if it can't be written, or *to* exists.
    """
    digest = hashlib.sha256()
    with to.open("xb") as target:
        to.chmod(0o600)
        for piece in _pieces(archive, archive.getinfo(name)):
            digest.update(piece)
            target.write(piece)
    if digest.hexdigest() != manifest.files[name].sha256:
        raise BackupError("altered", name=shown(name))


def _pieces(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Iterator[bytes]:
    """Yield the bytes of *entry*, at most as many as it declares."""
    left = entry.file_size
    with _damage_as("altered", name=shown(entry.filename)), archive.open(entry) as source:
        while piece := source.read(_PIECE):
            left -= len(piece)
            if left < 0:
                raise BackupError("altered", name=shown(entry.filename))
            yield piece
    if left:
        raise BackupError("altered", name=shown(entry.filename))
