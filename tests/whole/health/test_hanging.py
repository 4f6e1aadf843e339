"""A real table under a service manager's watchdog: each of its parts hangs once, and comes back."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.app import build, close
from companion.health.boot_note import BootNote
from companion.health.service_manager import ALIVE, READY, STOPPING, ServiceManager
from companion.health.watchdog import ONE_RESTART_IN_S, SCREEN_HANGS
from companion.parts.options import TableOptions
from companion.parts.table import Parts
from companion.start import start
from hardware.cues import MessageCue
from tests.support.service_managers import Manager
from tests.support.sse import Reader
from tests.support.tables import Phone, Process, settings
from tests.support.waiting import TIMEOUT_S, eventually
from tests.support.wording import say
from tests.whole.health.test_settings import health

WATCHDOG_S = 0.6
CUE = MessageCue(title="A", lines=("B",))


def screen(phone: Phone) -> tuple[bool, str]:
    """Return whether the table's screen works, and what is told of it."""
    status = next(each for each in phone.table["devices"] if each["name"] == "screen")
    return status["working"], status["text"]


class Hold:
    """Holds up whoever comes, while it is closed."""

    def __init__(self) -> None:
        self._open = threading.Event()
        self._open.set()
        self._lock = threading.Lock()
        self.held = 0

    def __call__(self, *_: object) -> None:
        if not self._open.is_set():
            with self._lock:
                self.held += 1
            self._open.wait(TIMEOUT_S)

    @contextmanager
    def closed(self) -> Iterator[None]:
        self.held = 0
        self._open.clear()
        try:
            yield
        finally:
            self._open.set()


@pytest.fixture
def bus() -> Hold:
    """Holds up the bus of the table's screen."""
    return Hold()


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    found = Manager(tmp_path / "notify", WATCHDOG_S)
    yield found
    found.close()


@pytest.fixture
def daemon(tmp_path: Path, manager: Manager, bus: Hold, monkeypatch: pytest.MonkeyPatch) -> Iterator[Parts]:
    """A table whose screen's bus is held up by *bus*."""
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    own = settings(tmp_path)
    daemon = build(own, own.table.data, TableOptions(tape=bus, manager=ServiceManager(manager.env)))
    try:
        start(daemon)
        yield daemon
    finally:
        close(daemon)


def is_alive(manager: Manager) -> None:
    """See that life is told of from now on."""
    manager.heard()
    eventually(lambda: ALIVE in manager.heard())


def is_missed(name: str, manager: Manager, log: pytest.LogCaptureFixture) -> None:
    """See that nothing is told until the service manager's patience is over, because *name* gives no sign of life."""
    manager.heard()
    log.clear()
    eventually(lambda: f"no sign of life: {name}" in log.text)
    assert manager.heard() == []


def test_session_and_server_are_missed_while_they_hang(
    daemon: Parts, manager: Manager, caplog: pytest.LogCaptureFixture
) -> None:
    hold = Hold()

    def hangs(name: str, ping: Callable[[Callable[[], None]], None], threads: int = 1) -> None:
        is_alive(manager)
        with hold.closed():
            for _ in range(threads):
                ping(hold)
            eventually(lambda: hold.held == threads)
            is_missed(name, manager, caplog)

    hangs("session", daemon.session.ping)
    hangs("server", daemon.server.ping, threads=8)
    with Reader(daemon.server.port) as page:
        page.next("table")
        hangs("server", daemon.server.ping)  # the streams' thread alone
    is_alive(manager)


def test_a_screen_whose_driver_hangs_costs_a_start_and_then_the_table_plays_without_it(
    daemon: Parts, manager: Manager, bus: Hold, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def hang(words: str) -> None:
        daemon.devices.screen.display.show(MessageCue(title="", lines=(words,)))
        eventually(lambda: bus.held == 1)

    is_alive(manager)
    with bus.closed():
        hang("first")
        eventually(lambda: "the table starts again for its sake" in caplog.text)
        is_missed("screen", manager, caplog)
    is_alive(manager)
    note = BootNote("screen", tmp_path / "data", os.environ)
    assert note.within(ONE_RESTART_IN_S) == [], "it was only slow"
    note.write([note.now_s()])
    phone, landed = Phone(daemon.server.port), threading.Event()
    with bus.closed():
        hang("second")
        daemon.devices.screen.display.land(CUE, landed.set)
        eventually(lambda: health(phone) == {SCREEN_HANGS: say("health.screen-hangs")})
        is_alive(manager)
        assert landed.is_set(), "a roll doesn't wait for it"
        landed.clear()
        daemon.devices.screen.display.land(CUE, landed.set)
        assert landed.is_set()
        assert screen(phone) == (False, say("device.oled.hangs"))
    eventually(lambda: screen(phone) == (True, ""))
    eventually(lambda: health(phone) == {})


def test_the_service_manager_hears_when_the_table_is_ready_and_when_it_ends(tmp_path: Path, manager: Manager) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for name, value in manager.env.items():
            patch.setenv(name, value)
        table = Process(tmp_path)
    try:
        heard = manager.heard()
        eventually(lambda: heard.extend(manager.heard()) or heard.count(ALIVE) > 0)  # type: ignore[func-returns-value]
        assert heard[0] == READY, "a sign of life before it would have the watchdog begin in the midst of the start"
        assert table.stop() == 0
        heard += manager.heard()
        assert STOPPING in heard
        assert heard[-1] in (STOPPING, ALIVE)
    finally:
        table.process.kill()
