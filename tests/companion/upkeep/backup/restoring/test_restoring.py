"""Restoring: whole and in one step, as the old table or a second one, with what was there kept for a week."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.chance.dealers import FairDealer
from companion.engine.values.seats import TABLE as NOBODY
from companion.journal.journal import Journal
from companion.library.games import Library
from companion.model.roster import Roster
from companion.runtime.clock import ManualClock
from companion.upkeep.backup.errors import BackupError
from companion.upkeep.backup.inspection import Contents, look
from companion.upkeep.backup.last_note import LAST_BACKUP
from companion.upkeep.backup.restoring import adoption, exchange
from companion.upkeep.backup.restoring.adoption import GAMES_SINCE, VERSIONS_SINCE
from companion.upkeep.backup.restoring.exchange import settle
from companion.upkeep.backup.restoring.restore import restore
from tests.companion.journal.test_golden import written_by_an_older_program
from tests.companion.upkeep.backup.tables import (
    ANOTHER,
    KIT,
    SETTINGS,
    TABLE,
    backed_up,
    fair,
    find,
    furnished,
    play,
    put_back,
    tree,
)
from tests.support.games.spinner import SPINNER
from tests.support.paths import GOLDEN
from tests.support.session_bench import Bench

DAY_S = 24 * 3600
WEEK_S = 7 * DAY_S


class Unsure(ManualClock):
    """A clock that knows a date, but not surely."""

    def sure_text(self) -> str:
        return ""


def saved(tmp_path: Path) -> Path:
    furnished(tmp_path / "old").session.close()
    return backed_up(tmp_path / "old", tmp_path / "one.zip", settings=SETTINGS, name="Ours")


def beside(data: Path) -> list[str]:
    return sorted(each.name for each in data.parent.iterdir() if each.name.startswith(f"{data.name}."))


def test_looking_tells_what_is_in_it_and_changes_nothing(tmp_path: Path) -> None:
    file = saved(tmp_path)
    before = sorted(tmp_path.iterdir())
    told = look(file, find, tmp_path)
    assert told == Contents(told.manifest, 1, 1, ("ours.toml",), ("Île au trésor.isle",), ("de",))
    assert (told.manifest.name, told.manifest.at) == ("Ours", ManualClock().utc_text())
    assert sorted(tmp_path.iterdir()) == before


def test_all_of_it_is_there_and_the_game_goes_on_where_it_was(tmp_path: Path) -> None:
    file, data = saved(tmp_path), tmp_path / "new"
    done = put_back(file, data)
    assert done.before is None
    assert (data / "kits" / "ours.toml").read_text("utf-8") == KIT
    assert (data / "kits" / "Île au trésor.isle").is_file()
    assert (data / "languages" / "de.toml").is_file()
    restored = (data / "settings.restored.toml").read_text("utf-8")
    assert ('chance = "ask"' in restored, "games.home" in restored) == (True, False)
    assert (data / LAST_BACKUP).read_text() == done.contents.manifest.at
    assert all(path.stat().st_mode & 0o077 == 0 for path in (data, *data.rglob("*")))
    bench = Bench(data, dealer=fair(ANOTHER))
    bench.pass_time(20)
    assert (bench.published.trouble, bench.published.open.people) == (None, ("Ann", "Zoë"))
    assert len(bench.lines()) == 6
    assert bench.published.roster == Roster(called={1: "Zoë"}), "no phone of the old table is in"
    bench.session.close()


def test_what_was_there_is_kept_whole_for_a_week(tmp_path: Path) -> None:
    file, data, clock = saved(tmp_path), tmp_path / "new", ManualClock()
    play(data, 1).session.close()
    before = tree(data)
    done = put_back(file, data, clock=clock)
    assert done.before is not None
    assert (tree(done.before), done.before.parent) == (before, tmp_path)
    assert done.before.name == "new.before-restore-20261121T201503120Z-1"
    clock.advance(WEEK_S)
    settle(data, clock)
    assert beside(data) == [done.before.name]
    clock.advance(1)
    now = tree(data)
    settle(data, clock)
    assert beside(data) == []
    assert tree(data) == now


def test_where_nobody_is_sure_of_the_date_the_week_begins_once_somebody_is(tmp_path: Path) -> None:
    file, data = saved(tmp_path), tmp_path / "new"
    play(data, 1).session.close()
    put_back(file, data, clock=Unsure())
    put_back(file, data, clock=Unsure())
    assert beside(data) == ["new.before-restore-undated-1", "new.before-restore-undated-2"]
    later = ManualClock(utc=datetime(2028, 1, 1, tzinfo=UTC))
    settle(data, Unsure())
    settle(data, later)
    settle(data, later)
    assert [name.partition("-undated-")[0] for name in beside(data)] == ["new.before-restore-20280101T000000000Z"] * 2
    later.advance(WEEK_S + 1)
    settle(data, later)
    assert beside(data) == []


def test_a_table_that_plays_there_is_let_be_and_told(tmp_path: Path) -> None:
    file, data = saved(tmp_path), tmp_path / "new"
    bench = play(data, 1)
    before = tree(data)
    with pytest.raises(BackupError) as refused:
        put_back(file, data)
    assert (refused.value.said.key, refused.value.said.values) == ("backup.in-use", {"folder": str(data)})
    assert (tree(data), beside(data)) == (before, [])
    assert bench.roll("roll dice") == bench.published.version
    bench.session.close()


def test_a_clubs_book_is_never_put_away(tmp_path: Path) -> None:
    file, data = saved(tmp_path), tmp_path / "new"
    (data / "club").mkdir(parents=True)
    (data / "club" / "book.sqlite").touch()
    with pytest.raises(BackupError) as refused:
        put_back(file, data)
    assert refused.value.said.key == "backup.club"
    assert (data / "club" / "book.sqlite").is_file()


def test_what_replaces_the_old_table_is_it_and_gives_none_of_its_numbers_again(tmp_path: Path) -> None:
    file, data = saved(tmp_path), tmp_path / "new"
    put_back(file, data, "replaces")
    bench = Bench(data, dealer=fair(ANOTHER))
    assert bench.session.table.store.journal.setting("table-id") == TABLE
    bench.pass_time(20)
    assert bench.published.version >= VERSIONS_SINCE
    bench.session.new_game("fireship", "kit", ("Ann",), {}, id="another")
    assert bench.published.open.number == 1 + GAMES_SINCE + 1
    bench.session.close()


def test_a_second_table_has_an_id_of_its_own_and_tells_nothing_of_the_olds_games(tmp_path: Path) -> None:
    bench = Bench(tmp_path / "old", [(5, 6)] * 9, must_arrive=frozenset({"finished"}))
    bench.session.new_game(SPINNER.slug, SPINNER.mode, ("Ann", "Ben"), {}, id="spin")
    bench.pass_time(20)
    bench.session.table.store.keep_setting("table-id", TABLE)
    bench.say("finish", NOBODY)
    assert len(bench.journal.outbox()) == 1
    bench.session.close()
    file = backed_up(tmp_path / "old", tmp_path / "one.zip")
    for identity, table, waiting in (("replaces", TABLE, 1), ("second", None, 0)):
        put_back(file, tmp_path / identity, identity)  # type: ignore[arg-type]
        journal = Journal(tmp_path / identity)
        journal.open()
        assert (journal.setting("table-id"), len(journal.outbox())) == (table, waiting)
        journal.close()


def test_games_whose_rules_arent_here_are_kept_and_told(tmp_path: Path) -> None:
    file = saved(tmp_path)
    told = look(file, lambda slug, mode: None)
    assert (told.unknown, told.broken, told.games) == ((1,), (), 1)


def test_a_folder_that_cant_be_replaced_in_one_step_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, data = saved(tmp_path), tmp_path / "new"
    play(data, 1).session.close()
    before = tree(data)
    monkeypatch.setattr(exchange, "EXCHANGE", 1 << 20)  # the kernel knows no such wish
    with pytest.raises(BackupError) as refused:
        put_back(file, data)
    assert refused.value.said.key == "backup.cannot-switch"
    assert (tree(data), beside(data)) == (before, [])


def test_a_name_that_is_taken_meanwhile_costs_nothing_but_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, data = saved(tmp_path), tmp_path / "new"
    play(data, 1).session.close()
    before = tree(data)

    def take_the_name(count: int) -> bytes:
        (tmp_path / "new.before-restore-20261121T201503120Z-1" / "x").mkdir(parents=True, exist_ok=True)
        return ANOTHER[:count]

    monkeypatch.setattr(adoption, "FairDealer", lambda: FairDealer(take_the_name))
    done = restore(file, data, find, ManualClock(), identity="replaces")
    assert done.before is not None
    assert (done.before.name, tree(done.before)) == ("new.restoring-20261121T201503120Z-1", before)
    assert (data / "kits" / "ours.toml").is_file()


def test_whoever_ends_it_in_the_last_instant_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, data = saved(tmp_path), tmp_path / "new"
    play(data, 1).session.close()
    before = tree(data)

    def end(path: Path) -> None:
        if path == data.parent:
            raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(exchange, "sync", end)
        put_back(file, data)
    assert (data / "kits" / "ours.toml").is_file()
    settle(data, ManualClock())
    (kept,) = beside(data)
    assert (kept, tree(tmp_path / kept)) == ("new.before-restore-20261121T201503120Z-1", before)


@pytest.mark.parametrize("is_in_place", [False, True])
def test_what_a_killed_restore_left_is_put_in_order_at_the_next_start(tmp_path: Path, is_in_place: bool) -> None:
    data, clock = tmp_path / "new", ManualClock()
    play(data, 1).session.close()
    made = exchange.begin(data, clock)
    (made / "half").touch()
    old = tree(data)
    if is_in_place:
        data.rename(tmp_path / "away")
        made.rename(data)
        (tmp_path / "away").rename(made)
    settle(data, clock)
    if is_in_place:
        (kept,) = beside(data)
        assert (kept.startswith("new.before-restore-"), tree(tmp_path / kept)) == (True, old)
        assert (data / "half").is_file()
    else:
        assert (beside(data), tree(data)) == ([], old)


def test_strangers_beside_the_data_are_let_be(tmp_path: Path) -> None:
    data, clock = tmp_path / "new", ManualClock(utc=datetime(2030, 1, 1, tzinfo=UTC))
    data.mkdir()
    (tmp_path / "new.backup").mkdir()
    (tmp_path / "newer.before-restore-20200101T000000000Z-1").mkdir()
    (tmp_path / "new.before-restore-20200101T000000000Z-1").symlink_to(tmp_path / "new.backup")
    before = sorted(tmp_path.iterdir())
    settle(data, clock)
    assert sorted(tmp_path.iterdir()) == before


def test_what_root_puts_back_belongs_to_whom_the_folder_belonged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, data = saved(tmp_path), tmp_path / "new"
    play(data, 1).session.close()
    given: dict[str, tuple[int, int]] = {}
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "chown", lambda path, user, group, **_: given.update({Path(path).name: (user, group)}))
    put_back(file, data)
    owner = (os.getuid(), os.getgid())
    assert given.keys() >= {path.name for path in data.rglob("*") if path.name != "lock"}
    assert set(given.values()) == {owner}


@pytest.mark.parametrize("dump", sorted(GOLDEN.glob("*.sql")), ids=lambda dump: dump.stem)
def test_a_journal_of_every_older_program_can_be_backed_up_and_put_back(tmp_path: Path, dump: Path) -> None:
    library, old = Library(), tmp_path / "old"
    old.mkdir()
    written_by_an_older_program(dump, old)
    file = backed_up(old, tmp_path / "one.zip")
    told = restore(file, tmp_path / "new", library.find, ManualClock(), identity="replaces").contents
    assert (told.broken, told.unknown, told.games) == ((), (), 1)


def test_a_backup_with_which_a_start_would_fail_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever nobody has thought of: a table that can't start can't be mended by its page."""
    file, data = saved(tmp_path), tmp_path / "new"
    play(data, 1).session.close()
    before = tree(data)

    def forget_deleted(*_: object) -> bool:
        raise ValueError("a name that nobody has thought of")

    with monkeypatch.context() as patched, pytest.raises(BackupError) as refused:
        patched.setattr(Journal, "forget_deleted", forget_deleted)
        put_back(file, data)
    assert refused.value.said.key == "backup.bad-journal"
    assert (tree(data), beside(data)) == (before, [])
