"""The installed service, read from its unit."""

from __future__ import annotations

import re
from pathlib import Path

from companion.upkeep.install.files import OF_COMMAND, OF_PACKAGE, UNIT

SYSTEM_ROOT = Path("/")
_DATA = re.compile(r"^ExecStart=\S+ run\b.*? --data (?P<folder>/\S+)", re.MULTILINE)


def installed_data(root: Path | None = None) -> Path | None:
    """Return the installed service's data folder, None if there is none.

    :param root: the computer's own without it.
    """
    computer = root or SYSTEM_ROOT
    for folder in (OF_COMMAND, OF_PACKAGE):
        try:
            unit = (computer / folder / UNIT).read_text("utf-8")
        except OSError:
            continue
        found = _DATA.search(unit)
        return Path(found["folder"]) if found else None
    return None
