"""Passwords: what was given once is shown nowhere again: not printed, logged, told to a page or in a report."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.tables import run, running
from tests.support.waiting import eventually

PASSWORD = "oyster-7-lantern"
SETTINGS = """
[mqtt]
broker = "mqtt://127.0.0.1:1"
user = "table"
password_file = "broker.secret"
[[webhook]]
url = "http://127.0.0.1:1/results"
headers_file = "hook.secret"
[metrics]
enabled = true
token_file = "metrics.secret"
"""
WRONG_SETTINGS = f"""
[mqtt]
broker = "mqtt://table:{PASSWORD}@127.0.0.1:1"
password = "{PASSWORD}"
password_file = ["{PASSWORD}"]
[[webhook]]
url = "http://127.0.0.1:1/"
headers = "Authorization: {PASSWORD}"
headers_file = ["Authorization: {PASSWORD}"]
[metrics]
token = "{PASSWORD}"
token_file = ["{PASSWORD}"]
[wifi]
password = "{PASSWORD}"
"""
"""A file by somebody who took the wrong keys for a password, and wrote it where only its file's name may stand."""
PAGES = (
    "/", "/owner", "/doctor", "/devices", "/fair", "/first", "/api/v1/table", "/api/v1/doctor", "/api/v1/healthz",
    "/api/v1/records", "/api/v1/records/1/report", "/api/v1/openapi.json", "/metrics",
)  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("settings", [SETTINGS, WRONG_SETTINGS], ids=["good", "wrong"])
def test_a_password_of_the_settings_is_shown_nowhere(tmp_path: Path, settings: str) -> None:
    file = tmp_path / "tidetable.toml"
    file.write_text(settings, encoding="utf-8")
    (tmp_path / "broker.secret").write_text(PASSWORD + "\n", encoding="utf-8")
    (tmp_path / "hook.secret").write_text(f"Authorization: Bearer {PASSWORD}\n", encoding="utf-8")
    (tmp_path / "metrics.secret").write_text(PASSWORD * 3 + "\n", encoding="utf-8")
    told: list[str] = []
    with running(tmp_path) as table:
        if settings is SETTINGS:
            eventually(lambda: "can't be reached" in table.log.read_text("utf-8"))
        else:
            assert "password_file: given something else" in table.log.read_text("utf-8")
        told += [table.get(path).raw.decode() for path in PAGES]
    told.append(table.log.read_text("utf-8"))
    data = str(tmp_path / "data")
    for words in (
        ("config", "--print"), ("config", "--check", str(file)), ("doctor", "--data", data), ("doctor", "--json"),
        ("records", "report", "1", "--data", data),
    ):  # fmt: skip
        done = run(tmp_path, *words)
        told += [done.stdout, done.stderr]
    assert [text for text in told if PASSWORD in text] == []
    assert sum(map(len, told)) > 10_000, "something was told"
