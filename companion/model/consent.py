"""Consent: what one person may not do alone, two may, if the second agrees within ten seconds.

That is taking back what chance or a secret has spoken on, leaving a game that goes on, and, where several phones
play, closing one for good or deleting it. Two people are two seats
held by two different phones that were in before: another browser that somebody opens once they have seen a roll is no
second person. However many seats a phone holds, it is one person. Whoever is at the table's own buttons or page is
nobody in particular and no voice, but two different buttons held down together are two. So a phone may ask and another
agree; or anybody asks, and two buttons are held. Two browsers that had both joined before can't be told from two
people.

Silence is no. Who declines says so, and nobody is overruled by that: another may still agree; once all who could have
declined, or the asker thinks better of it, the request ends before its time. A request lives in memory alone: what it
leads to is durable, it itself isn't, and a table that starts anew has none.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.model.requests import By, CommandRequest, Refusal
from companion.model.roster import Phone, Roster

CONSENT_S = 10.0
"""How long a request stands."""
Kind = Literal["undo", "new", "resume", "finish", "delete", "keep"]
"""What may be wanted; to keep games again ends one that was kept nowhere."""
Voices = frozenset[tuple[str, int]]
"""Who said something: phone and seat."""


class ConsentRequest(Struct, frozen=True):
    """*seat* of *phone*, "" at the table itself, wants something *by* that road; *voices* are who agree.

    It stands until *until_s*, the clock's monotonic seconds.
    """

    seat: int
    phone: str
    by: By
    until_s: float
    voices: Voices = frozenset()
    declined: Voices = frozenset()

    @property
    def kind(self) -> Kind:
        """Return which wish it is."""
        raise NotImplementedError

    def may_agree(self, key: str, phone: Phone) -> bool:
        """Tell whether *phone*, known by *key*, was in when it has to have been."""
        raise NotImplementedError

    def others(self, roster: Roster) -> dict[str, Phone]:
        """Return the phones of *roster* that hold a seat and could agree with the asker's."""
        return {
            key: phone
            for key, phone in roster.phones.items()
            if key != self.phone and phone.seats and self.may_agree(key, phone)
        }

    def heard(self, request: CommandRequest, phone: Phone | None) -> ConsentRequest:
        """Return it with the voice of *request*'s *phone*, where it counts as one."""
        if phone is None or request.by != "phone" or not self.may_agree(request.phone, phone):
            return self
        voices = frozenset((request.phone, seat) for seat in self.seats_heard(request, phone))
        return replace(self, voices=self.voices | voices, declined=self.declined - voices)

    def seats_heard(self, request: CommandRequest, phone: Phone) -> tuple[int, ...]:
        """Return the seats whose voice *request* of *phone* is."""
        return (request.seat,) if request.seat >= 0 else ()

    def declined_by(self, request: CommandRequest) -> ConsentRequest:
        """Return it with the no of *request*'s phone and seat."""
        return replace(self, declined=self.declined | {(request.phone, request.seat)})

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


class UndoRequest(ConsentRequest, frozen=True, kw_only=True):
    """Step *n* and all after it are to be taken back.

    *version* is the journal's with which step *n* became durable: what came in with a lower one was there before.
    """

    n: int
    version: int

    @property
    def kind(self) -> Kind:
        return "undo"

    def may_agree(self, key: str, phone: Phone) -> bool:
        return phone.joined < self.version


class LeaveRequest(ConsentRequest, frozen=True, kw_only=True):
    """The open game is to be left, and kept, for what *line* opens: a new game, or one gone on with, called *name*.

    *phones* were in when that was asked for.
    """

    line: str
    name: Message
    phones: frozenset[str]

    @property
    def kind(self) -> Kind:
        return "resume" if self.line.startswith("resume ") else "new"

    def may_agree(self, key: str, phone: Phone) -> bool:
        return key in self.phones


class EndRequest(ConsentRequest, frozen=True, kw_only=True):
    """A game, called *name*, is to be closed for good, deleted, or given up for a memory that keeps, as *line* says.

    *phones* were in when that was asked for.
    """

    line: str
    name: Message
    phones: frozenset[str]

    def seats_heard(self, request: CommandRequest, phone: Phone) -> tuple[int, ...]:
        """Return the seats whose voice *request* is: an owner's *phone* asks in the table's name, and is one person."""
        return phone.seats if request.seat == TABLE else super().seats_heard(request, phone)

    @property
    def kind(self) -> Kind:
        ends: dict[str, Kind] = {"delete": "delete", "keep-again": "keep"}
        return ends.get(self.line.partition(" ")[0], "finish")

    def may_agree(self, key: str, phone: Phone) -> bool:
        return key in self.phones


def wanting() -> Refusal:
    """Return the refusal for want of a second person."""
    return Refusal(Message("session.undo-needs-consent"), "consent")
