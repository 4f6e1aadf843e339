"""A serial port, its other end held by the test."""

from __future__ import annotations

import os
import pty
import threading
import tty
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from firmware_host import port as ports
from firmware_host.port import SerialPort
from tests.support.waiting import TIMEOUT_S

MORE_THAN_IT_HOLDS = bytes(range(256)) * 256


@contextmanager
def ends() -> Iterator[tuple[SerialPort, int]]:
    """A port, and the other end of its line."""
    other, own = pty.openpty()
    tty.setraw(own)
    port = SerialPort(os.ttyname(own))
    try:
        yield port, other
    finally:
        port.close()
        os.close(own)
        os.close(other)


def test_more_than_the_line_holds_is_written_as_it_is_taken() -> None:
    with ends() as (port, other):
        writing = threading.Thread(target=port.write, args=(MORE_THAN_IT_HOLDS,))
        writing.start()
        come = b""
        while len(come) < len(MORE_THAN_IT_HOLDS):
            come += os.read(other, 4096)
        writing.join(TIMEOUT_S)
    assert come == MORE_THAN_IT_HOLDS


def test_a_port_that_takes_nothing_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ports, "WRITE_S", 0.001)
    with ends() as (port, _), pytest.raises(OSError, match="Write timeout"):
        while True:
            port.write(MORE_THAN_IT_HOLDS)


def test_all_that_has_come_is_read_at_once() -> None:
    with ends() as (port, other):
        assert not port.wait(0.0)
        os.write(other, b"\x00abc\x00")
        assert port.wait(TIMEOUT_S)
        assert port.read() == b"\x00abc\x00"
        assert not port.wait(0.0)


def test_a_port_with_something_to_read_that_is_not_there_has_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "read", lambda file, most: b"")
    with ends() as (port, _), pytest.raises(OSError, match="it has gone"):
        port.read()
