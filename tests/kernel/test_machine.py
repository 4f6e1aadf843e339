"""What the pretended computer brings back is judged: whatever isn't a whole pass is a failure."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.kernel import machine
from tests.kernel.machine import CODE, LINES, Boot, Failed, run
from tests.kernel.prepare import Kernel

KERNEL = Kernel(Path("/dev/null"), ())
PASSED = "passed    1.0 s  one"
GUESTS = {
    "panics": ("echo Kernel panic", "ended without its results, after 0 tests"),
    "panics half way": (f"echo '{PASSED}' >{LINES}; exit 1", "ended without its results, after 1 tests"),
    "stays for ever": (f"echo '{PASSED}' >{LINES}; echo 0 >{CODE}; sleep 60", "wasn't finished after 1 s"),
    "has a failure": (
        f"printf '{PASSED}\\nfailed    1.0 s  two\\n    why\\n' >{LINES}; echo 1 >{CODE}",
        "1 of 2 failed",
    ),
    "hides a failure": (f"echo 'failed    1.0 s  two' >{LINES}; echo 0 >{CODE}", "1 of 1 failed"),
    "fails beside its tests": (f"echo '{PASSED}' >{LINES}; echo 2 >{CODE}", "pytest ended with 2"),
    "tests nothing": (f"echo 0 >{CODE}", "0 of 0 failed"),
}


@pytest.fixture(autouse=True)
def no_archive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "_initramfs", lambda kernel, work: work)
    monkeypatch.setattr(machine, "POLL_S", 0.01)


def told_of(guest: str, folder: Path) -> list[str]:
    """Run a *guest* that does nothing but these commands of a shell, in the results' folder."""
    results, qemu, told = folder / "results", folder / "qemu", list[str]()
    results.mkdir()
    qemu.write_text(f"#!/bin/sh\ncd {results}\n{guest}\n")
    qemu.chmod(0o755)
    run(KERNEL, Boot("devices", "", 1.0), results, told.append, str(qemu))
    return told


@pytest.mark.parametrize(("guest", "why"), GUESTS.values(), ids=GUESTS)
def test_a_guest_without_a_whole_pass_has_failed(guest: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(Failed, match=why):
        told_of(guest, tmp_path)


def test_a_guest_whose_tests_have_passed_tells_the_line_of_each(tmp_path: Path) -> None:
    assert told_of(f"echo '{PASSED}' >{LINES}; echo 0 >{CODE}", tmp_path) == [PASSED]


def test_a_computer_without_a_suite_is_waited_for_until_it_goes_off_by_itself(tmp_path: Path) -> None:
    (tmp_path / "results").mkdir()
    (tmp_path / "qemu").write_text("#!/bin/sh\nexec sleep 60\n")
    (tmp_path / "qemu").chmod(0o755)
    computer = Boot("", "", 10.0, drives=(tmp_path / "root", tmp_path / "card"))
    run(KERNEL, computer, tmp_path / "results", print, qemu="true")
    with pytest.raises(Failed, match="no suite: the guest wasn't finished after 0 s"):
        run(KERNEL, replace(computer, limit_s=0.2), tmp_path / "results", print, str(tmp_path / "qemu"))


def test_a_computers_drives_come_in_their_order_and_its_overlay_lies_over_its_root_alone(tmp_path: Path) -> None:
    given, asked = tmp_path / "given", Boot("", "", 10.0, drives=(Path("/root-drive"), Path("/card")), is_overlay=True)
    (tmp_path / "qemu").write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >{given}\n')
    (tmp_path / "qemu").chmod(0o755)
    (tmp_path / "results").mkdir()
    run(KERNEL, asked, tmp_path / "results", print, str(tmp_path / "qemu"))
    words = given.read_text().splitlines()
    assert [word.partition(",")[0] for word in words if word.startswith("file=")] == ["file=/root-drive", "file=/card"]
    assert "DRIVE=overlay" in words[-1]
    assert words[-1].endswith("overlayroot=tmpfs:recurse=0")
    assert words[words.index("-net") + 1] == "none"
