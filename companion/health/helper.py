"""Client of the helper, for the few actions that need root."""

from __future__ import annotations

import logging
import socket
import stat
from pathlib import Path

from msgspec import Struct

log = logging.getLogger(__name__)

SOCKET = Path("/run/tidetable-helper.sock")
PATIENCE_S = 25.0
MOST_BYTES = 64
FIX_I2C, POWER_OFF, SET_CLOCK = "fix-i2c", "power-off", "set-clock"
MOUNT_STICK, UNMOUNT_STICK = "mount-stick", "unmount-stick"


class HelperAnswer(Struct, frozen=True):
    """The helper's answer: *is_done*, or the reason *why* not.

    *at_next_start* means that it only works after a restart of the computer.
    """

    is_done: bool
    at_next_start: bool = False
    why: str = ""


class Helper:
    """The helper behind the socket at *path*.

    There is none unless the table is a service.
    """

    def __init__(self, path: Path = SOCKET) -> None:
        self._path = path

    @property
    def is_there(self) -> bool:
        """Whether there is a helper."""
        try:
            return stat.S_ISSOCK(self._path.stat().st_mode)
        except OSError:
            return False

    def ask(self, verb: str, argument: str = "") -> HelperAnswer:
        """Send *verb* and return the answer.

        That may take long, so never call it on a thread that others wait for.
        """
        call = f"{verb} {argument}\n" if argument else f"{verb}\n"
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_CLOEXEC) as connection:
                connection.settimeout(PATIENCE_S)
                connection.connect(str(self._path))
                connection.sendall(call.encode("ascii"))
                said = connection.makefile("rb").readline(MOST_BYTES).decode("ascii", "replace")
        except OSError as error:
            log.warning("the helper can't be asked to %s: %s", verb, error.strerror or error)
            return HelperAnswer(is_done=False, why="no-helper")
        how, _, more = said.strip().partition(" ")
        log.info("the helper was asked to %s: %s", verb, ascii(said.strip()))
        if how == "done":
            return HelperAnswer(is_done=True, at_next_start=more == "at-next-start")
        return HelperAnswer(is_done=False, why=more if how in ("refused", "failed") else "no-helper")
