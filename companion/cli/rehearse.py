"""``tidetable rehearse``: every part of a table tried by hand, told on its screen and here."""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli.library import library_of
from companion.cli.options import Failed, config_option, data_option
from companion.engine.values.message import Message
from companion.runtime.log_lines import CountingHandler

if TYPE_CHECKING:
    from companion.app import Daemon
    from companion.model.rehearsed import Card, Result
    from companion.rehearsal.steps import Step
    from companion.texts.say import Texts

LOG_FORMAT = "%(levelname)s %(name)s: %(message)s"
LIES_S = 15.0
"""Whatever is in motion lies after so long."""
POLL_S = 0.1
RUNNING = (
    "a table is running with this folder: hold its OK, then ROLL too, for three seconds, "
    "or choose it in its menu or on the owner's page"
)


class Terminal:
    """Prints a rehearsal as it goes on, in the language *lang*; *over* is called at its end."""

    def __init__(self, texts: Texts, lang: str, over: Callable[[], None]) -> None:
        self._texts = texts
        self._lang = lang
        self._over = over
        self.card: Card | None = None
        """The card it ended with."""

    def asked(self, step: Step, at: int, of: int, address: str) -> None:
        """Print what is to be done."""
        asks, word = self._say(step.asks), self._say(step.word)
        told = f"{asks} {word}" if step.kind in ("press", "turn") else f"{word}: {asks} {address}"
        click.echo(f"{at}/{of}  {told}".rstrip())

    def answered(self, result: Result) -> None:
        """Print what came of it."""
        repair = f". {self._say(result.repair)}" if result.repair is not None else ""
        click.echo(f"      {self._say(result.name)}: {self._say(result.told)}{repair}")

    def ended(self, card: Card | None) -> None:
        """Keep the card."""
        self.card = card
        self._over()

    def end(self) -> None:
        """Print whether all is well.

        :raises Failed: it isn't, or nobody knows.
        """
        if self.card is None:
            raise Failed("the rehearsal was ended before its time")
        if self.card.broken:
            raise Failed(self._say(Message("rehearsal.red", {"count": len(self.card.broken)})))
        click.echo(self._say(Message("rehearsal.green")))

    def _say(self, said: Message) -> str:
        """Return *said* in words."""
        return self._texts.say(self._lang, said.key, **said.values)


def _begun(daemon: Daemon) -> bool:
    """Begin, once the dice lie that a roll before this start may still have in motion; tell whether they do."""
    pause = threading.Event()
    for _ in range(int(LIES_S / POLL_S)):
        if daemon.rehearsal.begin():
            return True
        pause.wait(POLL_S)
    return False


@click.command()
@config_option
@data_option
@click.option("--simulate", is_flag=True, help="Draw all devices instead of looking for them.")
def rehearse(config: Path | None, data: Path | None, simulate: bool) -> None:
    """Try every part of the table by hand: buttons, knob, lamps, sound, screen, dice tray, dice, a phone.

    The table's screen says what to do, and so does this. Exit code 1 if something needs a repair.
    """
    from companion.app import Daemon
    from companion.health.health import Health
    from companion.health.settings import playable, usable
    from companion.journal.errors import JournalInUse, JournalUnwritable
    from companion.journal.journal import Journal

    logging.basicConfig(level=logging.WARNING, format=LOG_FORMAT, handlers=[CountingHandler()])
    found = usable(config, os.environ, Path.cwd(), data)
    folder = data or found.settings.table.data
    settings = replace(found.settings, table=replace(found.settings.table, data=folder))
    if simulate:
        settings = replace(settings, pins=replace(settings.pins, choice="simulated"))
    journal = Journal(folder)
    try:
        journal.open()  # before any device is touched that a running table has
    except JournalInUse as error:
        raise Failed(RUNNING) from error
    except JournalUnwritable as error:
        click.echo(f"the table's memory can't be used ({error}): the card of this isn't kept", err=True)
    finally:
        journal.close()
    library = library_of(settings)
    settings, unknown = playable(settings, library)
    daemon = Daemon(settings, folder, library=library, health=Health(folder, (*found.faults, *unknown)))
    try:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: daemon.switch_off())
        daemon.start()
        terminal = Terminal(library.texts, daemon.session.published.lang, daemon.switch_off)
        daemon.rehearsal.subscribe(terminal)
        if daemon.pins.all_simulated:
            click.echo(f"Simulated: press and look at {daemon.address}panel")
        if not _begun(daemon):
            raise Failed("dice are rolling on this table: try again when they lie")
        daemon.wait()
    finally:
        daemon.close()
    terminal.end()
