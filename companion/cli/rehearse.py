"""``tidetable rehearse``: every part of a table tried by hand.

The steps are shown on its screen and here.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from companion.cli.shared.library import library_of, terminal_language
from companion.cli.shared.options import Failed, config_option, data_option
from companion.runtime.log_lines import CountingHandler

if TYPE_CHECKING:
    from companion.doctor.client import RunningTable
    from companion.health.settings import Usable
    from companion.model.reports.rehearsal import Question, RehearsalCard, Result
    from companion.parts.table import Parts
    from companion.texts.say import Texts

LOG_FORMAT = "%(levelname)s %(name)s: %(message)s"
LIES_S = 15.0
"""Seconds after which anything in motion has landed."""
POLL_S = 0.1
LOOKS_S = 0.5
"""Seconds between questions about a running table's progress."""
UNASKED = (
    "a table is running with this folder, and doesn't let this be asked of it: hold its OK, then ROLL too, "
    "for three seconds, or choose it in its menu or on the owner's page"
)
CUT_SHORT = "the rehearsal was ended before its time"
Said = Mapping[str, Any]
"""A step or its result, with translated texts."""


def _print_question(asked: Said) -> None:
    asks, word = asked["asks"], asked["word"]
    told = f"{asks} {word}" if asked["kind"] in ("press", "turn") else f"{word}: {asks} {asked['address']}"
    click.echo(f"{asked['at']}/{asked['of']}  {told}".rstrip())


def _print_result(result: Said) -> None:
    repair = f". {result['repair']}" if result["repair"] else ""
    click.echo(f"      {result['name']}: {result['told']}{repair}")


def _judge(broken: int, texts: Texts, lang: str) -> None:
    """Print that all is well.

    :raises Failed: *broken* parts need a repair.
    """
    if broken:
        raise Failed(texts.say(lang, "rehearsal.red", count=broken))
    click.echo(texts.say(lang, "rehearsal.green"))


class Terminal:
    """Prints a rehearsal of *table*, and switches it off at the end.

    This process runs the table.
    """

    def __init__(self, texts: Texts, table: Parts) -> None:
        self._texts = texts
        self._table = table
        self.card: RehearsalCard | None = None
        """The card it ended with."""

    def begin(self, table: Parts) -> None:
        """Start *table*, and its rehearsal.

        :raises Failed: dice are rolling.
        """
        from companion.parts.optional import REHEARSAL
        from companion.start import start

        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: table.power.switch_off())
        start(table)
        table.optional.get(REHEARSAL).subscribe(self)
        if table.devices.pins.all_simulated:
            click.echo(f"Simulated: press and look at {table.serving.address}panel")
        if not _begun(table):
            raise Failed("dice are rolling on this table: try again when they lie")

    def asked(self, question: Question) -> None:
        """Print the instruction."""
        _print_question(self._said(question))

    def answered(self, result: Result) -> None:
        """Print the result."""
        _print_result(self._said(result))

    def ended(self, card: RehearsalCard | None) -> None:
        """Keep the card."""
        self.card = card
        self._table.power.switch_off()

    def end(self) -> None:
        """Print whether all is well.

        :raises Failed: it isn't, or is unknown.
        """
        if self.card is None:
            raise Failed(CUT_SHORT)
        _judge(len(self.card.broken), self._texts, self._lang)

    @property
    def _lang(self) -> str:
        return self._table.session.published.lang

    def _said(self, told: Question | Result) -> Said:
        import msgspec

        said: Said = msgspec.to_builtins(self._texts.localize(self._lang, told))
        return said


def _follow(table: RunningTable, texts: Texts, lang: str) -> None:
    """Start a rehearsal of the running *table* and print its progress.

    :raises Failed: something is broken, or it couldn't begin, was ended or answers no more.
    """
    pause, number, asked, results = threading.Event(), 0, None, 0
    for _ in range(int(LIES_S / LOOKS_S)):
        why = table.rehearse()
        if not why:
            break
        pause.wait(LOOKS_S)  # dice roll, or it has just begun to do something else
    else:
        raise Failed(why)
    click.echo("The table rehearses: its screen says what to do.")
    while True:
        course = table.rehearsal()
        if course is None:
            raise Failed("the table answers no more")
        number = number or course["number"]
        if course["number"] != number:
            raise Failed(CUT_SHORT)
        for result in course["results"][results:]:
            _print_result(result)
        results = len(course["results"])
        if not course["is_on"]:
            break
        if course["asked"] != asked and not course["is_over"]:
            asked = course["asked"]
            _print_question(asked)
        pause.wait(LOOKS_S)
    if not course["is_over"]:
        raise Failed(CUT_SHORT)
    _judge(sum(result["outcome"] == "broken" for result in course["results"]), texts, lang)


def _running(found: Usable, folder: Path, lang: str, *, at_usual_port: bool) -> RunningTable:
    """Return the running table of *folder*.

    :raises Failed: it can't be found, or takes this for somebody else than its owner.
    """
    from companion.doctor.client import RunningTable, Unasked
    from companion.health.served_note import ServedNote

    usual = [f"http://127.0.0.1:{found.settings.web.port}/"] if at_usual_port else []
    for address in (*ServedNote(folder, os.environ).addresses(), *usual):
        table = RunningTable(address, lang)
        try:
            if table.rehearsal() is not None:
                return table
        except Unasked as error:
            raise Failed(UNASKED) from error
    raise Failed(UNASKED)


def _begun(table: Parts) -> bool:
    """Begin once all dice lie; return False if they don't.

    A roll before this start may still have some in motion.
    """
    from companion.parts.optional import REHEARSAL

    pause = threading.Event()
    for _ in range(int(LIES_S / POLL_S)):
        if table.optional.get(REHEARSAL).begin():
            return True
        pause.wait(POLL_S)
    return False


@click.command()
@config_option
@data_option
@click.option("--simulate", is_flag=True, help="Draw all devices instead of looking for them.")
def rehearse(config: Path | None, data: Path | None, simulate: bool) -> None:
    """Try every part of the table by hand.

    These are buttons, knob, lamps, sound, screen, dice tray, dice and a phone. The table's screen shows the steps, and
    so does this; a running table does it itself, and its game waits meanwhile. Exit code 1 if something needs a repair.
    """
    from companion.app import build, run
    from companion.health.health import Health
    from companion.health.settings import playable, usable
    from companion.journal.errors import JournalInUse, JournalUnwritable
    from companion.journal.journal import Journal
    from companion.parts.options import TableOptions

    logging.basicConfig(level=logging.WARNING, format=LOG_FORMAT, handlers=[CountingHandler()])
    found = usable(config, os.environ, Path.cwd(), data)
    folder = data or found.settings.table.data
    settings = replace(found.settings, table=replace(found.settings.table, data=folder))
    if simulate:
        settings = replace(settings, pins=replace(settings.pins, choice="simulated"))
    journal = Journal(folder)
    try:
        journal.open()  # before any device is touched that a running table has
    except JournalInUse:
        library = library_of(settings, logs_faults=False)
        lang = terminal_language(library, settings.table.language, os.environ)
        _follow(_running(found, folder, lang, at_usual_port=data is None), library.texts, lang)
        return
    except JournalUnwritable as error:
        click.echo(f"the table's memory can't be used ({error}): the card of this isn't kept", err=True)
    finally:
        journal.close()
    library = library_of(settings)
    settings, unknown = playable(settings, library)
    options = TableOptions(library=library, health=Health(folder, (*found.faults, *unknown)))
    table = build(settings, folder, options)
    terminal = Terminal(library.texts, table)
    run(table, terminal.begin)
    terminal.end()
