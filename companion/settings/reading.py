"""The owner's settings: one TOML file whose every key has a default, and whose faults are all told at once.

`config_keys.KEYS` is the only list of what can be set: reading, checking and the commented example all follow it.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias

from companion.settings.keys import KEYS, SLUG, TABLES

FILE_NAME = "tidetable.toml"
SYSTEM_FILE = Path("/etc/tidetable") / FILE_NAME

PinChoice: TypeAlias = Literal["auto", "real", "simulated"]
OledDriver: TypeAlias = Literal["ssd1306", "sh1106", "ssd1309"]


@dataclass(frozen=True, slots=True)
class TableSettings:
    """The table: its *name*, the *language* it speaks, and the *data* folder with its journal.

    *fallback* is another folder for games, should that one fail, None for none.
    """

    name: str
    language: str
    data: Path
    fallback: Path | None = None


@dataclass(frozen=True, slots=True)
class WebSettings:
    """Where pages are served, by which further host *names*, and whether who hasn't joined may be *watching*.

    A proxy with TLS calls at *proxy_port*, 0 for none, from *trusted_proxy*, or at *proxy_socket*, "" for none; its
    *proxy_header* names who calls.
    """

    host: str
    port: int
    names: tuple[str, ...]
    watching: bool = True
    proxy_port: int = 0
    trusted_proxy: str = "127.0.0.1"
    proxy_header: str = "X-Forwarded-For"
    proxy_socket: str = ""


@dataclass(frozen=True, slots=True)
class PinSettings:
    """Real or simulated pins, and the BCM number of each line by its name in `PIN_DEFAULTS`."""

    choice: PinChoice
    lines: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ScreenSettings:
    """The OLED: its controller, I2C *bus* and 7-bit *address*, quarter turns, and the chip's column at the left edge.

    *offset* is None for what the controller's modules usually have.
    """

    driver: OledDriver
    bus: int
    address: int
    rotate: int
    offset: int | None


@dataclass(frozen=True, slots=True)
class DiceTraySettings:
    """The dice tray: its serial *port*, ``auto`` to look for it, ``emulated`` for one in software, ``none``."""

    port: str


@dataclass(frozen=True, slots=True)
class KitSettings:
    """The family's own kits: *folder* is None for ``kits`` in the data folder."""

    folder: Path | None


@dataclass(frozen=True, slots=True)
class MqttSettings:
    """The broker that is told what everybody may see, "" for none, and how the table comes in there.

    *names* lets people be told by name, *home_assistant* lets that find the table, *may_press* lets it press buttons.
    """

    broker: str = ""
    user: str = ""
    password_file: Path | None = None
    ca: Path | None = None
    names: bool = False
    home_assistant: bool = True
    may_press: bool = False


@dataclass(frozen=True, slots=True)
class ClubSettings:
    """The table as part of a club: it does what *obey* names, and sends *records* of finished games where it may.

    The club's page has a *name*, "" for none of its own, and everybody may be *watching* it, or its keeper alone.
    """

    obey: tuple[str, ...] = ()
    records: bool = False
    name: str = ""
    watching: bool = False

    @property
    def is_member(self) -> bool:
        """Whether the table is in a club at all: then its keeper can be called from it."""
        return bool(self.obey) or self.records


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings; *game* holds each game's options by slug, judged by the game; *source* is the file, if any."""

    table: TableSettings
    web: WebSettings
    pins: PinSettings
    oled: ScreenSettings
    dicetray: DiceTraySettings
    kits: KitSettings
    mqtt: MqttSettings
    club: ClubSettings
    game: Mapping[str, Mapping[str, object]]
    source: Path | None = field(default=None, compare=False)


Kind: TypeAlias = Literal["value", "unknown", "unread", "no-toml"]


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with the settings: in which *file* and *place*, what was *given*, what was *expected*.

    For whoever says it in another language: *key* is its name with its table's, ``settings`` for the whole file;
    *kind* tells what is wrong with it: a ``value``, a name that is ``unknown``, a file ``unread``, or ``no-toml`` from
    its *line* on; *near* is the name that was probably meant. *expects* says as a text of the pages,
    ``expected.EXPECTS``, what else than its key's kind is expected.
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


