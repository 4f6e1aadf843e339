from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.runtime.clock import ManualClock
from web_ui.http.access.admission import (
    ARRIVALS,
    OWN_REQUESTS,
    REMEMBERED_S,
    SHARED_REQUESTS,
    Admission,
    first_to_go,
    network_of,
)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def in_() -> set[str]:
    """Who is in: a phone and a television."""
    return {"phone", "television"}


@pytest.fixture
def admission(in_: set[str], clock: ManualClock) -> Admission:
    return Admission(in_.__contains__, clock.monotonic_s)


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.168.7.9", "192.168.7.0/24"),
        ("::ffff:192.168.7.9", "192.168.7.0/24"),
        ("fd00::17", "fd00::/64"),
        ("fd00:0:0:1:2:3:4:5", "fd00:0:0:1::/64"),
        ("", ""),
        ("nobody", "nobody"),
    ],
)
def test_a_network_is_what_one_machine_may_have_to_itself(address: str, network: str) -> None:
    assert network_of(address) == network


def order(places: Sequence[str]) -> list[int]:
    """Return which of *places*, by number, go one after the other while none comes."""
    left = list(enumerate(places))
    gone = []
    while (leaving := first_to_go(left, lambda place: place[1])) is not None:
        left.remove(leaving)
        gone.append(leaving[0])
    return gone


def test_strangers_of_the_busiest_address_go_first_the_newest_before_the_others() -> None:
    assert order(["10.0.0.1", "10.0.1.1", "10.0.0.1", "10.0.0.1", "10.0.1.1"])[:3] == [3, 4, 2]


def test_then_those_of_the_busiest_network_the_newest_before_the_others() -> None:
    places = ["10.0.1.1", "10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.2.1"]
    assert order(places)[:3] == [3, 2, 4]


def test_what_an_address_has_held_longest_goes_only_when_nobody_has_more_than_that() -> None:
    places = ["10.0.0.1", *["10.0.0.2"] * 3, "10.0.5.1", "10.0.5.1"]
    gone = order(places)
    assert gone[:3] == [3, 2, 5]
    assert set(gone[3:]) == {0, 1, 4}


def test_nobody_goes_where_nobody_is() -> None:
    assert first_to_go([], str) is None


def test_an_address_is_known_for_an_hour_after_somebody_who_is_in(admission: Admission, clock: ManualClock) -> None:
    assert not admission.knows("10.0.0.1")
    admission.met("10.0.0.1", "phone")
    clock.advance(REMEMBERED_S - 1)
    assert (admission.knows("10.0.0.1"), admission.knows("10.0.0.2")) == (True, False)
    admission.met("10.0.0.1", "phone")
    clock.advance(REMEMBERED_S - 1)
    assert admission.knows("10.0.0.1")
    clock.advance(1)
    assert not admission.knows("10.0.0.1")


def test_an_address_is_known_no_longer_than_somebody_who_called_from_it_is_in(
    admission: Admission, in_: set[str]
) -> None:
    admission.met("10.0.0.1", "phone")
    admission.met("10.0.0.1", "television")
    admission.met("10.0.0.2", "phone")
    in_.remove("phone")
    assert (admission.knows("10.0.0.1"), admission.knows("10.0.0.2")) == (True, False)
    in_.remove("television")
    assert not admission.knows("10.0.0.1")


def test_one_address_has_its_own_share_and_that_of_its_network(admission: Admission) -> None:
    asked = sum(admission.wait_s("10.0.0.1") == 0 for _ in range(1000))
    assert asked == OWN_REQUESTS[0] + SHARED_REQUESTS[0]
    assert admission.wait_s("10.0.0.1") == pytest.approx(1 / OWN_REQUESTS[1])


def test_in_ipv6_all_addresses_of_a_64_have_one_share_together(admission: Admission) -> None:
    of_one = [f"fd00:0:0:1::{number:x}" for number in range(1, 1001)]
    assert sum(admission.wait_s(address) == 0 for address in of_one) == OWN_REQUESTS[0] + SHARED_REQUESTS[0]
    assert sum(admission.may_arrive(address) for address in of_one) == ARRIVALS[0]
    assert admission.wait_s("fd00:0:0:2::1") == 0
    assert admission.may_arrive("fd00:0:0:2::1")


def test_two_mapped_addresses_are_two_machines(admission: Admission) -> None:
    assert sum(admission.may_arrive("::ffff:10.0.0.1") for _ in range(100)) == ARRIVALS[0]
    assert admission.may_arrive("::ffff:10.0.0.2")


def test_a_network_that_has_used_its_share_up_leaves_each_address_its_own(admission: Admission) -> None:
    while admission.wait_s("10.0.0.1") == 0:
        pass
    assert sum(admission.wait_s("10.0.0.2") == 0 for _ in range(1000)) == OWN_REQUESTS[0]
    assert admission.wait_s("10.0.9.1") == 0


def test_a_whole_family_behind_one_router_may_come_at_once(admission: Admission) -> None:
    for _ in range(20):
        assert [admission.wait_s("10.0.0.1", 0.1) for _ in range(60)] == [0.0] * 60
        assert [admission.wait_s("10.0.0.1") for _ in range(8)] == [0.0] * 8


def test_an_address_begins_so_many_connections_and_then_one_a_second(admission: Admission, clock: ManualClock) -> None:
    assert sum(admission.may_arrive("10.0.0.1") for _ in range(200)) == ARRIVALS[0]
    clock.advance(1.0)
    assert [admission.may_arrive("10.0.0.1") for _ in range(2)] == [True, False]
    assert admission.may_arrive("10.0.0.2")
