"""The shape has each key that the readers of kits take, and no other."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.engine.values.message import Message
from companion.kits.format.checks import KEYS, KitFault
from companion.kits.format.kit_file import TABLES, BadKit, read_kit
from companion.maker import shape
from companion.maker.catalogue import shape_of
from companion.maker.document import edited, value_at
from companion.maker.fields import FREE, KEY_SPECS
from companion.maker.wire import KitEdit
from companion.runtime.foreign_file import toml_of
from companion.texts.say import LANGUAGES, Texts, read_language
from tests.support.rows import each_row

BASE = """\
slug = "all"

[list.towns]
names = ["Old Mill", "Harbour"]

[value.ones]
is = "count 1"

[dice.five]
roll = "5d6"

[dice.good]
faces = ["success", "blank"]

[dice.bad]
faces = ["failure", "blank"]

[dice.cup]
faces = "1-6"

[pool.check]
dice = ["2 good", "1 bad"]

[wheel.weather]
segments = ["calm", "storm"]

[wheel.way.segment.north]

[wheel.way.segment.south]

[deck.task]
cards = ["Sing", "Act"]

[deck.pack]
pack = "52"

[deck.cargo.card.spice]

[deck.tiles]
cards = "tokens:tile"

[counter.points]
start = 0

[counter.tide]
ticks = [1, 2, 3]

[token.tile]
names = ["bay", "cave"]
states = ["dry", "sunk"]

[badge.pass]
stock = 4

[sheet.card]
rows = ["one", "two"]

[timer.glass]
seconds = 60

[team]
names = ["Reds", "Blues"]

[turn]

[round]

[compare]
between = ["attack", "defence"]
equal = "five"
higher = "five"

[action.hold]
does = []

[on."roll five"]

[button.roll]
does = "roll five"

[rules]
en = ["Roll."]

