from __future__ import annotations

import pytest

from companion.engine.command import Refusal
from companion.engine.plays import Play
from companion.engine.values.forms import Choice, Field
from companion.engine.values.message import Message
from companion.input.menu import Menu
from companion.input.tree import by_columns


def leaf(word: str, line: str) -> Play:
    return Play(word, Message(f"test.{word}"), line, (0,))


def branch(word: str, *below: Play) -> Play:
    return Play(word, Message(f"test.{word}"), below=list(below))


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
    assert (word(menu.above), around(menu)) == ("rope", [None, "all", "back"])
    chosen = menu.push()
    assert chosen is not None
    assert chosen.line == "take rope all"


def test_what_is_asked_besides_the_tree_is_one_level_more(menu: Menu) -> None:
    menu.push()
    menu.ask(Message("test.who"), (leaf("ann", "go west"), leaf("ben", "go west")), 1)
    assert menu.above is not None
    assert (menu.above.label.key, around(menu)) == ("test.who", ["ann", "ben", "back"])
    menu.back()
    assert (word(menu.above), word(menu.selected)) == ("go", "north")


def test_something_may_be_asked_of_a_closed_menu(menu: Menu) -> None:
    menu.close()
    menu.ask(Message("test.who"), (leaf("ann", "pass"), leaf("ben", "pass")))
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
    choices = (Choice("dry", Message("test.dry")), Choice("wet", Message("test.wet")))
    form = (
        Field("level", Message("test.level"), minimum=3, maximum=5),
        Field("tile", Message("test.tile"), choices, word="wet"),
    )
    menu = Menu()
    menu.open((Play("correct", Message("test.correct"), "correct", (-2,), form=form),))
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


# ---------------------------------------------------------------------- ways back
def test_of_two_rows_the_other_is_shown_once() -> None:
    menu = Menu()
    menu.open(TREE[:2])
    assert around(menu) == [None, "go", "pass"]
    menu.turn(1)
    assert around(menu) == ["go", "pass", None]
    menu.turn(1)
    assert around(menu) == [None, "go", "pass"]


def test_from_the_third_level_on_a_last_row_leads_back(menu: Menu) -> None:
    menu.push()
    assert around(menu) == ["west", "north", "south"], "on the second level the button is enough"
    menu.ask(Message("test.who"), (leaf("ann", "go west"), leaf("ben", "go west")))
    menu.turn(-1)
    assert word(menu.selected) == "back"
    assert menu.push() is None
    assert (word(menu.above), word(menu.selected)) == ("go", "north")


def test_a_row_that_only_says_something_leads_back() -> None:
    menu = Menu()
    menu.open(
        (branch("about", Play("version", Message("test.version")), Play("address", Message("test.address"))), *TREE)
    )
    menu.push()
    assert menu.push() is None
    assert (menu.above, word(menu.selected)) == (None, "about")


def test_a_row_that_cannot_be_done_is_given_with_its_reason_even_if_it_is_a_form() -> None:
    why = Refusal(Message("test.why"))
    menu = Menu()
    menu.open((Play("correct", Message("test.correct"), "correct", (-2,), why, form=FIELDS, named=True), *TREE))
    chosen = menu.push()
    assert chosen is not None
    assert chosen.why == why


def test_a_menu_may_open_inside_a_form_and_back_leads_to_the_rest() -> None:
    form = Play(
        "roll", Message("test.roll"), "roll", (-1,), form=(Field("die", Message("test.die"), minimum=1, maximum=6),)
    )
    menu = Menu()
    menu.open((*TREE, form), form)
    assert (word(menu.above), around(menu)) == ("die", ["6", "1", "2"])
    menu.back()
    assert (menu.above, word(menu.selected)) == (None, "roll")


# ---------------------------------------------------------------------- fields by their names
FIELDS = (
    Field(
        "tile",
        Message("test.tile"),
        (Choice("dry", Message("test.dry")), Choice("wet", Message("test.wet"))),
        word="dry",
    ),
    Field("level", Message("test.level"), minimum=1, maximum=9, word="4"),
)
CORRECT = Play("correct", Message("test.correct"), "correct", (-2,), form=FIELDS, named=True)
START = Play("new", Message("test.new"), "new it kit", (-2,), form=FIELDS, named=True, done=Message("test.start"))


