"""A table some of whose program can't be loaded once it answers, and one that is closed while it is being loaded."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from importlib.abc import MetaPathFinder
from pathlib import Path
from types import ModuleType

import pytest

import companion.doctor.part
from companion.app import build, close
from companion.doctor.table_doctor import TableDoctor
from companion.parts.essentials import HANDS, PAGES, part_fault
from companion.parts.table import Parts
from companion.start import start
from tests.support.tables import Phone, settings
from tests.support.waiting import TIMEOUT_S, eventually

MODULES = {HANDS: "companion.input.part", PAGES: "web_ui.part"}


class HalfAnUpdate(MetaPathFinder):
    """A program whose *module* isn't there as long as this is among Python's finders."""

    def __init__(self, module: str) -> None:
        self._module = module

    def find_spec(self, fullname: str, path: object = None, target: ModuleType | None = None) -> None:
        if fullname == self._module:
            raise ImportError(f"half an update: {fullname}")


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[Parts]:
    daemon = build(settings(tmp_path), tmp_path / "data")
    yield daemon
    close(daemon)


@pytest.mark.parametrize("missing", [HANDS, PAGES])
def test_a_part_that_cannot_be_loaded_is_told_until_it_can_and_the_start_is_no_good_one_before(
    daemon: Parts, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    monkeypatch.setattr("companion.parts.essentials.SETTLED_S", 0.01)
    settled = threading.Event()
    monkeypatch.setattr(daemon.health, "settle", settled.set)
    finder = HalfAnUpdate(MODULES[missing])
    monkeypatch.delitem(sys.modules, MODULES[missing], raising=False)
    monkeypatch.setattr(sys, "meta_path", [finder, *sys.meta_path])
    start(daemon)
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
    daemon: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = threading.Event(), threading.Event()
    make = companion.doctor.part.make
    done: list[str] = []

    def slowly(table: Parts) -> TableDoctor:
        begun.set()
        assert go_on.wait(TIMEOUT_S)
        doctor = make(table)
        done.append("made")
        return doctor

    close_doctor = TableDoctor.close

    def closed(doctor: TableDoctor) -> None:
        done.append("closed")
        close_doctor(doctor)

    monkeypatch.setattr("companion.start.LOOKS_S", 0.0)
    monkeypatch.setattr("companion.start.ANSWERED_S", 0.0)
    monkeypatch.setattr(companion.doctor.part, "make", slowly)
    monkeypatch.setattr(TableDoctor, "look", lambda doctor: done.append("looked"))
    monkeypatch.setattr(TableDoctor, "close", closed)
    start(daemon)
    assert begun.wait(TIMEOUT_S)
    background = [thread for thread in threading.enumerate() if thread.name == "late"]
    close(daemon)
    assert done == []
    go_on.set()
    for thread in background:
        thread.join(TIMEOUT_S)
    assert done == ["closed", "made"]
