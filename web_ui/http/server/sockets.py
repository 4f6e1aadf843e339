"""Listening sockets: at an address and port, or in a folder.

The address may be one that this computer gets later.
"""

from __future__ import annotations

import errno
import socket
from pathlib import Path

_IP_FREEBIND = 15
"""Linux's option for an address that may come later.

Python 3.11 has no name for it.
"""


class PortTaken(OSError):
    """Another program uses the port; the message says how to fix it."""


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket at *host* and *port*, 0 for any free.

    On "::" it takes IPv4 as well.

    :raises PortTaken: another program has the port.
    :raises OSError: the host isn't an address of this computer.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=128, dualstack_ipv6=host == "::")
    except OSError as fault:
        if fault.errno != errno.EADDRINUSE:
            raise
        advice = "stop that program, or choose another port with --port or in the settings under [web] port"
        raise PortTaken(fault.errno, f"port {port} on {host} is taken by another program: {advice}") from fault


def listen_beside(host: str, port: int, proxy_port: int) -> socket.socket:
    """Return a listening socket at another port than the proxy's.

    :raises PortTaken: another program has the port, or it is the proxy's.
    """
    if port and port == proxy_port:
        raise PortTaken(errno.EADDRINUSE, f"port {port} is the proxy's by the settings under [web] proxy_port")
    listening = listen(host, port)
    if listening.getsockname()[1] != proxy_port:
        return listening
    with listening:  # held meanwhile, so that the system names another
        return listen(host, port)


def listen_once_there(host: str, port: int) -> socket.socket:
    """Return a listening socket at *host*, now or later this computer's.

    :raises OSError: the port isn't available.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.setsockopt(socket.SOL_IP, _IP_FREEBIND, 1)
        if family == socket.AF_INET6:
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, host != "::")
        listening.bind((host, port))
        listening.listen(128)
    except OSError:
        listening.close()
        raise
    return listening


def listen_at(path: Path) -> socket.socket:
    """Return a listening socket at *path* for this user and its group.

    An old one that nobody listens to any more is removed.

    :raises OSError: something else is there, or the folder isn't or can't be written.
    """
    listening = socket.socket(socket.AF_UNIX)
    try:
        if path.is_socket():
            with socket.socket(socket.AF_UNIX) as asking:
                if asking.connect_ex(str(path)) == errno.ECONNREFUSED:
                    path.unlink()
        listening.bind(str(path))
        path.chmod(0o660)
        listening.listen(128)
    except OSError:
        listening.close()
        raise
    return listening
