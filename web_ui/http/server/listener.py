"""A listening port and the shares of its connections.

A caller may get one more connection, and another may lose one for it.
"""

from __future__ import annotations

import errno
import logging
import math
import socket
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from waitress import wasyncore
from waitress.server import TcpWSGIServer

from web_ui.http.access.admission import Admission, first_to_go
from web_ui.http.server.connection import UNFINISHED_S, Connection

log = logging.getLogger(__name__)

CONNECTIONS = 400
_CONNECTIONS_OF_STRANGERS = 300
_CONNECTIONS_EACH = 40
"""Maximum connections of an address, besides streams.

A browser opens six, a router may stand for a family.
"""
_ARRIVALS_A_TURN = 32
_INTRODUCTION_S = 1.0
"""Seconds in which a new caller needn't identify themselves.

They aren't given up while others can be.
"""
_EXHAUSTED = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
_EXHAUSTED_S = 1.0
"""Seconds without new connections after the descriptors ran out."""
_POLL_S = 1.0
_HERE = frozenset({"127.0.0.1", "::1", "::ffff:127.0.0.1"})


class HttpListener(TcpWSGIServer):  # type: ignore[misc]
    """Waitress with limits on requests' time and addresses' connections.

    It cleans up connections by a clock that can't jump; waitress's own cleanup, by the calendar, never runs.
    """

    channel_class = Connection
    describe_error: Callable[[int], bytes]
    admission: Admission
    clock: Callable[[], float] = staticmethod(time.monotonic)
    looked_s = 0.0
    next_channel_cleanup = math.inf
    exhausted_s: float | None = None
    """Since when no descriptor was left for one more connection."""
    proxy_header = ""
    """The proxy's header with its caller's name, "" without a proxy."""
    _nobody_waits = False

    def is_known(self, address: str) -> bool:
        """Return True if *address* probably belongs to a joined caller."""
        return address in _HERE or self.admission.knows(address)

    def close(self) -> None:
        """Stop listening, but keep the trigger.

        A thread that answers may still wake the loop by its descriptor.
        """
        wasyncore.dispatcher.close(self)

    def end(self) -> None:
        """Close all connections, so that the loop ends.

        Only its own thread may call this.
        """
        self.trigger.del_channel()
        wasyncore.close_all(self._map, ignore_all=True)

    def run(self) -> None:
        """Serve until everything is closed.

        While no connection is open, only a new caller and the trigger wake the loop.
        """
        while self._map:
            listeners = [each for each in self._map.values() if isinstance(each, HttpListener)]
            wasyncore.poll2(_POLL_S if any(each.has_to_look for each in listeners) else None, self._map)

    @property
    def has_to_look(self) -> bool:
        """Whether anything here ends by time alone.

        It is a resting connection, or a pause of new ones.
        """
        return bool(self.active_channels) or self.exhausted_s is not None

    def readable(self) -> bool:
        now_s = self.clock()
        if now_s - self.looked_s >= _POLL_S:
            self.looked_s = now_s
            self._end_unfinished(now_s)
            self.maintenance(now_s)
        rests = self.exhausted_s is not None and now_s - self.exhausted_s < _EXHAUSTED_S
        return not rests and bool(super().readable())

    def _end_unfinished(self, now_s: float) -> None:
        for channel in self.active_channels.values():
            if channel.arriving is not None and channel.is_idle and now_s - channel.since_s >= UNFINISHED_S:
                channel.will_close = True

    def handle_accept(self) -> None:
        for _ in range(_ARRIVALS_A_TURN):
            super().handle_accept()
            if self._nobody_waits:
                break

    def accept(self) -> tuple[socket.socket, Any] | None:
        self._nobody_waits = True
        try:
            accepted: tuple[socket.socket, Any] | None = super().accept()
        except OSError as fault:
            if fault.errno not in _EXHAUSTED:
                raise
            self._rest(fault)
            return None
        if accepted is None:
            self._all_taken()
            return None
        self._nobody_waits = False
        if self.makes_room(str(self.fix_addr(accepted[1])[0])):
            return accepted
        accepted[0].close()
        return None

    def _rest(self, fault: OSError) -> None:
        """Take no connection for a while, and close one of the strangers'."""
        if self.exhausted_s is None:
            log.warning("no connection is taken until others end: %s", fault)
        self.exhausted_s = self.clock()
        self._give_up(self._strangers(self.open_connections()))

    def _all_taken(self) -> None:
        """Note that nobody waits any more and a descriptor is free."""
        if self.exhausted_s is not None:
            self.exhausted_s = None
            log.info("connections are taken again")

    def makes_room(self, address: str) -> bool:
        """Return True if *address* may have one more connection.

        Another is closed for it if there are too many.
        """
        if address in _HERE:
            return True
        is_known = self.admission.knows(address)
        if not is_known and not self.admission.may_arrive(address):
            return False
        if not has_room_among_its_own(address, self.open_connections()):
            return False
        taken = self.open_connections()
        if len(taken) < (CONNECTIONS if is_known else _CONNECTIONS_OF_STRANGERS):
            return True
        strangers = self._strangers(taken)
        if len(strangers) >= _CONNECTIONS_OF_STRANGERS and not is_known:
            return self._give_up(strangers)
        return len(taken) < CONNECTIONS or self._give_up(strangers)

    def open_connections(self) -> list[Connection]:
        """Return the connections that aren't being closed, oldest first."""
        return [each for each in self.active_channels.values() if not each.will_close]

    def _strangers(self, taken: Sequence[Connection]) -> list[Connection]:
        known = {address for address in {each.address for each in taken} if self.is_known(address)}
        return [each for each in taken if each.address not in known]

    def _give_up(self, strangers: Sequence[Connection]) -> bool:
        """Close one of *strangers*; return False if there is none.

        One that has just connected is closed only if there is nobody else.
        """
        now_s = self.clock()
        introduced = [each for each in strangers if now_s - each.begun_s >= _INTRODUCTION_S]
        leaving = first_to_go(introduced or strangers, lambda each: each.address)
        if leaving is not None:
            leaving.will_close = True
        return leaving is not None


def has_room_among_its_own(address: str, taken: Iterable[Connection], most: int = _CONNECTIONS_EACH) -> bool:
    """Return True if *address* holds fewer than *most* connections.

    Otherwise its oldest idle one is closed to make room.
    """
    own = [each for each in taken if each.address == address]
    if len(own) < most:
        return True
    idle = min((each for each in own if each.is_idle), key=lambda each: each.since_s, default=None)
    if idle is None:
        return False
    idle.will_close = True
    return True
