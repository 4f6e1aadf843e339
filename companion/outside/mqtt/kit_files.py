"""Kits as they travel: text whose own name is read without believing it."""

from __future__ import annotations

import tomllib

MAX_DOTS = 40
"""No line of a kit has so many; Python's own reader takes a minute for a key that is made of ten thousand parts."""


class NoKit(ValueError):
    """A text is no kit's; *why* says so for a log, without any of it."""


def slug_of(text: str) -> str:
    """Return the name that the kit in *text* gives itself: the first thing known of it, and all that is checked.

    :raises NoKit: it isn't TOML, names itself nothing, or would take too long to read.
    """
    if any(line.count(".") > MAX_DOTS for line in text.split("\n")):
        raise NoKit("a line with too many dots")
    try:
        slug = tomllib.loads(text).get("slug")
    except (ValueError, RecursionError) as error:
        raise NoKit("no TOML") from error
    if not isinstance(slug, str):
        raise NoKit("no slug")
    return slug
