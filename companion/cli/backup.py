"""``tidetable backup`` and ``restore``: a table in one file."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec
from msgspec.structs import replace

from companion.cli.shared.library import library_of, say
from companion.cli.shared.options import Failed, config_option, data_option, json_option, print_json

if TYPE_CHECKING:
    from companion.library.games import Library
    from companion.model.reports.backups import Identity
    from companion.settings.tables import Settings
    from companion.upkeep.backup.inspection import Contents
    from companion.upkeep.backup.restoring.restore import Restored

CHOICES: dict[str, Identity] = {"r": "replaces", "s": "second"}


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@config_option
@data_option
def backup(file: Path, config: Path | None, data: Path | None) -> None:
    """Write all of the table to the new FILE.

    It has games, kits, boards, settings, names and promises. The table may play meanwhile. No phone's cookie, no
    password and no key goes into it; but anybody with the file knows the secrets of unfinished games.
    """
    from companion.health.settings import counting
    from companion.runtime.clock import SystemClock
    from companion.upkeep.backup.creation import make
    from companion.upkeep.backup.source import Source

    if file.exists() or file.is_symlink():
        raise Failed(f"{file} is there already: choose another name")
    config, home, data = _where(config, data)
    settings, library = _table(config, home, data)
    written = counting(config, os.environ, home, data)
    elsewhere = _elsewhere(settings)
    source = Source(settings.table.data, settings.kits.folder, settings.table.name, written)
    with _sentences(library):
        manifest = make(file, source, SystemClock())
    click.echo(f"{file} holds the table of {settings.table.data}: {len(manifest.files)} files.")
    if manifest.left_out:
        click.echo(f"Left out: {', '.join(map(plain, manifest.left_out))}.")
    if elsewhere is not None:
        click.echo(f"Games lie in {elsewhere} too: `tidetable backup OTHER_FILE --data {elsewhere}` backs those up.")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--replaces", "identity", flag_value="replaces", help="It is the old table from now on.")
@click.option("--second", "identity", flag_value="second", help="It is a second table beside the old one.")
@click.option("--leave-out-broken", is_flag=True, help="Leave out games that aren't as they were played.")
@config_option
@data_option
@json_option
def restore(
    file: Path,
    identity: Identity | None,
    leave_out_broken: bool,
    config: Path | None,
    *,
    data: Path | None,
    as_json: bool,
) -> None:
    """Show the contents of the backup FILE, and restore it after confirmation.

    You confirm which table it becomes. The replaced data is kept beside it for a week. Unfinished games get a new
    promise from there on.
    """
    from companion.runtime.clock import SystemClock
    from companion.upkeep.backup import inspection
    from companion.upkeep.backup.restoring import restore

    config, home, data = _where(config, data)
    settings, library = _table(config, home, data)
    folder, find = settings.table.data, library.find
    with _sentences(library):
        contents = inspection.look(file, find)
    if as_json:
        print_json(msgspec.to_builtins(contents))
    else:
        _show(contents, folder)
    identity = identity or (None if as_json else _asked())
    if identity is None:
        click.echo("Nothing has changed. To put it back, say --replaces or --second.", err=True)
        return
    with _sentences(library):
        done = restore.restore(file, folder, find, SystemClock(), identity=identity, leave_out_broken=leave_out_broken)
    if not as_json:
        _tell(done, folder)


def _where(config: Path | None, data: Path | None) -> tuple[Path | None, Path, Path | None]:
    """Return the settings' file and folder, and the data folder.

    The last is None for the settings' own. If nobody names a folder, and none of this user's own is there, it is the
    installed service's.

    :raises Failed: that one isn't open to this user.
    """
    from companion.health.settings import counting
    from companion.journal.journal import FILE
    from companion.settings.reader import usual_data
    from companion.upkeep.install.installed_service import installed_data

    home, service = Path.cwd(), installed_data()
    if data is not None or service is None:
        return config, home, data
    if counting(config, os.environ, home, None).get("table", {}).get("data"):
        return config, home, None
    if (usual_data(os.environ) / FILE).exists():
        return config, home, None
    if not any(os.access(folder, os.R_OK | os.W_OK | os.X_OK) for folder in (service, service.parent)):
        raise Failed(f"The installed table's games lie in {service}: call this with sudo, or name a folder by --data.")
    return config and home / config, service, service


def _elsewhere(settings: Settings) -> Path | None:
    """Return the settings' other folder if games were saved there, else None.

    :raises Failed: a table plays there now.
    """
    from companion.journal.errors import JournalInUse
    from companion.journal.journal import FILE
    from companion.journal.lock import take_lock

    folder = settings.table.fallback
    if folder is None or not (folder / FILE).exists() or folder == settings.table.data:
        return None
    try:
        os.close(take_lock(folder))
    except JournalInUse as error:
        where = f"The table keeps its games in {folder} now, and a backup of {settings.table.data} lacks them"
        raise Failed(f"{where}: have it keep them as usual first, or switch it off.") from error
    return folder


def _table(config: Path | None, home: Path, data: Path | None) -> tuple[Settings, Library]:
    """Return the settings and games of a table started in *home*."""
    from companion.health.settings import usable

    settings = usable(config, os.environ, home, data).settings
    if data is not None:
        settings = replace(settings, table=replace(settings.table, data=data))
    return settings, library_of(settings, logs_faults=False)


def _asked() -> Identity | None:
    """Ask on a terminal for the table's identity.

    None for nothing, or if nobody can be asked.
    """
    if not sys.stdin.isatty():
        return None
    question = "Put it back? r: it replaces the old table; s: it is a second one; n: no"
    return CHOICES.get(click.prompt(question, type=click.Choice([*CHOICES, "n"]), default="n", err=True))


def _show(contents: Contents, folder: Path) -> None:
    manifest = contents.manifest
    name, at = plain(manifest.name) or "a table without a name", plain(manifest.at) or "an unknown date"
    click.echo(f"A backup of {name}, made {at} by tidetable {plain(manifest.program)}.")
    click.echo(f"  games: {contents.games}, of which {contents.goes_on} go on")
    for what, names in (("kits", contents.kits), ("boards", contents.boards), ("languages", contents.languages)):
        click.echo(f"  {what}: {', '.join(names) or 'none'}")
    if manifest.left_out:
        click.echo(f"  not in it: {', '.join(map(plain, manifest.left_out))}")
    if contents.unknown:
        click.echo(f"  games whose rules aren't here, kept as they are: {_numbers(contents.unknown)}")
    for number, why in contents.broken:
        click.echo(f"  game {number} isn't as it was played: {plain(why)}")
    click.echo(f"It would take the place of {folder}. This computer's settings stay as they are.")


def _tell(done: Restored, folder: Path) -> None:
    from companion.settings.backup_part import FILE

    click.echo(f"The backup is in {folder} now.")
    if done.before is not None:
        click.echo(f"What was there is kept for a week: {done.before}")
    if done.left_out:
        click.echo(f"Left out: game {_numbers(done.left_out)}.")
    if done.contents.goes_on:
        click.echo("Games that go on have a new promise from here on; their records say so.")
    if (folder / FILE).exists():
        click.echo(f"What its settings say of the table itself counts where this computer's don't: {folder / FILE}")
    click.echo("Phones have to join again.")


def plain(text: str) -> str:
    """Return *text* without effects on a terminal.

    A stranger may have written it.
    """
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


def _numbers(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))


@contextmanager
def _sentences(library: Library) -> Iterator[None]:
    """Turn faults of a backup or its creation into a failed call."""
    from companion.upkeep.backup.errors import BackupError

    try:
        yield
    except BackupError as error:
        raise Failed(say(library, error.said)) from error
