"""The start of a table, in what doesn't depend on the computer's pace: the modules that are imported until READY."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import cast

import pytest

from companion.parts.essentials import Needed
from companion.start import make_and_freeze
from tests.support.running import USUAL, Running
from tests.support.starts import environment, imported_by_ready, line_of, of_ours
from tests.support.watchers import Watchers

LISTED = Path(__file__).with_name("imported_by_ready.txt")


def test_a_start_imports_exactly_the_modules_of_ours_that_are_listed(tmp_path: Path) -> None:
    names = imported_by_ready(tmp_path, "--kit", "fireship", "--seats", "Ann,Ben")
    listed = LISTED.read_text("utf-8").split()
    assert sorted(set(of_ours(names)) - set(listed)) == [], "import it later, or add it on purpose"
    assert sorted(set(listed) - set(names)) == [], "it comes later now: take it off the list"
    assert listed == sorted(set(listed))
    assert not {"flask", "jinja2", "tomlkit", "werkzeug"} & set(names), "the table answers before its pages are made"


def test_a_table_with_no_game_open_imports_nothing_that_one_with_a_game_does_not(tmp_path: Path) -> None:
    assert set(of_ours(imported_by_ready(tmp_path, "--no-first-evening"))) <= set(LISTED.read_text("utf-8").split())


def test_a_game_that_goes_on_imports_its_own_rules_and_no_others(tmp_path: Path) -> None:
    begun = imported_by_ready(tmp_path, "--game", "fireship", "--seats", "Ann,Ben")
    assert "companion.games.fireship.course" in begun
    assert "companion.kits.play" not in begun
    gone_on = of_ours(imported_by_ready(tmp_path))
    assert {name.split(".")[2] for name in gone_on if name.startswith("companion.games.")} == {"fireship"}


@pytest.mark.long
def test_whoever_comes_as_soon_as_the_table_answers_is_answered(tmp_path: Path) -> None:
    # Nothing is compiled: what is imported after READY takes long enough for a stranger to come amidst.
    slow = {**environment(), "PYTHONPYCACHEPREFIX": str(tmp_path / "compiled")}
    with Running(line_of(tmp_path, USUAL), environment=slow) as table, Watchers(table.port, 1) as watchers:
        watchers.read()


def test_nobody_looks_through_what_pages_have_imported_for_what_may_go() -> None:
    class Parts:
        def make(self) -> None:
            self.made = [[number] for number in range(1000)]

    parts, before = Parts(), gc.get_freeze_count()
    try:
        make_and_freeze(cast(Needed, parts))
        assert gc.get_freeze_count() - before > len(parts.made)
    finally:
        gc.unfreeze()
