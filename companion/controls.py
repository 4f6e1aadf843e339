"""The controls: what the buttons and the knob in the table's edge do.

ROLL, SPIN and DRAW do what the game says they do now. The knob walks the menu, its push or OK does what is chosen,
BACK goes up; BACK held takes the last thing back, OK and BACK held together for three seconds switch the table off.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable

from companion.menu import Menu
from companion.session import TABLE, Play, Published, Refusal, Request, Session
from companion.stage import TableStage, table_seats, tree_for_table
from hardware.ports import ButtonEdge, ButtonEvent, ButtonName, ChordHeld, InputEvent, KnobEvent

log = logging.getLogger(__name__)

OFF = frozenset[ButtonName]({"ok", "back"})
QUIET = frozenset({"rolling"})
"""Refusals that need no words: the table is visibly doing something."""


class Controls:
    """Turns what hands do into requests. ``handle`` runs on the buttons' thread, ``changed`` on the session's."""

    def __init__(self, session: Session, stage: TableStage, switch_off: Callable[[], None]) -> None:
        self._session = session
        self._stage = stage
        self._switch_off = switch_off
        self._menu = Menu()
        self._lock = threading.Lock()

    def handle(self, event: InputEvent) -> None:
        """Do what *event* means."""
        if isinstance(event, KnobEvent):
            self._turn(event.steps)
        elif isinstance(event, ChordHeld):
            if event.buttons == OFF:
                self._switch_off()
        elif event.edge is ButtonEdge.PRESSED:
            self._press(event)
        elif event.edge is ButtonEdge.HELD and event.button == "back":
            self._send("undo")

    def started(self, published: Published) -> None:
        """Something is in motion: the menu is put away."""
        with self._lock:
            self._menu.close()

    def changed(self, published: Published) -> None:
        """What can be done has changed: the menu is put away."""
        with self._lock:
            self._menu.close()

    def _press(self, event: ButtonEvent) -> None:
        if event.button in ("ok", "push"):
            self._choose()
        elif event.button == "back":
            with self._lock:
                was_open = self._menu.is_open
                self._menu.back()
            if was_open:
                self._stage.show_menu(self._menu)
        else:
            self._do_button(event.button)

    def _do_button(self, button: ButtonName) -> None:
        published = self._session.published
        if published.game is None or published.state is None:
            self._choose()
            return
        line = published.game.buttons(published.state).get(button)
        if line is not None:
            self._send(line)

    def _turn(self, steps: int) -> None:
        with self._lock:
            if self._session.published.reveal is not None:
                return
            if self._menu.is_open:
                self._menu.turn(steps)
            else:
                self._menu.open(tree_for_table(self._session.published))
        self._stage.show_menu(self._menu)

    def _choose(self) -> None:
        with self._lock:
            if self._session.published.reveal is not None:
                return
            if not self._menu.is_open:
                self._menu.open(tree_for_table(self._session.published))
                play = None
            else:
                play = self._menu.push()
        if play is None or play.form is not None:
            self._stage.show_menu(self._menu)
        elif play.why is not None:
            self._stage.refuse(play.why.reason)
        else:
            self._send(play.line, play)

    def _send(self, line: str, play: Play | None = None) -> None:
        published = self._session.published
        seats = play.seats if play else (TABLE,)
        request = Request(
            id=f"press-{os.urandom(12).hex()}",
            seen=published.version,
            seat=TABLE if TABLE in seats else seats[0],
            do=line,
            by="button",
            speaks_for=frozenset(table_seats(published)),
        )
        self._session.post(request, self._answered)

    def _answered(self, answer: int | Refusal) -> None:
        if isinstance(answer, Refusal) and answer.reason not in QUIET:
            log.info("refused at the table: %s", answer)
            self._stage.refuse(answer.said)
