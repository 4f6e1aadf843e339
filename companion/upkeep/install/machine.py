"""The computer to install on: files below one root, and system calls."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from companion.runtime.keeping import sync

CALL_S = 120.0
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
SYSTEMD_RUNS = Path("run/systemd/system")


class CallFailed(Exception):
    """A program of the system failed; the message has its output."""


class System(Protocol):
    """System calls of a computer."""

    def call(self, *command: str) -> None:
        """Run *command* without a shell.

        :raises CallFailed: if it hasn't succeeded.
        """


class OwnSystem:
    """The system of this computer."""

    def call(self, *command: str) -> None:
        """Run *command* as the current user, showing output only on failure."""
        environment = {"PATH": PATH, "LC_ALL": "C"}
        try:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                env=environment,
                timeout=CALL_S,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise CallFailed(f"`{' '.join(command)}` couldn't be run: {error}") from error
        if done.returncode:
            said = (done.stderr.strip() or done.stdout.strip() or "it said nothing").splitlines()[-1]
            raise CallFailed(f"`{' '.join(command)}` has failed: {said}")


class NoSystem:
    """A missing system: a folder has files but runs nothing."""

    def call(self, *command: str) -> None:
        """Ignore *command*."""


@dataclass(frozen=True)
class Machine:
    """A computer by its *root*, or a folder in place of one.

    *system* is only called for the computer itself.
    """

    root: Path = Path("/")
    system: System = field(default_factory=NoSystem)

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder in place of a computer."""
        return isinstance(self.system, NoSystem)

    def at(self, path: str) -> Path:
        """Return the path of *path* below the root.

        *path* is such as ``etc/hosts``.
        """
        return self.root / path

    def read(self, path: str) -> str | None:
        """Return the text of the file *path*, None if it doesn't exist.

        :raises OSError: if it can't be read.
        """
        try:
            return self.at(path).read_bytes().decode("utf-8", "surrogateescape")
        except FileNotFoundError:
            return None

    def write(self, path: str, text: str) -> None:
        """Write *text* to the file *path*, durably and atomically.

        Its mode stays; a new file's is 0644.

        :raises OSError: if it can't be written; it is unchanged.
        """
        file = self.at(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        mode = file.stat().st_mode & 0o7777 if file.exists() else 0o644
        new = _beside(file)
        with new.open("w", encoding="utf-8", errors="surrogateescape", newline="") as writing:
            new.chmod(mode)
            writing.write(text)
            writing.flush()
            os.fsync(writing.fileno())
        new.replace(file)
        sync(file.parent)

    def has_begun(self, path: str) -> bool:
        """Return True if the file *path* exists, or its writing was interrupted."""
        return self.at(path).exists() or _beside(self.at(path)).exists()

    def sweep(self, path: str) -> None:
        """Remove a leftover of an interrupted write beside the file *path*.

        :raises OSError: if it can't be removed.
        """
        if self.at(path).parent.is_dir():
            _beside(self.at(path)).unlink(missing_ok=True)

    def remove(self, path: str) -> None:
        """Remove the file or link *path*, and our own folders left empty.

        :raises OSError: if it can't be removed.
        """
        file = self.at(path)
        file.unlink(missing_ok=True)
        sync(file.parent)
        for folder in OWN_FOLDERS:
            if file.parent == self.at(folder) and not any(file.parent.iterdir()):
                file.parent.rmdir()

    @property
    def runs_systemd(self) -> bool:
        """Whether systemd runs, so that installed units can start."""
        return self.at(str(SYSTEMD_RUNS)).is_dir()

    def call_each(self, commands: Sequence[Sequence[str]]) -> None:
        """Run *commands* in order.

        :raises CallFailed: if one fails; those after it aren't started.
        """
        for command in commands:
            self.system.call(*command)


OWN_FOLDERS = ("etc/systemd/system/tidetable.service.d", "etc/tidetable")


def _beside(file: Path) -> Path:
    """Return the path of an unfinished new *file*."""
    return file.with_name(f"{file.name}.tidetable-new")
