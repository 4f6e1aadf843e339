"""``tidetable club keeper``: the password is asked twice, shown never, and kept as a hash."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from stat import S_IMODE

import pytest
from click.testing import CliRunner, Result

from companion.cli.main import main
from companion.club.keeper import FILE, Keeper
from tests.support.paths import ROOT
from tests.support.waiting import TIMEOUT_S

PASSWORD = "oak and brass 1"


def set_password(folder: Path, *typed: str) -> Result:
    settings = folder / "tidetable.toml"
    settings.touch()
    words = ["club", "keeper", "--config", str(settings), "--data", str(folder / "data")]
    return CliRunner().invoke(main, words, input="".join(f"{each}\n" for each in typed))


def test_it_is_asked_for_twice_and_can_be_given_then(tmp_path: Path) -> None:
    done = set_password(tmp_path, PASSWORD, PASSWORD)
    assert (done.exit_code, done.stdout) == (0, "")
    file = tmp_path / "data" / "club" / FILE
    assert S_IMODE(file.stat().st_mode) == 0o600
    assert PASSWORD not in file.read_text("utf-8")
    assert PASSWORD not in done.output
    assert Keeper(file.parent).sign_in(PASSWORD, "127.0.0.1")


def test_two_different_ones_are_asked_for_anew(tmp_path: Path) -> None:
    done = set_password(tmp_path, PASSWORD, "oak and brass 2", PASSWORD, PASSWORD)
    assert done.exit_code == 0
    assert Keeper(tmp_path / "data" / "club").sign_in(PASSWORD, "127.0.0.1")


@pytest.mark.parametrize("password", ["elevensigns", "x" * 201])
def test_a_short_or_endless_one_changes_nothing(tmp_path: Path, password: str) -> None:
    set_password(tmp_path, PASSWORD, PASSWORD)
    refused = set_password(tmp_path, password, password)
    assert refused.exit_code == 1
    assert f"{len(password)} signs were given; a password has 12 to 200: nothing was changed" in refused.stderr
    assert Keeper(tmp_path / "data" / "club").sign_in(PASSWORD, "127.0.0.1")


def test_where_it_cant_be_kept_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "club").touch()
    refused = set_password(tmp_path, PASSWORD, PASSWORD)
    assert refused.exit_code == 1
    assert "choose another" in refused.stderr


def test_a_terminal_shows_no_sign_of_it(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    words = [sys.executable, "-m", "companion", "club", "keeper", "--data", str(tmp_path)]
    own = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(tmp_path)}
    process = subprocess.Popen(
        words, cwd=tmp_path, env=own, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    )
    os.close(theirs)
    shown = b""
    for asked in (b"signs: ", b"Once more: "):
        while not shown.endswith(asked):
            shown += os.read(ours, 1024)
        os.write(ours, f"{PASSWORD}\n".encode())
    assert process.wait(TIMEOUT_S) == 0
    while b"is set" not in shown:
        shown += os.read(ours, 1024)
    os.close(ours)
    assert PASSWORD.encode() not in shown
    assert json.loads((tmp_path / "club" / FILE).read_bytes())["n"] == 2**15
