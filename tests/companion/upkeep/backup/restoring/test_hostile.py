"""Backups by whoever means ill, and damaged ones: a clear sentence, and nothing of the table has changed."""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import struct
import subprocess
import sys
import tracemalloc
import zipfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.journal.bounds import BYTES, LARGEST_RESTORED
from companion.journal.schema import STEPS
from companion.upkeep.backup import archive
from companion.upkeep.backup.archive import opened
from companion.upkeep.backup.errors import BackupError, disk_errors
from companion.upkeep.backup.inspection import look
from tests.companion.upkeep.backup.tables import (
    backed_up,
    contents_of,
    find,
    furnished,
    play,
    put_back,
    rewritten,
    tree,
    with_journal,
)
from tests.support.paths import ROOT
from tests.support.played import UNSUMMED
from tests.support.rows import all_rows, each_row
from tests.support.session_bench import Bench
from tests.support.sources import seeded

DOTS = b"a" + b".a" * 60_000 + b" = 1"
"""TOML that takes Python's own reader all memory."""
Change = Callable[[Path, Path], object]
"""Makes a hostile file of a good backup."""


@dataclass(frozen=True)
class There:
    """A good backup *file*, and the *data* of another table."""

    file: Path
    data: Path


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("good")
    furnished(folder / "old").session.close()
    return backed_up(folder / "old", folder / "good.zip")


@pytest.fixture
def there(tmp_path: Path, good: Path) -> There:
    play(tmp_path / "data", 1).session.close()
    return There(good, tmp_path / "data")


def refused(there: There, file: Path) -> BackupError:
    """Why *file* is refused, by looking and by restoring alike; nothing may have changed beside or in the data."""
    before, beside = tree(there.data), sorted(there.data.parent.iterdir())
    with pytest.raises(BackupError) as looked:
        look(file, find)
    with pytest.raises(BackupError) as restored:
        put_back(file, there.data)
    assert looked.value.said == restored.value.said
    assert tree(there.data) == before
    assert sorted(there.data.parent.iterdir()) == beside
    return restored.value


def added(name: str, content: bytes = b"x", **about: int) -> Change:
    """Add a file called *name* to the zip, and to its manifest."""

    def change(good: Path, to: Path) -> None:
        rewritten(good, to, {**contents_of(good), name: content})
        if about:
            with zipfile.ZipFile(to) as source:
                entries = [(entry, source.read(entry)) for entry in source.infolist()]
            with zipfile.ZipFile(to, "w") as target:
                for entry, held in entries:
                    if entry.filename == name:
                        for key, value in about.items():
                            setattr(entry, key, value)
                    target.writestr(entry, held)

    return change


def twice(good: Path, to: Path) -> None:
    to.write_bytes(good.read_bytes())
    with zipfile.ZipFile(to, "a") as target, pytest.warns(UserWarning, match="Duplicate"):
        target.writestr("journal.sqlite", b"another")


