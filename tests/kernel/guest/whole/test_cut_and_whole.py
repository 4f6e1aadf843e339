"""After two cuts the third start has installed it: it plays, a newer package takes its place, and it is taken off."""

from __future__ import annotations

from collections.abc import Callable

from tests.kernel.guest.rig import Rig
from tests.kernel.guest.waiting import eventually
from tests.kernel.guest.whole.computer import DATA, LONG_S, PROGRAM, ROOT, UNIT, OwnTable, call, deb, told

Noted = Callable[[str], None]
SETTINGS = ROOT / "etc/tidetable/tidetable.toml"
OF_THE_OLDER = ROOT / "usr/lib/tidetable/of-the-older-version"


def test_it_goes_on_by_itself_and_is_ready(table: OwnTable) -> None:
    table.until_ready()
    assert told(UNIT, "UnitFileState") == "enabled"
    assert call("dpkg", "--audit") == ""
    assert list((ROOT / "etc").rglob("*tidetable-new")) == []


def test_after_that_nothing_is_left_to_do() -> None:
    assert call(PROGRAM, "install").splitlines()[-1] == "Everything is so already: nothing was changed."


def test_it_plays(table: OwnTable) -> None:
    assert "version" in table.post("/api/v1/commands", seat="table", do="new fireship kit")
    assert "version" in table.post("/api/v1/commands", seat="table", do="roll dice")
    eventually(table.dice)


def test_a_newer_package_keeps_games_and_settings_and_starts_the_table_again(
    rig: Rig, table: OwnTable, note: Noted
) -> None:
    SETTINGS.write_text(SETTINGS.read_text("utf-8").replace("[table]\n", '[table]\nname = "Family table"\n'), "utf-8")
    settings, dice, journal, before = SETTINGS.read_bytes(), table.dice(), table.journal(), told(UNIT, "MainPID")
    assert OF_THE_OLDER.exists()
    note(call("dpkg-query", "--show", "tidetable").strip().replace("\t", " "))
    call("dpkg", "--install", deb())
    note(call("dpkg-query", "--show", "tidetable").strip().replace("\t", " "))
    table.until_ready()
    assert not OF_THE_OLDER.exists()
    assert told(UNIT, "MainPID") not in ("0", before)
    assert (SETTINGS.read_bytes(), table.dice(), table.journal()) == (settings, dice, journal)
    eventually(lambda: table.works("pins") and rig.is_lit("roll"), LONG_S)
    rig.press("roll")
    eventually(lambda: len(table.journal()) > len(journal))


def test_taken_off_and_purged_the_games_and_the_owners_settings_are_kept_and_nothing_else() -> None:
    size = (DATA / "journal.sqlite").stat().st_size
    said = call("dpkg", "--purge", "tidetable")
    assert "The games are kept, in /var/lib/tidetable." in said
    assert ((DATA / "journal.sqlite").stat().st_uid, (DATA / "journal.sqlite").stat().st_size) == (0, size)
    left = [path for name in ("etc", "opt", "usr/lib", "usr/local") for path in (ROOT / name).rglob("*tidetable*")]
    assert left == [SETTINGS.parent, SETTINGS]
    assert "tidetable:" not in (ROOT / "etc/passwd").read_text()
    assert "tidetable" not in (ROOT / "boot/firmware/config.txt").read_text()
