"""The owner's settings: one TOML file with defaults, and all faults together.

`keys.KEYS` is the only list of what can be set: reading, checking and the commented example all follow it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from companion.runtime.foreign_file import CURLY_QUOTES, TooTangled, read_bytes, toml_of
from companion.settings.checking import Fault, faults_in, shown
from companion.settings.keys import HOOK_BODY, KEYS, LISTS, TABLES, header

FILE_NAME = "tidetable.toml"
SYSTEM_FILE = Path("/etc/tidetable") / FILE_NAME

PinChoice: TypeAlias = Literal["auto", "real", "simulated"]
KnobSteps: TypeAlias = Literal["full", "half"]
OledDriver: TypeAlias = Literal["ssd1306", "sh1106", "ssd1309"]
HookMethod: TypeAlias = Literal["POST", "PUT"]


class TableSettings(Struct, frozen=True):
    """The table: its *name*, *language*, and *data* folder with the journal.

    *fallback* is another folder for games, should that one fail, None for none.
    """

    name: str
    language: str
    data: Path
    fallback: Path | None = None


class WebSettings(Struct, frozen=True):
    """The address of the pages, further host *names*, and *watching*.

    If *watching* is off, only those who have joined see the table. Phones are sent to *join_host*, "" for the address
    that they most likely reach. A proxy with TLS calls at *proxy_port*, 0 for none, from *trusted_proxy*, or at
    *proxy_socket*, "" for none; its *proxy_header* names the caller.
    """

    host: str
    port: int
    names: tuple[str, ...]
    join_host: str = ""
    watching: bool = True
    proxy_port: int = 0
    trusted_proxy: str = "127.0.0.1"
    proxy_header: str = "X-Forwarded-For"
    proxy_socket: str = ""


class PinSettings(Struct, frozen=True):
    """Real or simulated pins, the *knob*'s steps, and the lines' numbers.

    They are BCM numbers by the names in `PIN_DEFAULTS`.
    """

    choice: PinChoice
    lines: Mapping[str, int]
    knob: KnobSteps = "full"


class ScreenSettings(Struct, frozen=True):
    """The OLED: its controller, I2C *bus*, 7-bit *address* and geometry.

    This is the quarter turns, and the chip's column at the left edge: *offset*, None for the usual one of the
    controller's modules.
    """

    driver: OledDriver
    bus: int
    address: int
    rotate: int
    offset: int | None


class DiceTraySettings(Struct, frozen=True):
    """The dice tray's serial *port*.

    It is ``auto`` to look for it, ``emulated`` for one in software, ``none``.
    """

    port: str


class KitSettings(Struct, frozen=True):
    """The family's own kits.

    *folder* is None for ``kits`` in the data folder.
    """

    folder: Path | None


class BackupSettings(Struct, frozen=True):
    """The nightly backups.

    *folder* is None for backups onto memory sticks alone.
    """

    folder: Path | None = None


class MqttSettings(Struct, frozen=True):
    """The broker for public messages, "" for none, and the table's credentials.

    *names* sends people's names, *home_assistant* lets that find the table, *may_press* lets it press buttons.
    """

    broker: str = ""
    user: str = ""
    password_file: Path | None = None
    ca: Path | None = None
    names: bool = False
    home_assistant: bool = True
    may_press: bool = False


class ClubSettings(Struct, frozen=True):
    """The table's club: commands to *obey*, and *records* of finished games.

    It sends them if *records* is on. The club's page has a *name*, "" for none of its own. Everybody may watch it if
    *watching* is on, else its keeper alone.
    """

    obey: tuple[str, ...] = ()
    records: bool = False
    name: str = ""
    watching: bool = False

    @property
    def is_member(self) -> bool:
        """Whether the table is in a club.

        Then its keeper can be called from it.
        """
        return bool(self.obey) or self.records


class WebhookSettings(Struct, frozen=True):
    """An address *url* for results of *kinds*, all if empty.

    *body* is a `string.Template` of media type *type*, sent by *method* with the headers in *headers_file*, a line
    each. *names* sends people's names.
    """

    url: str
    kinds: tuple[str, ...] = ()
    body: str = HOOK_BODY
    type: str = "application/json"
    method: HookMethod = "POST"
    headers_file: Path | None = None
    names: bool = False


class MetricsSettings(Struct, frozen=True):
    """The metrics page: *enabled* for this computer and for a token's holders.

    The token is in *token_file*.
    """

    enabled: bool = False
    token_file: Path | None = None


class Settings(Struct, frozen=True):
    """All settings.

    *game* holds each game's options by slug, judged by the game; *source* is the file, if any.
    """

    table: TableSettings
    web: WebSettings
    pins: PinSettings
    oled: ScreenSettings
    dicetray: DiceTraySettings
    kits: KitSettings
    mqtt: MqttSettings
    club: ClubSettings
    webhooks: tuple[WebhookSettings, ...]
    metrics: MetricsSettings
    game: Mapping[str, Mapping[str, object]]
    backup: BackupSettings = BackupSettings()
    source: Path | None = None


class SettingsError(ValueError):
    """The settings can't be used.

    *faults* names every reason, in the order of the file's tables.
    """

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults


class Written(Struct, frozen=True):
    """A settings file on disk: its *content* and the parsed *document*.

    *document* is None if it can't be parsed.
    """

    source: Path | None
    content: bytes
    document: dict[str, Any] | None
    faults: tuple[Fault, ...] = ()


def load(path: Path | None, env: Mapping[str, str], cwd: Path, system_file: Path = SYSTEM_FILE) -> Settings:
    """Read the settings from the first file found, else the defaults.

    The files are *path*, ``$TIDETABLE_CONFIG``, one in *cwd*, and *system_file*. Relative paths inside the file start
    at the file's folder, ``~/`` at the home folder.

    :raises SettingsError: the file can't be read, is not TOML, or has faults: all of them.
    """
    written = look(path, env, cwd, system_file)
    if written.faults or written.document is None:
        raise SettingsError(written.faults)
    return build(written.source, written.document, env, cwd)


def look(path: Path | None, env: Mapping[str, str], cwd: Path, system_file: Path = SYSTEM_FILE) -> Written:
    """Return :func:`load`'s settings file with its faults; none is raised."""
    named = path or (Path(env["TIDETABLE_CONFIG"]) if env.get("TIDETABLE_CONFIG") else None)
    for file in [cwd / named] if named else [cwd / FILE_NAME, system_file]:
        try:
            content = read_bytes(file)
        except (FileNotFoundError, NotADirectoryError):
            if named:
                hint = "`tidetable config --print` writes one" if path else "$TIDETABLE_CONFIG names it"
                fault = Fault(str(file), "", "a path without a file", "a settings file", hint, kind="unread")
                return Written(file, b"", None, (fault,))
        except OSError as refused:
            given = f"a file that can't be read ({refused.strerror or refused})"
            return Written(file, b"", None, (Fault(str(file), "", given, "a settings file", kind="unread"),))
        else:
            return read(file, content)
    return Written(None, b"", {})


