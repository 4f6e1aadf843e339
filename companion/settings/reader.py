"""The owner's settings: one TOML file with defaults, and all faults together."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.engine.values.message import Message
from companion.runtime.foreign_file import CURLY_QUOTES, MAX_DIGITS, HugeNumber, TooTangled, read_bytes, toml_of
from companion.settings.checks import SettingsFault, faults_in, shown
from companion.settings.keys import BY_NAME, LISTS
from companion.settings.tables import Settings, TableSettings

FILE_NAME = "tidetable.toml"
SYSTEM_FILE = Path("/etc/tidetable") / FILE_NAME


class SettingsError(ValueError):
    """The settings can't be used.

    *faults* names every reason, in the order of the file's tables.
    """

    def __init__(self, faults: tuple[SettingsFault, ...]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults


class SettingsFile(Struct, frozen=True):
    """A settings file on disk: its *content* and the parsed *document*.

    *document* is None if it can't be parsed.
    """

    source: Path | None
    content: bytes
    document: dict[str, Any] | None
    faults: tuple[SettingsFault, ...] = ()


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


def look(path: Path | None, env: Mapping[str, str], cwd: Path, system_file: Path = SYSTEM_FILE) -> SettingsFile:
    """Return :func:`load`'s settings file with its faults; none is raised."""
    named = path or (Path(env["TIDETABLE_CONFIG"]) if env.get("TIDETABLE_CONFIG") else None)
    for file in [cwd / named] if named else [cwd / FILE_NAME, system_file]:
        try:
            content = read_bytes(file)
        except (FileNotFoundError, NotADirectoryError):
            if named:
                hint = "`tidetable config --print` writes one" if path else "$TIDETABLE_CONFIG names it"
                return _unread(file, "a path without a file", hint)
        except OSError as refused:
            return _unread(file, f"a file that can't be read ({refused.strerror or refused})")
        else:
            return read(file, content)
    return SettingsFile(None, b"", {})


def _unread(file: Path, given: str, hint: str = "") -> SettingsFile:
    fault = SettingsFault(str(file), "", given, Message("expected.settings-file"), hint=hint, kind="unread")
    return SettingsFile(file, b"", None, (fault,))


def read(file: Path, content: bytes) -> SettingsFile:
    """Return *file*'s *content*, parsed, with its faults."""
    try:
        document = _parsed(file, content)
    except SettingsError as error:
        return SettingsFile(file, content, None, error.faults)
    return SettingsFile(file, content, document, faults_in(file, document))


def without(document: Mapping[str, Any], faults: Sequence[SettingsFault], instead: Mapping[str, Any]) -> dict[str, Any]:
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


def _no_toml(
    file: Path, place: str, given: str, expected: str = "toml", *, hint: str = "", line: int = 0
) -> SettingsError:
    message = Message(f"expected.{expected}")
    return SettingsError((SettingsFault(str(file), place, given, message, hint=hint, kind="no-toml", line=line),))


def _parsed(file: Path, content: bytes) -> dict[str, object]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise _no_toml(file, f"line {line}", f"the byte 0x{content[error.start]:02X}", "utf-8", line=line) from None
    try:
        return toml_of(text)
    except tomllib.TOMLDecodeError as error:
        raise _syntax_error(file, text, str(error)) from None
    except TooTangled as error:
        raise _no_toml(file, f"line {error.line}", "too many dots or brackets", line=error.line) from None
    except HugeNumber as error:
        many = f"a number of more than {MAX_DIGITS} digits"
        raise _no_toml(file, f"line {error.line}", many, "shorter-numbers", line=error.line) from None


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

    def folder(_: type, written: str) -> Path:
        return home / written[2:] if written.partition("/")[0] == "~" else base / written

    found = msgspec.convert({name: _chosen(name, each) for name, each in document.items()}, Settings, dec_hook=folder)
    table, club = found.table, found.club
    data = usual_data(env) if table.data == TableSettings().data else table.data
    return replace(
        found,
        table=replace(table, name=table.name.strip(), data=data),
        web=replace(found.web, names=tuple(dict.fromkeys(name.lower() for name in found.web.names))),
        club=replace(club, name=club.name.strip(), obey=tuple(dict.fromkeys(club.obey))),
        source=source,
    )


def _chosen(table: str, content: Any) -> Any:
    """Return the *content* of a table, or of a list, without defaults.

    An empty text stands for no path, and an empty table of a list for none.
    """
    if table in LISTS:
        return [_chosen_keys(table, each) for each in content if each]
    return content if table == "game" else _chosen_keys(table, content)


def _chosen_keys(table: str, content: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in content.items() if not BY_NAME[f"{table}.{name}"].is_default(value)}


def usual_data(env: Mapping[str, str]) -> Path:
    """Return the default data folder for the environment *env*.

    No settings name one.
    """
    data_home, home = Path(env.get("XDG_DATA_HOME") or ""), Path(env.get("HOME") or Path.home())
    return (data_home if data_home.is_absolute() else home / ".local" / "share") / "tidetable"
