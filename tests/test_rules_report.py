from __future__ import annotations

from pathlib import Path

from tests.rules_report import catalogues, marked_rules, report

TESTS = """
import pytest
pytestmark = pytest.mark.rule("FI-C1")

@pytest.mark.rule("FI-A1", "FI-A2")
def test_one(): ...

@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("FI-A3"))])
class TestTwo: ...

"pytest.mark.rule('FI-Z9')"
"""


def test_a_catalogue_is_a_line_for_each_rule_in_its_order(tmp_path: Path) -> None:
    game = tmp_path / "forbidden_island"
    game.mkdir()
    (game / "rules.md").write_text("# Title\n- FI-A2 Two (FI-A9).\n  - FI-X1 inner\n- FI-A10 Ten\n- other\nFI-A1 no\n")
    assert catalogues(tmp_path) == {"forbidden-island": ["FI-A2", "FI-A10"]}


def test_rules_are_found_wherever_the_mark_stands() -> None:
    assert sorted(marked_rules(TESTS)) == ["FI-A1", "FI-A2", "FI-A3", "FI-C1"]


def test_the_report_says_what_is_proved_what_is_not_and_what_is_unknown() -> None:
    listed = {"fireship": ["FS-A1", "FS-A2", "FS-A3"], "forbidden-island": ["FI-A1"]}
    assert report(listed, ["FS-A2", "FS-A2", "FI-A1", "XX-A1"]).splitlines() == [
        "fireship: 1 proved / 3 listed",
        "  not yet: FS-A1, FS-A3",
        "forbidden-island: 1 proved / 1 listed",
        "In tests, but in no catalogue: XX-A1",
    ]


def test_without_a_catalogue_the_report_says_so() -> None:
    assert report({}, ["FS-A1"]) == "No game has a catalogue of rules yet (companion/games/GAME/rules.md)."
