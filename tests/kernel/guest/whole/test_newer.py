"""A newer package over a table that plays, and that taken off again."""

from __future__ import annotations

from collections.abc import Callable

from tests.kernel.guest.rig import Rig
from tests.kernel.guest.waiting import eventually
from tests.kernel.guest.whole.computer import DATA, LONG_S, ROOT, UNIT, OwnTable, call, deb, told

Noted = Callable[[str], None]
SETTINGS = ROOT / "etc/tidetable/tidetable.toml"
OF_THE_NEWER = ROOT / "usr/lib/tidetable/of-the-newer-version"


def version() -> str:
    """Return the version that dpkg has installed."""
    return call("dpkg-query", "--show", "--showformat=${Version}", "tidetable")


def test_it_plays(table: OwnTable) -> None:
    table.until_ready()
    assert "version" in table.post("/api/v1/commands", seat="table", do="new fireship kit")
    assert "version" in table.post("/api/v1/commands", seat="table", do="roll dice")
    eventually(table.dice)


def test_a_newer_package_keeps_games_and_settings_and_starts_the_table_again(
    rig: Rig, table: OwnTable, note: Noted
) -> None:
    SETTINGS.write_text(SETTINGS.read_text("utf-8").replace("[table]\n", '[table]\nname = "Family table"\n'), "utf-8")
    settings, dice, journal, before = SETTINGS.read_bytes(), table.dice(), table.journal(), told(UNIT, "MainPID")
    older = version()
    call("dpkg", "--install", deb())
    note(f"{older} to {version()}")
    assert version() != older
    assert OF_THE_NEWER.exists()
    table.until_ready()
    assert told(UNIT, "MainPID") not in ("0", before)
    assert (SETTINGS.read_bytes(), table.journal()) == (settings, journal)
    eventually(lambda: table.dice() == dice)
    eventually(lambda: table.works("pins") and rig.is_lit("roll"), LONG_S)
    rig.press("roll")
    eventually(lambda: len(table.journal()) > len(journal))


def test_taken_off_and_purged_the_games_and_the_owners_settings_are_kept_and_nothing_else(
    table: OwnTable,
) -> None:
    journal = table.journal()
    said = call("dpkg", "--purge", "tidetable")
    assert "The games are kept, in /var/lib/tidetable." in said
    assert ((DATA / "journal.sqlite").stat().st_uid, table.journal()) == (0, journal)
    left = [path for name in ("etc", "opt", "usr/lib", "usr/local") for path in (ROOT / name).rglob("*tidetable*")]
    assert left == [SETTINGS.parent, SETTINGS]
    assert "tidetable:" not in (ROOT / "etc/passwd").read_text()
    assert "tidetable" not in (ROOT / "boot/firmware/config.txt").read_text()
