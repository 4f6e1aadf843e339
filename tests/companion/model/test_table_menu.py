"""The table's own rows as data: how each game is asked for, whatever its modes and options."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from companion.engine.game import Game, Option
from companion.engine.plays import Play, leaves
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.model.shelf.games import game_rows
from companion.model.table_menu import Saved, TableMenu, idle_rows, playing_rows, with_defaults
from tests.support.games.duel import DUEL
from tests.support.referees import FIRESHIP as AT_SEA
from tests.support.tabletop import FIRESHIP

OPTIONS = {
    "level": Option(2, Message("test.level"), minimum=1, maximum=5),
    "fair": Option(True, Message("test.fair"), choices=(False, True)),
    "chance": Option(
        "dealer", Message("test.chance"), ("dealer", "ask"), (Message("test.dealer"), Message("test.ask"))
    ),
}
GAME = replace(DUEL, seats=(2, 4), options=OPTIONS)


def table_menu(*library: Game) -> TableMenu:
    return TableMenu(library, saved=(), muted=False, brightness=3)


def words(play: Play) -> list[str]:
    return [below.word for below in play.below]


def test_a_game_asks_its_people_and_each_option_with_the_words_that_fit() -> None:
    play = idle_rows(table_menu(GAME))[0]
    asked = {field.name: (field.all_words(), field.word) for field in play.form or ()}
    assert (play.line, play.seats, play.named, play.done) == ("new duel referee", (TABLE,), True, Message("menu.start"))
    assert asked == {
        "seats": (("2", "3", "4"), "2"),
        "level": (("1", "2", "3", "4", "5"), "2"),
        "fair": (("false", "true"), "true"),
        "chance": (("dealer", "ask"), "dealer"),
    }
    fair, chance = (play.form or ())[2:]
    assert [choice.label for choice in chance.choices] == [Message("test.dealer"), Message("test.ask")]
    assert [choice.label for choice in fair.choices] == [Message("menu.word", {"word": w}) for w in ("false", "true")]


def test_a_game_with_nothing_to_ask_is_a_line_by_itself() -> None:
    play = idle_rows(table_menu(replace(GAME, seats=(2, 2), options={})))[0]
    assert (play.line, play.form, play.named) == ("new duel referee", None, False)


def test_a_game_in_both_modes_asks_which_once() -> None:
    kit = replace(GAME, mode="kit")
    duel, fireship, *_ = idle_rows(table_menu(kit, GAME, FIRESHIP))
    assert (duel.word, duel.line, words(duel)) == ("duel", "", ["kit", "referee"])
    assert [below.line for below in duel.below] == ["new duel kit", "new duel referee"]
    assert (fireship.word, fireship.line) == ("fireship", "new fireship kit")


@pytest.mark.parametrize(
    ("why", "can_redo", "rows"),
    [
        (None, False, [("undo", False), ("table", False)]),
        (None, True, [("undo", False), ("redo", False), ("table", False)]),
        (Message("refused.undo-what"), False, [("undo", True), ("table", False)]),
    ],
)
def test_what_can_be_turned_back_stands_before_the_table(
    why: Message | None, can_redo: bool, rows: list[tuple[str, bool]]
) -> None:
    played = playing_rows(table_menu(GAME), why, can_redo, playing=True)
    assert [(play.word, play.why is not None) for play in played] == rows


def test_only_a_game_under_way_is_asked_about_before_another_begins() -> None:
    asked, at_once = (playing_rows(table_menu(GAME), None, False, playing)[-1].below[0] for playing in (True, False))
    assert (words(asked), words(at_once)) == (["yes", "no"], ["duel"])
    assert words(asked.below[0]) == ["duel"]
    assert (asked.label, at_once.label) == (Message("menu.new-sure"), Message("menu.new"))


def test_a_saved_game_is_taken_up_or_deleted_but_not_by_one_push_too_many() -> None:
    kept = Saved(7, Message("test.duel"), ("Ann",), "21.11. 20:15")
    rows = idle_rows(replace_saved(table_menu(GAME), kept))
    saved = next(play for play in rows if play.word == "saved")
    (game,) = saved.below
    assert [play.line for play in leaves([game])] == ["resume 7", "finish 7", "delete 7"]
    assert words(game.below[1]) == ["no", "yes"], "the first row of the question closes nothing"
    assert words(game.below[2]) == ["no", "yes"], "the first row of the question deletes nothing"
    assert all(play.word != "saved" for play in idle_rows(table_menu(GAME)))


def replace_saved(table_menu: TableMenu, *saved: Saved) -> TableMenu:
    return TableMenu(table_menu.library, saved, table_menu.muted, table_menu.brightness)


def test_the_owners_options_are_what_a_game_begins_with_as_far_as_it_has_them() -> None:
    changed = with_defaults(GAME, {"level": 5, "colour": "red"})
    assert {name: option.default for name, option in changed.options.items()} == {
        "level": 5,
        "fair": True,
        "chance": "dealer",
    }
    assert with_defaults(GAME, {"colour": "red"}) is GAME


def test_an_owners_word_for_a_board_chooses_its_newest_version_and_the_form_offers_no_other() -> None:
    for word in ("archipelago", "archipelago:2"):
        (row,) = game_rows([with_defaults(AT_SEA, {"board": word})])
        assert row.form is not None
        board = next(field for field in row.form if field.name == "board")
        assert (board.word, [choice.word for choice in board.choices]) == ("archipelago:2", ["archipelago:2"])


def test_a_game_that_was_closed_can_only_be_deleted() -> None:
    kept = Saved(7, Message("test.duel"), ("Ann",), "21.11. 20:15", is_closed=True)
    saved = next(play for play in idle_rows(replace_saved(table_menu(GAME), kept)) if play.word == "saved")
    assert [play.line for play in leaves(saved.below)] == ["delete 7"]


def test_undoing_says_whether_it_takes_two_and_about_says_what_was_promised() -> None:
    alone, two = (playing_rows(table_menu(GAME), None, False, True, undo_needs_two=needs)[0] for needs in (False, True))
    assert (alone.label, two.label) == (Message("menu.undo"), Message("menu.undo-two"))
    promised = TableMenu((GAME,), (), False, 3, commitment="0123456789abcdef" * 4)
    about = next(play for play in idle_rows(promised) if play.word == "about")
    assert about.below[-1].label == Message("menu.fair", {"digits": "0123456789abcdef"})


def test_the_menu_tells_where_the_open_kit_is_shared() -> None:
    menu = TableMenu((GAME,), saved=(), muted=False, brightness=3, address="table.local:8080", shared="pig")
    rows = {row.word: row for row in idle_rows(menu)}
    shown = [row.label.values["word"] for row in rows["share"].below if isinstance(row.label, Message)]
    assert shown == ["table.local:8080/", "k/pig"]
    assert "share" not in {row.word for row in idle_rows(structs.replace(menu, shared=""))}
