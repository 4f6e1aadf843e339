"""A backup by the owner's page, and the table put back from it: a whole process, its buttons and a real browser."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.upkeep.backup.leftovers import uploaded
from tests.support.browsing import PHONE
from tests.support.tables import Process, Reply, running
from tests.support.waiting import eventually
from tests.support.wording import say

PRESSED_EVERY = 20
SHOTS = os.environ.get("TIDETABLE_SHOTS", "")


def press_ok_until(table: Process, holds: Callable[[], bool]) -> None:
    """Press OK at the table, and let it go, until *holds*: one that comes too soon is no answer."""
    looks = count(1)

    def is_answered() -> bool:
        if next(looks) % PRESSED_EVERY == 0:
            with suppress(ConnectionError):  # it may be starting again already
                table.press("ok")
        return holds()

    eventually(is_answered)


def said_ok(table: Process, page: Page) -> None:
    """Press OK at the table until its question is answered."""
    asked = page.get_by_text(say("keeping-page.ask-how"))
    expect(asked).to_be_visible()
    press_ok_until(table, lambda: asked.count() == 0)


def given(table: Process) -> bytes:
    """Press OK at the table until it gives the backup that was asked for; return that."""
    answers: list[Reply] = []

    def is_given() -> bool:
        answers.append(table.get("/api/v1/backup"))
        return answers[-1].status == 200

    press_ok_until(table, is_given)
    return answers[-1].body


def owner(browser: Browser, table: Process) -> Page:
    page = browser.new_page(viewport=PHONE, accept_downloads=True)  # type: ignore[arg-type]  # a mapping is taken too
    page.goto(f"http://127.0.0.1:{table.port}/owner")
    page.locator("#play button").first.wait_for()
    return page


def look_into(page: Page, file: Path) -> None:
    """Choose *file*, and send it; the page may have been drawn anew between two moves."""

    def is_chosen() -> bool:
        page.get_by_label(say("keeping-page.file")).set_input_files(file)
        return bool(page.evaluate("document.querySelector('#restore input').files.length"))

    eventually(is_chosen)
    page.get_by_role("button", name=say("keeping-page.look")).click()


def shot(page: Page, name: str) -> None:
    if SHOTS:
        page.locator("#h-backup").scroll_into_view_if_needed()
        page.screenshot(path=f"{SHOTS}/{name}.png", full_page=True)


def data_of(folder: Path) -> Path:
    return next(path.parent for path in folder.rglob("journal.sqlite"))


@pytest.mark.long
def test_a_backup_is_downloaded_and_the_table_is_put_back_from_it(tmp_path: Path, browser: Browser) -> None:
    with running(tmp_path, "--kit", "fireship", "--seats", "Ann,Ben") as table, owner(browser, table) as page:
        table.press("roll")
        eventually(lambda: len(table.table["log"]) == 1 and table.table["reveal"] is None)
        expect(page.get_by_text(say("keeping-page.never"))).to_be_visible()
        shot(page, "never")
        with page.expect_download() as download:
            page.get_by_role("button", name=say("keeping-page.make")).click()
            said_ok(table, page)
        file = tmp_path / "kept.zip"
        file.write_bytes(Path(download.value.path()).read_bytes())
        shot(page, "ready")
        assert re.fullmatch(r"Tidetable-\d{4}-\d\d-\d\d\.zip", download.value.suggested_filename)
        page.reload()
        expect(page.get_by_text(re.compile("^Last backup: "))).to_be_visible()

        table.press("roll")
        eventually(lambda: len(table.table["log"]) == 2 and table.table["reveal"] is None)
        look_into(page, file)
        expect(page.get_by_text(say("keeping-page.goes-on", count=1))).to_be_visible()
        shot(page, "held")
        page.get_by_role("button", name=say("keeping-page.replaces")).click()
        expect(page.get_by_text(say("keeping-page.ask-how"))).to_be_visible()
        shot(page, "asked")
        table.press("back")
        expect(page.get_by_text(say("join.asked-no"))).to_be_visible()
        assert len(table.table["log"]) == 2, "a no changes nothing"


def has_lines(table: Process, count: int) -> bool:
    """Tell whether the table's log has *count* lines; a table that is starting again says nothing, or hangs up."""
    try:
        return len(table.table["log"]) == count
    except (OSError, json.JSONDecodeError):
        return False


@pytest.mark.long
def test_ok_at_the_table_puts_a_backup_in_its_place(tmp_path: Path, browser: Browser) -> None:
    with running(tmp_path, "--kit", "fireship", "--seats", "Ann,Ben") as table:
        table.press("roll")
        eventually(lambda: len(table.table["log"]) == 1 and table.table["reveal"] is None)
        rolled = table.roll(1)["values"]
        assert table.ask("POST", "/api/v1/backup", {"do": "ask"}).status == 202
        assert table.get("/api/v1/backup").status == 403, "not before the table's OK"

        file = tmp_path / "kept.zip"
        file.write_bytes(given(table))
        assert table.get("/api/v1/backup").status == 403, "one OK is for one backup"
        table.press("roll")
        eventually(lambda: len(table.table["log"]) == 2 and table.table["reveal"] is None)
        with owner(browser, table) as page:
            look_into(page, file)
            page.get_by_role("button", name=say("keeping-page.second")).click()
            said_ok(table, page)
            eventually(lambda: has_lines(table, 1))
            expect(page.get_by_label(say("keeping-page.file"))).to_be_visible()
        assert table.roll(1)["values"] == rolled
        data = data_of(tmp_path)
        assert uploaded(data) == []
        assert [each.name for each in data.parent.iterdir() if ".before-restore-" in each.name]
        assert table.stop() == 0


@pytest.mark.long
def test_a_file_that_is_no_backup_is_refused_in_a_sentence_and_nothing_changes(
    tmp_path: Path, browser: Browser
) -> None:
    with running(tmp_path, "--kit", "fireship") as table, owner(browser, table) as page:
        before = table.table["version"]
        bad = tmp_path / "bad.zip"
        bad.write_bytes(b"PK" * 5000)
        look_into(page, bad)
        expect(page.get_by_role("alert")).to_have_text(say("backup.no-backup"))
        assert table.table["version"] == before
        assert uploaded(data_of(tmp_path)) == []


def test_only_what_is_expected_may_be_large_and_nothing_leaves_unasked(tmp_path: Path) -> None:
    with running(tmp_path, "--kit", "fireship") as table:
        large = "x" * 5_000  # it arrives in one piece, so that the answer can be read
        assert table.ask("POST", "/api/v1/owner", large).status == 413
        assert table.ask("POST", f"/api/v1/backup/{'0' * 32}", large).status == 413
        assert table.ask("POST", "/api/v1/backup", {"do": "send"}).status == 201
        assert table.ask("POST", f"/api/v1/backup/{'0' * 32}", large).status == 413, "another word was given"
        path = table.ask("POST", "/api/v1/backup", {"do": "send"}).json["path"]
        assert table.ask("POST", path, large).status == 415, "it is expected, but it is no zip"
        assert table.ask("POST", "/api/v1/backup", {"do": "restore second"}).status == 422
        assert table.get("/api/v1/backup").status == 403
