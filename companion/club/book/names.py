"""Names as tables tell them: who has none is a player by their number, in the language of the table."""

from __future__ import annotations

from functools import cache

from companion.texts.say import Texts


@cache
def _texts() -> Texts:
    return Texts.load()


def number_in(lang: str, seat: int) -> str:
    """Return how a person without a name on *seat* is called in *lang*."""
    return _texts().say(lang, "seat.number", number=seat + 1)


def own_name(told: str, seat: int) -> str:
    """Return the name that was *told* of the person on *seat*, "" where it is but their number.

    A table that speaks a language of its own is taken by its word: only the languages that ship are known here.
    """
    numbers = {str(seat + 1), *(number_in(lang, seat) for lang in _texts().languages)}
    return "" if told.strip() in numbers else told
