"""Making a backup: all that a family would miss is in it, no secret of phones or networks, whole or not at all."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import tomllib
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal.journal import FILE, open_for_reading
from companion.runtime.clock import ManualClock
from companion.upkeep.backup import archive, journal_part
from companion.upkeep.backup.creation import make, workplace
from companion.upkeep.backup.errors import BackupError
from companion.upkeep.backup.last_note import LAST_BACKUP
from companion.upkeep.backup.leftovers import forget_unfinished
from companion.upkeep.backup.source import Source
from tests.companion.upkeep.backup.tables import (
    COOKIE,
    SETTINGS,
    TABLE,
    TELEVISION,
    backed_up,
    contents_of,
    furnished,
    play,
    roll,
    tree,
)
from tests.support.paths import ROOT
from tests.support.session_bench import Bench


def copied(file: Path, to: Path) -> sqlite3.Connection:
    to.write_bytes(contents_of(file)["journal.sqlite"])
    return sqlite3.connect(to)


def test_all_that_a_table_has_is_in_it_by_closed_names_and_the_table_plays_on(tmp_path: Path) -> None:
    bench = furnished(tmp_path / "data")
    file = tmp_path / "one.zip"
    manifest = make(file, Source(tmp_path / "data", name="Ours", settings=SETTINGS), bench.clock)
    assert list(contents_of(file)) == [
        "manifest.json",
        "journal.sqlite",
        "settings.toml",
        "kits/ours.toml",
        "kits/Île au trésor.isle",
        "languages/de.toml",
    ]
    assert (manifest.table, manifest.name, manifest.at) == (TABLE, "Ours", bench.clock.utc_text())
    assert file.stat().st_mode & 0o777 == 0o600
    assert len(roll(bench, 1)) == 1, "the table had no part in it"
    bench.session.close()
    with closing(copied(file, tmp_path / "copy.sqlite")) as journal:
        assert journal.execute("SELECT count(*) FROM line").fetchone() == (6,)
        assert journal.execute("SELECT count(*) FROM game WHERE seed IS NOT NULL").fetchone() == (1,)


def test_no_byte_of_a_phone_a_token_a_password_or_a_hook_is_in_it(tmp_path: Path) -> None:
    bench = furnished(tmp_path / "data")
    for number in range(50):  # what was there once lies in the file's free pages
        bench.session.table.store.keep_setting(f"token-{number}", f"{TELEVISION}{number}" * 20)
        bench.session.table.store.keep_setting(f"token-{number}", "")
    (tmp_path / "data" / "keeper.json").write_text("a keeper's password")
    (tmp_path / "data" / "tls.key").write_text("-----BEGIN PRIVATE KEY-----")
    requests = [line for (line,) in bench.journal.connection.execute("SELECT id FROM receipt WHERE id LIKE 'id-%'")]
    assert len(requests) == 3
    bench.session.close()
    assert COOKIE.encode() in b"".join(tree(tmp_path / "data").values())
    file = backed_up(tmp_path / "data", tmp_path / "one.zip", settings=SETTINGS)
    with closing(copied(file, tmp_path / "copy.sqlite")) as journal:
        assert journal.execute("PRAGMA freelist_count").fetchone() == (0,)
    contents = contents_of(file)
    everything = b"".join(contents.values())
    secrets = (
        COOKIE,
        TELEVISION,
        "s3cr3t",
        "/etc/secret",
        "/srv/games",
        "keeper",
        "PRIVATE KEY",
        "old.home",
        *requests,
    )
    assert [secret for secret in secrets if secret.encode() in everything] == []
    assert json.loads(contents["manifest.json"])["left_out"] == [
        "webhook", "table.data", "mqtt.password_file", "metrics.token_file",
    ]  # fmt: skip


def test_settings_leave_as_they_count_without_secrets_and_paths(tmp_path: Path) -> None:
    play(tmp_path / "data").session.close()
    contents = contents_of(backed_up(tmp_path / "data", tmp_path / "one.zip", settings=SETTINGS))
    assert tomllib.loads(contents["settings.toml"].decode()) == {
        "table": {"name": "La « Marée »\x7f"},
        "web": {"names": ["games.home"], "watching": False},
        "mqtt": {"broker": "mqtts://broker.home", "user": "table"},
        "game": {"fireship": {"chance": "ask"}},
    }


def test_whatever_toml_can_say_in_a_games_options_leaves_as_it_is(tmp_path: Path) -> None:
    play(tmp_path / "data").session.close()
    said = '[game.ours]\nsince = 2026-11-28\n"odd key" = [1.5, { at = 07:32:00 }]\nmark = "\\u007f\\n"\n'
    document = tomllib.loads(said)
    contents = contents_of(backed_up(tmp_path / "data", tmp_path / "one.zip", settings=document))
    assert tomllib.loads(contents["settings.toml"].decode()) == document


def test_of_the_journals_settings_only_known_ones_leave_and_seats_keep_their_names(tmp_path: Path) -> None:
    bench = furnished(tmp_path / "data")
    bench.session.table.store.keep_setting("new-secret", "12345")
    bench.session.table.store.keep_setting("games-off", "fireship pig")
    names = {name for (name,) in bench.journal.connection.execute("SELECT name FROM setting")}
    bench.session.close()
    assert names - {*journal_part.KEPT, *journal_part.LEFT, "phones"} == {"new-secret"}, (
        "every other setting is known to leave or to stay"
    )
    file = backed_up(tmp_path / "data", tmp_path / "one.zip")
    with closing(copied(file, tmp_path / "copy.sqlite")) as journal:
        kept = dict(journal.execute("SELECT name, value FROM setting"))
    assert kept == {
        "game": "1",
        "games-off": "fireship pig",
        "phones": '{"phones":{},"called":{"1":"Zoë"},"owners":[],"televisions":[]}',
        "table-id": TABLE,
    }


def test_a_table_that_has_played_nothing_can_be_backed_up(tmp_path: Path) -> None:
    Bench(tmp_path / "data").session.close()
    file = backed_up(tmp_path / "data", tmp_path / "one.zip")
    assert list(contents_of(file)) == ["manifest.json", "journal.sqlite", "settings.toml"]


def test_a_folder_without_a_tables_games_is_told_and_nothing_is_made(tmp_path: Path) -> None:
    with pytest.raises(BackupError) as told:
        backed_up(tmp_path / "data", tmp_path / "one.zip")
    assert (told.value.said.key, told.value.said.values) == ("backup.no-games", {"folder": str(tmp_path / "data")})
    assert list(tmp_path.iterdir()) == []


def test_what_no_backup_can_hold_is_told_and_left_out(tmp_path: Path) -> None:
    data = tmp_path / "data"
    play(data).session.close()
    kits = tmp_path / "mine"
    (kits / "folder").mkdir(parents=True)
    (kits / "long.toml").write_bytes(bytes(archive.MAX_FILE + 1))
    (kits / "-rf.toml").touch()
    (kits / "gone.toml").symlink_to("nowhere")
    (kits / "good.toml").touch()
    (kits / "GOOD.toml").touch()
    manifest = make(tmp_path / "one.zip", Source(data, kits=kits), ManualClock())
    assert [name for name in manifest.files if name.startswith("kits")] == ["kits/GOOD.toml"]
    assert sorted(manifest.left_out) == [
        "kits/-rf.toml", "kits/folder", "kits/gone.toml", "kits/good.toml", "kits/long.toml",
    ]  # fmt: skip


def test_the_doctor_knows_when_the_last_one_was_made(tmp_path: Path) -> None:
    play(tmp_path / "data").session.close()
    backed_up(tmp_path / "data", tmp_path / "one.zip")
    assert (tmp_path / "data" / LAST_BACKUP).read_text() == ManualClock().utc_text()


def test_a_damaged_journal_is_told_and_no_file_is_written(tmp_path: Path) -> None:
    play(tmp_path / "data").session.close()
    path = tmp_path / "data" / FILE
    content = bytearray(path.read_bytes())
    content[4096 * 2 : 4096 * 3] = bytes(4096)
    path.write_bytes(content)
    with pytest.raises(BackupError) as refused:
        backed_up(tmp_path / "data", tmp_path / "one.zip")
    assert refused.value.said.key in ("backup.journal-damaged", "backup.journal-not-copied")
    assert not (tmp_path / "one.zip").exists()
    assert {each.name for each in (tmp_path / "data").iterdir()} >= {FILE}
    assert list((tmp_path / "data").glob("backup-making-*")) == []


LIMITED = """
import resource, sys
from pathlib import Path
from companion.runtime.clock import ManualClock
from companion.upkeep.backup.errors import BackupError
from companion.upkeep.backup.creation import make
from companion.upkeep.backup.source import Source
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), resource.RLIM_INFINITY))
try:
    make(Path(sys.argv[2]), Source(Path(sys.argv[1])), ManualClock())
