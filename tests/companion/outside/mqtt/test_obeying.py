"""What a table does of what the club's keeper asks, and all that it drops."""

from __future__ import annotations

import random
from collections.abc import Collection

import msgspec
import pytest

from companion.model.keeper import KeeperWords
from companion.model.requests import Answered
from companion.outside.messages import (
    MAX_BYTES,
    AnswerMessage,
    Came,
    Coming,
    KeeperMessage,
    KitMessage,
    Order,
    WantedRecord,
    encode,
)
from companion.outside.mqtt.client.letter import Heard
from companion.outside.mqtt.keeper_orders import PER_MINUTE, RULES, HowItCame, Obeying, drawn
from companion.runtime.clock import ManualClock
from companion.runtime.timers import Action
from hardware.oled.fonts import undrawable
from tests.companion.phones.test_pairing import RingingTimer

ALL_ORDERS = ("message", "kit", "record")
CLOSING = KeeperMessage("m1", "Closing in 15 minutes", 15)
ORDERS: dict[Order, msgspec.Struct] = {
    "message": CLOSING,
    "kit": KitMessage("k1", "harbour", "slug = 'harbour'"),
    "record": WantedRecord("r1", 3),
    "coming": Coming("c1", "call-1"),
}
DONE: dict[Order, tuple[object, ...]] = {
    "message": ("words", KeeperWords("m1", "Closing in 15 minutes")),
    "kit": ("kit", ORDERS["kit"]),
    "record": ("record", ORDERS["record"]),
    "coming": ("coming", "call-1"),
}


class Table:
    """A table that writes down what it is asked; it *can* do it or is too busy."""

    def __init__(self, obeys: Collection[str] = ALL_ORDERS, can: bool = True) -> None:
        self.done: list[tuple[object, ...]] = []
        self.clock = ManualClock()
        self.timers: list[RingingTimer] = []
        self.can = can
        self.answers: list[AnswerMessage] = []
        self.obeying = Obeying(
            obeys,
            self,
            self,
            undrawable=undrawable,
            clock=self.clock,
            later=self._later,
        )
        self.obeying.answer_by(self.answers.append)

    def offer(self, kit: KitMessage, came: HowItCame) -> bool:
        return self._do("kit", kit)

    def want_record(self, asked: str, number: int = 0, answered: Answered | None = None) -> None:
        assert answered is not None
        answered(1)
        self._do("record", WantedRecord(asked, number))

    def _do(self, *what: object) -> bool:
        self.done.append(what)
        return self.can

    def _later(self, seconds: float, action: Action) -> RingingTimer:
        self.timers.append(RingingTimer(seconds, action))
        return self.timers[-1]

    def show_keeper_words(self, words: KeeperWords) -> bool:
        return self._do("words", words)

    def end_keeper_words(self, words: KeeperWords) -> bool:
        return self._do("end", words)

    def hear_call(self, call: str) -> bool:
        return self._do("coming", call)

    def hear(self, name: Order, order: msgspec.Struct | bytes, retained: bool = False) -> None:
        payload = order if isinstance(order, bytes) else encode(order)
        self.obeying.hear(name, Heard(f"tidetable/0123456789ab/do/{name}", payload, retained))


@pytest.mark.parametrize("name", RULES)
def test_each_order_is_done_once(name: Order) -> None:
    table = Table()
    table.hear(name, ORDERS[name])
    table.hear(name, ORDERS[name])
    assert table.done == [DONE[name]]
    assert table.obeying.dropped == {"repeated": 1}


@pytest.mark.parametrize(
    ("name", "came"), [("message", "shown"), ("kit", "asked"), ("record", "sent"), ("coming", "told")]
)
def test_what_became_of_an_order_is_answered_once_by_its_id(name: Order, came: Came) -> None:
    table, order = Table(), ORDERS[name]
    table.hear(name, order, retained=True)
    table.hear(name, b"{")
    table.hear(name, order)
    table.hear(name, order)
    assert table.answers == [AnswerMessage(str(getattr(order, "id")), name, came)]  # noqa: B009


def test_an_order_that_cant_be_done_is_answered_too() -> None:
    table = Table(can=False)
    table.hear("message", CLOSING)
    assert table.answers == [AnswerMessage("m1", "message", "refused")]


@pytest.mark.parametrize("name", RULES)
def test_a_retained_one_is_nobodys_wish_of_now(name: Order) -> None:
    table = Table()
    table.hear(name, ORDERS[name], retained=True)
    assert (table.done, table.obeying.dropped) == ([], {"retained": 1})


