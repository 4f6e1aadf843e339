"""The computer to install on: files below one root, and its programs."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from companion.runtime.atomic_file import sync

CALL_S = 120.0
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
SYSTEMD_RUNS = "run/systemd/system"


class CallFailed(Exception):
    """A program of the system failed; the message has its output."""


class Machine:
    """A computer by its *root*, or a folder in place of one.

    A path below the root is such as ``etc/hosts``. No program is called for a folder.
    """

    def __init__(self, root: Path = Path("/"), is_folder: bool = False) -> None:
        self.root, self.is_folder = root, is_folder

    def at(self, path: str) -> Path:
        """Return the path of *path* below the root."""
        return self.root / path

    def is_plain(self, path: str) -> bool:
        """Return True if *path* is a plain file or doesn't exist."""
        file = self.at(path)
        return not file.is_symlink() and (file.is_file() or not file.exists())

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

    def link(self, path: str, target: str) -> None:
        """Make *path* a link to *target*, atomically.

        :raises OSError: if it can't be made; *path* is unchanged.
        """
        file = self.at(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        self.sweep(path)
        _beside(file).symlink_to(target)
        _beside(file).replace(file)
        sync(file.parent)

    def target(self, path: str) -> str | None:
        """Return the target of the link *path*, None for anything else."""
        file = self.at(path)
        return str(file.readlink()) if file.is_symlink() else None

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
        """Remove the file or link *path*, and our own folder left empty.

        :raises OSError: if it can't be removed.
        """
        file = self.at(path)
        file.unlink(missing_ok=True)
        sync(file.parent)
        if file.parent.name.startswith("tidetable") and not any(file.parent.iterdir()):
            file.parent.rmdir()

    @property
    def runs_systemd(self) -> bool:
        """Whether systemd runs, so that installed units can start."""
        return self.at(SYSTEMD_RUNS).is_dir()

    def call(self, *command: str) -> None:
        """Run *command* without a shell, showing output only on failure.

        :raises CallFailed: if it hasn't succeeded.
        """
        try:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                env={"PATH": PATH, "LC_ALL": "C"},
                timeout=CALL_S,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise CallFailed(f"`{' '.join(command)}` couldn't be run: {error}") from error
        if done.returncode:
            said = (done.stderr.strip() or done.stdout.strip() or "it said nothing").splitlines()[-1]
            raise CallFailed(f"`{' '.join(command)}` has failed: {said}")


def _beside(file: Path) -> Path:
    """Return the path of an unfinished new *file*."""
    return file.with_name(f"{file.name}.tidetable-new")