except BackupError as error:
    print(error.said.key)
"""


@pytest.mark.parametrize(
    ("room", "why"), [(0, "full"), (1000, "full"), (20_000, "journal-not-copied"), (99_000, "full")]
)
def test_a_card_or_a_stick_without_room_is_told_and_the_backup_before_is_whole(
    tmp_path: Path, room: int, why: str
) -> None:
    play(tmp_path / "data", 8).session.close()
    (tmp_path / "data" / "kits").mkdir()
    (tmp_path / "data" / "kits" / "long.toml").write_bytes(os.urandom(archive.MAX_FILE))
    file = backed_up(tmp_path / "data", tmp_path / "one.zip")
    before = file.read_bytes()
    words = [sys.executable, "-c", LIMITED, str(tmp_path / "data"), str(file), str(room)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"backup.{why}\n"), done.stderr
    assert file.read_bytes() == before
    assert sorted(each.name for each in tmp_path.iterdir()) == ["data", "one.zip"]
    assert list((tmp_path / "data").glob("backup-making-*")) == []
    with closing(open_for_reading(tmp_path / "data")) as journal:
        assert journal.is_sound()


def test_what_a_killed_one_left_is_removed_at_a_start_and_one_under_way_is_not(tmp_path: Path) -> None:
    (tmp_path / "backup-making-old").mkdir()
    (tmp_path / "backup-making-old" / FILE).touch()
    forget_unfinished(tmp_path)
    assert list(tmp_path.iterdir()) == []
    with workplace(tmp_path) as work:
        forget_unfinished(tmp_path)
        assert work.is_dir()
