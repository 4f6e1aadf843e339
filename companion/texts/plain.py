"""Plain data for JSON, said once: several pages are sent the same, and most of it is what they were sent before."""

from __future__ import annotations

import msgspec

from companion.texts.say import Texts

KEPT = 8
"""How many of the newest things are remembered under each name: as many as a table has different views at a time."""
_SHORT = (str, int, float, bool, type(None))


class PlainOnce:
    """Says things in a language and makes them plain data, the same thing once. Any thread may come here.

    A thing never changes. One that is the very same as one of the newest, or equal to it, becomes the very same object,
    which is left as it is. Equal dicts may stand in another order, so of these only the very same is known again.
    """

    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        # Each with the thing itself, for an address says nothing of what is gone.
        self._known: dict[tuple[str, str], tuple[tuple[object, object], ...]] = {}

    def plain(self, lang: str, name: str, thing: object) -> object:
        """Return *thing*, which is called *name*, as plain data, its sentences said in *lang*.

        :raises KeyError: one of them can't be said.
        """
        if not thing or type(thing) in _SHORT:
            return thing
        known = self._known.get((lang, name), ())
        is_dict = type(thing) is dict
        for other, made in known:
            if other is thing or not is_dict and other == thing:
                return made
        made = msgspec.to_builtins(self._texts.tell(lang, thing))
        self._known[lang, name] = ((thing, made), *known[: KEPT - 1])
        return made
