"""``tidetable card`` as an owner calls it: by options and files, and asked at a terminal."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli.main import main
from companion.library.own.card_layout import FOLDER, SETTINGS
from companion.settings.reader import load
from companion.upkeep.card.answers import wifi
from companion.upkeep.card.partition import DEB_BEGINS
from companion.upkeep.card.seed import BOOT
from companion.upkeep.install.files import UNIT, shipped
from tests.whole.test_own_games import PLAIN, otter

PASSWORD = "correct horse"


@pytest.fixture
def deb(tmp_path: Path) -> Path:
    (tmp_path / "tidetable_0.1.0_arm64.deb").write_bytes(DEB_BEGINS)
    return tmp_path / "tidetable_0.1.0_arm64.deb"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "bootfs").mkdir()
    for name in ("config.txt", "cmdline.txt", "user-data"):
        (tmp_path / "bootfs" / name).touch()
    return tmp_path / "bootfs"


def called(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["card", *map(str, words)])


def test_a_card_by_options_and_files(folder: Path, deb: Path, tmp_path: Path) -> None:
    (tmp_path / "password").write_text(f"{PASSWORD}\r\n", "utf-8")
    given = ("--wifi", "Home", "--wifi-password-file", tmp_path / "password", "--country", "fr", "--lang", "fr")
    made = called("--out", folder, "--deb", deb, *given)
    assert made.exit_code == 0, made.output
    assert wifi("Home", PASSWORD, "FR").key in (folder / "network-config").read_text("utf-8")
    assert "http://tidetable.local" in made.output
    assert "Nobody can log in to it" in made.output


def test_without_a_package_named_the_one_made_last_is_taken(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    given = ("--out", folder, "--cable")
    refused = called(*given)
    assert refused.exit_code == 1
    assert "There is no package dist/tidetable_*_arm64.deb: `make deb` makes it" in refused.output
    (tmp_path / "dist").mkdir()
    for made, name in enumerate(("0.1.0+20261128154520_arm64", "0.1.0_arm64", "0.2.0_amd64"), start=1):
        file = tmp_path / "dist" / f"tidetable_{name}.deb"
        file.write_bytes(DEB_BEGINS)
        os.utime(file, ns=(0, -made))
    assert called(*given).exit_code == 0
    assert [each.name for each in folder.glob("*.deb")] == ["tidetable_0.1.0+20261128154520_arm64.deb"]
    assert "dpkg --install tidetable_0.1.0+20261128154520_arm64.deb" in (folder / "user-data").read_text("utf-8")


def test_asked_at_a_terminal_the_password_is_not_seen(folder: Path, deb: Path) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "companion", "card", "--out", str(folder), "--deb", str(deb)]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True) as asked:
        os.close(theirs)
        seen = b""
        for question, answer in ((b"name", "Home"), (b"country", "be"), (b"password", PASSWORD)):
            while question not in seen.rpartition(b"\n")[2]:
                seen += os.read(ours, 1024)
            os.write(ours, f"{answer}\n".encode())
        while chunk := read_on(ours):
            seen += chunk
    os.close(ours)
    assert asked.returncode == 0, seen
    assert PASSWORD.encode() not in seen
    assert wifi("Home", PASSWORD, "BE").key in (folder / "network-config").read_text("utf-8")


def read_on(terminal: int) -> bytes:
    """Return what comes next, nothing once nobody is at the other end."""
    try:
        return os.read(terminal, 1024)
    except OSError:
        return b""


@pytest.mark.parametrize(
    ("words", "option"),
    [
        ([], "--wifi or --cable"),
        (["--wifi", "Home"], "--country"),
        (["--wifi", "Home", "--country", "FR"], "--wifi-password-file"),
    ],
)
def test_where_nobody_can_be_asked_the_missing_option_is_named(
    words: list[str], option: str, folder: Path, deb: Path
) -> None:
    refused = called("--out", folder, "--deb", deb, *words)
    assert refused.exit_code == 2
    assert f"nobody can be asked here: give {option}" in refused.output
    assert (folder / "user-data").read_text("utf-8") == ""


def test_a_bad_answer_is_a_sentence_and_changes_nothing(folder: Path, deb: Path) -> None:
    refused = called("--out", folder, "--deb", deb, "--cable", "--hostname", "My Table")
    assert (refused.exit_code, refused.output) == (
        1,
        "A computer's name is 1 to 63 of a-z, 0-9 and - between them, not 'My Table'.\n",
    )
    assert (folder / "user-data").read_text("utf-8") == ""
    assert called("--out", folder, "--deb", deb, "--cable", "--wifi", "Home").exit_code == 2


def test_a_missing_package_or_card_is_named(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    refused = called("--out", folder, "--cable")
    assert refused.exit_code == 1
    assert refused.output.startswith("There is no package dist/tidetable_")
    assert "no folder" in called("--out", tmp_path / "none", "--cable").output


def test_games_and_settings_are_checked_and_then_written(folder: Path, deb: Path, tmp_path: Path) -> None:
    (tmp_path / "Heron.TOML").write_text("\ufeff" + PLAIN, "utf-8")
    for name, content in otter().items():
        (tmp_path / name).write_text(content, "utf-8")
    (tmp_path / "ours.toml").write_text('[table]\nname = "Ours"\n', "utf-8")
    files = [word for name in ("Heron.TOML", "otter.toml", "otter.svg") for word in ("--kit", tmp_path / name)]
    made = called("--out", folder, "--deb", deb, "--cable", *files, "--settings", tmp_path / "ours.toml")
    assert made.exit_code == 0, made.output
    own = folder / FOLDER
    assert {path.relative_to(own).as_posix() for path in own.rglob("*.*")} == {
        *("kits/heron.toml", "kits/otter.toml", "kits/otter.svg", SETTINGS),
    }
    assert (own / "kits/heron.toml").read_text("utf-8") == PLAIN
    assert load(own / SETTINGS, {}, folder).table.name == "Ours"


@pytest.mark.parametrize(
    ("option", "text", "expected"),
    [
        ("--kit", "slug = 3\n", "bad.toml: slug: "),
        ("--kit", None, "bad.toml: No such file or directory. Name another file."),
        ("--settings", "[web]\nport = 'x'\n", "[web] port"),
        ("--settings", "[table]\nlanguage = 'xx'\n", "doesn't speak 'xx'"),
        ("--settings", "[", "bad.toml"),
    ],
)
def test_a_faulty_game_or_settings_file_is_refused_before_anything_is_written(
    option: str, text: str | None, expected: str, folder: Path, deb: Path, tmp_path: Path
) -> None:
    (tmp_path / "heron.toml").write_text(PLAIN, "utf-8")
    if text is not None:
        (tmp_path / "bad.toml").write_text(text, "utf-8")
    before = sorted(folder.rglob("*"))
    given = ("--kit", tmp_path / "heron.toml", option, tmp_path / "bad.toml")
    refused = called("--out", folder, "--deb", deb, "--cable", *given)
    assert refused.exit_code == 1
    assert expected in refused.output
    assert sorted(folder.rglob("*")) == before


def test_the_service_reads_the_folder_that_the_command_writes() -> None:
    assert f" --card-folder {BOOT}/{FOLDER}\n" in shipped()[UNIT]
