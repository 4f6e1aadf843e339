"""Names from tables: a person without one is a numbered player.

The number is in the language of the table.
"""

from __future__ import annotations

from functools import cache

from companion.texts.say import Texts


@cache
def _texts() -> Texts:
    return Texts.load()


def number_in(lang: str, seat: int) -> str:
    """Return the name for a person without one on *seat*, in *lang*."""
    return _texts().say(lang, "seat.number", number=seat + 1)


def own_name(told: str, seat: int) -> str:
    """Return the person's own name, "" if *told* is only their number.

    An unknown language's number counts as a name: only the shipped languages are known here.
    """
    numbers = {str(seat + 1), *(number_in(lang, seat) for lang in _texts().languages)}
    return "" if told.strip() in numbers else told
