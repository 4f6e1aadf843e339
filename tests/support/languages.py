"""A language of a family's own, written for tests: English under every key, but for a few sentences."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path

from companion.kits.folk_kit import folk_kits
from companion.kits.format.kit_file import shipped_kits
from companion.library.packages import installed
from companion.texts.say import Wording, read_language

LANGUAGE, SPOKEN, CAPTAIN = "Sprache", "Der Tisch spricht {languages}.", "Äußerst schön: Spielebegleiter"
GERMAN: Mapping[str, Wording] = {
    "page.language_name": "Deutsch",
    "page.title": CAPTAIN,
    "menu.language": LANGUAGE,
    "session.no-such-language": SPOKEN,
}


def shipped(lang: str) -> dict[str, Wording]:
    """Return all that is said in *lang* of the table and of what ships, by key."""
    found: dict[str, Wording] = dict(read_language(lang))
    for package in installed()[0]:
        if package.module.startswith("companion."):
            found |= package.texts(lang)
    for kit in shipped_kits():
        found |= kit.texts[lang]
    return found


def english() -> dict[str, Wording]:
    return shipped("en")


def german(changes: Mapping[str, Wording | None] | None = None) -> str:
    """Return a complete language file, with *changes*: another entry by its key, None for a key that is left out."""
    entries = {**english(), **GERMAN, **(changes or {})}
    return "".join(f"{json.dumps(key)} = {_written(entry)}\n" for key, entry in entries.items() if entry is not None)


def _written(entry: Wording) -> str:
    if isinstance(entry, str):
        return json.dumps(entry, ensure_ascii=False)
    return f"{{{', '.join(f'{form} = {_written(said)}' for form, said in entry.items())}}}"


def put(folder: Path, text: str, name: str = "de.toml") -> Path:
    """Write *text* as a language file into the data folder *folder*; return the file."""
    file = folder / "languages" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
    return file


_PLACE = re.compile(r"(\{[a-z0-9_]*\})")
_LONG_WORD = re.compile(r"[^\W\d_]{7,}")
_LONGEST = 24
_MARKS = str.maketrans("aeiouyAEIOUY", "äéïöüÿÄÉÏÖÜŸ")


def marked() -> str:
    """Return a complete language file, English with a mark on each vowel: what has a plain one comes from no text."""
    return _changed(lambda words: words.translate(_MARKS))


def long_winded() -> str:
    """Return a complete language file, English with words as long as German has them."""
    return _changed(lambda words: _LONG_WORD.sub(lambda word: f"{word[0]}skorrekturmöglichkeiten"[:_LONGEST], words))


def _changed(change: Callable[[str], str]) -> str:
    """Return English as a language file, after a *change* of all but the places for values."""

    def changed(entry: Wording) -> Wording:
        if not isinstance(entry, str):
            return {form: str(changed(said)) for form, said in entry.items()}
        return "".join(part if _PLACE.fullmatch(part) else change(part) for part in _PLACE.split(entry))

    entries = english()
    for kit in (folk.whole for folk in folk_kits()):  # a language may leave them out
        entries |= kit.texts["en"]
    return "".join(f"{json.dumps(key)} = {_written(changed(entry))}\n" for key, entry in entries.items())
