"""The memory of an older version, moved to where this one looks for it: whole, once, cut anywhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.journal.errors import JournalInUse
from companion.journal.journal import Journal
from companion.upkeep.install.taking_over import take_over
from tests.companion.upkeep.backup.tables import furnished, tree


def _old(tmp_path: Path) -> tuple[Path, Path, dict[str, bytes]]:
    """A table's memory as an older version kept it, where it is looked for now, and its files."""
    before = tmp_path / "tidetable"
    before.mkdir()
    furnished(before).session.close()
    (before / "tidetable.toml").write_text("[table]\nname = 'Ours'\n", "utf-8")
    files = tree(before)
    (before / "club").mkdir()
    (before / "club" / "book").write_text("a club's", "utf-8")
    data = before / "table"
    data.mkdir()  # as the service manager makes it
    return before, data, files


def test_all_of_a_table_is_taken_over_and_nothing_else(tmp_path: Path) -> None:
    before, data, files = _old(tmp_path)
    assert take_over(before, data)
    assert tree(data) == files
    assert sorted(each.name for each in before.iterdir()) == ["club", "table"]
    assert (before / "club" / "book").read_text("utf-8") == "a club's"


def test_it_is_taken_over_once(tmp_path: Path) -> None:
    before, data, files = _old(tmp_path)
    take_over(before, data)
    (before / "journal.sqlite").write_bytes(b"later")
    assert not take_over(before, data)
    assert tree(data) == files


def test_a_new_table_has_nothing_to_take_over(tmp_path: Path) -> None:
    data = tmp_path / "table"
    assert not take_over(tmp_path, data)
    assert not take_over(tmp_path / "nowhere", data)
    data.mkdir()
    (tmp_path / "table.before-restore-x").mkdir()
    assert not take_over(tmp_path, data)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["table", "table.before-restore-x"]


@pytest.mark.parametrize("at_rename", range(1, 8))
def test_cut_at_any_moment_the_next_start_goes_on(
    tmp_path: Path, at_rename: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, data, files = _old(tmp_path)
    renames = 0
    real = Path.rename

    def cut(path: Path, target: Path) -> Path:
        nonlocal renames
        renames += 1
        if renames == at_rename:
            raise KeyboardInterrupt
        return real(path, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", cut)
        try:
            take_over(before, data)
        except KeyboardInterrupt:
            assert not any(data.iterdir())
            patch.setattr(Path, "rename", real)
            assert take_over(before, data)
        else:
            assert renames < at_rename
    assert tree(data) == files


def test_a_table_that_runs_is_let_be(tmp_path: Path) -> None:
    before, data, _ = _old(tmp_path)
    journal = Journal(before)
    journal.open()
    try:
        with pytest.raises(JournalInUse):
            take_over(before, data)
    finally:
        journal.close()
    assert (before / "journal.sqlite").exists()
    assert not any(data.iterdir())
