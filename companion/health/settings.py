"""Usable settings in spite of faults: last good ones, else defaults.

The last good file, and mends from a page, are kept with the data. A mend is valid while the file still has the mended
value, so the file's editor has the last word.
"""

from __future__ import annotations

import json
import logging
import os
import re
import threading
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import Struct, convert
from msgspec.structs import asdict, replace

from companion.engine.values.message import Message, Value
from companion.library.games import Library, OptionFault
from companion.model.reports.faults import Fault, Mend
from companion.runtime.atomic_file import keep
from companion.runtime.foreign_file import read_bytes
from companion.settings import backup_part, choices, reader
from companion.settings.checks import SettingsFault, faults_in
from companion.settings.keys import BY_NAME, LISTS, key_of
from companion.settings.reader import SettingsFile
from companion.settings.tables import PinSettings, Settings
from hardware.board.wiring import RESERVED, Wiring, WiringError

log = logging.getLogger(__name__)

LAST_GOOD = "settings.last-good.toml"
MENDED = "settings.mended.json"
FAULTS_TOLD = 3
KEPT = " keep"
"""Suffix of the line by which the table's OK keeps a replacement."""
SHORT = 20
"""Maximum length of a faulty value on the table's own screen."""
_SAFE = re.compile(r"[A-Za-z0-9_.-]{1,60}")
_DATA = re.compile(rb"""^\s*data\s*=\s*(["'])(?P<folder>[^"'\\\n]{1,4096})\1\s*(?:#.*)?$""", re.MULTILINE)


class Usable(Struct, frozen=True):
    """Settings to start with, and their *faults*.

    *written* is the file as it is. The settings are *whole* if all of it is valid.
    """

    settings: Settings
    faults: tuple[Fault, ...]
    written: SettingsFile
    whole: bool


class Mender:
    """Mends faulty settings, from a page or at the table.

    A page can only mend current faults of keys with a short list of choices or a form. At the table, people can keep
    the replacement of any faulty key.
    """

    def __init__(self, data: Path, faults: Sequence[Fault]) -> None:
        self._data = data
        self._writing = threading.Lock()
        self._faults = {fault.key: fault for fault in faults}

    def mend(self, line: str) -> bool:
        """Store the choice of *line* for the next start.

        Return True if it was one of those offered.

        :raises OSError: if it can't be written.
        """
        _, _, rest = line.partition(" ")
        called, _, word = rest.partition(" ")
        fault, key = self._faults.get(called), BY_NAME.get(called)
        if fault is None or key is None:
            return False
        if any(mend.line == line for mend in fault.mends):
            self._note(fault, next(choice for choice in key.choices if _word(choice) == word))
            return True
        value = _written(fault.form, word)
        if not fault.form or not key.accepts(value):
            return False
        self._note(fault, value)
        return True

    def keep(self, line: str) -> str:
        """Keep the replacement confirmed by *line*; return its key, else "".

        :raises OSError: if it can't be written.
        """
        found = [fault for fault in self._faults.values() if fault.ok is not None and fault.ok.line == line]
        if not line.endswith(KEPT) or not found:
            return ""
        self._note(found[0], None)
        return found[0].key

    def _note(self, fault: Fault, value: Any) -> None:
        mend = {"was": fault.told.values["given"], "is": value}
        with self._writing:
            keep(self._data / MENDED, json.dumps({**_mended(self._data), fault.key: mend}))
        log.info("mended: %s is %s now", fault.key, "what stands in for it" if value is None else _word(value))


def _written(form: str, words: str) -> str | list[str]:
    """Return the value of a *form*'s *words*, as in the file."""
    return [name for name in re.split(r"[\s,]+", words) if name] if form == "names" else words.strip()


def usable(
    path: Path | None, env: Mapping[str, str], cwd: Path, data: Path | None, *, is_trial: bool = False
) -> Usable:
    """Return usable settings from :func:`companion.settings.reader.load`'s file.

    *data* is the folder named by the command, None for the one in the settings. Choices on trial count only if
    *is_trial*.
    """
    written = reader.look(path, env, cwd)
    home = data or _data_of(written, env, cwd)
    last = _last_good(home, written)
    document, wrong = _as_it_counts(written, home, last)
    chosen = choices.over(document, home, is_trial=is_trial)
    settings = reader.build(written.source, chosen, env, cwd)
    for fault in wrong:
        log.error("%s", fault)
    faults = [_fault(fault, settings, last) for fault in wrong]
    settings, pins = _wired(settings, last)
    kept = [fault for fault in pins if not _is_kept(fault, home)]
    return Usable(settings, (*faults, *kept), written, whole=not (written.faults or pins))


