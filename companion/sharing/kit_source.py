"""The files of a library's kits, as they are given away."""

from __future__ import annotations

from pathlib import Path

from companion.kits.format import kit_file
from companion.library.games import Library
from companion.library.packages import KIT, located
from companion.runtime.foreign_file import MAX_BYTES, read_bytes

_SHIPPED = Path(kit_file.__file__).parents[1]


def source_of(library: Library, slug: str) -> bytes | None:
    """Return the file of the kit *slug* of *library*, None without one."""
    if not any(game.slug == slug and game.mode == "kit" for game in library.games):
        return None
    path = _path_of(library, slug)
    try:
        return None if path is None else read_bytes(path, MAX_BYTES)
    except OSError:
        return None  # it was removed since the library was read


def _path_of(library: Library, slug: str) -> Path | None:
    """Return the path of the kit *slug*.

    It is the family's, a package's, or the program's.
    """
    own = next((kit for kit in library.own if kit.kit.slug == slug), None)
    if own is not None:
        return Path(own.file)
    other = next((kit.file for kit in library.others if kit.kit.slug == slug), None)
    packaged = {f"{point.value}:{KIT}": folder / KIT for point, folder in located()[0].items()}
    if other is not None and other in packaged:
        return packaged[other]
    return next(
        (path for path in (_SHIPPED / f"{slug}.toml", _SHIPPED / "folk" / f"{slug}.toml") if path.is_file()), None
    )
