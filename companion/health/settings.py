"""Settings that can be used, whatever the file says: the last good ones, else the defaults, stand in for what is wrong.

The last good file and what was mended from a page are kept with the data. A mend counts as long as the file says what
was mended, so whoever edits the file has the last word.
"""

from __future__ import annotations

import json
import logging
import os
import re
import threading
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.engine.values.message import Message, Value
from companion.health.keeping import keep
from companion.library.games import Library, OptionFault
from companion.model.faults import Fault, Mend
from companion.settings import reading
from companion.settings.keys import BY_NAME, PIN_DEFAULTS, Key
from companion.settings.reading import Settings, Written
from hardware.board.wiring import RESERVED, Wiring, WiringError

log = logging.getLogger(__name__)

LAST_GOOD = "settings.last-good.toml"
MENDED = "settings.mended.json"
FAULTS_TOLD = 3
SHORT = 20
"""So many letters of what was given have room on the table's own screen."""
_SAFE = re.compile(r"[A-Za-z0-9_.-]{1,60}")
_DATA = re.compile(rb"""^\s*data\s*=\s*(["'])(?P<folder>[^"'\\\n]{1,4096})\1\s*(?:#.*)?$""", re.MULTILINE)


@dataclass(frozen=True)
class Usable:
    """Settings to start with, and their *faults*; *written* is the file as it lies there."""

    settings: Settings
    faults: tuple[Fault, ...]
    written: Written


class Mender:
    """Mends settings for the owner: only keys with a short list of choices, only what is a fault now."""

    def __init__(self, data: Path, faults: Sequence[Fault]) -> None:
        self._data = data
        self._writing = threading.Lock()
        self._known = {mend.line: fault.key for fault in faults for mend in fault.mends if fault.key in BY_NAME}
        self._given = {fault.key: fault.told.values.get("given") for fault in faults}

    def mend(self, line: str) -> bool:
        """Keep what *line* chooses for the next start; tell whether it was one of those offered.

        :raises OSError: it can't be written down.
        """
        key = self._known.get(line)
        if key is None:
            return False
        word = line.rpartition(" ")[2]
        value = next(choice for choice in BY_NAME[key].choices if _word(choice) == word)
        with self._writing:
            keep(self._data / MENDED, json.dumps({**_mended(self._data), key: {"was": self._given[key], "is": value}}))
        log.info("mended from a page: %s is %s now", key, word)
        return True


def usable(path: Path | None, env: Mapping[str, str], cwd: Path, data: Path | None) -> Usable:
    """Return settings to start with from where :func:`companion.settings.reading.load` would read them.

    *data* is the folder that the command names, None for the one in the settings.
    """
    written = reading.look(path, env, cwd)
    home = data or _data_of(written, env, cwd)
    last = _last_good(home, written)
    if written.document is None:
        document, wrong = last or {}, list(written.faults)
    else:
        mended = _with_mends(written, home)
        wrong = list(mended.faults)
        document = reading.without(mended.document or {}, wrong, last or {})
        document = reading.without(document, reading.faults_in(written.source, document), {})
    settings = reading.build(written.source, document, env, cwd)
    for fault in wrong:
        log.error("%s", fault)
    faults = [_fault(fault, settings, has_last=last is not None) for fault in wrong]
    settings, pins = _wired(settings, last)
    return Usable(settings, (*faults, *pins), written)


def playable(settings: Settings, library: Library) -> tuple[Settings, tuple[Fault, ...]]:
    """Return *settings* without what no game and no language of *library* knows, and a fault for each of these."""
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


def left_out(library: Library) -> tuple[Fault, ...]:
    """Return a fault for each file and package that *library* leaves out, by its name without a path."""
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
        key = f"left-out.{shown}"
        found[key] = Fault(key, Message("stage.left-out"), short, text, told, remedy)
    return tuple(found.values())


def keep_good(written: Written, data: Path) -> None:
    """Keep the file as the last good one: a table has started with it, and it has no faults."""
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
def _data_of(written: Written, env: Mapping[str, str], cwd: Path) -> Path:
    """Return the data folder that a file means, however wrong the rest of it is."""
    document = written.document
    if document is None:
        found = _DATA.search(written.content)
        named = os.fsdecode(found["folder"]) if found else ""
        document = {"table": {"data": named}} if named.isprintable() else {}
    else:
        document = reading.without(document, written.faults, {})
    return reading.build(written.source, document, env, cwd).table.data


def _last_good(home: Path, written: Written) -> dict[str, Any] | None:
    """Return what the last good file said, None if none is kept or needed."""
    file = home / LAST_GOOD
    try:
        kept = reading.read(file, file.read_bytes())
    except OSError:
        return None
    return None if kept.faults else kept.document


