"""Checks of a settings file: all faults at once, with places.

Each fault has the given and the expected value.

Law: `companion.settings.tables` is the only list of keys.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Literal, TypeAlias

from msgspec import Struct

from companion.engine.values.message import Message
from companion.settings.hook_body import becomes_json, is_json
from companion.settings.keys import BY_NAME, KEYS, LISTS, TABLES, SettingsKey, header
from companion.settings.wording import in_english
from hardware.oled.panel.settings import SPARE_COLUMNS

MAX_LISTED = 20
"""How many tables of one list there may be."""
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_CREDENTIALS = re.compile(r"//[^/@\s]*@")

EIGHT_BITS = {address << 1: address for address in (0x3C, 0x3D)}
"""OLED addresses by their form with the read/write bit appended."""
UNTOLD = "something else"
"""Replacement for a possible secret in a fault."""
Kind: TypeAlias = Literal["value", "unknown", "unread", "no-toml"]


class SettingsFault(Struct, frozen=True):
    """A fault of the settings: its *file*, *place*, *given* and *expected* values.

    *key* is its name with its table's, ``settings`` for the whole file; *kind* is a ``value``, a name that is
    ``unknown``, a file ``unread``, or ``no-toml`` from its *line* on; *near* is the name that was probably meant.
    """

    file: str
    place: str
    given: str
    expected: Message
    hint: str = ""
    key: str = "settings"
    kind: Kind = "value"
    line: int = 0
    near: str = ""

    def __str__(self) -> str:
        """One line for a terminal or a log."""
        where = f"{self.file}, {self.place}" if self.place else self.file
        hint = f"; {self.hint}" if self.hint else ""
        return f"{where}: given {self.given}, expected {in_english(self.expected)}{hint}"


def faults_in(source: Path | None, document: Mapping[str, object]) -> tuple[SettingsFault, ...]:
    """Return the faults of a *document* of *source*."""
    return tuple(_faults(str(source), document))


def _faults(file: str, document: Mapping[str, object]) -> Iterator[SettingsFault]:
    for table, content in document.items():
        if table not in TABLES:
            yield _unknown_table(file, table, content)
        elif table in LISTS:
            yield from _list_faults(file, table, content)
        elif not isinstance(content, dict):
            yield SettingsFault(file, table, shown(content), _table(table), key=table)
        elif table == "game":
            yield from _game_faults(file, content)
        else:
            yield from _table_faults(file, f"[{table}]", table, content)


def _table(name: str) -> Message:
    return Message("expected.table", {"header": header(name)})


def _list_faults(file: str, table: str, content: object) -> Iterator[SettingsFault]:
    """Yield the faults of a list of tables, by numbers from 1.

    A missing required key is a fault.
    """
    if not isinstance(content, list) or len(content) > MAX_LISTED:
        expected = Message("expected.tables", {"maximum": MAX_LISTED, "header": header(table)})
        yield SettingsFault(file, table, shown(content), expected, key=table)
        return
    needed = {key.name: key.default for key in _keys_of(table).values() if key.is_needed}
    for number, each in enumerate(content, 1):
        place, called = f"{header(table)} {number}", f"{table}.{number}"
        if isinstance(each, dict):
            yield from _table_faults(file, place, called, {**needed, **each})
        else:
            yield SettingsFault(file, place, shown(each), _table(table), key=called)


def _table_faults(file: str, at: str, called: str, content: Mapping[str, object]) -> Iterator[SettingsFault]:
    """Yield the faults of a table's *content*.

    *at* is its place in the file; its keys have the prefix *called*.
    """
    keys = _keys_of(called.partition(".")[0])
    for name, value in content.items():
        place, key = f"{at} {_named(name)}", f"{called}.{name}"
        if name not in keys:
            expected, hint, near = _one_of(keys), _elsewhere(name) or _close(name, keys), _nearest(name, keys)
            yield SettingsFault(
                file, place, "a key that doesn't exist", expected, hint=hint, key=key, kind="unknown", near=near
            )
        elif not keys[name].accepts(value):
            given = UNTOLD if keys[name].is_secret and value else shown(value)
            yield SettingsFault(file, place, given, _expected(keys[name], value), key=key)
    yield from _conflicts(file, at, called, content)


def _expected(key: SettingsKey, value: object) -> Message:
    if key.called == "oled.address" and type(value) is int and value in EIGHT_BITS:
        return Message("expected.seven-bits", {"address": f"0x{EIGHT_BITS[value]:02X}"})
    return key.expected


def _conflicts(file: str, at: str, called: str, content: Mapping[str, object]) -> Iterator[SettingsFault]:
    """Yield the faults of valid values that don't go together."""
    if called == "oled":
        offset, driver = _valid("oled.offset", content), str(_given("oled.driver", content))
        if isinstance(offset, int) and offset > SPARE_COLUMNS.get(driver, 0):
            expected = Message("expected.offset-of", {"driver": driver})
            yield SettingsFault(file, f"{at} offset", shown(offset), expected, key="oled.offset")
    elif called == "web":
        # The proxy's port stays: whoever comes through the proxy must find nothing else there.
        port = _valid("web.port", content)
        if port and port == _valid("web.proxy_port", content):
            yield SettingsFault(file, f"{at} port", shown(port), Message("expected.own-port"), key="web.port")
    elif called.startswith("webhook."):
        body, media = _valid("webhook.body", content), str(_given("webhook.type", content))
        if isinstance(body, str) and is_json(media) and not becomes_json(body):
            yield SettingsFault(file, f"{at} body", shown(body), Message("expected.json"), key=f"{called}.body")


