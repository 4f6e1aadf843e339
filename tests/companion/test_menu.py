from __future__ import annotations

import pytest

from companion.engine.forms import Choice, Field
from companion.menu import Menu
from companion.session import Play, Said


def leaf(word: str, line: str) -> Play:
    return Play(word, Said(f"test.{word}"), line, (0,))


def branch(word: str, *below: Play) -> Play:
    return Play(word, Said(f"test.{word}"), below=list(below))


GO = branch("go", leaf("north", "go north"), leaf("south", "go south"), leaf("west", "go west"))
TREE = (GO, leaf("pass", "pass"), branch("take", branch("rope", leaf("all", "take rope all"))))


@pytest.fixture
def menu() -> Menu:
    menu = Menu()
    menu.open(TREE)
    return menu


def word(play: Play | None) -> str | None:
    return None if play is None else play.word


def around(menu: Menu) -> list[str | None]:
    before, after = menu.neighbours()
    return [word(before), word(menu.selected), word(after)]


def test_a_menu_is_closed_at_first_and_shows_nothing() -> None:
    menu = Menu()
    menu.turn(1)
    menu.back()
    assert (menu.is_open, menu.push(), around(menu)) == (False, None, [None, None, None])


def test_an_empty_tree_opens_nothing() -> None:
    menu = Menu()
    menu.open(())
    assert not menu.is_open


@pytest.mark.parametrize(
    ("steps", "shown"), [(0, "go"), (1, "pass"), (2, "take"), (3, "go"), (-1, "take"), (-7, "take")]
)
def test_rows_wrap_at_both_ends(menu: Menu, steps: int, shown: str) -> None:
    menu.turn(steps)
    assert word(menu.selected) == shown


def test_the_rows_before_and_after_are_shown_too(menu: Menu) -> None:
    assert around(menu) == ["take", "go", "pass"]


def test_a_push_goes_into_a_row_and_gives_a_complete_line(menu: Menu) -> None:
    assert menu.push() is None
    assert (word(menu.above), around(menu)) == ("go", ["west", "north", "south"])
    menu.turn(1)
    chosen = menu.push()
    assert chosen is not None
    assert chosen.line == "go south"


def test_words_that_leave_no_choice_are_passed_but_the_last_is_shown_before_it_is_done(menu: Menu) -> None:
    menu.turn(-1)
    assert menu.push() is None
    assert (word(menu.above), around(menu)) == ("rope", [None, "all", None])
    chosen = menu.push()
    assert chosen is not None
    assert chosen.line == "take rope all"


def test_what_is_asked_besides_the_tree_is_one_level_more(menu: Menu) -> None:
    menu.push()
    menu.ask(Said("test.who"), (leaf("ann", "go west"), leaf("ben", "go west")))
    assert menu.above is not None
    assert (menu.above.label.key, around(menu)) == ("test.who", ["ben", "ann", "ben"])
    menu.back()
    assert (word(menu.above), word(menu.selected)) == ("go", "north")


def test_something_may_be_asked_of_a_closed_menu(menu: Menu) -> None:
    menu.close()
    menu.ask(Said("test.who"), (leaf("ann", "pass"), leaf("ben", "pass")))
    menu.turn(1)
    assert word(menu.push()) == "ben"
    menu.back()
    assert not menu.is_open


def test_a_tree_with_one_root_opens_below_it() -> None:
    menu = Menu()
    menu.open((GO,))
    assert (word(menu.above), word(menu.selected)) == ("go", "north")


def test_back_goes_to_the_last_level_that_left_a_choice_with_its_row_and_from_the_first_away(menu: Menu) -> None:
    menu.turn(-1)
    menu.push()
    menu.back()
    assert (menu.above, word(menu.selected)) == (None, "take")
    menu.back()
    assert not menu.is_open


def test_back_closes_a_menu_with_one_root() -> None:
    menu = Menu()
    menu.open((GO,))
    menu.back()
    assert not menu.is_open


def test_a_form_is_walked_field_by_field_from_what_each_holds() -> None:
    choices = (Choice("dry", Said("test.dry")), Choice("wet", Said("test.wet")))
    form = (Field("level", Said("test.level"), least=3, most=5), Field("tile", Said("test.tile"), choices, word="wet"))
    menu = Menu()
    menu.open((Play("correct", Said("test.correct"), "correct", (-2,), form=form),))
    assert menu.push() is None
    assert menu.above is not None
    assert (menu.above.label.key, around(menu)) == ("test.level", ["5", "3", "4"])
    menu.turn(1)
    assert menu.push() is None
    assert (menu.above.label.key, menu.selected and menu.selected.label.key) == ("test.tile", "test.wet")
    menu.back()
    assert word(menu.selected) == "4"
    menu.push()
    chosen = menu.push()
    assert chosen is not None
    assert (chosen.line, chosen.seats) == ("correct 4 wet", (-2,))
