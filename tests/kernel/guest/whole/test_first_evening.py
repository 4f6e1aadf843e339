"""The first evening: its questions answered by hands at the table, a phone comes in and rolls, and a backup is made."""

from __future__ import annotations

import json
import shutil
import sqlite3
import urllib.request
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.kernel.guest.rig import Rig
from tests.kernel.guest.table import RESULTS
from tests.kernel.guest.waiting import eventually
from tests.kernel.guest.whole.computer import CARRIED, DATA, LONG_S, PROGRAM, UNIT, OwnTable, call, told, uptime_s

Noted = Callable[[str], None]
HOLD_S = 4.0
PHONES_HOST = "tidetable.local"
BACKUP = "table.zip"


def asked() -> str:
    """Return the question that stands, as the journal has it; before the first answer it has none."""
    with closing(sqlite3.connect(f"file:{DATA / 'journal.sqlite'}?mode=ro", uri=True)) as database:
        row = database.execute("SELECT value FROM setting WHERE name = 'first-evening'").fetchone()
    return str(row[0]) if row else "language"


def by_phone(table: OwnTable, path: str, cookie: str = "", **body: object) -> tuple[dict[str, Any], str]:
    """Post *body* as a phone that found the table by its name; return the answer and the cookie that came with it."""
    headers = {"Host": PHONES_HOST, "Origin": f"http://{PHONES_HOST}", "Content-Type": "application/json"}
    if cookie:
        headers["Cookie"] = cookie
    request = urllib.request.Request(f"{table.here}{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer), str(answer.headers.get("Set-Cookie", "")).partition(";")[0]


def test_its_questions_are_answered_by_the_knob_and_its_first_roll_by_the_button(
    rig: Rig, table: OwnTable, note: Noted
) -> None:
    table.until_ready()
    note(f"power-on to READY {uptime_s():.0f} s")
    eventually(lambda: table.works("screen") and table.works("pins"), LONG_S)
    for step in ("language", "frame", "name"):
        eventually(lambda step=step: asked() == step)  # type: ignore[misc]
        shown = rig.picture()
        rig.press("ok")
        eventually(lambda shown=shown: rig.picture() != shown)  # type: ignore[misc]
    eventually(lambda: asked() == "roll" and rig.is_lit("roll"))
    rig.press("roll")
    eventually(lambda: asked() == "done")
    rig.press("ok")


def test_a_phone_comes_in_by_the_digits_and_rolls(rig: Rig, table: OwnTable) -> None:
    assert "version" in table.post("/api/v1/commands", seat="table", do="new fireship kit")
    rig.press("ok", HOLD_S)
    digits = eventually(lambda: json.loads(table.get("/api/v1/invite"))["digits"])
    joined, cookie = by_phone(table, "/api/v1/join", pin=digits, seats=[0], name="Ann")
    assert (joined["name"], joined["seats"]) == ("Ann", [0])
    seen = table.shown["version"]
    said, _ = by_phone(table, "/api/v1/commands", cookie, id="a-phone-rolls", seen=seen, seat="0", do="roll dice")
    assert "version" in said
    eventually(table.dice)
    CARRIED.write_text(json.dumps(table.dice()))


def test_a_backup_holds_it_while_the_game_goes_on(table: OwnTable) -> None:
    file = Path("/run") / BACKUP
    said = call(PROGRAM, "backup", str(file), "--data", "/var/lib/tidetable/table")
    assert said.startswith(f"{file} holds the table of /var/lib/tidetable/table")
    assert told(UNIT, "ActiveState") == "active"
    shutil.copyfile(file, RESULTS / BACKUP)
