"""The command ``tidetable``: every chore of a table, for people at a terminal. Its own words are English."""

from __future__ import annotations

import json
import logging
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from companion.config import Settings, SettingsError, example, load

LOG_FORMAT = "%(levelname)s %(name)s: %(message)s"


class Failed(click.ClickException):
    """A chore failed with a sentence; exit code 1."""

    def show(self, file: Any = None) -> None:
        """Print the sentence alone."""
        click.echo(self.format_message(), err=True)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Tidetable: the companion of a real games table."""


def _settings(file: Path | None) -> Settings:
    try:
        return load(file, os.environ, Path.cwd())
    except SettingsError as error:
        raise Failed(str(error)) from error


def _print_json(value: Any) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


config_option = click.option("--config", type=click.Path(path_type=Path), help="The settings file.")
data_option = click.option("--data", type=click.Path(path_type=Path), help="The folder for the table's memory.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")


@main.command()
@config_option
@data_option
@click.option("--host", help="The address to listen at.")
@click.option("--port", type=click.IntRange(0, 65535), help="The port to listen at; 0 takes a free one.")
@click.option("--simulate", is_flag=True, help="Draw all devices instead of looking for them.")
@click.option("--kit", metavar="NAME", help="Open this kit; one that is under way goes on.")
@click.option("--game", metavar="NAME", help="Open this game with its referee; one that is under way goes on.")
@click.option("--seats", metavar="A,B", help="Who sits where, from seat 1.")
@click.option("--lang", type=click.Choice(["en", "fr"]), help="The table's language.")
def run(
    config: Path | None,
    data: Path | None,
    host: str | None,
    port: int | None,
    simulate: bool,
    kit: str | None,
    game: str | None,
    seats: str | None,
    lang: str | None,
) -> None:
    """Run the table. Prints READY and the address once it answers; Ctrl-C ends it.

    Without --kit or --game the last game goes on, else the table shows its menu.
    """
    if kit and game:
        raise click.UsageError("choose --kit or --game, not both")
    settings = _changed(_settings(config), data=data, host=host, port=port, simulate=simulate, lang=lang)
    logging.basicConfig(level=logging.INFO, format=LOG_FORMAT)
    names = tuple(name.strip() for name in seats.split(",") if name.strip()) if seats else ()
    _run(settings, (kit or game, "kit" if kit else "referee", names))


def _changed(settings: Settings, *, data: Any, host: Any, port: Any, simulate: bool, lang: Any) -> Settings:
    table = replace(settings.table, **{k: v for k, v in (("data", data), ("language", lang)) if v is not None})
    web = replace(settings.web, **{k: v for k, v in (("host", host), ("port", port)) if v is not None})
    pins = replace(settings.pins, choice="simulated") if simulate else settings.pins
    return replace(settings, table=table, web=web, pins=pins)


def _run(settings: Settings, wanted: tuple[str | None, str, tuple[str, ...]]) -> None:
    from companion.daemon import Daemon, Opening
    from companion.engine.game import BadSetup
    from companion.session import Refusal

    slug, mode, names = wanted
    daemon = None
    try:
        daemon = Daemon(settings, settings.table.data)
        if slug and daemon.library.find(slug, mode) is None:  # type: ignore[arg-type]
            known = ", ".join(game.slug for game in daemon.library.games if game.mode == mode) or "none yet"
            raise Failed(f"no {mode} is called {slug!r}; there are: {known}")
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: daemon.switch_off() if daemon else None)
        daemon.start(Opening(slug, mode, names) if slug else None)  # type: ignore[arg-type]
        click.echo(f"READY {daemon.address}")
        sys.stdout.flush()
        _greet(daemon.join_address, settings.table.data)
        daemon.wait()
    except (OSError, BadSetup, Refusal, ValueError) as error:
        raise Failed(str(error)) from error
    finally:
        if daemon is not None:
            daemon.close()


def _greet(address: str, data: Path) -> None:
    click.echo(f"On phones in the same network: {address}\nThe table's memory: {data}", err=True)
    if sys.stderr.isatty():
        import segno

        segno.make(address).terminal(out=sys.stderr, compact=True)


@main.command()
@json_option
@click.option("--kits", type=click.Path(path_type=Path), help="A folder with kits of your own.")
def games(as_json: bool, kits: Path | None) -> None:
    """List the kits and games with their seats and options."""
    from companion.library import Library

    library = Library(kits)
    say = library.texts.say
    rows: list[dict[str, Any]] = [
        {
            "slug": game.slug,
            "mode": game.mode,
            "name": say("en", game.name.key),
            "seats": list(game.seats),
            "options": {
                name: {
                    "default": option.default,
                    **({"choices": list(option.choices)} if option.choices else {"range": [option.least, option.most]}),
                    "text": say("en", option.text.key),
                }
                for name, option in game.options.items()
            },
        }
        for game in library.games
    ]
    if as_json:
        _print_json(rows)
    else:
        for row in rows:
            click.echo(f"{row['slug']:<24} {row['mode']:<8} {row['seats'][0]}-{row['seats'][1]} people  {row['name']}")
    if library.faults:
        raise Failed("\n".join(str(fault) for fault in library.faults))


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--at", type=click.IntRange(0), metavar="N", help="Stop after line N.")
@click.option("--seat", type=click.IntRange(0), metavar="S", help="Show what this seat sees, from 0.")
@json_option
def replay(file: Path, at: int | None, seat: int | None, as_json: bool) -> None:
    """Take the commands of a record through the rules, and show the state they lead to."""
    from companion import record as records
    from companion.engine.seats import ALL_SEEING, seat_word
    from companion.library import Library

    library = Library()
    try:
        text = file.read_text(encoding="utf-8")
        record = records.read(text.splitlines())
        game = library.find(record.header.game, record.header.mode)
        if game is None:
            raise Failed(f"{file}: line 1: no {record.header.mode} is called {record.header.game!r} here")
        table = records.replay(game, record, at)
    except records.BadRecord as error:
        raise Failed(f"{file}: {_in_words(error, library.texts.say)}") from error
    except (OSError, UnicodeDecodeError) as error:
        raise Failed(f"{file}: can't be read: {error}") from error
    seen = table.state.seen_by(ALL_SEEING if seat is None else seat)
    end = seen.end()
    found = {
        "version": table.last_n,
        "state": library.texts.tell("en", game.picture(seen)),
        "awaiting": [{"seat": seat_word(ask.seat), "verbs": [kind.verb for kind in ask.kinds]} for ask in seen.asks()],
        "end": None if end is None else {"reason": end.key, "text": library.texts.say("en", end.key, **end.values)},
    }
    if as_json:
        _print_json(found)
    else:
        click.echo(f"{game.slug} ({game.mode}): {len(table.steps)} commands stand after line {table.last_n}.")
        click.echo(json.dumps(found["state"], ensure_ascii=False, indent=2))


def _in_words(error: Any, say: Callable[..., str]) -> str:
    rule = f" ({error.rule})" if error.rule else ""
    sentence = say("en", error.said.key, **error.said.values) if error.said is not None else error.problem
    return f"line {error.line}: {sentence}{rule}"


@main.group(invoke_without_command=True)
@config_option
@data_option
@json_option
@click.pass_context
def records(context: click.Context, config: Path | None, data: Path | None, as_json: bool) -> None:
    """The games in the table's memory: list them, or export one as a record."""
    context.obj = (config, data, as_json)
    if context.invoked_subcommand is None:
        _list_records(data or _settings(config).table.data, as_json)


