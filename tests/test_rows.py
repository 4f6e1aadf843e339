from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.rows import all_rows, each_row

Walk = Callable[..., None]


def failing_at(*rows: int) -> Walk:
    """Return the walk of rows 1 to 4 that fails at *rows*."""

    @each_row("row", [1, 2, 3, 4])
    def walk(row: int) -> None:
        assert row not in rows, f"{row} is bad"

    return walk


def faults_of(walk: Walk) -> list[str]:
    with pytest.raises(AssertionError) as error:
        walk()
    return str(error.value).splitlines()


def test_a_table_without_a_failing_row_passes() -> None:
    failing_at()()


def test_the_failure_names_each_row_that_failed_and_no_other() -> None:
    heading, *faults = faults_of(failing_at(2, 4))
    assert heading == "rows that failed: 2"
    assert [fault.partition("\n")[0] for fault in faults if fault.startswith("[")] == [
        "[2] AssertionError: 2 is bad",
        "[4] AssertionError: 4 is bad",
    ]


def test_whatever_a_row_raises_counts_and_the_first_is_the_cause() -> None:
    with pytest.raises(AssertionError, match="rows that failed: 3") as error, all_rows() as found:
        with found.row("one"):
            raise KeyError("lost")
        with found.row("two", 2):
            pytest.fail("no way")
        with found.row("three"), pytest.raises(ValueError):
            pass
        with found.row("four"):
            pass
    faults = str(error.value).splitlines()[1:]
    assert faults[:2] == ["[one] KeyError: 'lost'", "[two, 2] Failed: no way"]
    assert faults[2].startswith("[three] Failed: DID NOT RAISE")
    assert isinstance(error.value.__cause__, KeyError)


def test_a_row_is_named_by_its_values_its_id_or_the_names_that_are_given() -> None:
    @each_row(("one", "two"), [("a", 1), pytest.param("b", 2, id="the second")])
    def both(one: str, two: int) -> None:
        raise LookupError

    @each_row("number", [1, 2], ids=hex)
    def named(number: int) -> None:
        raise LookupError

    @each_row("number", [1, 2], ids=["one", "two"])
    def listed(number: int) -> None:
        raise LookupError

    assert [fault.partition("]")[0] for fault in faults_of(listed)[1:]] == ["[one", "[two"]
    assert [fault.partition("]")[0] for fault in faults_of(both)[1:]] == ["[a, 1", "[the second"]
    assert [fault.partition("]")[0] for fault in faults_of(named)[1:]] == ["[0x1", "[0x2"]


def test_of_two_tables_each_row_meets_each() -> None:
    met = []

    @each_row("outer", "ab")
    @each_row("inner", [1, 2])
    def walk(outer: str, inner: int) -> None:
        met.append((outer, inner))
        assert (outer, inner) != ("b", 1)

    faults = faults_of(walk)
    assert met == [("a", 1), ("a", 2), ("b", 1), ("b", 2)]
    assert faults[1].startswith("[b] ") and faults[2].startswith("[1] ")


@each_row("name", ["FIRST", "SECOND"])
def test_patches_and_folders_are_a_rows_own(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert {"FIRST", "SECOND"}.isdisjoint(os.environ)
    monkeypatch.setenv(name, "1")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").touch()


@pytest.mark.parametrize("table", [[], [(1, 2, 3)], [pytest.param(1, 2, marks=pytest.mark.soak)]])
def test_a_table_without_rows_with_wrong_ones_or_with_marks_is_refused(table: list[object]) -> None:
    with pytest.raises(ValueError):
        each_row(("one", "two"), table)
