"""A connection to a real Mosquitto: it comes back by itself, loses nothing silently, and nobody waits for it."""

from __future__ import annotations

import selectors
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.outside.mqtt.client.broker import ROOM, Broker
from companion.outside.mqtt.client.connection import IN_FLIGHT, BrokerAddress, BrokerSession, Failure
from companion.outside.mqtt.client.letter import Heard, Letter
from companion.runtime.clock import ManualClock
from tests.support.mosquitto import LOCALHOST, Mosquitto, free_port, make_key, mosquitto_in
from tests.support.waiting import TIMEOUT_S, eventually

pytestmark = pytest.mark.whole

SOON_S = (0.05, 0.05)
TOPIC = "tidetable/0123456789ab/result"
Connect = Callable[..., Broker]


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    with mosquitto_in(tmp_path / "broker") as broker:
        yield broker


@pytest.fixture
def closing() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def connect(mosquitto: Mosquitto, closing: ExitStack) -> Connect:
    def connect(client_id: str, hears: str = "", heard: Callable[[Heard], None] = print, **session: Any) -> Broker:
        broker = Broker(mosquitto.address("table"), BrokerSession(client_id, **session), delays_s=SOON_S)
        if hears:
            broker.hear(hears, heard)
        broker.start()
        closing.callback(broker.close)
        eventually(lambda: broker.is_connected)
        return broker

    return connect


def listener(connect: Connect, topic: str = "tidetable/#", name: str = "ear", **more: object) -> list[Heard]:
    """Return what is heard from now on: its own last word is heard before, so that it is listening for sure."""
    heard: list[Heard] = []
    broker = connect(name, topic, heard.append, **more)
    told_until(broker, Letter(f"tidetable/{name}", b"ready"), lambda: any(each.payload == b"ready" for each in heard))
    heard[:] = [each for each in heard if each.payload != b"ready"]
    return heard


def told_until(broker: Broker, letter: Letter, holds: Callable[[], bool]) -> None:
    """Tell *letter* again and again until it *holds*."""

    def told() -> bool:
        broker.tell(letter)
        return holds()

    eventually(told)


