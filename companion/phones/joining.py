"""The way in for phones: by the digits of the pairing window, or by a cookie, known to the table as a hash alone.

The session owns the roster of phones: it is changed on the session's thread, is durable before anybody sees it, and is
part of what is published.
"""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.values.message import Message
from companion.model.requests import Refusal
from companion.model.roster import Phone, Roster
from companion.phones.confirmation import Confirmation, Decision
from companion.phones.pairing import PairingWindow, new_token, shut

LONGEST_NAME = 20
NEWCOMER = ""
"""As whom the table is asked by all phones that aren't in: each try of such a one comes by another cookie."""
_COOKIE_BYTES = 32
# Embeddings, overrides and isolates would turn around what stands beside a name; marks of right-to-left names are fine.
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNFIT = frozenset({"Cc", "Cs", "Zl", "Zp"})


class Seated(Protocol):
    """A published state, as far as phones are concerned."""

    @property
    def roster(self) -> Roster:
        """The joined phones."""

    @property
    def people(self) -> Sequence[str]:
        """The names of the seats, from seat 0."""

    @property
    def places(self) -> int:
        """How many seats phones can choose from: also while no game is open, and there are no people yet."""


class Keeper(Protocol):
    """The session, as far as phones are concerned."""

    @property
    def published(self) -> Seated:
        """The newest published state."""

    def keep(self, change: Callable[[Roster], Roster], wait_s: float = 10.0) -> None:
        """Have *change* made to the roster on the session's thread; waits until that is durable and published.

        Without a time to wait (0) it returns at once.

        :raises Refusal: it wasn't made; *change* may raise one too.
        """


class Joined(Struct, frozen=True):
    """A phone just come in or changed in its seats, and its *cookie*.

    If it *is_asked*, the table is asked first whether the phone may have what others hold, and until then nothing
    has changed: ``outcome`` tells what came of it.
    """

    cookie: str
    phone: Phone
    is_asked: bool = False

    def __repr__(self) -> str:
        return "<Joined>"  # a cookie must not get into a log by a slip


class _SeatRequest(Struct, frozen=True):
    """The seat and name wanted by a phone that *has_joined*, or comes in now; None leaves it as it is.

    One *of* so many seats that is free then does for a phone that names none and has none.
    """

    seats: tuple[int, ...] | None
    name: str | None
    has_joined: bool
    free: int = 0

    def of(self, before: Phone) -> Phone:
        """Return the phone as wanted, made of the one *before*."""
        seats = before.seats if self.seats is None else self.seats
        return replace(before, seats=seats, name=before.name if self.name is None else self.name)

    def granted(self, roster: Roster, key: str, takes_over: bool = False) -> Roster:
        """Return *roster* with the request of the phone under *key* granted, made of that phone by then.

        :raises Refusal: ``no-window`` if it was in and has been signed out meanwhile; ``taken`` as the roster says.
        """
        if self.has_joined and key not in roster.phones:
            raise shut()
        phone = self.of(roster.phones.get(key, Phone()))
        if self.free and not phone.seats:
            phone = replace(phone, seats=roster.first_free(self.free))
        return roster.with_phone(key, phone, takes_over)


