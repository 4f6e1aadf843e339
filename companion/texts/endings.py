"""Endings: how a game of the past ended, in one language, whichever program wrote it down."""

from __future__ import annotations

import re

from companion.engine.values.message import Message
from companion.texts.say import Texts

_RULE = re.compile(r"\s*\([A-Z]+-[A-Z]+[0-9]+\)")


def told_ending(texts: Texts, lang: str, slug: str, result: Message | None) -> str:
    """Return how a game of *slug* ended in *lang*, without its rule's id; "" where it goes on.

    An older program's sentence stood under another key, or is no more.
    """
    if result is None:
        return ""
    renamed = Message(f"{slug}.{result.key.rpartition('.')[2]}", result.values)
    known = (each for each in (result, renamed) if texts.knows(lang, each))
    return _RULE.sub("", str(texts.tell(lang, next(known, Message("watch.over")))))
