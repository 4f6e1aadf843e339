"""Forgetting everything at a whole table: asked by its owner's page, said yes to by its buttons alone."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from tests.support.tables import Process, running, say
from tests.support.waiting import eventually
from tests.whole.test_backup_by_page import data_of, owner

SECRET = "Zoë"


def test_two_people_at_the_table_forget_everything_and_it_starts_as_new(tmp_path: Path, browser: Browser) -> None:
    with running(tmp_path, "--kit", "fireship", "--seats", f"{SECRET},Ben") as table:
        data = data_of(tmp_path)
        table.press("roll")
        eventually(lambda: len(table.table["log"]) == 1 and table.table["reveal"] is None)
        with owner(browser, table) as page:
            with page.expect_response("**/api/v1/owner*") as answer:
                page.get_by_role("button", name=say("forgetting.ask")).click()
            assert answer.value.status == 202
        body = {"buttons": ["roll", "draw"], "for_ms": 3500}
        assert table.ask("POST", "/api/v1/press", body).status == 200
        eventually(lambda: _has_no_game(table))
        assert table.stop() == 0
    assert not any(SECRET.encode() in path.read_bytes() for path in data.parent.rglob("*") if path.is_file())
    assert not data.with_name(f"{data.name}.forgetting").exists()


def _has_no_game(table: Process) -> bool:
    try:
        return table.table["game"] is None
    except (ConnectionError, ValueError):
        return False  # it starts again
