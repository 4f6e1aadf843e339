"""Pins, screen and tray chosen on the owner's page: tried by one start, kept by OK, else as before."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

from companion.settings.choices import FILE
from tests.support.tables import Phone, Process, running
from tests.support.waiting import eventually
from tests.support.wording import say
from tests.whole.health.test_settings import health

PRESSED_S = 0.3
CHOSEN = {"pins.roll": "4", "oled.driver": "sh1106"}


def wiring(table: Phone, do: str, values: dict[str, str] | None = None) -> Any:
    return table.ask("POST", "/api/v1/wiring", {"do": do, "values": values or {}})


def page_or_none(table: Phone) -> str | None:
    """Return the page of a table that is perhaps starting just now."""
    try:
        reply = table.get("/wiring")
        return reply.body.decode() if reply.status == 200 else None
    except (OSError, IndexError):
        return None


def is_asked(table: Phone) -> bool:
    return 'data-wiring="confirm"' in (page_or_none(table) or "")


def shows(table: Phone, key: str, value: str) -> bool:
    """Tell whether the field *key* has the *value*."""
    page = page_or_none(table)
    return page is not None and f'name="{key}" data-was="{value}"' in page


def is_kept_by_ok(table: Phone) -> bool:
    """Press OK, which counts once there was time to read the question; tell whether it is answered."""
    table.press("ok")
    threading.Event().wait(PRESSED_S)  # it is let go before it is pressed once more
    return not is_asked(table)


def stored(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "data" / FILE).read_text("utf-8"))
    return found


def try_out(table: Process) -> None:
    """Choose other pins and another controller, and wait for the question."""
    assert wiring(table, "save", CHOSEN).status == 200
    eventually(lambda: is_asked(table))
    assert shows(table, "pins.roll", "4")
    assert shows(table, "oled.driver", "sh1106")


def test_ok_at_the_table_keeps_what_was_chosen(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        try_out(table)
        eventually(lambda: is_kept_by_ok(table))
        assert stored(tmp_path)["now"]["pins.roll"] == {"value": 4, "under": None}
        assert wiring(table, "confirm").status == 400, "it is kept already"
        assert table.stop() == 0
    with running(tmp_path) as table:
        assert shows(table, "pins.roll", "4")
        assert health(table) == {}
        assert not is_asked(table)


def test_back_on_the_page_undoes_it_at_once(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        try_out(table)
        assert wiring(table, "back").status == 200
        eventually(lambda: shows(table, "oled.driver", "ssd1306"))
        assert shows(table, "pins.roll", "17")
        changed = ", ".join(map(say, ("wiring-page.pins.roll", "wiring-page.oled.driver")))
        assert say("wiring-page.refused", names=changed) in (page_or_none(table) or "")


def test_a_pulled_plug_during_the_trial_brings_the_values_before_back(tmp_path: Path) -> None:
    table = Process(tmp_path)
    try_out(table)
    table.kill()
    with running(tmp_path) as table:
        assert shows(table, "pins.roll", "17")
        assert health(table) == {"wiring.trial": say("health.trial-over")}
        assert table.stop() == 0
    with running(tmp_path) as table:
        assert health(table) == {}, "it is told once"
