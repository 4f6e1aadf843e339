from __future__ import annotations

import msgspec
import pytest

from companion.engine.command import Command
from companion.engine.fact import Fact
from companion.engine.game import BadSetup, Option, OptionValue, write_facts
from companion.engine.state import State
from companion.engine.values.message import Message
from tests.support.games.duel import DUEL, Dealt, Robbed, Struck
from tests.support.games.spinner import SPINNER, Rolled, Scores
from tests.support.rows import each_row


def test_a_setup_fills_in_the_defaults() -> None:
    assert SPINNER.setup(("Ann", "Ben"), {}).options == {"target": 30}
    assert SPINNER.setup(("Ann",), {"target": 50}).options == {"target": 50}


@each_row(("people", "target"), [(1, 10), (4, 100)])
def test_the_least_and_the_most_are_allowed(people: int, target: int) -> None:
    setup = SPINNER.setup(("Ann", "Ben", "Cleo", "Dan")[:people], {"target": target})
    assert (len(setup.seats), setup.options) == (people, {"target": target})


def test_a_game_starts_from_its_setup() -> None:
    assert SPINNER.start(SPINNER.setup(("Ann", "Ben"), {"target": 50})) == Scores(scores=(0, 0), target=50)


@each_row(
    ("seats", "options", "reason"),
    [
        ((), {}, "setup.seats"),
        (("Ann",) * 5, {}, "setup.seats"),
        (("Ann",), {"aim": 30}, "setup.unknown-option"),
        (("Ann",), {"target": 9}, "setup.bad-option"),
        (("Ann",), {"target": 101}, "setup.bad-option"),
        (("Ann",), {"target": "30"}, "setup.bad-option"),
        (("Ann",), {"target": True}, "setup.bad-option"),
    ],
)
def test_a_wrong_setup_is_refused_with_its_reason(
    seats: tuple[str, ...], options: dict[str, OptionValue], reason: str
) -> None:
    with pytest.raises(BadSetup) as caught:
        SPINNER.setup(seats, options)
    assert caught.value.reason.key == reason


@each_row("value", ["easy", True, 2])
def test_an_option_takes_its_choices_by_value_and_type(value: OptionValue) -> None:
    option = Option("easy", Message("test.level"), choices=("easy", True, 2))
    assert option.accepts(value)
    assert not option.accepts(str(value).upper())


def test_a_yes_is_never_taken_for_a_one() -> None:
    assert not Option(1, Message("test.level"), choices=(1, 2)).accepts(True)
    assert not Option(True, Message("test.level"), choices=(True, False)).accepts(1)


@each_row("fact", [Dealt(1, ("guard", "charm", "guard")), Struck(0, 2), Robbed(0, 1, 2, "?")])
def test_a_fact_comes_back_from_its_json(fact: Fact) -> None:
    assert DUEL.read_facts(write_facts((fact,))) == (fact,)


def test_facts_are_tagged_json() -> None:
    assert write_facts((Rolled(3, 4),)) == b'[{"type":"Rolled","first":3,"second":4}]'


@each_row("text", ["", "{}", '[{"type":"Rolled","first":3}]', '[{"type":"Dealt"}]', "[3]"])
def test_what_is_no_fact_of_the_game_is_an_error(text: str) -> None:
    with pytest.raises(msgspec.MsgspecError):
        SPINNER.read_facts(text)


@each_row(
    ("thing", "question", "arguments"),
    [
        (Command(0), "why_not", (None,)),
        (Command(0), "facts", (None,)),
        (Fact(), "apply", (None,)),
        (State(), "open_asks", ()),
        (State(), "open_chosen", ((3,),)),
    ],
)
def test_what_a_game_must_say_is_an_error_until_it_does(
    thing: object, question: str, arguments: tuple[object, ...]
) -> None:
    with pytest.raises(TypeError, match=f"{type(thing).__name__} doesn't say"):
        getattr(thing, question)(*arguments)


def test_a_state_says_little_of_its_own_accord() -> None:
    state = State()
    assert (state.seats(), state.due(), state.then(), state.end()) == (0, None, (), None)
    assert (state.faults(), state.correctables()) == ((), {})


def test_a_command_says_little_of_its_own_accord() -> None:
    assert (list(Command.tries(None, 0)), list(Command.greyed(None, 0)), Command.form(None, 0)) == ([], [], None)


def test_a_frozen_value_never_changes() -> None:
    for value, name in ((Rolled(3, 4), "first"), (Struck(0, 1), "seat"), (Scores(scores=(1,)), "scores")):
        with pytest.raises(AttributeError, match="immutable"):
            setattr(value, name, 9)
