"""Kits in transit: text with an untrusted name."""

from __future__ import annotations

from companion.runtime.foreign_file import TooTangled, toml_of


class NoKit(ValueError):
    """A text isn't a kit's; *why* explains it without quoting it."""


def slug_of(text: str) -> str:
    """Return the name of the kit in *text*; nothing else is checked.

    :raises NoKit: if it isn't TOML, has no name, or would take too long to read.
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
