"""Limits and headers of every request and answer.

They are the largest body, and the headers that keep a browser safe.
"""

from __future__ import annotations

MAX_BODY_BYTES = 4096
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