def _given(called: str, content: Mapping[str, object]) -> object:
    return content.get(BY_NAME[called].name, BY_NAME[called].default)


def _valid(called: str, content: Mapping[str, object]) -> object:
    """Return a key's value in *content* or its default, None if invalid."""
    value = _given(called, content)
    return value if BY_NAME[called].accepts(value) else None


def _keys_of(table: str) -> dict[str, SettingsKey]:
    return {key.name: key for key in KEYS if key.table == table}


def _one_of(words: Collection[str]) -> Message:
    return Message("expected.choice", {"words": tuple(words)})


def _unknown_table(file: str, name: str, content: object) -> SettingsFault:
    known = tuple(map(header, TABLES))
    is_list = isinstance(content, list) and all(isinstance(each, dict) for each in content)
    if isinstance(content, dict) or is_list:
        near = _nearest(name, TABLES)
        hint = f"did you mean {header(near)}?" if near else ""
        place = f"[[{_named(name)}]]" if is_list else f"[{_named(name)}]"
        given = "a table that doesn't exist"
        return SettingsFault(file, place, given, _one_of(known), hint=hint, key=name, kind="unknown", near=near)
    expected, given = Message("expected.inside", {"words": known}), "a key outside of any table"
    return SettingsFault(file, _named(name), given, expected, hint=_elsewhere(name), key=name, kind="unknown")


def _game_faults(file: str, content: Mapping[str, object]) -> Iterator[SettingsFault]:
    for slug, options in content.items():
        place = f"[game.{_named(slug)}]"
        if not isinstance(options, dict):
            expected = Message("expected.table", {"header": place})
            yield SettingsFault(file, f"[game] {_named(slug)}", shown(options), expected, key=f"game.{slug}")
        elif not _SLUG.fullmatch(slug):
            yield SettingsFault(file, place, shown(slug), Message("expected.slug"), key=f"game.{slug}")


def _elsewhere(name: str) -> str:
    tables = [key.table for key in KEYS if key.name == name]
    return f"{name} belongs in {' or '.join(map(header, tables))}" if tables else ""


def _close(name: str, known: Collection[str]) -> str:
    near = _nearest(name, known)
    return f"did you mean {near}?" if near else ""


def _nearest(name: str, known: Collection[str]) -> str:
    return next(iter(difflib.get_close_matches(name.lower(), known, n=1)), "")


def shown(value: object) -> str:
    """Return *value* for a fault: short, and without an address's password."""
    text = repr(value).lower() if isinstance(value, bool) else _CREDENTIALS.sub("//...@", repr(value))
    return text if len(text) <= 60 else f"{text[:57]}..."


def _named(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]{1,60}", name) else shown(name)
