"""Gestures: contact edges in; presses, holds, releases and chords out.

Pure: no pin, no clock, no thread. The decisions depend on the times given with the edges alone, never on the time of
the call, so a late thread loses nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from msgspec import Struct

from hardware.ports import ButtonEdge, ButtonEvent, ButtonName, ChordHeld


class Timing(Struct, frozen=True):
    """Durations in seconds."""

    debounce_s: float = 0.03
    """Debounce time after a change of a contact.

    Its edges don't count until this is over, then its level does. The tray's buttons have their own: `DEBOUNCE_MS` in
    firmware_host/firmware/buttons.py.
    """
    hold_s: float = 1.0
    chord_s: float = 3.0
    stuck_s: float = 30.0
    """Nobody holds a button this long: it is taken to be stuck."""


class _Contact(Struct):
    """The believed state of one button's contact."""

    button: ButtonName
    down: bool
    since_s: float
    ignored: bool
    """Down since the start, or stuck: ignored until it is released."""
    stuck: bool = False
    may_hold: bool = False
    debounced_until_s: float | None = None
    heard: bool = False
    """The newest level while debouncing."""


class Presses:
    """All buttons of the table.

    The first edge counts at once; for `Timing.debounce_s` after it its edges are ignored, then its level counts. A hold
    counts while no other button is down; a second button cancels both. A button down at the start, or for
    `Timing.stuck_s`, is ignored until its release, and blocks no other.

    *down* is the level of each button at the start, true while pressed; *at_s* is monotonic time in seconds.
    """

    def __init__(self, down: Mapping[ButtonName, bool], at_s: float, timing: Timing | None = None) -> None:
        self._timing = timing or Timing()
        self._contacts = {button: _Contact(button, is_down, at_s, is_down) for button, is_down in down.items()}
        self._together: frozenset[ButtonName] = frozenset()
        self._chord_from_s: float | None = None
        self._now_s = at_s
        self._events: list[ButtonEvent | ChordHeld] = []

    @property
    def due_s(self) -> float | None:
        """Time of the next `look` in monotonic seconds; None if unneeded.

        An edge may come before.
        """
        return min((at_s for at_s, _ in self._deadlines()), default=None)

    @property
    def stuck(self) -> frozenset[ButtonName]:
        """The buttons that have been down for too long, until their release."""
        return frozenset(contact.button for contact in self._contacts.values() if contact.stuck)

    def begin(self, button: ButtonName, down: bool, at_s: float) -> list[ButtonEvent | ChordHeld]:
        """Restart *button* as at the table's start; return the events.

        One that is *down* is ignored until its release. One that was pressed before counts as released.
        """
        self._pass_time(at_s)
        before = self._contacts[button]
        if before.down and not before.ignored:
            self._say(before, ButtonEdge.RELEASED)
        self._contacts[button] = _Contact(button, down, self._now_s, down)
        self._count_company()
        return self._taken()

    def edge(self, button: ButtonName, down: bool, at_s: float) -> list[ButtonEvent | ChordHeld]:
        """Take *button*'s edge, *down* or up, at *at_s*; return the events.

        They are in order, oldest first.
        """
        self._pass_time(at_s)
        self._hear(self._contacts[button], down)
        return self._taken()

    def look(self, down: Mapping[ButtonName, bool], at_s: float) -> list[ButtonEvent | ChordHeld]:
        """Take the levels read at *at_s*, and return the events.

        Every earlier edge must have been taken before. A button that isn't in *down* couldn't be read: its last edge is
        believed.
        """
        for button, is_down in down.items():
            self._contacts[button].heard = is_down
        self._pass_time(at_s)
        for button, is_down in down.items():
            self._hear(self._contacts[button], is_down)
        return self._taken()

    def _taken(self) -> list[ButtonEvent | ChordHeld]:
        events, self._events = self._events, []
        return events

    def _pass_time(self, at_s: float) -> None:
        """Process everything due by *at_s*, in order.

        Time never runs backwards.
        """
        at_s = max(at_s, self._now_s)
        while (due := min(self._deadlines(), key=lambda due: due[0], default=None)) and due[0] <= at_s:
            self._now_s, happen = due
            happen()
        self._now_s = at_s

    def _deadlines(self) -> Iterator[tuple[float, Callable[[], None]]]:
        for contact in self._contacts.values():
            if contact.debounced_until_s is not None:
                yield contact.debounced_until_s, partial(self._listen_again, contact)
            if contact.may_hold:
                yield contact.since_s + self._timing.hold_s, partial(self._hold, contact)
            if contact.down and not contact.stuck:
                yield contact.since_s + self._timing.stuck_s, partial(self._give_up, contact)
        if self._chord_from_s is not None:
            yield self._chord_from_s + self._timing.chord_s, self._hold_chord

    def _hear(self, contact: _Contact, down: bool) -> None:
        """Take a level, or hold it back while the contact may bounce."""
        contact.heard = down
        if contact.debounced_until_s is None and down != contact.down:
            self._change(contact, down)

    def _listen_again(self, contact: _Contact) -> None:
        contact.debounced_until_s = None
        self._hear(contact, contact.heard)

    def _change(self, contact: _Contact, down: bool) -> None:
        contact.down, contact.since_s, contact.may_hold = down, self._now_s, down
        contact.debounced_until_s = self._now_s + self._timing.debounce_s
        if down:
            self._say(contact, ButtonEdge.PRESSED)
        elif contact.ignored:
            contact.ignored = contact.stuck = False
        else:
            self._say(contact, ButtonEdge.RELEASED)
        self._count_company()

    def _count_company(self) -> None:
        """Note the buttons that are down together.

        Two or more cancel all holds and may become a chord.
        """
        together = frozenset(c.button for c in self._contacts.values() if c.down and not c.ignored)
        if together == self._together:
            return
        self._together = together
        self._chord_from_s = self._now_s if len(together) > 1 else None
        if len(together) > 1:
            for button in together:
                self._contacts[button].may_hold = False

    def _hold(self, contact: _Contact) -> None:
        contact.may_hold = False
        self._say(contact, ButtonEdge.HELD)

    def _hold_chord(self) -> None:
        self._chord_from_s = None
        self._events.append(ChordHeld(self._together, self._now_s))

    def _give_up(self, contact: _Contact) -> None:
        """Declare a button stuck.

        To the players it counts as released: nothing may stay open because of it.
        """
        if not contact.ignored:
            self._say(contact, ButtonEdge.RELEASED)
        contact.ignored = contact.stuck = True
        contact.may_hold = False
        self._count_company()

    def _say(self, contact: _Contact, edge: ButtonEdge) -> None:
        self._events.append(ButtonEvent(contact.button, edge, self._now_s))
