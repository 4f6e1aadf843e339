"""After two cuts the third start has installed it, and it plays."""

from __future__ import annotations

from tests.kernel.guest.waiting import eventually
from tests.kernel.guest.whole.computer import PROGRAM, ROOT, UNIT, OwnTable, call, told


def test_it_goes_on_by_itself_and_is_ready(table: OwnTable) -> None:
    table.until_ready()
    assert told(UNIT, "UnitFileState") == "enabled"
    assert call("dpkg", "--audit") == ""
    assert list((ROOT / "etc").rglob("*tidetable-new")) == []


def test_after_that_nothing_is_left_to_do() -> None:
    assert call(PROGRAM, "install").splitlines()[-1] == "No change needed."


def test_it_plays(table: OwnTable) -> None:
    assert "version" in table.post("/api/v1/commands", seat="table", do="new fireship kit")
    assert "version" in table.post("/api/v1/commands", seat="table", do="roll dice")
    eventually(table.dice)
