"""The club's keeper: one password, stored as a hash, and its sessions.

Law: neither the password nor a session's cookie is stored or logged, and guesses are slowed down. A new password ends
all sessions, even if another process has set it.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import secrets
import threading
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta, Struct

from companion.runtime.atomic_file import keep
from web_ui.http.access.admission import machine_of

log = logging.getLogger(__name__)

FILE = "keeper.json"
SHORTEST, LONGEST = 12, 200
"""Minimum and maximum length of a password."""
COOKIE = "tidetable-keeper"
SESSION_S = 12 * 3600
MAX_SESSIONS = 50
"""Maximum number of sessions; one more ends the oldest."""
TRIES = 5
PAUSE_S = 60.0
"""Pause of a machine after its last permitted try."""
TRIES_OF_ALL = 100
"""Maximum tries of all machines in a minute, more than any club's."""
ROOM = 1024
"""Maximum number of machines remembered.

The one with the oldest try is forgotten first.
"""
_SALT_BYTES = 16
_COOKIE_BYTES = 32
_HASH_BYTES = 32
Hex = Annotated[str, Meta(pattern="^[0-9a-f]{32,128}$")]


class Password(Struct, frozen=True):
    """A stored password: its scrypt *hash*, its own *salt*, and the parameters.

    Both are in hex. The cost is 32 MiB and about a tenth of a second on a small computer: RFC 7914, as OWASP's sheet
    has it.
    """

    salt: Hex
    hash: Hex
    n: Annotated[int, Meta(ge=2, le=2**17)] = 2**15
    r: Annotated[int, Meta(ge=1, le=16)] = 8
    p: Annotated[int, Meta(ge=1, le=4)] = 1

    @classmethod
    def of(cls, password: str) -> Password:
        """Return *password* for storage, with a new salt."""
        made = cls(secrets.token_hex(_SALT_BYTES), "")
        return msgspec.structs.replace(made, hash=made.hash_of(password).hex())

    def hash_of(self, password: str) -> bytes:
        """Return the hash of *password* with this salt.

        Characters that look the same are the same.
        """
        written = unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")
        room = 256 * self.n * self.r
        return hashlib.scrypt(
            written, salt=bytes.fromhex(self.salt), n=self.n, r=self.r, p=self.p, maxmem=room, dklen=_HASH_BYTES
        )

    def fits(self, password: str) -> bool:
        """Return True if *password* is this one, in constant time."""
        return hmac.compare_digest(self.hash_of(password), bytes.fromhex(self.hash))


class BadPassword(ValueError):
    """A new password is too short or too long.

    The sentence doesn't quote it.
    """


class WrongPassword(Exception):
    """The password isn't the keeper's."""


class NoPassword(Exception):
    """The keeper has no readable password, so nobody can sign in."""


class MustWait(Exception):
    """Too many tries; the next is permitted in *wait_s* seconds."""

    def __init__(self, wait_s: float) -> None:
        super().__init__(f"{wait_s:.0f} s")
        self.wait_s = wait_s


class _Session(NamedTuple):
    until_s: float
    salt: str
    """The salt of the password at sign-in."""


class _Tried(NamedTuple):
    tries: int
    since_s: float
    until_s: float

    def once_more(self, now_s: float, limit: int) -> _Tried:
        """Return it with one more try, the first again after a minute.

        The try number *limit* starts a pause.
        """
        count, since_s = (1, now_s) if now_s - self.since_s >= PAUSE_S else (self.tries + 1, self.since_s)
        return _Tried(count, since_s, now_s + PAUSE_S if count == limit else 0.0)


