"""``tidetable kits``: a kit begun, and all faults of one told at once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli.main import main
from companion.kits.format.kit_file import read_kit
from tests.support.wording import say


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def call(*words: str) -> Result:
    return CliRunner().invoke(main, ["kits", *words], prog_name="tidetable")


def test_a_new_kit_is_good_and_lies_where_the_table_looks(tmp_path: Path) -> None:
    made = call("new", "harbour", "--data", str(tmp_path / "memory"))
    file = tmp_path / "memory/kits/harbour.toml"
    assert (made.exit_code, str(file) in made.stdout) == (0, True)
    checked = call("check", str(file))
    assert (checked.exit_code, checked.stderr) == (0, "")
    assert "harbour, for 1 to 8 people; dice: 1; counters: 1; ROLL does 'roll two'" in checked.stdout


def test_every_line_of_a_new_kit_is_good_without_its_comment_sign(tmp_path: Path) -> None:
    call("new", "harbour", "harbour.toml")
    lines = (tmp_path / "harbour.toml").read_text("utf-8").splitlines()
    kit = read_kit("harbour.toml", "\n".join(line.removeprefix("#") for line in lines if not line.startswith("# "))).kit
    assert (len(kit.wheels), len(kit.decks), len(kit.timers), len(kit.rules)) == (1, 1, 1, 1)
    assert kit.turn is not None


def test_a_kit_is_never_written_over(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("mine", "utf-8")
    made = call("new", "harbour", "mine.toml")
    assert (made.exit_code, made.stdout, (tmp_path / "mine.toml").read_text("utf-8")) == (1, "", "mine")
    assert "mine.toml" in made.stderr


@pytest.mark.parametrize("slug", ["Harbour", "a b", 'a"\n[turn]\n#', "fireship"])
def test_a_name_that_no_kit_can_have_is_refused(slug: str, tmp_path: Path) -> None:
    made = call("new", slug, "new.toml")
    assert (made.exit_code, made.stdout, (tmp_path / "new.toml").exists()) == (1, "", False)


def test_all_faults_of_a_kit_are_told_at_once(tmp_path: Path) -> None:
    text = 'slug = "farm"\n[timer.glass]\nseconds = 0\n[sheet.card]\nrows = { ones = "turn +" }\n'
    (tmp_path / "farm.toml").write_text(text, "utf-8")
    checked = call("check", "farm.toml")
    number = say("kit-fault.expected", expected=say("kit-fault.number", minimum=1, maximum=86_400), given=0)
    assert (checked.exit_code, checked.stdout) == (1, "")
    assert f"farm.toml: [timer.glass] seconds: {number}" in checked.stderr
    assert "farm.toml: [sheet.card] rows ones: " in checked.stderr
    assert "turn +\n      ^\n" in checked.stderr


def test_programs_are_told_faults_and_what_a_kit_has(tmp_path: Path) -> None:
    (tmp_path / "farm.toml").write_text('slug = "farm"\n[dice.two]\nfaces = "1-6"\n', "utf-8")
    assert json.loads(call("check", "farm.toml", "--json").stdout) == {
        "file": "farm.toml",
        "faults": [],
        "kit": {"slug": "farm", "seats": [0, 4], "has": {"dice": 1}, "buttons": {"roll": "roll two"}},
    }
    (tmp_path / "farm.toml").write_text("slug = 3", "utf-8")
    checked = call("check", "farm.toml", "--json")
    assert (checked.exit_code, json.loads(checked.stdout)["kit"]) == (1, None)


@pytest.mark.parametrize("name", ["nowhere.toml", "farm.txt", "farm.TOML"])
def test_a_file_that_is_no_kit_is_refused_in_a_sentence(name: str) -> None:
    checked = call("check", name)
    assert (checked.exit_code, checked.stdout) == (1, "")
    assert checked.stderr.startswith(f"{name}: ")


@pytest.mark.parametrize(
    ("seats", "said"), [("[2, 2]", "for 2 people;"), ("[1, 1]", "for 1 person;"), ("[0, 3]", "for 0 to 3 people;")]
)
def test_the_numbers_of_people_are_said_in_words(seats: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "duel.toml").write_text(f'slug = "duel"\nseats = {seats}\n[dice.die]\nroll = "1d6"\n', "utf-8")
    assert f"duel, {said}" in call("check", "duel.toml").stdout
