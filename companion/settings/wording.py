"""The texts of settings for a terminal and the file itself."""

from __future__ import annotations

import re
from functools import cache

from companion.engine.values.message import Message
from companion.texts.say import LANGUAGES, Texts

_QUOTES = re.compile(r"[“”]|«\s|\s»")
_APOSTROPHE = "’"


def in_english(message: Message) -> str:
    """Return *message* in English, as a keyboard writes it."""
    return typed(LANGUAGES[0], message)


def typed(lang: str, message: Message) -> str:
    """Return *message* in a shipped language, as a keyboard writes it.

    People copy from it into the file, where curly quotes are a fault.
    """
    return _QUOTES.sub('"', str(_texts().tell(lang, message))).replace(_APOSTROPHE, "'")


@cache
def _texts() -> Texts:
    return Texts.load()
