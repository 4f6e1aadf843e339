"""A kit that can't be used has a row among the games, greyed with what is wrong with it."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.command import Refusal
from companion.engine.plays import Play
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.model.shelf.games import game_rows
from companion.model.shelf.offer import BadKitRow
from companion.model.snapshot import Snapshot
from companion.model.table_menu import MAX_FAULTS, bad_kit_rows
from hardware.cues import MenuCue, MessageCue
from tests.support.seen import seen_plain
from tests.support.snapshots import replace
from tests.support.tabletop import TEXTS, Edge, menu_of_games, opened, published
from tests.support.wording import say

NAME, RAIN = Message("kit-fault.name"), Message("kit-fault.unknown")
ONE = BadKitRow("farm.toml", (("[text.fr] rain", RAIN),))
SEVERAL = BadKitRow("ferry.toml", (("", Message("kit-fault.empty")), ("slug", NAME)))
WORDS_ONE = f"[text.fr] rain: {say('kit-fault.unknown')}"
WORDS_SLUG = f"slug: {TEXTS.say('en', NAME.key)}"
WORDS_EMPTY = TEXTS.say("en", "kit-fault.empty")


def with_bad(state: Snapshot) -> Snapshot:
    return replace(state, bad_kits=(ONE, SEVERAL))


def told(play: Play) -> tuple[str, str, list[Any]]:
    """What is said of *play*, why it is grey, and the same of all below it."""
    why = "" if play.why is None else TEXTS.say("en", play.why.reason.key, **play.why.reason.values)
    return TEXTS.say("en", play.label.key, **play.label.values), why, [told(below) for below in play.below]


ROWS: list[tuple[str, str, list[Any]]] = [
    (say("menu.bad-kit", file="farm.toml"), WORDS_ONE, []),
    (say("menu.bad-kit", file="ferry.toml"), "", [(WORDS_EMPTY, WORDS_EMPTY, []), ("slug", WORDS_SLUG, [])]),
]


def games_listed(state: Snapshot) -> int:
    """How many rows the games have: a heading stands in one, and so do a kit and its referee."""
    return len(game_rows(state.library))


def test_they_stand_after_the_games_while_none_is_open() -> None:
    state = with_bad(menu_of_games())
    games = games_listed(state)
    assert [told(play) for play in state.table_rows()[games : games + 2]] == ROWS
    assert [told(play) for play in state.menu_plays()[games:]] == ROWS
    assert [play.line for play in state.table_rows()[games : games + 2]] == ["", ""]


@pytest.mark.parametrize("chance", ["dealer", "typed"])
def test_they_stand_after_the_games_where_a_new_one_is_chosen(chance: str) -> None:
    state = with_bad(published(opened(chance=chance)))
    table = next(play for play in state.table_rows() if play.word == "table")
    new = next(play for play in table.below if play.word == "new")
    sure = next(play for play in new.below if play.word == "yes")
    assert [told(play) for play in sure.below[games_listed(state) :]] == ROWS


def test_only_the_table_is_shown_them_and_they_are_sent_as_any_greyed_row() -> None:
    state = with_bad(menu_of_games())
    seen = seen_plain(state, TABLE, frozenset({TABLE}))
    sent = [play for play in seen["menu"]["plays"] if play["word"] == "farm.toml"]
    assert sent == [play for play in seen["table_menu"] if play["word"] == "farm.toml"]
    assert TEXTS.tell("en", sent) == [
        {
            "word": "farm.toml",
            "label": say("menu.bad-kit", file="farm.toml"),
            "why": {"rule": None, "reason": WORDS_ONE},
        }
    ]
    assert "farm.toml" not in str(seen_plain(state, 0, frozenset({0})))


def test_pushing_one_says_what_is_wrong_and_several_faults_are_a_level_of_rows() -> None:
    edge, state = Edge(), with_bad(menu_of_games())
    edge.show(state)
    edge.input.turn(1, state)
    edge.input.turn(games_listed(state), state)
    assert edge.input.push(state) is None
    assert edge.screen.cue == MessageCue(title="", lines=(WORDS_ONE,))

    edge.input.turn(1, state)
    assert edge.input.push(state) is None
    cue = edge.screen.cue
    assert isinstance(cue, MenuCue)
    assert (cue.title, cue.selected, cue.after) == (say("menu.bad-kit", file="ferry.toml"), WORDS_EMPTY, "slug")
    assert edge.input.push(state) is None
    assert edge.screen.cue == MessageCue(title="", lines=(WORDS_EMPTY,))
    edge.input.turn(1, state)
    assert edge.input.push(state) is None
    assert edge.screen.cue == MessageCue(title="", lines=(WORDS_SLUG,))
    edge.close()


@pytest.mark.parametrize(("more", "words"), [(0, []), (3, ["And 3 more"])])
def test_of_very_many_faults_the_first_are_told_and_the_others_counted(more: int, words: list[str]) -> None:
    (row,) = bad_kit_rows([BadKitRow("farm.toml", (("slug", NAME),) * (MAX_FAULTS + more))])
    assert [told(play)[0] for play in row.below] == ["slug"] * MAX_FAULTS + words


def test_the_menu_tells_the_fault_of_a_formula_in_one_line() -> None:
    fault = Message("formula.expression.empty")
    said = Message("kit-fault.formula", {"fault": fault, "caret": "\n\n^"})
    (row,) = bad_kit_rows([BadKitRow("farm.toml", (("[sheet.card] rows ones", said),))])
    assert row.why == Refusal(Message("menu.kit-fault", {"where": "[sheet.card] rows ones", "fault": fault}))
