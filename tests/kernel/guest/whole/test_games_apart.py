"""The games put on a partition of their own, as the page on upkeep has it."""

from __future__ import annotations

from tests.kernel.guest.waiting import eventually
from tests.kernel.guest.whole.computer import ROOT, UNIT, OwnTable, call
from tests.support.paths import ROOT as REPOSITORY

PAGE = REPOSITORY / "companion/upkeep/README.md"
LINE = "LABEL=tidetable /var/lib/tidetable ext4 noatime 0 2\n"


def test_the_games_lie_on_their_own_partition(table: OwnTable) -> None:
    assert f"    {LINE}" in PAGE.read_text("utf-8")
    table.until_ready()
    assert "version" in table.post("/api/v1/commands", seat="table", do="new fireship kit")
    assert "version" in table.post("/api/v1/commands", seat="table", do="roll dice")
    eventually(table.dice)
    call("systemctl", "stop", UNIT)
    call("mount", "/dev/vdc", "/mnt")
    call("cp", "-a", "/var/lib/tidetable/.", "/mnt")
    call("umount", "/mnt")
    with (ROOT / "etc/fstab").open("a") as fstab:
        fstab.write(LINE)