class SettingsError(ValueError):
    """The settings can't be used; *faults* names every reason, in the order of the file's tables."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Written:
    """A settings file as it lies there: its *content*, what it says (*document*, None for nothing that can be read)."""

    source: Path | None
    content: bytes
    document: dict[str, Any] | None
    faults: tuple[Fault, ...] = ()


def load(path: Path | None, env: Mapping[str, str], cwd: Path, system_file: Path = SYSTEM_FILE) -> Settings:
    """Read the settings from *path*, else ``$TIDETABLE_CONFIG``, else *cwd*, else *system_file*, else the defaults.

    Relative paths inside the file start at the file's folder, ``~/`` at the home folder.

    :raises SettingsError: the file can't be read, is not TOML, or has faults: all of them.
    """
    written = look(path, env, cwd, system_file)
    if written.faults or written.document is None:
        raise SettingsError(written.faults)
    return build(written.source, written.document, env, cwd)


def look(path: Path | None, env: Mapping[str, str], cwd: Path, system_file: Path = SYSTEM_FILE) -> Written:
    """Return the settings file that :func:`load` would read, with its faults: none is raised."""
    named = path or (Path(env["TIDETABLE_CONFIG"]) if env.get("TIDETABLE_CONFIG") else None)
    for file in [cwd / named] if named else [cwd / FILE_NAME, system_file]:
        try:
            content = file.read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            if named:
                hint = "`tidetable config --print` writes one" if path else "$TIDETABLE_CONFIG names it"
                error = _error(file, "", "a path without a file", "a settings file", hint, kind="unread")
                return Written(file, b"", None, error.faults)
        except OSError as refused:
            given = f"a file that can't be read ({refused.strerror})"
            return Written(file, b"", None, _error(file, "", given, "a settings file", kind="unread").faults)
        else:
            return read(file, content)
    return Written(None, b"", {})


def read(file: Path, content: bytes) -> Written:
    """Return *content*, which lies in *file*, with its faults."""
    try:
        document = _parsed(file, content)
    except SettingsError as error:
        return Written(file, content, None, error.faults)
    return Written(file, content, document, faults_in(file, document))


def faults_in(source: Path | None, document: Mapping[str, Any]) -> tuple[Fault, ...]:
    """Return the faults of a *document* of *source*."""
    return tuple(_faults(str(source), document))


def without(document: Mapping[str, Any], faults: Sequence[Fault], instead: Mapping[str, Any]) -> dict[str, Any]:
    """Return *document* without what its *faults* name, each with its value of *instead*, if there is one."""
    good = {name: dict(table) if isinstance(table, dict) else table for name, table in document.items()}
    for fault in faults:
        table, _, name = fault.key.partition(".")
        if not name:
            good.pop(table, None)
            if isinstance(instead.get(table), dict):
                good[table] = dict(instead[table])
            continue
        content = good.get(table)
        if isinstance(content, dict):
            content.pop(name, None)
            if isinstance(instead.get(table), dict) and name in instead[table]:
                content[name] = instead[table][name]
    return good


def example() -> str:
    """Give one commented settings file that says what the defaults say."""
    lines = ["# The settings of a Tidetable. Any key may be left out: then it is what stands here."]
    for table, title in TABLES.items():
        if keys := [key for key in KEYS if key.table == table]:
            lines += ["", f"# {title}.", f"[{table}]"]
        for key in keys:
            lines += [f"# {key.comment}. Give {key.expected}."] if key.comment else []
            lines.append(f"{key.name} = {key.written}")
    lines += ["", "# A game's options, by its short name; `tidetable games --json` lists them.", "# [game.NAME]"]
    return "\n".join([*lines, '# chance = "typed"', ""])


def _error(
    file: Path, place: str, given: str, expected: str, hint: str = "", kind: Kind = "no-toml", line: int = 0
) -> SettingsError:
    return SettingsError((Fault(str(file), place, given, expected, hint, kind=kind, line=line),))


def _parsed(file: Path, content: bytes) -> dict[str, object]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise _error(
            file, f"line {line}", f"the byte 0x{content[error.start]:02X}", "text in UTF-8", line=line
        ) from None
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _syntax_error(file, text, str(error)) from None
    except RecursionError:
        raise _error(file, "", "brackets in brackets without end", "TOML") from None
    except ValueError:  # the one other thing tomllib lets through: Python reads no number of over 4,300 digits
        raise _error(file, "", "a number of thousands of digits", "TOML with shorter numbers") from None


def _syntax_error(file: Path, text: str, message: str) -> SettingsError:
    lines = text.splitlines() or [""]
    found = re.search(r" \(at line (\d+), column (\d+)\)$", message)
    line, column = (int(found[1]), int(found[2])) if found else (len(lines), len(lines[-1]) + 1)
    reason = message.partition(" (at ")[0]
    given = _shown(lines[line - 1].strip()) if line <= len(lines) else "the end of the file"
    return _error(file, f"line {line}, column {column}", given, "TOML", reason[:1].lower() + reason[1:], line=line)


def _faults(file: str, document: Mapping[str, object]) -> Iterator[Fault]:
    for table, content in document.items():
        if table not in TABLES:
            yield _unknown_table(file, table, content)
        elif not isinstance(content, dict):
            yield Fault(file, table, _shown(content), f"a table that begins with [{table}]", key=table)
        elif table == "game":
            yield from _game_faults(file, content)
        else:
            yield from _table_faults(file, table, content)


def _table_faults(file: str, table: str, content: Mapping[str, object]) -> Iterator[Fault]:
    keys = {key.name: key for key in KEYS if key.table == table}
    for name, value in content.items():
        place, called = f"[{table}] {_named(name)}", f"{table}.{name}"
        if name not in keys:
            hint, near = _elsewhere(name) or _close(name, keys, "{}"), _nearest(name, keys)
            known = ", ".join(keys)
            yield Fault(file, place, "a key that doesn't exist", f"one of {known}", hint, called, "unknown", near=near)
        elif not keys[name].accepts(value):
            yield Fault(file, place, _shown(value), keys[name].expected, key=called)
        elif name == "offset" and value not in ("auto", 0) and content.get("driver", "ssd1306") != "sh1106":
            hint = 'only the driver "sh1106" has columns to spare'
            expected = f'"auto" or 0 for the driver "{content.get("driver", "ssd1306")}"'
            yield Fault(file, place, _shown(value), expected, hint, called)
        elif name == "proxy_port" and value and value == content.get("port", keys["port"].default):
            # The proxy's port stays: whoever comes through the proxy must find nothing else there.
            expected = "another port than proxy_port"
            yield Fault(file, "[web] port", _shown(value), expected, key="web.port", expects="own-port")


def _unknown_table(file: str, name: str, content: object) -> Fault:
    known = ", ".join(f"[{table}]" for table in TABLES)
    if isinstance(content, dict):
        hint, place = _close(name, TABLES, "[{}]"), f"[{_named(name)}]"
        near, expected = _nearest(name, TABLES), f"one of {known}"
        return Fault(file, place, "a table that doesn't exist", expected, hint, name, "unknown", near=near)
    expected = f"it in one of {known}"
    return Fault(file, _named(name), "a key outside of any table", expected, _elsewhere(name), name, "unknown")


def _game_faults(file: str, content: Mapping[str, object]) -> Iterator[Fault]:
    for slug, options in content.items():
        place = f"[game.{_named(slug)}]"
        if not isinstance(options, dict):
            expected = f"a table of options that begins with {place}"
            yield Fault(file, f"[game] {_named(slug)}", _shown(options), expected, key=f"game.{slug}")
        elif not SLUG.fullmatch(slug):
            yield Fault(
                file, place, _shown(slug), "a game's short name in small letters, such as our-game", key=f"game.{slug}"
            )


def _elsewhere(name: str) -> str:
    tables = [key.table for key in KEYS if key.name == name]
    return f"{name} belongs in {' or '.join(f'[{table}]' for table in tables)}" if tables else ""


def _close(name: str, known: Mapping[str, object], form: str) -> str:
    near = _nearest(name, known)
    return f"did you mean {form.format(near)}?" if near else ""


def _nearest(name: str, known: Mapping[str, object]) -> str:
    return next(iter(difflib.get_close_matches(name.lower(), known, n=1)), "")


def _shown(value: object) -> str:
    text = repr(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _named(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]{1,60}", name) else _shown(name)


def build(source: Path | None, document: Mapping[str, Any], env: Mapping[str, str], cwd: Path) -> Settings:
    """Return the settings of a *document* without faults, which lies in *source*, None for the defaults alone."""
    base, home = source.parent if source else cwd, Path(env.get("HOME") or Path.home())
    table, web, pins, oled, dicetray, kits, mqtt, club = (
        {key.name: document.get(name, {}).get(key.name, key.default) for key in KEYS if key.table == name}
        for name in ("table", "web", "pins", "oled", "dicetray", "kits", "mqtt", "club")
    )

    def folder(written: str) -> Path | None:
        if not written:
            return None
        return home / written[2:] if written.partition("/")[0] == "~" else base / written

    data_home = Path(env.get("XDG_DATA_HOME") or "")
    usual_data = (data_home if data_home.is_absolute() else home / ".local" / "share") / "tidetable"
    return Settings(
        table=TableSettings(
            table["name"].strip(), table["language"], folder(table["data"]) or usual_data, folder(table["fallback"])
        ),
        web=WebSettings(**{**web, "names": tuple(dict.fromkeys(name.lower() for name in web["names"]))}),
        pins=PinSettings(pins.pop("choice"), pins),
        oled=ScreenSettings(**{**oled, "offset": None if oled["offset"] == "auto" else oled["offset"]}),
        dicetray=DiceTraySettings(dicetray["port"]),
        kits=KitSettings(folder(kits["folder"])),
        mqtt=MqttSettings(**{**mqtt, "password_file": folder(mqtt["password_file"]), "ca": folder(mqtt["ca"])}),
        club=ClubSettings(**{**club, "obey": tuple(dict.fromkeys(club["obey"])), "name": club["name"].strip()}),
        game=document.get("game", {}),
        source=source,
    )
