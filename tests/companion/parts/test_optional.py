"""The list of optional parts: what it names can be made, once, when it is wanted."""

from __future__ import annotations

import importlib
import sys
import threading
import typing
from types import SimpleNamespace
from typing import Any

import pytest

from companion.health.faults import Faults
from companion.model.reports.faults import Fault
from companion.outside.faults import house_fault
from companion.parts import optional as listed
from companion.parts.optional import OptionalPart, OptionalParts
from companion.parts.table import Parts
from tests.support.waiting import TIMEOUT_S

LISTED = {name: each for name, each in vars(listed).items() if isinstance(each, OptionalPart)}
MODULE = "a_part_of_these_tests"


class Making:
    """The module of a part, that *waits* and *fails* as often as these say."""

    def __init__(self, fails: int = 0) -> None:
        self.fails, self.made = fails, list[object]()
        self.asked, self.go_on = threading.Event(), threading.Event()
        self.go_on.set()

    def make(self, table: object) -> object:
        self.asked.set()
        assert self.go_on.wait(TIMEOUT_S)
        if self.fails:
            self.fails -= 1
            raise ImportError("half an update")
        self.made.append(table)
        return self.made


@pytest.fixture
def making(monkeypatch: pytest.MonkeyPatch) -> Making:
    making = Making()
    monkeypatch.setitem(sys.modules, MODULE, typing.cast(Any, making))
    return making


@pytest.fixture
def faults() -> Faults:
    return Faults()


@pytest.fixture
def parts(faults: Faults) -> OptionalParts:
    parts = OptionalParts(faults)
    table: Any = SimpleNamespace(name="a table")
    parts.belong_to(table)
    return parts


@pytest.mark.parametrize("name", LISTED)
def test_each_line_names_a_module_that_makes_what_the_line_says(name: str) -> None:
    entry = LISTED[name]
    module = importlib.import_module(entry.module)
    (own,) = (
        typing.cast(Any, listed.__annotations__)[name].removeprefix("OptionalPart[").removesuffix("]").split(" | ")[:1]
    )
    assert module.make.__annotations__["return"] == own
    assert module.make.__annotations__["table"] == Parts.__name__


def test_a_part_is_made_of_its_table_once_when_it_is_first_wanted(parts: OptionalParts, making: Making) -> None:
    entry: OptionalPart[object] = OptionalPart(MODULE)
    assert parts.made(entry) is None
    assert parts.get(entry) is parts.get(entry) is parts.made(entry) is making.made
    assert making.made == [parts.table]


def test_threads_that_want_it_at_once_get_the_same_part(parts: OptionalParts, making: Making) -> None:
    entry: OptionalPart[object] = OptionalPart(MODULE)
    making.go_on.clear()
    found: list[object] = []
    threads = [threading.Thread(target=lambda: found.append(parts.get(entry))) for _ in range(3)]
    for thread in threads:
        thread.start()
    assert making.asked.wait(TIMEOUT_S)
    making.go_on.set()
    for thread in threads:
        thread.join(TIMEOUT_S)
    assert found == [making.made] * 3
    assert len(making.made) == 1


def test_a_part_that_could_not_be_made_is_tried_again(parts: OptionalParts, making: Making, faults: Faults) -> None:
    entry: OptionalPart[object] = OptionalPart(MODULE)
    making.fails = 1
    with pytest.raises(ImportError):
        parts.get(entry)
    assert parts.get(entry) is making.made
    assert faults.now == ()


def test_a_missing_library_is_told_and_the_part_is_left_out(
    parts: OptionalParts, making: Making, faults: Faults
) -> None:
    fault: Fault = house_fault("missing")
    entry: OptionalPart[object] = OptionalPart(MODULE, missing=fault)
    making.fails = 1
    assert parts.get(entry) is parts.get(entry) is None
    assert (faults.now, making.made) == ((fault,), [])


def test_a_part_that_the_settings_leave_out_is_never_imported(parts: OptionalParts) -> None:
    entry: OptionalPart[object] = OptionalPart("no_such_module", lambda table: False)
    assert parts.get(entry) is None


def test_a_replaced_part_is_there_from_the_start(faults: Faults) -> None:
    entry: OptionalPart[object] = OptionalPart("no_such_module")
    own = object()
    assert OptionalParts(faults, {entry: own}).get(entry) is own
