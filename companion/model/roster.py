"""The roster: joined phones, their seats, and the seats' names.

A phone is known by the hash of its cookie alone. It stays in until it leaves or all are signed out: there is no
timeout.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.engine.values.message import Message
from companion.model.requests import RequestRefused

log = logging.getLogger(__name__)

Presence = Literal["here", "asleep", "gone"]
"""A seat's phone: page in view, page hidden, or no phone."""
SETTING = "phones"
"""The roster's key in the journal's settings."""
MAX_TELEVISIONS = 8
"""Maximum number of televisions."""
MAX_PHONES = 64
"""Maximum number of phones.

Beyond it, the newest phone without a seat that isn't an owner's has to join again.
"""


class Phone(Struct, frozen=True):
    """One phone: its seats in order, and its owner's name.

    *name* is "" for none. *joined* is the journal's version when it joined, 0 if none was stored: any higher version
    came later. *dropped* are the seats that a game for fewer people took from it: it isn't there to watch.
    """

    seats: tuple[int, ...] = ()
    name: str = ""
    joined: int = 0
    dropped: tuple[int, ...] = ()

    @property
    def wanted(self) -> tuple[int, ...]:
        """The seats it has, or had before a game for fewer people."""
        return self.seats or self.dropped

    def within(self, seats: tuple[int, ...]) -> Phone:
        """Return it on *seats* of a game, or without any."""
        return replace(self, seats=seats, dropped=() if seats else self.wanted)


