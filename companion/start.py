"""The start of a table, and of all that it answers without."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from functools import partial
from typing import Protocol

from companion.health.boot_note import BootNote
from companion.health.watchdog import Watchdog
from companion.library.own.history import is_half_changed
from companion.opening import Opening, Starting
from companion.parts.essentials import Needed
from companion.parts.optional import (
    BACKUPS,
    CARD_GAMES,
    DIGITS,
    DOCTOR,
    FAREWELL,
    GUIDE,
    HELPER,
    LISTENER,
    METRICS,
    MQTT,
    NIGHTS,
    OWN_GAMES,
    TRIAL,
    WEBHOOKS,
    OptionalPart,
)
from companion.parts.power import ANSWERED_S
from companion.parts.table import Parts
from companion.runtime.heap import freeze
from companion.runtime.late import NICE, in_background
from companion.runtime.timers import guarded
from companion.upkeep.backup.leftovers import uploaded

log = logging.getLogger(__name__)

LOOKS_S = 5.0
"""Delay of the doctor's first look, when imports have settled."""


class Startable(Protocol):
    """A part with a thread of its own."""

    def start(self) -> None:
        """Start the thread."""


def start(
    table: Parts,
    opening: Opening | None = None,
    lang: str | None = None,
    *,
    ready: Callable[[], None] = lambda: None,
    port_before: int | None = None,
) -> None:
    """Resume *table*'s last game or open *opening*, and serve.

    *lang* becomes the language. *ready* is called as soon as the table answers; slow imports come after it. Open pages
    look for the table at *port_before*, which is tried first.

    :raises OSError: nothing can be served, not even to this computer.
    :raises JournalInUse: another process keeps the data folder.
    :raises BadSetup: the game can't start like this.
    :raises RequestRefused: there is no such game.
    """
    session = table.session
    session.load()
    table.serving.start(port_before)
    session.run_pending()  # where it is served instead is known from the first answer on
    if session.published.trouble is None:
        Starting(session, table.library.games, table.power).change(opening, lang)
    session.start()
    table.served_note.write(table.serving.address)
    ready()
    table.serving.show_address()
    _start_the_rest(table)


def _start_the_rest(table: Parts) -> None:
    """Start the parts that *table* answers without, in this order.

    They are closed in the reverse order, before all others. A part that only listens to the session, and is slow to
    import or calls others, belongs here.
    """
    _watch(table)
    _make_needed(table)
    guarded(table.devices.tray.start)
    if table.options.is_trial:
        table.optional.get(TRIAL).begin()
    _begin_first_evening(table)
    table.devices.screen.be_watched(table.optional.get(HELPER))
    table.timers.after(LOOKS_S, partial(_begin_to_look, table))
    table.stage.settle()
    table.closers.add(table.serving.leave_network)
    table.serving.follow_network()
    _tell_home(table)
    if uploaded(table.data):
        table.optional.get(BACKUPS)  # what was uploaded to a table that has ended since is removed
    if is_half_changed(table.data):
        table.optional.get(OWN_GAMES)  # games are put back that a pulled plug left half changed
    table.optional.get(NIGHTS).start()
    if table.options.card_folder is not None:
        table.timers.after(LOOKS_S, partial(_take_from_card, table))


def _watch(table: Parts) -> None:
    """Report signs of life to the service manager, if there is one."""
    asks = {"session": table.session.ping, "server": table.server.ping}
    note, screen = BootNote("screen", table.data, os.environ), table.devices.screen.display
    watchdog = Watchdog(table.options.manager, asks, screen, note, faults=table.health.faults)
    table.closers.joined(watchdog).start()


def _make_needed(table: Parts) -> None:
    """Make the controls and the pages on a thread of their own."""
    needed = Needed(table.optional, table.health, table.timers.after)
    _in_background(table, partial(make_and_freeze, needed))
    needed.settle_later()


def make_and_freeze(needed: Needed) -> None:
    """Make the *needed* parts, and exempt them from garbage collection."""
    needed.make()
    freeze()


def _begin_first_evening(table: Parts) -> None:
    """Reveal an interrupted first roll; without buttons, log digits for phones."""
    if table.session.published.asks_first is None:
        return
    guarded(table.optional.get(GUIDE).resume)
    if table.devices.pins.all_simulated:
        address, digits = table.serving.join_address, table.optional.get(DIGITS).begin()
        log.info("the first evening is asked at %sfirst, from a phone by the digits %s", address, digits)


def _begin_to_look(table: Parts) -> None:
    """Start the doctor's first look; its imports take a thread."""
    _in_background(table, lambda: table.optional.get(DOCTOR).begin_to_look(), nice=NICE)


def _take_from_card(table: Parts) -> None:
    """Take the games on the card, on a thread for its reads."""
    _in_background(table, lambda: table.optional.get(CARD_GAMES).take())


def _tell_home(table: Parts) -> None:
    """Start to tell the home network, by the settings."""
    entries: tuple[OptionalPart[Startable | None], ...] = (MQTT, FAREWELL, WEBHOOKS)
    for entry in entries:
        if (part := table.optional.get(entry)) is not None:
            part.start()
    table.optional.get(METRICS)
    if (listener := table.optional.get(LISTENER)) is not None:
        listener.start(table.session.published)


def _in_background(table: Parts, do: Callable[[], object], nice: int = 0) -> None:
    table.closers.add(partial(in_background(do, "late", nice=nice).join, ANSWERED_S))
