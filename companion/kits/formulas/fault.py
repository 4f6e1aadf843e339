"""The error of an unreadable formula, and suggestions for faults."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from companion.engine.values.message import Message

_LONGEST_GIVEN = 100
"""A longer word gets no suggestion."""


class BadFormula(ValueError):
    """*text* can't be read at letter *at*, counted from 0.

    *said* tells what was given, what was expected and an example. *at* is the length of *text* for a fault at its end.
    """

    def __init__(self, text: str, at: int, said: Message) -> None:
        super().__init__(text, at, said)
        self.text = text
        self.at = at
        self.said = said

    @property
    def caret(self) -> str:
        """The text, with ``^`` below the faulty letter."""
        return f"{self.text}\n{' ' * self.at}^"


def meant(said: Message, given: Any, known: Iterable[str]) -> Message:
    """Return the fault *said*, with a suggestion for *given*.

    The suggestion is the closest of *known*, if there is any.
    """
    is_short = isinstance(given, str) and len(given) <= _LONGEST_GIVEN
    close = get_close_matches(given, list(known), n=1) if is_short else []
    return Message("kit-fault.meant", {"fault": said, "word": close[0]}) if close else said
