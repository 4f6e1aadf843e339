"""The keys of the settings file, derived from its `tables`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, Meta, Struct
from msgspec.structs import FieldInfo, fields

from companion.engine.values.message import Message
from companion.settings.tables import Settings


class SettingsKey(Struct, frozen=True):
    """A key of the settings: its place, its type and its default.

    *default* is as in the file. *choices* are all values of a short list that a page may change, *form* is the input
    for any other value there.
    """

    table: str
    name: str
    type: Any
    """A type for msgspec with its constraints, which is no class."""
    default: str | int | tuple[str, ...]
    expected: Message
    choices: tuple[str | int | bool, ...]
    form: str
    """A ``text``, or ``names`` with commas between; "" for none."""
    marks: Mapping[str, Any]
    """The constraints and marks of its type, by name."""
    words: tuple[str | int, ...] = ()
    """All values of a type that lists them."""
    is_path: bool = False
    is_needed: bool = False
    """Whether its table needs it: the default is a fault there."""

    @property
    def called(self) -> str:
        """Its name with its table's, such as ``oled.driver``."""
        return f"{self.table}.{self.name}"

    @property
    def is_secret(self) -> bool:
        """Whether a wrong value may be a secret, never to be shown."""
        return "is_secret" in self.marks

    def accepts(self, value: object) -> bool:
        """Return True if *value* of a file is valid."""
        if self.is_default(value):
            return not self.is_needed
        try:
            msgspec.convert(value, self.type, dec_hook=_path)
        except msgspec.ValidationError:
            return False
        return not isinstance(value, str) or "test" not in self.marks or self.marks["test"](value)

    def is_default(self, value: object) -> bool:
        """Return True if *value* of a file is the default."""
        return type(value) is type(self.default) and value == self.default

    def used_in(self, settings: Settings) -> object:
        """Return its value in *settings*, as in a file."""
        value = getattr(getattr(settings, self.table), self.name)
        return self.default if value is None else value


def _path(kind: type[Path], text: object) -> Path:
    if isinstance(text, str):
        return kind(text)
    raise ValueError("a path is a text")


def _key(table: str, declared: FieldInfo) -> SettingsKey:
    """Return the key of a field, *declared* in the struct of *table*."""
    several = get_args(declared.type)
    kind = several[0] if NoneType in several else declared.type
    bare, *metas = get_args(kind) if get_origin(kind) is Annotated else (kind,)
    marks = _marks(metas)
    is_on_page = "on_page" in marks
    choices = _choices(bare, marks) if is_on_page else ()
    return SettingsKey(
        table=table,
        name=declared.encode_name,
        type=kind,
        default=_default(declared.default, marks),
        expected=_expected(bare, marks),
        choices=choices,
        form=("names" if get_origin(bare) is tuple else "text") if is_on_page and not choices else "",
        marks=marks,
        words=get_args(bare) if get_origin(bare) is Literal else (),
        is_path=bare is Path or "is_path" in marks,
        is_needed=declared.required,
    )


def _marks(metas: Sequence[Meta]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for meta in metas:
        own = {"low": meta.ge, "high": meta.le, "choices": meta.examples}
        found |= {name: value for name, value in own.items() if value is not None} | (meta.extra or {})
    return found


def _choices(bare: object, marks: Mapping[str, Any]) -> tuple[str | int | bool, ...]:
    """Return the values of a type with few of them."""
    if bare is bool:
        return True, False
    if bare is int:
        return marks["none"], *range(marks["low"], marks["high"] + 1)
    return get_args(bare) if get_origin(bare) is Literal else tuple(marks.get("choices", ()))


def _default(value: object, marks: Mapping[str, Any]) -> Any:
    """Return the default *value* as in a file."""
    if value is None:
        return marks.get("none", "")
    return "" if value is NODEFAULT or value == Path() else value


def _expected(bare: object, marks: Mapping[str, Any]) -> Message:
    if bare is int and "kind" not in marks:
        low, high = (marks.get("written", "{}").format(marks[end]) for end in ("low", "high"))
        return Message("expected.whole", {"low": low, "high": high})
    if get_origin(bare) is Literal and "kind" not in marks:
        return Message("expected.choice", {"words": get_args(bare)})
    return Message("expected.yes-no" if bare is bool else f"expected.{marks['kind']}", marks.get("values", {}))


def _struct(kind: Any) -> type[Struct] | None:
    """Return the struct of a table of type *kind*, if any."""
    kind = get_args(kind)[0] if get_origin(kind) is tuple else kind
    return kind if isinstance(kind, type) and issubclass(kind, Struct) else None


_STRUCTS = {each.encode_name: _struct(each.type) for each in fields(Settings) if each.name != "source"}
TABLES = tuple(_STRUCTS)
"""The tables, in the file's order."""
LISTS = frozenset(each.encode_name for each in fields(Settings) if get_origin(each.type) is tuple)
"""Tables that may occur several times in the file."""
KEYS = tuple(_key(table, each) for table, kind in _STRUCTS.items() if kind is not None for each in fields(kind))
BY_NAME: Mapping[str, SettingsKey] = {key.called: key for key in KEYS}
"""Each key by its name with its table's."""


def header(table: str) -> str:
    """Return how *table* begins in the file."""
    return f"[[{table}]]" if table in LISTS else f"[{table}]"


def key_of(called: str) -> SettingsKey | None:
    """Return the key with a fault's name *called*.

    It is ``oled.driver``, or ``webhook.2.url`` in a list of tables.
    """
    table, _, name = called.partition(".")
    return BY_NAME.get(f"{table}.{name.partition('.')[2]}" if table in LISTS else called)
