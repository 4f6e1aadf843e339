"""``tidetable club book`` and ``club forget``: the evening book at a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from companion.cli.shared.library import read_settings
from companion.cli.shared.options import Failed, config_option, data_option, json_option, print_json
from companion.journal.files import CLUB

if TYPE_CHECKING:
    from companion.club.book.standings import GameStanding
    from companion.club.book.store import Book

store_option = click.option("--store", metavar="URL", help="The book: sqlite:///FILE or postgresql://USER@HOST/NAME.")


def own_folder(data: Path) -> Path:
    """Return the club's folder in *data*."""
    return (data / CLUB).absolute()


@contextmanager
def opened(config: Path | None, data: Path | None, store: str | None) -> Iterator[Book]:
    """Yield the book at *store*, else the one in the club's folder.

    :raises Failed: there is none.
    """
    from sqlalchemy.exc import SQLAlchemyError

    from companion.club.book.database import FILE, BadStore, Database, store_in
    from companion.club.book.schema import BookTooNew
    from companion.club.book.store import Book
    from companion.runtime.clock import SystemClock

    folder = own_folder(data or read_settings(config).table.data)
    if store is None and not (folder / FILE).is_file():
        raise Failed(f"no club has kept a book in {folder}: name its folder by --data, or its book by --store")
    try:
        book = Book(Database(store or store_in(folder)), SystemClock())
    except BadStore as fault:
        raise click.BadParameter(str(fault), param_hint="'--store'") from fault
    except (BookTooNew, SQLAlchemyError) as fault:
        why = str(fault) if isinstance(fault, BookTooNew) else type(fault).__name__
        raise Failed(f"the book can't be opened ({why}): look at --store, and at its server") from fault
    try:
        yield book
    finally:
        book.close()


@click.command()
@config_option
@data_option
@store_option
@json_option
def book(config: Path | None, data: Path | None, store: str | None, as_json: bool) -> None:
    """Print the club's finished games by evening, and standings by game."""
    from companion.club.book_routes import body_of
    from companion.runtime.clock import local_text

    with opened(config, data, store) as kept:
        told = body_of(kept)
    if as_json:
        print_json(msgspec.to_builtins(told))
        return
    if not told.evenings:
        click.echo("No game has been finished yet.")
    for standing in told.standings:
        click.echo(_standing(standing))
    for evening in told.evenings:
        click.echo(f"\n{evening.evening or 'Nobody knows when'}")
        for game in evening.games:
            verdict = f"{game.verdict}{f' ({game.why})' if game.why else ''}"
            click.echo(
                f"  {local_text(game.ended)}  table {game.table}: {game.name}. {game.result} Verified: {verdict}"
            )


def _standing(standing: GameStanding) -> str:
    people = [f"  {person.won:>4} won of {person.played:<4} {person.name}" for person in standing.people]
    return "\n".join([f"{standing.name}: {standing.games} played, {standing.won} won, {standing.lost} lost", *people])


@click.command()
@click.argument("name")
@config_option
@data_option
@store_option
def forget(name: str, config: Path | None, data: Path | None, store: str | None) -> None:
    """Remove NAME from all results and saved records of the club's book.

    Fingerprints stay, and the records are marked as altered. Copies of the book, and a PostgreSQL's own backups, are
    left as they are.
    """
    with opened(config, data, store) as kept:
        count = kept.forget(name)
    if not count:
        raise Failed(f"nobody called {name!r} is in the book; names are written there as their tables told them")
    click.echo(f"Forgotten in {count} {'game' if count == 1 else 'games'}.")
