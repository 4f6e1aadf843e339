"""Switched on again it goes on by itself; the power is cut between the steps of `tidetable install`."""

from __future__ import annotations

from tests.kernel.guest.waiting import eventually
from tests.kernel.guest.whole.computer import LONG_S, ROOT

EARLY, LATE = "etc/tidetable/.unfinished", "etc/systemd/system/multi-user.target.wants/tidetable.service"


def test_the_power_is_cut_when_some_of_the_steps_are_done() -> None:
    eventually((ROOT / EARLY).exists, LONG_S)
    assert not (ROOT / LATE).is_symlink()
