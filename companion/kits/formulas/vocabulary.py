"""The words and names available to an expression."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import get_args

from msgspec import Struct

from companion.engine.chance import Word
from companion.engine.values.message import Message, Value
from companion.kits.formulas.fault import meant
from companion.kits.formulas.tree import MAX_NUMBER, BuiltInWord

TABLE_WORDS = ("turn", "round", "people")
DICE_WORDS = ("sum", "pairs", "highest", "lowest", "kept", "faces", "count", "alike", "run")
"""Words about a roll.

Without a roll, names may be spelled like them.
"""
NUMERIC_DICE_WORDS = frozenset({"sum", "highest", "lowest", "run"})
"""Dice words that need a number on some face."""
KEYWORDS = ("if", "then", "else", "or", "and", "not", "min", "max", "left", "always")
RESERVED = frozenset(KEYWORDS + TABLE_WORDS)
"""Words that are never names."""
BUILT_IN: Mapping[str, BuiltInWord] = {word: word for word in get_args(BuiltInWord)}
_MOST_SHOWN = 12


class Vocabulary(Struct, frozen=True):
    """The names available to one expression, with their types.

    *numbers* are counters, sheets, rows and symbols; *conditions* are cards and segments. *faces* are what ``count``
    takes; without any it takes each number. Dice words need *has_dice*. *cups* are the faces of hidden dice.
    """

    numbers: Collection[str] = ()
    conditions: Collection[str] = ()
    decks: Collection[str] = ()
    faces: Collection[Word] = ()
    has_dice: bool = False
    cups: Mapping[str, Collection[Word]] = {}

    def is_name(self, word: str) -> bool:
        """Return True if *word* is a name here, not a built-in word."""
        is_taken = word in RESERVED or (self.has_dice and word in DICE_WORDS)
        return not is_taken and (word in self.numbers or word in self.conditions)

    def is_number(self, word: str) -> bool:
        """Return True if *word* alone is a number here."""
        if self.is_name(word):
            return word in self.numbers
        return word.isdecimal() or word in TABLE_WORDS or (self.has_dice and word in BUILT_IN)

    def face(self, word: str) -> Word | None:
        """Return the face spelled *word*, if there is one."""
        if not self.faces:
            return int(word) if word.lstrip("-").isdecimal() and abs(int(word)) <= MAX_NUMBER else None
        return next((face for face in self.faces if str(face).lower() == word), None)

    def unknown(self, word: str) -> Message:
        """Return the fault that *word* is no name here, with a suggestion."""
        if word in DICE_WORDS:
            said = Message("formula.expression.no-dice", {"given": word, "names": shortened(self._names())})
            return meant(said, word, self.numbers)
        if difference := self._difference(word):
            return Message("formula.expression.hyphen", {"given": word, "example": difference})
        said = Message("formula.expression.unknown", {"given": word, "names": shortened(self._names())})
        return meant(said, word, (*self._names(), *KEYWORDS))

    def unusable(self, word: str) -> Message | None:
        """Return a fault if *word* needs numbers and the dice have none."""
        if word not in NUMERIC_DICE_WORDS or not self.faces or any(isinstance(face, int) for face in self.faces):
            return None
        example = f"count {next(iter(self.faces))}"
        return Message("formula.expression.no-numbers", {"given": word, "example": example})

    def _names(self) -> tuple[str, ...]:
        own = dict.fromkeys((*self.numbers, *self.conditions))
        return (*(name for name in own if self.is_name(name)), *(DICE_WORDS if self.has_dice else ()), *TABLE_WORDS)

    def _difference(self, word: str) -> str:
        """Return *word* as a subtraction of numbers known here, or ""."""
        parts = word.split("-")
        until: dict[int, tuple[str, ...]] = {0: ()}
        for end in range(1, len(parts) + 1):
            for start in [start for start in until if self.is_number("-".join(parts[start:end]))]:
                until.setdefault(end, (*until[start], "-".join(parts[start:end])))
        return " - ".join(until.get(len(parts), ()))


def shortened(words: Collection[Word]) -> tuple[Value, ...]:
    """Return the first *words* for a sentence, and "…" for the rest."""
    shown = tuple(str(word) for _, word in zip(range(_MOST_SHOWN), words, strict=False))
    return shown if len(words) <= _MOST_SHOWN else (*shown, "…")
