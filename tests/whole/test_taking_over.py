"""A table that an older version kept elsewhere, taken over by the call that its unit makes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.tables import run, running
from tests.support.waiting import eventually
from tests.whole.test_read_only import AS_NOBODY_SPECIAL


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """The folder where an older version has kept a game of one roll, with the folder of this one in it, still empty."""
    state = tmp_path / "state"
    with running(tmp_path, "--data", str(state), "--kit", "fireship", "--seats", "Ann,Ben", hurried=True) as table:
        table.press("roll")
        eventually(lambda: len(table.table["log"]) == 1 and table.table["reveal"] is None)
        assert table.stop() == 0
    (state / "club").mkdir()
    (state / "table").mkdir(mode=0o700)
    return state


def where(state: Path) -> tuple[str, ...]:
    return ("--data", str(state / "table"), "--data-before", str(state))


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


@pytest.mark.long
def test_the_game_goes_on_in_the_new_folder_and_nothing_is_left_in_the_old_one(tmp_path: Path, state: Path) -> None:
    for _ in range(2):  # the second start finds nothing to take over
        with running(tmp_path, *where(state), hurried=True) as table:
            eventually(lambda: len(table.table["log"]) == 1)  # noqa: B023  # waited for at once
            assert table.table["people"][0]["name"] == "Ann"
            assert names(state) == ["club", "table"]
            assert table.stop() == 0
    assert "journal.sqlite" in names(state / "table")


@pytest.mark.long
def test_while_another_table_has_it_nothing_is_moved_and_the_call_says_so(tmp_path: Path, state: Path) -> None:
    with running(tmp_path, "--data", str(state), hurried=True) as other:
        before = names(state)
        done = run(tmp_path, "run", "--port", "0", "--simulate", *where(state))
        assert done.returncode == 1, "which its unit doesn't start again after"
        assert done.stdout == ""
        assert "another tidetable" in done.stderr
        assert "Traceback" not in done.stderr
        assert [name for name in before if name not in names(state)] == []
        assert other.stop() == 0


def test_where_it_cannot_be_moved_the_table_does_not_start_without_its_games(tmp_path: Path, state: Path) -> None:
    state.chmod(0o500)
    try:
        done = run(tmp_path, "run", "--port", "0", "--simulate", *where(state), under=AS_NOBODY_SPECIAL)
    finally:
        state.chmod(0o700)
    assert done.returncode == 1
    assert f"the data in {state} can't be moved to {state / 'table'}" in done.stderr
    assert "Traceback" not in done.stderr
    assert "journal.sqlite" in names(state)
    assert names(state / "table") == []
