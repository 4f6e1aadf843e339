"""Games on the card's small partition, taken at a start.

A file is taken once. It is taken again if its content has changed, even if the owner has removed its game meanwhile.
"""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.engine.values.message import Message
from companion.kits.format.kit_file import unreadable
from companion.library.own.card_layout import PLACES, SETTINGS
from companion.library.own.collection import FaultyFiles, OwnGames, WouldReplace
from companion.library.own.examination import MAX_FILES, FileFault, GivenFile
from companion.model.requests import RequestRefused
from companion.runtime.atomic_file import keep
from companion.runtime.foreign_file import MAX_BYTES, own_files, read_bytes, toml_of

log = logging.getLogger(__name__)

NOTE = "card-folder.json"
"""The taken files' digests by name, in the data."""
MAX_CARD = 200
"""Maximum number of files read."""
MAX_FILE = 2**20
_ENDING = re.compile(r"\.(toml|svg)(\.txt)?$", re.IGNORECASE)


class CardFile(Struct, frozen=True):
    """A file of the folder: its *name* and *digest* (SHA-256).

    *cover* is the cover's name that a kit asks for.
    """

    name: str
    digest: str
    cover: str = ""

    @property
    def plain(self) -> str:
        """The name without a folder, in small letters."""
        return Path(self.name).name.lower().removesuffix(".txt")


Bundle = tuple[CardFile, ...]
"""A kit with its cover, or another file alone."""


class CardFolder:
    """The *folder* on the card: *games* take its new files.

    The taken ones are kept in *note*.
    """

    def __init__(self, folder: Path, games: OwnGames, note: Path) -> None:
        self._folder = folder
        self._games = games
        self._note = note
        self._faults: list[FileFault] = []

    def take(self) -> tuple[FileFault, ...]:
        """Take new and changed files; return the faults of others.

        A table without a note, such as a restored one, keeps its own files in place of the card's.

        :raises OSError: the folder can't be read, or the note not written.
        """
        known = self._known()
        files = list(self._files()) if self._folder.is_dir() else []
        taken = {file.name: file.digest for file in files if known and known.get(file.name) == file.digest}
        pending = [bundle for bundle in _bundles(files) if any(file.name not in taken for file in bundle)]
        for batch in _batches(pending):
            taken |= self._install(batch, is_replacing=known is not None)
        if taken != known and (files or known is None):
            keep(self._note, msgspec.json.encode(taken))
        return tuple(self._faults)

    def _install(self, bundles: Sequence[Bundle], is_replacing: bool) -> dict[str, str]:
        """Install *bundles*, each alone if one has faults; return the taken digests."""
        files = tuple({file.name: file for bundle in bundles for file in bundle}.values())
        digests = {file.name: file.digest for file in files}
        try:
            self._games.install(tuple(map(self._given, files)), replaces=is_replacing)
            log.info("taken from the card: %s", ", ".join(digests))
            return digests
        except (FaultyFiles, RequestRefused, WouldReplace, OSError) as why:
            if len(bundles) > 1:
                alone = [self._install((bundle,), is_replacing) for bundle in bundles]
                return {name: digest for each in alone for name, digest in each.items()}
            if isinstance(why, WouldReplace):
                log.info("not taken from the card, as the table has its own: %s", ", ".join(digests))
                return digests
            self._faults += _faults_of(files[0].name, why)
            return {}

    def _given(self, file: CardFile) -> GivenFile:
        content = read_bytes(self._folder / file.name, MAX_FILE)
        return GivenFile(Path(file.name).name, content.decode("utf-8", "replace"))

    def _files(self) -> Iterator[CardFile]:
        """Yield the readable files of kits, covers and languages.

        :raises OSError: the folder can't be looked into.
        """
        paths = [path for place in PLACES for path in own_files(self._folder / place, "*") if _is_meant(path)]
        if len(paths) > MAX_CARD:
            self._faults.append(FileFault(self._folder.name, "", Message("own-games.card-full", {"maximum": MAX_CARD})))
        for path in paths[:MAX_CARD]:
            name = path.relative_to(self._folder).as_posix()
            try:
                content = read_bytes(path, MAX_FILE)
            except OSError as error:
                self._faults += _faults_of(name, error)
            else:
                yield CardFile(name, hashlib.sha256(content).hexdigest(), _cover_in(content))

    def _known(self) -> dict[str, str] | None:
        """Return the digests of files taken before, None without any."""
        try:
            return msgspec.json.decode(read_bytes(self._note), type=dict[str, str])
        except (OSError, msgspec.MsgspecError):
            return None


def _is_meant(path: Path) -> bool:
    """Return True if *path* may be a kit, cover or language.

    Computers add files of their own to a card, with a dot first.
    """
    name = path.name
    return bool(_ENDING.search(name)) and not name.startswith(".") and name.lower().removesuffix(".txt") != SETTINGS


def _cover_in(content: bytes) -> str:
    """Return the cover that a kit's *content* asks for, in small letters."""
    if len(content) > MAX_BYTES or b"cover" not in content:
        return ""
    try:
        cover = toml_of(content.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")).get("cover")
    except ValueError:
        return ""
    return cover.lower() if isinstance(cover, str) else ""


def _bundles(files: Sequence[CardFile]) -> list[Bundle]:
    """Return *files*, each kit with its cover."""
    covers = {file.plain: file for file in files if file.plain.endswith(".svg")}
    kits = [file for file in files if not file.plain.endswith(".svg")]
    wanted = {kit.cover for kit in kits}
    bundles: list[Bundle] = [(kit, covers[kit.cover]) if kit.cover in covers else (kit,) for kit in kits]
    return bundles + [(cover,) for name, cover in covers.items() if name not in wanted]


def _batches(bundles: Sequence[Bundle]) -> Iterator[list[Bundle]]:
    """Yield *bundles* in groups that can be installed at once."""
    batch: list[Bundle] = []
    for bundle in bundles:
        if sum(map(len, batch)) + len(bundle) > MAX_FILES:
            yield batch
            batch = []
        batch.append(bundle)
    if batch:
        yield batch


def _faults_of(name: str, why: Exception) -> list[FileFault]:
    """Return the faults of the file *name*, for which it isn't taken."""
    if isinstance(why, FaultyFiles):
        return [FileFault(fault.file or name, fault.where, fault.said) for fault in why.faults]
    if isinstance(why, RequestRefused):
        return [FileFault(name, "", why.said)]
    assert isinstance(why, OSError)
    return [FileFault(name, "", unreadable(why).said)]


def shown(faults: Sequence[FileFault]) -> Mapping[str, tuple[FileFault, ...]]:
    """Return *faults* by the name of their file, without a folder."""
    by_file: dict[str, tuple[FileFault, ...]] = {}
    for fault in faults:
        name = Path(fault.file).name
        by_file[name] = (*by_file.get(name, ()), fault)
    return by_file
