"""Plain data for JSON, said once: several pages are sent the same, and most of it is what they were sent before."""

from __future__ import annotations

import msgspec

from companion.texts.say import Texts

KEPT = 48
"""How many things are remembered: what a table with a dozen different views is sent at a time."""
_SHORT = (str, int, float, bool, type(None))


class PlainOnce:
    """Says things in a language and makes them plain data, the same thing once. Any thread may come here.

    A thing is known again as the very same object, which never changes: what it became is the same object again, too,
    and is left as it is.
    """

    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        # Each with the thing itself, for an address says nothing of what is gone. The older ones go together.
        self._now: dict[tuple[int, str], tuple[object, object]] = {}
        self._before: dict[tuple[int, str], tuple[object, object]] = {}

    def plain(self, lang: str, thing: object) -> object:
        """Return *thing* as plain data, its sentences said in *lang*.

        :raises KeyError: one of them can't be said.
        """
        if not thing or type(thing) in _SHORT:
            return thing
        key = (id(thing), lang)
        found = self._now.get(key) or self._before.get(key)
        if found is None:
            found = (thing, msgspec.to_builtins(self._texts.tell(lang, thing)))
        if key not in self._now:
            if len(self._now) >= KEPT:
                self._before, self._now = self._now, {}
            self._now[key] = found
        return found[1]