def read(file: Path, content: bytes) -> Written:
    """Return *file*'s *content*, parsed, with its faults."""
    try:
        document = _parsed(file, content)
    except SettingsError as error:
        return Written(file, content, None, error.faults)
    return Written(file, content, document, faults_in(file, document))


def without(document: Mapping[str, Any], faults: Sequence[Fault], instead: Mapping[str, Any]) -> dict[str, Any]:
    """Return *document* without its *faults*, replaced by values of *instead* if any.

    A list of tables with a fault is replaced by *instead*'s whole list, since nobody knows which tables correspond. If
    there is none, each table with a fault becomes an empty one, for which nothing is built.
    """
    good = {name: dict(table) if isinstance(table, dict) else table for name, table in document.items()}
    for fault in faults:
        table, _, name = fault.key.partition(".")
        content, other = good.get(table), instead.get(table)
        if table in LISTS and other:
            good[table] = list(other)
        elif table in LISTS and name and isinstance(content, list):
            number = int(name.partition(".")[0])
            good[table] = [{} if place == number else each for place, each in enumerate(content, 1)]
        elif not name:
            good.pop(table, None)
            if isinstance(other, dict):
                good[table] = dict(other)
        elif isinstance(content, dict):
            content.pop(name, None)
            if isinstance(other, dict) and name in other:
                content[name] = other[name]
    return good


def example() -> str:
    """Return a commented settings file with all defaults."""
    lines = ["# The settings of a Tidetable. Any key may be left out: then it is what stands here."]
    for table, title in TABLES.items():
        mark = "# " if table in LISTS else ""
        if keys := [key for key in KEYS if key.table == table]:
            lines += ["", f"# {title}.", f"{mark}{header(table)}"]
        for key in keys:
            lines += [f"# {mark}{key.comment}. Give {key.expected}."] if key.comment else []
            lines.append(f"{mark}{key.name} = {key.written}")
    lines += ["", "# A game's options, by its short name; `tidetable games --json` lists them.", "# [game.NAME]"]
    return "\n".join([*lines, '# chance = "typed"', ""])