class Roster(Struct, frozen=True):
    """All joined phones, and the seats' names.

    *phones* are by the SHA-256 of their cookies, the newest last. *owners* are those confirmed at the table as its
    caretakers; *televisions* are known by the SHA-256 of their tokens: they watch, and keep their place regardless of
    other watchers.
    """

    phones: dict[str, Phone] = {}
    called: dict[int, str] = {}
    owners: tuple[str, ...] = ()
    televisions: tuple[str, ...] = ()

    def settings(self) -> dict[str, str]:
        """Return it as settings of the journal."""
        return {SETTING: msgspec.json.encode(self).decode()}

    def knows(self, key: str) -> bool:
        """Return True if a phone or television has joined under *key*."""
        return key in self.phones or key in self.televisions

    def held_seats(self) -> frozenset[int]:
        """Return all held seats."""
        return frozenset(seat for phone in self.phones.values() for seat in phone.seats)

    def held_by_others(self, key: str, seats: Iterable[int]) -> tuple[int, ...]:
        """Return those of *seats* held by another phone than *key*'s."""
        held = {seat for other, phone in self.phones.items() if other != key for seat in phone.seats}
        return tuple(seat for seat in seats if seat in held)

    def with_phone(self, key: str, phone: Phone, takes_over: bool = False) -> Roster:
        """Return it with *phone* under *key*, naming its single seat.

        With *takes_over*, the phone takes its seats from others; phones that lose their last seat are out.

        :raises RequestRefused: ``taken``: another phone holds one of the seats; ``full``: there are too many, and all
            of them have a
            seat or look after the table.
        """
        others = {other: each for other, each in self.phones.items() if other != key}
        if takes_over:
            others = _without_seats(others, phone.seats)
        for seat in phone.seats:
            if any(seat in other.seats for other in others.values()):
                raise RequestRefused(Message("join.taken", {"number": seat + 1}), "taken")
        if len(others) >= MAX_PHONES:
            del others[self._last_stranger(others)]
        called = dict(self.called)
        if len(phone.seats) == 1:
            called.pop(phone.seats[0], None)
            called |= {phone.seats[0]: phone.name} if phone.name else {}
        phones = {**others, key: phone}
        in_order = {each: phones[each] for each in (*self.phones, key) if each in phones}
        return replace(self, called=called)._of(in_order)

    def stamped(self, before: Roster, version: int) -> Roster:
        """Return it with *version* set on phones new since *before*.

        That is their moment of joining.
        """
        phones = {
            key: phone if key in before.phones else replace(phone, joined=version) for key, phone in self.phones.items()
        }
        return replace(self, phones=phones)

    def without(self, key: str) -> Roster:
        """Return it without the phone under *key*.

        Its seats are free, and keep their names.
        """
        return self._of({other: each for other, each in self.phones.items() if other != key})

    def with_owner(self, key: str) -> Roster:
        """Return it with the phone under *key* as an owner.

        Unchanged if that phone isn't in.
        """
        return self if key in self.owners or key not in self.phones else replace(self, owners=(*self.owners, key))

    def without_owner(self, key: str) -> Roster:
        """Return it with the phone under *key* no longer an owner."""
        return replace(self, owners=tuple(owner for owner in self.owners if owner != key))

    def with_television(self, key: str) -> Roster:
        """Return it with the television under *key*, the newest one.

        :raises RequestRefused: ``full``: there are too many.
        """
        if len(self.televisions) >= MAX_TELEVISIONS:
            raise RequestRefused(Message("owner.televisions-full", {"count": MAX_TELEVISIONS}), "full")
        return replace(self, televisions=(*self.televisions, key))

    def without_televisions(self) -> Roster:
        """Return it without any television."""
        return replace(self, televisions=())

    def seated(self, count: int, holds: Mapping[str, tuple[int, ...]] = MappingProxyType({})) -> Roster:
        """Return it seated for a new game of *count* people.

        The phones of *holds* get these seats. Any other phone keeps its seat if there is one of that number; else it
        gets the first free seat, and waits for another game if there is none. Seats have no names yet.

        :raises RequestRefused: ``taken``: another phone has a seat of *holds*.
        """
        others = {key: phone for key, phone in self.phones.items() if key not in holds}
        given = {key: tuple(seat for seat in phone.seats if seat < count) for key, phone in others.items()} | dict(
            holds
        )
        for seat in (seat for seats in holds.values() for seat in seats):
            if any(seat in given[key] for key in others):
                raise RequestRefused(Message("join.taken", {"number": seat + 1}), "taken")
        free = [seat for seat in range(count) if not any(seat in seats for seats in given.values())]
        for key, phone in others.items():
            own = [seat for seat in phone.dropped if seat in free]
            seats = (*own, *(seat for seat in free if seat not in own))[: len(phone.wanted) - len(given[key])]
            given[key], free = tuple(sorted((*given[key], *seats))), [seat for seat in free if seat not in seats]
        phones = {
            key: replace(phone, seats=holds[key], dropped=()) if key in holds else phone.within(given[key])
            for key, phone in self.phones.items()
        }
        return replace(self, phones=phones, called={})

    def names(self, seats: Sequence[str]) -> tuple[str, ...]:
        """Return the names of a game's *seats*: people's own, else set-up's."""
        return tuple(self.called.get(seat, name) for seat, name in enumerate(seats))

    def called_as(self, called: Mapping[int, str]) -> Roster:
        """Return it with *called* as the seats' names."""
        return replace(self, called=dict(called))

    def first_free(self, count: int) -> tuple[int, ...]:
        """Return the first free seat of *count*, () if all are held."""
        held = self.held_seats()
        return next(((seat,) for seat in range(count) if seat not in held), ())

    def for_seats(self, count: int, called: Mapping[int, str] = MappingProxyType({})) -> Roster:
        """Return it for another game of *count* people.

        *called* are the new names of seats; seats beyond *count* are dropped.
        """
        phones = {
            key: phone.within(tuple(seat for seat in phone.seats if seat < count)) for key, phone in self.phones.items()
        }
        return replace(self, phones=phones, called={seat: name for seat, name in called.items() if seat < count})

    def seated_by_name(self, seats: Sequence[str]) -> Roster:
        """Return it with seatless phones on free seats of the same name.

        *seats* are the game's seats by name.
        """
        held = self.held_seats()
        free = {name: seat for seat, name in reversed([*enumerate(self.names(seats))]) if seat not in held}
        phones = dict(self.phones)
        for key, phone in phones.items():
            if not phone.seats and phone.name in free:
                phones[key] = phone.within((free.pop(phone.name),))
        return replace(self, phones=phones)

    def named_by_phones(self, seats: Sequence[str]) -> Roster:
        """Return it with numbered seats named after their phones.

        Concerns phones with a single seat, if *seats* gives that seat just its number.
        """
        alone = {phone.seats[0]: phone.name for phone in self.phones.values() if len(phone.seats) == 1 and phone.name}
        called = {seat: name for seat, name in alone.items() if seats[seat] == str(seat + 1)}
        return replace(self, called={**self.called, **called})

    def _last_stranger(self, phones: dict[str, Phone]) -> str:
        """Return the first phone to drop from a full roster.

        :raises RequestRefused: ``full``: no phone can be dropped.
        """
        strangers = (key for key in reversed(phones) if not phones[key].seats and key not in self.owners)
        last = next(strangers, None)
        if last is None:
            raise RequestRefused(Message("join.full", {"count": MAX_PHONES}), "full")
        return last

    def _of(self, phones: dict[str, Phone]) -> Roster:
        return replace(self, phones=phones, owners=tuple(owner for owner in self.owners if owner in phones))


def _without_seats(phones: dict[str, Phone], seats: tuple[int, ...]) -> dict[str, Phone]:
    """Return *phones* without *seats*; a phone without its last seat goes."""
    left = {}
    for key, phone in phones.items():
        kept = tuple(seat for seat in phone.seats if seat not in seats)
        if kept or not phone.seats:
            left[key] = replace(phone, seats=kept)
    return left


NOBODY = Roster()
"""The empty roster."""


def read_roster(text: str | None) -> Roster:
    """Read the journal's roster *text*.

    Returns an empty roster if it is unreadable; phones then join again.
    """
    try:
        return msgspec.json.decode(text, type=Roster) if text else NOBODY
    except msgspec.MsgspecError as error:
        log.error("the phones that were in can't be read, so they have to join again: %s", error)
        return NOBODY
