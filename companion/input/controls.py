"""The controls: the work of the buttons and the knob.

They are in the table's edge. ROLL, SPIN and DRAW mean what the game defines. The knob walks the menu, its push or OK
chooses, BACK goes up. Held while the table is at rest, BACK undoes the last step, OK lets phones in, and the knob's
push shows a hand until it is released. Held over the digits for phones, OK gets new ones if those have expired. Held
together for three seconds, OK and BACK switch the table off, OK and ROLL begin a rehearsal; two of ROLL, SPIN and DRAW
agree to an open undo request.
"""

from __future__ import annotations

import logging
import os
from typing import Protocol

from companion.chance.fairness import moment
from companion.engine.values.seats import TABLE
from companion.input.chooser import Chooser
from companion.input.hands import OFF
from companion.model.requests import Ambiguous, CommandRequest, RequestRefused
from companion.runtime.timers import guarded
from companion.session.session import Session
from companion.stage.layers import Chosen
from companion.stage.offers import table_seats
from companion.stage.presenter import TableStage
from hardware.ports import ButtonEdge, ButtonEvent, ButtonName, ChordHeld, InputEvent, KnobEvent

log = logging.getLogger(__name__)

REHEARSING = frozenset[ButtonName]({"ok", "roll"})
AGREEING = frozenset[ButtonName]({"roll", "spin", "draw"})
"""Two of them held down together count as two people's consent."""
QUIET = frozenset({"rolling", "consent"})
"""Refusals without a message: the table already shows the reason.

It is visibly in motion, or asks on its screen.
"""


class Questions(Protocol):
    """Questions that need a hold of OK, or two people."""

    @property
    def is_grave(self) -> bool:
        """Whether the open question is a grave one."""

    def answer(self, is_yes: bool) -> None:
        """Answer the open question by a press."""

    def let_go(self) -> None:
        """Take OK as let go."""

    def agree(self) -> None:
        """Answer with the yes of two people."""


class Actions(Protocol):
    """A stand-in without such questions."""

    def switch_off_for_good(self) -> None:
        """Switch the table off, and its computer if it can."""

    def open_window(self) -> None:
        """Let phones join for a while."""

    def mend_by_hand(self, line: str) -> None:
        """Apply the offer *line* of a fault."""

    def rehearse(self) -> None:
        """Begin a rehearsal."""

    def ask_to_forget_by_hand(self) -> None:
        """Ask whether everything is to be forgotten."""


class Controls:
    """Turns presses and turns into requests; ``handle`` never waits.

    *questions* are on the table's screen; *actions* concern the table itself, not its game. They run on the buttons'
    thread.
    """

    def __init__(
        self,
        session: Session,
        stage: TableStage,
        chooser: Chooser,
        questions: Questions,
        *,
        actions: Actions,
    ) -> None:
        self._session = session
        self._stage = stage
        self._chooser = chooser
        self._questions = questions
        self._actions = actions
        self._is_ok_down = False
        self._waiting_roll: ButtonEvent | None = None
        self._may_hold: ButtonName | None = None

    def handle(self, event: InputEvent) -> None:
        """Apply *event*; anything but a release wakes the screen."""
        if isinstance(event, ButtonEvent) and event.button == "ok" and event.edge is not ButtonEdge.HELD:
            self._is_ok_down = event.edge is ButtonEdge.PRESSED
        if isinstance(event, ButtonEvent) and event.edge is ButtonEdge.RELEASED:
            if event.button == "ok":
                self._questions.let_go()
            if event.button == "push":
                self._chooser.let_go()
            elif event.button == "roll" and self._waiting_roll is not None:
                self._press(self._waiting_roll)
                self._waiting_roll = None
            return
        self._stage.wake()
        if isinstance(event, KnobEvent):
            self._chooser.turn(event.steps, self._session.published)
        elif isinstance(event, ChordHeld):
            if event.buttons == OFF:
                self._actions.switch_off_for_good()
            elif event.buttons == REHEARSING:
                self._begin_rehearsal()
            elif event.buttons <= AGREEING and self._asks_grave:
                self._questions.agree()
            elif event.buttons <= AGREEING and self._session.published.consent is not None:
                self._send(Chosen("consent", TABLE, self._session.published.version), event.at_s)
        elif event.edge is ButtonEdge.PRESSED:
            self._may_hold = event.button if self._chooser.may_hold(event.button) else None
            self._press(event)
        elif event.button == self._may_hold:
            self._hold(event)

    @property
    def _asks_grave(self) -> bool:
        return self._stage.is_asked and self._questions.is_grave

    def _press(self, event: ButtonEvent) -> None:
        published = self._session.published
        if self._stage.is_asked and event.button in ("ok", "back"):
            self._questions.answer(event.button == "ok")
        elif event.button in AGREEING and (self._asks_grave or published.consent is not None):
            return  # it is held to agree
        elif event.button == "roll" and self._is_ok_down and self._waiting_roll is None:
            self._waiting_roll = event  # it may be held to begin a rehearsal: else it counts once it is let go
        elif event.button == "back":
            self._chooser.back()
        elif event.button in ("ok", "push") or published.open.game is None or published.open.state is None:
            self._send(self._chooser.push(published), event.at_s)
        else:
            self._stage.put_keeper_away()
            self._send(Chosen(f"press {event.button}", TABLE, published.version), event.at_s)

    def _hold(self, event: ButtonEvent) -> None:
        """Apply a button's second meaning; dismiss its press's overlay."""
        published = self._session.published
        if event.button == "back":
            self._send(Chosen("undo", TABLE, published.version), event.at_s)
        elif event.button == "ok":
            self._actions.open_window()
        elif event.button == "push":
            self._chooser.peek(published)

    def _begin_rehearsal(self) -> None:
        """Begin a rehearsal, which gets all input until it ends.

        The release of the buttons isn't reported here.
        """
        self._may_hold, self._waiting_roll, self._is_ok_down = None, None, False
        guarded(self._actions.rehearse)

    def _send(self, chosen: Chosen | None, at_s: float) -> None:
        """Send the line *chosen* by a press at *at_s*.

        The time is its entropy.
        """
        if chosen is None:
            return
        if chosen.line.startswith("mend "):
            guarded(self._actions.mend_by_hand, chosen.line)
            return
        if chosen.line == "switch-off":
            self._actions.switch_off_for_good()
            return
        if chosen.line == "forget":
            guarded(self._actions.ask_to_forget_by_hand)
            return
        if chosen.line == "rehearse":
            self._begin_rehearsal()
            return
        request = CommandRequest(
            id=f"press-{os.urandom(12).hex()}",
            seen=chosen.version,
            seat=chosen.seat,
            do=chosen.line,
            by="button",
            speaks_for=frozenset(table_seats(self._session.published)),
            entropy=moment(at_s),
        )
        self._session.post(request, lambda answer: self._answered(chosen.seat, answer))

    def _answered(self, seat: int, answer: int | RequestRefused) -> None:
        if isinstance(answer, Ambiguous):
            self._chooser.ask_who(answer.line, answer.seats, self._session.published)
        elif isinstance(answer, RequestRefused) and answer.reason not in QUIET:
            log.info("refused at the table: %s", answer)
            self._stage.refuse(answer.said, seat)
        else:
            self._stage.settle()
