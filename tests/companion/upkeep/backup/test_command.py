"""The calls ``tidetable backup`` and ``restore``: a plan, then an act, and a sentence where neither can be."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner, Result

from companion.chance.fairness import commitment
from companion.cli.main import main
from companion.engine.values.seats import TABLE
from companion.runtime.clock import ManualClock
from companion.upkeep.install import installed_service as service_of
from companion.upkeep.install.files import OF_COMMAND, UNIT, shipped
from tests.companion.upkeep.backup.tables import (
    ANOTHER,
    SEED,
    SETTINGS,
    backed_up,
    contents_of,
    fair,
    furnished,
    play,
    put_back,
    rewritten,
    roll,
    tree,
)
from tests.support.paths import ROOT
from tests.support.running import RunningTable
from tests.support.session_bench import Bench
from tests.support.wording import say

FILE = """
[table]
name = "Ours"
[mqtt]
broker = "mqtts://broker.home"
password_file = "/etc/secret"
[web]
colour = "blue"
"""


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    furnished(tmp_path / "old").session.close()
    return backed_up(tmp_path / "old", tmp_path / "one.zip", name="Ours", settings=SETTINGS)


def call(*words: str) -> Result:
    return CliRunner().invoke(main, list(words), prog_name="tidetable")


def test_a_table_is_backed_up_with_its_settings_as_they_count_and_its_last_backup_noted(tmp_path: Path) -> None:
    play(tmp_path / "data").session.close()
    (tmp_path / "tidetable.toml").write_text(FILE)
    done = call("backup", "one.zip", "--data", "data")
    assert (done.exit_code, done.stdout.splitlines()) == (
        0,
        ["one.zip holds the table of data: 2 files.", "Left out: mqtt.password_file."],
    )
    settings = contents_of(tmp_path / "one.zip")["settings.toml"].decode()
    assert ('\nname = "Ours"\n' in settings, "secret" in settings, "colour" in settings) == (True, False, False)
    words = [sys.executable, "-m", "companion", "doctor", "--data", str(tmp_path / "data")]
    assert "Last made" in subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False).stdout


def test_a_file_that_is_there_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "one.zip").write_text("mine")
    done = call("backup", "one.zip", "--data", "data")
    assert (done.exit_code, done.stderr) == (1, "one.zip is there already: choose another name\n")
    assert (tmp_path / "one.zip").read_text() == "mine"


def test_without_a_word_on_which_table_it_becomes_it_is_only_shown(tmp_path: Path, file: Path) -> None:
    shown = call("restore", str(file), "--data", "new")
    made, *rest = shown.stdout.splitlines()
    assert made.endswith("Ours, made 2026-11-21T20:15:03.120Z by tidetable 0.1.0.")
    assert rest == [
        "  games: 1, of which 1 go on",
        "  kits: ours.toml",
        "  boards: Île au trésor.isle",
        "  languages: de",
        "  not in it: webhook, table.data, mqtt.password_file, metrics.token_file",
        "It would take the place of new. This computer's settings stay as they are.",
    ]
    assert (shown.exit_code, "--replaces or --second" in shown.stderr) == (0, True)
    assert not (tmp_path / "new").exists()
    told = json.loads(call("restore", str(file), "--data", "new", "--json").stdout)
    assert (told["games"], told["kits"], told["manifest"]["name"]) == (1, ["ours.toml"], "Ours")


@pytest.mark.parametrize("identity", ["--replaces", "--second"])
def test_with_it_the_table_is_put_back_and_the_old_folder_kept(tmp_path: Path, file: Path, identity: str) -> None:
    play(tmp_path / "new", 1).session.close()
    before = tree(tmp_path / "new")
    done = call("restore", str(file), "--data", "new", identity)
    assert (done.exit_code, done.stderr) == (0, "")
    (kept,) = tmp_path.glob("new.before-restore-*")
    assert f"kept for a week: {kept}" in done.stdout
    assert tree(kept) == before
    assert "1  2026-11-21T20:15:03.120Z  fireship (kit)  6 lines" in call("records", "--data", "new").stdout


@pytest.mark.parametrize(("answer", "is_put_back"), [("r", True), ("s", True), ("n", False), ("", False)])
def test_on_a_terminal_it_asks(tmp_path: Path, file: Path, answer: str, is_put_back: bool) -> None:
    terminal, process_end = pty.openpty()
    words = [sys.executable, "-m", "companion", "restore", str(file), "--data", str(tmp_path / "new")]
    os.write(terminal, f"{answer}\n".encode())
    done = subprocess.run(words, cwd=ROOT, stdin=process_end, capture_output=True, text=True, check=False)
    os.close(process_end)
    os.close(terminal)
    assert done.returncode == 0, done.stderr
    assert "it replaces the old table" in done.stderr
    assert (tmp_path / "new").exists() is is_put_back


def test_whatever_is_wrong_is_told_in_a_sentence(tmp_path: Path, file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-1])
    for words in (("restore", str(file), "--second"), ("restore", str(file))):
        done = call(*words, "--data", "new")
        assert (done.exit_code, done.stdout) == (1, "")
        assert done.stderr == f"{say('backup.no-backup')}\n"
    done = call("restore", "nothing.zip", "--second", "--data", "new")
    assert (done.exit_code, done.stderr) == (1, f"{say('backup.disk', why='No such file or directory')}\n")


@pytest.mark.long
def test_a_table_that_runs_is_backed_up_and_never_restored_over(tmp_path: Path) -> None:
    data = tmp_path / "table"
    with RunningTable(data) as table:
        table.do("roll dice", 0)
        assert call("backup", "one.zip", "--data", "table").exit_code == 0
        refused = call("restore", "one.zip", "--second", "--data", "table")
        table.wait()
        table.do("roll dice", 1)
    assert (refused.exit_code, "Switch it off first." in refused.stderr) == (1, True)
    done = call("restore", "one.zip", "--second", "--data", "table")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "2 lines" in call("records", "--data", "table").stdout


def test_a_start_removes_what_was_kept_for_a_week_and_what_killed_ones_left(tmp_path: Path, file: Path) -> None:
    data = tmp_path / "table"
    play(data, 1).session.close()
    put_back(file, data, clock=ManualClock(utc=datetime(2025, 1, 1, tzinfo=UTC)))
    (data.parent / f"{data.name}.restoring-20250101T000000000Z-7").mkdir()
    (data / "backup-making-x").mkdir()
    with RunningTable(data):
        pass
    assert [each.name for each in data.parent.iterdir() if each.name.startswith(f"{data.name}.")] == []
    assert not (data / "backup-making-x").exists()


def test_verify_tells_of_each_promise_and_from_where_it_counts(tmp_path: Path, file: Path) -> None:
    put_back(file, tmp_path / "new")
    bench = Bench(tmp_path / "new", dealer=fair())
    bench.pass_time(20)
    roll(bench, 1)
    bench.say("finish", TABLE)
    bench.session.close()
    (tmp_path / "one.tide").write_text(call("records", "export", "1", "--data", "new").stdout)
    first, second = call("verify", "one.tide").stdout.splitlines()[-2:]
    assert first == f"All 4 draws come from the seeds that were promised: {commitment(SEED)}"
    assert second == f"From command 7 on, because the table was put back from a backup: {commitment(ANOTHER)}"
    imported = call("records", "import", "one.tide", "--data", "third")
    assert (imported.exit_code, imported.stderr) == (0, "")
    assert call("records", "export", "1", "--data", "third").stdout == (tmp_path / "one.tide").read_text()


def test_names_of_strangers_do_nothing_to_a_terminal(tmp_path: Path, file: Path) -> None:
    contents = contents_of(file)
    manifest = {**json.loads(contents["manifest.json"]), "left_out": ["kits/\x1b[2J\u202e.toml"]}
    rewritten(file, tmp_path / "evil.zip", {**contents, "manifest.json": json.dumps(manifest).encode()})
    shown = call("restore", "evil.zip", "--data", "new").stdout
    assert ("\x1b" in shown, "kits/\\x1b[2J\\u202e.toml" in shown) == (False, True)


class Installed(NamedTuple):
    """A computer with a service: the folder of its *data*."""

    data: Path


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Installed:
    data = tmp_path / "var" / "table"
    unit = tmp_path / "root" / OF_COMMAND / UNIT
    unit.parent.mkdir(parents=True)
    unit.write_text(shipped()[UNIT].replace("/var/lib/tidetable/table", str(data)))
    monkeypatch.setattr(service_of, "SYSTEM_ROOT", tmp_path / "root")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    return Installed(data)


def test_an_installed_tables_games_are_found_by_its_unit(tmp_path: Path, installed: Installed) -> None:
    play(installed.data).session.close()
    (installed.data / "tidetable.toml").write_text('[table]\nname = "Pi"\n')
    done = call("backup", "one.zip")
    assert (done.exit_code, done.stdout) == (0, f"one.zip holds the table of {installed.data}: 2 files.\n")
    manifest = json.loads(contents_of(tmp_path / "one.zip")["manifest.json"])
    assert manifest["name"] == "Pi", "the service starts in that folder"
    assert f"It would take the place of {installed.data}." in call("restore", "one.zip").stdout
    assert call("restore", "one.zip", "--second").exit_code == 0
    assert (installed.data / "settings.restored.toml").is_file()


def test_a_users_own_games_and_a_folder_that_is_named_come_first(tmp_path: Path, installed: Installed) -> None:
    own, named = tmp_path / "home" / ".local" / "share" / "tidetable", tmp_path / "named"
    for folder in (installed.data, own, named):
        play(folder, 1).session.close()
    assert str(own) in call("backup", "own.zip").stdout
    assert "of named:" in call("backup", "by-option.zip", "--data", "named").stdout
    (tmp_path / "tidetable.toml").write_text('[table]\ndata = "named"\n')
    assert str(named) in call("backup", "by-file.zip").stdout


def test_an_installed_tables_games_that_are_shut_are_told(
    tmp_path: Path, installed: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root may enter anything
    done = call("backup", "one.zip")
    assert (done.exit_code, "call this with sudo" in done.stderr) == (1, True)
    assert not (tmp_path / "one.zip").exists()


def test_a_folder_without_games_is_told(tmp_path: Path) -> None:
    done = call("backup", "one.zip", "--data", "nothing")
    assert (done.exit_code, done.stderr) == (1, f"{say('backup.no-games', folder='nothing')}\n")
    assert list(tmp_path.iterdir()) == []


def test_games_in_the_other_folder_are_told_and_a_table_that_plays_there_is_no_backups_time(tmp_path: Path) -> None:
    play(tmp_path / "data").session.close()
    (tmp_path / "tidetable.toml").write_text('[table]\nfallback = "spare"\n')
    bench = play(tmp_path / "spare", 1)
    refused = call("backup", "one.zip", "--data", "data")
    assert (refused.exit_code, f"keeps its games in {tmp_path / 'spare'} now" in refused.stderr) == (1, True)
    bench.session.close()
    done = call("backup", "one.zip", "--data", "data")
    assert (done.exit_code, f"Games lie in {tmp_path / 'spare'} too" in done.stdout) == (0, True)
