"""A thing with a new name has it everywhere."""

from __future__ import annotations

import pytest

from companion.kits.format.kit_file import read_kit
from companion.maker.document import BadEdit, edited
from companion.maker.wire import MAX_TEXT, KitEdit
from tests.support.rows import each_row

KIT = """\
slug = "all"

[list.names-of]
names = ["A", "B"]

[value.many]
is = "pot * 2 + left pile"

[dice.ability]
faces = [0, 1, 1, 3]

[dice.pair]
roll = "2d[ability]"

[dice.two]
roll = "2d6"

[dice.cup]
faces = "1-6"
count = "own"
shown = "roller"

[pool.check]
dice = ["2 ability"]

[wheel.way]
segments = "list:names-of"

[wheel.where.segment.north]
asks = "raise pot"

[wheel.where.segment.south]
does = ["set pot many", "step tide +1"]

[deck.pile]
cards = "list:names-of"

[deck.cargo.card.spice]
does = ["advance tile", "raise pot pot + count 6 cup", "cargo: discard into"]

[deck.cargo.card.silk]
does = ["peek 2 pile", "set tile sunk"]

[deck.tiles]
cards = "tokens:tile"
draws = "counter:tide"

[counter.pot]
start = 0

[counter.own]
each = "person"
to = 5
start = 5

[counter.tide]
ticks = [1, 2, 3]

[token.tile]
states = ["dry", "sunk"]
signs = { tile = "wave" }

[sheet.card]
dice = "two"

[sheet.card.rows]
ones = "count 1"

[sheet.card.bonus]
extra = "ones + pot"

[timer.glass]
seconds = 60

[turn]
passes = "after timer glass"

[action.hold]
when = "pot > 0 and card >= 0"
does = ["others: lower own 1", "start glass", "do hold-on", "show cup", "roll two"]

[action.hold-on]
does = ["extend glass pot"]

[on."roll two"]
"sum > pot and many > 2" = ["raise pot sum", "deal-out"]

[on."draw cargo"]
spice = ["say hold"]

[on."counter pot"]
always = ["spin where", "draw from bottom pile"]

[button.roll]
does = "roll two"

[button.spin]
does = "spin where"

[button.draw]
does = "do hold"

[text.en]
hold = "Hold"
hold-does = "Keep it"
pot = "Pot"
""".replace(', "deal-out"', "")
RENAMED = {
    ("list", "names-of"): 3,
    ("value", "many"): 3,
    ("dice", "ability"): 3,
    ("dice", "two"): 5,
    ("dice", "cup"): 3,
    ("pool", "check"): 1,
    ("wheel", "where"): 4,
    ("deck", "pile"): 4,
    ("deck", "cargo"): 4,
    ("counter", "pot"): 13,
    ("counter", "own"): 3,
    ("counter", "tide"): 3,
    ("token", "tile"): 5,
    ("timer", "glass"): 4,
    ("action", "hold"): 5,
    ("deck", "cargo", "card", "spice"): 2,
    ("wheel", "where", "segment", "north"): 1,
    ("sheet", "card", "rows", "ones"): 2,
    ("sheet", "card"): 4,
}
"""How often each thing is named, by its path."""


def test_the_kit_of_these_tests_is_good() -> None:
    assert read_kit("", KIT).kit.slug == "all"


@each_row("path", RENAMED, ids=" ".join)
def test_a_new_name_is_in_every_place_of_the_old_one(path: tuple[str, ...]) -> None:
    text = edited(KIT, KitEdit("rename", path, name="brand-new"))
    read_kit("", text)
    assert text.count("brand-new") == RENAMED[path]
    back = edited(text, KitEdit("rename", (*path[:-1], "brand-new"), name=path[-1]))
    assert back == KIT


def test_a_rename_takes_words_and_leaves_longer_names_alone() -> None:
    text = edited(KIT, KitEdit("rename", ("action", "hold"), name="Bank it!"))
    assert "[action.bank-it]\n" in text
    assert '"do hold-on"' in text
    assert "[action.hold-on]" in text


def test_a_shared_text_stays_for_the_other_thing() -> None:
    kit = 'slug = "a"\n[wheel.w]\nsegments = ["gem", "no"]\n[badge.gem]\nstock = 3\n[text.en]\ngem = "A gem"\n'
    text = edited(kit, KitEdit("rename", ("badge", "gem"), name="jewel"))
    assert text.endswith('[text.en]\ngem = "A gem"\njewel = "A gem"\n')


@each_row(
    ("path", "name", "key"),
    [
        (("counter", "pot"), "tide", "maker.fault.taken"),
        (("counter", "no"), "tide", "maker.fault.gone"),
        (("counter", "pot"), "", "maker.fault.value"),
        ((), "pot", "maker.fault.gone"),
    ],
)
def test_a_name_that_is_taken_or_empty_changes_nothing(path: tuple[str, ...], name: str, key: str) -> None:
    with pytest.raises(BadEdit) as refused:
        edited(KIT, KitEdit("rename", path, name=name))
    assert refused.value.said.key == key


def actions_in_one_line(count: int) -> str:
    names = ", ".join(f'a{number} = {{ does = ["roll die"] }}' for number in range(count))
    return f'slug = "x"\ndice.die.roll = "1d6"\naction = {{ {names} }}\n'


@each_row(
    "text",
    [
        actions_in_one_line(800),
        'slug = "x"\n[dice.die]\nroll = "1d6"\n' + "".join(f'[action.a{n}]\ndoes = ["roll die"]\n' for n in range(800)),
        'slug = "x"\n[dice.die]\nroll = "1d6"\n[counter.die]\n'
        + "".join(f'[text.l{n}]\ndie = "x"\n' for n in range(9)),
    ],
)
def test_a_name_in_too_many_places_is_told_before_long_work(text: str) -> None:
    assert len(text) <= MAX_TEXT
    with pytest.raises(BadEdit) as raised:
        edited(text, KitEdit("rename", ("dice", "die"), name="cube"))
    assert raised.value.said.key == "maker.fault.places"


def test_a_text_that_is_no_toml_is_never_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.maker.document.blocks", lambda _: pytest.fail("it was searched"))
    with pytest.raises(BadEdit) as raised:
        edited('"' + '\\"' * 100, KitEdit("set", ("slug",), value="x"))
    assert raised.value.said.key == "maker.fault.value"


def test_a_name_in_many_places_of_one_line_is_changed() -> None:
    renamed = edited(actions_in_one_line(20), KitEdit("rename", ("dice", "die"), name="cube"))
    assert renamed.count("roll cube") == 20
