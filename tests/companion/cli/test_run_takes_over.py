"""``tidetable run`` where an older version kept its memory: taken over before anything is opened."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from companion.cli.main import main
from companion.journal.journal import Journal


def test_a_table_whose_games_cannot_be_taken_over_does_not_start_without_them(tmp_path: Path) -> None:
    before = tmp_path / "tidetable"
    journal = Journal(before)
    journal.open()
    try:
        call = ["run", "--simulate", "--port", "0", "--data", str(before / "table"), "--data-before", str(before)]
        done = CliRunner().invoke(main, call)
    finally:
        journal.close()
    assert done.exit_code == 1
    assert f"uses the folder {before}" in done.output
    assert not (before / "table").exists()
