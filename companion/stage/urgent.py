"""Urgent screens: trouble, consent and pairing, before all pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.engine.values.message import Message
from companion.model.consent import ConsentRequest, EndRequest, LeaveRequest, lapse_title
from companion.model.reports.faults import Fault
from companion.model.snapshot import Snapshot
from companion.phones.pairing import PairingCode
from companion.stage.cues import Speaker
from companion.stage.layers import MENU, Chosen
from hardware.cues import ErrorCue, JoinCue, MessageCue, StageCue, StartCue

Where = Callable[[], tuple[str, str]]
"""Returns the address for people and its QR code's text.

Both are "" while there is none.
"""


class UrgentScreen:
    """The table's trouble, or a request for somebody else's consent."""

    has_back = False

    def __init__(self) -> None:
        self._published = Snapshot()
        self.is_up = False

    def take(self, published: Snapshot) -> None:
        """Take *published* as the current state."""
        self._published = published
        self.is_up = published.trouble is not None or published.consent is not None

    def turn(self, steps: int) -> Chosen | None:
        """Open the menu."""
        return MENU

    def push(self) -> Chosen | None:
        """Open the menu."""
        return MENU

    def back(self) -> Chosen | None:
        """Stay: it can't be dismissed."""
        return None

    def cue(self, say: Speaker) -> StageCue | None:
        """Return the trouble, else the request."""
        published = self._published
        if published.trouble is not None:
            return ErrorCue(title=say(Message("stage.memory")), lines=(say(published.trouble),))
        if published.consent is not None:
            return MessageCue(title=say(_asked(published, published.consent)), lines=(say(Message("stage.undo-how")),))
        return None


class PairingScreen:
    """The digits and the code for phones; *where* gives the address."""

    has_back = True

    def __init__(self, where: Where) -> None:
        self._where = where
        self._faults: tuple[Fault, ...] = ()
        self._pairing: PairingCode | None = None
        self._times_shown = 0
        self.is_up = False

    def take(self, published: Snapshot) -> None:
        """Take *published* as the current state."""
        self._faults = published.faults

    def show(self, pairing: PairingCode | None) -> bool:
        """Show *pairing*; None hides it.

        Return False for a new code of dismissed digits.
        """
        if pairing is not None and not self.is_up and pairing.times == self._times_shown:
            return False
        self._times_shown = pairing.times if pairing is not None else self._times_shown
        self._pairing, self.is_up = pairing, pairing is not None
        return True

    def turn(self, steps: int) -> Chosen | None:
        """Open the menu."""
        return MENU

    def push(self) -> Chosen | None:
        """Open the menu."""
        return MENU

    def back(self) -> Chosen | None:
        """Dismiss the digits."""
        self.show(None)
        return None

    def cue(self, say: Speaker) -> StageCue | None:
        """Return the digits and the code, or why no phone can come."""
        pairing = self._pairing
        if pairing is None:
            return None
        if (no_way_in := _no_way_in(self._faults)) is not None:
            return ErrorCue(title=say(no_way_in.title), lines=(say(no_way_in.short),))
        address, code = self._where()
        return _pairing(pairing, address, f"{code}J/{pairing.token}" if code else None, say)


def lapse(lapsed: ConsentRequest, say: Speaker) -> MessageCue:
    """Return the cue that nobody agreed to *lapsed*."""
    return MessageCue(title=say(lapse_title(lapsed)), lines=(say(Message("consent.unchanged")),))


def _no_way_in(faults: Sequence[Fault]) -> Fault | None:
    """Return the fault that keeps every phone away, None for none."""
    return next((fault for fault in faults if fault.key in ("network.none", "network.no-address")), None)


def _asked(published: Snapshot, request: ConsentRequest) -> Message:
    """Return the question about *request*: its sender and their wish."""
    who = published.open.name_of(request.seat) or Message("stage.somebody")
    if isinstance(request, EndRequest):
        return Message(f"stage.{request.kind}-asked", {"name": who, "game": request.name})
    if isinstance(request, LeaveRequest):
        return Message("stage.leave-asked", {"name": who, "game": request.name})
    return Message("stage.undo-asked", {"name": who})


def _pairing(pairing: PairingCode, address: str, code: str | None, say: Speaker) -> StageCue:
    """Return the cue for joining by phone.

    After too many wrong digits only the code works, so there is no address to type.
    """
    if pairing.digits is None:
        return StartCue(address="", lines=(say(Message("stage.by-code")),), qr=code, private=True)
    return JoinCue(code=pairing.digits, address=address, lines=(say(Message("stage.join-at")),), qr=code, private=True)