def named_inside(good: Path, to: Path) -> None:
    """The list at the end says one name, the file itself another."""
    content = good.read_bytes()
    at = content.index(b"kits/ours.toml")
    to.write_bytes(content[:at] + b"kits/../x.toml" + content[at + 14 :])


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (added("../evil.toml"), "not-in-one"),
        (added("kits/../../evil.toml"), "not-in-one"),
        (added("/etc/evil.toml"), "not-in-one"),
        (added("kits/..\\evil.toml"), "not-in-one"),
        (added("kits/.hidden"), "not-in-one"),
        (added("kits/deeper/evil.toml"), "not-in-one"),
        (added("kits/"), "not-in-one"),
        (added(f"kits/{'é' * 79}é.toml"), "not-in-one"),
        (added("kits/a\nb.toml"), "not-in-one"),
        (added("evil.py"), "not-in-one"),
        (added("journal.sqlite-wal"), "not-in-one"),
        (added("lock"), "not-in-one"),
        (added("JOURNAL.sqlite"), "not-in-one"),
        (added("kits/OURS.toml"), "not-in-one"),
        (added("kits/link.toml", b"/etc/passwd", external_attr=(stat.S_IFLNK | 0o777) << 16), "not-in-one"),
        (added("kits/device.toml", external_attr=(stat.S_IFCHR | 0o666) << 16), "not-in-one"),
        (added("kits/packed.toml", compress_type=zipfile.ZIP_BZIP2), "not-in-one"),
        (added("kits/large.toml", bytes(archive.MAX_FILE + 1)), "too-large"),
        (added("settings.toml", bytes(archive.MAX_FILE + 1)), "too-large"),
        (added("settings.toml", DOTS), "bad-settings"),
        (added("kits/dots.toml", DOTS), "altered"),
        (added("languages/de.toml", DOTS), "altered"),
        (twice, "not-in-one"),
        (named_inside, "altered"),
    ],
    ids=lambda it: it if isinstance(it, str) else None,
)
def test_what_isnt_in_a_backup_is_refused_by_its_name(there: There, tmp_path: Path, change: Change, key: str) -> None:
    file = tmp_path / "evil.zip"
    change(there.file, file)
    assert refused(there, file).said.key == f"backup.{key}"


