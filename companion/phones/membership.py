"""Membership: a phone's way in by pairing digits or a cookie.

The table stores only the cookie's hash. The session owns the roster of phones: it is changed on the session's thread,
is durable before anybody sees it, and is part of the published state.
"""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from collections.abc import Callable, Iterable
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.values.message import Message
from companion.model.requests import RequestRefused
from companion.model.roster import Phone, Roster
from companion.phones.confirmation import Confirmation, Decision
from companion.phones.pairing import PairingWindow, new_token, shut

LONGEST_NAME = 20
NEWCOMER = ""
"""Asker of all phones that haven't joined.

Their cookies change with each try.
"""
_COOKIE_BYTES = 32
# Embeddings, overrides and isolates would reverse the text beside a name; the marks of right-to-left names are fine.
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNFIT = frozenset({"Cc", "Cs", "Zl", "Zp"})


class Seated(Protocol):
    """The part of a published state for phones."""

    @property
    def roster(self) -> Roster:
        """The joined phones."""

    @property
    def has_people(self) -> bool:
        """Whether a game with people is open."""

    @property
    def places(self) -> int:
        """Number of seats for phones, even without a game or people."""


class PhoneSession(Protocol):
    """The part of the session for phones."""

    @property
    def published(self) -> Seated:
        """The newest published state."""

    def keep(self, change: Callable[[Roster], Roster], wait_s: float = 10.0) -> None:
        """Apply *change* to the roster on the session's thread; wait until published.

        It is durable then. If *wait_s* is 0, return at once.

        :raises RequestRefused: if it wasn't made; *change* may raise one too.
        """


class JoinedPhone(Struct, frozen=True):
    """A phone that has joined or changed its seats.

    *cookie* is its own. If *is_asked*, the table is asked first for seats that others hold. Nothing has changed until
    then; ``outcome`` gives the answer.
    """

    cookie: str
    phone: Phone
    is_asked: bool = False

    def __repr__(self) -> str:
        return "<JoinedPhone>"  # a cookie must not get into a log by a slip


class _SeatRequest(Struct, frozen=True):
    """Seat and name wanted by a phone; None leaves them unchanged.

    *has_joined* means that it joined before. With *free*, the first free one of that many seats is for a phone that
    names none and has none.
    """

    seats: tuple[int, ...] | None
    name: str | None
    has_joined: bool
    free: int = 0

    def of(self, before: Phone) -> Phone:
        """Return the phone *before* with the wanted changes."""
        seats = before.seats if self.seats is None else self.seats
        return replace(before, seats=seats, name=before.name if self.name is None else self.name)

    def granted(self, roster: Roster, key: str, takes_over: bool = False) -> Roster:
        """Return *roster* with the request of the phone *key* granted.

        :raises RequestRefused: ``no-window`` if it was in and has been signed out meanwhile; ``taken`` as the roster
            says.
        """
        if self.has_joined and key not in roster.phones:
            raise shut()
        phone = self.of(roster.phones.get(key, Phone()))
        if self.free and not phone.seats:
            phone = replace(phone, seats=roster.first_free(self.free))
        return roster.with_phone(key, phone, takes_over)


