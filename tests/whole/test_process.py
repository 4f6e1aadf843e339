"""The command ``tidetable run`` as people run it: a process of its own, asked and killed from outside."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.journal.journal import open_for_reading
from tests.support.browsing import PHONE
from tests.support.paths import ROOT
from tests.support.tables import Process, Table, dice, environment, of_roll, running
from tests.support.waiting import eventually

SLOW = ("segno", "zeroconf", "ifaddr", "playwright")
START = """
import sys
from msgspec.structs import replace
from pathlib import Path
from companion.settings.reader import load
from companion.app import build, close
from companion.start import start
folder = Path(sys.argv[1])
own = load(None, {}, folder, folder / "none")
own = replace(own, web=replace(own.web, host=sys.argv[2], port=0), pins=replace(own.pins, choice="simulated"))
daemon = build(own, folder / "data")
start(daemon, ready=lambda: print([name for name in sys.argv[3:] if name in sys.modules]))
close(daemon)
"""


def on_a_phone(browser: Browser, table: Process, look: Callable[[Page], None]) -> None:
    with browser.new_page(viewport=PHONE) as page:  # type: ignore[arg-type]  # a mapping is taken too
        page.goto(f"http://127.0.0.1:{table.port}/")
        page.locator("#link:not([hidden])").wait_for()
        look(page)


def test_a_press_of_roll_shows_the_same_numbers_on_the_tables_screen_to_programs_and_on_a_phone(
    tmp_path: Path, browser: Browser
) -> None:
    with running(tmp_path, "--kit", "fireship", "--seats", "Ann,Ben") as table:

        def look(page: Page) -> None:
            table.press("roll")
            shown = table.roll(1)
            expect(page.locator(".sum")).to_have_text(str(shown["total"]))
            assert page.locator(".roll text").all_text_contents() == [str(value) for value in shown["values"]]
            assert shown["total"] == sum(shown["values"])
            table.shows(of_roll(table.table))

        on_a_phone(browser, table, look)
        assert table.stop() == 0


def roll_until_in_motion(table: Process) -> None:
    table.press("roll")
    eventually(lambda: table.table["reveal"] is not None)


@pytest.mark.long
def test_a_roll_under_way_when_the_plug_is_pulled_comes_again_the_same_however_the_table_is_started(
    tmp_path: Path,
) -> None:
    with running(tmp_path, "--kit", "fireship") as table:
        roll_until_in_motion(table)
        assert dice(table.table)["values"] is None
        table.kill()
    for words in ((), ("--kit", "fireship", "--lang", "fr")):
        with running(tmp_path, *words) as table:
            comes_again(table)
            table.kill()


@pytest.mark.long
def test_a_table_switched_off_while_the_dice_roll_ends_well_and_goes_on_with_the_same_result(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        roll_until_in_motion(table)
        assert table.stop() == 0
    with running(tmp_path) as table:
        comes_again(table)


def comes_again(table: Process) -> None:
    """See the result that is in the memory appear on *table*, once."""
    journal = open_for_reading(table.folder / "data")
    *_, result = journal.lines(1)
    journal.close()
    shown = table.roll(1)["values"]
    assert " ".join(["roll", *map(str, shown)]) == result.entry.do
    table.shows(of_roll(table.table))
    assert len(table.table["log"]) == 1


@pytest.mark.long
@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_what_is_slow_to_import_waits_until_the_table_answers(tmp_path: Path, host: str) -> None:
    own = {**environment(tmp_path), "PYTHONPATH": str(ROOT)}
    line = [sys.executable, "-c", START, str(tmp_path), host, *SLOW]
    done = subprocess.run(line, cwd=tmp_path, env=own, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "[]\n", "")


@pytest.mark.long
def test_a_table_that_was_closed_leaves_no_thread_and_no_open_file(tmp_path: Path) -> None:
    def open_files() -> list[str]:
        return sorted(str(each.readlink()) for each in Path("/proc/self/fd").iterdir() if each.is_symlink())

    with Table(tmp_path / "first"):
        pass  # what Python itself opens once and keeps
    threads, files = threading.active_count(), open_files()
    for name in ("second", "third"):
        with Table(tmp_path / name) as table:
            table.press("roll")
            table.roll(1)
            table.press("back", 1100)
    assert (threading.active_count(), open_files()) == (threads, files)