def counting(path: Path | None, env: Mapping[str, str], cwd: Path, data: Path | None) -> dict[str, Any]:
    """Return the valid settings of :func:`usable`'s file: mended, without faults.

    The choices of the owner's page aren't among them.
    """
    written = reader.look(path, env, cwd)
    home = data or _data_of(written, env, cwd)
    return _as_it_counts(written, home, _last_good(home, written))[0]


def _as_it_counts(
    written: SettingsFile, home: Path, last: Mapping[str, Any] | None
) -> tuple[dict[str, Any], list[SettingsFault]]:
    """Return the valid settings of *written*, and the faults.

    The *last* good settings replace faulty ones. Settings from a restore in the folder *home* apply if the file has
    none.
    """
    if written.document is None:
        return backup_part.under(last or {}, home), list(written.faults)
    mended = _with_mends(written, home, last or {})
    wrong = list(mended.faults)
    document = reader.without(mended.document or {}, wrong, last or {})
    return backup_part.under(reader.without(document, faults_in(written.source, document), {}), home), wrong


def pins_fault(why: str) -> Fault:
    """Return the fault of unavailable real pins; *why* is a text's key."""
    title, short, told = Message("stage.settings"), Message("stage.fault-no-pins"), Message(why)
    return Fault("pins.choice", title, short, told, told, Message("health.no-pins-remedy"))


def playable(settings: Settings, library: Library) -> tuple[Settings, tuple[Fault, ...]]:
    """Return *settings* without unknown games, options and languages, with faults.

    There is a fault for each. *library* knows them.
    """
    faults: list[Fault] = []
    if not library.has_language(settings.table.language):
        faults.append(_unspoken(settings, library))
        settings = replace(settings, table=replace(settings.table, language=library.texts.languages[0]))
    bad = library.option_faults(settings.game)
    for each in bad:
        log.error("%s, %s", settings.source, each)
    faults += [_of_option(each, settings) for each in bad]
    wrong = {(each.slug, each.name) for each in bad}
    game = {
        slug: {name: value for name, value in options.items() if (slug, name) not in wrong}
        for slug, options in settings.game.items()
        if (slug, "") not in wrong
    }
    return replace(settings, game=game), tuple(faults)


LEFT_OUT = "left-out."
"""The start of the keys of faults about unusable files."""


def left_out(library: Library) -> tuple[Fault, ...]:
    """Return a fault for each file and package left out of *library*.

    It has a name without a path.
    """
    found: dict[str, Fault] = {}
    for bad in library.faults:
        name = Path(bad.file).name
        shown = name if _SAFE.fullmatch(name) else "?"
        values: dict[str, Value] = {"file": shown}
        faults = tuple(
            Message("menu.kit-fault", {"where": fault.where, "fault": fault.said}) if fault.where else fault.said
            for fault in bad.faults[:FAULTS_TOLD]
        )
        told = Message("health.left-out-why", {**values, "faults": faults})
        text, short = Message("health.left-out", values), Message("stage.fault-left-out", values)
        remedy = Message("health.left-out-remedy")
        key = f"{LEFT_OUT}{shown}"
        found[key] = Fault(key, Message("stage.left-out"), short, text, told, remedy)
    return tuple(found.values())


def keep_good(written: SettingsFile, data: Path) -> None:
    """Keep the file as the last good one.

    A table has started with it, and it has no faults.
    """
    file = data / LAST_GOOD
    with suppress(OSError):
        if written.source is None:
            file.unlink(missing_ok=True)
            return
        if file.is_file() and file.read_bytes() == written.content:
            return
    try:
        keep(file, written.content)
    except OSError as error:
        log.warning("the good settings can't be kept in %s: %s", data, error.strerror)


