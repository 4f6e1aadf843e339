from __future__ import annotations

import os
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kernel.guest.rig import Rig
from tests.kernel.guest.whole.computer import OwnTable
from tests.kernel.guest.whole.phone import Phone


@pytest.fixture(scope="session")
def glass_in_kernel() -> bool:
    """Whether the display is the kernel's own, for a suite that looks at nothing on it."""
    return False


@pytest.fixture(scope="session", autouse=True)
def rig(glass_in_kernel: bool) -> Iterator[Rig]:
    """The devices around the computer, there before its table starts; their rights are its own udev's."""
    for kind, where in (("configfs", "/sys/kernel/config"), ("debugfs", "/sys/kernel/debug")):
        if not any(Path(where).iterdir()):
            subprocess.run(["mount", "-t", kind, kind, where], check=True)
    rig = Rig(has_udev=True, glass_in_kernel=glass_in_kernel)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.connect(os.environ["NOTIFY_SOCKET"])
        systemd.sendall(b"READY=1")
    yield rig
    rig.pico.close()


@pytest.fixture(scope="session")
def table() -> OwnTable:
    return OwnTable()


@pytest.fixture(scope="session")
def phone(table: OwnTable, rig: Rig) -> Phone:
    return Phone(table, rig)