[text.en]
name = "All"
"""
VALUES: dict[tuple[str, ...], Any] = {
    ("slug",): "everything",
    ("seats",): [2, 6],
    ("line",): {"en": "all of it", "fr": "tout"},
    ("minutes",): 30,
    ("cover",): "boat",
    ("group",): "dice",
    ("version",): 2,
    ("author",): "Ada",
    ("tool",): True,
    ("breaks",): {"en": "Watch-tower"},
    ("dice", "five", "roll"): "2d6+3",
    ("dice", "good", "faces"): ["success", ["success", "star"], []],
    ("dice", "good", "count"): 2,
    ("dice", "five", "rolls"): 3,
    ("dice", "cup", "shown"): "roller",
    ("dice", "five", "label"): "Five dice",
    ("dice", "five", "look"): "blue",
    ("pool", "check", "dice"): ["1 good"],
    ("pool", "check", "cancel"): [["success", "failure"]],
    ("pool", "check", "label"): "A check",
    ("pool", "check", "look"): "blue",
    ("wheel", "weather", "segments"): {"calm": 3, "storm": 1},
    ("wheel", "way", "segment", "north", "weight"): 3,
    ("wheel", "way", "segment", "north", "sign"): "wind",
    ("wheel", "way", "segment", "north", "does"): ["raise points 1"],
    ("wheel", "way", "segment", "north", "asks"): "roll five",
    ("list", "towns", "names"): ["A", "B", "C"],
    ("deck", "pack", "pack"): "32",
    ("deck", "task", "cards"): {"sing": 2, "act": 1},
    ("deck", "pack", "deal"): {"2": 7, "3": 5},
    ("deck", "pack", "hand"): 9,
    ("deck", "task", "shown"): "drawer",
    ("deck", "task", "kept"): True,
    ("deck", "task", "empty"): "shuffle discard",
    ("deck", "task", "ways"): ["upright", "reversed"],
    ("deck", "task", "each"): ["raise points 1"],
    ("deck", "tiles", "draws"): "counter:points",
    ("deck", "tiles", "first"): 1,
    ("deck", "tiles", "counts"): "all",
    ("deck", "tiles", "leaves"): {"sunk": "removed", "else": "discard"},
    ("deck", "cargo", "card", "spice", "count"): 8,
    ("deck", "cargo", "card", "spice", "sign"): "gem",
    ("deck", "cargo", "card", "spice", "does"): ["raise points 1"],
    ("deck", "cargo", "card", "spice", "asks"): "roll five",
    ("deck", "cargo", "card", "spice", "shown"): "drawer",
    ("deck", "cargo", "card", "spice", "kept"): True,
    ("counter", "points", "each"): "person",
    ("counter", "points", "from"): -5,
    ("counter", "points", "to"): 20,
    ("counter", "points", "start"): 2,
    ("counter", "points", "steps"): [1, 5, -1],
    ("counter", "points", "target"): 10,
    ("counter", "points", "wins"): "lowest",
    ("counter", "points", "ends"): False,
    ("counter", "tide", "ticks"): [1, 2, "flood"],
    ("token", "tile", "states"): ["dry", "wet", "sunk"],
    ("token", "tile", "looks"): ["plain", "hole"],
    ("token", "tile", "names"): ["bay", "dune"],
    ("token", "tile", "signs"): {"bay": "wave"},
    ("token", "tile", "shape"): ["x.", ".x"],
    ("badge", "pass", "stock"): 6,
    ("badge", "pass", "sign"): "gem",
    ("sheet", "card", "dice"): "five",
    ("sheet", "card", "rows"): {"singles": "count 1", "gift": ""},
    ("sheet", "card", "bonus"): {"extra": "one + two"},
    ("team", "names"): ["Whites", "Blacks"],
    ("turn", "starts"): "random",
    ("turn", "passes"): "after roll five",
    ("turn", "order"): "right",
    ("round", "steps"): ["Plan", "Act"],
    ("round", "first"): "moves",
    ("timer", "glass", "seconds"): 30,
    ("timer", "glass", "counts"): "turn",
    ("timer", "glass", "sound"): False,
    ("value", "ones", "is"): "points * 2",
    ("action", "hold", "when"): "points > 0",
    ("action", "hold", "does"): ["raise points 1", "next turn"],
    ("action", "hold", "by"): "anybody",
    ("compare", "between"): ["storm", "wall"],
    ("compare", "most"): 9,
    ("compare", "equal"): "cup",
    ("compare", "higher"): "cup",
    ("compare", "lower"): "cup",
    ("button", "roll", "does"): "do hold",
    ("rules", "en"): ["Roll five dice.", "A 7 wins."],
    ("rules", "fr"): ["Lance cinq dés."],
    ("on", "roll five", "sum = 7"): ["raise points 1"],
    ("text", "en", "five"): "Five",
    ("text", "fr", "name"): "Tout",
}
"""A value of each key, by its path in the kit above."""
NOT_ALONE = frozenset({("counter", "tide", "option")})
"""Keys that need another: they are tried with it."""


def faults_of(text: str) -> list[KitFault]:
    try:
        read_kit("", text)
    except BadKit as error:
        return list(error.faults)
    return []


def test_the_kit_of_these_tests_is_good() -> None:
    assert faults_of(BASE) == []


def test_each_key_of_the_readers_is_offered_and_no_other() -> None:
    inner = {kind: set(names) for kind, names in shape.INNER.items() if kind != "sheet"}
    offered = {kind: {*specs} | inner.get(kind, set()) for kind, specs in KEY_SPECS.items()}
    tables = {*KEYS, "rules", "on", "text"} - {"wheel.segment", "deck.card"}
    assert {kind: keys for kind, keys in offered.items() if kind not in ("", "rules")} == {
        kind: {*keys} for kind, keys in KEYS.items()
    }
    assert offered[""] | tables == {*TABLES}
    assert {*shape.ORDER} == tables | {""}


def test_each_key_is_tried_below() -> None:
    tried = {(shape.place_of(path).kind, shape.key_of(path)[0]) for path in {*VALUES, *NOT_ALONE}}
    free = {kind for kind, _ in tried if kind in FREE}
    rows = {("sheet", "rows"), ("sheet", "bonus")}
    assert {(kind, key) for kind, specs in KEY_SPECS.items() for key in specs} == {
        (kind, key) for kind, key in tried if kind not in FREE
    } | rows
    assert free == {*FREE}


@each_row("path", VALUES, ids=" ".join)
def test_a_key_that_is_set_is_read(path: tuple[str, ...]) -> None:
    value = VALUES[path]
    text = edited(BASE, KitEdit("set", path, value=value))
    assert faults_of(text) == []
    assert value_at(toml_of(text), path) == value
    wrong = edited(BASE, KitEdit("set", path, value="? no"))
    if path[0] not in ("text", "author") and path[-1] != "label":
        assert faults_of(wrong) != [], "the reader has looked at it"


def test_the_choices_of_a_marker_are_set_with_its_starts() -> None:
    text = edited(BASE, KitEdit("set", ("counter", "tide", "option"), value="level"))
    text = edited(text, KitEdit("set", ("counter", "tide", "start"), value={"easy": 1, "hard": 3}))
    assert faults_of(text) == []


@each_row("table", shape.STARTS)
def test_a_table_that_is_added_is_good_or_says_what_it_lacks(table: str) -> None:
    names = {"on": "round ends", "text": "fr", "button": "spin"}
    owners = {"wheel.segment": "way", "deck.card": "cargo"}
    base = BASE if shape.is_named(table) else edited(BASE, KitEdit("remove", (table,)))
    text = edited(base, KitEdit("add", table=table, name=names.get(table, ""), of=owners.get(table, "")))
    lacks = {"pool": "[pool.pool] dice", "compare": "[compare] equal"}
    if table == "team":
        base = text
    assert {fault.where for fault in faults_of(text)} <= {lacks.get(table, ""), "[compare] higher"}


def test_each_title_hint_and_choice_has_its_text_and_there_are_no_others() -> None:
    keys = set(keys_in(shape_of()))
    texts = Texts.load()
    for lang in LANGUAGES:
        assert texts.localize(lang, shape_of()).sections[0].title
        written = {key for key in read_language(lang) if key.startswith("maker.")}
        assert {key for key in written if not key.startswith(("maker.fault.", "maker.button."))} == keys


def keys_in(thing: Any) -> list[str]:
    if isinstance(thing, Message):
        return [thing.key]
    if isinstance(thing, Struct):
        return keys_in([getattr(thing, field) for field in thing.__struct_fields__])
    if isinstance(thing, dict):
        return keys_in(list(thing.values()))
    return [key for each in thing for key in keys_in(each)] if isinstance(thing, list | tuple) else []
