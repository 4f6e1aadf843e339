"""A table some of whose program can't be loaded once it answers, and one that is closed while it is being loaded."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from importlib.abc import MetaPathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from companion.app import Daemon
from companion.doctor.running import TableDoctor
from companion.health.needed import HANDS, PAGES, part_fault
from companion.runtime.late import Late
from tests.support.tables import Phone, settings
from tests.support.waiting import TIMEOUT_S, eventually

MODULES = {HANDS: "companion.input.controls", PAGES: "web_ui.application"}


class HalfAnUpdate(MetaPathFinder):
    """A program whose *module* isn't there as long as this is among Python's finders."""

    def __init__(self, module: str) -> None:
        self._module = module

    def find_spec(self, fullname: str, path: object = None, target: ModuleType | None = None) -> None:
        if fullname == self._module:
            raise ImportError(f"half an update: {fullname}")


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[Daemon]:
    daemon = Daemon(settings(tmp_path), tmp_path / "data")
    yield daemon
    daemon.close()


@pytest.mark.parametrize("missing", [HANDS, PAGES])
def test_a_part_that_cannot_be_loaded_is_told_until_it_can_and_the_start_is_no_good_one_before(
    daemon: Daemon, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    monkeypatch.setattr("companion.health.needed.SETTLED_S", 0.01)
    settled = threading.Event()
    monkeypatch.setattr(daemon.health, "settle", settled.set)
    finder = HalfAnUpdate(MODULES[missing])
    monkeypatch.delitem(sys.modules, MODULES[missing], raising=False)
    monkeypatch.setattr(sys, "meta_path", [finder, *sys.meta_path])
    daemon.start()
    eventually(lambda: part_fault(missing) in daemon.health.faults.now)
    assert [fault.key for fault in daemon.session.published.faults if fault.key in MODULES] == [missing]
    phone = Phone(daemon.server.port)
    assert phone.get("/api/v1/healthz").status == (500 if missing == PAGES else 200)
    assert not settled.is_set()
    sys.meta_path.remove(finder)
    if missing == HANDS:
        phone.press("ok")
    else:
        assert phone.get("/api/v1/healthz").status == 200
    assert settled.wait(TIMEOUT_S)
    assert daemon.health.faults.now == ()


def test_what_is_made_in_the_background_after_the_close_is_closed_at_once(
    daemon: Daemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = threading.Event(), threading.Event()
    make: Any = daemon.doctor._make
    done: list[str] = []

    def slowly() -> TableDoctor:
        begun.set()
        assert go_on.wait(TIMEOUT_S)
        doctor: TableDoctor = make()
        done.append("made")
        return doctor

    close = TableDoctor.close

    def closed(doctor: TableDoctor) -> None:
        done.append("closed")
        close(doctor)

    monkeypatch.setattr("companion.app.LOOKS_S", 0.0)
    monkeypatch.setattr("companion.app.ANSWERED_S", 0.0)
    monkeypatch.setattr(TableDoctor, "look", lambda doctor: done.append("looked"))
    monkeypatch.setattr(TableDoctor, "close", closed)
    daemon.doctor = Late(slowly)
    daemon.start()
    assert begun.wait(TIMEOUT_S)
    background = [thread for thread in threading.enumerate() if thread.name == "late"]
    daemon.close()
    assert done == []
    go_on.set()
    for thread in background:
        thread.join(TIMEOUT_S)
    assert done == ["closed", "made"]
