"""Consent: what one person may not take back alone, two may, if the second agrees within ten seconds.

Two people are two seats held by two different phones; however many seats a phone holds, it is one person. Whoever is at
the table's own buttons or page is nobody in particular and no voice, but two different buttons held down together are
two. So a phone may ask and another agree; or anybody asks, and two buttons are held.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.engine.said import Said
from companion.engine.seats import TABLE
from companion.request import Refusal, Request

CONSENT_S = 10.0
"""How long a wish stands."""


@dataclass(frozen=True)
class Wish:
    """*seat* wants step *n* and all after it taken back, *by* that road; *voices* are who agree: phone and seat."""

    n: int
    seat: int
    by: str
    until_s: float
    voices: frozenset[tuple[str, int]] = frozenset()

    def heard(self, request: Request) -> Wish:
        """Return the wish with the voice of *request*'s sender, if that is one."""
        if request.by != "phone" or not request.phone or request.seat < 0:
            return self
        return replace(self, voices=self.voices | {(request.phone, request.seat)})

    def agreed(self, by_buttons: bool) -> tuple[int, ...]:
        """Return the seats of those who agreed besides the one who asked, ``TABLE`` last for two buttons."""
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
    """Return the refusal of what stands as a wish from now on."""
    return Refusal(Said("session.undo-needs-consent"), "consent")
