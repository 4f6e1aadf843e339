"""Corrections: real tables go wrong, and what the program believes is then set right.

A correction sets several things at once, is refused if the state it makes is impossible, is logged as what it is,
and the corrected state is judged as it lies. What may be set is a table of each game's, ``State.correctables``.
Notation: ``correct water=3 misty-marsh=sunk``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.command import Command, Refusal
from companion.engine.fact import Fact, Facts
from companion.engine.forms import Field
from companion.engine.said import Said
from companion.engine.seats import TABLE
from companion.engine.state import asked


class Correctable(Struct, frozen=True):
    """One thing a correction may set: the *field* that offers its words, and how to set it to one of them."""

    field: Field
    set: Callable[[Any, str], Any]


class Corrected(Fact, frozen=True):
    """Somebody set things right; each change is a name and a word."""

    changes: tuple[tuple[str, str], ...]

    def apply(self, state: Any) -> Any:
        table = state.correctables()
        for name, word in self.changes:
            state = table[name].set(state, word)
        return replace(state, questions=state.questions + 1)

    def said(self, state: Any) -> Said | None:
        return Said("log.corrected", {"count": len(self.changes)})


class Correct(Command, frozen=True):
    """Set things right. Each change is one word, ``name=word``."""

    changes: tuple[str, ...]
    verb: ClassVar[str] = "correct"
    entry: ClassVar[bool] = True
    named: ClassVar[bool] = True

    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Return the changes as names and words."""
        return tuple((name, word) for name, _, word in (change.partition("=") for change in self.changes))

    def why_not(self, state: Any) -> Refusal | None:
        if self.seat != TABLE:
            return Refusal(Said("refused.only-table"))
        if state.end() is not None:
            return Refusal(Said("refused.ended"))
        if Correct not in asked(state, TABLE):
            return Refusal(Said("refused.not-asked"))
        table = state.correctables()
        pairs = self.pairs()
        if not pairs or len({name for name, _ in pairs}) < len(pairs):
            return Refusal(Said("refused.correct-what"))
        for name, word in pairs:
            if name not in table:
                return Refusal(Said("refused.correct-unknown", {"names": tuple(table)}))
            if not table[name].field.accepts(word):
                return Refusal(Said("refused.correct-word", {"field": table[name].field.label}))
        faults = Corrected(pairs).apply(state).faults()
        return faults[0] if faults else None

    def facts(self, state: Any) -> Facts:
        return (Corrected(self.pairs()),)

    @classmethod
    def form(cls, state: Any, seat: int) -> tuple[Field, ...] | None:
        if seat != TABLE or state.end() is not None:
            return None
        return tuple(entry.field for entry in state.correctables().values()) or None
