"""Content encoding: text compressed for clients that accept it (RFC 9110, 8.4)."""

from __future__ import annotations

import gzip
from collections.abc import Mapping

from flask import Response, request

_LEVEL = 9
"""zlib's level: pages are short and travel over a slow network."""
_KINDS = frozenset({"text/html", "application/json"})
_MIN_BYTES = 1000
"""The minimum size in bytes; compressing less isn't worth it."""


def best_of(bodies: Mapping[str, object]) -> str:
    """Return the encoding among *bodies* that the client prefers.

    They are listed best first.
    """
    return request.accept_encodings.best_match(bodies, default="identity")


def compressed(response: Response) -> Response:
    """Return *response* compressed if the client accepts it.

    It is a page or an object generated for this caller.
    """
    if response.mimetype not in _KINDS or response.is_streamed or response.content_encoding:
        return response
    response.vary.add("Accept-Encoding")
    body = response.get_data()
    if len(body) >= _MIN_BYTES and best_of({"gzip": 1, "identity": 1}) == "gzip":
        response.set_data(gzip.compress(body, _LEVEL, mtime=0))
        response.content_encoding = "gzip"
    return response