def bomb(good: Path, to: Path) -> None:
    contents = contents_of(good)
    rewritten(good, to, {**contents, "journal.sqlite": contents["journal.sqlite"] + bytes(300 * 2**20 // 4)})


def many(good: Path, to: Path) -> None:
    rewritten(good, to, {**contents_of(good), **{f"kits/{number}.toml": b"" for number in range(archive.MAX_FILES)}})


def said_to_be_many(good: Path, to: Path) -> None:
    content = bytearray(good.read_bytes())
    struct.pack_into("<H", content, len(content) - 12, 60_000)
    to.write_bytes(content)


def said_to_be_smaller(good: Path, to: Path) -> None:
    """A file that unpacks to more than the list says."""
    content = bytearray(rewritten(good, to, {**contents_of(good), "kits/ours.toml": bytes(5000)}).read_bytes())
    size = struct.pack("<L", 5000)
    while (at := content.find(size)) >= 0:
        content[at : at + 4] = struct.pack("<L", 10)
    to.write_bytes(content)


@pytest.mark.parametrize(
    ("change", "keys"),
    [
        (bomb, {"too-large"}),
        (many, {"too-large"}),
        (said_to_be_many, {"too-large"}),
        (said_to_be_smaller, {"altered"}),
    ],
    ids=lambda it: getattr(it, "__name__", None),
)
def test_sizes_are_bounded_before_anything_is_unpacked(
    there: There, tmp_path: Path, change: Change, keys: set[str]
) -> None:
    file = tmp_path / "evil.zip"
    change(there.file, file)
    assert refused(there, file).said.key.removeprefix("backup.") in keys


def test_a_file_cut_off_anywhere_is_no_backup(there: There, tmp_path: Path) -> None:
    content, file = there.file.read_bytes(), tmp_path / "cut.zip"
    for length in (0, 1, 21, 22, 100, len(content) // 2, len(content) - 1):
        file.write_bytes(content[:length])
        assert refused(there, file).said.key == "backup.no-backup"


def test_every_turned_byte_is_found_or_makes_no_difference(there: There, tmp_path: Path) -> None:
    content, file = there.file.read_bytes(), tmp_path / "turned.zip"
    whole = look(there.file, find)
    found = 0
    for at in range(0, len(content), 7):
        file.write_bytes(content[:at] + bytes([content[at] ^ 0x55]) + content[at + 1 :])
        try:
            told = look(file, find)
        except BackupError:
            found += 1
        else:
            assert (told.games, told.manifest.files) == (whole.games, whole.manifest.files)
    assert found > len(content) // 7 * 0.8


def test_a_newer_format_and_a_newer_journal_are_told(there: There, tmp_path: Path) -> None:
    contents, file = contents_of(there.file), tmp_path / "newer.zip"
    newer = contents["manifest.json"].replace(b'"tidetable_backup":1', b'"tidetable_backup":2')
    rewritten(there.file, file, {**contents, "manifest.json": newer})
    with zipfile.ZipFile(file) as written:
        assert b'"tidetable_backup": 2' in written.read("manifest.json")
    assert refused(there, file).said.key == "backup.newer"
    with_journal(there.file, file, lambda it: it.execute(f"PRAGMA user_version = {len(STEPS) + 1}"))
    assert refused(there, file).said.key == "backup.newer"


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER evil AFTER INSERT ON line BEGIN DELETE FROM game; END",
        "CREATE VIEW evil AS SELECT * FROM game",
        "CREATE TABLE evil (x)",
        "CREATE INDEX evil ON line (do)",
        "DROP TABLE outbox",
        "ALTER TABLE game ADD COLUMN evil",
        "ALTER TABLE game RENAME COLUMN slug TO slugs",
        "CREATE VIRTUAL TABLE evil USING fts5(x)",
        "PRAGMA user_version = 3",
        "PRAGMA journal_mode = WAL",
        "INSERT INTO line (game, n, batch, version, at) VALUES (77, 1, 1, 1, '')",
        "UPDATE setting SET value = x'00' WHERE name = 'table-id'",
        "UPDATE game SET options = '['",
        "UPDATE game SET mode = 'evil', seats = '{}'",
    ],
)
def test_a_journal_that_isnt_to_the_letter_as_ours_is_refused(there: There, tmp_path: Path, statement: str) -> None:
    file = with_journal(there.file, tmp_path / "evil.zip", lambda it: it.execute(statement).fetchall())
    assert refused(there, file).said.key == "backup.bad-journal"


def test_a_view_in_a_tables_place_and_a_checks_own_function_never_run(there: There, tmp_path: Path) -> None:
    def change(database: sqlite3.Connection) -> None:
        database.execute("PRAGMA writable_schema=ON")
        database.execute("UPDATE sqlite_master SET sql = replace(sql, 'slug TEXT', 'slug TEXT CHECK (abs(1))')")

    file = with_journal(there.file, tmp_path / "evil.zip", change)
    assert refused(there, file).said.key == "backup.bad-journal"


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("UPDATE line SET do = 'roll 1 1 1' WHERE n = 2", "line 2 doesn't come from the promised seed"),
        ("UPDATE game SET seed = replace(seed, '00', '01')", "line 2 doesn't come from the promised seed"),
        ("UPDATE line SET do = 'roll 1 1' WHERE n = 2", ""),
        ("UPDATE line SET do = 'fly away' WHERE n = 1", ""),
        ("UPDATE line SET facts = (SELECT facts FROM line WHERE n = 2) WHERE n = 6", "its state isn't"),
        ("DELETE FROM line WHERE n = 3", ""),
        ("UPDATE line SET by = 7 WHERE n = 1", ""),
        ("UPDATE game SET ended = NULL, seats = json_array('Ann', char(27))", "a name that can't be shown"),
        ("INSERT INTO promise VALUES (1, 3, '00', '00')", "a seed isn't the one that was promised"),
    ],
)
def test_a_game_that_was_altered_is_refused_or_left_out(there: There, tmp_path: Path, statement: str, why: str) -> None:
    file = with_journal(there.file, tmp_path / "evil.zip", lambda it: it.executescript(f"{statement}; {UNSUMMED}"))
    (broken,) = look(file, find).broken
    assert broken[0] == 1
    assert why in broken[1]
    before = tree(there.data)
    with pytest.raises(BackupError) as told:
        put_back(file, there.data)
    assert told.value.said.key == "backup.broken-game"
    assert tree(there.data) == before
    done = put_back(file, there.data, leave_out_broken=True)
    assert done.left_out == (1,)
    with closing(sqlite3.connect(there.data / "journal.sqlite")) as journal:
        assert journal.execute("SELECT count(*) FROM game").fetchone() == (0,)
        assert journal.execute("SELECT value FROM setting WHERE name = 'game'").fetchone() == ("",)


