"""One port for the tables of this process, one after the other: a browser knows again what it has fetched there."""

from __future__ import annotations

import os
import socket

_FIRST, _COUNT = 10_000, 20_000
"""Below those that Linux gives to whoever asks for any, and so never between two tables somebody else's."""


def port_of_process() -> int:
    """Return a port that is always the same one, or 0, which stands for any, while another table has it."""
    port = _FIRST + os.getpid() % _COUNT
    with socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind(("127.0.0.1", port))
            tried.listen()
        except OSError:
            return 0
    return port
