"""The doctor of the real program: asked while a table runs and while none does, on the owner's page and the screen."""

from __future__ import annotations

import json
import subprocess
import threading
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from companion.doctor import checks
from companion.doctor.board import Power
from companion.doctor.checks import CHECKS
from companion.health.served_note import ServedNote
from companion.parts.optional import DOCTOR
from hardware.cues import ErrorCue
from tests.support.paths import ROOT
from tests.support.tables import Reply, Table, command_line, environment, running
from tests.support.waiting import TIMEOUT_S, eventually
from tests.support.wording import TEXTS, say


@pytest.fixture
def weak(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer whose power supply is too weak."""
    rows = tuple(replace(row, read=lambda _: Power(0x50005)) if row.key == "power" else row for row in CHECKS)
    monkeypatch.setattr(checks, "CHECKS", rows)


def call(folder: Path, runtime: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run ``tidetable doctor`` for the table in *folder*, in French."""
    own = {**environment(folder), "PYTHONPATH": str(ROOT), "LANG": "fr_FR.UTF-8", "LC_ALL": ""}
    own["RUNTIME_DIRECTORY"] = str(runtime)
    line = command_line("doctor", "--data", str(folder / "data"), *words)
    return subprocess.run(line, cwd=folder, env=own, capture_output=True, text=True, timeout=TIMEOUT_S)


@pytest.mark.long
def test_the_doctor_asks_the_table_that_runs_and_looks_by_itself_where_none_does(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        (note,) = tmp_path.glob("run-*/served-*.json")
        asked = call(tmp_path, note.parent, "--fix", "--json")
        table.stop()
    found = json.loads(asked.stdout)
    assert found["running"]
    assert {check["key"] for check in found["checks"]} == {row.key for row in CHECKS}
    assert found["fixed"] == [TEXTS.say("fr", "doctor.not-fixed", why=TEXTS.say("fr", "doctor.backup-no-stick"))]
    assert asked.returncode == any(check["level"] == "fault" for check in found["checks"])
    assert not note.exists()
    by_itself = call(tmp_path, note.parent)
    assert by_itself.stdout.startswith(TEXTS.say("fr", "doctor.here"))
    assert TEXTS.say("fr", "doctor.kits-ok") in by_itself.stdout


def test_a_table_that_takes_this_computer_for_another_is_left_alone(tmp_path: Path) -> None:
    class Refusing(BaseHTTPRequestHandler):
        """Answers as a table that is served at one address of the network only."""

        def do_GET(self) -> None:
            self.send_response(403)
            self.end_headers()
            self.wfile.write(b'{"error": "not-in", "text": ""}')

    (tmp_path / "run").mkdir(mode=0o700)
    with HTTPServer(("127.0.0.1", 0), Refusing) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/"
        ServedNote(tmp_path / "data", {"RUNTIME_DIRECTORY": str(tmp_path / "run")}).write(address)
        asked = call(tmp_path, tmp_path / "run")
        server.shutdown()
    assert (asked.returncode, asked.stdout) == (1, ""), "its devices aren't touched"
    assert asked.stderr == f"Error: {TEXTS.say('fr', 'doctor.not-told', address=address)}\n"


def test_a_fault_is_told_on_screen_page_and_in_health(weak: None, tmp_path: Path) -> None:
    with Table(tmp_path, opening=None) as table:
        table.daemon.optional.get(DOCTOR).look()
        eventually(lambda: [fault["key"] for fault in table.get("/api/v1/healthz").json["faults"]] == ["doctor"])
        lines = (say("stage.fault-doctor", title=say("doctor.power")), say("stage.fault-how"))
        table.glass_shows(ErrorCue(title=say("stage.doctor"), lines=lines, private=True))
        page = table.get("/doctor?lang=fr").body.decode()
        worst = page[page.index('id="checks"') :]
        assert worst.index(TEXTS.say("fr", "doctor.power-low")) < worst.index(TEXTS.say("fr", "doctor.kits-ok"))
        assert TEXTS.say("fr", "doctor.bad", count=1) in page
        assert 'href="/owner?lang=fr#h-rehearsal"' in page
        assert table.get("/api/v1/doctor").json["checks"][0]["remedy"] == say("doctor.power-low-remedy")
        assert "/doctor" in table.get("/owner").body.decode()


def test_what_is_no_fix_is_refused_and_what_cannot_be_done_says_why(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        answers: dict[str, Reply] = {}
        for line in ("fix power", "fix backup", "date 2026-11-24T01:00:00.000Z", "fix ../x"):
            body = {"id": f"o-{len(answers)}", "seen": table.table["version"], "do": line}
            answers[line] = table.ask("POST", "/api/v1/owner", body)
        assert {line: answer.status for line, answer in answers.items()} == {
            "fix power": 400, "fix backup": 422, "date 2026-11-24T01:00:00.000Z": 400, "fix ../x": 400,
        }  # fmt: skip
        assert answers["fix backup"].json["text"] == say("doctor.backup-no-stick")
