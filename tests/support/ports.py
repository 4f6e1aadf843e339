"""Ports of this computer: one for the tables of this process, and free ones for other programs."""

from __future__ import annotations

import os
import socket

_FIRST, _COUNT = 10_000, 20_000
"""Below those that Linux gives to whoever asks for any, and so never between two tables somebody else's."""


def port_of_process() -> int:
    """Return a port that is always the same one, or 0, which stands for any, while another table has it.

    A browser knows again what it has fetched there.
    """
    port = _FIRST + os.getpid() % _COUNT
    with socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind(("127.0.0.1", port))
            tried.listen()
        except OSError:
            return 0
    return port


def free_port() -> int:
    """Return a port that nobody has now, for a program that can't be told to take any."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])
