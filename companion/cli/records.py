"""``tidetable records``: list, export and import games, report a fault."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec
from msgspec.structs import replace

from companion.cli.record_files import read_record, refusals
from companion.cli.shared.library import find, library_of, read_settings
from companion.cli.shared.options import Failed, config_option, data_option, json_option, print_json

if TYPE_CHECKING:
    from companion.engine.game import Game
    from companion.journal.journal import Journal
    from companion.journal.rows import GameRow
    from companion.library.games import Library
    from companion.records.record import Record
    from companion.settings.tables import Settings

Above = tuple[Path | None, Path | None, bool]
"""The options before the second word: --config, --data, --json."""


@click.group(invoke_without_command=True)
@config_option
@data_option
@json_option
@click.pass_context
def records(context: click.Context, config: Path | None, data: Path | None, as_json: bool) -> None:
    """List the table's games, or export or import one as a record."""
    context.obj = (config, data, as_json)
    if context.invoked_subcommand is None:
        _list_records(_settings((None, None, False), config, data).table.data, as_json)


@records.command("list")
@click.pass_obj
@config_option
@data_option
@json_option
def list_records(above: Above, config: Path | None, data: Path | None, as_json: bool) -> None:
    """List the games, the oldest first."""
    _list_records(_settings(above, config, data).table.data, as_json or above[2])


@records.command("export")
@click.argument("number", metavar="ID", type=int)
@click.pass_obj
@config_option
@data_option
def export_record(above: Above, number: int, config: Path | None, data: Path | None) -> None:
    """Print game ID as a record file.

    While the game can go on, hidden values are sealed.
    """
    for line in _lines_of(_settings(above, config, data), number):
        click.echo(line, nl=False)


@records.command("report")
@click.argument("number", metavar="ID", type=int)
@click.pass_obj
@config_option
@data_option
def report(above: Above, number: int, config: Path | None, data: Path | None) -> None:
    """Print a fault report: versions, devices, and the record of game ID."""
    settings = _settings(above, config, data)
    devices = {"pins": settings.pins.choice, "oled": settings.oled.driver}
    found = {"versions": versions(), "devices": devices, "rehearsal": _rehearsal(settings.table.data)}
    print_json({**found, "record": "".join(_lines_of(settings, number))})


@records.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_obj
@config_option
@data_option
def import_record(above: Above, file: Path, config: Path | None, data: Path | None) -> None:
    """Import the record FILE into the table, if the rules allow it.

    They must allow every line of it.
    """
    from companion.journal.errors import JournalUnwritable
    from companion.journal.journal import Journal
    from companion.records.importer import game_row_of, rows_of

    settings = _settings(above, config, data)
    with refusals(file):
        record, game = read_record(library_of(settings), file)
        row = game_row_of(record)
        list(rows_of(game, record, 0))  # before the memory is touched
    journal = Journal(settings.table.data)
    try:
        journal.open()
        number = _import(journal, game, record, row)
    except JournalUnwritable as error:
        raise Failed(f"the journal in {settings.table.data} can't be written: {error}") from error
    except OSError as error:
        raise Failed(str(error)) from error
    finally:
        journal.close()
    click.echo(f"{file} is game {number} now.")
    if record.header.commitment is not None and row.seed is None:
        click.echo(
            "Its draws were promised by a seed that only the table it comes from has: "
            "played on here it has no commitment, and can't be verified.",
            err=True,
        )


def _import(journal: Journal, game: Game, record: Record, row: GameRow) -> int:
    """Write *record* into *journal* and return its number.

    The open game stays open.
    """
    from companion.journal.rows import Batch
    from companion.records.importer import rows_of

    lines = tuple(rows_of(game, record, journal.last_version()))
    before = journal.setting("game")
    batch = Batch(
        id=f"import:{os.urandom(12).hex()}",  # no sender's id holds a colon
        version=lines[-1].version if lines else journal.last_version() + 1,
        new_game=row,
        lines=lines,
        ended=row.ended,
        promises=row.promises,
        settings={} if before is None else {"game": before},
    )
    return journal.commit(batch)


def versions() -> dict[str, str]:
    """Return the versions of the programs in use."""
    return {"tidetable": version("tidetable"), "python": platform.python_version(), "system": platform.platform()}


def _rehearsal(data: Path) -> Any:
    """Return the last rehearsal's card as plain data, None without one."""
    from companion.health.cards import Cards

    return msgspec.to_builtins(Cards(data).last())


def _settings(above: Above, config: Path | None, data: Path | None) -> Settings:
    """Return the settings, with the command's folder."""
    settings = read_settings(config or above[0])
    folder = data or above[1]
    return settings if folder is None else replace(settings, table=replace(settings.table, data=folder))


def _lines_of(settings: Settings, number: int) -> list[str]:
    """Return the lines of game *number*'s record, sealed if unfinished."""
    from companion.records import record as files
    from companion.session.game.archive import sealed
    from companion.session.game.open_game import DOES_NOT_FIT

    with _journal(settings.table.data) as journal:
        rows = {row.id: row for row in journal.games()}
        if number not in rows:
            raise Failed(f"there is no game {number}; there are: {', '.join(map(str, rows)) or 'none'}")
        try:
            row, lines = rows[number], journal.lines(number)
        except msgspec.MsgspecError as error:
            raise Failed(f"the lines of game {number} are damaged: {error}") from error
    if row.ended is not None:
        return list(files.write(files.of_journal(row, (line.entry for line in lines))))
    library: Library = library_of(settings)
    try:
        return list(files.write(sealed(find(library, row.slug, row.mode), row, lines)))
    except DOES_NOT_FIT as error:
        raise Failed(f"game {number} isn't over, and its rules aren't here to say what has to stay hidden") from error


@contextmanager
def _journal(data: Path) -> Iterator[Journal]:
    from companion.journal.errors import JournalUnwritable
    from companion.journal.journal import open_for_reading

    try:
        journal = open_for_reading(data)
        try:
            yield journal
        finally:
            journal.close()
    except JournalUnwritable as error:
        raise Failed(f"the journal in {data} can't be read: {error}") from error
    except msgspec.MsgspecError as error:
        raise Failed(f"a game in {data} is damaged: {error}") from error
    except OSError as error:
        raise Failed(str(error)) from error


def _list_records(data: Path, as_json: bool) -> None:
    with _journal(data) as journal:
        rows = [(row, len(journal.lines(row.id))) for row in journal.games()]
    if as_json:
        click.echo(json.dumps([_told(row, lines) for row, lines in rows], ensure_ascii=False, indent=2))
        return
    for row, lines in rows:
        people = ", ".join(row.people) or "nobody named"
        click.echo(f"{row.id:>4}  {row.at}  {row.slug} ({row.mode})  {lines} lines  {people}")


def _told(row: GameRow, lines: int) -> dict[str, Any]:
    return {
        "id": row.id,
        "game": row.slug,
        "mode": row.mode,
        "seats": list(row.people),
        "at": row.at,
        "lines": lines,
        "ended": row.ended is not None,
    }
