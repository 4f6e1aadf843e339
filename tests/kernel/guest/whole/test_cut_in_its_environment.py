"""A card's first start, with the power cut while its program's environment is made."""

from __future__ import annotations

from tests.kernel.guest.waiting import eventually
from tests.kernel.guest.whole.computer import LONG_S, ROOT

OPT = ROOT / "opt"


def test_the_power_is_cut_while_the_packages_are_put_into_the_environment() -> None:
    eventually(lambda: len(list(OPT.glob("tidetable-environments/*/lib/python3*/site-packages/*"))) > 3, LONG_S)
    assert not (OPT / "tidetable").exists()