class Phones:
    """The door: lets phones in by the digits or the code of *window*, and out again. Any thread may use it.

    What takes something from others, or lets somebody look after the table, is confirmed there, by *asking*.
    """

    def __init__(self, keeper: Keeper, window: PairingWindow, asking: Confirmation) -> None:
        self.window = window
        self.asking = asking
        self._keeper = keeper

    def key_of(self, cookie: str) -> str:
        """Return the roster's key for the owner of *cookie*, "" if that phone isn't in."""
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
    ) -> Joined:
        """Let a phone in, or change a joined one: *seats* and *name* stay as they are where None.

        *cookie* is what the phone sent, "" if nothing: one that is in needs neither *pin* nor *token*, and keeps its
        cookie.

        A phone that *plays* has the first free seat of the next game, where none is open and it names none: who joins
        at the same moment has the one after it.

        A seat that another phone holds is asked for at the table, and so is any further one while the window is shut:
        else a phone could look into a hand that is played at the table, and nobody would know.

        :raises Refusal: ``no-window``, ``wrong-pin`` or ``wrong-token``; ``asking`` if a seat is another phone's and
            the table is being asked something already, ``asked-lately`` if this phone has to leave that to others
            for a while; ``taken`` if another came first; ``full`` if too many are in; ``refused`` if a seat isn't there
            or the name can't be shown; ``busy`` or ``unwritable``.
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
            published.places if plays and seats is None and not published.people else 0,
        )
        before = published.roster.phones.get(key, Phone())
        wanted = seat_request.of(before)
        asked = published.roster.held_by_others(key, wanted.seats)
        if has_joined and not self.window.is_open and published.people:
            asked = tuple(seat for seat in wanted.seats if seat not in before.seats)
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
            return Joined(cookie, wanted, is_asked=True)
        self._keeper.keep(lambda roster: seat_request.granted(roster, key))
        return Joined(cookie, self._keeper.published.roster.phones.get(key, wanted))

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
        """Ask at the table whether the joined phone with *cookie* may look after it.

        :raises Refusal: ``forbidden`` if it isn't in; ``asking`` if another question stands already; ``asked-lately``
            if it is the others' turn to ask.
        """
        key = self.key_of(cookie)
        if not key:
            raise Refusal(Message("session.forbidden"), "forbidden")
        name = self._keeper.published.roster.phones[key].name or Message("stage.ask-nobody")
        said = Message("stage.ask-owner", {"name": name})
        self.asking.ask(key, said, lambda: self._keeper.keep(lambda roster: roster.with_owner(key), 0))

    def let_owner_in(self, cookie: str) -> str:
        """Let the phone with *cookie* in, "" for a new one, and look after the table: its digits were right.

        Return its cookie.

        :raises Refusal: ``full`` if too many are in or look after it; ``busy`` or ``unwritable``.
        """
        if not self.key_of(cookie):
            cookie = secrets.token_urlsafe(_COOKIE_BYTES)
        key = _hash(cookie)
        self._keeper.keep(
            lambda roster: roster.with_phone(key, roster.phones.get(key, Phone()), takes_over=False).with_owner(key)
        )
        return cookie

    def new_television(self) -> str:
        """Let one more television be ours; return its token.

        :raises Refusal: ``full`` if there are too many; ``busy`` or ``unwritable``.
        """
        token = new_token()
        self._keeper.keep(lambda roster: roster.with_television(_hash(token)))
        return token

    def television_of(self, token: str) -> str:
        """Return the roster's key for the television with *token*, "" if it isn't ours."""
        key = _hash(token)
        return key if key in self._keeper.published.roster.televisions else ""

    def forget_televisions(self) -> None:
        """Let every television be a stranger again.

        :raises Refusal: ``busy`` or ``unwritable``.
        """
        self._keeper.keep(Roster.without_televisions)

    def outcome(self, cookie: str) -> Decision:
        """Return the fate of the last question of the phone with *cookie*."""
        return self.asking.outcome(_hash(cookie))

    def give_up(self, cookie: str) -> None:
        """Let the phone with *cookie* look after the table no more.

        :raises Refusal: ``busy`` or ``unwritable``.
        """
        key = self.key_of(cookie)
        self._keeper.keep(lambda roster: roster.without_owner(key))

    def sign_out(self, beginning: str) -> None:
        """Let the phone go whose hash has this *beginning*.

        :raises Refusal: ``refused`` if there is no such phone; ``busy`` or ``unwritable``.
        """
        key = next((key for key in self._keeper.published.roster.phones if key.startswith(beginning)), None)
        if key is None:
            raise Refusal(Message("owner.no-phone"), "refused")
        self._keeper.keep(lambda roster: roster.without(key))

    def leave(self, cookie: str) -> None:
        """Let the phone with *cookie* go; an unknown one is gone already.

        :raises Refusal: ``busy`` or ``unwritable``.
        """
        key = self.key_of(cookie)
        if key:
            self._keeper.keep(lambda roster: roster.without(key))


def _hash(cookie: str) -> str:
    return hashlib.sha256(cookie.encode("utf-8", "surrogatepass")).hexdigest()


def _sorted_seats(seats: Iterable[int], count: int) -> tuple[int, ...]:
    wanted = tuple(sorted(set(seats)))
    if any(not 0 <= seat < count for seat in wanted):
        raise Refusal(Message("join.no-seat"), "refused")
    return wanted


def _read_name(name: str) -> str:
    name = name.strip()
    unfit = any(unicodedata.category(letter) in _UNFIT or letter in _TURNING for letter in name)
    if unfit or not 1 <= len(name) <= LONGEST_NAME:
        raise Refusal(Message("join.bad-name"), "refused")
    return name
