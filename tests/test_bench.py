from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.bench.__main__ import PARTS, main
from tests.bench.figures import Row, Section, as_text
from tests.bench.sizes import SMALLEST

TEN = Row("ten", "ms", [10, 1, 2, 3, 4, 5, 6, 7, 8, 9], "beside it")


@pytest.mark.parametrize("part", PARTS)
def test_every_part_of_the_bench_measures_something(part: str, tmp_path: Path) -> None:
    sections = list(PARTS[part](SMALLEST, tmp_path))
    rows = [row for section in sections for row in section.rows]
    assert rows
    assert all(len(row.samples) >= 1 and row.largest >= 0 for row in rows)
    assert all(as_text(section).startswith(section.title) for section in sections)


@pytest.mark.parametrize(("share", "sample"), [(0.0, 1), (0.1, 1), (0.11, 2), (0.5, 5), (0.95, 10), (1.0, 10)])
def test_a_share_is_the_least_sample_that_so_many_do_not_exceed(share: float, sample: int) -> None:
    assert TEN.at(share) == sample


def test_a_table_shows_the_distribution_and_a_single_figure_once() -> None:
    text = as_text(Section("Title", [TEN, Row("one", "MB", [1234.5])], "How."))
    assert [line.split() for line in text.splitlines()] == [
        ["Title"],
        ["====="],
        ["How."],
        ["p50", "p95", "p99", "max", "n", "unit"],
        ["ten", "5", "10", "10", "10", "10", "ms", "beside", "it"],
        ["one", "1,234", "1", "MB"],
    ]


def test_the_figures_are_written_for_programs_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["engine", "--json", str(tmp_path / "figures.json")], SMALLEST)
    found = json.loads((tmp_path / "figures.json").read_text("utf-8"))
    (section,) = found["sections"]
    assert section["title"] in capsys.readouterr().out
    assert all({"name", "unit", "n", "p50", "p95", "p99", "max", "beside"} == set(row) for row in section["rows"])


def test_an_unknown_part_of_the_bench_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["pres"])
    assert ended.value.code == 2
    assert "pres; there are: press, oled" in capsys.readouterr().err
