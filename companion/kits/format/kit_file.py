"""Reads kit files and reports all faults at once.

It checks every word and number. A fault names its file, table and key.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.values.message import Message, Value
from companion.kits.format import decks, parts
from companion.kits.format.checks import Checks, KitFault, meant, one_of
from companion.kits.format.effects import EffectReader, Things
from companion.kits.format.shelf import MAX_COVER, PICTURE, on_shelf
from companion.kits.format.spec import CounterSpec, GroupSpec, Kit
from companion.kits.format.whole import check_whole
from companion.kits.format.words import texts
from companion.runtime.foreign_file import (
    CURLY_QUOTES,
    NotAFile,
    TooLong,
    TooTangled,
    misnamed,
    own_files,
    read_own,
    toml_of,
)

BUTTONS = ("roll", "spin", "draw")
_TABLES = (
    *("slug", "seats", "line", "minutes", "cover", "breaks"),
    "dice",
    "wheel",
    "deck",
    "counter",
    "token",
    "badge",
    "compare",
    "button",
    "text",
)
_MAX_SEATS = 12
_TOML_PLACE = re.compile(r"(.*) \(at line (\d+), column (\d+)\)", re.DOTALL)


class BadKit(ValueError):
    """An unusable kit *file*, with its *faults*.

    The library puts them in words. Unprintable letters of the file's name are replaced by question marks.
    """

    def __init__(self, file: str, faults: tuple[KitFault, ...]) -> None:
        super().__init__("\n".join(f"{_printable(file)}: {fault}" for fault in faults))
        self.file = _printable(file)
        self.faults = faults


class KitFile(Struct, frozen=True):
    """A kit, its *file*, and its *texts* by language and key."""

    file: str
    kit: Kit
    texts: Mapping[str, Mapping[str, str]]


def read_kit(file: str, text: str, folder: Path | None = None) -> KitFile:
    """Read a kit from the TOML *text* of *file*.

    Its own picture is beside it in *folder*.

    :raises BadKit: it has faults.
    """
    try:
        data = toml_of(text)
    except ValueError as error:
        raise BadKit(file, (not_toml(error, text),)) from error
    return kit_of(file, data, folder)


def kit_of(file: str, data: Mapping[str, Any], folder: Path | None = None) -> KitFile:
    """Read a kit of *file* from parsed TOML *data*.

    Otherwise as `read_kit`.

    :raises BadKit: it has faults.
    """
    checks = Checks()
    kit = _kit(checks, data)
    told, words = texts(checks, kit, data.get("text", {}))
    shelf = on_shelf(checks, data, None if folder is None else lambda name: read_own(folder / name, MAX_COVER))
    if checks.faults:
        raise BadKit(file, tuple(checks.faults))
    words = {lang: {**said, **shelf.texts(kit.slug, lang)} for lang, said in words.items()}
    cover = str(folder / shelf.cover) if folder and shelf.cover.endswith(PICTURE) else shelf.cover
    whole = replace(
        kit, told=told, has_line=bool(shelf.line), has_breaks=bool(shelf.breaks), minutes=shelf.minutes, cover=cover
    )
    return KitFile(file, whole, words)


@cache
def shipped_kits(parsed: Callable[[Path], Mapping[str, Any]] | None = None) -> tuple[KitFile, ...]:
    """Return the shipped kits, each file read once.

    *parsed* returns the TOML data of a path.
    """
    parse = parsed or _parsed
    return tuple(kit_of(path.name, parse(path)) for path in sorted(Path(__file__).parents[1].glob("*.toml")))


def _parsed(path: Path) -> Mapping[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))


def kits_in(folder: Path, known: Iterable[KitFile]) -> tuple[list[KitFile], list[BadKit]]:
    """Read a family's own kits in *folder*: good ones, and faulty ones.

    The files are read in the order of their names; slugs of the *known* kits are taken.
    """
    try:
        paths, others = own_files(folder, "*.toml"), misnamed(folder)
    except OSError as error:
        return [], [BadKit(str(folder), (unreadable(error),))]
    good, bad = kits_at({str(path): path for path in paths}, known)
    return good, [*bad, *wrong_endings(others)]


def wrong_endings(paths: Iterable[Path]) -> list[BadKit]:
    """Return a fault for each of *paths*: wrong name ending.

    These files aren't read.
    """
    return [BadKit(str(path), (KitFault("", Message("kit-fault.ending")),)) for path in paths]


def kits_at(paths: Mapping[str, Path], known: Iterable[KitFile]) -> tuple[list[KitFile], list[BadKit]]:
    """Read the kits at *paths*: good ones, and faulty ones.

    *paths* are by the name to call each file.

    A slug belongs to the first kit with it, the *known* kits before all: a later file with the same slug is at fault.
    """
    good: list[KitFile] = []
    bad: list[BadKit] = []
    owners = {kit.kit.slug: kit for kit in known}
    for file, path in paths.items():
        try:
            found = read_kit(file, read_own(path), path.parent)
            owner = owners.setdefault(found.kit.slug, found)
            if owner is not found:
                taken: dict[str, Value] = {"slug": repr(found.kit.slug), "file": _printable(Path(owner.file).name)}
                raise BadKit(file, (KitFault("slug", Message("kit-fault.slug-taken", taken)),))
            good.append(found)
        except BadKit as error:
            bad.append(error)
        except (OSError, UnicodeDecodeError) as error:
            bad.append(BadKit(file, (unreadable(error),)))
    return good, bad


def _printable(name: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in name)


def _whole(key: str, error: Value) -> KitFault:
    return KitFault("", Message(key, {"error": error}))


def _toml_error(error: Exception) -> Value:
    if isinstance(error, TooTangled):
        return Message("kit-fault.too-tangled", {"line": error.line})
    found = _TOML_PLACE.fullmatch(str(error))
    if found is None:
        return str(error)
    return Message("kit-fault.toml-place", {"error": found[1], "line": int(found[2]), "column": int(found[3])})


def not_toml(error: ValueError, text: str = "") -> KitFault:
    """Return the fault of a *text* that isn't TOML.

    It has the line and column of *error*. Curly quotes from a word processor have a fault of their own.
    """
    found = _TOML_PLACE.fullmatch(str(error))
    lines = text.split("\n")
    if found is not None and CURLY_QUOTES & {*lines[min(int(found[2]), len(lines)) - 1]}:
        return KitFault("", Message("kit-fault.curly", {"line": int(found[2])}))
    return _whole("kit-fault.not-toml", _toml_error(error))


def unreadable(error: OSError | UnicodeDecodeError) -> KitFault:
    """Return the fault of an unreadable file.

    It leaves out the path, which the system's own sentence may name.
    """
    known = (
        (UnicodeDecodeError, Message("kit-fault.not-text")),
        (IsADirectoryError, Message("kit-fault.folder")),
        (PermissionError, Message("kit-fault.not-allowed")),
        (FileNotFoundError, Message("kit-fault.nowhere")),
        (NotAFile, Message("kit-fault.not-a-file")),
    )
    said = next((said for kind, said in known if isinstance(error, kind)), None)
    if isinstance(error, TooLong):
        said = Message("kit-fault.too-long", {"maximum": error.maximum // 1024})
    why: Value = said or getattr(error, "strerror", None) or type(error).__name__
    return _whole("kit-fault.unreadable", why)


def _kit(checks: Checks, data: Mapping[str, Any]) -> Kit:
    checks.known("", data, _TABLES)
    groups = parts.groups(checks, data)
    counters = parts.counters(checks, data)
    effects = EffectReader(checks, _things(data, groups, counters))
    kit = Kit(
        checks.name("slug", data.get("slug")),
        _seats(checks, data.get("seats", [0, 4])),
        parts.dice(checks, data),
        decks.wheels(checks, data, effects),
        decks.DeckReader(checks, effects, groups, counters).decks(data),
        counters,
        groups,
        parts.badges(checks, data),
    )
    check_whole(checks, kit)
    return replace(kit, buttons=_buttons(checks, data, kit), compare=parts.compare(checks, data, kit.dice_named))


def _things(data: Mapping[str, Any], groups: tuple[GroupSpec, ...], counters: tuple[CounterSpec, ...]) -> Things:
    def names(kind: str) -> tuple[str, ...]:
        return tuple(data[kind]) if isinstance(data.get(kind), Mapping) else ()

    states = {token.name: tuple(each.name for each in group.states) for group in groups for token in group.tokens}
    return Things(states, tuple(counter.name for counter in counters), names("deck"), names("wheel"))


def _buttons(checks: Checks, data: Mapping[str, Any], kit: Kit) -> tuple[tuple[str, str], ...]:
    lines = [f"roll {name}" for name in kit.dice_named]
    lines += [f"spin {name}" for name in kit.wheel_named]
    lines += [f"draw {name}" for name in kit.deck_at]
    found = []
    for name, table in checks.tables("[button.NAME]", data.get("button", {})).items():
        where = f"[button.{name}]"
        checks.known(where, table, ("does",))
        if name not in BUTTONS:
            checks.fault(where, meant(Message("kit-fault.wanted", {"expected": one_of(BUTTONS)}), name, BUTTONS))
        found.append((name, checks.one_of(f"{where} does", table.get("does"), lines)))
    return tuple(found)


def _seats(checks: Checks, given: Any) -> tuple[int, int]:
    good = isinstance(given, list) and len(given) == 2 and all(type(seat) is int for seat in given)
    good = good and 0 <= given[0] <= given[1] <= _MAX_SEATS
    return (given[0], given[1]) if checks.expect(good, "seats", Message("kit-fault.seats"), given) else (0, 4)
