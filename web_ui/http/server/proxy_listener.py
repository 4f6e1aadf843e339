"""Listeners for the owner's proxy alone, at a port and a socket.

The socket is in a folder.

Law: its callers never count as people at this computer, nor are they known by their address, which is the proxy's.
"""

from __future__ import annotations

import ipaddress
import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

from web_ui.http.access.hosts import is_loopback
from web_ui.http.server.listener import HttpListener, has_room_among_its_own
from web_ui.http.server.sockets import listen_at, listen_once_there
from web_ui.http.settings import WebSettings

log = logging.getLogger(__name__)

CONNECTIONS_OF_PROXY = 200
"""Maximum connections of the owner's proxy, besides streams.

All who come through it share them.
"""


class ProxyListener(HttpListener):
    """A `HttpListener` at the proxy's own port.

    All who come through the proxy share its connections.
    """

    proxy = ""
    """The only address from which it calls."""

    def is_known(self, address: str) -> bool:
        """Return False: *address* is the proxy's and identifies nobody."""
        return False

    def makes_room(self, address: str) -> bool:
        """Return True if *address* is the proxy's and has room.

        It may then have one more connection.
        """
        taken = self.open_connections()
        return self._is_proxy(address) and has_room_among_its_own(address, taken, CONNECTIONS_OF_PROXY)

    def _is_proxy(self, address: str) -> bool:
        return _plain(address) == _plain(self.proxy)


class ProxySocketListener(ProxyListener):
    """A `ProxyListener` at a socket in a folder.

    It has no addresses: the folder's permissions decide.
    """

    def _is_proxy(self, address: str) -> bool:
        return True

    def getsockname(self) -> tuple[str, str]:
        return "unix", str(self.socket.getsockname())

    def fix_addr(self, address: Any) -> tuple[str, None]:
        return "localhost", None

    def set_socket_options(self, connection: socket.socket) -> None:
        """Set none: they are TCP's."""

    def close(self) -> None:
        """Listen no more, and leave no socket behind."""
        Path(self.effective_port).unlink(missing_ok=True)
        super().close()


def listen_to_proxy(
    settings: WebSettings, unless_served: ExitStack
) -> tuple[list[tuple[type[ProxyListener], socket.socket]], tuple[str, ...]]:
    """Return the proxy's listening sockets, each with its listener class.

    They listen at the proxy's own port and path, if there are any; *unless_served* closes them. The second value holds
    the settings' keys that couldn't be listened to.
    """
    found, unheard = [], []
    for key, kind, listen in _wanted(settings):
        try:
            found.append((kind, unless_served.enter_context(listen())))
        except OSError as fault:
            log.error("%s can't be listened to for the proxy: %s", key, fault.strerror or fault)
            unheard.append(key)
    return found, tuple(unheard)


def _wanted(settings: WebSettings) -> Iterator[tuple[str, type[ProxyListener], Callable[[], socket.socket]]]:
    """Yield the settings' key, listener class and opener of each proxy socket."""
    if settings.proxy_port:
        proxy = settings.trusted_proxy
        here = "::1" if ":" in proxy else "127.0.0.1"
        host = here if is_loopback(proxy) else settings.host
        yield "web.proxy_port", ProxyListener, partial(listen_once_there, host, settings.proxy_port)
    if settings.proxy_socket:
        yield "web.proxy_socket", ProxySocketListener, partial(listen_at, Path(settings.proxy_socket))


def _plain(address: str) -> str:
    """Return *address* as it is written shortest, an IPv4 one as such."""
    read = ipaddress.ip_address(address)
    return str(getattr(read, "ipv4_mapped", None) or read)
