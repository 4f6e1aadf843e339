"""A cache of plain data for JSON, shared by several pages.

Pages are sent the same data, most of it unchanged since the last push.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from companion.texts.say import Texts

KEPT = 8
"""Number of cached things for each name.

A table has as many different views at a time.
"""
_SHORT = (str, int, float, bool, type(None))


class PlainOnce:
    """Renders things as plain data in a language, cached. Thread-safe.

    Things must never change. A thing that is identical or equal to one of the newest gives the very same object, which
    callers must not change. Equal dicts may differ in order, so only identical ones share a result.
    """

    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        self._edition = texts.edition
        # Each with the thing itself, for an address says nothing of what is gone.
        self._known: dict[tuple[str, str], tuple[tuple[object, object], ...]] = {}

    def plain(self, lang: str, name: str, thing: object) -> object:
        """Return *thing* as plain data, rendered in *lang* and cached.

        *name* is the name of its cache.

        :raises KeyError: one of its sentences can't be rendered.
        """
        if not thing or type(thing) in _SHORT:
            return thing
        if self._edition != self._texts.edition:  # before anything is made: a late entry is one of the new words
            self._known, self._edition = {}, self._texts.edition
        known_before = self._known
        known = known_before.get((lang, name), ())
        is_dict = type(thing) is dict
        for other, made in known:
            if other is thing or not is_dict and other == thing:
                return made
        made = self._by_part(lang, name, thing) if is_dict else self._made(lang, thing)
        known_before[lang, name] = ((thing, made), *known[: KEPT - 1])
        return made

    def _by_part(self, lang: str, name: str, parts: Any) -> dict[str, object]:
        """Return *parts* as plain data.

        A row of structs is rendered again only if it has changed.
        """
        return {
            part: self.plain(lang, f"{name}.{part}", thing) if _is_of_structs(thing) else self._made(lang, thing)
            for part, thing in parts.items()
        }

    def _made(self, lang: str, thing: object) -> object:
        return msgspec.to_builtins(self._texts.tell(lang, thing))


def _is_of_structs(thing: object) -> bool:
    """Return True if *thing* is a row of structs."""
    return isinstance(thing, list | tuple) and bool(thing) and isinstance(thing[0], Struct)
