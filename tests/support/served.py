"""The modules of all pages as they are served: the games' own parts below ``games/SLUG``."""

from __future__ import annotations

import shutil
from pathlib import Path

from companion.library.games import Library
from companion.library.packages import page_folders
from tests.support.paths import STATIC


def sources() -> dict[str, Path]:
    """Return every file that pages may ask for, by its name below the address of all."""
    folders = {"": STATIC, **{f"games/{slug}/": folder for slug, folder in page_folders(Library().games).items()}}
    return {
        f"{where}{path.relative_to(folder).as_posix()}": path
        for where, folder in folders.items()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def lay_out(folder: Path) -> Path:
    """Copy all of them into *folder*, which isn't there yet, so that they import each other; return it."""
    for name, path in sources().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, folder / name)
    return folder
