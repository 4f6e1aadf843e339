from __future__ import annotations

import errno

import pytest

from companion.network.addresses import machine_addresses
from web_ui.http.access.hosts import Hosts, is_loopback


def test_our_port_may_stand_behind_the_name() -> None:
    hosts = Hosts("table", (), lambda: ())
    assert not hosts.allows("localhost:8080")
    hosts.port = 8080
    assert hosts.allows("localhost:8080")
    assert hosts.allows("localhost")
    assert not hosts.allows("localhost:8081")


def test_a_full_host_name_is_also_known_by_its_first_part() -> None:
    hosts = Hosts("Table.Home.Arpa", ("Games",), lambda: ())
    known = ["table.home.arpa", "table", "table.local", "games"]
    assert [hosts.allows(name) for name in known] == [True] * 4
    assert not hosts.allows("home.arpa")


def test_a_new_address_of_the_machine_is_found_within_five_seconds() -> None:
    now = [0.0]
    addresses = ["192.168.1.23"]
    hosts = Hosts("table", (), lambda: addresses, clock=lambda: now[0])
    assert not hosts.allows("10.0.0.7")
    addresses.append("10.0.0.7")
    now[0] = 4.9
    assert not hosts.allows("10.0.0.7")
    now[0] = 5.0
    assert hosts.allows("10.0.0.7")


def test_addresses_that_cannot_be_read_leave_those_that_are_known(caplog: pytest.LogCaptureFixture) -> None:
    now, left = [0.0], [True]

    def addresses() -> tuple[str, ...]:
        if not left[0]:
            raise OSError(errno.EMFILE, "too many open files")
        return ("192.168.1.23",)

    hosts = Hosts("table", (), addresses, clock=lambda: now[0])
    assert hosts.allows("192.168.1.23")
    now[0], left[0] = 5.0, False
    assert [hosts.allows("10.0.0.7"), hosts.allows("192.168.1.23")] == [False, True]
    assert "can't be read now" in caplog.text


def test_made_up_addresses_dont_make_us_look_each_time() -> None:
    asked = []
    hosts = Hosts("table", (), lambda: asked.append(1) or (), clock=lambda: 7.0)  # type: ignore[func-returns-value]
    for last in range(50):
        assert not hosts.allows(f"10.0.0.{last}")
    assert len(asked) == 1


def test_what_is_no_address_is_no_loopback() -> None:
    assert [is_loopback(peer) for peer in ("", "localhost", "127.0.0.1.evil", "1.2.3.4")] == [False] * 4


def test_the_machines_addresses_are_its_own_and_never_loopback() -> None:
    addresses = machine_addresses()
    assert not any(is_loopback(address) for address in addresses)
    hosts = Hosts("table", (), machine_addresses)
    assert all(hosts.allows(f"[{address}]" if ":" in address else address) for address in addresses)


def test_a_name_that_is_learned_later_counts_from_then_on() -> None:
    hosts = Hosts("pi", (), lambda: ())
    assert not hosts.allows("tidetable.local")
    hosts.also("Tidetable.local")
    assert hosts.allows("TIDETABLE.LOCAL")
    assert not hosts.allows("evil.tidetable.local")


def test_a_page_on_the_tables_own_computer_tells_the_address_for_phones_or_none() -> None:
    found_at = ["192.168.1.23", "", "fd00::5"]
    hosts = Hosts("table", (), lambda: ("10.0.0.7",), join_host=lambda: found_at.pop(0))
    hosts.port = 8080
    assert hosts.for_phones("localhost:8080") == "192.168.1.23:8080"
    assert hosts.for_phones("localhost:8080") == "localhost:8080"
    assert hosts.for_phones("localhost:8080") == "[fd00::5]:8080"
    assert hosts.for_phones("192.168.1.99:8080") == "192.168.1.99:8080"


def test_a_name_may_end_with_the_dot_of_a_whole_name() -> None:
    hosts = Hosts("pi", ("games.home",), lambda: ("192.168.1.23",))
    hosts.port = 8080
    assert all(hosts.allows(host) for host in ("games.home.", "games.home.:8080", "pi.local."))
    assert not any(hosts.allows(host) for host in (".", "games.home..", "evil.games.home."))
