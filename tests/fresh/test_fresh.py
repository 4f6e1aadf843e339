"""The judgements of `make fresh` that need no Debian."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.fresh import bare
from tests.fresh.bare import carry_settings
from tests.fresh.stamp import digest_of_head, has_passed, record_pass
from tests.fresh.trial import fault_of_refusal

COMMAND = "  sudo apt-get update && sudo apt-get install -y --no-install-recommends nodejs npm\n"
MISSING = "Missing: nodejs npm. Run this, then try again:\n"
ENDED = "make: *** [Makefile:114: packages] Error 1\n"
WRONG_REFUSALS = {
    "passes": (0, MISSING + COMMAND + ENDED),
    "says nothing": (2, ""),
    "ends otherwise": (2, MISSING + COMMAND + ENDED.replace("1\n", "127\n")),
    "has no command": (2, MISSING + ENDED),
    "has two commands": (2, MISSING + COMMAND + COMMAND + ENDED),
    "does something before": (2, "ruff check .\n" + MISSING + COMMAND + ENDED),
}


def test_a_refusal_is_the_missing_packages_one_command_and_1() -> None:
    assert fault_of_refusal(2, MISSING + COMMAND + ENDED) == ""


def test_any_other_refusal_is_a_fault() -> None:
    assert [name for name, (code, text) in WRONG_REFUSALS.items() if not fault_of_refusal(code, text)] == []


def test_a_setting_that_names_a_file_brings_the_file(tmp_path: Path) -> None:
    root, certificate = tmp_path / "root", tmp_path / "own.crt"
    certificate.write_text("a certificate")
    environment = {"SSL_CERT_FILE": str(certificate), "PIP_RETRIES": "7", "https_proxy": "proxy", "EDITOR": "vi"}
    carried = carry_settings(root, environment)
    assert carried == {name: value for name, value in environment.items() if name != "EDITOR"}
    assert (root / str(certificate).removeprefix("/")).read_text() == "a certificate"


def test_a_setting_that_names_what_the_debian_lacks_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "wheels").mkdir()
    assert carry_settings(tmp_path / "root", {"PIP_FIND_LINKS": str(tmp_path / "wheels")}) == {}


def test_the_sources_are_this_computers_with_another_release(monkeypatch: pytest.MonkeyPatch) -> None:
    known = "deb mirror:/bookworm-mirror bookworm main\ndeb mirror:/security bookworm-security main\n"
    monkeypatch.setattr(bare, "run_program", lambda *command: known)
    monkeypatch.setattr("platform.freedesktop_os_release", lambda: {"VERSION_CODENAME": "bookworm"})
    expected = "deb mirror:/bookworm-mirror trixie main\ndeb mirror:/security trixie-security main\n"
    assert bare.apt_sources("trixie") == expected


def test_a_pass_holds_until_a_test_the_makefile_or_a_dependency_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "tidetable-kernel").mkdir()
    repository = tmp_path / "repository"
    git = ["git", "-C", str(repository), "-c", "user.name=A", "-c", "user.email=a@example.org"]
    subprocess.run(["git", "init", "--quiet", str(repository)], check=True)

    def commit(name: str, text: str) -> str:
        (repository / name).parent.mkdir(exist_ok=True)
        (repository / name).write_text(text)
        subprocess.run([*git, "add", "-A"], check=True)
        subprocess.run([*git, "commit", "--quiet", "-m", "a change"], check=True)
        return digest_of_head(repository)

    passed = commit("Makefile", "test:")
    assert not has_passed("trixie", passed)
    record_pass("trixie", passed)
    assert has_passed("trixie", passed)
    assert not has_passed("bookworm", passed)
    assert has_passed("trixie", commit("companion/app.py", "the program"))
    for name in ("Makefile", "tests/test_dice.py", "pyproject.toml", "requirements-dev.lock"):
        changed = commit(name, "changed")
        assert not has_passed("trixie", changed), name
        record_pass("trixie", changed)
