"""A card's own games and settings, as files in the table's folder."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from companion.library.own.card_layout import FOLDER, SETTINGS
from companion.runtime.foreign_file import toml_of
from companion.upkeep.install.files import settings as usual_settings


def settings_file(text: str, language: str) -> Mapping[str, bytes]:
    """Return the settings *text* as a card's file, by its name.

    A table by itself gets its port from it and speaks *language*, if *text* says nothing else.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    usual = {**toml_of(usual_settings()), "table": {"language": language}}
    for table, values in usual.items():
        for name, value in values.items():
            text = _with(text, table, name, value)
    return {f"{FOLDER}/{SETTINGS}": text.encode()}


def _with(text: str, table: str, name: str, value: Any) -> str:
    """Return *text* with a *value* of its *table*, unless it has one.

    *text* is returned as it is if TOML doesn't let the line in, such as after an inline table.
    """
    document = toml_of(text)
    if name in document.get(table, {}):
        return text
    line = f"{name} = {json.dumps(value)}\n"
    header = re.search(rf"^[ \t]*\[[ \t]*{table}[ \t]*\][ \t]*(#.*)?\n", f"{text}\n", re.MULTILINE)
    longer = f"{text}\n"[: header.end()] + line + text[header.end() :] if header else f"{text}\n[{table}]\n{line}"
    wanted = {**document, table: {**document.get(table, {}), name: value}}
    try:
        return longer if toml_of(longer) == wanted else text
    except ValueError:
        return text
