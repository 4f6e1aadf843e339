"""Reads kit files: checks every word and number, and tells all that is wrong at once, by file, table and key."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path
from typing import Any

from companion.engine.chance import Word
from companion.kits.spec import DiceSpec, Kit

BUTTONS = ("roll", "spin", "draw")
LOOKS = ("d10", "plain", "blue")
LANGUAGES = ("en", "fr")
_NAME = re.compile(r"[a-z][a-z0-9-]{0,31}")
_RANGE = re.compile(r"(\d{1,3})-(\d{1,3})")
_MOST_FACES = 100
_MOST_DICE = 5
_LONGEST_TEXT = 60


class BadKit(ValueError):
    """A kit file can't be used. *faults* are sentences, each naming the table and key."""

    def __init__(self, file: str, faults: tuple[str, ...]) -> None:
        super().__init__("\n".join(f"{file}: {fault}" for fault in faults))
        self.file = file
        self.faults = faults


@dataclass(frozen=True)
class KitFile:
    """A kit, the *file* it came from, and its words: for each language, text by key."""

    file: str
    kit: Kit
    texts: Mapping[str, Mapping[str, str]]


def read_kit(file: str, text: str) -> KitFile:
    """Return the kit that the TOML *text* of *file* describes.

    :raises BadKit: it has faults.
    """
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadKit(file, (f"not TOML: {error}",)) from error
    reader = _Reader()
    kit = reader.kit(data)
    texts = reader.texts(kit, data.get("text", {}))
    if reader.faults:
        raise BadKit(file, tuple(reader.faults))
    return KitFile(file, kit, texts)


def shipped_kits() -> list[KitFile]:
    """Return the kits that ship with the program."""
    folder = files("companion.kits")
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".toml"))
    return [read_kit(name, (folder / name).read_text(encoding="utf-8")) for name in names]


def kits_in(folder: Path, shipped: Iterable[KitFile]) -> tuple[list[KitFile], list[BadKit]]:
    """Return a family's own kits in *folder*, and what is wrong with those that can't be used.

    The files are read in the order of their names. A slug belongs to the first that has it, *shipped* kits before
    all: a later file with the same slug is at fault.
    """
    good: list[KitFile] = []
    bad: list[BadKit] = []
    owners = {known.kit.slug: known.file for known in shipped}
    try:
        paths = sorted(folder.glob("*.toml")) if folder.is_dir() else []
    except OSError as error:
        return [], [BadKit(str(folder), (f"can't be read: {error.strerror}",))]
    for path in paths:
        try:
            found = read_kit(str(path), path.read_text(encoding="utf-8"))
            owner = owners.setdefault(found.kit.slug, found.file)
            if owner != found.file:
                raise BadKit(found.file, (f"slug: {found.kit.slug!r} belongs to {owner}; give this kit another",))
            good.append(found)
        except BadKit as error:
            bad.append(error)
        except (OSError, UnicodeDecodeError) as error:
            bad.append(BadKit(str(path), (f"can't be read: {error}",)))
    return good, bad


