"""``tidetable config`` and ``wiring``: a settings file checked, printed and drawn."""

from __future__ import annotations

import os
from pathlib import Path

import click

from companion.cli.shared.library import check, language_code, library_of, read_settings
from companion.cli.shared.options import Failed, config_option
from companion.settings.example import example
from companion.texts.say import LANGUAGES


@click.command()
@click.option("--check", "checked", type=click.Path(path_type=Path), metavar="FILE", help="Check this settings file.")
@click.option("--print", "printed", is_flag=True, help="Print a commented settings file with every default.")
def config(checked: Path | None, printed: bool) -> None:
    """Check a settings file, or print one to start from.

    Its comments are in the language of this terminal, if the table ships with it.
    """
    if printed == bool(checked):
        raise click.UsageError("choose one: --check FILE, or --print")
    if printed:
        code = language_code(os.environ)
        click.echo(example(code if code in LANGUAGES else LANGUAGES[0]), nl=False)
        return
    settings = read_settings(checked)
    check(settings, library_of(settings))
    click.echo(f"{checked}: no faults")


@click.command()
@config_option
@click.option("--svg", type=click.Path(path_type=Path), metavar="FILE", help="Write a diagram to wire from.")
def wiring(config: Path | None, svg: Path | None) -> None:
    """Show the wiring of the Raspberry Pi as a table or diagram."""
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
