"""Kit files: every fault in words, by table and key, all at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.kits.play import game_of
from companion.kits.reader import BadKit, kits_in, read_kit, shipped_kits
from companion.texts.say import Texts

GOOD = """
slug = "farm"
seats = [1, 3]

[dice.weather]
count = 2
faces = ["sun", "rain"]

[dice.yield]
look = "d10"
faces = [0, 0, 5]

[button.roll]
does = "roll yield"

[text.en]
name = "The farm"
weather = "Weather dice"
yield = "Yield"
sun = "Sun"
rain = "Rain"
"""


def faults(text: str) -> tuple[str, ...]:
    with pytest.raises(BadKit) as caught:
        read_kit("farm.toml", text)
    assert str(caught.value).splitlines() == [f"farm.toml: {fault}" for fault in caught.value.faults]
    return caught.value.faults


def test_a_kit_is_read_as_it_is_written() -> None:
    kit = read_kit("farm.toml", GOOD).kit
    assert (kit.slug, kit.seats, kit.buttons) == ("farm", (1, 3), (("roll", "roll yield"),))
    assert [(dice.name, dice.faces, dice.count, dice.look, dice.is_verdict) for dice in kit.dice] == [
        ("weather", ("sun", "rain"), 2, "plain", True),
        ("yield", (0, 0, 5), 1, "d10", False),
    ]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_words_in_one_language_are_said_in_both(language: str) -> None:
    texts = read_kit("farm.toml", GOOD.replace("[text.en]", f"[text.{language}]")).texts
    assert (
        texts["en"]
        == texts["fr"]
        == {
            "kit.farm.name": "The farm",
            "kit.farm.weather": "Weather dice",
            "kit.farm.yield": "Yield",
            "kit.farm.sun": "Sun",
            "kit.farm.rain": "Rain",
        }
    )
    assert Texts.load(texts).say("fr", "kit.farm.sun") == "Sun"


FACES = 'expected a span like "1-10", a list of 2 to 100 numbers from 0 to 999, or of as many words'
NAME = "expected a name of small letters, digits and hyphens"
SEATS = "seats: expected the least and greatest number of people, like [0, 4]"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('slug = "farm"', "", f"slug: {NAME}, got None"),
        ('slug = "farm"', 'slug = "Farm!"', f"slug: {NAME}, got 'Farm!'"),
        ('slug = "farm"', "slug = 7", f"slug: {NAME}, got 7"),
        ('slug = "farm"', 'slug = "farm"\nseat = 3', "the file seat: unknown; did you mean seats?"),
        ('slug = "farm"', 'slug = "farm"\nmoon = 3', "the file moon: unknown"),
        ("[1, 3]", "[3, 1]", f"{SEATS}, got [3, 1]"),
        ("[1, 3]", "4", f"{SEATS}, got 4"),
        ("[1, 3]", "[0, 13]", f"{SEATS}, got [0, 13]"),
        ("[1, 3]", "[true, 3]", f"{SEATS}, got [True, 3]"),
        ("count = 2", "counts = 2", "[dice.weather] counts: unknown; did you mean count?"),
        ("count = 2", "count = 0", "[dice.weather] count: expected a number from 1 to 5, got 0"),
        ("count = 2", 'count = "2"', "[dice.weather] count: expected a number from 1 to 5, got '2'"),
        ("count = 2", "count = true", "[dice.weather] count: expected a number from 1 to 5, got True"),
        ('look = "d10"', 'look = "round"', "[dice.yield] look: expected one of d10, plain, blue, got 'round'"),
        ('look = "d10"', "look = [1]", "[dice.yield] look: expected one of d10, plain, blue, got [1]"),
        ("[0, 0, 5]", '"10-1"', f"[dice.yield] faces: {FACES}, got '10-1'"),
        ("[0, 0, 5]", '"0-999"', f"[dice.yield] faces: {FACES}, got '0-999'"),
        ("[0, 0, 5]", "[1]", f"[dice.yield] faces: {FACES}, got [1]"),
        ("[0, 0, 5]", "[1, 1000]", f"[dice.yield] faces: {FACES}, got [1, 1000]"),
        ("[0, 0, 5]", '[1, "two"]', f"[dice.yield] faces: {FACES}, got [1, 'two']"),
        ("[0, 0, 5]", "[1, 2.5]", f"[dice.yield] faces: {FACES}, got [1, 2.5]"),
        ('["sun", "rain"]', '["sun", "Rain"]', f"[dice.weather] faces: {FACES}, got ['sun', 'Rain']"),
        ("faces = [0, 0, 5]", "", f"[dice.yield] faces: {FACES}, got None"),
        ("[dice.yield]", "[dice.Yield]", f"[dice.Yield]: {NAME}, got 'Yield'"),
        ("[dice.yield]", "[dice.name]", "[dice.name]: 'name' is the kit's own name; call these dice something else"),
        ('"rain"]', '"name"]', "[dice.weather] faces: 'name' is the kit's own name; call this face something else"),
        ("[button.roll]", "[button.rol]", "[button.rol]: expected one of roll, spin, draw; did you mean roll?"),
        ('"roll yield"', '"roll hay"', "[button.roll] does: expected one of roll weather, roll yield, got 'roll hay'"),
        ('does = "roll yield"', "", "[button.roll] does: expected one of roll weather, roll yield, got None"),
        ('"roll yield"', "[1]", "[button.roll] does: expected one of roll weather, roll yield, got [1]"),
        ("does =", "do =", "[button.roll] do: unknown; did you mean does?"),
        ('sun = "Sun"', "", "[text.en] sun: missing; give its words"),
        ('sun = "Sun"', 'sun = ""', "[text.en] sun: expected 1 to 60 characters on one line, got ''"),
        ('sun = "Sun"', "sun = 3", "[text.en] sun: expected 1 to 60 characters on one line, got 3"),
        ('sun = "Sun"', 'sun = "a\\nb"', "[text.en] sun: expected 1 to 60 characters on one line, got 'a\\nb'"),
        ('sun = "Sun"', 'sun = "{total}"', "[text.en] sun: braces can't be said; leave them out of '{total}'"),
        ('sun = "Sun"', 'sun = "Sun"\nraim = "x"', "[text.en] raim: unknown; did you mean rain?"),
        ("[text.en]", '[text.fr]\nname = "La ferme"\n[text.en]', "[text.fr] weather: missing; give its words"),
        ("[text.en]", '[text.de]\nname = "Hof"\n[text.en]', "[text] de: unknown"),
    ],
)  # fmt: skip
def test_a_fault_is_told_by_table_and_key_with_what_was_expected(old: str, new: str, told: str) -> None:
    assert old in GOOD
    assert told in faults(GOOD.replace(old, new, 1))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("slug = farm", "not TOML: Invalid value (at line 1, column 8)"),
        ("a = 1" + "0" * 5000, "not TOML: Exceeds the limit (4300 digits)"),
        ("a = " + "[" * 5000, "not TOML: maximum recursion depth exceeded"),
        ('slug = "a"\ndice = 3', "[dice.NAME]: expected tables, got 3"),
        ('slug = "a"\n[dice]\nx = 3', "[dice.NAME]: expected tables, got {'x': 3}"),
        ('slug = "a"', "[dice.NAME]: a kit needs at least one die"),
        ('slug = "a"\nbutton = "roll"', "[button.NAME]: expected tables, got 'roll'"),
        ('slug = "a"\ntext = "words"', "[text.en] name: missing; give its words"),
        ('slug = "a"\n[text]\nen = 3', "[text.en]: expected a table of words, got 3"),
    ],
)
def test_a_file_of_another_shape_is_told(text: str, told: str) -> None:
    assert any(fault.startswith(told) for fault in faults(text)), faults(text)


def test_all_faults_are_told_at_once() -> None:
    text = GOOD.replace("[1, 3]", "[9]").replace("count = 2", "count = 9").replace('"roll yield"', '"jump"')
    assert [fault.split(":")[0] for fault in faults(text)] == ["seats", "[dice.weather] count", "[button.roll] does"]


# ---------------------------------------------------------------------- shipped and own


def test_the_fireship_kit_has_the_numbers_of_the_rules() -> None:
    (kit,) = (file.kit for file in shipped_kits() if file.kit.slug == "fireship")
    dice = {spec.name: spec for spec in kit.dice}
    assert set(dice) == {"dice", "plain", "blue"}
    assert (dice["dice"].count, dice["dice"].faces) == (3, tuple(range(1, 11)))  # FS-C1
    assert (dice["plain"].count, len(dice["plain"].faces), dice["plain"].faces.count("won")) == (1, 6, 3)  # FS-C2
    assert (dice["blue"].count, len(dice["blue"].faces), dice["blue"].faces.count("won")) == (1, 6, 4)  # FS-C2
    assert dict(kit.buttons) == {"roll": "roll dice"}


def test_the_shipped_kits_speak_both_languages() -> None:
    for file in shipped_kits():
        assert set(file.texts) == {"en", "fr"}
        assert file.texts["en"].keys() == file.texts["fr"].keys()
        assert game_of(file.kit).options["chance"].choices == ("dealer", "typed")


def test_a_familys_kits_are_read_and_their_faults_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "b.toml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "a.toml").write_text("slug = 3", encoding="utf-8")
    (tmp_path / "c.toml").write_bytes(b"\xff\xfe")
    (tmp_path / "d.toml").mkdir()
    (tmp_path / "notes.txt").write_text("no kit")
    good, bad = kits_in(tmp_path, [])
    assert [file.kit.slug for file in good] == ["farm"]
    assert [Path(error.file).name for error in bad] == ["a.toml", "c.toml", "d.toml"]
    assert [error.faults[0].split(":")[0] for error in bad] == ["slug", "can't be read", "can't be read"]


def test_without_the_folder_there_are_no_kits_of_ones_own(tmp_path: Path) -> None:
    assert kits_in(tmp_path / "none", []) == ([], [])


def test_a_slug_belongs_to_the_first_file_that_has_it(tmp_path: Path) -> None:
    (tmp_path / "b.toml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "a.toml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "c.toml").write_text(GOOD.replace('"farm"', '"fireship"'), encoding="utf-8")
    good, bad = kits_in(tmp_path, shipped_kits())
    assert [Path(file.file).name for file in good] == ["a.toml"]
    assert [error.faults for error in bad] == [
        (f"slug: 'farm' belongs to {tmp_path / 'a.toml'}; give this kit another",),
        ("slug: 'fireship' belongs to fireship.toml; give this kit another",),
    ]
