"""A family's own languages: files ``CODE.toml`` in one folder.

A file has its own name, and a sentence for each key of the English texts of the table and of the shipped games and
kits. Texts of other authors' packages and of a family's kits are optional; missing ones are in English.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from companion.engine.values.message import Message
from companion.kits.format.checks import NO_BREAK, KitFault
from companion.kits.format.kit_file import BadKit, not_toml, unreadable, wrong_endings
from companion.library.words import faults_of
from companion.runtime.foreign_file import misnamed, own_files, read_own
from companion.texts.say import LANGUAGES, NotASentence, Wording, wordings_of

CODE = re.compile(r"[a-z]{2,3}")
_LONGEST_KEY = 60
MAX_LANGUAGE = 1024 * 1024
"""Ten times the size of a language.

Allows for letters of four bytes and games to come.
"""

Undrawable: TypeAlias = Callable[[str], str]
"""Returns a sentence's letters missing on the table's screen."""


class Words(Struct, frozen=True):
    """English entries by key: *needed* in each language, or *spare*."""

    needed: Mapping[str, Wording]
    spare: Mapping[str, Wording]


def languages_in(
    folder: Path, english: Callable[[], Words], undrawable: Undrawable
) -> tuple[dict[str, Mapping[str, Wording]], list[BadKit]]:
    """Read the languages in *folder*: wordings by code, and faults.

    *english* returns the English entries; it is called only if there is a file.
    """
    good: dict[str, Mapping[str, Wording]] = {}
    bad: list[BadKit] = []
    try:
        paths, others = own_files(folder, "*.toml"), misnamed(folder)
    except OSError as error:
        return {}, [BadKit(str(folder), (unreadable(error),))]
    bad += wrong_endings(others)
    known = english() if paths else Words({}, {})
    for path in paths:
        try:
            good[path.stem] = _read(path, known, undrawable)
        except BadKit as error:
            bad.append(error)
    return good, bad


def _read(path: Path, english: Words, undrawable: Undrawable) -> Mapping[str, Wording]:
    """Return the entries of the language at *path*.

    :raises BadKit: it has faults.
    """
    _check_code(path)
    try:
        text = read_own(path, MAX_LANGUAGE)
    except (OSError, UnicodeDecodeError) as error:
        raise BadKit(str(path), (unreadable(error),)) from error
    return language_of(path, text, english, undrawable)


def language_of(path: Path, text: str, english: Words, undrawable: Undrawable) -> Mapping[str, Wording]:
    """Return the entries of the language in *text*, meant for *path*.

    :raises BadKit: it has faults.
    """
    _check_code(path)
    try:
        given = wordings_of(text)
    except ValueError as error:
        raise BadKit(str(path), (not_toml(error, text),)) from error
    except NotASentence as error:
        raise BadKit(str(path), (_shown(KitFault(error.key, Message("words.neither"))),)) from error
    wanted = {**english.needed, **{key: entry for key, entry in english.spare.items() if key in given}}
    if faults := [_shown(fault) for fault in (*faults_of(wanted, given), *_unprintable(wanted, given, undrawable))]:
        raise BadKit(str(path), tuple(faults))
    return given


def _check_code(path: Path) -> None:
    """Check that *path* is named by a free code.

    :raises BadKit: it isn't.
    """
    if not CODE.fullmatch(path.stem):
        raise BadKit(str(path), (KitFault("", Message("words.code")),))
    if path.stem in LANGUAGES:
        raise BadKit(str(path), (KitFault("", Message("words.code-taken")),))


def _unprintable(
    known: Mapping[str, Wording], given: Mapping[str, Wording], undrawable: Undrawable
) -> Iterator[KitFault]:
    """Yield a fault for each wording the table's screen can't show.

    A line's end is one of these letters.
    """
    for key in sorted(known.keys() & given.keys()):
        entry = given[key]
        said = entry if isinstance(entry, str) else "".join(entry.values())
        if not said.translate(NO_BREAK).isprintable():
            yield KitFault(key, Message("words.line"))
        elif letters := undrawable(said):
            yield KitFault(key, Message("words.letters", {"letters": tuple(letters)}))


def _shown(fault: KitFault) -> KitFault:
    """Return *fault* with a printable place: a key may be any text."""
    where = "".join(letter if letter.isprintable() else "?" for letter in fault.where)
    return KitFault(where[:_LONGEST_KEY], fault.said)
