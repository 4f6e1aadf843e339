"""The package's first installation, with the power cut while its environment is made."""

from __future__ import annotations

import subprocess

from tests.kernel.guest.waiting import eventually
from tests.kernel.guest.whole.computer import LONG_S, ROOT, deb, own

ENVIRONMENT = ROOT / "opt/tidetable"


def test_the_power_is_cut_while_the_packages_are_put_into_the_environment() -> None:
    installing = subprocess.Popen(own("dpkg", "--install", deb()))
    eventually(lambda: len(list(ENVIRONMENT.glob("lib/python3*/site-packages/*"))) > 3, LONG_S)
    assert installing.poll() is None
    assert not (ENVIRONMENT / "bin/tidetable").exists()
