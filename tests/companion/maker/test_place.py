"""Faults stand at their fields, with the line of the text."""

from __future__ import annotations

from companion.kits.format.kit_file import BadKit, kit_of
from companion.maker.maker import Maker
from companion.maker.place import seen_faults
from companion.maker.wire import MakerRequest
from companion.runtime.foreign_file import toml_of
from companion.texts.say import Texts
from tests.support.rows import each_row

WRONG = """\
slug = "wrong"
seats = [4, 2]
colour = "red"

[dice.two]
roll = "2d"

[dice.odd]
faces = ["a"]
rolls = 99

[wheel.way.segment.north]
weight = 0

[wheel.way.segment.south]
does = ["raise pot 1", "jump"]

[deck.cargo]
cards = { spice = 0, silk = 1 }
deal = { 2 = 1, x = 1 }

[deck.tiles]
cards = "tokens:tile"
leaves = { wet = "discard" }

[counter.pot]
start = "much"

[token.tile]
states = ["dry", "sunk"]
signs = { tile = "nothing" }

[timer.glass]

[sheet.card.rows]
ones = "count one"

[on."roll two"]
"sum = " = []
"sum = 7" = ["raise pott 1"]

[action.hold]
does = [
  "next turn",
  "raise pot pots",
]

[button.roll]
does = "roll three"

[text.en]
pot = "{pot}"

[rules]
en = []
"""
EXPECTED = {
    ("seats",): 2,
    ("colour",): 3,
    ("dice", "two", "roll"): 6,
    ("dice", "odd", "faces"): 9,
    ("dice", "odd", "rolls"): 10,
    ("wheel", "way", "segment", "north", "weight"): 13,
    ("wheel", "way", "segment", "south", "does"): 16,
    ("deck", "cargo", "cards", "spice"): 19,
    ("deck", "cargo", "deal"): 20,
    ("deck", "tiles", "leaves", "wet"): 24,
    ("counter", "pot", "start"): 27,
    ("token", "tile", "signs", "tile"): 31,
    ("timer", "glass", "seconds"): 33,
    ("sheet", "card", "rows", "ones"): 36,
    ("on", "roll two", "sum = "): 39,
    ("on", "roll two", "sum = 7"): 40,
    ("action", "hold", "does"): 43,
    ("button", "roll", "does"): 49,
    ("text", "en", "pot"): 52,
    ("rules", "en"): 55,
}


def test_each_fault_is_at_its_field_and_line() -> None:
    data = toml_of(WRONG)
    try:
        kit_of("", data)
        raise AssertionError("the kit is wrong in twenty places")
    except BadKit as error:
        found = seen_faults(error.faults, WRONG, data)
    assert {fault.path: fault.line for fault in found} == EXPECTED


@each_row(
    ("text", "line"),
    [
        ('slug = "a"\n[dice\n', 2),
        ("slug = “a”\n", 1),
        ('slug = "a"\n\na' + ".b" * 50 + " = 1\n", 3),
        ('slug = "a"\nminutes = ' + "1" * 70, 2),
        ('slug = "a"\nminutes = 1\nminutes = 2\n', 3),
    ],
)
def test_a_text_that_isnt_toml_has_one_fault_with_its_line(text: str, line: int) -> None:
    made = Maker(Texts.load(), lambda: None).make(MakerRequest(text), "en")
    assert [(fault.path, fault.line) for fault in made.faults] == [((), line)]
    assert (made.data, made.trial) == ({}, None)
