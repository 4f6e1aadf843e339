"""The service manager hears of life only while all parts answer; a screen that hangs is worth one start in an hour."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.health.boot_note import BootNote
from companion.health.faults import Faults
from companion.health.service_manager import ALIVE, READY, ServiceManager
from companion.health.watchdog import ONE_RESTART_IN_S, SCREEN_HANGS, Watchdog
from tests.support.service_managers import Manager

WATCHDOG_S = 15.0
TICK_S = 5.0


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    found = Manager(tmp_path / "notify", WATCHDOG_S)
    yield found
    found.close()


class Part:
    """A part of the table that answers unless it *hangs*."""

    def __init__(self) -> None:
        self.hangs = self.is_done_without = False
        self._asked: Callable[[], None] | None = None

    def ping(self, answered: Callable[[], None]) -> None:
        if self.hangs:
            self._asked = answered
        else:
            answered()

    def come_back(self) -> None:
        self.hangs = False
        if self._asked is not None:
            self._asked()

    def do_without(self) -> None:
        self.is_done_without = True


class Watched:
    """A table whose parts are pretended, under the eyes of a watchdog whose time passes by hand."""

    def __init__(self, folder: Path, manager: Manager) -> None:
        self.now_s, self.manager, self.faults = 1000.0, manager, Faults()
        self.session, self.server, self.screen = Part(), Part(), Part()
        boot = folder / "boot"
        boot.write_text("this one")
        self.note = BootNote("screen", folder, {"RUNTIME_DIRECTORY": str(folder)}, lambda: self.now_s, boot_id=boot)
        parts = {"session": self.session.ping, "server": self.server.ping}
        self.watchdog = Watchdog(
            ServiceManager(manager.env),
            parts,
            self.screen,
            self.note,
            faults=self.faults,
            monotonic_s=lambda: self.now_s,
        )

    def pass_s(self, seconds: float) -> list[str]:
        """Let *seconds* pass as the watchdog's thread would, and return what the service manager was told."""
        for _ in range(int(seconds / TICK_S)):
            self.watchdog.ask()
            self.watchdog.judge()
            self.now_s += TICK_S / 2
            self.watchdog.judge()
            self.now_s += TICK_S / 2
        return self.manager.heard()


@pytest.fixture
def table(tmp_path: Path, manager: Manager) -> Watched:
    return Watched(tmp_path, manager)


def test_a_table_whose_parts_answer_is_alive(table: Watched) -> None:
    assert set(table.pass_s(WATCHDOG_S)) == {ALIVE}
    assert table.faults.now == ()


@pytest.mark.parametrize("name", ["session", "server"])
def test_nothing_is_told_while_session_or_server_hangs_and_again_once_it_answers(table: Watched, name: str) -> None:
    part: Part = getattr(table, name)
    part.hangs = True
    assert table.pass_s(60) == []
    part.come_back()
    assert ALIVE in table.pass_s(TICK_S)
    assert table.note.within(ONE_RESTART_IN_S) == []


def test_a_screen_that_hangs_is_worth_one_start_and_in_that_hour_the_table_then_does_without_it(
    tmp_path: Path, manager: Manager
) -> None:
    before = Watched(tmp_path, manager)
    before.screen.hangs = True
    assert before.pass_s(WATCHDOG_S) == [], "the service manager starts it anew"
    assert not before.screen.is_done_without
    table = Watched(tmp_path, manager)
    table.now_s = before.now_s + 1.0
    table.screen.hangs = True
    told = table.pass_s(WATCHDOG_S)
    assert told != [], "it was told of life before its time was over"
    assert table.screen.is_done_without
    assert [fault.key for fault in table.faults.now] == [SCREEN_HANGS]
    table.session.hangs = True
    assert table.pass_s(30) == [], "a session that hangs is still seen"
    table.session.come_back()
    table.screen.come_back()
    table.pass_s(TICK_S)
    assert not table.faults.now
    table.now_s += ONE_RESTART_IN_S
    table.screen.hangs = True
    assert table.manager.heard() == []
    assert table.pass_s(30) == [], "an hour later it is worth another start"


def test_a_screen_that_is_only_slow_costs_no_start(table: Watched) -> None:
    table.screen.hangs = True
    table.pass_s(WATCHDOG_S)
    assert len(table.note.within(ONE_RESTART_IN_S)) == 1
    table.screen.come_back()
    assert ALIVE in table.pass_s(TICK_S)
    assert table.note.within(ONE_RESTART_IN_S) == []


def test_an_answer_to_an_older_question_is_none(table: Watched) -> None:
    late: list[Callable[[], None]] = []
    table.watchdog = Watchdog(
        ServiceManager(table.manager.env), {"session": late.append}, table.screen, table.note, faults=table.faults
    )
    table.watchdog.ask()
    table.watchdog.ask()
    late[0]()
    table.watchdog.judge()
    assert table.manager.heard() == []
    late[1]()
    table.watchdog.judge()
    assert table.manager.heard() == [ALIVE]


def test_the_service_manager_is_told_by_one_datagram_by_path_or_abstract_name(manager: Manager, tmp_path: Path) -> None:
    ServiceManager(manager.env).tell(READY, "STATUS=well")
    assert manager.heard() == ["READY=1\nSTATUS=well"]
    name = f"@tidetable-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(f"\0{name[1:]}")
        ServiceManager({"NOTIFY_SOCKET": name}).tell(READY)
        assert listening.recv(100) == b"READY=1"


@pytest.mark.parametrize(
    ("env", "watchdog_s"),
    [
        ({}, 0.0),
        ({"WATCHDOG_USEC": "15000000"}, 0.0),
        ({"NOTIFY_SOCKET": "/x"}, 0.0),
        ({"NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "15000000"}, 15.0),
        ({"NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "15000000", "WATCHDOG_PID": str(os.getpid())}, 15.0),
        ({"NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "15000000", "WATCHDOG_PID": "1"}, 0.0),
        ({"NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "-1"}, 0.0),
        ({"NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "soon"}, 0.0),
        ({"NOTIFY_SOCKET": "vsock:2:1"}, 0.0),
    ],
)
def test_who_watches_and_for_how_long_stands_in_the_environment(env: dict[str, str], watchdog_s: float) -> None:
    assert ServiceManager(env).watchdog_s == watchdog_s


def test_a_service_manager_that_is_gone_harms_nothing(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    ServiceManager({"NOTIFY_SOCKET": str(tmp_path / "gone")}).tell(READY)
    assert "can't be told READY=1" in caplog.text
    ServiceManager({}).tell(READY)
