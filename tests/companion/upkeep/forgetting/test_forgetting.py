"""Everything forgotten: in one step, cut anywhere, and nothing of anybody else's."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from companion.journal.journal import Journal
from companion.upkeep.forgetting import erasure
from companion.upkeep.forgetting.erasure import NotForgotten, finish, forget
from tests.companion.upkeep.backup.tables import furnished, tree

SECRET = b"Zo\xc3\xab"


def _table(tmp_path: Path) -> Path:
    """A table's folder with what restores have left beside it, and files of somebody else's."""
    data = tmp_path / "table"
    data.mkdir()
    furnished(data).session.close()
    for name in ("table.before-restore-20261120T000000Z-1", "table.restoring-x"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "journal.sqlite").write_bytes(SECRET)
    (tmp_path / "table.uploaded-0123").write_bytes(SECRET)
    (tmp_path / "table.zip").write_bytes(b"a backup of the family's")
    (tmp_path / "tables").mkdir()
    return data


def test_no_byte_is_left_and_nothing_of_anybody_else_goes(tmp_path: Path) -> None:
    data = _table(tmp_path)
    assert any(SECRET in content for content in tree(tmp_path).values())
    forget(data)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["table", "table.zip", "tables"]
    assert not any(data.iterdir())
    assert not any(SECRET in content for content in tree(tmp_path).values())
    journal = Journal(data)
    journal.open()
    assert journal.games() == []
    journal.close()


@pytest.mark.parametrize("suffix", [".sqlite", ".db"])
@pytest.mark.parametrize("is_elsewhere", [False, True])
def test_a_journal_that_is_a_link_to_another_disk_is_forgotten_there_too(
    tmp_path: Path, is_elsewhere: bool, suffix: str
) -> None:
    data, drive = _table(tmp_path), tmp_path / "drive"
    drive.mkdir()
    (drive / "letters.sqlite").write_bytes(b"somebody else's")
    folder = tmp_path / "kept elsewhere" if is_elsewhere else data
    folder.mkdir(exist_ok=True)
    (data / "journal.sqlite").rename(drive / f"ours{suffix}")
    (folder / "journal.sqlite").symlink_to(drive / f"ours{suffix}")
    (drive / "ours.damaged-1.sqlite").write_bytes(SECRET)
    (drive / f"ours{suffix}-wal").write_bytes(b"")
    forget(data, folder if is_elsewhere else None)
    assert [each.name for each in drive.iterdir()] == ["letters.sqlite"]
    assert not any(SECRET in content for content in tree(tmp_path).values())
    assert not (folder / "journal.sqlite").is_symlink()


@pytest.mark.parametrize("at_deed", range(1, 6))
def test_cut_anywhere_all_of_it_is_there_or_all_is_gone(
    tmp_path: Path, at_deed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = _table(tmp_path)
    before, deeds = tree(data), 0
    real_rename, real_delete = Path.rename, erasure._delete  # noqa: SLF001  # the plug is pulled between its deeds

    def cut() -> None:
        nonlocal deeds
        deeds += 1
        if deeds == at_deed:
            raise KeyboardInterrupt

    def rename(path: Path, target: Path) -> Path:
        cut()
        return real_rename(path, target)

    def delete(path: Path) -> None:
        cut()
        real_delete(path)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", rename)
        patch.setattr(erasure, "_delete", delete)
        with pytest.raises(KeyboardInterrupt):
            forget(data)
    if at_deed == 1:
        assert tree(data) == before
        return
    assert not data.exists() or not any(data.iterdir())
    finish(data)
    assert sorted(each.name for each in tmp_path.iterdir() if each != data) == ["table.zip", "tables"]


def test_a_start_that_has_nothing_to_finish_deletes_nothing(tmp_path: Path) -> None:
    data = _table(tmp_path)
    before = tree(tmp_path)
    finish(data)
    assert tree(tmp_path) == before


def test_a_table_that_runs_or_a_clubs_book_is_let_be(tmp_path: Path) -> None:
    data = _table(tmp_path)
    before = tree(tmp_path)
    journal = Journal(data)
    journal.open()
    with pytest.raises(NotForgotten) as refused:
        forget(data)
    assert refused.value.said.key == "forgetting.cannot"
    journal.close()
    assert tree(data).keys() >= {"journal.sqlite"}
    (data / "club").mkdir()
    with pytest.raises(NotForgotten) as refused:
        forget(data)
    assert refused.value.said.key == "forgetting.club"
    shutil.rmtree(data / "club")
    assert {name for name in tree(tmp_path) if "sqlite-" not in name} == {n for n in before if "sqlite-" not in n}


FOREIGN_FILES = ("journal.sqlite.zip", "notes.txt")


def _with_spare(tmp_path: Path) -> tuple[Path, Path]:
    """A table that has kept games in the other folder of its settings too, where somebody has files of their own."""
    data, spare = _table(tmp_path), tmp_path / "spare"
    furnished(spare).session.close()
    for name in ("journal.damaged-1.sqlite", "journal.stale-1.sqlite-wal", "journal.sqlite-wal"):
        (spare / name).write_bytes(SECRET)
    for name in FOREIGN_FILES:
        (spare / name).write_bytes(b"mine")
    return data, spare


def test_games_in_the_other_folder_go_too_and_nothing_else_there(tmp_path: Path) -> None:
    data, spare = _with_spare(tmp_path)
    kept = {name for name in tree(spare) if "/" in name}
    forget(data, spare)
    assert tree(spare).keys() == {*FOREIGN_FILES, *kept}
    assert not (spare / "lock").exists()


def test_a_table_that_plays_in_the_other_folder_is_let_be(tmp_path: Path) -> None:
    data, spare = _with_spare(tmp_path)
    (spare / "journal.sqlite-wal").unlink()
    journal = Journal(spare)
    journal.open()
    before = tree(tmp_path)
    with pytest.raises(NotForgotten):
        forget(data, spare)
    assert tree(tmp_path) == before
    journal.close()


def test_a_cut_in_the_other_folder_is_finished_by_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, spare = _with_spare(tmp_path)
    real = Path.unlink

    def unlink(path: Path, missing_ok: bool = False) -> None:
        if path.name == "lock":
            raise KeyboardInterrupt
        real(path, missing_ok)

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(Path, "unlink", unlink)
        forget(data, spare)
    assert (spare / "journal.sqlite").exists()
    finish(data, spare)
    assert not list(spare.glob("journal.*e"))
    assert not (tmp_path / "table.forgetting").exists()


def test_a_folder_without_a_journal_is_nobodys_games(tmp_path: Path) -> None:
    data, spare = _table(tmp_path), tmp_path / "spare"
    spare.mkdir()
    (spare / "lock").write_bytes(b"another's")
    forget(data, spare)
    assert [each.name for each in spare.iterdir()] == ["lock"]