# ---------------------------------------------------------------------- what stands in for what
def _data_of(written: SettingsFile, env: Mapping[str, str], cwd: Path) -> Path:
    """Return the data folder of a possibly faulty file."""
    document = written.document
    if document is None:
        found = _DATA.search(written.content)
        named = os.fsdecode(found["folder"]) if found else ""
        document = {"table": {"data": named}} if named.isprintable() else {}
    else:
        document = reader.without(document, written.faults, {})
    return reader.build(written.source, document, env, cwd).table.data


def _last_good(home: Path, written: SettingsFile) -> dict[str, Any] | None:
    """Return the last good file's settings, None if there are none."""
    file = home / LAST_GOOD
    try:
        kept = reader.read(file, read_bytes(file))
    except OSError:
        return None
    return None if kept.faults else kept.document


def _mended(home: Path) -> dict[str, dict[str, Any]]:
    """Return the mends by key.

    A mend says what the value *was* and what it *is* now.
    """
    try:
        found = json.loads((home / MENDED).read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return {key: each for key, each in found.items() if isinstance(each, dict)} if isinstance(found, dict) else {}


def _with_mends(written: SettingsFile, home: Path, last: Mapping[str, Any]) -> SettingsFile:
    """Return *written* with the stored mends of its current faults.

    *last* is the last good settings.
    """
    mends, document = _mended(home), {**(written.document or {})}
    left, kept = [], []
    for fault in written.faults:
        key, mend = BY_NAME.get(fault.key), mends.get(fault.key, {})
        if "is" not in mend or mend.get("was") != fault.given:
            left.append(fault)
        elif mend["is"] is None:
            kept.append(fault)
        elif key is not None and (mend["is"] in key.choices or (key.form and key.accepts(mend["is"]))):
            document[key.table] = {**document[key.table], key.name: mend["is"]}
        else:
            left.append(fault)
    return replace(written, document=reader.without(document, kept, last), faults=tuple(left))


def _is_kept(fault: Fault, home: Path) -> bool:
    """Return True if the replacement of *fault* was confirmed at the table.

    The file must still have the same value.
    """
    mend = _mended(home).get(fault.key, {})
    given: Any = fault.told.values["given"]
    return "is" in mend and mend["is"] is None and mend.get("was") == list(given)


def _wired(settings: Settings, last: Mapping[str, Any] | None) -> tuple[Settings, list[Fault]]:
    """Return *settings* with valid pins: the last good ones, else the defaults.

    Faults of conflicting pins are returned too.
    """
    try:
        Wiring.from_settings(settings.pins.lines)
    except WiringError as error:
        for sentence in error.faults:
            log.error("%s, %s", settings.source, sentence)
        pins = settings.pins.lines
        given = tuple(f"{name} = {pin}" for name, pin in pins.items() if _is_wrong(pin, pins.values()))
        said = Message("health.pins", {"given": given, "reserved": tuple(RESERVED)})
        short = Message("stage.fault-pins", {"given": given})
        fault = _kept(_made("pins", short, said, _in_file(settings)), Message("health.keep"))
    else:
        return settings, []
    good = {name: pin for name, pin in (last or {}).get("pins", {}).items() if name in Wiring.__struct_fields__}
    try:
        wiring = Wiring.from_settings(good)
    except WiringError:
        wiring = Wiring()
    return replace(settings, pins=convert({**asdict(settings.pins), **wiring.by_name}, PinSettings)), [fault]


def _is_wrong(pin: int, pins: Iterable[int]) -> bool:
    return pin in RESERVED or [*pins].count(pin) > 1


# ---------------------------------------------------------------------- how it is told
def _fault(fault: SettingsFault, settings: Settings, last: Mapping[str, Any] | None) -> Fault:
    """Return the fault for people, with the value of *settings* used instead.

    *last* is the last good settings.
    """
    key, file = key_of(fault.key), _in_file(settings)
    if fault.kind in ("unread", "no-toml"):
        used = Message("health.used-last" if last is not None else "health.used-defaults")
        values: dict[str, Value] = {"given": fault.given, "line": fault.line, "used": used}
        short = Message(f"stage.fault-{fault.kind}", {"line": fault.line})
        return _made("settings", short, Message(f"health.{fault.kind}", values), file)
    if fault.key.partition(".")[0] in LISTS:
        return _kept(_in_list(fault, file, _used_of_list(fault, last)), Message("health.keep-out"))
    if fault.kind == "unknown":
        return _kept(_unknown(fault.key, fault.near, file, fault.given), Message("health.keep-out"))
    if key is None:
        told = Message("health.no-table", {"key": fault.key, "given": fault.given})
        return _made(fault.key, _short(fault.key, fault.given, fault.expected), told, file)
    told = _told(fault.key, fault.given, fault.expected, key.used_in(settings))
    mends = tuple(
        Mend(f"mend {fault.key} {_word(choice)}", Message("health.use", {"value": _word(choice)}))
        for choice in key.choices
        if key.name != "offset" or choice in ("auto", 0) or settings.oled.driver == "sh1106"
    )
    remedy = Message("health.choose") if mends else Message(f"health.write-{key.form}") if key.form else file
    made = _made(fault.key, _short(fault.key, fault.given, fault.expected), told, remedy, mends=mends)
    return _kept(replace(made, form=key.form), Message("health.keep"))


def _used_of_list(fault: SettingsFault, last: Mapping[str, Any] | None) -> Message:
    return Message("health.list-last" if (last or {}).get(fault.key.partition(".")[0]) else "health.list-without")


def _in_list(fault: SettingsFault, file: Message, used: Message) -> Fault:
    """Return the fault for people of a list's *fault*, replaced by *used*."""
    if fault.kind == "unknown":
        made = _unknown(fault.key, fault.near, file, fault.given)
        return replace(made, told=Message("health.and-so", {"told": made.told, "used": used}))
    values: dict[str, Value] = {"key": fault.key, "given": fault.given, "expected": fault.expected, "used": used}
    return _made(fault.key, _short(fault.key, fault.given, fault.expected), Message("health.value", values), file)


def _kept(fault: Fault, label: Message) -> Fault:
    """Return *fault* with an OK that keeps its replacement for good."""
    if fault.key == "settings":
        return fault
    return replace(fault, ok=Mend(f"mend {fault.key}{KEPT}", label))


def _unspoken(settings: Settings, library: Library) -> Fault:
    given, known = repr(settings.table.language), library.texts.languages
    log.error("%s, [table] language: the table doesn't speak %s", settings.source, given)
    key, expected = "table.language", Message("expected.choice", {"words": known})
    return _made(key, _short(key, given, expected), _told(key, given, expected, known[0]), _in_file(settings))


def _of_option(bad: OptionFault, settings: Settings) -> Fault:
    key, file = ".".join(part for part in ("game", bad.slug, bad.name) if part), _in_file(settings)
    if not bad.given:
        return _unknown(key, bad.near, file)
    values: dict[str, Value] = {"key": key, "given": bad.given, "expected": bad.expected}
    return _made(key, Message("stage.fault-value", values), Message("health.option", values), file)


def _unknown(key: str, near: str, file: Message, given: str = "") -> Fault:
    meant = Message("health.near", {"near": near}) if near else Message("health.no-near")
    short = Message("stage.fault-unknown", {"key": _cut(key), "near": meant})
    return _made(key, short, Message("health.unknown", {"key": key, "near": meant, "given": given}), file)


def _short(key: str, given: str, expected: Message) -> Message:
    return Message("stage.fault-value", {"key": key, "given": _cut(given), "expected": expected})


def _told(key: str, given: str, expected: Message, used: object) -> Message:
    now = _word(used) if used != () else Message("health.nothing")
    values: dict[str, Value] = {"key": key, "given": given, "expected": expected, "used": now}
    return Message("health.value", values)


def _made(key: str, short: Message, told: Message, remedy: Message, *, mends: tuple[Mend, ...] = ()) -> Fault:
    shown = key if _SAFE.fullmatch(key) else "settings"
    text = Message("health.settings-file" if shown == "settings" else "health.settings", {"key": shown})
    return Fault(shown, Message("stage.settings"), short, text=text, told=told, remedy=remedy, mends=mends)


def _cut(given: str) -> str:
    return given if len(given) <= SHORT else f"{given[: SHORT - 1]}…"


def _in_file(settings: Settings) -> Message:
    return Message("health.in-file", {"file": str(settings.source)})


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
