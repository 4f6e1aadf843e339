"""A checked start of a table, from its options and settings."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click
from msgspec import Struct, field
from msgspec.structs import replace

from companion.cli.shared.library import find, library_of
from companion.cli.shared.options import Failed
from companion.model.reports.faults import Fault
from companion.settings.tables import DiceTraySettings, Settings

if TYPE_CHECKING:
    from companion.engine.game import Mode
    from companion.health.health import Health
    from companion.health.safe_start import StartNote
    from companion.health.settings import Usable
    from companion.library.games import Library
    from companion.opening import Opening
    from companion.settings.reader import SettingsFile

log = logging.getLogger(__name__)


class Served(NamedTuple):
    """The *wanted* port and the one in use.

    *fault* is that of a factory reset or restore in between, if it failed.
    """

    wanted: int
    port: int
    fault: Fault | None = None


class WantedGame(NamedTuple):
    """The requested game, None for the last one, and its players."""

    slug: str | None
    mode: Mode
    seats: tuple[str, ...]


class Given(Struct, frozen=True):
    """The options of a call; None leaves a value to the settings.

    After a restart for other settings *served* is the table's earlier address. *home* is the folder that the program
    was started in, by its path: another may have taken its place meanwhile.
    """

    data: Path | None
    host: str | None
    port: int | None
    simulate: bool
    lang: str | None
    first_evening: bool
    card_folder: Path | None = None
    served: Served | None = None
    home: Path = field(default_factory=Path.cwd)


class Start(Struct, frozen=True):
    """A checked start of a table.

    *good* is the file of its settings if there is nothing wrong in it.
    """

    settings: Settings
    library: Library
    health: Health
    opening: Opening | None
    lang: str | None
    good: SettingsFile | None


def changed(settings: Settings, given: Given) -> Settings:
    """Return *settings* with the options that are *given*."""
    own = {"data": given.data, "language": given.lang}
    table = replace(settings.table, **{k: v for k, v in own.items() if v is not None})
    where = {"host": given.host, "port": given.port}
    web = replace(settings.web, **{k: v for k, v in where.items() if v is not None})
    pins = replace(settings.pins, choice="simulated") if given.simulate else settings.pins
    return replace(settings, table=table, web=web, pins=pins)


def checked_start(
    found: Usable, lang: str | None, wanted: WantedGame, note: StartNote, *, is_safe: bool, before: Sequence[Fault] = ()
) -> Start:
    """Return the table's start for the *found* settings and *wanted* game.

    *before* are the faults of what came before this start.

    :raises click.UsageError: there is no such game.
    :raises click.BadParameter: the table can't speak *lang*.
    """
    from companion.health.health import Health
    from companion.health.safe_start import safe_start_fault
    from companion.health.settings import left_out, playable
    from companion.opening import Opening

    settings, (slug, mode, names) = found.settings, wanted
    library = library_of(settings, only_shipped=is_safe)
    if is_safe:
        log.error("three starts have failed: kits and games of others and the dice tray are left out")
        settings = replace(settings, dicetray=DiceTraySettings("none"))
        lang = lang if lang in library.texts.languages else None
        slug = slug if any((game.slug, game.mode) == (slug, mode) for game in library.games) else None
    _must_be_spoken(library, lang)
    slug = _openable(library, slug, mode)
    settings, unknown = playable(settings, library)
    wrong = (*found.faults, *unknown)
    faults = (*before, *([safe_start_fault()] if is_safe else []), *wrong, *left_out(library))
    is_good = found.whole and not wrong  # what was mended is still wrong in the file
    return Start(
        settings,
        library,
        Health(settings.table.data, faults, note),
        Opening(slug, mode, names) if slug else None,
        lang,
        good=found.written if is_good else None,
    )


def _must_be_spoken(library: Library, lang: str | None) -> None:
    """Check that the table has texts in *lang*.

    :raises click.BadParameter: it hasn't.
    """
    if lang is not None and lang not in library.texts.languages:
        known = ", ".join(map(repr, library.texts.languages))
        raise click.BadParameter(f"{lang!r} is not one of {known}.", param_hint="'--lang'")


def _openable(library: Library, slug: str | None, mode: Mode) -> str | None:
    """Return *slug*, or None if that game can't be used.

    The table shows its menu then.

    :raises click.UsageError: there is none.
    """
    from companion.engine.game import BadGame

    try:
        if slug and library.find(slug, mode) is None:
            if any(Path(bad.file).stem == slug for bad in library.faults):
                return None
            find(library, slug, mode)
    except BadGame as error:
        log.error("%s can't be loaded: %s", slug, error.why)
        return None
    except Failed as error:
        raise click.UsageError(error.format_message()) from error
    return slug
