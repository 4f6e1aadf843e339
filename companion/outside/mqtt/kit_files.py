"""Kits as they travel: text whose own name is read without believing it."""

from __future__ import annotations

from companion.runtime.foreign_file import TooTangled, toml_of


class NoKit(ValueError):
    """A text is no kit's; *why* says so for a log, without any of it."""


def slug_of(text: str) -> str:
    """Return the name that the kit in *text* gives itself: the first thing known of it, and all that is checked.

    :raises NoKit: it isn't TOML, names itself nothing, or would take too long to read.
    """
    try:
        slug = toml_of(text).get("slug")
    except TooTangled as error:
        raise NoKit("too many dots or brackets") from error
    except ValueError as error:
        raise NoKit("no TOML") from error
    if not isinstance(slug, str):
        raise NoKit("no slug")
    return slug
