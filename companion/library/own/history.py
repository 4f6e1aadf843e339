"""Changes of a family's files: each is whole, and can be undone.

A change lies in a folder of its own, with the files as they were before. While it is being made the folder's name ends
in ``.doing``: after a pulled plug the files before are put back.
"""

from __future__ import annotations

import logging
import re
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from companion.runtime.atomic_file import keep, sync
from companion.runtime.foreign_file import MAX_BYTES, read_bytes

log = logging.getLogger(__name__)

FOLDER = "own-games"
"""The folder of past changes, in the data."""
MAX_CHANGES = 10
"""How many changes can be undone."""
MAX_FILE = 2**20
"""Maximum bytes of a kept file: a language's."""
_NOTE = "change.json"
_DOING = ".doing"
_NUMBERED = re.compile(r"\d{6}")

Place = Literal["kits", "languages"]
Deed = Literal["installed", "replaced", "removed"]


class OwnFile(Struct, frozen=True):
    """A file of the family: its *name* in the folder of *place*."""

    place: Place
    name: str


class PastFile(Struct, frozen=True):
    """A changed *file*; *existed* before if it can be put back."""

    file: OwnFile
    existed: bool


class Change(Struct, frozen=True, kw_only=True):
    """One change: a *deed* to games or languages, at a moment.

    *titles* are their names, each by language, and *slugs* those of games. *at* is "" if the date was unknown. *number*
    rises with each change.
    """

    deed: Deed
    titles: tuple[Mapping[str, str], ...]
    slugs: tuple[str, ...] = ()
    at: str = ""
    number: int = 0
    files: tuple[PastFile, ...] = ()


class History:
    """The past changes of the files in *places*, kept in *folder*."""

    def __init__(self, folder: Path, places: Mapping[Place, Path]) -> None:
        self._folder = folder
        self.places = places

    def path_of(self, file: OwnFile) -> Path:
        """Return the path of *file*."""
        return self.places[file.place] / file.name

    def apply(self, change: Change, contents: Mapping[OwnFile, bytes | None]) -> None:
        """Write *contents* in their order, as *change*; None removes a file.

        :raises OSError: it can't be done; all is as it was, now or after the next start.
        """
        self.recover()
        number = max((each.number for each in self.past()), default=0) + 1
        doing = self._begin(number, change, contents)
        try:
            for file, content in contents.items():
                self._put(file, content)
            doing.rename(self._folder / f"{number:06d}")
            sync(self._folder)
        except OSError:
            self._put_back(doing)
            raise
        self._forget_old()

    def past(self) -> tuple[Change, ...]:
        """Return the changes that can be undone, the newest first."""
        folders = sorted((each for each in self._folders() if _NUMBERED.fullmatch(each.name)), reverse=True)
        return tuple(change for folder in folders if (change := _readable_note(folder)) is not None)

    def undo(self, number: int) -> None:
        """Put the files back as they were before change *number*, the newest.

        :raises OSError: it can't be done.
        """
        self.recover()
        folder = self._folder / f"{number:06d}"
        doing = folder.with_name(f"{folder.name}{_DOING}")
        folder.rename(doing)
        sync(self._folder)
        self._put_back(doing)

    def recover(self) -> bool:
        """Put files back that a pulled plug left half changed.

        Return True if there were any.

        :raises OSError: it can't be done.
        """
        left = [each for each in self._folders() if each.name.endswith(_DOING)]
        for doing in left:
            self._put_back(doing)
        return bool(left)

    def _begin(self, number: int, change: Change, contents: Iterable[OwnFile]) -> Path:
        """Keep the files of *change* as they are now, durably."""
        doing = self._folder / f"{number:06d}{_DOING}"
        shutil.rmtree(doing, ignore_errors=True)
        doing.mkdir(parents=True, mode=0o700)
        files = []
        for place, file in enumerate(contents):
            path = self.path_of(file)
            existed = path.is_file()
            if existed:
                keep(doing / str(place), read_bytes(path, MAX_FILE))
            files.append(PastFile(file, existed))
        noted = msgspec.structs.replace(change, number=number, files=tuple(files))
        keep(doing / _NOTE, msgspec.json.encode(noted))
        sync(self._folder)
        return doing

    def _put_back(self, doing: Path) -> None:
        """Put the files of an unfinished change back, and forget it.

        Without a note nothing was changed yet.
        """
        change = _note_of(doing)
        for place, past in reversed([*enumerate(change.files if change is not None else ())]):
            path = self.path_of(past.file)
            path.with_name(f"{path.name}.new").unlink(missing_ok=True)  # of a write that the plug ended
            self._put(past.file, read_bytes(doing / str(place), MAX_FILE) if past.existed else None)
        shutil.rmtree(doing)
        sync(self._folder)

    def _put(self, file: OwnFile, content: bytes | None) -> None:
        path = self.path_of(file)
        if content is not None:
            keep(path, content)
        elif path.exists():
            path.unlink()
            sync(path.parent)

    def _forget_old(self) -> None:
        for change in self.past()[MAX_CHANGES:]:
            shutil.rmtree(self._folder / f"{change.number:06d}", ignore_errors=True)

    def _folders(self) -> list[Path]:
        return [each for each in self._folder.iterdir() if each.is_dir()] if self._folder.is_dir() else []


def is_half_changed(data: Path) -> bool:
    """Return True if a change of the files in *data* was interrupted."""
    return any((data / FOLDER).glob(f"*{_DOING}"))


def _note_of(folder: Path) -> Change | None:
    """Return the change noted in *folder*, None without one.

    :raises OSError: it can't be read.
    """
    try:
        return msgspec.json.decode(read_bytes(folder / _NOTE, MAX_BYTES), type=Change)
    except FileNotFoundError:
        return None
    except msgspec.MsgspecError as error:
        raise OSError(f"a past change of the games is damaged: {error}") from error


def _readable_note(folder: Path) -> Change | None:
    try:
        return _note_of(folder)
    except OSError as error:
        log.warning("a past change of the games can't be undone: %s", error)
        return None
