"""Endings of past games in one language, from any program version."""

from __future__ import annotations

import re

from companion.engine.values.message import Message
from companion.texts.say import Texts

_RULE = re.compile(r"\s*\([A-Z]+-[A-Z]+[0-9]+\)")


def told_ending(texts: Texts, lang: str, slug: str, result: Message | None) -> str:
    """Return the ending of a game of *slug* in *lang*.

    Leaves out the rule's id; "" while the game goes on. An older program may have had its sentence under another key,
    or one that no longer exists.
    """
    if result is None:
        return ""
    renamed = Message(f"{slug}.{result.key.rpartition('.')[2]}", result.values)
    known = (each for each in (result, renamed) if texts.knows(lang, each))
    return _RULE.sub("", str(texts.tell(lang, next(known, Message("watch.over")))))
