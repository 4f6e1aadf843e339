"""Corrections: bring the program in line with the real table.

A correction sets several things at once. It is refused if the resulting state is impossible, is logged as a correction,
and the corrected state is judged as it is. Values that already hold aren't set again: a correction of nothing else is
allowed and changes nothing. ``State.correctables`` lists the things that a game lets it set.

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
    """A correctable value: *field* offers its words, ``set`` applies one."""

    field: Field
    set: Callable[[Any, str], Any]


Set = Callable[[Any, str], Any]
"""Returns a state with something set to a word."""


def one_of(name: str, label: Message, choices: Sequence[tuple[str, Message]], now: str, *, put: Set) -> Correctable:
    """Return a correctable with *choices* (words and names), currently *now*."""
    return Correctable(Field(name, label, choices=tuple([Choice(*choice) for choice in choices]), word=now), put)


def count_of(name: str, label: Message, maximum: int, now: int, *, put: Set, minimum: int = 0) -> Correctable:
    """Return a correctable number from *minimum* to *maximum*, currently *now*."""
    return Correctable(Field(name, label, minimum=minimum, maximum=maximum, word=str(now)), put)


def table_of(things: Iterable[Correctable], then: Callable[[Any], Any]) -> dict[str, Correctable]:
    """Return *things* by name, applying *then* after each is set."""
    return {thing.field.name: replace(thing, set=partial(_set, thing.set, then)) for thing in things}


def _set(put: Set, then: Callable[[Any], Any], state: Any, word: str) -> Any:
    return then(put(state, word))


TOLD = 6
"""Maximum number of changes told one by one; more are counted."""


class Corrected(Fact, frozen=True):
    """Somebody set things right; each change is a name and a word."""

    changes: tuple[tuple[str, str], ...]

    def apply(self, state: Any) -> Any:
        table = state.correctables()
        for name, word in self.changes:
            state = table[name].set(state, word)
        return replace(state, questions=state.questions + 1)

    def changes_in(self, state: State) -> tuple[Message, ...]:
        """Return one sentence per change, or one for a moved thing.

        For a moved thing: its new place and the person who moved it. For a change: the thing's name in *state* and its
        new value.
        """
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
        """Return the sentence for one thing moved on the board, else None."""
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
        """Return the changes with an effect on *state*.

        Leaves out a value that already holds as everybody sees it, unless another of the changes would alter it. Hidden
        values are never left out: that would reveal them.
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
        """Return the reason why this is malformed in *state*, else None.

        Ignores the state that it would produce.
        """
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
    """Return the publicly visible word of each correctable thing in *state*."""
    return {name: thing.field.word for name, thing in state.seen_by(WATCHER).correctables().items()}
