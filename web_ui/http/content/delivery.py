"""Static files, read at the first request and sent from memory.

Each is read once, and no answer keeps a file open.

They are small, and their address holds a name for exactly these files, so browsers keep them for ever. Modules and
sheets travel without comments and needless blanks, and text compressed for clients that accept it: each file is made so
once, and cached as it travels. One that was changed before it was first requested isn't the file that its address
names: it is read again whenever it has changed, and nobody caches it.
"""

from __future__ import annotations

import gzip
import hashlib
import logging
import mimetypes
from collections.abc import Mapping
from functools import partial
from pathlib import Path, PurePath

from flask import Response, request
from msgspec import Struct
from rcssmin import cssmin
from rjsmin import jsmin

from web_ui.http.content.assets import AssetFile, Assets
from web_ui.http.content.encoding import best_of
from web_ui.http.content.errors import Problem
from web_ui.http.content.imports import imported_for, modules_below, sheets_of

log = logging.getLogger(__name__)

_YEAR_S = 31_536_000
_TEXT = frozenset({".svg", ".json"})
"""Endings of text files with a MIME type that isn't ``text/``."""
_MINIFIED = frozenset({".js", ".css"})
"""Endings of files sent without comments and needless blanks.

This saves a third of their compressed size.
"""
_GONE = (FileNotFoundError, NotADirectoryError)
"""Errors of a file that is gone.

Any other may be over at the next request.
"""
_KINDS = {".js": "text/javascript"}
"""Media types that systems don't know or call by older names."""


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
        return gzip.decompress(self.kept)  # hardly any browser asks for it


class Delivery:
    """The files of *assets* as they travel, and the needs of pages."""

    def __init__(self, assets: Assets) -> None:
        self.version = assets.version
        self._assets = assets
        self._read = partial(_text, assets)
        self._made: dict[str, _Made] = {}
        self._needs: dict[tuple[str, ...], tuple[tuple[str, ...], tuple[str, ...]]] = {}

    def answer(self, filename: str) -> Response:
        """Return the file called *filename*, as it is sent.

        :raises Problem: 404, if there is none, or none any more.
        :raises OSError: it can't be read now.
        """
        if filename not in self._assets:
            raise Problem(404, "unknown")
        try:
            made = self._ready(filename)
        except _GONE as error:
            log.error("%s can't be read: %s", self._assets.files[filename].path, error)
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

    def needed_by(self, *modules: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return *modules* with their initial imports and sheets, each once.

        :raises OSError: one of them can't be read now.
        """
        kept = self._needs.get(modules)
        if kept is not None:
            return kept
        needed = modules_below(modules, self._read)
        found = needed, tuple(dict.fromkeys(sheet for each in modules for sheet in sheets_of(each, self._read)))
        if all(self._is_as_found(each) for each in needed):
            self._needs[modules] = found
        return found

    def _is_as_found(self, filename: str) -> bool:
        found = self._assets.files[filename]
        try:
            return AssetFile.at(found.path) == found
        except _GONE:
            return False

    def _ready(self, filename: str) -> _Made:
        """Return a file as it travels.

        A lasting one is as it was read once, any other as it is now.

        :raises OSError: it can't be read now.
        """
        made = self._made.get(filename)
        if made is None or not (made.is_lasting or made.mark == AssetFile.at(self._assets.files[filename].path).mark):
            made = self._made[filename] = self._make(filename)
        return made

    def _make(self, filename: str) -> _Made:
        """Read a file and make it ready to travel.

        :raises OSError: it can't be read now.
        """
        found, ending = self._assets.files[filename], PurePath(filename).suffix
        before = AssetFile.at(found.path)
        content = Path(found.path).read_bytes()
        is_lasting = before == found == AssetFile.at(found.path)
        kind = _KINDS.get(ending) or mimetypes.types_map.get(ending, "application/octet-stream")
        if ending in _MINIFIED:
            content = _minified(content.decode(), ending).encode()
        tags, kept = {"identity": _tag(content)}, content
        if kind.startswith("text/") or ending in _TEXT:
            kept = gzip.compress(content, mtime=0)
            tags = {"gzip": _tag(kept), **tags}
        return _Made(kind, tags, kept, before.mark, is_lasting)


def own_page(assets: Assets, slug: str, part: str) -> list[str]:
    """Return the modules for *part* of *slug*'s page, its index first.

    *slug* is one of the *assets*' games.

    :raises OSError: the index can't be read now.
    """
    index = f"games/{slug}/index.js"
    own = imported_for(index, part, partial(_text, assets))
    return [index, *([own] if own else [])]


def _text(assets: Assets, filename: str) -> str:
    """Return a module's text, or "" if it is gone.

    :raises OSError: it can't be read now.
    """
    try:
        return Path(assets.files[filename].path).read_text("utf-8")
    except _GONE as error:
        log.error("%s can't be read: %s", assets.files[filename].path, error)
        return ""  # a page that asks for it is told so


def _minified(text: str, ending: str) -> str:
    minified: str = cssmin(text) if ending == ".css" else jsmin(text)
    return minified


def _tag(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]
