"""The figures of the code's size and shape: each counts what it says, and none becomes worse."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.size import counting
from tests.size.counting import Module, modules_in, rooms_in
from tests.size.record import GROWING, WANTED, recorded

SOURCE = '''"""What a module holds."""
import os

LIMIT = 3
"""So many at most."""

class Table:
    """A table."""

    def __init__(self, a, b, c, *, d, e, f, g):
        self.a, self.b = a, b
        self.c: int = c

    def late(self):
        import json
        words = (1, 2)
        return print(*words, **self.given)
'''


@pytest.fixture
def module() -> Module:
    return Module("companion/room/table.py", SOURCE)


def test_a_class_is_measured_by_the_attributes_that_it_sets(module: Module) -> None:
    (table,) = module.classes
    assert counting.attributes_of(table) == 3


def test_parameters_are_counted_without_self(module: Module) -> None:
    assert [counting.parameters_of(function) for function in module.functions] == [7, 0]


def test_an_import_inside_a_function_is_late(module: Module) -> None:
    assert counting.late_imports_of(module) == 1


def test_a_tuple_that_is_made_to_be_splatted_counts(module: Module) -> None:
    assert counting.splats_of(module) == 1


def test_first_lines_stand_below_constants_too(module: Module) -> None:
    assert list(counting.docstrings_of(module)) == ["What a module holds.", "So many at most.", "A table."]


@pytest.mark.parametrize(
    ("one", "other", "circles"),
    [("import b.two", "import a.one", 1), ("import b.two", "", 0), ("def f():\n    import b.two", "import a.one", 0)],
)
def test_rooms_that_import_each_other_are_a_circle(one: str, other: str, circles: int) -> None:
    assert counting.circles_of((Module("a/one.py", one), Module("b/two.py", other))) == circles


def test_a_name_in_two_modules_counts_once() -> None:
    modules = (Module("a.py", "class Seat: pass"), Module("b.py", "class Seat: pass\nclass _Own: pass"))
    assert counting.names_twice_of(modules) == 1


def test_a_module_is_named_by_a_noun() -> None:
    paths = ("companion/looking.py", "companion/taking_up.py", "companion/kept.py", "companion/wiring.py", "ring.py")
    assert [counting.is_participle(Module(path, "")) for path in paths] == [True, True, False, False, False]


def test_modules_are_found_below_a_folder(tmp_path: Path) -> None:
    (tmp_path / "room" / "node_modules").mkdir(parents=True)
    for name in ("room/a.py", "room/node_modules/b.py"):
        (tmp_path / name).write_text("")
    assert [each.path for each in modules_in(tmp_path, "room")] == ["room/a.py"]


def test_a_room_has_modules_of_python_and_of_pages(tmp_path: Path) -> None:
    for folder in ("room/page", "room/node_modules"):
        (tmp_path / folder).mkdir(parents=True)
    for name in ("__init__.py", "a.py", "b.py", "c.css", "page/d.js", "node_modules/e.js"):
        (tmp_path / "room" / name).write_text("")
    assert rooms_in(tmp_path, "room") == {"room": 2, "room/page": 1}


@pytest.mark.long
def test_no_figure_is_worse_than_it_was() -> None:
    counted, most = counting.figures(), recorded()
    assert counted.keys() == most.keys()
    assert counted.keys() <= WANTED.keys()
    shapes = counted.keys() - GROWING
    assert {name: (counted[name], most[name]) for name in shapes if counted[name] > most[name]} == {}
