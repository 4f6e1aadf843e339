"""Forms: how a command (a typed die, a correction, a setting) is filled in by knob, touch or keyboard alike."""

from __future__ import annotations

import re

from msgspec import Struct

from companion.engine.values.message import Message

NUMBER = re.compile(r"0|-?[1-9][0-9]{0,8}")
"""The one way of writing a whole number: no sign but a minus, no leading zero, ASCII digits."""


class Choice(Struct, frozen=True):
    """One value of a field: its *word* in the notation and its name."""

    word: str
    label: Message


class Field(Struct, frozen=True):
    """One place of a form. Either *choices*, or every whole number from *minimum* to *maximum*.

    *word* is what the field holds now, where there is something to hold.
    """

    name: str
    label: Message
    choices: tuple[Choice, ...] = ()
    minimum: int = 0
    maximum: int = 0
    word: str = ""

    def accepts(self, word: str) -> bool:
        """Tell whether *word* may stand in this field."""
        if self.choices:
            return any(choice.word == word for choice in self.choices)
        return bool(NUMBER.fullmatch(word)) and self.minimum <= int(word) <= self.maximum

    def label_of(self, word: str) -> Message | str:
        """Return how *word* of this field is called."""
        return next((choice.label for choice in self.choices if choice.word == word), word)

    def all_words(self) -> tuple[str, ...]:
        """Return every word that may stand in this field."""
        if self.choices:
            return tuple(choice.word for choice in self.choices)
        return tuple(map(str, range(self.minimum, self.maximum + 1)))