def _mended(home: Path) -> dict[str, dict[str, Any]]:
    """Return what was mended from a page: for each key what it *was* and what it *is* now."""
    try:
        found = json.loads((home / MENDED).read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return {key: each for key, each in found.items() if isinstance(each, dict)} if isinstance(found, dict) else {}


def _with_mends(written: Written, home: Path) -> Written:
    """Return *written* with the mends of those faults that still stand in it."""
    mends, document = _mended(home), {**(written.document or {})}
    left = []
    for fault in written.faults:
        key, mend = BY_NAME.get(fault.key), mends.get(fault.key)
        if key is None or mend is None or mend.get("was") != fault.given or mend.get("is") not in key.choices:
            left.append(fault)
            continue
        document[key.table] = {**document[key.table], key.name: mend["is"]}
    return replace(written, document=document, faults=tuple(left))


def _wired(settings: Settings, last: Mapping[str, Any] | None) -> tuple[Settings, list[Fault]]:
    """Return *settings* with pins that don't meet: the last good ones, else the defaults."""
    try:
        Wiring.from_settings(settings.pins.lines)
    except WiringError as error:
        for sentence in error.faults:
            log.error("%s, %s", settings.source, sentence)
        pins = settings.pins.lines
        given = tuple(f"{name} = {pin}" for name, pin in pins.items() if _is_wrong(pin, pins.values()))
        said = Message("health.pins", {"given": given, "reserved": tuple(RESERVED)})
        short = Message("stage.fault-pins", {"given": given})
        fault = _made("pins", short, said, _in_file(settings))
    else:
        return settings, []
    lines = {**PIN_DEFAULTS, **{name: pin for name, pin in (last or {}).get("pins", {}).items() if name != "choice"}}
    try:
        Wiring.from_settings(lines)
    except WiringError:
        lines = dict(PIN_DEFAULTS)
    return replace(settings, pins=replace(settings.pins, lines=lines)), [fault]


def _is_wrong(pin: int, pins: Iterable[int]) -> bool:
    return pin in RESERVED or [*pins].count(pin) > 1


# ---------------------------------------------------------------------- how it is told
def _fault(fault: reading.Fault, settings: Settings, *, has_last: bool) -> Fault:
    """Return how people are told of *fault*, and that *settings* are used instead."""
    key, file = BY_NAME.get(fault.key), _in_file(settings)
    if fault.kind in ("unread", "no-toml"):
        used = Message("health.used-last" if has_last else "health.used-defaults")
        values: dict[str, Value] = {"given": fault.given, "line": fault.line, "used": used}
        short = Message(f"stage.fault-{fault.kind}", {"line": fault.line})
        return _made("settings", short, Message(f"health.{fault.kind}", values), file)
    if fault.kind == "unknown":
        return _unknown(fault.key, fault.near, file)
    if key is None:
        told = Message("health.no-table", {"key": fault.key, "given": fault.given})
        return _made(fault.key, _short(fault.key, fault.given, Message("expected.table")), told, file)
    now = settings.pins.lines[key.name] if key.name in settings.pins.lines else _now(settings, key)
    expected = Message(f"expected.{key.kind}", dict(key.values))
    told = _told(fault.key, fault.given, expected, now)
    mends = tuple(
        Mend(f"mend {fault.key} {_word(choice)}", Message("health.use", {"value": _word(choice)}))
        for choice in key.choices
        if key.name != "offset" or choice in ("auto", 0) or settings.oled.driver == "sh1106"
    )
    remedy = Message("health.choose") if mends else file
    return _made(fault.key, _short(fault.key, fault.given, expected), told, remedy, mends)


def _now(settings: Settings, key: Key) -> object:
    """Return the value of *key* in *settings*, as a file would give it."""
    value = getattr(getattr(settings, key.table), key.name)
    return "auto" if key.name == "offset" and value is None else value


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


def _unknown(key: str, near: str, file: Message) -> Fault:
    meant = Message("health.near", {"near": near}) if near else Message("health.no-near")
    short = Message("stage.fault-unknown", {"key": _cut(key), "near": meant})
    return _made(key, short, Message("health.unknown", {"key": key, "near": meant}), file)


def _short(key: str, given: str, expected: Message) -> Message:
    return Message("stage.fault-value", {"key": key, "given": _cut(given), "expected": expected})


def _told(key: str, given: str, expected: Message, used: object) -> Message:
    now = _word(used) if used != () else Message("health.nothing")
    values: dict[str, Value] = {"key": key, "given": given, "expected": expected, "used": now}
    return Message("health.value", values)


def _made(key: str, short: Message, told: Message, remedy: Message, mends: tuple[Mend, ...] = ()) -> Fault:
    shown = key if _SAFE.fullmatch(key) else "settings"
    text = Message("health.settings-file" if shown == "settings" else "health.settings", {"key": shown})
    return Fault(shown, Message("stage.settings"), short, text, told, remedy, mends)


def _cut(given: str) -> str:
    return given if len(given) <= SHORT else f"{given[: SHORT - 1]}…"


def _in_file(settings: Settings) -> Message:
    return Message("health.in-file", {"file": str(settings.source)})


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
