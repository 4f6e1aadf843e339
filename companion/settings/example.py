"""A commented settings file with all defaults."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.values.message import Message
from companion.settings.keys import KEYS, LISTS, TABLES, SettingsKey, header
from companion.settings.wording import typed
from companion.texts.say import read_language

_OPTION = ("# [game.NAME]", '# chance = "typed"')


def example(lang: str) -> str:
    """Return the file with comments in the shipped language *lang*."""
    lines = [f"# {typed(lang, Message('settings.file'))}"]
    for table in TABLES:
        mark = "# " if table in LISTS else ""
        lines += ["", f"# {typed(lang, Message(f'settings.{table}.title'))}"]
        keys = [key for key in KEYS if key.table == table]
        lines += [f"{mark}{header(table)}"] if keys else _OPTION
        lines += [f"{mark}{line}" for key in keys for line in _lines(lang, key)]
    return "\n".join([*lines, ""])


def _lines(lang: str, key: SettingsKey) -> Iterator[str]:
    """Yield the comment of *key*, if it has one, and its default."""
    described = f"settings.{key.called}"
    if described in read_language(lang):
        yield f"# {typed(lang, Message('settings.key', {'described': Message(described), 'expected': key.expected}))}"
    yield f"{key.name} = {_written(key)}"


def _written(key: SettingsKey) -> str:
    """Return the default of *key* in TOML."""
    match key.default:
        case bool():
            return str(key.default).lower()
        case int():
            return str(key.marks.get("written", "{}").format(key.default))
        case str():
            return f"'{key.default}'" if '"' in key.default else f'"{key.default}"'
    return "[]"
