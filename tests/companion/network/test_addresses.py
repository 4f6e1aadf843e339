from __future__ import annotations

import ipaddress
from pathlib import Path
from types import SimpleNamespace as Adapter

import pytest

from companion.network.addresses import address_towards, addresses_for, link_addresses, machine_addresses
from companion.network.routes import Route, default_route
from tests.support.rows import each_row

WIFI, CABLE, SELF_GIVEN, DOCKER, VPN = "192.168.1.7", "10.0.0.7", "169.254.9.9", "172.17.0.1", "10.8.0.2"
ROUTES = (
    "Iface Destination Gateway Flags RefCnt Use Metric Mask MTU Window IRTT\n"
    "wlan0 00000000 0101A8C0 0003 0 0 600 00000000 0 0 0\n"
    "eth0 00000000 0100000A 0003 0 0 100 00000000 0 0 0\n"
    "eth0 0000000A 00000000 0001 0 0 100 00FFFFFF 0 0 0\n"
)


def has_links(monkeypatch: pytest.MonkeyPatch, links: dict[str, list[str]], way_out: str = "") -> None:
    """Pretend that this computer has these *links* with their addresses, and its default route by *way_out*."""
    adapters = [
        Adapter(name=name, ips=[Adapter(ip=ip if ":" not in ip else (ip, 0, 0)) for ip in ips])
        for name, ips in links.items()
    ]
    monkeypatch.setattr("ifaddr.get_adapters", lambda: adapters)
    monkeypatch.setattr("companion.network.addresses._flags", lambda name: 0x50 if name.startswith("tun") else 0x40)
    monkeypatch.setattr("companion.network.addresses.default_route", lambda: Route(way_out, ""))


@each_row(
    ("links", "way_out", "ordered"),
    [
        ({"eth0": [SELF_GIVEN], "wlan0": [WIFI]}, "", [WIFI, SELF_GIVEN]),
        ({"docker0": [DOCKER], "wlan0": [WIFI]}, "", [WIFI, DOCKER]),
        ({"br-0123456789ab": [DOCKER], "eth0": [SELF_GIVEN]}, "", [SELF_GIVEN, DOCKER]),
        ({"veth1a2b": [DOCKER], "virbr0": ["192.168.122.1"], "eth0": [CABLE]}, "", [CABLE, DOCKER, "192.168.122.1"]),
        ({"eth0": [CABLE], "wlan0": [WIFI]}, "wlan0", [WIFI, CABLE]),
        ({"eth0": ["198.18.0.1", "8.8.8.8"], "wlan0": [WIFI]}, "", ["198.18.0.1", WIFI, "8.8.8.8"]),
        ({"br-lan": [CABLE], "wlan0": [WIFI]}, "br-lan", [CABLE, WIFI]),
        ({"tun0": [VPN], "wlan0": [WIFI]}, "tun0", [WIFI, VPN]),
        ({"wlan0": ["fd00::5", WIFI], "docker0": [DOCKER]}, "", [WIFI, DOCKER, "fd00::5"]),
    ],
)
def test_the_first_address_is_the_one_that_phones_most_likely_reach(
    links: dict[str, list[str]], way_out: str, ordered: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    has_links(monkeypatch, links, way_out)
    assert list(machine_addresses()) == ordered


@each_row(
    ("host", "found"),
    [
        ("0.0.0.0", [WIFI, CABLE]),
        ("::", [WIFI, CABLE, "fd00::5"]),
        ("127.0.0.1", []),
        ("::1", []),
        ("localhost", []),
        (CABLE, [CABLE]),
        ("10.9.9.9", []),
        ("fd00:0::5", ["fd00::5"]),
    ],
)
def test_only_addresses_that_are_served_count(host: str, found: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    has_links(monkeypatch, {"eth0": [CABLE], "wlan0": [WIFI, "fd00::5"]}, "wlan0")
    assert list(addresses_for(host)) == found


def test_each_link_is_told_its_own_addresses_and_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    has_links(monkeypatch, {"eth0": [CABLE], "wlan0": [WIFI, "fd00::5", "fe80::1"]})
    assert link_addresses() == {
        CABLE: {CABLE},
        **dict.fromkeys((WIFI, "fd00::5", "fe80::1"), {WIFI, "fd00::5", "fe80::1"}),
    }


def test_the_default_route_is_the_one_of_the_lowest_metric(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    table = tmp_path / "route"
    table.write_text(ROUTES)
    monkeypatch.setattr("companion.network.routes.ROUTES", table)
    assert default_route() == Route("eth0", "10.0.0.1")
    table.write_text(ROUTES.splitlines()[0])
    assert default_route() == Route("", "")


def test_the_kernel_says_by_which_address_a_caller_reaches_this_computer() -> None:
    assert ipaddress.ip_address(address_towards("127.0.0.9")).is_loopback
    assert address_towards("nobody") == ""
