"""``tidetable install`` and ``uninstall``, called as people call them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli.main import main
from companion.upkeep.install.machine import Machine

CONFIG = "boot/firmware/config.txt"


def called(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / CONFIG).parent.mkdir(parents=True)
    (tmp_path / CONFIG).touch()
    (tmp_path / "var/lib/tidetable").mkdir(parents=True)
    return tmp_path


def test_it_installs_once_and_says_that_a_second_time_changes_nothing(root: Path) -> None:
    first = called("install", "--root", root)
    assert first.exit_code == 0, first.output
    assert first.output.splitlines()[-1].endswith("sudo reboot")
    second = called("install", "--root", root)
    assert second.exit_code == 0
    assert second.output.splitlines()[-1] == "No change needed."


def test_what_starts_make_of_the_programs_files_is_made_by_installing_it(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Path] = []
    monkeypatch.setattr("companion.cli.shared.ahead.make_ahead", lambda: made.append(root))
    monkeypatch.setattr("companion.cli.install._machine", lambda given, is_dry: Machine(root, is_folder=True))
    monkeypatch.setattr("companion.cli.install.check_program", lambda *prefixes: None)
    for words in (("install", "--dry-run"), ("install", "--root", root), ("uninstall",)):
        assert called(*words).exit_code == 0
        assert made == [], words
    assert called("install").exit_code == 0
    assert made == [root]


def test_a_dry_run_writes_nothing(root: Path) -> None:
    told = called("install", "--dry-run", "--root", root).output
    assert "would do: etc/systemd/system/tidetable.service\n" in told
    assert not (root / "etc").exists()


def test_a_persons_account_of_the_services_name_is_refused_before_anything_is_written(root: Path) -> None:
    (root / "etc").mkdir()
    (root / "etc/passwd").write_text("tidetable:x:1000:1000::/home/tidetable:/bin/bash\n", "utf-8")
    refused = called("install", "--root", root)
    assert refused.exit_code == 1
    assert "usermod --login NAME tidetable" in refused.output
    assert [path.name for path in (root / "etc").iterdir()] == ["passwd"]
    assert called("install", "--dry-run", "--root", root).exit_code == 1


def test_uninstalling_says_where_the_games_are_kept(root: Path) -> None:
    called("install", "--root", root)
    off = called("uninstall", "--root", root)
    assert off.exit_code == 0, off.output
    assert off.output.splitlines()[-1] == f"The games are kept, in {root}/var/lib/tidetable."
    assert "Nothing of it is here: nothing was changed." in called("uninstall", "--root", root).output


def test_the_overlay_follows_the_buzzer_of_the_owners_settings(root: Path) -> None:
    (root / "etc/tidetable").mkdir(parents=True)
    settings = root / "etc/tidetable/tidetable.toml"
    settings.write_text("[pins]\nbuzzer = 12\n", "utf-8")
    called("install", "--root", root)
    assert "dtoverlay=pwm,pin=12,func=4\n" in (root / CONFIG).read_text("utf-8")
    settings.write_text("[pins\n", "utf-8")
    assert called("install", "--root", root).exit_code == 0, "the table itself starts with such a file too"


def test_a_file_that_cannot_be_written_is_named_and_a_further_call_goes_on(root: Path) -> None:
    (root / "etc").mkdir()
    (root / "etc/udev").write_text("a file where a folder should be", "utf-8")
    failed = called("install", "--root", root)
    assert failed.exit_code == 1
    assert "etc/udev" in failed.output
    assert failed.output.splitlines()[-1].endswith("Call it again once that is put right: it goes on.")
    (root / "etc/udev").unlink()
    again = called("install", "--root", root)
    assert again.output.startswith("The last run was cut in the middle: this one goes on.\n")
    assert again.exit_code == 0


def test_only_root_installs_on_the_computer_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    refused = called("install")
    assert refused.exit_code == 1
    assert refused.output.startswith("Only root may do that: put sudo before it.")


def test_the_version_is_told() -> None:
    assert called("--version").output.startswith("tidetable 0.")
