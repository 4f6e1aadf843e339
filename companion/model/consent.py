"""Consent: actions that take two people, the second within ten seconds.

These are undoing something that chance or a secret has already influenced, leaving a running game, and, if several
phones play, closing a game for good or deleting it.

Two people are two seats held by two different phones that joined before: another browser opened after a roll is no
second person. A phone is one person, however many seats it holds. The table's own buttons and page are nobody in
particular and have no voice, but two different buttons held down together count as two people. So a phone may ask and
another agree; or anybody asks, and two buttons are held. Two browsers that had both joined before can't be told from
two people.

Silence is no. Declining overrules nobody: another may still agree. The request ends early once all who could agree have
declined, or if the asker cancels it. A request lives in memory alone: its result is durable, the request isn't, and a
restarted table has none.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.values.message import Message, Value
from companion.engine.values.seats import TABLE
from companion.model.game_view import GameView
from companion.model.requests import By, CommandRequest, RequestRefused
from companion.model.roster import Phone, Roster
from companion.model.wire import LapsedConsent, PendingConsent, speaker

CONSENT_S = 10.0
"""Lifetime of a request, in seconds."""
Kind = Literal["undo", "new", "resume", "finish", "delete", "keep"]
"""The kind of wish; ``keep`` ends an unsaved game."""
Voices = frozenset[tuple[str, int]]
"""Voices on a request: phone and seat."""


class ConsentRequest(Struct, frozen=True):
    """A wish of *seat* on *phone* in need of consent.

    *phone* is "" for the table itself, *by* is the way it came, *voices* are those in agreement. It is open until
    *until_s*, the clock's monotonic seconds.
    """

    seat: int
    phone: str
    by: By
    until_s: float
    voices: Voices = frozenset()
    declined: Voices = frozenset()

    @property
    def kind(self) -> Kind:
        """The kind of wish."""
        raise NotImplementedError

    def may_agree(self, key: str, phone: Phone) -> bool:
        """Return True if *phone*, known by *key*, joined early enough."""
        raise NotImplementedError

    def others(self, roster: Roster) -> dict[str, Phone]:
        """Return the other phones with seats in *roster* that may agree."""
        return {
            key: phone
            for key, phone in roster.phones.items()
            if key != self.phone and phone.seats and self.may_agree(key, phone)
        }

    def heard(self, request: CommandRequest, phone: Phone | None) -> ConsentRequest:
        """Return it with the voice of *request*'s *phone*, if that counts."""
        if phone is None or request.by != "phone" or not self.may_agree(request.phone, phone):
            return self
        voices = frozenset((request.phone, seat) for seat in self.seats_heard(request, phone))
        return replace(self, voices=self.voices | voices, declined=self.declined - voices)

    def seats_heard(self, request: CommandRequest, phone: Phone) -> tuple[int, ...]:
        """Return the seats given a voice by *request* of *phone*."""
        return (request.seat,) if request.seat >= 0 else ()

    def declined_by(self, request: CommandRequest) -> ConsentRequest:
        """Return it with the no of *request*'s phone and seat."""
        return replace(self, declined=self.declined | {(request.phone, request.seat)})

    def agreed(self, by_buttons: bool) -> tuple[int, ...]:
        """Return the agreeing seats besides the asker's.

        ``TABLE`` comes last for two buttons.
        """
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
    """A wish to undo step *n* and all after it.

    *version* is the journal's with which step *n* became durable: any phone with a lower one had joined before.
    """

    n: int
    version: int

    @property
    def kind(self) -> Kind:
        return "undo"

    def may_agree(self, key: str, phone: Phone) -> bool:
        return phone.joined < self.version


class LeaveRequest(ConsentRequest, frozen=True, kw_only=True):
    """A wish to leave the open game for the game *line* opens.

    The open game is kept. The other one is new, or resumed, and called *name*. *phones* had joined when the wish was
    made.
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
    """A wish to end the game called *name*, as *line* says.

    It is closed for good, deleted, or given up so that games are kept again. *phones* had joined when the wish was
    made.
    """

    line: str
    name: Message
    phones: frozenset[str]

    def seats_heard(self, request: CommandRequest, phone: Phone) -> tuple[int, ...]:
        """Return the seats given a voice by *request*.

        An owner's *phone* asks in the table's name, and is one person.
        """
        return phone.seats if request.seat == TABLE else super().seats_heard(request, phone)

    @property
    def kind(self) -> Kind:
        ends: dict[str, Kind] = {"delete": "delete", "keep-again": "keep"}
        return ends.get(self.line.partition(" ")[0], "finish")

    def may_agree(self, key: str, phone: Phone) -> bool:
        return key in self.phones


def wanting() -> RequestRefused:
    """Return the refusal for want of a second person."""
    return RequestRefused(Message("session.undo-needs-consent"), "consent")


def told_request(asked: ConsentRequest, view: GameView, roster: Roster, seats: range) -> PendingConsent:
    """Return the request *asked* as everybody sees it.

    *view* is its game. It holds the wish, the people needed on *seats* of *roster*, and their
    answers. It says nothing that isn't openly known: what is to be taken back is told as all were told when it was
    done.
    """
    who = view.name_of(asked.seat)
    named: dict[str, Value] = {"who": who or Message("consent.somebody")}
    what: Message | str
    why: Message | str
    if isinstance(asked, LeaveRequest):
        about = {**named, "name": asked.name}
        title = Message("consent.resume", about) if asked.kind == "resume" else Message("consent.new", about)
        what = Message("consent.leaves")
        why = Message("consent.kept")
    elif isinstance(asked, EndRequest):
        about = {**named, "name": asked.name}
        title, what, why = Message(f"consent.{asked.kind}", about), Message(f"consent.{asked.kind}-what", about), ""
    else:
        title, what = Message("consent.undo", named), _taken_back_from(asked, view)
        why = Message("consent.afresh" if view.commitment else "consent.recorded")
    others = asked.others(roster)
    declined = {phone for phone, _ in asked.declined}
    return PendingConsent(
        asked.kind,
        speaker(asked.seat),
        who,
        title=title,
        what=what,
        why=why,
        asked=tuple(sorted(seat for phone in others.values() for seat in phone.seats if seat in seats)),
        agreed=tuple(sorted(seat for _, seat in asked.voices)),
        declined=tuple(sorted(seat for key in declined & set(others) for seat in others[key].seats if seat in seats)),
        lasts_s=CONSENT_S,
    )


def told_lapse(lapsed: ConsentRequest) -> LapsedConsent:
    """Return the outcome of the request *lapsed*."""
    return LapsedConsent(speaker(lapsed.seat), lapse_title(lapsed), Message("consent.unchanged"))


def lapse_title(lapsed: ConsentRequest) -> Message:
    """Return why the request *lapsed* failed: nobody answered, or nobody agreed."""
    return Message("consent.nobody-agreed" if lapsed.declined else "consent.nobody-answered")


def _taken_back_from(asked: ConsentRequest, view: GameView) -> Message | str:
    """Return the part of the log to be undone, as a sentence.

    It tells the first deed, the next, and how many more, as everybody was told them.
    """
    assert isinstance(asked, UndoRequest)
    standing = [line for line in view.log if not (line.is_turning_back or line.undone)]
    lines = [line for line in standing if line.n >= asked.n] or standing[-1:]
    told = [sentence for line in lines for sentence in line.said(view.names)]
    if len(told) < 2:
        return next(iter(told), "")
    both: dict[str, Value] = {"one": told[0], "two": told[1]}
    more = len(told) - len(both)
    return Message("consent.more", {**both, "count": more}) if more else Message("consent.both", both)
