from __future__ import annotations

import json
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.bench.__main__ import PARTS, main
from tests.bench.figures import Row, Section, as_text
from tests.bench.sizes import SMALLEST
from tests.support.paths import ROOT

TEN = Row("ten", "ms", [10, 1, 2, 3, 4, 5, 6, 7, 8, 9], "beside it")


SHORT = "engine"
"""The part that stands for all of them in `make test`."""
NEEDS = {
    "brokers": pytest.mark.needs("mosquitto"),
    "club": pytest.mark.needs("mosquitto"),
    "siege": pytest.mark.needs("unshare"),
    "small": pytest.mark.soak,  # an emulator, and an arm64 computer's Python
}


@pytest.mark.parametrize(
    "part",
    [pytest.param(part, marks=NEEDS.get(part, () if part == SHORT else pytest.mark.long)) for part in PARTS],
)
def test_every_part_of_the_bench_measures_something(part: str, tmp_path: Path) -> None:
    # In a thread of its own: Playwright runs only once in each, and this one may have the other tests' browser.
    with ThreadPoolExecutor(1) as thread:
        sections = thread.submit(lambda: list(PARTS[part](SMALLEST, tmp_path))).result()
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


def test_without_a_browser_the_rest_is_measured_and_what_is_missing_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tests.bench.page.CHROMIUM", str(tmp_path / "none"))
    main(["page", "engine", "--json", str(tmp_path / "figures.json")], SMALLEST)
    found = json.loads((tmp_path / "figures.json").read_text("utf-8"))
    said = capsys.readouterr().out
    assert (len(found["sections"]), list(found["missing"])) == (1, ["page"])
    assert "page: not measured. Chromium is missing" in said
    assert found["sections"][0]["title"] in said


def test_without_an_emulator_no_small_computer_is_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemExit, match="nothing was measured"):
        main(["small"], SMALLEST)
    assert "small: not measured. QEMU is missing; on Debian: sudo apt-get install -y qemu" in capsys.readouterr().out


def test_without_node_the_tray_is_not_measured_and_nothing_at_all_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemExit, match="nothing was measured"):
        main(["tray"], SMALLEST)
    assert "tray: not measured. Node isn't installed" in capsys.readouterr().out


def test_make_measures_the_parts_that_are_named() -> None:
    command = ["make", "--no-print-directory", "-n", "bench", "PARTS=press oled", "ARGS=--presses 2"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert done.splitlines()[-1].endswith("-m tests.bench press oled --presses 2")
    assert "qemu" not in done
    small = subprocess.run([*command[:-2], "PARTS=small"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "for package in qemu-user-static:qemu-aarch64-static;" in small


def test_an_unknown_part_of_the_bench_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["pres"])
    assert ended.value.code == 2
    assert "pres; there are: press, brokers, oled" in capsys.readouterr().err