@records.command("list")
@click.pass_obj
@config_option
@data_option
@json_option
def list_records(above: tuple[Any, Any, bool], config: Path | None, data: Path | None, as_json: bool) -> None:
    """List the games, the oldest first."""
    _list_records(data or above[1] or _settings(config or above[0]).table.data, as_json or above[2])


@records.command("export")
@click.argument("number", metavar="ID", type=int)
@click.pass_obj
@config_option
@data_option
def export_record(above: tuple[Any, Any, bool], number: int, config: Path | None, data: Path | None) -> None:
    """Print game ID as a record file."""
    from companion import record

    journal = _journal(data or above[1] or _settings(config or above[0]).table.data)
    row = next((row for row in journal.games() if row.id == number), None)
    if row is None:
        known = ", ".join(str(row.id) for row in journal.games()) or "none"
        raise Failed(f"there is no game {number}; there are: {known}")
    for line in record.write(record.of_journal(row, journal.lines(number))):
        click.echo(line, nl=False)
    journal.close()


def _journal(data: Path) -> Any:
    from companion.journal import open_for_reading

    try:
        return open_for_reading(data)
    except OSError as error:
        raise Failed(str(error)) from error


def _list_records(data: Path, as_json: bool) -> None:
    journal = _journal(data)
    rows = [
        {"id": row.id, "game": row.slug, "mode": row.mode, "seats": list(row.seats), "at": row.at,
         "lines": len(journal.lines(row.id)), "ended": row.ended is not None}
        for row in journal.games()
    ]  # fmt: skip
    journal.close()
    if as_json:
        _print_json(rows)
        return
    for row in rows:
        people = ", ".join(row["seats"]) or "nobody named"
        click.echo(f"{row['id']:>4}  {row['at']}  {row['game']} ({row['mode']})  {row['lines']} lines  {people}")


@main.command()
@click.option("--check", "checked", type=click.Path(path_type=Path), metavar="FILE", help="Check this settings file.")
@click.option("--print", "printed", is_flag=True, help="Print a commented settings file with every default.")
def config(checked: Path | None, printed: bool) -> None:
    """Check a settings file, or print one to start from."""
    if printed == bool(checked):
        raise click.UsageError("choose one: --check FILE, or --print")
    if printed:
        click.echo(example(), nl=False)
        return
    from hardware.wiring import Wiring, WiringError

    settings = _settings(checked)
    try:
        Wiring.from_settings(settings.pins.lines)
    except WiringError as error:
        raise Failed("\n".join(f"{checked}: {fault}" for fault in error.faults)) from error
    click.echo(f"{checked}: no faults")
