"""The command ``tidetable``: every chore of a table, for people at a terminal. Its own words are English."""

from __future__ import annotations

import json
import logging
import os
import signal
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.cli.dicetray import dicetray
from companion.cli.games import check_game, rules, simulate
from companion.cli.options import Failed, config_option, data_option, json_option
from companion.cli.records import records, verify
from companion.runtime.log_lines import CountingHandler
from companion.settings.reading import Settings, SettingsError, example, load

if TYPE_CHECKING:
    from companion.engine.game import Game, GameInfo, Mode
    from companion.engine.message import Message
    from companion.engine.table import Table
    from companion.library.games import Library

NAME_LENGTH = 20
LOG_FORMAT = "%(levelname)s %(name)s: %(message)s"


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Tidetable: the companion of a real games table."""


def read_settings(file: Path | None) -> Settings:
    """Return the settings in *file*, or where they are looked for, or fail with what is wrong."""
    try:
        return load(file, os.environ, Path.cwd())
    except SettingsError as error:
        raise Failed(str(error)) from error


def library_of(settings: Settings) -> Library:
    """Return the games of a table with *settings*."""
    from companion.library.games import Library

    return Library(settings.kits.folder or settings.table.data / "kits", settings.table.data / "languages")


def _check(settings: Settings, library: Library) -> None:
    """Refuse what the file alone doesn't show: pins that meet, and options that no game has."""
    from hardware.board.wiring import Wiring, WiringError

    faults: list[str] = []
    try:
        Wiring.from_settings(settings.pins.lines)
    except WiringError as error:
        faults += error.faults
    if not library.has_language(settings.table.language):
        known = ", ".join(library.texts.languages)
        faults.append(f"[table] language: the table doesn't speak {settings.table.language!r}; it speaks: {known}")
    faults += library.option_faults(settings.game)
    if faults:
        raise Failed("\n".join(f"{settings.source}, {fault}" for fault in faults))


