"""Limits and headers of every request and answer.

They are the largest body, and the headers that keep a browser safe.
"""

from __future__ import annotations

from collections.abc import Mapping

MAX_BODY_BYTES = 4096
OWN_GAMES_PATH, MAKER_PATH = "/api/v1/games/files", "/api/v1/maker"
OFFER_PATH = "/api/v1/games/offer"
LARGE_BODIES: Mapping[str, int] = {OWN_GAMES_PATH: 2 * 2**20, OFFER_PATH: 2 * 2**20, MAKER_PATH: 128 * 1024}
"""Maximum size in bytes of request bodies that may be larger."""
SECURITY_HEADERS = (
    (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cache-Control", "no-store"),
)
"""Headers of every answer; only versioned static files may be cached.

These files say so themselves.
"""
