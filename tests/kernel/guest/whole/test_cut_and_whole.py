"""After two cuts: the same package a third time, a game, and taken off again."""

from __future__ import annotations

from collections.abc import Callable

from tests.kernel.guest.rig import Rig
from tests.kernel.guest.waiting import eventually
from tests.kernel.guest.whole.computer import DATA, PROGRAM, ROOT, UNIT, OwnTable, call, deb, told

Noted = Callable[[str], None]


def test_called_once_more_it_goes_on_and_is_ready(table: OwnTable, note: Noted) -> None:
    said = call("dpkg", "--install", deb())
    assert "The last run was cut in the middle: this one goes on." in said
    assert told(UNIT, "UnitFileState") == "enabled"
    table.until_ready()
    assert call("dpkg", "--audit") == ""
    assert list((ROOT / "etc").rglob("*tidetable-new")) == []


def test_after_that_nothing_is_left_to_do() -> None:
    assert call(PROGRAM, "install").splitlines()[-1] == "Everything is so already: nothing was changed."


def test_it_plays(rig: Rig, table: OwnTable) -> None:
    assert "version" in table.post("/api/v1/commands", seat="table", do="new fireship kit")
    assert "version" in table.post("/api/v1/commands", seat="table", do="roll dice")
    eventually(table.dice)


def test_taken_off_and_purged_the_games_are_kept_and_nothing_else() -> None:
    size = (DATA / "journal.sqlite").stat().st_size
    said = call("dpkg", "--purge", "tidetable")
    assert "The games are kept, in /var/lib/tidetable." in said
    assert ((DATA / "journal.sqlite").stat().st_uid, (DATA / "journal.sqlite").stat().st_size) == (0, size)
    left = [path for name in ("etc", "opt", "usr/lib", "usr/local") for path in (ROOT / name).rglob("*tidetable*")]
    assert left == []
    assert "tidetable:" not in (ROOT / "etc/passwd").read_text()
    assert "tidetable" not in (ROOT / "boot/firmware/config.txt").read_text()
