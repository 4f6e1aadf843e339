"""What the table says, by key: a test names a sentence by its key, so that its words may change."""

from __future__ import annotations

from typing import Any

from companion.library.games import Library

TEXTS = Library().texts
"""All that is said of the table, of the games and of the kits that ship."""


def say(key: str, lang: str = "en", /, **values: Any) -> str:
    """Return the sentence *key* in *lang*, its braces filled from *values*."""
    return TEXTS.say(lang, key, **values)
