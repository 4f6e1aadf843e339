"""Memory sticks by their file system's id.

Law: a stick is written only if its folder's device has the id that was asked for.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from companion.health.helper import MOUNT_STICK, UNMOUNT_STICK, Helper
from companion.health.places import BELOW, mounted, plain_name
from companion.service.helper import STICK, loose_sticks
from companion.upkeep.backup.errors import BackupError

STICK_ID = re.compile(r"[0-9A-Za-z-]{4,40}")
"""A file system's id.

It has 8 digits for FAT, 16 or 32 for others.
"""
_ENCODED = re.compile(r"\\x([0-9a-f]{2})")


@dataclass(frozen=True)
class Stick:
    """A memory stick that is in: its *device*, such as ``sda1``.

    *id* is its file system's id, "" if unknown. *name* is fit to be shown. *folder* is where it is mounted, None if it
    isn't.
    """

    device: str
    id: str
    name: str
    folder: Path | None = None


class Sticks:
    """Memory sticks of the computer at *root*.

    They are mounted in a folder of *below*, by *helper*.
    """

    def __init__(self, helper: Helper, root: Path = Path("/"), below: tuple[str, ...] = BELOW) -> None:
        self._helper = helper
        self._root = root
        self._below = below

    def seen(self) -> list[Stick]:
        """Return the sticks that are in.

        :raises OSError: if they can't be listed.
        """
        blocks = self._root / "sys" / "class" / "block"
        folders = {Path(device).name: folder for device, folder in self._mounted()}
        on_usb = {name for name in folders if any(part.startswith("usb") for part in (blocks / name).resolve().parts)}
        devices = {name for name in {*loose_sticks(self._root), *on_usb} if STICK.fullmatch(name)}
        ids, labels = self._links("by-uuid"), self._links("by-label")
        sticks = []
        for name in sorted(devices):
            known = ids.get(name, "") if STICK_ID.fullmatch(ids.get(name, "")) else ""
            sticks.append(Stick(name, known, _name(labels.get(name, "")) or known, folders.get(name)))
        return sticks

    def _mounted(self) -> list[tuple[str, Path]]:
        return mounted(self._root / "proc" / "self" / "mounts", self._below)

    def _links(self, how: str) -> Mapping[str, str]:
        """Return the names of devices in one of ``/dev/disk``'s folders of links."""
        found: dict[str, str] = {}
        with suppress(OSError):
            for link in sorted((self._root / "dev" / "disk" / how).iterdir()):
                with suppress(OSError):  # it was pulled out meanwhile
                    found[link.readlink().name] = link.name
        return found

    @contextmanager
    def opened(self, id: str) -> Iterator[int]:
        """Open the folder of the stick *id* and give its descriptor.

        The stick is mounted meanwhile if it wasn't.

        :raises BackupError: if it isn't in, or can't be mounted.
        :raises OSError: if it can't be opened.
        """
        stick = self._find(id)
        if stick.folder is not None:
            with self._checked(stick) as opened:
                yield opened
            return
        if not self._helper.ask(MOUNT_STICK, stick.device).is_done:
            raise BackupError("stick-unread")
        try:
            with self._checked(self._find(id)) as opened:
                yield opened
        finally:
            self._helper.ask(UNMOUNT_STICK, stick.device)  # where somebody uses it, it stays

    @contextmanager
    def _checked(self, stick: Stick) -> Iterator[int]:
        """Open the folder of *stick*, and check that it is its own.

        Give its descriptor.
        """
        if stick.folder is None:
            raise BackupError("stick-unread")
        opened = os.open(stick.folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            device = os.fstat(opened).st_dev
            if f"{os.major(device)}:{os.minor(device)}" != self._number(stick.device) or self._find(stick.id) != stick:
                raise BackupError("stick-unread")
            yield opened
        finally:
            os.close(opened)

    def _find(self, id: str) -> Stick:
        try:
            return next(stick for stick in self.seen() if stick.id == id)
        except StopIteration:
            raise BackupError("stick-gone") from None

    def _number(self, device: str) -> str:
        return (self._root / "sys" / "class" / "block" / device / "dev").read_text("ascii").strip()


def _name(label: str) -> str:
    return plain_name(_ENCODED.sub(lambda code: chr(int(code[1], 16)), label)).strip()
