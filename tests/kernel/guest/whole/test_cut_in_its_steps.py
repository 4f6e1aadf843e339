"""The same package once more, with the power cut between the steps of `tidetable install`."""

from __future__ import annotations

import subprocess

from tests.kernel.guest.waiting import eventually
from tests.kernel.guest.whole.computer import LONG_S, ROOT, deb, own

EARLY, LATE = "etc/udev/rules.d/70-tidetable.rules", "etc/systemd/system/multi-user.target.wants/tidetable.service"


def test_the_power_is_cut_when_some_of_the_steps_are_done() -> None:
    installing = subprocess.Popen(own("dpkg", "--install", deb()))
    eventually((ROOT / EARLY).exists, LONG_S)
    assert installing.poll() is None
    assert not (ROOT / LATE).is_symlink()
