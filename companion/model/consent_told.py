"""A request for consent, as everybody sees it.

It holds the wish, the people needed, and their answers.

Law: it says nothing that isn't openly known. What is to be taken back is told as all were told when it was done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine.values.message import Message, Value
from companion.model.consent import CONSENT_S, ConsentRequest, EndRequest, LeaveRequest, UndoRequest
from companion.model.wire import LapsedConsent, PendingConsent, speaker

if TYPE_CHECKING:
    from companion.model.snapshot import Snapshot


def told_request(asked: ConsentRequest, published: Snapshot) -> PendingConsent:
    """Return the request *asked* as the table of *published* shows it."""
    who, seats = published.name_of(asked.seat), range(published.seat_count)
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
        title, what = Message("consent.undo", named), _taken_back_from(asked, published)
        why = Message("consent.afresh" if published.commitment else "consent.recorded")
    others = asked.others(published.roster)
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


def _taken_back_from(asked: ConsentRequest, published: Snapshot) -> Message | str:
    """Return the part of the log to be undone, as a sentence.

    It tells the first deed, the next, and how many more, as everybody was told them.
    """
    assert isinstance(asked, UndoRequest)
    standing = [line for line in published.log if not (line.is_turning_back or line.undone)]
    lines = [line for line in standing if line.n >= asked.n] or standing[-1:]
    told = [sentence for line in lines for sentence in line.said(published.names)]
    if len(told) < 2:
        return next(iter(told), "")
    both: dict[str, Value] = {"one": told[0], "two": told[1]}
    more = len(told) - len(both)
    return Message("consent.more", {**both, "count": more}) if more else Message("consent.both", both)
