from __future__ import annotations

import queue
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from types import SimpleNamespace
from typing import Any

import pytest
import zeroconf
from zeroconf._dns import DNSAddress
from zeroconf._protocol.incoming import DNSIncoming

from companion.network.mdns.announcer import SERVICE, Announcer, host_label, service_label
from companion.network.mdns.per_link import PerLink
from tests.support.waiting import TIMEOUT_S, eventually

pytestmark = pytest.mark.whole


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("Tidetable", "tidetable"),
        ("Fête du port", "fete-du-port"),
        ("  --A  b_c--", "a-b-c"),
        ("Ada's table!", "ada-s-table"),
        ("桌子", "tidetable"),
        ("", "tidetable"),
        ("x" * 60, "x" * 40),
    ],
)
def test_a_host_is_called_by_small_letters_digits_and_hyphens(name: str, label: str) -> None:
    assert host_label(name) == label


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("Ada's table", "Ada's table (ada-s-table-2)"),
        ("x" * 40, f"{'x' * 15} ({'x' * 40}-2)"),
        ("é" * 40, f"{'é' * 7} ({'e' * 40}-2)"),
        ("🎲" * 40, f"{'🎲' * 11} (tidetable-2)"),
    ],
)
def test_a_long_name_is_shortened_to_what_lists_can_show(name: str, label: str) -> None:
    assert service_label(name, f"{host_label(name)}-2.local") == label
    assert len(f"{label}-99".encode()) <= 63


def test_the_longest_name_is_announced(heard: queue.SimpleQueue[str], many: ExitStack) -> None:
    many.enter_context(closing(announcer := Announcer("Ö" * 40, 8080, lambda: ["127.0.0.1"], heard.put)))
    announcer.start()
    assert heard.get(timeout=TIMEOUT_S) == f"{'o' * 40}.local"


@pytest.fixture
def heard() -> queue.SimpleQueue[str]:
    return queue.SimpleQueue()


@pytest.fixture
def many() -> Iterator[ExitStack]:
    with ExitStack() as many:
        yield many


def test_its_name_is_announced_and_a_second_table_of_that_name_is_another(
    heard: queue.SimpleQueue[str], many: ExitStack
) -> None:
    for address, host in (("127.0.0.1", "two-tables.local"), ("127.0.0.2", "two-tables-2.local")):
        announcer = many.enter_context(closing(Announcer("Two tables", 8080, lambda a=address: [a], heard.put)))  # type: ignore[misc]
        announcer.start()
        assert heard.get(timeout=TIMEOUT_S) == host
        assert announcer.host == host
    announcer.close()
    announcer.close()
    assert announcer.host == ""


def test_without_a_network_nothing_is_announced_and_nothing_fails(heard: queue.SimpleQueue[str]) -> None:
    announcer = Announcer("Tidetable", 8080, list, heard.put)
    announcer.start()
    announcer.close()
    assert (heard.empty(), announcer.host) == (True, "")


def test_where_multicast_fails_the_table_goes_on_without_a_name(
    heard: queue.SimpleQueue[str],
    many: ExitStack,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def no_multicast(*_: object) -> None:
        raise OSError("No such device")

    monkeypatch.setattr("companion.network.mdns.announcer.PerLink", no_multicast)
    announcer = many.enter_context(closing(Announcer("Tidetable", 8080, lambda: ["127.0.0.1"], heard.put)))
    announcer.start()
    eventually(lambda: "can't be announced" in caplog.text)
    assert announcer.host == ""


def test_each_link_hears_its_own_addresses_alone(many: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
    links = {each: frozenset(link) for link in (("10.0.0.7",), ("192.168.1.7", "fd00::7")) for each in link}
    responder = many.enter_context(closing(PerLink(["127.0.0.1"], links)))
    sent: dict[str, list[bytes]] = {}

    def sender(at: str) -> Any:
        wire = SimpleNamespace(sendto=lambda data, _: sent.setdefault(at, []).append(data))
        return SimpleNamespace(transport=wire, sock_name=(at, 5353), is_ipv6=False, fileno=0)

    info = zeroconf.ServiceInfo(SERVICE, f"any.{SERVICE}", 80, parsed_addresses=list(links), server="any.local.")
    monkeypatch.setattr("companion.network.mdns.per_link.address_towards", lambda peer: "10.0.0.7")
    responder.engine.senders, loopback = [sender("10.0.0.7"), sender("192.168.1.7")], responder.engine.senders
    responder.async_send(responder.generate_service_broadcast(info, None))
    responder.async_send(responder.generate_service_broadcast(info, None), "10.0.0.50", transport=sender("asked"))
    responder.engine.senders = loopback
    assert {at: told_addresses(*messages) for at, messages in sent.items()} == {
        "10.0.0.7": {"10.0.0.7"},
        "192.168.1.7": {"192.168.1.7", "fd00::7"},
        "asked": {"10.0.0.7"},
    }


def told_addresses(*messages: bytes) -> set[str]:
    records: list[Any] = [record for message in messages for record in DNSIncoming(message).answers()]
    packed = [record.address for record in records if isinstance(record, DNSAddress)]
    return {socket.inet_ntop(socket.AF_INET6 if len(each) == 16 else socket.AF_INET, each) for each in packed}


class Avahi:
    """A responder that has *host* already, at *addresses*: as avahi is on the same computer, or on another."""

    def __init__(self, host: str, addresses: list[str], many: ExitStack) -> None:
        # In a thread of its own: zeroconf would take the loop of a browser that this process has opened.
        aside = many.enter_context(ThreadPoolExecutor(1))
        # At an address of its own: of two sockets with the same one, the kernel chooses which gets an answer.
        own = aside.submit(zeroconf.Zeroconf, interfaces=["127.0.0.2"]).result()
        many.callback(lambda: aside.submit(own.close).result())
        packed = [socket.inet_pton(socket.AF_INET6 if ":" in each else socket.AF_INET, each) for each in addresses]
        kind = "_workstation._tcp.local."
        info = zeroconf.ServiceInfo(kind, f"other.{kind}", 9, addresses=packed, server=f"{host}.")
        aside.submit(own.register_service, info).result()


@pytest.mark.parametrize(
    ("addresses", "host"),
    [
        (["192.0.2.77", "172.17.0.1", "fe80::7"], "shared-name.local"),
        (["fe80::7"], "shared-name.local"),
        (["192.0.2.78"], "shared-name-2.local"),
        (["192.0.2.78", "172.17.0.1"], "shared-name-2.local"),
    ],
)
def test_a_name_is_ours_where_any_address_that_answers_is(
    addresses: list[str], host: str, heard: queue.SimpleQueue[str], many: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = frozenset({"192.0.2.77", "fe80::7"})
    monkeypatch.setattr("companion.network.mdns.announcer.own_addresses", lambda: own)
    Avahi("shared-name.local", addresses, many)
    announcer = many.enter_context(closing(Announcer("Shared name", 8080, lambda: ["127.0.0.1"], heard.put)))
    announcer.start()
    assert heard.get(timeout=TIMEOUT_S) == host