@pytest.mark.parametrize("name", ["message", "kit", "record"])
def test_only_what_the_settings_name_is_obeyed(name: Order) -> None:
    others = [each for each in ALL_ORDERS if each != name]
    table = Table(others)
    table.hear(name, ORDERS[name])
    for other in RULES:
        if other != name:
            table.hear(other, ORDERS[other])
    assert table.done == [DONE[other] for other in RULES if other != name]
    assert table.obeying.dropped == {"forbidden": 1}


@pytest.mark.parametrize("name", RULES)
def test_a_few_a_minute_are_done_and_no_more(name: Order) -> None:
    table = Table()
    for number in range(PER_MINUTE + 3):
        table.clock.advance(1)
        table.hear(name, msgspec.structs.replace(ORDERS[name], id=f"id-{number}"))
    assert len(table.done) == PER_MINUTE
    assert table.obeying.dropped == {"too-often": 3}
    table.clock.advance(60 - PER_MINUTE - 2)
    table.hear(name, msgspec.structs.replace(ORDERS[name], id="later"))
    assert len(table.done) == PER_MINUTE + 1


def test_a_message_goes_after_its_minutes_unless_another_has_come() -> None:
    table, another = Table(), KeeperMessage("m2", "Last orders")
    table.hear("message", CLOSING)
    table.hear("message", another)
    assert [(timer.seconds, timer.runs) for timer in table.timers] == [(900.0, False), (300.0, True)]
    table.timers[1].ring()
    assert table.done[-1] == ("end", KeeperWords("m2", "Last orders"))


def test_a_table_that_is_too_busy_to_put_it_away_is_asked_once_more() -> None:
    table, ended = Table(), ("end", KeeperWords("m1", "Closing in 15 minutes"))
    table.hear("message", CLOSING)
    table.can = False
    table.timers[0].ring()
    table.can = True
    table.timers[1].ring()
    assert table.done[1:] == [ended, ended]
    assert len(table.timers) == 2


def test_a_table_that_is_too_busy_counts_it() -> None:
    table = Table(can=False)
    table.hear("message", CLOSING)
    assert (table.timers, table.obeying.dropped) == ([], {"refused": 1})


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"id":"m1"}',
        b'{"id":"m1","text":""}',
        b'{"id":"m1","text":7}',
        b'{"id":"../m1","text":"x"}',
        b'{"id":"m1","text":"x","minutes":0}',
        b'{"id":"m1","text":"x","minutes":1e9}',
        b'{"id":"m1","text":"' + b"x" * 121 + b'"}',
        b'{"id":"m1","text":"' + b"x" * MAX_BYTES + b'"}',
        b'{"id":' * 5000,
        b"[" * 60000,
    ],
)
def test_what_cant_be_read_is_dropped_and_not_a_byte_of_it_is_logged(
    payload: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    table = Table()
    table.hear("message", payload)
    assert (table.done, table.obeying.dropped) == ([], {"unreadable": 1})
    assert "m1" not in caplog.text
    assert "x" * 20 not in caplog.text


def test_ten_thousand_mutated_orders_harm_nobody() -> None:
    chance, table = random.Random(23), Table()
    for _ in range(10_000):
        name = chance.choice(list(RULES))
        payload = bytearray(encode(ORDERS[name]))
        for _ in range(chance.randrange(1, 4)):
            at = chance.randrange(len(payload))
            payload[at : at + chance.randrange(3)] = chance.randbytes(chance.randrange(3))
        table.clock.advance(20)
        table.hear(name, bytes(payload))
    assert sum(table.obeying.dropped.values()) + len(table.done) == 10_000
    assert table.obeying.dropped["unreadable"] > 1000


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Closing  in\n15 minutes\t!", "Closing in 15 minutes !"),
        ("Cafe\u0301 fermé", "Café fermé"),
        ("<b>Now</b> & here", "<b>Now</b> & here"),
        ("Go 🚀 now", "Go ? now"),
        ("a\u202eb\u2066c", "a?b?c"),
        ("\u05d0\u05d1", "??"),
        ("bell\x07\x1b[31m", "bell??[31m"),
        (" \n ", ""),
    ],
)
def test_words_are_one_line_of_letters_that_the_screen_can_draw(written: str, shown: str) -> None:
    assert drawn(written, undrawable) == shown


def test_a_message_of_nothing_but_space_isnt_shown() -> None:
    table = Table()
    table.hear("message", KeeperMessage("m1", " \n "))
    assert (table.done, table.obeying.dropped) == ([], {"refused": 1})
