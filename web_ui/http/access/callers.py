"""Callers: their view of the table and their seats.

There are four kinds of callers: *this computer*, the table's own hands, which may speak for every seat and for the
table; a *phone* that has joined, which speaks for the seats it holds and for nothing else; a registered *television*,
which watches and keeps its place; and strangers, who may watch. No address and no header of a proxy is trusted, with
two exceptions: a peer on loopback that calls by a loopback name, and the caller named by the owner's own proxy at its
own port.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from companion.engine.values.seats import TABLE, WATCHER
from companion.model.snapshot import Snapshot
from web_ui.http.access.hosts import Hosts, is_loopback

COOKIE = "tidetable"
"""The name of the phones' cookie."""
TELEVISION_COOKIE = "tidetable-tv"
"""The name of the televisions' cookie."""
NO_SEAT = "none"
"""The requested seat for a watcher's view."""
_KEPT_S = 400 * 24 * 3600  # browsers keep none longer


def cookies_in(header: str) -> dict[str, str]:
    """Return the cookies in *header*; of two with one name, the first.

    The thread that reads for everybody calls this, and mustn't wait for the import of Werkzeug.
    """
    found: dict[str, str] = {}
    for each in header.split(";"):
        name, _, value = each.partition("=")
        found.setdefault(name.strip(), value.strip().strip('"'))
    return found


class ViewKey(NamedTuple):
    """The key of a view that callers may share."""

    viewer: int
    seats: frozenset[int]
    """The seats they may speak for."""
    lang: str
    joined: bool = False
    arrived: tuple[str, ...] = ()
    """The ids of their own last commands."""
    has_forms: bool = True
    """Whether the table's own page is sent the seats' forms.

    Any seat may fill them in; they are long, and seldom opened.
    """


class Caller(Struct, frozen=True):
    """One caller; *key* identifies clients for streams and commands.

    *phone* is the roster's key of a phone that has joined, else ""; *looks* is the seat it asked to look through.
    *television* is the roster's key of a registered television, else "". A caller that only *watches* has a watcher's
    view and speaks for nobody: a television.
    """

    this_computer: bool
    key: str
    phone: str = ""
    looks: int | None = None
    watches: bool = False
    television: str = ""

    def has_joined(self, published: Snapshot) -> bool:
        """Return True for a joined phone that wasn't signed out since."""
        return self.phone in published.roster.phones

    def is_stranger(self, published: Snapshot) -> bool:
        """Return True if the table doesn't know the caller.

        A stranger has to make room for others.
        """
        known = self.this_computer or self.has_joined(published) or self.television in published.roster.televisions
        return not known

    def was_sent_away(self, published: Snapshot) -> bool:
        """Return True for a former phone or television."""
        roster = published.roster
        gone = bool(self.phone) and self.phone not in roster.phones
        return gone or (bool(self.television) and self.television not in roster.televisions)

    def is_owner(self, published: Snapshot) -> bool:
        """Return True for an owner: this computer, or a confirmed phone.

        The table confirmed it.
        """
        return self.this_computer or self.phone in published.roster.owners

    def viewer(self, speaks_for: frozenset[int]) -> int:
        """Return the viewer of a caller that *speaks_for* these seats.

        It is the requested seat if it is theirs; else a phone's first seat, or a watcher. The table's own page sees the
        open cards, but nobody's hidden ones, unless it asks for a seat.
        """
        if self.looks is not None and self.looks in speaks_for:
            return self.looks
        if self.this_computer and not self.watches:
            return TABLE
        return min((seat for seat in speaks_for if seat != TABLE), default=WATCHER)

    def speaks_for(self, published: Snapshot) -> frozenset[int]:
        """Return the caller's seats; none for a watcher."""
        people = published.seats_asked
        if self.watches:
            return frozenset()
        if self.this_computer:
            return frozenset({TABLE, *people})
        phone = published.roster.phones.get(self.phone)
        return frozenset(phone.seats).intersection(people) if phone else frozenset()


def calls_from_here(peer: str, host: str, hosts: Hosts) -> bool:
    """Return True if *peer* and the Host header *host* are loopback."""
    return is_loopback(peer) and hosts.is_loopback(host)


def caller_of(
    peer: str, phone: str = "", *, seat: str = "", television: str = "", this_computer: bool = False
) -> Caller:
    """Return the caller at the address *peer*.

    A joined *phone* may ask for a *seat*.

    *television* is its key in the roster, if it is one. A caller that asks for the seat `NO_SEAT` watches.
    """
    looks = int(seat) if seat.isascii() and seat.isdigit() and len(seat) <= 2 else None
    return Caller(this_computer, phone or television or peer, phone, looks, seat == NO_SEAT, television)


def cookie_header(cookie: str, name: str = COOKIE, is_secure: bool = False) -> str:
    """Return the Set-Cookie header for a phone's or television's *cookie*.

    "" takes it away.

    It has no date: a table whose calendar is wrong would end it at once. Without TLS there is no ``Secure``.
    """
    kept_s, secure = _KEPT_S if cookie else 0, "; Secure" if is_secure else ""
    return f"{name}={cookie}; Max-Age={kept_s}; Path=/; HttpOnly; SameSite=Strict{secure}"


def origin_matches(origin: str, host: str, scheme: str = "http") -> bool:
    """Return True if *origin* is of the same *host* and *scheme*."""
    return origin.lower() == f"{scheme}://{host.lower()}"
