"""An event that signal handlers may set.

The main thread sleeps until then, and every signal wakes it.
"""

from __future__ import annotations

import signal
import socket
import threading
from contextlib import suppress

_ROOM = 64


class SignalEvent:
    """An event that is set once, for one thread that waits.

    Setting a ``threading.Event`` in a signal handler may wait for the very code that was interrupted. A handler runs
    on the main thread alone, and a signal that another thread happens to get doesn't wake that one: so while the main
    thread waits here, the interpreter writes each signal into the pipe that it waits by (a self-pipe).
    """

    def __init__(self) -> None:
        self._read, self._write = socket.socketpair()
        self._write.setblocking(False)  # full, it wakes the reader all the same
        self.is_set = False

    def set(self) -> None:
        """Let `wait` return, now and from now on.

        Any thread and any signal handler may call it, also after `close`.
        """
        self.is_set = True
        with suppress(OSError):
            self._write.send(b"\0")

    def wait(self) -> None:
        """Sleep until it is set.

        Signal handlers run meanwhile if this is the main thread.
        """
        if threading.current_thread() is not threading.main_thread():
            self._sleep()
            return
        before = signal.set_wakeup_fd(self._write.fileno(), warn_on_full_buffer=False)
        try:
            self._sleep()
        finally:
            signal.set_wakeup_fd(before)

    def _sleep(self) -> None:
        while not self.is_set:
            self._read.recv(_ROOM)

    def close(self) -> None:
        """Close its pipe; nobody waits any more."""
        self._write.close()
        self._read.close()
