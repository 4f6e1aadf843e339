"""The table is switched off for good by its two buttons; they are held once the checks have ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kernel.guest.rig import GLASS, PIN, Rig
from tests.kernel.guest.table import RESULTS
from tests.kernel.guest.waiting import eventually
from tests.kernel.guest.whole.computer import LONG_S, UNIT, OwnTable, told

HELD = Path("/run/held")
"""The contacts to close at the end, a file of each in a line."""
MAIN_PID = RESULTS / "main-pid"


@pytest.fixture(scope="session")
def glass_in_kernel() -> bool:
    return True


def test_the_table_with_a_screen_that_outlives_the_checks_may_be_switched_off(rig: Rig, table: OwnTable) -> None:
    table.until_ready()
    eventually(lambda: table.works("screen") and table.works("pins"), LONG_S)
    MAIN_PID.write_text(told(UNIT, "MainPID"))
    (GLASS / "tells").write_text("Y")
    HELD.write_text("\n".join(str(rig.chip.pull_of(PIN[name])) for name in ("ok", "back")))