def test_owners_phones_and_strange_settings_in_a_hostile_one_arent_taken(there: There, tmp_path: Path) -> None:
    def change(database: sqlite3.Connection) -> None:
        owner = '{"phones":{"aa":{"seats":[0],"name":"Eve"}},"called":{},"owners":["aa"],"televisions":["bb"]}'
        database.execute("UPDATE setting SET value = ? WHERE name = 'phones'", (owner,))
        database.execute("INSERT INTO setting VALUES ('mqtt-told', 'x')")
        database.execute("UPDATE setting SET value = '+/#' WHERE name = 'table-id'")

    put_back(with_journal(there.file, tmp_path / "evil.zip", change), there.data)
    with closing(sqlite3.connect(there.data / "journal.sqlite")) as journal:
        kept = dict(journal.execute("SELECT name, value FROM setting"))
    assert kept["phones"] == '{"phones":{},"called":{},"owners":[],"televisions":[]}'
    assert not {"mqtt-told", "table-id"} & kept.keys()


LIMITED = """
import resource, sys
from pathlib import Path
from companion.upkeep.backup.errors import BackupError
from tests.companion.upkeep.backup.tables import put_back
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), resource.RLIM_INFINITY))
try:
    put_back(Path(sys.argv[1]), Path(sys.argv[2]))
except BackupError as error:
    print(error.said.key)
"""


