"""Safe start: after three bad starts within ten minutes a table leaves out what others have added to it, and says so.

A bad start is one whose process ended by itself, by a fault or by the watchdog before the table had been ready for a
minute, within the same boot: whoever pulls the plug makes none. The note of it lies in the runtime folder, which is
there with a read-only card too.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import stat
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from companion.engine.values.message import Message
from companion.health.keeping import keep
from companion.model.faults import Fault, Mend

log = logging.getLogger(__name__)

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
BAD_STARTS = 3
WITHIN_S = 600.0
SETTLED_S = 60.0
"""So long a table has to have been ready for its start to have been a good one."""
LEAVE = "mend safe-start off"


class StartNote:
    """The note of the last starts of the table whose games lie in *data*.

    *monotonic_s* gives seconds since the computer's start: the same for all processes of one boot.
    """

    def __init__(
        self,
        data: Path,
        env: Mapping[str, str],
        monotonic_s: Callable[[], float] = time.monotonic,
        boot_id: Path = BOOT_ID,
    ) -> None:
        name = hashlib.sha256(os.fsencode(data.absolute())).hexdigest()[:16]
        self._file = runtime_folder(env) / f"starts-{name}.json"
        self._now_s = monotonic_s
        self._boot = _boot(boot_id)
        self._before: list[float] = []

    def begin(self) -> bool:
        """Note that a start begins; tell whether it has to be a safe one."""
        now_s = self._now_s()
        self._before = [at_s for at_s in self._read() if now_s - WITHIN_S <= at_s <= now_s]
        self._write([*self._before, now_s])
        return len(self._before) >= BAD_STARTS

    def end(self) -> None:
        """Note that this start was no bad one, whatever the ones before were."""
        self._write(self._before)

    def settle(self) -> None:
        """Forget all bad starts: the table has been ready for long enough, or people want to try it whole."""
        self._before = []
        self._write([])

    def _read(self) -> list[float]:
        try:
            found = json.loads(self._file.read_text("utf-8"))
            starts = found["starts"] if found["boot"] == self._boot else []
            return [float(at_s) for at_s in starts]
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return []

    def _write(self, starts: list[float]) -> None:
        try:
            if starts:
                keep(self._file, json.dumps({"boot": self._boot, "starts": starts}))
            else:
                self._file.unlink(missing_ok=True)
        except OSError as error:
            log.warning("how this start went can't be noted in %s: %s", self._file.parent, error.strerror)


def runtime_folder(env: Mapping[str, str]) -> Path:
    """Return the folder for what need not outlive this boot."""
    given = env.get("RUNTIME_DIRECTORY", "").partition(":")[0] or env.get("XDG_RUNTIME_DIR", "")
    if given.startswith("/") and Path(given).is_dir():
        return Path(given) / "tidetable" if "RUNTIME_DIRECTORY" not in env else Path(given)
    return _own_folder(Path(tempfile.gettempdir()) / f"tidetable-{os.getuid()}")


def _own_folder(folder: Path) -> Path:
    """Return *folder* if it is this user's alone, else a new one: where everybody writes, another may have made it."""
    with suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
        there = folder.lstat()
        if stat.S_ISDIR(there.st_mode) and there.st_uid == os.getuid() and not there.st_mode & 0o022:
            return folder
    log.warning("%s isn't this user's own: how starts go is noted for this one alone", folder)
    return Path(tempfile.mkdtemp(prefix="tidetable-"))


def safe_start_fault() -> Fault:
    """Return what is told of a safe start; OK leaves it."""
    leave = Mend(LEAVE, Message("health.safe-leave"))
    values: dict[str, str | int] = {"count": BAD_STARTS}
    told = Message("health.safe", {**values})
    short = Message("stage.fault-safe", {**values})
    text, remedy = Message("health.safe-text"), Message("health.safe-remedy")
    return Fault("safe-start", Message("stage.safe-start"), short, text, told, remedy, (leave,), ok=leave)


def _boot(file: Path) -> str:
    with suppress(OSError):
        return file.read_text("ascii").strip()
    return ""
