"""Static files, read once and sent from memory: no answer keeps a file open, and an SD card is read once.

They are small, and their address holds a name for exactly what they say, so browsers keep them for ever. Text travels
compressed to who can take it: each file is made so once, when it is first asked for.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from functools import cache
from pathlib import Path, PurePath

from flask import Response, request

from web_ui.http.errors import Problem
from web_ui.http.lean import LEAN

_YEAR_S = 31_536_000
_TEXT = frozenset({".svg", ".json"})
"""Endings of text whose kind doesn't say so."""


class Assets:
    """The files in *folder*, at any depth. *version* names exactly them and what lies in the folders of *more*."""

    def __init__(self, folder: Path, *more: Path) -> None:
        self._files = _read(folder)
        digest = hashlib.sha256()
        for name, content in [*self._files.items(), *(pair for other in more for pair in _read(other).items())]:
            digest.update(name.encode() + b"\0" + content)
        self.version = digest.hexdigest()[:8]
        # What it takes to make a module lean isn't spent before somebody asks for it.
        self._made = cache(self._make)

    def answer(self, filename: str) -> Response:
        """Return the file called *filename*, as it is sent.

        :raises Problem: 404, where there is none.
        """
        if filename not in self._files:
            raise Problem(404, "unknown")
        kind, encodings = self._made(filename)
        encoding = request.accept_encodings.best_match(encodings, default="identity")
        content, tag = encodings[encoding]
        response = Response(content, mimetype=kind)
        if encoding != "identity":
            response.content_encoding = encoding
        response.vary.add("Accept-Encoding")
        response.set_etag(tag)
        response.headers["Cache-Control"] = f"public, max-age={_YEAR_S}, immutable"
        response.make_conditional(request)
        return response

    def _make(self, filename: str) -> tuple[str, dict[str, tuple[bytes, str]]]:
        """Return the kind of a file, and for each encoding (RFC 9110, 8.4) its bytes with their tag, the best first."""
        content, ending = self._files[filename], PurePath(filename).suffix
        kind = mimetypes.types_map.get(ending, "application/octet-stream")
        if ending in LEAN:
            kind, lean = LEAN[ending]
            content = lean(content.decode()).encode()
        bodies = {"identity": content}
        if kind.startswith("text/") or ending in _TEXT:
            bodies = {"gzip": gzip.compress(content, mtime=0), **bodies}
        return kind, {name: (body, hashlib.sha256(body).hexdigest()[:16]) for name, body in bodies.items()}


def _read(folder: Path) -> dict[str, bytes]:
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
