"""Static files, read at the first request and sent from memory.

Each is read once, and no answer keeps a file open.

They are small, and their address holds a name for exactly these files, so browsers keep them for ever. Modules and
sheets travel without comments and needless blanks, and text compressed for clients that accept it: each file is made so
once, and cached as it travels. One that was changed before it was first requested isn't the file that its address
names: it is read again whenever it has changed, and nobody caches it.
"""

from __future__ import annotations

import hashlib
import logging
import mimetypes
import os
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from msgspec import Struct

from companion.runtime.parsed import KEPT_IN
from web_ui.http.encoding import best_of
from web_ui.http.errors import Problem

if TYPE_CHECKING:
    from flask import Response

log = logging.getLogger(__name__)

STATIC = Path(__file__).parents[1] / "static"
"""The folder of the shared static files."""
_YEAR_S = 31_536_000
_TEXT = frozenset({".svg", ".json"})
"""Endings of text files with a MIME type that isn't ``text/``."""
_MINIFIED = frozenset({".js", ".css"})
"""Endings of files sent without comments and needless blanks.

This saves a third of their compressed size.
"""


class _File(Struct, frozen=True):
    """A file as found at the start.

    *mark* changes with its content.
    """

    path: str
    mark: str

    @classmethod
    def at(cls, path: str) -> _File:
        # The time of change beside that of what it says: packages give files the time of their building.
        found = os.stat(path)  # noqa: PTH116  # of two hundred files at each start
        return cls(path, f"{found.st_size}-{found.st_mtime_ns}-{found.st_ctime_ns}")


class _Made(Struct, frozen=True):
    """A file as it travels.

    *kept* is in the first of the encodings (RFC 9110, 8.4) that have *tags*.
    """

    kind: str
    tags: Mapping[str, str]
    kept: bytes
    mark: str
    """Of the file as it was before it was read."""
    is_lasting: bool
    """Whether the file stayed unchanged from the start until it was read."""

    def content(self, encoding: str) -> bytes:
        """Return it in one of the encodings."""
        if encoding == next(iter(self.tags)):
            return self.kept
        import gzip

        return gzip.decompress(self.kept)  # hardly any browser asks for it


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
        self._files = dict(_found(folder))
        own_parts = {f"games/{slug}": own for slug, own in sorted((games or {}).items())}
        self.games = tuple(sorted(games or {}))
        for below, own in (own_parts | dict(beside or {})).items():
            self._files |= {f"{below}/{name}": file for name, file in _found(own)}
        self._files |= {f"covers/{slug}.svg": _File.at(str(file)) for slug, file in sorted((covers or {}).items())}
        digest = hashlib.sha256()
        for name, file in [*self._files.items(), *(pair for other in more for pair in _found(other))]:
            digest.update(f"{name}\0{file.mark}\0".encode())
        self.version = digest.hexdigest()[:8]
        # What it takes to read and compress a file isn't spent before somebody asks for it.
        self._made: dict[str, _Made] = {}
        self._needs: dict[tuple[str, ...], tuple[tuple[str, ...], tuple[str, ...]]] = {}

    def answer(self, filename: str) -> Response:
        """Return the file called *filename*, as it is sent.

        :raises Problem: 404, if there is none, or none any more.
        :raises OSError: it can't be read now.
        """
        from flask import Response, request

        if filename not in self._files:
            raise Problem(404, "unknown")
        try:
            made = self._ready(filename)
        except _GONE as error:
            log.error("%s can't be read: %s", self._files[filename].path, error)
            raise Problem(404, "unknown") from error
        encoding = best_of(made.tags)
        response = Response(made.content(encoding), mimetype=made.kind)
        if encoding != "identity":
            response.content_encoding = encoding
        response.vary.add("Accept-Encoding")
        response.set_etag(made.tags[encoding])
        # While another version is installed over the one that runs, its files may be the new ones already.
        response.headers["Cache-Control"] = f"public, max-age={_YEAR_S}, immutable" if made.is_lasting else "no-store"
        response.make_conditional(request)
        return response

    def __contains__(self, filename: str) -> bool:
        return filename in self._files

    def own_page(self, slug: str, part: str) -> list[str]:
        """Return the modules for *part* of *slug*'s page, its index first.

        *slug* is one of *games*.

        :raises OSError: the index can't be read now.
        """
        from web_ui.http.imports import imported_for

        index = f"games/{slug}/index.js"
        own = imported_for(index, part, self._text)
        return [index, *([own] if own else [])]

    def needed_by(self, *modules: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return *modules* with their initial imports and sheets, each once.

        :raises OSError: one of them can't be read now.
        """
        kept = self._needs.get(modules)
        if kept is not None:
            return kept
        from web_ui.http.imports import modules_below, sheets_of

        needed = modules_below(modules, self._text)
        found = needed, tuple(dict.fromkeys(sheet for each in modules for sheet in sheets_of(each, self._text)))
        if all(self._is_as_found(each) for each in needed):
            self._needs[modules] = found
        return found

    def _text(self, filename: str) -> str:
        """Return a module's text, or "" if it is gone.

        :raises OSError: it can't be read now.
        """
        try:
            return Path(self._files[filename].path).read_text("utf-8")
        except _GONE as error:
            log.error("%s can't be read: %s", self._files[filename].path, error)
            return ""  # a page that asks for it is told so

    def _is_as_found(self, filename: str) -> bool:
        found = self._files[filename]
        try:
            return _File.at(found.path) == found
        except _GONE:
            return False

    def _ready(self, filename: str) -> _Made:
        """Return a file as it travels.

        A lasting one is as it was read once, any other as it is now.

        :raises OSError: it can't be read now.
        """
        made = self._made.get(filename)
        if made is None or not (made.is_lasting or made.mark == _File.at(self._files[filename].path).mark):
            made = self._made[filename] = self._make(filename)
        return made

    def _make(self, filename: str) -> _Made:
        """Read a file and make it ready to travel.

        :raises OSError: it can't be read now.
        """
        found, ending = self._files[filename], PurePath(filename).suffix
        before = _File.at(found.path)
        content = Path(found.path).read_bytes()
        is_lasting = before == found == _File.at(found.path)
        kind = _KINDS.get(ending) or mimetypes.types_map.get(ending, "application/octet-stream")
        if ending in _MINIFIED:
            content = _minified(content.decode(), ending).encode()
        tags, kept = {"identity": _tag(content)}, content
        if kind.startswith("text/") or ending in _TEXT:
            import gzip

            kept = gzip.compress(content, mtime=0)
            tags = {"gzip": _tag(kept), **tags}
        return _Made(kind, tags, kept, before.mark, is_lasting)


_GONE = (FileNotFoundError, NotADirectoryError)
"""Errors of a file that is gone.

Any other may be over at the next request.
"""
_KINDS = {".js": "text/javascript"}
"""Media types that systems don't know or call by older names."""


def _minified(text: str, ending: str) -> str:
    from rcssmin import cssmin
    from rjsmin import jsmin

    minified: str = cssmin(text) if ending == ".css" else jsmin(text)
    return minified


def _tag(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def _found(folder: Path) -> Iterator[tuple[str, _File]]:
    """Yield the files in *folder* at any depth, by relative path.

    Generated files aren't among them.
    """
    beyond = len(str(folder)) + 1
    paths = sorted(
        f"{base}/{name}" for base, _, names in os.walk(folder) for name in names if not base.endswith(f"/{KEPT_IN}")
    )
    return ((path[beyond:], _File.at(path)) for path in paths)