class _Reader:
    """Collects faults while it builds what can be built."""

    def __init__(self) -> None:
        self.faults: list[str] = []

    def kit(self, data: Mapping[str, Any]) -> Kit:
        self._known("the file", data, ("slug", "seats", "dice", "button", "text"))
        slug = self._name("slug", data.get("slug"))
        seats = self._seats(data.get("seats", [0, 4]))
        dice = tuple(self._dice(name, table) for name, table in self._tables("dice", data).items())
        if not dice:
            self.faults.append("[dice.NAME]: a kit needs at least one die")
        lines = {f"roll {one.name}" for one in dice}
        buttons = tuple(self._button(name, table, lines) for name, table in self._tables("button", data).items())
        return Kit(slug, seats, dice, buttons=buttons)

    def texts(self, kit: Kit, data: Any) -> dict[str, dict[str, str]]:
        if isinstance(data, Mapping):
            self._known("[text]", data, LANGUAGES)
        words = ["name", *(dice.name for dice in kit.dice)]
        words += dict.fromkeys(face for dice in kit.dice for face in dice.faces if isinstance(face, str))
        given = {language: self._words(language, data) for language in LANGUAGES}
        spare = given["en"] or given["fr"]
        for language in LANGUAGES:
            self._known(f"[text.{language}]", given[language], words)
            if given[language] or not spare:
                missing = [word for word in words if word not in given[language]]
                self.faults += [f"[text.{language}] {word}: missing; give its words" for word in missing]
        return {
            language: {f"kit.{kit.slug}.{word}": said for word, said in (given[language] or spare).items()}
            for language in LANGUAGES
        }

    def _words(self, language: str, data: Any) -> dict[str, str]:
        table = data.get(language, {}) if isinstance(data, Mapping) else {}
        if not isinstance(table, Mapping):
            self.faults.append(f"[text.{language}]: expected a table of words, got {table!r}")
            return {}
        for word, said in table.items():
            if not isinstance(said, str) or not 0 < len(said) <= _LONGEST_TEXT or not said.isprintable():
                self.faults.append(
                    f"[text.{language}] {word}: expected 1 to {_LONGEST_TEXT} characters on one line, got {said!r}"
                )
            elif set(said) & {"{", "}"}:
                self.faults.append(f"[text.{language}] {word}: braces can't be said; leave them out of {said!r}")
        return {word: said for word, said in table.items() if isinstance(said, str)}

    def _tables(self, name: str, data: Mapping[str, Any]) -> Mapping[str, Mapping[str, Any]]:
        tables = data.get(name, {})
        if not isinstance(tables, Mapping) or not all(isinstance(table, Mapping) for table in tables.values()):
            self.faults.append(f"[{name}.NAME]: expected tables, got {tables!r}")
            return {}
        return tables

    def _dice(self, name: str, table: Mapping[str, Any]) -> DiceSpec:
        where = f"[dice.{name}]"
        self._known(where, table, ("look", "count", "faces"))
        if name == "name":
            self.faults.append(f"{where}: 'name' is the kit's own name; call these dice something else")
        look = table.get("look", "plain")
        if look not in LOOKS:
            self.faults.append(f"{where} look: expected one of {', '.join(LOOKS)}, got {look!r}")
        count = table.get("count", 1)
        if type(count) is not int or not 1 <= count <= _MOST_DICE:
            self.faults.append(f"{where} count: expected a number from 1 to {_MOST_DICE}, got {count!r}")
        return DiceSpec(self._name(where, name), self._faces(where, table.get("faces")), count, look)

    def _faces(self, where: str, given: Any) -> tuple[Word, ...]:
        span = _RANGE.fullmatch(given) if isinstance(given, str) else None
        faces = list(range(int(span[1]), int(span[2]) + 1)) if span is not None else given
        words = isinstance(faces, list) and all(isinstance(face, str) and _NAME.fullmatch(face) for face in faces)
        numbers = isinstance(faces, list) and all(type(face) is int and 0 <= face <= 999 for face in faces)
        if not (words or numbers) or not 2 <= len(faces) <= _MOST_FACES:
            expected = f'a span like "1-10", a list of 2 to {_MOST_FACES} numbers from 0 to 999, or of as many words'
            self.faults.append(f"{where} faces: expected {expected}, got {given!r}")
            return ()
        if "name" in faces:
            self.faults.append(f"{where} faces: 'name' is the kit's own name; call this face something else")
        return tuple(faces)

    def _button(self, name: str, table: Mapping[str, Any], lines: set[str]) -> tuple[str, str]:
        where = f"[button.{name}]"
        self._known(where, table, ("does",))
        if name not in BUTTONS:
            self.faults.append(f"{where}: expected one of {', '.join(BUTTONS)}{_suggestion(name, BUTTONS)}")
        does = table.get("does")
        if not isinstance(does, str) or does not in lines:
            self.faults.append(f"{where} does: expected one of {', '.join(sorted(lines))}, got {does!r}")
        return name, str(does)

    def _seats(self, seats: Any) -> tuple[int, int]:
        good = isinstance(seats, list) and len(seats) == 2 and all(type(seat) is int for seat in seats)
        if not good or not 0 <= seats[0] <= seats[1] <= 12:
            self.faults.append(f"seats: expected the least and greatest number of people, like [0, 4], got {seats!r}")
            return (0, 4)
        return (seats[0], seats[1])

    def _name(self, where: str, name: Any) -> str:
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            self.faults.append(f"{where}: expected a name of small letters, digits and hyphens, got {name!r}")
            return "unnamed"
        return name

    def _known(self, where: str, table: Mapping[str, Any], names: Iterable[str]) -> None:
        known = list(names)
        self.faults += [f"{where} {name}: unknown{_suggestion(name, known)}" for name in table if name not in known]


def _suggestion(name: str, known: Iterable[str]) -> str:
    close = get_close_matches(name, list(known), n=1)
    return f"; did you mean {close[0]}?" if close else ""