class Phones:
    """The door for phones: joining by *window*, and leaving.

    They join by its digits or its code. Any thread may use it. Requests that take something from others, or ask for the
    owner's rights, are confirmed at the table by *asking*.
    """

    def __init__(self, keeper: PhoneSession, window: PairingWindow, asking: Confirmation) -> None:
        self.window = window
        self.asking = asking
        self._keeper = keeper

    def key_of(self, cookie: str) -> str:
        """Return the roster's key of the phone with *cookie*, "" if unknown."""
        key = _hash(cookie)
        return key if key in self._keeper.published.roster.phones else ""

    def join(
        self,
        cookie: str,
        pin: str | None,
        seats: Iterable[int] | None,
        name: str | None,
        *,
        token: str | None = None,
        plays: bool = False,
    ) -> JoinedPhone:
        """Let a phone join, or change a joined one; None changes nothing.

        *cookie* is the phone's own, "" for none. A joined phone needs neither *pin* nor *token*, and keeps its cookie.
        A phone that *plays* gets the first free seat of the next game, if none is open and it names none. One that
        joins at the same moment gets the seat after it. Some seats are confirmed at the table (``_to_confirm``).

        :raises RequestRefused: ``no-window``, ``wrong-pin`` or ``wrong-token``; ``asking`` if a seat is another phone's
            and another question is open, ``asked-lately`` if this phone must pause; ``taken`` if another came first;
            ``full`` if too many are in; ``refused`` if a seat isn't there or the name can't be shown; ``busy`` or
            ``unwritable``.
        """
        published = self._keeper.published
        key = self.key_of(cookie)
        has_joined = bool(key)
        if not has_joined and token is None and not self.window.is_open:
            raise shut()
        seat_request = _SeatRequest(
            None if seats is None else _sorted_seats(seats, published.places),
            None if name is None else _read_name(name),
            has_joined,
            published.places if plays and seats is None and not published.has_people else 0,
        )
        before = published.roster.phones.get(key, Phone())
        wanted = seat_request.of(before)
        asked = self._to_confirm(published, key, before, wanted)
        asker = key or NEWCOMER
        if asked:
            self.asking.must_be_free(asker)  # before a code is used up
        if not has_joined:
            seat_request.granted(published.roster, asker, takes_over=bool(asked))  # the same
            self.window.enter(pin or "") if token is None else self.window.spend(token)
            cookie = secrets.token_urlsafe(_COOKIE_BYTES)
            key = _hash(cookie)
        if asked:
            self._ask_for_seats(asker, key, seat_request, wanted, asked=asked)
            return JoinedPhone(cookie, wanted, is_asked=True)
        self._keeper.keep(lambda roster: seat_request.granted(roster, key))
        return JoinedPhone(cookie, self._keeper.published.roster.phones.get(key, wanted))

    def _to_confirm(self, published: Seated, key: str, before: Phone, wanted: Phone) -> tuple[int, ...]:
        """Return the seats that *wanted* needs the table's OK for.

        They are those of other phones. While the window is shut they are all new ones: otherwise a phone could look
        into a hand that is played at the table, and nobody would know.
        """
        if key and not self.window.is_open and published.has_people:
            return tuple(seat for seat in wanted.seats if seat not in before.seats)
        return published.roster.held_by_others(key, wanted.seats)

    def _ask_for_seats(
        self, asker: str, key: str, seat_request: _SeatRequest, wanted: Phone, *, asked: Iterable[int]
    ) -> None:
        numbers = tuple(seat + 1 for seat in asked)
        said = Message("stage.ask-seat", {"numbers": numbers, "name": wanted.name or Message("stage.ask-nobody")})
        self.asking.ask(
            key,
            said,
            lambda: self._keeper.keep(lambda roster: seat_request.granted(roster, key, takes_over=True), 0),
            asker,
        )

    def ask_to_own(self, cookie: str) -> None:
        """Ask at the table whether a joined phone may become an owner.

        The phone is the one with *cookie*.

        :raises RequestRefused: ``forbidden`` if it isn't in; ``asking`` if another question is open; ``asked-lately``
            if it must pause.
        """
        key = self.key_of(cookie)
        if not key:
            raise RequestRefused(Message("session.forbidden"), "forbidden")
        name = self._keeper.published.roster.phones[key].name or Message("stage.ask-nobody")
        said = Message("stage.ask-owner", {"name": name})
        self.asking.ask(key, said, lambda: self._keeper.keep(lambda roster: roster.with_owner(key), 0))

    def let_owner_in(self, cookie: str) -> str:
        """Make the phone with *cookie* an owner; its digits were right.

        A new phone, with "" as *cookie*, joins first. Return its cookie.

        :raises RequestRefused: ``full`` if too many are in or look after it; ``busy`` or ``unwritable``.
        """
        if not self.key_of(cookie):
            cookie = secrets.token_urlsafe(_COOKIE_BYTES)
        key = _hash(cookie)
        self._keeper.keep(
            lambda roster: roster.with_phone(key, roster.phones.get(key, Phone()), takes_over=False).with_owner(key)
        )
        return cookie

    def new_television(self) -> str:
        """Register one more television; return its token.

        :raises RequestRefused: ``full`` if there are too many; ``busy`` or ``unwritable``.
        """
        token = new_token()
        self._keeper.keep(lambda roster: roster.with_television(_hash(token)))
        return token

    def television_of(self, token: str) -> str:
        """Return the roster's key of the television with *token*, "" if unknown."""
        key = _hash(token)
        return key if key in self._keeper.published.roster.televisions else ""

    def forget_televisions(self) -> None:
        """Unregister every television.

        :raises RequestRefused: ``busy`` or ``unwritable``.
        """
        self._keeper.keep(Roster.without_televisions)

    def outcome(self, cookie: str) -> Decision:
        """Return the outcome of the last question of the phone with *cookie*."""
        return self.asking.outcome(_hash(cookie))

    def give_up(self, cookie: str) -> None:
        """Take the owner's rights from the phone with *cookie*.

        :raises RequestRefused: ``busy`` or ``unwritable``.
        """
        key = self.key_of(cookie)
        self._keeper.keep(lambda roster: roster.without_owner(key))

    def sign_out(self, beginning: str) -> None:
        """Sign out the phone with this *beginning* of its hash.

        :raises RequestRefused: ``refused`` if there is no such phone; ``busy`` or ``unwritable``.
        """
        key = next((key for key in self._keeper.published.roster.phones if key.startswith(beginning)), None)
        if key is None:
            raise RequestRefused(Message("owner.no-phone"), "refused")
        self._keeper.keep(lambda roster: roster.without(key))

    def leave(self, cookie: str) -> None:
        """Remove the phone with *cookie*; an unknown one is ignored.

        :raises RequestRefused: ``busy`` or ``unwritable``.
        """
        key = self.key_of(cookie)
        if key:
            self._keeper.keep(lambda roster: roster.without(key))


def _hash(cookie: str) -> str:
    return hashlib.sha256(cookie.encode("utf-8", "surrogatepass")).hexdigest()


def _sorted_seats(seats: Iterable[int], count: int) -> tuple[int, ...]:
    wanted = tuple(sorted(set(seats)))
    if any(not 0 <= seat < count for seat in wanted):
        raise RequestRefused(Message("join.no-seat"), "refused")
    return wanted


def _read_name(name: str) -> str:
    name = name.strip()
    unfit = any(unicodedata.category(letter) in _UNFIT or letter in _TURNING for letter in name)
    if unfit or not 1 <= len(name) <= LONGEST_NAME:
        raise RequestRefused(Message("join.bad-name"), "refused")
    return name
