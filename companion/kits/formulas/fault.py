"""The error of a formula that can't be read."""

from __future__ import annotations

from companion.engine.values.message import Message


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
