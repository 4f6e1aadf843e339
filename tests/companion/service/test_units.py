"""The units: what they allow, who may reach the helper, and that they and the program mean the same."""

from __future__ import annotations

import ast
import configparser
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from companion.health.helper import SOCKET
from companion.service import helper

SERVICE = Path(str(files("companion.service")))
FILES = SERVICE / "files/usr/lib"
UNITS = FILES / "systemd/system"
MOST_EXPOSED = 3.0


def unit(name: str) -> configparser.ConfigParser:
    found = configparser.ConfigParser(interpolation=None, strict=False)
    found.optionxform = str  # type: ignore[assignment,method-assign]  # systemd's names keep their capitals
    found.read_string((UNITS / name).read_text("utf-8"))
    return found


@pytest.mark.needs("systemd-analyze")
@pytest.mark.parametrize("name", ["tidetable.service", "tidetable-helper@.service"])
def test_a_unit_is_hardly_exposed(name: str) -> None:
    command = ["systemd-analyze", "security", "--offline=yes", "--no-pager", str(UNITS / name)]
    judged = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    (exposure,) = re.findall(r"Overall exposure level for \S+: ([0-9.]+) ", judged)
    assert float(exposure) <= MOST_EXPOSED, judged


@pytest.mark.needs("systemd-analyze")
def test_systemd_reads_every_line_of_the_units() -> None:
    units = [*UNITS.glob("*.service"), *UNITS.glob("*.socket")]
    command = ["systemd-analyze", "verify", *map(str, units)]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stderr.splitlines()
    assert [line for line in said if "is not executable" not in line and "tidetable" in line] == []


def test_the_table_has_no_rights_and_only_its_own_devices() -> None:
    service = unit("tidetable.service")["Service"]
    lines = (UNITS / "tidetable.service").read_text("utf-8").splitlines()
    allowed = [line.removeprefix("DeviceAllow=") for line in lines if line.startswith("DeviceAllow=")]
    assert allowed == ["char-gpiochip rw", "char-89 rw", "char-166 rw", "/dev/vcio rw"]
    assert (service["DevicePolicy"], service["CapabilityBoundingSet"]) == ("closed", "")
    assert service["NoNewPrivileges"] == "yes"
    assert (service["User"], service["UMask"], service["StateDirectoryMode"]) == (helper.USER, "0077", "0700")
    assert service["ProtectSystem"] == "strict"
    shared = (service["RuntimeDirectory"], service["RuntimeDirectoryMode"])
    assert shared == ("tidetable", "0750"), "a proxy in the table's group calls at a socket there"
    program = service["ExecStart"].split()[0]
    assert not any(program.startswith(path.lstrip("-")) for path in service["ReadWritePaths"].split())
    assert (service["Type"], service["WatchdogSec"]) == ("notify", "15")


def calls_of(sets: str) -> set[str]:
    """Return the system calls of the *sets*, with those of the sets in them."""
    found: set[str] = set()
    for name in sets.split():
        if name.startswith("@"):
            command = ["systemd-analyze", "syscall-filter", "--no-pager", name]
            said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
            lines = [line.strip() for line in said.splitlines()[1:]]
            found |= calls_of(" ".join(line for line in lines if line and not line.startswith("#")))
        else:
            found.add(name)
    return found


@pytest.mark.needs("systemd-analyze")
def test_the_table_may_ask_the_kernel_about_its_clock() -> None:
    lines = (UNITS / "tidetable.service").read_text("utf-8").splitlines()
    allowed: set[str] = set()
    for each in (line.removeprefix("SystemCallFilter=") for line in lines if line.startswith("SystemCallFilter=")):
        allowed = allowed - calls_of(each[1:]) if each.startswith("~") else allowed | calls_of(each)
    assert {"adjtimex", "clock_adjtime", "clock_adjtime64"} <= allowed, "which of them the C library takes is its own"
    assert not allowed & {"clock_settime", "settimeofday"}
    assert not any(line.startswith("ProtectClock") for line in lines), "that has a filter of its own, which forbids it"


def test_only_the_tables_own_user_can_open_the_helpers_socket() -> None:
    listening = unit("tidetable-helper.socket")["Socket"]
    assert listening["ListenStream"] == str(SOCKET)
    assert (listening["SocketUser"], listening["SocketMode"]) == (helper.USER, "0600")
    assert listening["Accept"] == "yes", "a process a call"
    service = unit("tidetable-helper@.service")["Service"]
    assert service["StandardInput"] == "socket"
    assert service["ExecStart"] == "/opt/tidetable/bin/python -I -m companion.service.helper"


OWN = {"companion.service.helper": {"LAST_PICTURE", "PICTURE"}}
"""What of ours is imported by what runs as root: the helper's own words on the last picture."""


def test_what_runs_as_root_imports_the_standard_library_alone() -> None:
    for source in SERVICE.glob("*.py"):
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if isinstance(node, ast.ImportFrom) and node.module in OWN:
                assert {alias.name for alias in node.names} <= OWN[node.module], source
                continue
            assert all(name.split(".")[0] in {*sys.stdlib_module_names} for name in names), source


def test_the_helper_keeps_the_last_picture_in_a_folder_that_outlives_it() -> None:
    service = unit("tidetable-helper@.service")["Service"]
    assert f"run/{service['RuntimeDirectory']}/last-picture" == helper.LAST_PICTURE
    assert (service["RuntimeDirectoryPreserve"], service["RuntimeDirectoryMode"]) == ("yes", "0700")


def test_the_helper_starts_as_its_unit_starts_it() -> None:
    program = (
        "import sys, companion.service.helper as it; print(*(m for m in sys.modules if m.startswith('companion')))"
    )
    done = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["companion", "companion.service", "companion.service.helper"]


@pytest.mark.needs("systemd-sysusers")
def test_the_tables_user_and_its_groups_are_made(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    for name in ("passwd", "group", "shadow", "gshadow"):
        (tmp_path / "etc" / name).touch()
    command = ["systemd-sysusers", f"--root={tmp_path}", str(FILES / "sysusers.d/tidetable.conf")]
    subprocess.run(command, capture_output=True, check=True)
    (user,) = (tmp_path / "etc" / "passwd").read_text("utf-8").splitlines()
    assert user.startswith("tidetable:x:")
    assert user.endswith(":/var/lib/tidetable:/usr/sbin/nologin")
    groups = {line.partition(":")[0] for line in (tmp_path / "etc" / "group").read_text("utf-8").splitlines()}
    wanted = unit("tidetable.service")["Service"]["SupplementaryGroups"].split()
    assert groups == {"tidetable", *wanted}
