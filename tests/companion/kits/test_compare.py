"""Two numbers compared in a kit: powers against each other, and the right win/lose die rolled."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.notation import Unreadable
from companion.engine.plays import leaves, plays
from companion.engine.table import Table
from companion.engine.values.seats import TABLE
from companion.input.menu import Menu
from companion.kits.format.kit_file import read_kit
from companion.kits.play import game_of
from companion.texts.say import Texts
from tests.companion.kits.test_play import FIRESHIP, played, refusal
from tests.companion.kits.test_reader import GOOD
from tests.support.wording import say

SEA = game_of(FIRESHIP.kit)
FIELD = '[compare]\nbetween = ["lamb", "wolf"]\nequal = "weather"\nhigher = "weather"\nlower = "yield"\n'
FARM = GOOD.replace("[text.en]", f"{FIELD}[text.en]")


def said(table: Table, lang: str = "en") -> list[str]:
    texts = Texts.load(FIRESHIP.texts)
    (step,) = table.steps
    told = [fact.said(table.state) for fact in step.facts]
    return [texts.say(lang, each.key, **each.values) for each in told if each is not None]


@pytest.mark.parametrize(
    ("line", "dice"), [("compare 4 4", "plain"), ("compare 5 4", "blue"), ("compare 0 0", "plain")]
)
def test_equal_powers_roll_the_plain_die_and_a_greater_attack_the_blue_one(line: str, dice: str) -> None:
    table = played(SEA, line)
    request = table.state.due()
    assert request is not None
    assert request.purpose == dice
    rolled: Any = played(SEA, line, "=roll won").state
    result = rolled.result(dice)
    assert (result.faces, result.number) == (("won",), 1)


@pytest.mark.parametrize(
    ("line", "why"),
    [("compare 3 4", "kit.too-low"), ("compare 61 4", "kit.too-high"), ("compare 4 61", "kit.too-high")],
)
def test_a_lower_attack_and_powers_that_cannot_be_are_refused(line: str, why: str) -> None:
    assert refusal(played(SEA), SEA, line) == why


def test_while_chance_is_owed_nothing_is_compared_nor_offered() -> None:
    table = played(SEA, "compare 4 4")
    assert refusal(table, SEA, "compare 4 4") == "refused.chance-pending"
    with pytest.raises(Unreadable):
        played(SEA, "compare 100 4")


def test_the_log_tells_the_powers_and_the_die() -> None:
    table = played(SEA, "compare 5 3")
    assert said(table) == ["Attack power 5, Defence power 3: Blue die"]
    assert said(table, "fr") == [
        f"{say('kit.fireship.attack', 'fr')} 5, {say('kit.fireship.defence', 'fr')} 3\u00a0: "
        + say("kit.fireship.blue", "fr")
    ]


def test_its_form_is_walked_by_the_knob_number_by_number() -> None:
    state = played(SEA).state
    tree = plays(state, (TABLE, 0))
    (play,) = [play for play in leaves(tree) if play.line == "compare"]
    fields = [(field.name, field.minimum, field.maximum) for field in play.form or ()]
    assert fields == [("number", 0, 60), ("against", 0, 60)]
    menu = Menu()
    menu.open(tree, play)
    menu.turn(5)
    assert menu.push() is None
    menu.turn(3)
    done = menu.push()
    assert done is not None
    assert done.line == "compare 5 3"


def test_a_kit_without_it_offers_and_takes_none() -> None:
    farm = game_of(read_kit("farm.toml", GOOD).kit)
    table = played(farm)
    assert "compare" not in [play.word for play in plays(table.state, (0,))]
    assert refusal(table, farm, "compare 1 1") == "kit.nothing-like-it"


def test_a_kit_may_have_a_die_for_a_lower_number_too_and_gives_the_numbers_names() -> None:
    words = 'lamb = "Lamb"\nwolf = "Wolf"\n'
    whole = FARM.replace("[text.en]\n", f"[text.en]\n{words}").replace("[text.fr]\n", f"[text.fr]\n{words}")
    farm = game_of(read_kit("farm.toml", whole).kit)
    requests = [played(farm, f"compare {one} 4").state.due() for one in (3, 4, 5)]
    assert [request.purpose for request in requests if request is not None] == ["yield", "weather", "weather"]
    assert read_kit("farm.toml", FARM).texts["en"]["kit.farm.lamb"] == "Lamb"
