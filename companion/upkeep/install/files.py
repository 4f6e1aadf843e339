"""The service's files as they ship, laid out as on disk.

The Debian package holds those below ``usr/lib``. Without it, `install` copies them to ``etc``, where systemd and udev
look for the same names.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

SHIPPED = Path(str(files("companion.service"))) / "files"
OF_PACKAGE, OF_COMMAND = "usr/lib", "etc"
"""Folder of the package's files, and of copies, which win."""
UNIT = "systemd/system/tidetable.service"
SETTINGS = "etc/tidetable/tidetable.toml"
PROGRAM = "opt/tidetable"
"""The program's environment, or a link to it."""
LINKS: Mapping[str, str] = {
    "usr/local/bin/tidetable": "bin/tidetable",
    # systemd runs what is there before power-off, after all is written. It uses no other folder.
    "usr/lib/systemd/system-shutdown/tidetable": "bin/tidetable-last-picture",
}
"""Each link to a command of the program."""


def shipped() -> Mapping[str, str]:
    """Return the text of each file by its name below ``usr/lib``."""
    folder = SHIPPED / OF_PACKAGE
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def settings() -> str:
    """Return the text of a new table's settings. It holds no apostrophe."""
    return (SHIPPED / SETTINGS).read_text("utf-8")


def program(prefix: Path, usual: Path = Path("/") / PROGRAM) -> Path:
    """Return the path of the environment *prefix* that outlives upgrades.

    That is *usual*, if it leads there.
    """
    return usual if usual.resolve() == prefix.resolve() else prefix
