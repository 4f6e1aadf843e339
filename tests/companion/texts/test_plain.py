from __future__ import annotations

from typing import Any

from companion.engine.values.message import Message
from companion.model.wire import Person
from companion.texts.plain import KEPT, PlainOnce
from companion.texts.say import Texts


class CountingTexts(Texts):
    """Texts that count what is told."""

    def __init__(self) -> None:
        super().__init__({"en": {"greets": "{name} says hello"}, "fr": {"greets": "{name} dit bonjour"}})
        self.told = 0

    def tell(self, lang: str, value: Any) -> Any:
        self.told += isinstance(value, tuple)
        return super().tell(lang, value)


def people(name: str) -> tuple[Person, ...]:
    return (Person(0, Message("greets", {"name": name})),)


def test_a_thing_is_said_once_in_each_language_and_is_the_same_object_again() -> None:
    texts, ann = CountingTexts(), people("Ann")
    once = PlainOnce(texts)
    first = once.plain("en", "people", ann)
    assert first == [{"seat": 0, "name": "Ann says hello"}]
    assert once.plain("en", "people", ann) is first
    assert once.plain("fr", "people", ann) == [{"seat": 0, "name": "Ann dit bonjour"}]
    assert once.plain("en", "people", people("Ben")) == [{"seat": 0, "name": "Ben says hello"}]
    assert texts.told == 3


def test_what_is_short_is_left_as_it_is() -> None:
    once = PlainOnce(CountingTexts())
    for thing in (0, 1, True, None, "", "Ann", 0.5, ()):
        assert once.plain("en", "people", thing) is thing


def test_a_thing_equal_to_one_said_lately_is_not_said_again() -> None:
    texts = CountingTexts()
    once = PlainOnce(texts)
    assert once.plain("en", "people", people("Ann")) is once.plain("en", "people", people("Ann"))
    assert texts.told == 1
    assert once.plain("en", "others", people("Ann")) == once.plain("en", "people", people("Ann"))


def test_of_an_object_only_the_rows_that_changed_are_said_again() -> None:
    texts = CountingTexts()
    once = PlainOnce(texts)
    first: Any = once.plain("en", "state", {"dice": people("Ann"), "wheels": people("Ben"), "rolls": 1})
    told, second = texts.told, once.plain("en", "state", {"dice": people("Cleo"), "wheels": people("Ben"), "rolls": 2})
    assert isinstance(second, dict)
    assert second["wheels"] is first["wheels"]
    assert second["dice"] == [{"seat": 0, "name": "Cleo says hello"}]
    assert (second["rolls"], texts.told) == (2, told + 1)


def test_equal_objects_whose_things_stand_in_another_order_are_told_in_their_own() -> None:
    once = PlainOnce(CountingTexts())
    one, other = once.plain("en", "state", {"a": 1, "b": 2}), once.plain("en", "state", {"b": 2, "a": 1})
    assert (str(one), str(other)) == ("{'a': 1, 'b': 2}", "{'b': 2, 'a': 1}")


def test_what_was_not_said_lately_is_forgotten_and_said_again() -> None:
    texts, ann = CountingTexts(), people("Ann")
    once = PlainOnce(texts)
    once.plain("en", "people", ann)
    for number in range(KEPT - 1):
        once.plain("en", "people", people(str(number)))
    once.plain("en", "people", ann)
    assert texts.told == KEPT
    once.plain("en", "people", people("one more"))
    assert once.plain("en", "people", ann) == [{"seat": 0, "name": "Ann says hello"}]
    assert texts.told == KEPT + 2


def test_one_address_of_two_things_is_no_reason_to_take_one_for_the_other() -> None:
    once = PlainOnce(CountingTexts())
    for number in range(3 * KEPT):  # each may lie where the one before lay
        assert once.plain("en", "people", people(str(number))) == [{"seat": 0, "name": f"{number} says hello"}]
