"""Static files, read once and sent from memory: no answer keeps a file open, and an SD card is read once.

They are small, and their address holds a name for exactly what they say, so browsers keep them for ever. Modules and
sheets travel without what only their writers read, and text compressed to who can take it: each file is made so once,
when it is first asked for.
"""

from __future__ import annotations

import hashlib
import mimetypes
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path, PurePath

from flask import Response, request

from web_ui.http.encoding import best_of
from web_ui.http.errors import Problem
from web_ui.http.imports import imported_for, modules_below, sheets_of

STATIC = Path(__file__).parents[1] / "static"
"""The folder of the static files that all pages share."""
_YEAR_S = 31_536_000
_TEXT = frozenset({".svg", ".json"})
"""Endings of text whose kind doesn't say so."""
_MINIFIED = frozenset({".js", ".css"})
"""Endings of what is sent without comments and needless blanks: of its weight when it is compressed, a third."""


class Assets:
    """The files in *folder*, at any depth, and below ``games/SLUG`` the page's parts of each of *games*.

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
        self._files = _read(folder)
        own_parts = {f"games/{slug}": own for slug, own in sorted((games or {}).items())}
        self.games = tuple(sorted(games or {}))
        for below, own in (own_parts | dict(beside or {})).items():
            self._files |= {f"{below}/{name}": content for name, content in _read(own).items()}
        self._files |= {f"covers/{slug}.svg": file.read_bytes() for slug, file in sorted((covers or {}).items())}
        digest = hashlib.sha256()
        for name, content in [*self._files.items(), *(pair for other in more for pair in _read(other).items())]:
            digest.update(name.encode() + b"\0" + content)
        self.version = digest.hexdigest()[:8]
        # What it takes to compress a file isn't spent before somebody asks for it.
        self._made = cache(self._make)
        self.needed_by = cache(self._needed_by)

    def answer(self, filename: str) -> Response:
        """Return the file called *filename*, as it is sent.

        :raises Problem: 404, where there is none.
        """
        if filename not in self._files:
            raise Problem(404, "unknown")
        kind, encodings = self._made(filename)
        encoding = best_of(encodings)
        content, tag = encodings[encoding]
        response = Response(content, mimetype=kind)
        if encoding != "identity":
            response.content_encoding = encoding
        response.vary.add("Accept-Encoding")
        response.set_etag(tag)
        response.headers["Cache-Control"] = f"public, max-age={_YEAR_S}, immutable"
        response.make_conditional(request)
        return response

    def __contains__(self, filename: str) -> bool:
        return filename in self._files

    def own_page(self, slug: str, part: str) -> list[str]:
        """Return the modules that give *part* of the page of *slug*, one of *games*: its index first."""
        index = f"games/{slug}/index.js"
        own = imported_for(index, part, self._text)
        return [index, *([own] if own else [])]

    def _needed_by(self, *modules: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return *modules* with all that they import from the start, and the sheets that they name, each once."""
        needed = modules_below(modules, self._text)
        return needed, tuple(dict.fromkeys(sheet for each in modules for sheet in sheets_of(each, self._text)))

    def _text(self, filename: str) -> str:
        return self._files[filename].decode()

    def _make(self, filename: str) -> tuple[str, dict[str, tuple[bytes, str]]]:
        """Return the kind of a file, and for each encoding (RFC 9110, 8.4) its bytes with their tag, the best first."""
        content, ending = self._files[filename], PurePath(filename).suffix
        kind = _KINDS.get(ending) or mimetypes.types_map.get(ending, "application/octet-stream")
        if ending in _MINIFIED:
            content = _minified(content.decode(), ending).encode()
        bodies = {"identity": content}
        if kind.startswith("text/") or ending in _TEXT:
            import gzip

            bodies = {"gzip": gzip.compress(content, mtime=0), **bodies}
        return kind, {name: (body, hashlib.sha256(body).hexdigest()[:16]) for name, body in bodies.items()}


_KINDS = {".js": "text/javascript"}
"""Kinds that not every system knows, or that some call by an older name."""


def _minified(text: str, ending: str) -> str:
    from rcssmin import cssmin
    from rjsmin import jsmin

    minified: str = cssmin(text) if ending == ".css" else jsmin(text)
    return minified


def _read(folder: Path) -> dict[str, bytes]:
    """Return the files in *folder*, at any depth, by their paths from there."""
    beyond = len(str(folder)) + 1
    names = sorted(f"{base}/{name}"[beyond:] for base, _, names in os.walk(folder) for name in names)
    return {name: Path(folder, name).read_bytes() for name in names}
