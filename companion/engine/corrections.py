"""Corrections: real tables go wrong, and what the program believes is then set right.

A correction sets several things at once, is refused if the state it makes is impossible, is logged as what it is,
and the corrected state is judged as it lies. What is so already isn't set once more: a correction of nothing else is
allowed and changes nothing. What may be set is a table of each game's, ``State.correctables``.
Notation: ``correct water=3 misty-marsh=sunk``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.command import Command, Refusal, Role
from companion.engine.fact import Fact, Facts
from companion.engine.state import State, asked, refuse
from companion.engine.values.forms import Choice, Field
from companion.engine.values.message import DOER, Message
from companion.engine.values.seats import TABLE, WATCHER


class Correctable(Struct, frozen=True):
    """One thing a correction may set: the *field* that offers its words, and how to set it to one of them."""

    field: Field
    set: Callable[[Any, str], Any]


Set = Callable[[Any, str], Any]
"""Returns a state with something set to a word."""


def one_of(name: str, label: Message, choices: Sequence[tuple[str, Message]], now: str, *, put: Set) -> Correctable:
    """Return what may be set to one of *choices*, words with their names, and is *now* one of them."""
    return Correctable(Field(name, label, choices=tuple([Choice(*choice) for choice in choices]), word=now), put)


def count_of(name: str, label: Message, maximum: int, now: int, *, put: Set, minimum: int = 0) -> Correctable:
    """Return what may be set to a whole number from *minimum* to *maximum*, and is *now* one."""
    return Correctable(Field(name, label, minimum=minimum, maximum=maximum, word=str(now)), put)


def table_of(things: Iterable[Correctable], then: Callable[[Any], Any]) -> dict[str, Correctable]:
    """Return *things* by their names; whatever one of them sets, *then* is done to the state that it makes."""
    return {thing.field.name: replace(thing, set=partial(_set, thing.set, then)) for thing in things}


def _set(put: Set, then: Callable[[Any], Any], state: Any, word: str) -> Any:
    return then(put(state, word))


TOLD = 6
"""So many changes of one correction are told; of more the number."""


class Corrected(Fact, frozen=True):
    """Somebody set things right; each change is a name and a word."""

    changes: tuple[tuple[str, str], ...]

    def apply(self, state: Any) -> Any:
        table = state.correctables()
        for name, word in self.changes:
            state = table[name].set(state, word)
        return replace(state, questions=state.questions + 1)

    def changes_in(self, state: State) -> tuple[Message, ...]:
        """Return what was set right: who put what where; or for each thing its name in *state*, and what it is now."""
        fields = {name: thing.field for name, thing in state.correctables().items()}
        if put := self._put_in(state, fields):
            return (put,)
        sentences = [
            Message("log.set-to", {"field": fields[name].label, "word": fields[name].label_of(word)})
            for name, word in self.changes[:TOLD]
        ]
        left = len(self.changes) - len(sentences)
        return (*sentences, Message("log.set-more", {"count": left})) if left else tuple(sentences)

    def _put_in(self, state: State, fields: Mapping[str, Field]) -> Message | None:
        """Return the sentence of the one thing on the board of *state* that was put elsewhere, None for all else."""
        said = set(self.changes)
        for thing in state.board_things():
            owned = {name for name, _ in self.changes if name == thing.name or name.startswith(f"{thing.name}.")}
            for spot in (spot for group in thing.spots for spot in group) if owned else ():
                changes = thing.changes_to(spot)
                rest = said.symmetric_difference(changes)
                # What was so already was left out.
                if said.issubset(changes) and all(fields[name].word == word for name, word in rest):
                    return Message(spot.told, {"who": DOER, "what": thing.what, "where": spot.label})
        return None


class Correct(Command, frozen=True):
    """Set things right. Each change is one word, ``name=word``."""

    changes: tuple[str, ...]
    verb: ClassVar[str] = "correct"
    role: ClassVar[Role] = "aside"
    is_form: ClassVar[bool] = True
    named: ClassVar[bool] = True
    by_any_seat: ClassVar[bool] = True

    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Return the changes as names and words."""
        return tuple((name, word) for name, _, word in (change.partition("=") for change in self.changes))

    def differing(self, state: Any) -> tuple[tuple[str, str], ...]:
        """Return the changes that set anything in *state*.

        What everybody sees to be so already is left out, unless another of the changes would make it something else.
        What is hidden is never left out: that would tell what it is.
        """
        now, pairs = _words(state), self.pairs()
        new = tuple((name, word) for name, word in pairs if now.get(name) != word)
        if not new or len(new) == len(pairs):
            return new
        then = _words(Corrected(new).apply(state))
        return tuple((name, word) for name, word in pairs if now.get(name) != word or then.get(name, word) != word)

    def why_not(self, state: Any) -> Refusal | None:
        if (malformed := self._malformed(state)) is not None:
            return refuse(state, self.verb, malformed)
        faults = Corrected(self.pairs()).apply(state).faults()
        return faults[0] if faults else None

    def _malformed(self, state: Any) -> Message | None:
        """Return why this can't be said in *state*, whatever the state is that it would make."""
        if self.seat != TABLE:
            return Message("refused.only-table")
        if state.end() is not None or Correct not in asked(state, TABLE):
            return Message("refused.not-asked")
        table = state.correctables()
        pairs = self.pairs()
        if not pairs or len({name for name, _ in pairs}) < len(pairs):
            return Message("refused.correct-what")
        for name, word in pairs:
            if name not in table:
                return Message("refused.correct-unknown", {"names": tuple(table)})
            if not table[name].field.accepts(word):
                return Message("refused.correct-word", {"field": table[name].field.label})
        return None

    def facts(self, state: Any) -> Facts:
        changes = self.differing(state)
        return (Corrected(changes),) if changes else ()

    @classmethod
    def form(cls, state: Any, seat: int) -> tuple[Field, ...] | None:
        if not cls.has_form(state, seat):
            return None
        return tuple(thing.field for thing in state.correctables().values())

    @classmethod
    def has_form(cls, state: Any, seat: int) -> bool:
        return seat == TABLE and state.end() is None and bool(state.can_be_corrected())


def _words(state: State) -> dict[str, str]:
    """Return what everybody sees that each thing which may be set in *state* is now."""
    return {name: thing.field.word for name, thing in state.seen_by(WATCHER).correctables().items()}
