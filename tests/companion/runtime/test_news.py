from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.runtime import netlink
from companion.runtime.netlink import Uevents
from companion.runtime.news import NewsWatch
from tests.support.waiting import TIMEOUT_S

PLUGGED_IN = b"add@/devices/usb1/sda1\0ACTION=add\0SUBSYSTEM=block\0DEVNAME=sda1\0"
SETTLED = b"libudev\0\xfe\xed\xca\xfeACTION=add\0SUBSYSTEM=block\0DEVNAME=/dev/sda1\0"
OFTEN_S = 0.05
OTHER = b"add@/devices/usb1/ttyACM0\0ACTION=add\0SUBSYSTEM=tty\0DEVNAME=blocks/SUBSYSTEM=block\0"


class Kernel:
    """A kernel that tells what a test has it tell, as a socket; a fault of binding it, and of reading it once."""

    def __init__(self) -> None:
        self.theirs, self.ours = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.theirs.setblocking(False)
        self.fault_of_bind: OSError | None = None
        self.fault_of_recv: OSError | None = None

    def opened(self, *kind: int) -> Kernel:
        return self

    def bind(self, address: tuple[int, int]) -> None:
        if self.fault_of_bind is not None:
            raise self.fault_of_bind

    def fileno(self) -> int:
        return self.theirs.fileno()

    def recv(self, most: int) -> bytes:
        fault, self.fault_of_recv = self.fault_of_recv, None
        if fault is not None:
            raise fault
        return self.theirs.recv(most)

    def close(self) -> None:
        self.theirs.close()


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Iterator[Kernel]:
    kernel = Kernel()
    monkeypatch.setattr(netlink, "socket", SimpleNamespace(**{**vars(socket), "socket": kernel.opened}))
    yield kernel
    kernel.theirs.close()
    kernel.ours.close()


@pytest.mark.parametrize(("told", "counts"), [(PLUGGED_IN, True), (SETTLED, True), (OTHER, False)])
def test_news_of_the_subsystem_count_and_no_others(kernel: Kernel, told: bytes, counts: bool) -> None:
    news = Uevents("block")
    kernel.ours.send(told)
    assert (news.heard(), news.heard()) == (counts, False)


def test_all_that_has_come_is_taken_in_at_once(kernel: Kernel) -> None:
    news = Uevents("block")
    for told in (OTHER, PLUGGED_IN, OTHER):
        kernel.ours.send(told)
    assert (news.heard(), news.heard()) == (True, False)


def test_lost_news_count(kernel: Kernel) -> None:
    news = Uevents("block")
    kernel.fault_of_recv = OSError("no buffer space is left")
    assert (news.heard(), news.heard()) == (True, False)


def test_where_nothing_is_told_no_socket_is_left_open(kernel: Kernel) -> None:
    kernel.fault_of_bind = OSError("not here")
    with pytest.raises(OSError, match="not here"):
        Uevents("block")
    assert kernel.fileno() == -1


def test_the_real_kernel_lets_itself_be_listened_to() -> None:
    news = Uevents("block")
    news.heard()
    news.close()


def test_a_burst_of_news_is_one_change_and_the_end_ends_the_thread(kernel: Kernel) -> None:
    changes: list[str] = []
    changed = threading.Event()

    def change() -> None:
        changes.append(threading.current_thread().name)
        changed.set()

    watch = NewsWatch(lambda: Uevents("block"), change, "sticks")
    assert watch.start()
    for told in (PLUGGED_IN, OTHER, SETTLED, PLUGGED_IN):
        kernel.ours.send(told)
    assert changed.wait(TIMEOUT_S)
    watch.close()
    assert changes == ["sticks"]
    assert "sticks" not in {thread.name for thread in threading.enumerate()}
    assert kernel.fileno() == -1


@pytest.mark.parametrize("told", [OTHER, PLUGGED_IN], ids=["that-do-not-count", "that-count"])
def test_news_without_end_put_a_change_off_no_longer(kernel: Kernel, told: bytes) -> None:
    changed = threading.Event()
    watch = NewsWatch(lambda: Uevents("block"), changed.set, "sticks")
    assert watch.start()
    kernel.ours.send(PLUGGED_IN)
    for _ in range(int(TIMEOUT_S / OFTEN_S)):
        kernel.ours.send(told)
        if changed.wait(OFTEN_S):
            break
    assert changed.is_set()
    watch.close()


def test_a_container_of_its_own_users_is_told_of_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    users = tmp_path / "uid_map"
    users.write_text("         0       1000          1\n", "ascii")
    monkeypatch.setattr(netlink, "_UID_MAP", users)
    with pytest.raises(OSError, match="container"):
        Uevents("block")


def test_where_there_are_no_news_it_is_logged_and_said(kernel: Kernel, caplog: pytest.LogCaptureFixture) -> None:
    kernel.fault_of_bind = OSError("not here")
    watch = NewsWatch(lambda: Uevents("block"), list, "sticks")
    assert not watch.start()
    assert "sticks: changes can't be followed: not here" in caplog.text
    watch.close()
