"""The two tools that ship: any dice, and a wheel of people or of words that somebody writes."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.chance import ChanceAnswer
from companion.engine.command import Refused
from companion.engine.game import Game
from companion.engine.plays import Play, leaves, plays
from companion.engine.table import Table
from companion.engine.values.seats import CHANCE, TABLE
from companion.kits.format.kit_file import shipped_kits
from companion.kits.play import game_of

ANY_DICE, WHO_BEGINS = (
    game_of(next(file.kit for file in shipped_kits() if file.kit.slug == slug)) for slug in ("any-dice", "who-begins")
)


def played(game: Game, people: int, *lines: str) -> Table:
    """A game in which the table gives *lines*; those after ``=`` are chance's."""
    names = tuple(f"P{number}" for number in range(1, people + 1))
    table = Table(game.start(game.setup(names, {})))
    for line in lines:
        said = game.notation.read(CHANCE if line.startswith("=") else TABLE, line.removeprefix("="))
        table.do(said if isinstance(said, ChanceAnswer) else said)
    return table


def refusal(table: Table, game: Game, line: str) -> str:
    with pytest.raises(Refused) as refused:
        table.do(game.notation.read(TABLE, line))
    return refused.value.refusal.reason.key


def row(table: Table, line: str) -> Play:
    return next(play for play in leaves(plays(table.state, (TABLE,))) if play.line == line)


def faces(table: Table, dice: str) -> tuple[Any, ...]:
    state: Any = table.state
    return tuple(state.result(dice).faces)


def recent(table: Table) -> tuple[str, ...]:
    state: Any = table.state
    return tuple(state.recent)


def test_a_formula_may_come_in_several_words_as_the_knob_chooses_it() -> None:
    table = played(ANY_DICE, 0, "throw any 3 d6", "=roll 1 2 3")
    assert faces(table, "any") == (1, 2, 3)
    assert recent(table) == ("3d6",)
    count, die = row(table, "throw any").form or ()
    assert (count.name, count.minimum, count.maximum) == ("count", 1, 20)
    assert [choice.word for choice in die.choices] == ["d4", "d6", "d8", "d10", "d12", "d20", "d%", "d2", "dF"]
    assert refusal(table, ANY_DICE, "throw any 21 d6") == "formula.dice.count"


def test_roll_repeats_the_last_formula_and_the_last_ones_are_rows() -> None:
    table = played(ANY_DICE, 0, "throw any 1d20+5", "=roll 7", "throw any d%", "=roll 40")
    assert ANY_DICE.buttons(table.state) == {"roll": "roll any"}
    assert [play.line for play in row(table, "throw any").below] == ["throw any d%", "throw any 1d20+5"]
    table.do(ANY_DICE.notation.read(TABLE, "throw any 1d20+5"))
    table.do(ANY_DICE.notation.read(CHANCE, "roll 9"))
    table.do(ANY_DICE.notation.read(TABLE, "roll any"))
    due: Any = table.state.due()
    assert due.dice == (tuple(range(1, 21)),)
    assert recent(table) == ("1d20+5", "d%")


def test_the_wheel_has_the_people_and_nobody_alone_spins_it() -> None:
    table = played(WHO_BEGINS, 3, "spin names", "=spin seat-2")
    (wheel,) = WHO_BEGINS.picture(table.state)["wheels"]
    assert ([segment.label for segment in wheel.segments], wheel.at) == (["P1", "P2", "P3"], 1)
    for people in (0, 1):
        alone = played(WHO_BEGINS, people)
        assert refusal(alone, WHO_BEGINS, "spin names") == "kit.nobody"
        assert row(alone, "among names 2").seats


def test_words_that_somebody_writes_are_on_the_wheel_until_the_people_are_again() -> None:
    table = played(WHO_BEGINS, 2, "spin names", "=spin seat-2", "among names Zo%C3%A9 Old%20Mill Ben")
    (wheel,) = WHO_BEGINS.picture(table.state)["wheels"]
    assert ([segment.label for segment in wheel.segments], wheel.at) == (["Zoé", "Old Mill", "Ben"], None)
    table.do(WHO_BEGINS.notation.read(TABLE, "spin names"))
    table.do(WHO_BEGINS.notation.read(CHANCE, "spin seat-3"))
    assert WHO_BEGINS.picture(table.state)["wheels"][0].at == 2
    table.do(WHO_BEGINS.notation.read(TABLE, "among names people"))
    assert [each.label for each in WHO_BEGINS.picture(table.state)["wheels"][0].segments] == ["P1", "P2"]
    assert refusal(table, WHO_BEGINS, "among names people") == "kit.is-so"


def test_without_people_a_number_is_for_so_many() -> None:
    table = played(WHO_BEGINS, 0, "among names 4", "spin names", "=spin seat-4")
    (wheel,) = WHO_BEGINS.picture(table.state)["wheels"]
    assert ([segment.label for segment in wheel.segments], wheel.at) == (["1", "2", "3", "4"], 3)


@pytest.mark.parametrize("words", ["Ann", "99", "Ann%0A Ben", f"Ann {'n' * 25}", " ".join(["Ann"] * 25), "%FF%FE %00"])
def test_words_that_no_wheel_can_show_are_refused(words: str) -> None:
    assert refusal(played(WHO_BEGINS, 0), WHO_BEGINS, f"among names {words}") == "kit.words-wrong"
