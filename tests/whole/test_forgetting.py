"""Forgetting everything at a whole table: asked by its owner's page, said yes to by its buttons alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.phones import confirmation
from hardware.board.wiring import Wiring
from hardware.cues import MessageCue
from tests.support.tables import Process, Table, running
from tests.support.waiting import eventually
from tests.support.wording import say
from tests.whole.test_backup_by_page import data_of, owner

SECRET = "Zoë"


@pytest.mark.long
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


HELD_MS = 400


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have OK held for a moment in place of ten seconds."""
    monkeypatch.setattr(confirmation, "READ_S", 0.0)
    monkeypatch.setattr(confirmation, "HELD_S", HELD_MS / 1000)


def is_down(table: Table) -> bool:
    """Tell whether OK is held down."""
    return not table.daemon.devices.pins.factory.pin(Wiring().by_name["ok"]).state


def press(table: Table, for_ms: int) -> None:
    assert table.ask("POST", "/api/v1/press", {"button": "ok", "for_ms": for_ms}).status == 200


@pytest.mark.usefixtures("soon")
def test_ok_held_until_its_end_says_yes_and_let_go_sooner_it_says_nothing(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        daemon = table.daemon
        daemon.reset.ask("somebody's phone")
        question = MessageCue(title="", lines=(say("stage.ask-forget"), say("stage.forget-how")))
        table.glass_shows(question)
        press(table, HELD_MS // 4)
        eventually(lambda: not is_down(table))
        assert (daemon.asking.outcome("forget:somebody's phone"), daemon.reset.is_wanted) == ("waiting", False)
        table.glass_shows(question)
        press(table, 4 * HELD_MS)
        daemon.power.wait()
        assert daemon.reset.is_wanted
        assert not daemon.power.is_off, "it starts again, as new"


def test_ok_is_held_for_ten_seconds() -> None:
    assert confirmation.HELD_S == 10.0
