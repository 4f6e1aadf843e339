"""Notation: a command is one round-tripping line of words.

For example ``move diver misty-marsh``. The words of a kind of command follow from the types of its fields, in their
order after the seat:

- ``Literal[...]`` is spelled as it is
- a whole number as its digits (``Annotated[int, Meta(ge=, le=)]`` bounds it)
- ``Annotated[int, Names(...)]`` as the name at that index
- ``str`` as any one word
- a tuple, last of all, as any number of words.

Unreadable, refused and unknown are three different errors.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct

from companion.engine.chance import VERBS, ChanceAnswer, Word
from companion.engine.command import Command
from companion.engine.values.forms import NUMBER
from companion.engine.values.message import Message
from companion.engine.values.seats import CHANCE

LONGEST_LINE = 2000
"""No command needs more characters than this."""
_WORD = r"[]A-Za-z0-9?+=.:_%!<>*/()[-]{1,100}"
_LINE = re.compile(f"{_WORD}(?: {_WORD})*")


class Unreadable(ValueError):
    """A line isn't in the notation; *reason* names the expected words."""

    def __init__(self, reason: Message) -> None:
        super().__init__(f"unreadable command: {reason.key} {reason.values}")
        self.reason = reason


class Names(Struct, frozen=True):
    """The words of a field that holds an index: ``Annotated[int, Names(("blue", "red"))]``."""

    words: tuple[str, ...]


class Domain(Struct, frozen=True):
    """The words of one field: a list, or any number or word.

    *words* maps words to values; *by_value* maps values back to words; a number needs none.
    """

    name: str
    words: Mapping[str, Any] | None
    number: bool = False
    many: bool = False
    by_value: Mapping[Any, str] = {}

    def spell(self, value: Any) -> str:
        """Return the word for *value*.

        :raises ValueError: it has none.
        """
        if self.words is None or self.number:
            return str(value)
        word = self.by_value.get(value)
        if word is None:
            raise ValueError(f"the field {self.name!r} has no word for {value!r}")
        return word

    def read(self, word: str) -> Any:
        """Return the value of *word*.

        :raises Unreadable: it isn't a word of this field.
        """
        if self.words is not None:
            if word not in self.words:
                raise Unreadable(Message("unreadable.word", {"given": word}))
            return self.words[word]
        if not self.number:
            return word
        if not NUMBER.fullmatch(word):
            raise Unreadable(Message("unreadable.number"))
        return int(word)


def _domain(name: str, hint: Any) -> Domain:
    if get_origin(hint) is tuple:
        inner = _domain(name, get_args(hint)[0])
        return Domain(name, inner.words, inner.number, many=True, by_value=inner.by_value)
    if get_origin(hint) is Literal:
        return _named(name, {str(value): value for value in get_args(hint)})
    if get_origin(hint) is Annotated:
        base, *notes = get_args(hint)
        for note in notes:
            if isinstance(note, Names):
                return _named(name, {word: index for index, word in enumerate(note.words)})
            if isinstance(note, Meta) and base is int and note.ge is not None and note.le is not None:
                return Domain(name, {str(n): n for n in range(int(note.ge), int(note.le) + 1)}, number=True)
        return _domain(name, base)
    if hint in (int, str):
        return Domain(name, None, number=hint is int)
    raise TypeError(f"the field {name!r} has a type that notation can't spell: {hint}")


def _named(name: str, words: Mapping[str, Any]) -> Domain:
    return Domain(name, words, by_value={value: word for word, value in words.items()})


@cache
def domains(kind: type[Command]) -> tuple[Domain, ...]:
    """Return the domains of the fields of *kind*, the seat left out."""
    return tuple(_domain(name, _hint(kind, name)) for name in kind.__struct_fields__ if name != "seat")


def _hint(kind: type[Command], name: str) -> Any:
    """Return the type of the field *name*.

    Evaluates only this annotation of a kind, whose bases have many others.
    """
    owner = next(base for base in kind.__mro__ if name in base.__dict__.get("__annotations__", ()))
    said = {"__module__": owner.__module__, "__annotations__": {name: owner.__annotations__[name]}}
    return get_type_hints(type(name, (), said), include_extras=True)[name]


def words(command: Command) -> tuple[str, ...]:
    """Return the words of *command*, its verb first."""
    if isinstance(command, ChanceAnswer):
        return (command.said_verb, *map(str, command.answer))
    said = [command.verb]
    for domain in domains(type(command)):
        value = getattr(command, domain.name)
        said += map(domain.spell, value) if domain.many else (domain.spell(value),)
    return tuple(said)


def spell(command: Command) -> str:
    """Return *command* as its line of words."""
    return " ".join(words(command))


def spelled(kind: type[Command], seat: int) -> Iterator[Command]:
    """List every spellable command of *kind*, lawful or not.

    :raises TypeError: a field's words can't be listed.
    """
    rows: list[Sequence[Any]] = []
    for domain in domains(kind):
        if domain.words is None or domain.many:
            raise TypeError(f"the words of {kind.__name__}.{domain.name} can't be listed")
        rows.append(tuple(domain.words.values()))
    return (kind(seat, *values) for values in product(*rows))


class Notation:
    """Reads lines into commands of the given kinds, one verb a kind."""

    def __init__(self, kinds: Iterable[type[Command]]) -> None:
        self._kinds: dict[str, type[Command]] = {}
        for kind in kinds:
            if self._kinds.setdefault(kind.verb, kind) is not kind:
                raise TypeError(f"two kinds of command share the verb {kind.verb!r}")

    def knows(self, kind: type[Command]) -> bool:
        """Return True if commands of *kind* can be read."""
        return self._kinds.get(kind.verb) is kind

    def is_by_any_seat(self, line: str) -> bool:
        """Return True if any seat may give *line* for the table.

        Looks only at its verb.
        """
        kind = self._kinds.get(line.partition(" ")[0])
        return kind is not None and kind.by_any_seat

    def read(self, seat: int, line: str) -> Command:
        """Return *seat*'s command spelled by *line*.

        :raises Unreadable: it spells none.
        """
        said = line.split(" ")
        if len(line) > LONGEST_LINE or _LINE.fullmatch(line) is None:
            raise Unreadable(Message("unreadable.line"))
        return _read_outcome(said) if seat == CHANCE else self._read_command(seat, said)

    def _read_command(self, seat: int, said: Sequence[str]) -> Command:
        verb, *rest = said
        kind = self._kinds.get(verb)
        if kind is None:
            raise Unreadable(Message("unreadable.verb", {"verbs": tuple(self._kinds)}))
        values: list[Any] = []
        for domain in domains(kind):
            if domain.many:
                values.append(tuple(map(domain.read, rest)))
                rest = []
            elif rest:
                values.append(domain.read(rest.pop(0)))
            else:
                raise Unreadable(Message("unreadable.missing", {"given": " ".join(said)}))
        if rest:
            raise Unreadable(Message("unreadable.too-many"))
        return kind(seat, *values)


def _read_outcome(said: Sequence[str]) -> ChanceAnswer:
    verb, *answer = said
    if verb not in VERBS:
        raise Unreadable(Message("unreadable.verb", {"verbs": tuple(sorted(VERBS))}))
    values: tuple[Word, ...] = tuple(int(word) if NUMBER.fullmatch(word) else word for word in answer)
    return ChanceAnswer(CHANCE, verb, values)
