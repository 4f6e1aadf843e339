"""Static files as they are found at the start, by their addresses.

None of them is read: `Delivery` does that, once somebody asks.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from companion.runtime.parse_cache import KEPT_IN

STATIC = Path(__file__).parents[2] / "static"
"""The folder of the shared static files."""


class AssetFile(Struct, frozen=True):
    """A file as found at the start.

    *mark* changes with its content.
    """

    path: str
    mark: str

    @classmethod
    def at(cls, path: str) -> AssetFile:
        # The time of change beside that of what it says: packages give files the time of their building.
        found = os.stat(path)  # noqa: PTH116  # of two hundred files at each start
        return cls(path, f"{found.st_size}-{found.st_mtime_ns}-{found.st_ctime_ns}")


class Assets:
    """The files in *folder*, at any depth, and games' own files.

    ``games/SLUG`` has the page's parts of each of *games*.

    ``covers/SLUG.svg`` is the picture of each of *covers*; a game without one is shown with another of ``covers``.
    Below ``NAME`` are the files in each of the folders *beside*.

    *version* names exactly them and what lies in the folders of *more*.
    """

    def __init__(
        self,
        folder: Path,
        *more: Path,
        games: Mapping[str, Path] | None = None,
        covers: Mapping[str, Path] | None = None,
        beside: Mapping[str, Path] | None = None,
    ) -> None:
        self.files = dict(_found(folder))
        own_parts = {f"games/{slug}": own for slug, own in sorted((games or {}).items())}
        self.games = tuple(sorted(games or {}))
        for below, own in (own_parts | dict(beside or {})).items():
            self.files |= {f"{below}/{name}": file for name, file in _found(own)}
        self._fixed = self.files
        self._covers = _covers_at(covers or {})
        self.files = self._fixed | self._covers
        digest = hashlib.sha256()
        for name, file in [*self.files.items(), *(pair for other in more for pair in _found(other))]:
            digest.update(f"{name}\0{file.mark}\0".encode())
        self.version = digest.hexdigest()[:8]

    def replace_covers(self, covers: Mapping[str, Path]) -> None:
        """Serve other *covers* from now on, while pages may be loading.

        Those before stay until the next change, as open pages still show them.
        """
        before, self._covers = self._covers, _covers_at(covers)
        self.files = self._fixed | before | self._covers

    def __contains__(self, filename: str) -> bool:
        return filename in self.files


def _covers_at(covers: Mapping[str, Path]) -> dict[str, AssetFile]:
    """Return the files of *covers* by their addresses."""
    found: dict[str, AssetFile] = {}
    for name, file in sorted(covers.items()):
        with suppress(FileNotFoundError):  # it is gone since it was checked
            found[f"covers/{name}.svg"] = AssetFile.at(str(file))
    return found


def _found(folder: Path) -> Iterator[tuple[str, AssetFile]]:
    """Yield the files in *folder* at any depth, by relative path.

    Generated files aren't among them.
    """
    beyond = len(str(folder)) + 1
    paths = sorted(
        f"{base}/{name}" for base, _, names in os.walk(folder) for name in names if not base.endswith(f"/{KEPT_IN}")
    )
    return ((path[beyond:], AssetFile.at(path)) for path in paths)
