"""Forms: commands filled in by knob, touch or keyboard.

Examples are a typed die, a correction and a setting.
"""

from __future__ import annotations

import re

from msgspec import Struct

from companion.engine.values.message import Message

NUMBER = re.compile(r"0|-?[1-9][0-9]{0,8}")
"""The only spelling of a whole number.

ASCII digits, at most a minus sign, no leading zero.
"""


class Choice(Struct, frozen=True):
    """One value of a field: its *word* in the notation, and *label*."""

    word: str
    label: Message


class Field(Struct, frozen=True):
    """One field of a form: *choices*, or a range of whole numbers.

    Numbers go from *minimum* to *maximum*. *word* is the present value, "" if there is none.
    """

    name: str
    label: Message
    choices: tuple[Choice, ...] = ()
    minimum: int = 0
    maximum: int = 0
    word: str = ""

    def accepts(self, word: str) -> bool:
        """Return True if *word* is valid in this field."""
        if self.choices:
            return any(choice.word == word for choice in self.choices)
        return bool(NUMBER.fullmatch(word)) and self.minimum <= int(word) <= self.maximum

    def label_of(self, word: str) -> Message | str:
        """Return the display name of *word*."""
        return next((choice.label for choice in self.choices if choice.word == word), word)

    def all_words(self) -> tuple[str, ...]:
        """Return every valid word of this field."""
        if self.choices:
            return tuple(choice.word for choice in self.choices)
        return tuple(map(str, range(self.minimum, self.maximum + 1)))
