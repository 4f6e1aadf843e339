"""Checks of a settings file: all faults at once, with places.

Each fault has the given and the expected value.

Law: `companion.settings.keys.KEYS` is the only list of what can be set.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, TypeAlias

from msgspec import Struct

from companion.settings.keys import KEYS, LISTS, SECRET, SLUG, TABLES, Key, becomes_json, header, is_json

MAX_LISTED = 20
"""How many tables of one list there may be."""
_CREDENTIALS = re.compile(r"//[^/@\s]*@")

EIGHT_BITS = {
    address << 1: f"modules often have this address printed in its form of eight bits: write 0x{address:02X}"
    for address in (0x3C, 0x3D)
}
"""Hints for an OLED address with the read/write bit appended."""
UNTOLD = "something else"
"""Replacement for a possible secret in a fault."""
Kind: TypeAlias = Literal["value", "unknown", "unread", "no-toml"]


class Fault(Struct, frozen=True):
    """A fault of the settings: its *file*, *place*, *given* and *expected* values.

    For translations: *key* is its name with its table's, ``settings`` for the whole file; *kind* is a ``value``, a name
    that is ``unknown``, a file ``unread``, or ``no-toml`` from its *line* on; *near* is the name that was probably
    meant. *expects* is a text of the pages, ``expected.EXPECTS``, if more than the key's kind is expected.
    """

    file: str
    place: str
    given: str
    expected: str
    hint: str = ""
    key: str = "settings"
    kind: Kind = "value"
    line: int = 0
    near: str = ""
    expects: str = ""

    def __str__(self) -> str:
        """One line for people."""
        where = f"{self.file}, {self.place}" if self.place else self.file
        hint = f"; {self.hint}" if self.hint else ""
        return f"{where}: given {self.given}, expected {self.expected}{hint}"


def faults_in(source: Path | None, document: Mapping[str, object]) -> tuple[Fault, ...]:
    """Return the faults of a *document* of *source*."""
    return tuple(_faults(str(source), document))


def _faults(file: str, document: Mapping[str, object]) -> Iterator[Fault]:
    for table, content in document.items():
        if table not in TABLES:
            yield _unknown_table(file, table, content)
        elif table in LISTS:
            yield from _list_faults(file, table, content)
        elif not isinstance(content, dict):
            yield Fault(file, table, shown(content), f"a table that begins with [{table}]", key=table)
        elif table == "game":
            yield from _game_faults(file, content)
        else:
            yield from _table_faults(file, f"[{table}]", table, content)


def _list_faults(file: str, table: str, content: object) -> Iterator[Fault]:
    """Yield the faults of a list of tables, by numbers from 1.

    A missing required key is a fault.
    """
    if not isinstance(content, list) or len(content) > MAX_LISTED:
        expected = f"at most {MAX_LISTED} tables that begin with {header(table)}"
        yield Fault(file, table, shown(content), expected, key=table)
        return
    needed = {key.name: key.default for key in _keys_of(table).values() if key.is_needed}
    for number, each in enumerate(content, 1):
        place, called = f"{header(table)} {number}", f"{table}.{number}"
        if isinstance(each, dict):
            yield from _table_faults(file, place, called, {**needed, **each})
        else:
            yield Fault(file, place, shown(each), f"a table that begins with {header(table)}", key=called)


def _table_faults(file: str, at: str, called: str, content: Mapping[str, object]) -> Iterator[Fault]:
    """Yield the faults of a table's *content*.

    *at* is its place in the file; its keys have the prefix *called*.
    """
    keys = _keys_of(called.partition(".")[0])
    for name, value in content.items():
        place, key = f"{at} {_named(name)}", f"{called}.{name}"
        if name not in keys:
            hint, near = _elsewhere(name) or _close(name, keys), _nearest(name, keys)
            known = ", ".join(keys)
            yield Fault(file, place, "a key that doesn't exist", f"one of {known}", hint, key, "unknown", near=near)
        elif not keys[name].accepts(value):
            given = UNTOLD if keys[name].called in SECRET and value else shown(value)
            meant = EIGHT_BITS.get(value, "") if keys[name].called == "oled.address" and type(value) is int else ""
            expects = "seven-bits" if meant else ""
            yield Fault(file, place, given, keys[name].expected, meant, key, expects=expects)
        elif name == "offset" and value not in ("auto", 0) and content.get("driver", "ssd1306") != "sh1106":
            hint = 'only the driver "sh1106" has columns to spare'
            expected = f'"auto" or 0 for the driver "{content.get("driver", "ssd1306")}"'
            yield Fault(file, place, shown(value), expected, hint, key)
        elif name == "proxy_port" and value and value == content.get("port", keys["port"].default):
            # The proxy's port stays: whoever comes through the proxy must find nothing else there.
            expected = "another port than proxy_port"
            yield Fault(file, "[web] port", shown(value), expected, key="web.port", expects="own-port")
        elif (
            name == "body" and is_json(str(content.get("type", keys["type"].default))) and not becomes_json(str(value))
        ):
            expected = "a text that is JSON once it is filled in"
            hint = 'in JSON, write "$text" for text, [$numbers] for numbers, and $seat for a number or null'
            yield Fault(file, place, shown(value), expected, hint, key, expects="json")


def _keys_of(table: str) -> dict[str, Key]:
    return {key.name: key for key in KEYS if key.table == table}


def _unknown_table(file: str, name: str, content: object) -> Fault:
    known = ", ".join(map(header, TABLES))
    is_list = isinstance(content, list) and all(isinstance(each, dict) for each in content)
    if isinstance(content, dict) or is_list:
        near, expected = _nearest(name, TABLES), f"one of {known}"
        hint = f"did you mean {header(near)}?" if near else ""
        place = f"[[{_named(name)}]]" if is_list else f"[{_named(name)}]"
        return Fault(file, place, "a table that doesn't exist", expected, hint, name, "unknown", near=near)
    expected = f"it in one of {known}"
    return Fault(file, _named(name), "a key outside of any table", expected, _elsewhere(name), name, "unknown")


def _game_faults(file: str, content: Mapping[str, object]) -> Iterator[Fault]:
    for slug, options in content.items():
        place = f"[game.{_named(slug)}]"
        if not isinstance(options, dict):
            expected = f"a table of options that begins with {place}"
            yield Fault(file, f"[game] {_named(slug)}", shown(options), expected, key=f"game.{slug}")
        elif not SLUG.fullmatch(slug):
            yield Fault(
                file, place, shown(slug), "a game's short name in small letters, such as our-game", key=f"game.{slug}"
            )


def _elsewhere(name: str) -> str:
    tables = [key.table for key in KEYS if key.name == name]
    return f"{name} belongs in {' or '.join(map(header, tables))}" if tables else ""


def _close(name: str, known: Mapping[str, object]) -> str:
    near = _nearest(name, known)
    return f"did you mean {near}?" if near else ""


def _nearest(name: str, known: Mapping[str, object]) -> str:
    return next(iter(difflib.get_close_matches(name.lower(), known, n=1)), "")


def shown(value: object) -> str:
    """Return *value* for a fault: short, and without an address's password."""
    text = repr(value).lower() if isinstance(value, bool) else _CREDENTIALS.sub("//...@", repr(value))
    return text if len(text) <= 60 else f"{text[:57]}..."


def _named(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]{1,60}", name) else shown(name)
