"""A stock card for the guest, made an owner's by `tidetable card`: its small partition as a drive of FAT."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.kernel.debian import BOOT_LABEL
from tests.kernel.prepare import run_program

SIZE_MB = 256
STOCK = {
    "config.txt": "# dtparam=i2c_arm=on\n",
    "cmdline.txt": "console=tty1\n",
    "user-data": "#cloud-config\n",
    "network-config": "# by Imager\n",
    "meta-data": "dsmode: local\ninstance_id: rpios-image\n",
}
"""What stands on a stock card, as far as this looks at it."""
WIFI, PASSWORD = "Family", "correct horse"
LANGUAGE = "fr"
"""Not the stock card's."""


def make_card(drive: Path, deb: Path, work: Path) -> None:
    """Make *drive* the small partition of a stock card, and the owner's by the command of the table, with *deb* on it.

    :raises NotPrepared: a program has failed.
    """
    folder = work / "bootfs"
    folder.mkdir()
    for name, text in STOCK.items():
        (folder / name).write_text(text, "utf-8")
    (work / "password").write_text(PASSWORD, "utf-8")
    wifi = ("--wifi", WIFI, "--wifi-password-file", str(work / "password"), "--country", "GB", "--lang", LANGUAGE)
    command = (sys.executable, "-m", "companion", "card", "--out", str(folder), "--any-folder", "--deb", str(deb))
    run_program(*command, *wifi)
    drive.write_bytes(b"")
    with drive.open("r+b") as file:
        file.truncate(SIZE_MB << 20)
    run_program("mformat", "-i", str(drive), "-F", "-v", BOOT_LABEL, "::")
    run_program("mcopy", "-i", str(drive), *map(str, sorted(folder.iterdir())), "::")


def add(drive: Path, file: Path) -> None:
    """Copy *file* onto the card."""
    run_program("mcopy", "-i", str(drive), str(file), "::")


def names(drive: Path) -> Sequence[str]:
    """Return the names of the files on the card, sorted."""
    return sorted(run_program("mdir", "-b", "-i", str(drive), "::").replace("::/", "").split())


def read(drive: Path, name: str) -> str:
    """Return the text of the file *name* on the card; what no longer is there has none."""
    done = subprocess.run(["mtype", "-i", str(drive), f"::{name}"], capture_output=True, text=True, check=False)
    return done.stdout
