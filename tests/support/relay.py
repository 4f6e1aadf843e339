"""A cable between two programs, in the test's hand: cut, plugged in again, or dead in one direction."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

LOCALHOST = "127.0.0.1"


class Relay:
    """Passes the bytes of each connection to its own ``port`` on to *target*, and the answers back."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._listener = socket.create_server((LOCALHOST, 0))
        self.port: int = self._listener.getsockname()[1]
        self._lock = threading.Lock()
        self._ends: list[socket.socket] = []
        self._is_cut = self._swallows = self._is_over = False
        self.passed = 0
        """How many bytes have gone to the target."""
        self._threads = [threading.Thread(target=self._accept, name="relay", daemon=True)]
        self._threads[0].start()

    def swallow_answers(self) -> None:
        """From now on nothing comes back; what is sent still gets through."""
        self._swallows = True

    def cut(self) -> None:
        """End all connections, and take no new ones."""
        with self._lock:
            self._is_cut = True
            ends, self._ends = self._ends, []
        for end in ends:
            _end(end)

    def plug_in(self) -> None:
        """Take connections again, and pass everything on."""
        with self._lock:
            self._is_cut = self._swallows = False

    def close(self) -> None:
        """End everything."""
        self._is_over = True
        self.cut()
        _end(self._listener)
        for thread in self._threads:
            thread.join()

    def _accept(self) -> None:
        while not self._is_over:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            far = None if self._is_cut else self._reached()
            with self._lock:
                if far is None or self._is_cut:
                    for each in (near, far):
                        if each is not None:
                            _end(each)
                    continue
                self._ends += [near, far]
            for source, sink in ((near, far), (far, near)):
                pump = threading.Thread(target=self._pump, args=(source, sink, source is far), daemon=True)
                self._threads.append(pump)
                pump.start()

    def _reached(self) -> socket.socket | None:
        try:
            return socket.create_connection((LOCALHOST, self._target))
        except OSError:
            return None

    def _pump(self, source: socket.socket, sink: socket.socket, is_answer: bool) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if is_answer and self._swallows:
                    continue
                sink.sendall(data)
                self.passed += 0 if is_answer else len(data)
        for end in (source, sink):
            _end(end)


def _end(end: socket.socket) -> None:
    with suppress(OSError):  # a pump that reads there has to notice
        end.shutdown(socket.SHUT_RDWR)
    end.close()


@contextmanager
def relay_to(target: int) -> Iterator[Relay]:
    """Give a cable to the port *target*; it is gone at the end."""
    relay = Relay(target)
    try:
        yield relay
    finally:
        relay.close()