def _names(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[str, ...]:
    names = tuple(name.strip() for name in (value or "").split(",")) if value is not None else ()
    for name in names:
        if not name or len(name) > NAME_LENGTH or not name.isprintable():
            raise click.BadParameter(f"expected names of 1 to {NAME_LENGTH} letters with commas between, got {value!r}")
    return names


def print_json(value: Any) -> None:
    """Print *value* as one JSON document."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


@main.command()
@config_option
@data_option
@click.option("--host", help="The address to listen at.")
@click.option("--port", type=click.IntRange(0, 65535), help="The port to listen at; 0 takes a free one.")
@click.option("--simulate", is_flag=True, help="Draw all devices instead of looking for them.")
@click.option("--kit", metavar="NAME", help="Open this kit; one that is under way goes on.")
@click.option("--game", metavar="NAME", help="Open this game with its referee; one that is under way goes on.")
@click.option("--seats", metavar="A,B", callback=_names, help="Who sits where, from seat 1; with --kit or --game.")
@click.option("--lang", metavar="CODE", help="The table's language: en, fr or one of your own.")
def run(
    config: Path | None,
    data: Path | None,
    host: str | None,
    port: int | None,
    simulate: bool,
    kit: str | None,
    game: str | None,
    seats: tuple[str, ...],
    lang: str | None,
) -> None:
    """Run the table. Prints READY and the address once it answers; Ctrl-C ends it.

    Without --kit or --game the last game goes on, else the table shows its menu; where there is only one
    kit to choose, it is opened.
    """
    if kit and game:
        raise click.UsageError("choose --kit or --game, not both")
    if seats and not (kit or game):
        raise click.UsageError("--seats says who sits at a game: name it with --kit or --game")
    settings = _changed(read_settings(config), data=data, host=host, port=port, simulate=simulate, lang=lang)
    logging.basicConfig(level=logging.INFO, format=LOG_FORMAT, handlers=[CountingHandler()])
    _run(settings, (kit or game, "kit" if kit else "referee", seats), lang)


def _changed(settings: Settings, *, data: Any, host: Any, port: Any, simulate: bool, lang: Any) -> Settings:
    table = replace(settings.table, **{k: v for k, v in (("data", data), ("language", lang)) if v is not None})
    web = replace(settings.web, **{k: v for k, v in (("host", host), ("port", port)) if v is not None})
    pins = replace(settings.pins, choice="simulated") if simulate else settings.pins
    return replace(settings, table=table, web=web, pins=pins)


def _run(settings: Settings, wanted: tuple[str | None, Mode, tuple[str, ...]], lang: str | None) -> None:
    from companion.app import Daemon, Opening
    from companion.engine.game import BadSetup
    from companion.model.requests import Refusal

    slug, mode, names = wanted
    library = library_of(settings)
    if lang is not None and lang not in library.texts.languages:
        known = ", ".join(map(repr, library.texts.languages))
        raise click.BadParameter(f"{lang!r} is not one of {known}.", param_hint="'--lang'")
    _check(settings, library)
    if slug:
        find(library, slug, mode)
    daemon = None
    try:
        daemon = table = Daemon(settings, settings.table.data, library=library)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: table.switch_off())
        daemon.start(Opening(slug, mode, names) if slug else None, lang, lambda: _say_ready(table.address))
        _greet(daemon.join_address, settings.table.data)
        daemon.wait()
        click.echo("Switched off: nothing is lost, and the plug may be pulled.", err=True)
    except BadSetup as error:
        raise Failed(say(library, error.reason)) from error
    except Refusal as error:
        raise Failed(say(library, error.said)) from error
    except OSError as error:
        raise Failed(error.strerror or str(error)) from error
    finally:
        if daemon is not None:
            daemon.close()


def own_library() -> Library:
    """Return the games of this computer's own settings."""
    return library_of(read_settings(None))


def find(library: Library, slug: str, mode: Mode) -> Game:
    """Return the *mode* called *slug*, or fail with what there is."""
    from companion.engine.game import BadGame

    try:
        game = library.find(slug, mode)
    except BadGame as error:
        raise Failed(f"{slug} can't be loaded: {error.why}") from error
    if game is None:
        known = ", ".join(game.slug for game in library.games if game.mode == mode)
        other = next((game for game in library.games if game.slug == slug), None)
        advice = f"; as a {other.mode} there is one" if other else ""
        folder = f"; kits of your own are looked for in {library.folder}" if library.folder else ""
        raise Failed(f"no {mode} is called {slug!r}; there are: {known}{advice}{folder}")
    return game


def say(library: Library, said: Message) -> str:
    """Return *said* in English."""
    return library.texts.say("en", said.key, **said.values)


def _say_ready(address: str) -> None:
    click.echo(f"READY {address}")
    sys.stdout.flush()


def _greet(address: str, data: Path) -> None:
    click.echo(f"On phones in the same network: {address}\nThe table's memory: {data}", err=True)
    if sys.stderr.isatty():
        import segno

        segno.make(address).terminal(out=sys.stderr, compact=True)


@main.command()
@config_option
@data_option
@json_option
@click.option("--check", metavar="GAME", help="Play this game at random and hold all laws against it.")
def games(config: Path | None, data: Path | None, as_json: bool, check: str | None) -> None:
    """List the kits and games with their seats and options, or check one."""
    settings = read_settings(config)
    library = library_of(settings if data is None else replace(settings, table=replace(settings.table, data=data)))
    if check is not None:
        check_game(library, check, as_json)
        return
    if as_json:
        print_json([_game_row(library, game) for game in library.games])
    else:
        for game in library.games:
            minimum, maximum = game.seats
            click.echo(f"{game.slug:<24} {game.mode:<8} {minimum}-{maximum} people  {say(library, game.name)}")
    if library.faults:
        raise Failed("\n".join(line for bad in library.faults for line in library.fault_lines(bad)))


def _game_row(library: Library, game: GameInfo) -> dict[str, Any]:
    options = {
        name: {
            "default": option.default,
            **({"choices": list(option.choices)} if option.choices else {"range": [option.minimum, option.maximum]}),
            "text": say(library, option.text),
        }
        for name, option in game.options.items()
    }
    name = say(library, game.name)
    return {"slug": game.slug, "mode": game.mode, "name": name, "seats": list(game.seats), "options": options}


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--at", type=click.IntRange(0), metavar="N", help="Stop after line N.")
@click.option("--seat", type=click.IntRange(0), metavar="S", help="Show what this seat sees, from 0.")
@json_option
def replay(file: Path, at: int | None, seat: int | None, as_json: bool) -> None:
    """Take the commands of a record through the rules, and show the state they lead to."""
    from companion.records import record as records

    library = library_of(read_settings(None))
    try:
        record = records.read_file(file)
        game = find(library, record.header.game, record.header.mode)
        table = records.replay(game, record, at)
    except records.BadRecord as error:
        sentence = say(library, error.said) if error.said is not None else error.problem
        rule = f" ({error.rule})" if error.rule else ""
        raise Failed(f"{file}, line {error.line}: {sentence}{rule}") from error
    except OSError as error:
        raise Failed(f"{file}: {error.strerror}") from error
    if seat is not None and seat >= len(record.header.seats):
        raise Failed(f"{file}: nobody sits on seat {seat}; the record has {len(record.header.seats)} seats")
    found = _replayed(library, game, table, seat)
    if as_json:
        print_json(found)
    else:
        click.echo(f"{game.slug} ({game.mode}): {len(table.steps)} commands stand after line {table.last_n}.")
        click.echo(json.dumps(found["state"], ensure_ascii=False, indent=2))


def _replayed(library: Library, game: Game, table: Table, seat: int | None) -> dict[str, Any]:
    from companion.engine.seats import ALL_SEEING, seat_word

    seen = table.state.seen_by(ALL_SEEING if seat is None else seat)
    end = seen.end()
    return {
        "version": table.last_n,
        "state": library.texts.tell("en", game.shown(seen)),
        "awaiting": [{"seat": seat_word(ask.seat), "verbs": [kind.verb for kind in ask.kinds]} for ask in seen.asks()],
        "end": None if end is None else {"reason": end.key, "text": say(library, end)},
    }


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
    settings = read_settings(checked)
    _check(settings, library_of(settings))
    click.echo(f"{checked}: no faults")


@main.command()
@config_option
@click.option("--svg", type=click.Path(path_type=Path), metavar="FILE", help="Write a diagram to wire from.")
def wiring(config: Path | None, svg: Path | None) -> None:
    """Say what goes to which pin of the Raspberry Pi, as a table or a diagram."""
    from hardware.board.diagram import diagram
    from hardware.board.wiring import Wiring, WiringError, table

    settings = read_settings(config)
    try:
        pins = Wiring.from_settings(settings.pins.lines)
    except WiringError as error:
        raise Failed("\n".join(f"{settings.source}, {fault}" for fault in error.faults)) from error
    if svg is None:
        click.echo(table(pins), nl=False)
        return
    try:
        svg.write_text(diagram(pins), encoding="utf-8")
    except OSError as error:
        raise Failed(f"{svg}: {error.strerror}") from error
    click.echo(f"{svg}: open it in a browser", err=True)


for chore in (dicetray, records, rules, simulate, verify):
    main.add_command(chore)
