"""Kit files: what they say is read as it stands, and a family's own are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.kits.format.checks import SIGNS
from companion.kits.format.flow import Effect
from companion.kits.format.kit_file import kits_in, read_kit, shipped_kits
from companion.kits.format.parts import STATE_LOOKS
from companion.kits.format.spec import CardSpec
from companion.texts.say import Texts
from hardware.oled.drawing.signs import SIGNS as DRAWN_SIGNS
from tests.companion.kits.coast import COAST, WHOLE
from tests.support.wording import say

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


def test_a_kit_is_read_as_it_is_written() -> None:
    kit = read_kit("farm.toml", GOOD).kit
    assert (kit.slug, kit.seats, kit.buttons) == ("farm", (1, 3), (("roll", "roll yield"),))
    assert [(dice.name, dice.faces, dice.count, dice.look, dice.is_verdict) for dice in kit.dice] == [
        ("weather", ("sun", "rain"), 2, "plain", True),
        ("yield", (0, 0, 5), 1, "d10", False),
    ]


def test_every_word_of_the_format_is_read() -> None:
    assert read_kit("coast.toml", WHOLE).kit == COAST


ISLAND = """
slug = "isle"
[counter.water]
ticks = [2, 3]
[token.tile]
states = ["dry", "flooded", "sunk"]
names = ["cove", "cape"]
[deck.flood]
cards = "tokens:tile"            # one card a tile
draws = "counter:water"          # how many the DRAW button offers
each = ["advance"]               # dry, flooded, sunk: the token of the card's name
leaves = { sunk = "removed", else = "discard" }
empty = "shuffle discard"
[deck.treasure.card.waters-rise]
count = 3
does = ["step water +1", "flood: discard on top"]
[text.fr]
name = "Petite île"
water = "Eau"
tile = "Tuiles"
cove = "Crique"
cape = "Cap"
dry = "Au sec"
flooded = "Inondée"
sunk = "Engloutie"
flood = "Inondation"
treasure = "Trésor"
waters-rise = "Montée des eaux"
"""


def test_cards_that_act_on_tokens_and_on_another_deck_are_read() -> None:
    flood, treasure = read_kit("isle.toml", ISLAND).kit.decks
    assert (flood.all_cards, flood.draws, flood.leaves, flood.refills) == (
        ("cape", "cove"), "water", (("sunk", "removed"),), "at once",
    )  # fmt: skip
    assert treasure.cards == (
        CardSpec("waters-rise", 3, does=(Effect("step", "water", by=1), Effect("on-top", "flood"))),
    )


def test_signs_and_looks_are_those_that_can_be_drawn() -> None:
    assert set(SIGNS) == set(DRAWN_SIGNS)
    assert len(SIGNS) == len(set(SIGNS))
    assert set(STATE_LOOKS) == {"plain", "land", "water", "hole", "lit"}


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


# ---------------------------------------------------------------------- shipped and own


def test_a_familys_kits_are_read_and_their_faults_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "b.toml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "a.toml").write_text("slug = 3", encoding="utf-8")
    (tmp_path / "c.toml").write_bytes(b"\xff\xfe")
    (tmp_path / "d.toml").mkdir()
    (tmp_path / "notes.txt").write_text("no kit")
    good, bad = kits_in(tmp_path, [])
    assert [file.kit.slug for file in good] == ["farm"]
    assert [Path(error.file).name for error in bad] == ["a.toml", "c.toml", "d.toml"]
    assert [(error.faults[0].where, error.faults[0].said.key) for error in bad] == [
        ("slug", "kit-fault.expected"),
        ("", "kit-fault.unreadable"),
        ("", "kit-fault.unreadable"),
    ]


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(GOOD, encoding="utf-8-sig")
    good, bad = kits_in(tmp_path, [])
    assert ([file.kit.slug for file in good], bad) == (["farm"], [])


def test_what_a_word_processor_makes_of_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.TOML").write_text(GOOD, encoding="utf-8")
    (tmp_path / "b.toml.txt").write_text(GOOD, encoding="utf-8")
    (tmp_path / "c.toml").write_text(GOOD.replace('"farm"', "“farm”"), encoding="utf-8")
    good, bad = kits_in(tmp_path, [])
    told = {Path(error.file).name: [(fault.where, fault.said.key) for fault in error.faults] for error in bad}
    assert (good, told) == (
        [],
        {
            "a.TOML": [("", "kit-fault.ending")],
            "b.toml.txt": [("", "kit-fault.ending")],
            "c.toml": [("", "kit-fault.curly")],
        },
    )


def test_without_the_folder_there_are_no_kits_of_ones_own(tmp_path: Path) -> None:
    assert kits_in(tmp_path / "none", []) == ([], [])


def test_a_slug_belongs_to_the_first_file_that_has_it(tmp_path: Path) -> None:
    (tmp_path / "b.toml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "a.toml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "c.toml").write_text(GOOD.replace('"farm"', '"fireship"'), encoding="utf-8")
    good, bad = kits_in(tmp_path, shipped_kits())
    assert [Path(file.file).name for file in good] == ["a.toml"]
    texts = Texts.load()
    told = [(fault.where, texts.say("en", fault.said.key, **fault.said.values)) for e in bad for fault in e.faults]
    assert told == [
        ("slug", say("kit-fault.slug-taken", slug="'farm'", file="a.toml")),
        ("slug", say("kit-fault.slug-taken", slug="'fireship'", file="fireship.toml")),
    ]