def reads(menu: Menu) -> list[str]:
    """How the selected row reads: its text and what fills it."""
    assert menu.selected is not None
    label = menu.selected.label
    return [label.key, *(value.key for value in label.values.values() if isinstance(value, Message))]


def in_form(play: Play) -> Menu:
    menu = Menu()
    menu.open((play, *TREE))
    assert menu.push() is None
    return menu


def test_the_named_fields_of_a_form_are_rows_with_what_they_hold() -> None:
    menu = in_form(CORRECT)
    assert word(menu.above) == "correct"
    assert reads(menu) == ["menu.field", "test.tile", "test.dry"]
    menu.turn(1)
    assert reads(menu) == ["menu.field", "test.level", "menu.number"]
    menu.turn(1)
    assert word(menu.selected) == "tile"


def test_a_field_is_chosen_then_its_word_from_the_one_it_holds_then_the_form_may_end() -> None:
    menu = in_form(CORRECT)
    menu.turn(1)
    menu.push()
    assert (word(menu.above), around(menu)) == ("level", ["3", "4", "5"])
    menu.turn(3)
    assert menu.push() is None
    assert around(menu) == ["level", "done", "tile"]
    chosen = menu.push()
    assert chosen is not None
    assert (chosen.line, chosen.seats, chosen.label.key) == ("correct level=7", (-2,), "menu.done")


def test_several_fields_are_sent_in_their_order_and_those_left_as_they_are_left_out() -> None:
    menu = in_form(CORRECT)
    for turns, steps in ((1, 1), (1, 1)):
        menu.turn(turns)
        menu.push()
        menu.turn(steps)
        menu.push()
    chosen = menu.push()
    assert chosen is not None
    assert chosen.line == "correct tile=wet level=5"
    menu.turn(2)
    menu.push()
    assert word(menu.selected) == "5", "the word that was chosen"
    menu.turn(-1)
    menu.push()
    chosen = menu.push()
    assert chosen is not None
    assert chosen.line == "correct tile=wet"


def test_a_form_that_nothing_was_changed_in_ends_only_if_that_means_something() -> None:
    menu = in_form(CORRECT)
    menu.push()
    menu.push()
    assert word(menu.selected) == "tile", "it holds what it held: there is nothing to send"
    chosen = in_form(START).push()
    assert chosen is not None
    assert (chosen.line, chosen.label.key) == ("new it kit", "test.start")


def test_back_from_a_fields_words_changes_nothing_and_a_last_row_leads_back_there_too() -> None:
    menu = in_form(START)
    menu.turn(2)
    menu.push()
    menu.turn(1)
    menu.back()
    assert word(menu.selected) == "level"
    menu.push()
    menu.turn(-4)
    assert word(menu.selected) == "back"
    menu.push()
    menu.turn(-2)
    chosen = menu.push()
    assert chosen is not None
    assert chosen.line == "new it kit"


# ---------------------------------------------------------------------- long lists
def squares(columns: str, rows: int) -> list[Play]:
    return [leaf(f"{column}{row}", f"put {column}{row}") for row in range(1, rows + 1) for column in columns]


def test_many_squares_are_chosen_column_by_column_and_few_or_other_words_row_by_row() -> None:
    (put,) = by_columns([branch("put", *squares("abcdef", 6))])
    assert [play.word for play in put.below] == [*"abcdef"]
    assert [play.word for play in put.below[1].below] == [f"b{row}" for row in range(1, 7)]
    for below in (squares("abcdef", 5), [*squares("abcdef", 6), leaf("home", "put home")]):
        assert by_columns([branch("put", *below)]) == [branch("put", *below)]


def test_rows_of_one_line_come_before_the_form_that_makes_others() -> None:
    count = Field("count", Message("kit.how-many-dice"), minimum=1, maximum=3)
    before = Play("d20", Message("play.formula", {"formula": "d20"}), "throw any d20")
    menu = Menu()
    dice = Play("any", Message("kit.any-dice.any"), "throw any", form=(count,), below=[before])
    menu.open([branch("throw", dice), leaf("x", "x")])
    menu.push()
    assert menu.push() is before
    menu.turn(1)
    assert menu.selected is not None
    assert menu.selected.label == Message("menu.others")
    menu.push()
    menu.turn(1)
    chosen = menu.push()
    assert chosen is not None
    assert chosen.line == "throw any 2"