@pytest.mark.parametrize("room", [0, 10, 5000, 15_000])
def test_a_card_without_room_is_told_and_what_was_there_plays_on(there: There, tmp_path: Path, room: int) -> None:
    before, beside = tree(there.data), sorted(tmp_path.iterdir())
    words = [sys.executable, "-c", LIMITED, str(there.file), str(there.data), str(room)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout in ("backup.full\n", "backup.journal-not-copied\n")
    assert tree(there.data) == before
    assert sorted(tmp_path.iterdir()) == beside


def test_a_pipe_and_a_folder_are_no_backups(there: There, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert refused(there, tmp_path / "pipe").said.key == "backup.no-backup"
    (tmp_path / "folder").mkdir()
    assert refused(there, tmp_path / "folder").said.key in ("backup.disk", "backup.no-backup")


MAX_INT64 = 2**63 - 1
ODD_SETTINGS = {
    "deleted-x": "2026",
    "deleted-1-": "2026-01-01T00:00:00.000Z",
    "deleted-77": "2026-01-01T00:00:00.000Z",
    "deleted-1": "zzz",
    "undated-game-x": "y",
    "highest-game": "9" * 400,
    "game": "99999999999999999999999",
    "brightness": "1e999",
    "lang": "../../etc/passwd",
    "muted": "?",
    "phones": "[" * 10_000,
    "first-evening": '{"x":',
    "first-evening-roll": "77777",
    "table-name": "\n" * 5000,
}


def test_odd_settings_of_a_journal_dont_count_and_the_table_starts(there: There, tmp_path: Path) -> None:
    def change(database: sqlite3.Connection) -> None:
        database.execute("INSERT OR REPLACE INTO setting VALUES ('table-id', '0123456789ab')")
        database.executemany("INSERT OR REPLACE INTO setting VALUES (?, ?)", ODD_SETTINGS.items())

    put_back(with_journal(there.file, tmp_path / "evil.zip", change), there.data)
    with closing(sqlite3.connect(there.data / "journal.sqlite")) as journal:
        kept = dict(journal.execute("SELECT name, value FROM setting"))
    assert kept.keys() & ODD_SETTINGS.keys() == {"phones", "highest-game"}
    assert kept["highest-game"] == "101", "only what a restore leaves out itself"
    bench = Bench(there.data)
    assert (bench.published.trouble, bench.new().published.open.number) == (None, 102)
    bench.session.close()


@pytest.mark.parametrize(
    "statement",
    [
        f"UPDATE game SET id = {MAX_INT64}",
        "UPDATE game SET id = -7",
        f"INSERT INTO receipt VALUES ('backup:1', {MAX_INT64 - 1})",
        "UPDATE line SET version = 1e300 WHERE n = 2",
        f"UPDATE line SET n = {MAX_INT64} WHERE n = 6",
        f"UPDATE line SET batch = {2**31} WHERE n = 2",
        f"INSERT INTO outbox VALUES (1, 'finished', {MAX_INT64}, 1, '')",
        f"INSERT INTO outbox VALUES ({MAX_INT64}, 'finished', 1, 1, '')",
    ],
)
def test_numbers_near_the_end_of_all_numbers_are_refused(there: There, tmp_path: Path, statement: str) -> None:
    file = with_journal(there.file, tmp_path / "evil.zip", lambda it: it.execute(statement))
    assert refused(there, file).said.key == "backup.bad-journal"


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE game SET seats = json_array(printf('%.*c', 5000, 'x'))",
        "UPDATE game SET options = json_object('x', printf('%.*c', 5000, 'x'))",
        "UPDATE game SET called = json_array(printf('%.*c', 5000, 'x'))",
        "UPDATE game SET ended = json_array(printf('%.*c', 70000, 'x'))",
        "UPDATE line SET facts = CAST(printf('%.*c', 70000, 'x') AS BLOB) WHERE n = 2",
        "UPDATE line SET do = printf('%.*c', 5000, 'x') WHERE n = 2",
        "INSERT INTO setting VALUES ('x', printf('%.*c', 20000, 'x'))",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 400) "
        "INSERT INTO promise SELECT 1, i, '00', '00' FROM n",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 25000) "
        "INSERT INTO game (id, slug, mode, seats, options, at) SELECT i + 10, 'x', 'kit', '[\"1\"]', '{}', '' FROM n",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 200) "
        "INSERT INTO line (game, n, batch, version, at, facts) SELECT 1, i + 10, 1, 1, '', randomblob(60000) FROM n",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 2200) "
        "INSERT INTO line (game, n, batch, version, at, do) SELECT 1, i + 10, 1, 1, '', hex(randomblob(2000)) FROM n",
    ],
)
def test_what_would_take_much_memory_is_refused_before_it_is_loaded(
    there: There, tmp_path: Path, statement: str
) -> None:
    file = with_journal(there.file, tmp_path / "evil.zip", lambda it: it.execute(statement))
    tracemalloc.start()
    try:
        assert refused(there, file).said.key in ("backup.bad-journal", "backup.too-large")
        assert tracemalloc.get_traced_memory()[1] < 8 * 2**20
    finally:
        tracemalloc.stop()


def test_an_odd_name_among_deleted_and_undated_games_ends_no_start(tmp_path: Path) -> None:
    """Where one has come in by another way."""
    bench = play(tmp_path, 1)
    journal = bench.session.table.store.journal
    for name in ("deleted-x", "deleted-٣", "undated-game-x", "deleted-1234567890123456789012"):
        bench.session.table.store.keep_setting(name, "2026-01-01T00:00:00.000Z")
    assert journal.forget_deleted("2026-06-01T00:00:00.000Z", "2026-06-08T00:00:00.000Z")
    assert journal.fill_dates(lambda mark: "2026-06-08T00:00:00.000Z")
    assert [row.id for row in journal.games()] == [1]
    assert (journal.setting("deleted-x"), journal.setting("undated-game-x")) == (None, None)
    bench.session.close()


@pytest.mark.parametrize("field", ["name", "at", "program", "table"])
@pytest.mark.parametrize("said", ["\x1b]0;evil\x07", "\u202eX", "x" * 101])
def test_a_manifest_that_no_terminal_should_print_is_refused(
    there: There, tmp_path: Path, field: str, said: str
) -> None:
    contents = contents_of(there.file)
    manifest = json.loads(contents["manifest.json"])
    file = rewritten(
        there.file, tmp_path / "evil.zip", {**contents, "manifest.json": json.dumps({**manifest, field: said}).encode()}
    )
    assert refused(there, file).said.key == "backup.altered"