def test_once_let_in_it_looks_up_by_itself_for_its_keepalive_alone(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    asleep: list[float | None] = []

    class Recorded(selectors.DefaultSelector):
        def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
            asleep.append(timeout)
            return super().select(timeout)

    monkeypatch.setattr(selectors, "DefaultSelector", Recorded)
    broker = connect("table")
    eventually(lambda: asleep[-1:] == [5.0])
    slept = len(asleep)
    broker.close()
    assert set(asleep[:slept]) <= {1.0, 5.0}
    assert asleep[0] == 1.0, "until then it looks whether the broker's time is over"


def without(heard: list[Heard], payload: bytes = b"ready") -> list[Heard]:
    return [each for each in heard if each.payload != payload]


def test_what_is_told_is_heard_and_kept_for_who_comes_later_where_that_is_asked_for(connect: Connect) -> None:
    heard = listener(connect)
    table = connect("table")
    table.tell(Letter(TOPIC, b"once"))
    table.tell(Letter(TOPIC, b"kept", retained=True))
    eventually(lambda: len(without(heard)) == 2)
    assert without(heard) == [Heard(TOPIC, b"once", False), Heard(TOPIC, b"kept", True)]
    assert without(listener(connect, name="late")) == [Heard(TOPIC, b"kept", True)]


def test_a_delivered_letter_is_acknowledged_once_the_broker_has_it(connect: Connect) -> None:
    acknowledged: list[str] = []
    table = connect("table")
    assert table.deliver(Letter(TOPIC, b"a"), lambda: acknowledged.append("a"))
    assert table.deliver(Letter(TOPIC, b"b"), lambda: acknowledged.append("b"))
    eventually(lambda: acknowledged == ["a", "b"])


def test_a_letter_that_the_broker_refuses_is_never_acknowledged_and_takes_no_room(connect: Connect) -> None:
    acknowledged: list[int] = []
    table = connect("table")
    for _ in range(2 * IN_FLIGHT):
        eventually(lambda: table.deliver(Letter("elsewhere", b"a"), lambda: acknowledged.append(1)))
    eventually(lambda: table.deliver(Letter(TOPIC, b"b"), lambda: acknowledged.append(2)))
    eventually(lambda: acknowledged == [2])


def test_a_killed_broker_is_found_again_and_listened_to_again(mosquitto: Mosquitto, connect: Connect) -> None:
    heard, said = listener(connect), list[str]()
    table = Broker(mosquitto.address("table"), BrokerSession("table"), delays_s=SOON_S)
    table.on_connected(lambda: said.append("connected"))
    table.on_lost(lambda: said.append("lost"))
    table.start()
    try:
        eventually(lambda: said == ["connected"])
        mosquitto.kill()
        eventually(lambda: said == ["connected", "lost"])
        assert not table.is_connected
        table.tell(Letter(TOPIC, b"dropped"))
        assert not table.deliver(Letter(TOPIC, b"dropped"), lambda: said.append("acknowledged"))
        mosquitto.start()
        eventually(lambda: said == ["connected", "lost", "connected"])
        told_until(table, Letter(TOPIC, b"again"), lambda: Heard(TOPIC, b"again", False) in heard)
    finally:
        table.close()
    assert said == ["connected", "lost", "connected"]
    assert b"dropped" not in {each.payload for each in heard}


def test_a_table_that_is_gone_is_told_of_by_its_will_but_not_one_that_signs_off(connect: Connect) -> None:
    heard = listener(connect)
    will, farewell = Letter(TOPIC, b"gone", retained=True), Letter(TOPIC, b"good night")
    connect("table", will=will)
    second = connect("table", will=will)  # the broker throws the first one out: a client is there once
    eventually(lambda: [each.payload for each in without(heard)][:1] == [b"gone"])
    eventually(lambda: second.is_connected)
    heard.clear()
    connect("other", will=Letter(TOPIC, b"other gone")).close([farewell])
    eventually(lambda: farewell.payload in {each.payload for each in heard})
    assert b"other gone" not in {each.payload for each in heard}


def test_what_waits_is_sent_before_the_farewell(connect: Connect) -> None:
    heard = listener(connect)
    table, acknowledged = connect("table"), list[int]()
    for number in range(IN_FLIGHT):
        table.deliver(Letter(TOPIC, b"%d" % number), lambda: acknowledged.append(1))
    table.close([Letter(TOPIC, b"last")])
    eventually(lambda: len(without(heard)) == IN_FLIGHT + 1)
    assert len(acknowledged) == IN_FLIGHT
    assert without(heard)[-1].payload == b"last"


def test_a_handler_that_fails_harms_nobody(connect: Connect, caplog: pytest.LogCaptureFixture) -> None:
    heard: list[bytes] = []

    def fail(message: Heard) -> None:
        heard.append(message.payload)
        raise ValueError("planted")

    ear, table = connect("ear", "tidetable/#", fail), connect("table")
    told_until(table, Letter(TOPIC, b"a"), lambda: len(heard) > 2)
    assert ear.is_connected
    assert "planted" in caplog.text


def test_who_is_kept_for_hears_what_was_told_while_away(connect: Connect) -> None:
    heard: list[Heard] = []
    ear = connect("ear", "tidetable/#", heard.append, kept_s=600)
    told_until(ear, Letter(TOPIC, b"ready"), lambda: bool(heard))
    ear.close()
    acknowledged: list[int] = []
    connect("table").deliver(Letter(TOPIC, b"meanwhile"), lambda: acknowledged.append(1))
    eventually(lambda: acknowledged == [1])
    connect("ear", "tidetable/#", heard.append, kept_s=600)
    eventually(lambda: heard[-1].payload == b"meanwhile")


def test_a_message_that_is_too_long_is_not_heard(connect: Connect) -> None:
    heard = listener(connect, longest=1000)
    table = connect("table")
    table.tell(Letter(TOPIC, b"x" * 5000))
    table.tell(Letter(TOPIC, b"short"))
    eventually(lambda: bool(without(heard)))
    assert without(heard) == [Heard(TOPIC, b"short", False)]


def failure_of(address: BrokerAddress, clock: ManualClock | None = None) -> Failure:
    failures: list[Failure] = []
    broker = Broker(address, BrokerSession("table"), clock=clock, delays_s=SOON_S)
    broker.on_failed(failures.append)

    def has_failed() -> bool:
        if clock is not None:
            clock.advance(1)
        return bool(failures)

    broker.start()
    try:
        eventually(has_failed)
        assert not broker.is_connected
    finally:
        broker.close()
    return failures[0]


def test_why_nobody_is_let_in_is_told(mosquitto: Mosquitto) -> None:
    assert failure_of(mosquitto.address("table", "wrong")) == "refused"
    assert failure_of(mosquitto.address()) == "refused"
    assert failure_of(BrokerAddress(LOCALHOST, free_port())) == "unreachable"


@pytest.fixture
def by_tls(tmp_path: Path) -> Iterator[tuple[Mosquitto, BrokerAddress]]:
    """A broker that is also reached by TLS, with a key that nobody has signed but itself."""
    port = free_port()
    make_key(tmp_path)
    key = f"keyfile {tmp_path / 'key.pem'}\ncertfile {tmp_path / 'cert.pem'}\n"
    with mosquitto_in(tmp_path / "broker", more=f"listener {port} {LOCALHOST}\n{key}") as mosquitto:
        address = replace(mosquitto.address("table"), port=port, tls=True, ca=tmp_path / "cert.pem")
        yield mosquitto, address


@pytest.mark.needs("mosquitto")
def test_by_tls_it_comes_in_where_the_key_is_signed_as_it_should_be(by_tls: tuple[Mosquitto, BrokerAddress]) -> None:
    broker, heard = Broker(by_tls[1], BrokerSession("table"), delays_s=SOON_S), list[Heard]()
    broker.hear("tidetable/#", heard.append)
    broker.start()
    try:
        eventually(lambda: broker.is_connected)
        # More than TLS reads at once, so that what it has read already isn't forgotten.
        told_until(broker, Letter(TOPIC, b"x" * 40_000), lambda: len(heard) > 3)
    finally:
        broker.close()


@pytest.mark.needs("mosquitto")
def test_by_tls_it_trusts_nobody_else(by_tls: tuple[Mosquitto, BrokerAddress], tmp_path: Path) -> None:
    _, address = by_tls
    assert failure_of(replace(address, ca=None)) == "untrusted"
    assert failure_of(replace(address, ca=tmp_path / "nowhere.pem")) == "untrusted"
    assert failure_of(replace(address, host="localhost")) == "untrusted"  # the key is for the number alone
    (tmp_path / "junk.pem").write_text("junk", "utf-8")
    assert failure_of(replace(address, ca=tmp_path / "junk.pem")) == "untrusted"
    assert failure_of(replace(address, tls=False)) in ("silent", "unreachable")


def test_who_takes_the_connection_and_never_answers_is_silent() -> None:
    with socket.create_server((LOCALHOST, 0)) as server:
        assert failure_of(BrokerAddress(LOCALHOST, server.getsockname()[1]), ManualClock()) == "silent"


def test_who_answers_with_something_else_harms_nobody() -> None:
    with socket.create_server((LOCALHOST, 0)) as server:
        broker = Broker(BrokerAddress(LOCALHOST, server.getsockname()[1]), BrokerSession("table"), delays_s=SOON_S)
        broker.start()
        try:
            for junk in (b"\x20\xff\xff\xff\xff\xff", b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\x20\x03\0\0\x09", b"\0"):
                other, _ = server.accept()
                with other:
                    other.recv(100)
                    other.sendall(junk)
            server.accept()[0].close()
            assert not broker.is_connected
        finally:
            broker.close()


def test_a_broker_that_hangs_is_given_up_once_too_much_waits(mosquitto: Mosquitto, connect: Connect) -> None:
    table, lost = connect("table"), list[int]()
    table.on_lost(lambda: lost.append(1))
    mosquitto.pause()
    letter = Letter(TOPIC, b"x" * 60_000)
    told = 0
    while table.is_connected and told < 100 * ROOM:
        table.tell(letter)
        told += 1
    assert ROOM < told < 100 * ROOM
    eventually(lambda: lost == [1])
    mosquitto.go_on()
    eventually(lambda: table.is_connected)


def test_who_was_busy_hears_the_newest_that_are_enough_and_all_that_must_arrive(
    mosquitto: Mosquitto, connect: Connect, closing: ExitStack
) -> None:
    heard: list[bytes] = []
    is_busy, may_go_on = threading.Event(), threading.Event()

    def hear(message: Heard) -> None:
        heard.append(message.payload)
        if message.payload == b"busy":
            is_busy.set()
            assert may_go_on.wait(TIMEOUT_S)

    ear = Broker(mosquitto.address("club"), BrokerSession("ear"), delays_s=SOON_S)
    ear.hear("tidetable/+/turn", hear, enough=2)
    ear.hear("tidetable/+/result", hear)
    closing.callback(ear.close)
    ear.start()
    table, turn = connect("table"), TOPIC.replace("result", "turn")
    told_until(table, Letter(TOPIC, b"ready"), lambda: bool(heard))
    table.tell(Letter(TOPIC, b"busy"))
    assert is_busy.wait(TIMEOUT_S)
    acknowledged: list[int] = []
    for n in range(10):
        table.tell(Letter(turn, b"turn %d" % n))
        table.tell(Letter(TOPIC, b"told %d" % n))
        assert table.deliver(Letter(turn, b"sure %d" % n), lambda: acknowledged.append(1))
    eventually(lambda: len(acknowledged) == 10)
    may_go_on.set()
    eventually(lambda: b"sure 9" in heard)
    late = heard[heard.index(b"busy") + 1 :]
    assert [each for each in late if each.startswith(b"turn")] == [b"turn 8", b"turn 9"]
    assert [each for each in late if each.startswith(b"sure")] == [b"sure %d" % n for n in range(10)]
    assert [each for each in late if each.startswith(b"told")] == [b"told %d" % n for n in range(10)]


@pytest.mark.needs("mosquitto")
def test_what_is_longer_than_the_broker_takes_is_not_sent_and_the_connection_stands(
    tmp_path: Path, closing: ExitStack
) -> None:
    mosquitto = closing.enter_context(mosquitto_in(tmp_path / "broker", more="max_packet_size 1000\n"))
    heard, lost, acknowledged = list[Heard](), list[int](), list[int]()
    table = Broker(mosquitto.address("table"), BrokerSession("table"), delays_s=SOON_S)
    table.hear("tidetable/#", heard.append)
    table.on_lost(lambda: lost.append(1))
    closing.callback(table.close)
    table.start()
    eventually(lambda: table.is_connected)
    most = 1000 - len(TOPIC) - 10
    assert (table.takes(Letter(TOPIC, b"x" * most)), table.takes(Letter(TOPIC, b"x" * (most + 1)))) == (True, False)
    assert not table.deliver(Letter(TOPIC, b"x" * 2000), lambda: acknowledged.append(0))
    table.tell(Letter(TOPIC, b"y" * 2000))
    assert table.deliver(Letter(TOPIC, b"x" * most), lambda: acknowledged.append(1))
    eventually(lambda: acknowledged == [1])
    eventually(lambda: len(heard) == 1)
    assert (heard[0].payload, lost) == (b"x" * most, [])


def test_a_letter_for_nobody_is_told_of_as_such_to_who_asks(connect: Connect, mosquitto: Mosquitto) -> None:
    table, came = connect("table"), list[str]()
    letter = Letter(TOPIC, b"{}")
    assert table.deliver(letter, lambda: came.append("taken"), lambda: came.append("unheard"))
    assert table.deliver(letter, lambda: came.append("taken"))
    eventually(lambda: came == ["unheard", "taken"])
    listener(connect, kept_s=600)
    assert table.deliver(letter, lambda: came.append("heard"), lambda: came.append("unheard"))
    eventually(lambda: came == ["unheard", "taken", "heard"])
