"""Where the mirror listens and how much it bears."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct, field

from companion.network.addresses import machine_addresses
from web_ui.http.content.headers import MAX_BODY_BYTES


class WebSettings(Struct, frozen=True):
    """The mirror's addresses and limits.

    *names* are further names of this machine; *addresses* returns the machine's own, asked again when an unknown one is
    used; *join_host* returns the one for phones, "" for none. A proxy with TLS calls at *proxy_port*, 0 for none, from
    *trusted_proxy*, or at *proxy_socket*, a path, "" for none, and names its caller in its *proxy_header*. *watching*
    is the owner's choice: whether strangers may watch. *streams* open streams are served at once, *streams_each* for
    one client. *clock* gives the monotonic seconds by which joins and commands are limited. A request's body has at
    most *body_bytes*, or the size in *room_for* for some paths; such a body is stored in the folder *large_bodies*
    until it is answered, None for the system's own folder for such files.
    """

    host: str = "0.0.0.0"
    port: int = 8080
    names: tuple[str, ...] = ()
    hostname: str = field(default_factory=socket.gethostname)
    addresses: Callable[[], Sequence[str]] = machine_addresses
    join_host: Callable[[], str] = lambda: ""
    watching: bool = True
    proxy_port: int = 0
    trusted_proxy: str = "127.0.0.1"
    proxy_header: str = "X-Forwarded-For"
    proxy_socket: str = ""
    streams: int = 200
    streams_each: int = 4
    heartbeat_s: float = 2.0
    clock: Callable[[], float] = time.monotonic
    body_bytes: int = MAX_BODY_BYTES
    room_for: Callable[[str], int] = lambda path: 0
    large_bodies: Path | None = None
