"""``tidetable verify`` and ``replay``: a record's draws and commands, repeated."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from companion.cli.shared.library import find, library_of, own_library, read_settings, say
from companion.cli.shared.options import Failed, json_option, print_json

if TYPE_CHECKING:
    from companion.engine.game import Game
    from companion.engine.table import Table
    from companion.library.games import Library
    from companion.records.record import Record


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def verify(file: Path, as_json: bool) -> None:
    """Repeat a finished record's draws from its seed and compare with FILE."""
    from companion.records import verification

    rows: list[dict[str, Any]] = []
    wrong = ""
    with refusals(file):
        record, game = read_record(own_library(), file)
        for draw, answer in verification.verify(game, record):
            is_so = draw.do == answer
            rows.append({"n": draw.n, "draw": draw.number, "do": draw.do, "seed_says": answer, "ok": is_so})
            if not is_so:
                wrong = f"{file}, line {draw.line}: it says {draw.do!r}, but the seed leads to {answer!r}"
                break
    if as_json:
        print_json({"ok": not wrong, "commitment": record.header.commitment, "draws": rows})
    else:
        for each in rows:
            click.echo(f"{each['n']:>5}  {each['do']:<40} {'ok' if each['ok'] else 'NOT FROM THIS SEED'}")
    if wrong:
        raise Failed(wrong)
    if not as_json:
        _, *further = verification.promises_of(record)
        seeds = "seeds that were" if further else "seed that was"
        click.echo(f"All {len(rows)} draws come from the {seeds} promised: {record.header.commitment}")
        for line, commitment in further:
            number = record.lines[line - 2].n
            click.echo(f"From command {number} on, because the table was put back from a backup: {commitment}")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--at", type=click.IntRange(0), metavar="N", help="Stop after line N.")
@click.option("--seat", type=click.IntRange(0), metavar="S", help="Show what this seat sees, from 0.")
@json_option
def replay(file: Path, at: int | None, seat: int | None, as_json: bool) -> None:
    """Apply a record's commands by the rules, and show the state."""
    from companion.records import record as files

    library = library_of(read_settings(None))
    with refusals(file):
        record, game = read_record(library, file)
        table = files.replay(game, record, at)
    if seat is not None and seat >= len(record.header.seats):
        raise Failed(f"{file}: nobody sits on seat {seat}; the record has {len(record.header.seats)} seats")
    found = _replayed(library, game, table, seat)
    if as_json:
        print_json(found)
    else:
        click.echo(f"{game.slug} ({game.mode}): {len(table.steps)} commands stand after line {table.last_n}.")
        click.echo(json.dumps(found["state"], ensure_ascii=False, indent=2))


def _replayed(library: Library, game: Game, table: Table, seat: int | None) -> dict[str, Any]:
    from companion.engine.values.seats import ALL_SEEING, seat_word

    seen = table.state.seen_by(ALL_SEEING if seat is None else seat)
    end = seen.end()
    return {
        "version": table.last_n,
        "state": msgspec.to_builtins(library.texts.tell("en", game.shown(seen))),
        "awaiting": [{"seat": seat_word(ask.seat), "verbs": [kind.verb for kind in ask.kinds]} for ask in seen.asks()],
        "end": None if end is None else {"reason": end.key, "text": say(library, end)},
    }


def read_record(library: Library, file: Path) -> tuple[Record, Game]:
    """Return the record in *file* and its game.

    :raises BadRecord: it can't be read.
    :raises OSError: the file can't.
    """
    from companion.records import record as files

    record = files.read_file(file)
    return record, find(library, record.header.game, record.header.mode)


@contextmanager
def refusals(file: Path) -> Iterator[None]:
    """Turn faults of the record in *file* into a failed call."""
    from companion.records.record import BadRecord
    from companion.records.verification import Differs, Unverifiable

    try:
        yield
    except BadRecord as error:
        library = library_of(read_settings(None), logs_faults=False)
        sentence = say(library, error.said) if error.said is not None else error.problem
        rule = f" ({error.rule})" if error.rule else ""
        raise Failed(f"{file}, line {error.line}: {sentence}{rule}") from error
    except (Differs, Unverifiable) as error:
        raise Failed(f"{file}: {error}") from error
    except OSError as error:
        raise Failed(f"{file}: {error.strerror}") from error
