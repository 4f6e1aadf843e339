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
from companion.kits.format import course, decks, dice, parts
from companion.kits.format.checks import KEYS, MAX_OF_A_KIND, Checks, KitFault, one_of
from companion.kits.format.effects import EffectReader, Things
from companion.kits.format.flow import TurnSpec
from companion.kits.format.shelf import MAX_COVER, PICTURE, OnShelf, on_shelf
from companion.kits.format.spec import CounterSpec, DeckSpec, DiceSpec, GroupSpec, Kit
from companion.kits.format.whole import check_whole
from companion.kits.format.words import LANGUAGES, texts
from companion.kits.formulas.fault import meant
from companion.runtime.foreign_file import (
    CURLY_QUOTES,
    MAX_DIGITS,
    HugeNumber,
    NotAFile,
    TooLong,
    TooTangled,
    misnamed,
    own_files,
    read_own,
    toml_of,
)

BUTTONS = ("roll", "spin", "draw")
TABLES = (
    *("slug", "seats", "line", "minutes", "cover", "tool", "group", "breaks", "rules", "version", "author"),
    *("dice", "pool", "wheel", "deck", "counter", "token", "badge", "list", "compare"),
    *("turn", "round", "timer", "team", "sheet", "value", "on", "action", "button", "text"),
)
_MOST_OF_A_KIT = 8
"""Default maximum number of people, given turns, teams or hands."""
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


def read_kit(file: str, text: str, folder: Path | None = None, *, beside: Mapping[str, str] | None = None) -> KitFile:
    """Read a kit from the TOML *text* of *file*.

    Its own picture is beside it in *folder*, or one of the texts *beside* it, by name.

    :raises BadKit: it has faults.
    """
    try:
        data = toml_of(text)
    except ValueError as error:
        raise BadKit(file, (not_toml(error, text),)) from error
    return kit_of(file, data, folder, beside=beside)


def kit_of(
    file: str, data: Mapping[str, Any], folder: Path | None = None, *, beside: Mapping[str, str] | None = None
) -> KitFile:
    """Read a kit of *file* from parsed TOML *data*.

    Otherwise as `read_kit`.

    :raises BadKit: it has faults.
    """
    checks = Checks()
    kit = _kit(checks, data)
    kit, words = texts(checks, kit, data.get("text", {}))
    shelf = on_shelf(checks, data, None if folder is None else _Beside(folder, beside or {}).read)
    if checks.faults:
        raise BadKit(file, tuple(checks.faults))
    words = {lang: {**said, **shelf.texts(kit.slug, lang)} for lang, said in words.items()}
    return KitFile(file, described(kit, shelf, folder), words)


def described(kit: Kit, shelf: OnShelf, folder: Path | None = None) -> Kit:
    """Return *kit* with its description *shelf*; its own picture is in *folder*."""
    cover = str(folder / shelf.cover) if folder and shelf.cover.endswith(PICTURE) else shelf.cover
    return replace(
        kit,
        has_line=bool(shelf.line),
        has_breaks=bool(shelf.breaks),
        minutes=shelf.minutes,
        cover=cover,
        is_tool=shelf.is_tool,
        shelf_group=shelf.group,
        rule_lines=len(shelf.rules.get(LANGUAGES[0], ())),
        version=shelf.version,
        author=shelf.author,
    )


class _Beside(Struct, frozen=True):
    """The files beside a kit in *folder*; *given* texts come first."""

    folder: Path
    given: Mapping[str, str]

    def read(self, name: str) -> str:
        """Return the text of the file *name*; it raises as ``read_own``."""
        return self.given[name] if name in self.given else read_own(self.folder / name, MAX_COVER)


@cache
def shipped_kits(parsed: Callable[[Path], Mapping[str, Any]] | None = None) -> tuple[KitFile, ...]:
    """Return the shipped kits of the four games and the tools.

    Each file is read once. *parsed* returns the TOML data of a path.
    """
    parse = parsed or parsed_toml
    return tuple(kit_of(path.name, parse(path)) for path in sorted(Path(__file__).parents[1].glob("*.toml")))


def parsed_toml(path: Path) -> Mapping[str, Any]:
    """Return the TOML data at *path*."""
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
    if isinstance(error, HugeNumber):
        return Message("kit-fault.huge-number", {"line": error.line, "maximum": MAX_DIGITS})
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
    checks.known("", data, TABLES)
    slug = checks.name("slug", data.get("slug"))
    seats = _seats(checks, data["seats"]) if "seats" in data else None
    lists = parts.lists(checks, data)
    all_dice = dice.dice(checks, data)
    groups = parts.groups(checks, data, lists)
    counters = parts.counters(checks, data)
    all_dice = dice.counted(checks, data, all_dice, counters)
    things = _things(data, groups, counters, all_dice)
    things = replace(things, values=course.values(checks, data, things, all_dice))
    effects = EffectReader(checks, things)
    wheels = decks.WheelReader(checks, effects, lists).wheels(data)
    all_decks = decks.DeckReader(checks, effects, decks.DeckParts(groups, counters, lists)).decks(data)
    reader = course.CourseReader(checks, things, effects, course.EventParts(all_dice, wheels, all_decks))
    kit = Kit(
        slug=slug,
        seats=seats or (0, 0),
        dice=all_dice,
        wheels=wheels,
        decks=all_decks,
        counters=counters,
        groups=groups,
        badges=parts.badges(checks, data),
        sheets=reader.sheets(data),
        timers=course.timers(checks, data),
        teams=course.teams(checks, data),
        turn=course.turn(checks, data, things),
        round=course.rounds(checks, data),
        rules=reader.rules(data),
        actions=reader.actions(data),
        values=things.values,
    )
    if kit.turn is None and course.has_turns(kit):
        kit = replace(kit, turn=TurnSpec())
    check_whole(checks, kit)
    seated = replace(kit, seats=seats or _usual_seats(kit))
    buttons = _buttons(checks, data, seated) if "button" in data else _usual_buttons(seated)
    return replace(seated, buttons=buttons, compare=parts.compare(checks, data, kit.dice_named))


