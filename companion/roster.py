"""The roster: which phones are in, which seats they hold, and what seats are called.

A phone is known by the hash of its cookie alone. It stays in until it leaves or all are signed out: no clock ends that.
"""

from __future__ import annotations

import logging

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.engine.said import Said
from companion.request import Refusal

log = logging.getLogger(__name__)

SETTING = "phones"
"""Under which name the roster stands in the journal's settings."""
MOST_PHONES = 64
"""More are never known: the first of those with the fewest seats has to join again."""


class Phone(Struct, frozen=True):
    """One phone: the seats it holds, in order, and what its owner is called, "" for nothing."""

    seats: tuple[int, ...] = ()
    name: str = ""


class Roster(Struct, frozen=True):
    """All phones that are in, by the SHA-256 of their cookies, and what seats are called, by seat."""

    phones: dict[str, Phone] = {}
    called: dict[int, str] = {}

    def settings(self) -> dict[str, str]:
        """Return it as the journal keeps it."""
        return {SETTING: msgspec.json.encode(self).decode()}

    def taken(self) -> frozenset[int]:
        """Return the seats that some phone holds."""
        return frozenset(seat for phone in self.phones.values() for seat in phone.seats)

    def with_phone(self, key: str, phone: Phone) -> Roster:
        """Return it with *phone* under *key*, who gives a single seat their name.

        :raises Refusal: another phone holds one of the seats.
        """
        others = {other: each for other, each in self.phones.items() if other != key}
        for seat in phone.seats:
            if any(seat in other.seats for other in others.values()):
                raise Refusal(Said("join.taken", {"number": seat + 1}), "taken")
        if len(others) >= MOST_PHONES:
            del others[min(others, key=lambda other: len(others[other].seats))]
        called = dict(self.called)
        if len(phone.seats) == 1:
            called.pop(phone.seats[0], None)
            called |= {phone.seats[0]: phone.name} if phone.name else {}
        return Roster({**others, key: phone}, called)

    def without(self, key: str) -> Roster:
        """Return it without the phone under *key*; its seats are free, and keep their names."""
        return replace(self, phones={other: each for other, each in self.phones.items() if other != key})

    def for_seats(self, count: int) -> Roster:
        """Return it for another game of *count* people: no seat is called anything, and those that aren't there go."""
        phones = {
            key: replace(phone, seats=tuple(seat for seat in phone.seats if seat < count))
            for key, phone in self.phones.items()
        }
        return Roster(phones)


NOBODY = Roster()
"""No phone is in, no seat has a name of its own."""


def read_roster(text: str | None) -> Roster:
    """Return the roster that the journal keeps as *text*; nobody where that can't be read, and phones join again."""
    try:
        return msgspec.json.decode(text, type=Roster) if text else NOBODY
    except msgspec.MsgspecError as error:
        log.error("the phones that were in can't be read, so they have to join again: %s", error)
        return NOBODY