MAX_INT32 = 2**31 - 1
NUMBERS = (
    f"UPDATE receipt SET version = {MAX_INT32}",
    f"UPDATE receipt SET version = {MAX_INT32 - 100}",
    f"UPDATE line SET version = {MAX_INT32}",
    f"UPDATE line SET batch = {MAX_INT32 - 1} WHERE n = 1",
    f"INSERT INTO outbox (id, kind, game, version, asked) VALUES ({MAX_INT32}, 'x', 1, 1, '')",
)


@each_row("statement", NUMBERS)
def test_a_number_near_its_end_is_refused_as_later_backups_would_be(
    there: There, tmp_path: Path, statement: str
) -> None:
    file = with_journal(there.file, tmp_path / "near.zip", lambda it: it.executescript(f"{statement};{UNSUMMED}"))
    assert refused(there, file).said.key == "backup.bad-journal"


def test_a_table_restored_from_the_largest_numbers_makes_backups_on(there: There, tmp_path: Path) -> None:
    large = f"UPDATE receipt SET version = {LARGEST_RESTORED - 200_000};"
    large += "INSERT INTO setting VALUES ('highest-game', '5000')"
    put_back(with_journal(there.file, tmp_path / "a.zip", lambda it: it.executescript(large)), there.data)
    assert look(backed_up(there.data, tmp_path / "b.zip"), find).games == 1


TEXTS = [
    f"UPDATE OR IGNORE {table} SET {column} = {value}"
    for table, columns in BYTES.items()
    for column in columns
    for value in ("x'ff00'", "'['", "CAST(x'ff' AS TEXT)", "7", "''")
    if table not in ("outbox", "promise")
]


@pytest.mark.long
def test_a_journal_whose_texts_are_something_else_is_a_clear_refusal(there: There, tmp_path: Path) -> None:
    with all_rows() as rows:
        for number, statement in enumerate(TEXTS):
            file = tmp_path / f"odd-{number}.zip"
            with_journal(there.file, file, lambda it, said=statement: it.executescript(f"{said};{UNSUMMED}"))  # type: ignore[misc]  # a lambda's default
            with rows.row(statement):
                try:
                    put_back(file, tmp_path / f"odd-{number}")
                except BackupError as error:
                    assert error.said.key in ("backup.bad-journal", "backup.broken-game")


def test_a_journal_with_a_turned_bit_is_a_clear_refusal(there: There, tmp_path: Path) -> None:
    contents = contents_of(there.file)
    journal, below = contents["journal.sqlite"], seeded("turned")
    with all_rows() as rows:
        for _ in range(60):
            bit = below(len(journal) * 8)
            turned = bytearray(journal)
            turned[bit // 8] ^= 1 << bit % 8
            file = rewritten(there.file, tmp_path / f"{bit}.zip", {**contents, "journal.sqlite": bytes(turned)})
            with rows.row(bit):
                try:
                    look(file, find)
                except BackupError as error:
                    assert error.said.key in ("backup.bad-journal", "backup.broken-game")


def test_a_damaged_zip_is_never_told_as_a_fault_of_the_disk(there: There, tmp_path: Path) -> None:
    content, file = there.file.read_bytes(), tmp_path / "turned.zip"
    with all_rows() as rows:
        for bit in range(content.index(b"PK\x01\x02") * 8, len(content) * 8, 5):
            turned = bytearray(content)
            turned[bit // 8] ^= 1 << bit % 8
            file.write_bytes(turned)
            with rows.row(bit):
                try:
                    with disk_errors(), opened(file) as (manifest, archived):
                        for name in manifest.files:
                            for _ in archive._pieces(archived, archived.getinfo(name)):
                                pass
                except BackupError as error:
                    assert error.said.key not in ("backup.disk", "backup.full")
