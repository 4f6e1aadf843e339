"""Notes of moments of this boot, kept in the runtime folder.

They work with a read-only card too.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import stat
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path

from companion.runtime.atomic_file import keep

log = logging.getLogger(__name__)

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
NOWHERE = Path(os.devnull) / "tidetable"
"""The folder used if there is none: always empty, and never writable."""


class BootNote:
    """The note *name* of the table in *data*: moments of this boot.

    *monotonic_s* gives seconds since the computer's start, the same for all processes of one boot.
    """

    def __init__(
        self,
        name: str,
        data: Path,
        env: Mapping[str, str],
        monotonic_s: Callable[[], float] = time.monotonic,
        *,
        boot_id: Path = BOOT_ID,
    ) -> None:
        table = hashlib.sha256(os.fsencode(data.absolute())).hexdigest()[:16]
        self._name, self._env = f"{name}-{table}.json", env
        self._boot = _boot(boot_id)
        self.now_s = monotonic_s

    @cached_property
    def _file(self) -> Path:
        return runtime_folder(self._env) / self._name

    def within(self, period_s: float) -> list[float]:
        """Return the moments noted in the last *period_s* seconds."""
        now_s = self.now_s()
        return [at_s for at_s in self._read() if now_s - period_s <= at_s <= now_s]

    def write(self, moments: Sequence[float]) -> None:
        """Replace the noted moments by *moments*; a failure is logged."""
        try:
            if moments:
                keep(self._file, json.dumps({"boot": self._boot, "at": [*moments]}))
            else:
                self._file.unlink(missing_ok=True)
        except OSError as error:
            log.warning("%s can't be noted: %s", self._name, error.strerror)

    def _read(self) -> list[float]:
        try:
            found = json.loads(self._file.read_text("utf-8"))
            moments = found["at"] if found["boot"] == self._boot else []
            return [float(at_s) for at_s in moments]
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return []


def runtime_folder(env: Mapping[str, str]) -> Path:
    """Return the folder for data of this boot, ``NOWHERE`` without one."""
    given = env.get("RUNTIME_DIRECTORY", "").partition(":")[0] or env.get("XDG_RUNTIME_DIR", "")
    try:
        if given.startswith("/") and Path(given).is_dir():
            return Path(given) / "tidetable" if "RUNTIME_DIRECTORY" not in env else Path(given)
        return _own_folder(Path(tempfile.gettempdir()) / f"tidetable-{os.getuid()}")
    except OSError as error:
        log.warning("there is no folder for notes: %s", error.strerror)
        return NOWHERE


def _own_folder(folder: Path) -> Path:
    """Return *folder* if it is this user's alone, else a new one.

    In a shared folder, another user may have made it.

    :raises OSError: if none can be made.
    """
    with suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
        there = folder.lstat()
        if stat.S_ISDIR(there.st_mode) and there.st_uid == os.getuid() and not there.st_mode & 0o022:
            return folder
    log.warning("%s isn't this user's own: what is noted there is for this start alone", folder)
    return Path(tempfile.mkdtemp(prefix="tidetable-"))


def _boot(file: Path) -> str:
    with suppress(OSError):
        return file.read_text("ascii").strip()
    return ""
