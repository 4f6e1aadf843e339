"""``tidetable run``: the table itself, until it is switched off."""

from __future__ import annotations

import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from companion.cli.shared.library import say
from companion.cli.shared.options import Failed, config_option, data_option
from companion.cli.shared.start import Given, Served, Start, WantedGame, changed, checked_start
from companion.health.service_manager import ALIVE, READY, ServiceManager
from companion.model.reports.faults import Fault
from companion.runtime.heap import freeze, share_one_arena
from companion.runtime.log_lines import CountingHandler

if TYPE_CHECKING:
    from companion.health.settings import Usable
    from companion.library.games import Library
    from companion.parts.table import Parts

log = logging.getLogger(__name__)

FAILED = 70
"""The exit code after a fault of the program.

1 and 2 are for people to read, and no reason to restart.
"""
NAME_LENGTH = 20
LOG_FORMAT = "%(levelname)s %(name)s: %(message)s"


def _names(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[str, ...]:
    names = tuple(name.strip() for name in (value or "").split(",")) if value is not None else ()
    for name in names:
        if not name or len(name) > NAME_LENGTH or not name.isprintable():
            raise click.BadParameter(f"expected names of 1 to {NAME_LENGTH} letters with commas between, got {value!r}")
    return names


@click.command()
@config_option
@data_option
@click.option("--data-before", type=click.Path(path_type=Path), help="Where an older version kept it: taken over once.")
@click.option("--card-folder", type=click.Path(path_type=Path), help="A folder whose games are taken at the start.")
@click.option("--host", help="The address to listen at.")
@click.option("--port", type=click.IntRange(0, 65535), help="The port to listen at; 0 takes a free one.")
@click.option("--simulate", is_flag=True, help="Draw all devices instead of looking for them.")
@click.option("--kit", metavar="NAME", help="Open this kit; one that is under way goes on.")
@click.option("--game", metavar="NAME", help="Open this game with its referee; one that is under way goes on.")
@click.option("--seats", metavar="A,B", callback=_names, help="Who sits where, from seat 1; with --kit or --game.")
@click.option("--lang", metavar="CODE", help="The table's language: en, fr or one of your own.")
@click.option("--first-evening/--no-first-evening", default=True, help="Whether a new table asks its first questions.")
def run(
    config: Path | None,
    data: Path | None,
    data_before: Path | None,
    host: str | None,
    *,
    card_folder: Path | None,
    port: int | None,
    simulate: bool,
    kit: str | None,
    game: str | None,
    seats: tuple[str, ...],
    lang: str | None,
    first_evening: bool,
) -> None:
    """Run the table.

    Prints READY and the address once it answers; Ctrl-C ends it.

    Without --kit or --game the last game goes on, else the table shows its menu. If there is only one kit to choose, it
    is opened.
    """
    if kit and game:
        raise click.UsageError("choose --kit or --game, not both")
    if seats and not (kit or game):
        raise click.UsageError("--seats says who sits at a game: name it with --kit or --game")
    if config is not None and not config.exists():
        raise click.BadParameter(f"{config}: there is no such file; `tidetable config --print` writes one")
    if host is not None:
        _must_be_here(host)
    logging.basicConfig(level=logging.INFO, format=LOG_FORMAT, handlers=[CountingHandler()])
    given = Given(data, host, port, simulate, lang, first_evening, card_folder, home=Path.cwd())
    if data is not None and data_before is not None:
        _take_over(data_before, data)
    wanted = WantedGame(kit or game, "kit" if kit else "referee", seats)
    switch = Switch()
    switch.take_signals()
    share_one_arena()
    gc.disable()  # until READY: a start makes next to no garbage
    try:
        _run_until_off(config, given, wanted, switch)
    finally:
        gc.enable()


def _run_until_off(config: Path | None, given: Given, wanted: WantedGame, switch: Switch) -> None:
    """Run the table until it is switched off, restarting for new settings.

    :raises SystemExit: it failed.
    """
    while True:
        try:
            again = _run(config, given, wanted, switch)
        except (click.ClickException, click.exceptions.Exit):
            raise
        except Exception:
            log.exception("the table's program has failed")
            raise SystemExit(FAILED) from None
        if again is None:
            return
        # The game is the one that is on; the pages that are open find the table where they left it.
        given, wanted = replace(given, lang=None, served=again), WantedGame(None, "kit", ())


def _take_over(before: Path, data: Path) -> None:
    """Move an older version's data from the folder *before*.

    :raises Failed: it can't be done, and a table without its games isn't started.
    """
    from companion.journal.errors import JournalInUse
    from companion.upkeep.install.taking_over import take_over

    try:
        take_over(before, data)
    except JournalInUse as error:
        raise Failed(str(error)) from error
    except OSError as error:
        raise Failed(f"the data in {before} can't be moved to {data}: {error}") from error


def _must_be_here(host: str) -> None:
    """Check that a server can listen at *host*.

    :raises click.BadParameter: it is no address of this computer.
    """
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        socket.create_server((host, 0), family=family).close()
    except OSError as error:
        why = (error.strerror or str(error)).partition(" (")[0]
        sentence = f"can't serve at {host} ({why}): it takes an address of this computer"
        raise click.BadParameter(sentence, param_hint="'--host'") from error


class Switch:
    """The receiver of signals that end the program.

    They go to the *table* or, while there is none, to its start.
    """

    def __init__(self) -> None:
        self.table: Parts | None = None

    def take_signals(self) -> None:
        """Take each signal that ends the program.

        A hang-up that nohup ignores stays ignored.
        """
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            if (number, signal.getsignal(number)) != (signal.SIGHUP, signal.SIG_IGN):
                signal.signal(number, self)

    def __call__(self, *signal_and_frame: object) -> None:
        """Switch the table off, or end its start.

        :raises SystemExit: there is no table yet, or none any more.
        """
        if self.table is None:
            raise SystemExit(0)
        self.table.power.switch_off()


def _run(config: Path | None, given: Given, wanted: WantedGame, switch: Switch) -> Served | None:
    """Run the table until it is switched off.

    Return where to start again, if it must restart with other settings.
    """
    from companion.health.safe_start import StartNote
    from companion.health.settings import counting

    os.chdir(given.home)
    found, is_trial, returned = _found(config, given)
    settings, counts = found.settings, counting(config, os.environ, given.home, given.data)
    note = StartNote(settings.table.data, os.environ)
    is_safe = note.begin()
    failed = [given.served.fault] if given.served and given.served.fault else []
    try:
        start = checked_start(found, given.lang, wanted, note, is_safe=is_safe, before=(*failed, *returned))
        with _said_in(start.library):
            served = _serve(start, given, switch, counts=counts, is_trial=is_trial)
    except (click.ClickException, SystemExit):
        note.end()  # neither a sentence for people nor a switch is a fault of the program
        raise
    except Exception:
        if not is_trial:
            raise
        log.exception("the start with the new choices of pins, screen and tray has failed")
        return _run(config, given, wanted, switch)  # with those before: a trial is tried once
    note.end()
    return served


def _found(config: Path | None, given: Given) -> tuple[Usable, bool, Sequence[Fault]]:
    """Return the settings to start with, and whether they are on trial.

    If nobody confirmed the last trial, a fault says so.
    """
    from companion.health.settings import usable
    from companion.settings.choices import FILE

    found = usable(config, os.environ, given.home, given.data)
    settings = changed(found.settings, given)
    found, is_trial, faults = replace(found, settings=settings), False, list[Fault]()
    if (settings.table.data / FILE).exists():
        from companion.upkeep.trial.course import TrialStart, begin, returned_fault

        beginning = begin(settings.table.data)
        if beginning is TrialStart.TRIES:
            found = usable(config, os.environ, given.home, given.data, is_trial=True)
            found, is_trial = replace(found, settings=changed(found.settings, given)), True
        elif beginning is TrialStart.RETURNS:
            faults.append(returned_fault())
    return found, is_trial, faults


@contextmanager
def _said_in(library: Library) -> Iterator[None]:
    """Print by *library* why a table can't start.

    :raises click.ClickException: it can't, for a reason that people can fix.
    """
    from companion.engine.game import BadSetup
    from companion.journal.errors import JournalInUse
    from companion.model.requests import RequestRefused

    try:
        yield
    except BadSetup as error:
        raise click.BadParameter(say(library, error.reason), param_hint="'--seats'") from error
    except RequestRefused as error:
        raise Failed(say(library, error.said)) from error
    except JournalInUse as error:
        raise Failed(str(error)) from error


def _serve(start: Start, given: Given, switch: Switch, *, counts: Mapping[str, Any], is_trial: bool) -> Served | None:
    """Build the table and run it until it is switched off.

    Return where it was served if it must restart.
    """
    from companion.app import build, run
    from companion.parts.options import TableOptions

    settings, before = start.settings, given.served
    options = TableOptions(
        library=start.library,
        health=start.health,
        manager=_manager_told(before),
        begins_first_evening=given.first_evening
        and start.opening is None,  # a caller who names a game wants to play it
        written=counts,
        is_trial=is_trial,
        card_folder=given.card_folder,
    )
    table = switch.table = build(settings, settings.table.data, options)
    run(table, partial(_begin, begun=start, before=before))
    switch.table = None  # from here on a signal ends the start that comes next
    if not table.power.is_off:
        fault = _forget(table, start) or _put_back(table, start)
        return Served(settings.web.port, table.server.port, fault)
    _echo("Switched off: nothing is lost.", err=True)
    return None


def _manager_told(before: Served | None) -> ServiceManager:
    """Return the service manager, prepared for a long restart.

    One with a watchdog is notified that a start after the one *before* may take its time. Sent before the first READY
    that would start the watchdog: a slow start would be ended, every time.
    """
    manager = ServiceManager(os.environ)
    if manager.watchdog_s:
        import faulthandler

        faulthandler.enable()  # the log names the hanging thread if the watchdog ends the process
        if before:
            manager.tell(ALIVE)
    return manager


def _begin(table: Parts, begun: Start, before: Served | None) -> None:
    """Start *table* and print its address, unless printed *before*.

    It was printed before if this is a restart.
    """
    from companion.health.settings import keep_good
    from companion.start import start

    settings = begun.settings
    port_before = before.port if before and before.wanted == settings.web.port else None
    ready = (lambda: None) if before else (lambda: _say_ready(table.serving.address))
    start(table, begun.opening, begun.lang, ready=ready, port_before=port_before)
    freeze()
    gc.enable()
    if begun.good is not None:
        keep_good(begun.good, settings.table.data)
    _tidy(settings.table.data, settings.table.fallback)
    if not before:
        is_for_phones = bool(table.serving.join_host())
        _greet(table.serving.join_address if is_for_phones else "", settings.table.data)


def _tidy(data: Path, fallback: Path | None) -> None:
    """Clean up after killed backups and restores, and remove expired data."""
    from companion.runtime.clock import SystemClock
    from companion.upkeep.backup.leftovers import forget_unfinished
    from companion.upkeep.backup.restoring.exchange import settle
    from companion.upkeep.forgetting.erasure import finish

    try:
        finish(data, fallback)
        forget_unfinished(data)
        settle(data, SystemClock())
    except OSError as error:
        log.warning("leftovers beside %s can't be removed: %s", data, error)


def _put_back(table: Parts, start: Start) -> Fault | None:
    """Restore the confirmed backup; return a fault or None.

    The table's OK has confirmed it.
    """
    from companion.parts.optional import BACKUPS
    from companion.runtime.clock import SystemClock
    from companion.upkeep.backup.errors import BackupError, not_restored
    from companion.upkeep.backup.restoring.restore import restore

    made, data = table.optional.made(BACKUPS), start.settings.table.data
    wanted = made.wanted if made is not None else None
    if wanted is None:
        return None
    try:
        restore(wanted.file, data, start.library.find, SystemClock(), identity=wanted.identity, leave_out_broken=True)
    except BackupError as error:
        log.error("the backup isn't put back: %s", error)
        return not_restored(error.said)
    return None


def _forget(table: Parts, start: Start) -> Fault | None:
    """Forget everything if requested; return a fault or None."""
    from companion.upkeep.forgetting.erasure import NotForgotten, forget, not_forgotten

    if not table.reset.is_wanted:
        return None
    try:
        forget(start.settings.table.data, start.settings.table.fallback)
    except NotForgotten as error:
        return not_forgotten(error.said)
    return None


def _echo(text: str, err: bool = False) -> None:
    """Print *text* to the terminal at once.

    A closed terminal is no fault of the table.
    """
    with suppress(OSError):
        click.echo(text, err=err)


def _say_ready(address: str) -> None:
    _echo(f"READY {address}")
    ServiceManager(os.environ).tell(READY)


def _greet(address: str, data: Path) -> None:
    """Print the table's address for phones, with a code.

    Nothing is printed if *address* is "": none can join.
    """
    where = f"On phones in the same network: {address}\n" if address else ""
    _echo(f"{where}The table's memory: {data}", err=True)
    if address and sys.stderr.isatty():
        import segno

        segno.make(address).terminal(out=sys.stderr, compact=True)
