"""A kit in play: its dice, what they show, and what is said of it."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.table import Table
from companion.kits.play import KitState, game_of
from companion.kits.reader import read_kit, shipped_kits
from companion.texts.say import Texts
from tests.kits.test_reader import GOOD

FARM = read_kit("farm.toml", GOOD)
FIRESHIP = shipped_kits()[0]


def played(game: Any, *lines: str) -> Table:
    """A table of two people after *lines*; one that begins with ``=`` is chance's."""
    table = Table(game.start(game.setup(("Ann", "Ben"), {})))
    for line in lines:
        table.do(game.notation.read(-1 if line[0] == "=" else 0, line.lstrip("=")))
    return table


def picture(table: Table, kit: Any, name: str) -> dict[str, Any]:
    shown = game_of(kit).picture(table.state)
    return next(dice for dice in shown["dice"] if dice["name"] == name)


def test_before_the_first_roll_nothing_is_shown() -> None:
    dice = picture(played(game_of(FIRESHIP.kit)), FIRESHIP.kit, "dice")
    assert (dice["values"], dice["labels"], dice["total"], dice["roll"]) == (None, None, None, None)


def test_the_last_result_of_each_dice_is_kept_with_its_number() -> None:
    game = game_of(FIRESHIP.kit)
    table = played(game, "roll dice", "=roll 3 7 10", "roll plain", "=roll won", "roll dice", "=roll 1 1 2")
    dice, plain, blue = (picture(table, FIRESHIP.kit, name) for name in ("dice", "plain", "blue"))
    assert (dice["values"], dice["total"], dice["roll"], dice["kind"]) == ((1, 1, 2), 4, 3, "number")
    assert (plain["values"], plain["total"], plain["roll"], plain["kind"]) == (("won",), None, 2, "verdict")
    assert (blue["values"], blue["roll"]) == (None, None)


@pytest.mark.parametrize(
    ("kit", "lines", "told"),
    [
        (FIRESHIP, ("roll dice", "=roll 3 7 10"), "Roll 1: 3, 7, 10, together 20"),
        (FIRESHIP, ("roll blue", "=roll lost"), "Roll 1, Blue die: Lost"),
        (FARM, ("roll weather", "=roll sun rain"), "Roll 1, Weather dice: Sun, Rain"),
        (FARM, ("roll yield", "=roll 5"), "Roll 1, Yield: 5"),
    ],
)
def test_a_roll_is_told_in_a_sentence(kit: Any, lines: tuple[str, ...], told: str) -> None:
    table = played(game_of(kit.kit), *lines)
    said = [fact.said(table.state) for step in table.steps for fact in step.facts]
    assert [Texts.load(kit.texts).tell("en", sentence) for sentence in said if sentence] == [told]


def test_only_dice_that_win_and_lose_say_how_often() -> None:
    texts = Texts.load(FIRESHIP.texts)
    table = played(game_of(FIRESHIP.kit))
    hints = {name: texts.tell("en", picture(table, FIRESHIP.kit, name)["hint"]) for name in ("dice", "plain", "blue")}
    assert hints == {"dice": "", "plain": "3 of 6", "blue": "4 of 6"}
    assert picture(played(game_of(FARM.kit)), FARM.kit, "weather")["hint"] == ""


def test_a_button_does_what_the_file_says_unless_a_roll_is_open() -> None:
    game = game_of(FIRESHIP.kit)
    assert game.buttons(played(game).state) == {"roll": "roll dice"}
    rolling = played(game, "roll plain").state
    assert game.buttons(rolling) == {}
    assert game.picture(rolling)["buttons"] == []


def test_all_words_that_a_kit_may_say_can_be_said_in_both_languages() -> None:
    texts = Texts.load({language: {**FIRESHIP.texts[language], **FARM.texts[language]} for language in ("en", "fr")})
    for kit, lines in ((FIRESHIP.kit, ("roll dice", "=roll 1 2 3", "roll blue", "=roll won")), (FARM.kit, ())):
        game = game_of(kit)
        state = played(game, *lines).state
        assert isinstance(state, KitState)
        for language in ("en", "fr"):
            assert texts.tell(language, (game.picture(state), game.name, [game.label(dice.name) for dice in kit.dice]))
