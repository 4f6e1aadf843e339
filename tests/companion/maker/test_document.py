"""Edits of kits' texts: what isn't edited stays as it was written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.kits.format.kit_file import BUTTONS, read_kit
from companion.kits.format.words import LANGUAGES
from companion.maker import shape
from companion.maker.document import edited
from companion.maker.wire import KitEdit
from companion.runtime.foreign_file import toml_of
from tests.companion.maker.kit_texts import SHIPPED
from tests.support.rows import each_row

WRITTEN = """\
# A race, by hand.
slug = 'race'        # its name
seats = [ 2,4 ]

# Two of them.
[dice.two]
roll = '2d6'   # both
label = "Both"

# What follows

[on."roll two"]
"sum = 7" = [
  "raise pot 1",     # one more
  "next turn",
]

[counter.pot]
start=0
[wheel.way]
segments = { left = 1, right = 2 }
"""


def paths_of(data: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every value of *data* below its tables, with its path."""
    for key, value in data.items():
        way = (*path, key)
        if isinstance(value, dict) and shape.depth((*way, "x")) > len(path) and shape.key_of(way)[1] is None:
            yield from paths_of(value, way)
        else:
            yield way, value


def other_than(value: Any) -> Any:
    """Return another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return f"{value}x"
    if isinstance(value, list):
        return [*value, "one-more"]
    return {**value, "one-more": 1}


def test_shipped_kits_are_all_here() -> None:
    assert len(SHIPPED) == 30


@each_row("name", SHIPPED)
def test_a_value_that_is_changed_and_changed_back_leaves_the_same_bytes(name: str) -> None:
    text = SHIPPED[name]
    for path, value in paths_of(toml_of(text)):
        changed = edited(text, KitEdit("set", path, value=other_than(value)))
        assert changed != text
        assert edited(changed, KitEdit("set", path, value=value)) == text, path


@each_row("name", SHIPPED)
def test_a_table_that_is_added_and_removed_leaves_the_same_bytes(name: str) -> None:
    text = SHIPPED[name]
    before = tables_of(toml_of(text))
    for table in (each for each in shape.STARTS if "." not in each):
        names = {"text": LANGUAGES, "button": BUTTONS}.get(table)
        if (table,) in before or (names and all((table, each) in before for each in names)):
            continue
        event = next(each for each in ("turn begins", "round ends") if ("on", each) not in before)
        added = edited(text, KitEdit("add", table=table, name=event if table == "on" else ""))
        (new,) = set(tables_of(toml_of(added))) - {*before}
        assert edited(added, KitEdit("remove", new)) == text, table


def tables_of(data: Any) -> list[tuple[str, ...]]:
    """Return the way to each table of *data*."""
    found: list[tuple[str, ...]] = []
    for kind, tables in data.items():
        if kind in shape.SINGLE:
            found.append((kind,))
        elif isinstance(tables, dict) and kind in shape.ORDER:
            found += [(kind, name) for name in tables]
    return found


@each_row("name", SHIPPED)
def test_a_name_that_is_changed_and_changed_back_leaves_the_same_bytes(name: str) -> None:
    text = SHIPPED[name]
    for path in tables_of(toml_of(text)):
        if len(path) < 2 or path[0] in ("on", "text", "button"):
            continue
        changed = edited(text, KitEdit("rename", path, name="something-else"))
        assert read_kit("", changed).kit.slug == toml_of(text)["slug"]
        assert edited(changed, KitEdit("rename", (path[0], "something-else"), name=path[1])) == text, path


@each_row("name", SHIPPED)
def test_a_table_that_is_moved_takes_its_lines_along_and_leaves_all_others(name: str) -> None:
    text = SHIPPED[name]
    data = toml_of(text)
    for kind in data.keys() & {"dice", "counter", "action", "deck"}:
        names = list(data[kind])
        for first, second in zip(names, names[1:], strict=False):
            moved = edited(text, KitEdit("move", (kind, second), before=first))
            at = names.index(first)
            assert list(toml_of(moved)[kind]) == [*names[:at], second, first, *names[at + 2 :]]
            assert sorted(moved.splitlines()) == sorted(text.splitlines())


def test_quotes_comments_and_lines_of_a_hand_written_kit_stay() -> None:
    effects = ["raise pot 2", "next turn"]
    text = edited(WRITTEN, KitEdit("set", ("dice", "two", "roll"), value="3d6"))
    text = edited(text, KitEdit("set", ("on", "roll two", "sum = 7"), value=effects))
    text = edited(text, KitEdit("set", ("wheel", "way", "segments", "left"), value=3))
    changes = {"roll = '2d6'": "roll = '3d6'", '"raise pot 1", ': '"raise pot 2", ', "{ left = 1,": "{ left = 3,"}
    expected = WRITTEN
    for old, new in changes.items():
        expected = expected.replace(old, new)
    assert text == expected
    assert "# Two of them." in text
