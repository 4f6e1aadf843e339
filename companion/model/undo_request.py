"""Consent: what one person may not take back alone, two may, if the second agrees within ten seconds.

Two people are two seats held by two different phones that had joined before the first of what is to be taken back:
another browser that somebody opens once they have seen a roll is no second person. However many seats a phone holds, it
is one person. Whoever is at the table's own buttons or page is nobody in particular and no voice, but two different
buttons held down together are two. So a phone may ask and another agree; or anybody asks, and two buttons are held.
Two browsers that had both joined before can't be told from two people.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.model.requests import By, CommandRequest, Refusal
from companion.model.roster import Phone

CONSENT_S = 10.0
"""How long a request stands."""


@dataclass(frozen=True)
class UndoRequest:
    """*seat* wants step *n* and all after it taken back, *by* that road; *voices* are who agree: phone and seat.

    *version* is the journal's with which step *n* became durable: what came in with a lower one was there before.
    """

    n: int
    version: int
    seat: int
    by: By
    until_s: float
    voices: frozenset[tuple[str, int]] = frozenset()

    def heard(self, request: CommandRequest, phone: Phone | None) -> UndoRequest:
        """Return it with the voice of *request*'s *phone*, where it counts as one."""
        if phone is None or request.by != "phone" or request.seat < 0 or self.is_too_new(phone):
            return self
        return replace(self, voices=self.voices | {(request.phone, request.seat)})

    def is_too_new(self, phone: Phone) -> bool:
        """Tell whether *phone* came in only after what is to be taken back."""
        return phone.joined >= self.version

    def agreed(self, by_buttons: bool) -> tuple[int, ...]:
        """Return the seats in agreement besides the asker's, ``TABLE`` last for two buttons."""
        seats = sorted({seat for _, seat in self.voices} - {self.seat})
        return (*seats, TABLE) if by_buttons else tuple(seats)

    @property
    def is_granted(self) -> bool:
        """Whether two people agree."""
        return any(
            phone != other and seat != seat_of_other
            for phone, seat in self.voices
            for other, seat_of_other in self.voices
        )


def wanting() -> Refusal:
    """Return the refusal for want of a second person."""
    return Refusal(Message("session.undo-needs-consent"), "consent")