class Keeper:
    """The keeper's password in *folder*, and the sessions of this process.

    Any thread may use it.

    :param clock: monotonic seconds.
    """

    def __init__(self, folder: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._file = folder / FILE
        self._clock = clock
        self._lock = threading.Lock()
        self._hashing = threading.Lock()
        self._sessions: OrderedDict[str, _Session] = OrderedDict()
        self._tried: OrderedDict[str, _Tried] = OrderedDict()
        self._tried_by_all = _Tried(0, clock(), 0.0)
        self._read: tuple[tuple[int, int], Password | None] = ((0, 0), None)

    def set_password(self, password: str) -> None:
        """Store *password* durably as the new one; all sessions end.

        :raises BadPassword: if it is too short or too long.
        :raises OSError: if it can't be written.
        """
        signs = len(unicodedata.normalize("NFC", password))
        if not SHORTEST <= signs <= LONGEST:
            raise BadPassword(f"{signs} signs were given; a password has {SHORTEST} to {LONGEST}")
        keep(self._file, msgspec.json.encode(Password.of(password)))

    @property
    def has_password(self) -> bool:
        """Whether anybody can sign in."""
        return self._password() is not None

    def sign_in(self, password: str, address: str) -> str:
        """Begin a session by *password* from *address*; return its cookie.

        :raises MustWait: if there were too many tries, from there or in all.
        :raises NoPassword: if there is none yet.
        :raises WrongPassword: if it is another one.
        """
        kept = self._password()
        if kept is None:
            raise NoPassword
        self._count(address)
        with self._hashing:  # each takes much memory
            fits = len(password) <= LONGEST and kept.fits(password)
        if not fits:
            log.warning("somebody at %s gave a wrong keeper's password", address)
            raise WrongPassword
        cookie = secrets.token_urlsafe(_COOKIE_BYTES)
        with self._lock:
            self._tried.pop(machine_of(address), None)
            self._sessions[_hash(cookie)] = _Session(self._clock() + SESSION_S, kept.salt)
            if len(self._sessions) > MAX_SESSIONS:
                self._sessions.popitem(last=False)
        return cookie

    def sign_out(self, cookies: Mapping[str, str]) -> None:
        """End the session of *cookies*, if there is one."""
        with self._lock:
            self._sessions.pop(_hash(cookies.get(COOKIE, "")), None)

    def keeper_of(self, cookies: Mapping[str, str]) -> str:
        """Return the id of the session for *cookies*, "" for none."""
        cookie = cookies.get(COOKIE, "")
        known = _hash(cookie) if cookie else ""
        return known if self.is_signed_in(known) else ""

    def is_signed_in(self, keeper: str) -> bool:
        """Return True if the session *keeper* is still valid."""
        with self._lock:
            session = self._sessions.get(keeper)
        if session is None:
            return False
        kept = self._password()
        return self._clock() < session.until_s and kept is not None and kept.salt == session.salt

    def _count(self, address: str) -> None:
        """Count a try from *address*, before its result is known.

        :raises MustWait: if no more are permitted now.
        """
        now_s, machine = self._clock(), machine_of(address)
        with self._lock:
            own, by_all = self._tried.get(machine, _Tried(0, now_s, 0.0)), self._tried_by_all
            wait_s = max(own.until_s, by_all.until_s) - now_s
            if wait_s > 0:
                raise MustWait(wait_s)
            # Each try restarts its machine's minute; the minute of all machines together runs to its end.
            self._tried[machine] = own.once_more(now_s, TRIES)._replace(since_s=now_s)
            self._tried.move_to_end(machine)
            self._tried_by_all = by_all.once_more(now_s, TRIES_OF_ALL)
            while len(self._tried) > ROOM:
                self._tried.popitem(last=False)

    def _password(self) -> Password | None:
        """Return the stored password, reading its file again after a change."""
        try:
            status = self._file.stat()
            which = (status.st_ino, status.st_mtime_ns)
            if self._read[0] != which:
                self._read = (which, msgspec.json.decode(self._file.read_bytes(), type=Password))
        except FileNotFoundError:
            return None
        except (OSError, msgspec.MsgspecError) as error:
            log.error("the keeper's password can't be read: %s", type(error).__name__)
            return None
        return self._read[1]


def _hash(cookie: str) -> str:
    return hashlib.sha256(cookie.encode("utf-8", "surrogatepass")).hexdigest()