def _things(
    data: Mapping[str, Any],
    groups: tuple[GroupSpec, ...],
    counters: tuple[CounterSpec, ...],
    dice: tuple[DiceSpec, ...],
) -> Things:
    def names(kind: str) -> tuple[str, ...]:
        return tuple(data[kind])[:MAX_OF_A_KIND] if isinstance(data.get(kind), Mapping) else ()

    def has(table: object, key: str) -> bool:
        return isinstance(table, Mapping) and key in table

    states = {token.name: tuple(each.name for each in group.states) for group in groups for token in group.tokens}
    cups = {each.name: course.faces_of(each) for each in dice if each.is_hidden}
    dealt = tuple(name for name in names("deck") if has(data["deck"][name], "deal"))
    return Things(
        states,
        {counter.name: counter.ticks for counter in counters},
        names("sheet"),
        {
            "dice": tuple(each.name for each in dice if not each.is_free),
            "wheel": names("wheel"),
            "deck": names("deck"),
            "dealt": dealt,
            "timer": names("timer"),
            "action": names("action"),
            "cup": tuple(cups),
        },
        cups,
        has(data.get("round"), "steps"),
    )


def _buttons(checks: Checks, data: Mapping[str, Any], kit: Kit) -> tuple[tuple[str, str], ...]:
    lines = [f"roll {each.name}" for each in kit.dice]
    lines += [f"spin {name}" for name in kit.wheel_named]
    lines += [f"draw {name}" for name in kit.deck_at]
    lines += [f"do {each.name}" for each in kit.actions]
    lines += [f"start {each.name}" for each in kit.timers]
    lines += [f"deal {each.name}" for each in kit.decks if each.deal]
    lines += ["next"] if kit.turn else []
    found = []
    for name, table in checks.tables("[button.NAME]", data["button"]).items():
        where = f"[button.{name}]"
        checks.known(where, table, KEYS["button"])
        if name not in BUTTONS:
            checks.fault(where, meant(Message("kit-fault.wanted", {"expected": one_of(BUTTONS)}), name, BUTTONS))
        found.append((name, checks.one_of(f"{where} does", table.get("does"), lines)))
    return tuple(found)


def _usual_buttons(kit: Kit) -> tuple[tuple[str, str], ...]:
    """Return the buttons of a kit that names none."""
    dice = sorted(kit.dice, key=lambda each: each.is_free)
    found = [("roll", f"roll {each.name}") for each in dice][:1]
    found += [("spin", f"spin {each.name}") for each in kit.wheels][:1]
    return (*found, *[("draw", f"{_draw_or_deal(kit, each)} {each.name}") for each in kit.decks][:1])


def _draw_or_deal(kit: Kit, deck: DeckSpec) -> str:
    """Return the verb for DRAW: ``deal`` if that leaves nobody a card."""
    dealt = dict(deck.deal)
    people = kit.seats[1]
    left = len(deck.all_cards) - dealt.get(people, dealt.get(0, 0)) * people
    return "deal" if deck.deal and left < people else "draw"


def _seats(checks: Checks, given: Any) -> tuple[int, int]:
    good = isinstance(given, list) and len(given) == 2 and all(type(seat) is int for seat in given)
    good = good and 0 <= given[0] <= given[1] <= _MAX_SEATS
    return (given[0], given[1]) if checks.expect(good, "seats", Message("kit-fault.seats"), given) else (0, 4)


def _usual_seats(kit: Kit) -> tuple[int, int]:
    """Return the numbers of people of a kit that doesn't tell them."""
    dealing = [deck for deck in kit.decks if deck.deal]
    if dealing or any(dice.is_hidden for dice in kit.dice):
        most = [len(deck.all_cards) // dict(deck.deal)[0] for deck in dealing if 0 in dict(deck.deal)]
        return 2, max(2, min([_MOST_OF_A_KIT, *most]))
    owners = any(each.each == "person" for each in kit.counters) or any(deck.each_person for deck in kit.decks)
    if kit.turn or kit.teams or kit.sheets or owners or any(timer.counts == "person" for timer in kit.timers):
        return 1, _MOST_OF_A_KIT
    return 0, 4