def _no_toml(
    file: Path, place: str, given: str, expected: str = "TOML", *, hint: str = "", line: int = 0
) -> SettingsError:
    return SettingsError((Fault(str(file), place, given, expected, hint, kind="no-toml", line=line),))


def _parsed(file: Path, content: bytes) -> dict[str, object]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise _no_toml(
            file, f"line {line}", f"the byte 0x{content[error.start]:02X}", "text in UTF-8", line=line
        ) from None
    try:
        return toml_of(text)
    except tomllib.TOMLDecodeError as error:
        raise _syntax_error(file, text, str(error)) from None
    except TooTangled as error:
        raise _no_toml(file, f"line {error.line}", "too many dots or brackets", line=error.line) from None
    except ValueError:  # the one other thing tomllib lets through: Python reads no number of over 4,300 digits
        raise _no_toml(file, "", "a number of thousands of digits", "TOML with shorter numbers") from None


def _syntax_error(file: Path, text: str, message: str) -> SettingsError:
    lines = text.splitlines() or [""]
    found = re.search(r" \(at line (\d+), column (\d+)\)$", message)
    line, column = (int(found[1]), int(found[2])) if found else (len(lines), len(lines[-1]) + 1)
    reason = message.partition(" (at ")[0]
    given = shown(lines[line - 1].strip()) if line <= len(lines) else "the end of the file"
    if CURLY_QUOTES & {*given}:
        reason = "write straight quotes, as a plain text editor does, not curly ones"
    return _no_toml(file, f"line {line}, column {column}", given, hint=reason[:1].lower() + reason[1:], line=line)


def build(source: Path | None, document: Mapping[str, Any], env: Mapping[str, str], cwd: Path) -> Settings:
    """Return the settings of a *document* without faults.

    It is from *source*, None for the defaults alone.
    """
    base, home = source.parent if source else cwd, Path(env.get("HOME") or Path.home())
    table, web, pins, oled, dicetray, kits, backup, mqtt, club, metrics = (
        _filled(name, document.get(name, {}))
        for name in ("table", "web", "pins", "oled", "dicetray", "kits", "backup", "mqtt", "club", "metrics")
    )
    hooks = [_filled("webhook", each) for each in document.get("webhook", ()) if each]

    def folder(written: str) -> Path | None:
        if not written:
            return None
        return home / written[2:] if written.partition("/")[0] == "~" else base / written

    return Settings(
        table=TableSettings(
            table["name"].strip(),
            table["language"],
            folder(table["data"]) or usual_data(env),
            folder(table["fallback"]),
        ),
        web=WebSettings(**{**web, "names": tuple(dict.fromkeys(name.lower() for name in web["names"]))}),
        pins=PinSettings(choice=pins.pop("choice"), knob=pins.pop("knob"), lines=pins),
        oled=ScreenSettings(**{**oled, "offset": None if oled["offset"] == "auto" else oled["offset"]}),
        dicetray=DiceTraySettings(dicetray["port"]),
        kits=KitSettings(folder(kits["folder"])),
        mqtt=MqttSettings(**{**mqtt, "password_file": folder(mqtt["password_file"]), "ca": folder(mqtt["ca"])}),
        club=ClubSettings(**{**club, "obey": tuple(dict.fromkeys(club["obey"])), "name": club["name"].strip()}),
        webhooks=tuple(
            WebhookSettings(**{**each, "kinds": tuple(each["kinds"]), "headers_file": folder(each["headers_file"])})
            for each in hooks
        ),
        metrics=MetricsSettings(metrics["enabled"], folder(metrics["token_file"])),
        game=document.get("game", {}),
        backup=BackupSettings(folder(backup["folder"])),
        source=source,
    )


def usual_data(env: Mapping[str, str]) -> Path:
    """Return the default data folder for the environment *env*.

    No settings name one.
    """
    data_home, home = Path(env.get("XDG_DATA_HOME") or ""), Path(env.get("HOME") or Path.home())
    return (data_home if data_home.is_absolute() else home / ".local" / "share") / "tidetable"


def _filled(table: str, content: Mapping[str, Any]) -> dict[str, Any]:
    """Return *table*'s keys with values from *content* or the defaults."""
    return {key.name: content.get(key.name, key.default) for key in KEYS if key.table == table}
