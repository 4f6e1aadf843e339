"""How text travels: compressed, to who can take it (RFC 9110, 8.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Response

_LEVEL = 9
"""Of zlib: what a page says is short, and read over a slow network."""
_KINDS = frozenset({"text/html", "application/json"})
_MIN_BYTES = 1000
"""Less than that isn't worth it."""


def best_of(bodies: Mapping[str, object]) -> str:
    """Return which of *bodies*, named by their encodings, the best first, who asks wants most."""
    from flask import request

    return request.accept_encodings.best_match(bodies, default="identity")


def compressed(response: Response) -> Response:
    """Return *response*, a page or an object that was made for who asks, as it travels."""
    if response.mimetype not in _KINDS or response.is_streamed or response.content_encoding:
        return response
    response.vary.add("Accept-Encoding")
    body = response.get_data()
    if len(body) >= _MIN_BYTES and best_of({"gzip": 1, "identity": 1}) == "gzip":
        import gzip

        response.set_data(gzip.compress(body, _LEVEL, mtime=0))
        response.content_encoding = "gzip"
    return response
