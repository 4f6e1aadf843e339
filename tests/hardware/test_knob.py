"""The knob's decoder: edges of two contacts in, detents out."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.inputs.knob import Contact, Knob

Edge = tuple[Contact, bool]

CLOCKWISE: list[Edge] = [("knob_a", True), ("knob_b", True), ("knob_a", False), ("knob_b", False)]
BACK: list[Edge] = [("knob_b", True), ("knob_a", True), ("knob_b", False), ("knob_a", False)]


def turned(edges: list[Edge], knob: Knob | None = None) -> int:
    """Return by how many detents *edges* turn a knob, ten milliseconds apart."""
    knob = knob or Knob(False, False)
    events = [event for at, (contact, closed) in enumerate(edges) for event in knob.edge(contact, closed, at / 100)]
    return sum(event.steps for event in events)


def steps_of(edges: list[tuple[Contact, bool, int]], gap_s: float = 0.01) -> list[int]:
    """Return each step told of *edges*, which say how many before them were lost."""
    knob = Knob(False, False)
    told = [knob.edge(contact, closed, at * gap_s, lost) for at, (contact, closed, lost) in enumerate(edges)]
    return [event.steps for events in told for event in events]


@pytest.mark.parametrize(
    ("edges", "steps"),
    [
        ([], 0),
        (CLOCKWISE, 1),
        (BACK, -1),
        (CLOCKWISE * 3, 3),
        (CLOCKWISE + BACK + BACK, -1),
        (CLOCKWISE[:1], 0),
        (CLOCKWISE[:3], 0),
        # Half way and back again.
        ([("knob_a", True), ("knob_b", True), ("knob_b", False), ("knob_a", False)], 0),
        # One contact that only bounces.
        ([("knob_a", True), ("knob_a", False)] * 5, 0),
        ([("knob_b", True), ("knob_b", False)] * 5, 0),
        # An edge reported twice.
        ([edge for edge in CLOCKWISE for _ in range(2)], 1),
    ],
)
def test_edges_turn_the_knob_by_whole_detents(edges: list[Edge], steps: int) -> None:
    assert turned(edges) == steps


def test_a_detent_counts_at_its_last_edge() -> None:
    knob = Knob(False, False)
    for ms, (contact, closed) in enumerate(CLOCKWISE[:-1]):
        assert knob.edge(contact, closed, ms / 1000) == []
    (event,) = knob.edge(*CLOCKWISE[-1], 0.007)
    assert (event.steps, event.at_s) == (1, 0.007)


@pytest.mark.parametrize("lost", range(4))
@pytest.mark.parametrize(("detent", "step"), [(CLOCKWISE, 1), (BACK, -1)])
def test_a_lost_edge_costs_its_own_detent_at_most(detent: list[Edge], step: int, lost: int) -> None:
    knob = Knob(False, False)
    maimed = detent[:lost] + detent[lost + 1 :]
    assert turned(maimed + detent + detent, knob) in (2 * step, 3 * step)
    knob.look(False, False, 1.0)
    assert turned(detent * 2, knob) == 2 * step


def test_an_edge_lost_at_rest_is_found_at_the_next_look() -> None:
    knob = Knob(False, False)
    assert turned(CLOCKWISE[:3], knob) == 0
    assert [event.steps for event in knob.look(False, False, 1.0)] == [1]


def test_a_knob_that_starts_between_two_rests_counts_its_first_detent_if_it_was_half_or_more() -> None:
    assert turned(CLOCKWISE[1:], Knob(True, False)) == 1
    assert turned(CLOCKWISE[2:], Knob(True, True)) == 1
    assert turned(CLOCKWISE[3:], Knob(False, True)) == 0


def test_two_contacts_that_changed_between_two_looks_tell_no_direction() -> None:
    knob = Knob(False, False)
    assert knob.look(True, True, 1.0) == []
    assert knob.look(False, False, 2.0) == []


def test_a_look_is_due_thirty_milliseconds_after_the_last_edge_and_not_again() -> None:
    knob = Knob(False, False)
    assert knob.due_s is None
    knob.edge("knob_a", True, 1.0)
    knob.edge("knob_b", True, 1.5)
    assert knob.due_s == pytest.approx(1.53)
    knob.look(True, True, 1.53)
    assert knob.due_s is None


@given(st.lists(st.tuples(st.booleans(), st.lists(st.integers(0, 3), min_size=4, max_size=4)), max_size=8))
def test_however_the_contacts_bounce_the_knob_counts_what_the_hand_turned(
    turns: list[tuple[bool, list[int]]],
) -> None:
    edges: list[Edge] = []
    for clockwise, bounces in turns:
        for (contact, closed), times in zip(CLOCKWISE if clockwise else BACK, bounces, strict=True):
            edges += [(contact, closed), (contact, not closed)] * times + [(contact, closed)]
    assert turned(edges) == sum(1 if clockwise else -1 for clockwise, _ in turns)


@given(st.lists(st.sampled_from([*CLOCKWISE, *BACK]), max_size=60))
def test_noise_never_turns_the_knob_by_more_detents_than_it_has_edges_for(edges: list[Edge]) -> None:
    assert abs(turned(edges)) <= len(edges) / 2


def heard_of(turn: list[Edge], is_lost: Iterable[bool]) -> list[tuple[Contact, bool, int]]:
    """Return what is heard of *turn*: each edge that isn't lost, and how many of its contact's were before it."""
    heard = []
    lost: dict[Contact, int] = {"knob_a": 0, "knob_b": 0}
    for (contact, closed), goes in zip(turn, is_lost, strict=False):
        if goes:
            lost[contact] += 1
        else:
            heard.append((contact, closed, lost[contact]))
            lost[contact] = 0
    return heard


@pytest.mark.parametrize(("detent", "step"), [(CLOCKWISE, 1), (BACK, -1)])
def test_whichever_edges_of_three_detents_are_lost_none_is_told_the_wrong_way(detent: list[Edge], step: int) -> None:
    told = {tuple(steps_of(heard_of(detent * 3, is_lost))) for is_lost in product([False, True], repeat=12)}
    assert told == {(), (step,), (step, step), (step, step, step)}


@given(st.booleans(), st.lists(st.booleans(), max_size=80))
def test_however_many_edges_are_lost_no_detent_is_told_the_wrong_way_or_made_up(
    clockwise: bool, is_lost: list[bool]
) -> None:
    turn = (CLOCKWISE if clockwise else BACK) * (len(is_lost) // 4 + 1)
    told = steps_of(heard_of(turn, is_lost))
    assert set(told) <= {1 if clockwise else -1}
    assert len(told) <= (len(is_lost) + 2) // 4
    if not any(is_lost):
        assert len(told) == len(is_lost) // 4


@given(st.booleans(), st.lists(st.booleans(), min_size=40, max_size=40), st.lists(st.booleans(), min_size=40))
def test_edges_that_the_kernel_sees_as_one_turn_nothing_the_wrong_way(
    clockwise: bool, a_merges: list[bool], b_merges: list[bool]
) -> None:
    turn = (CLOCKWISE if clockwise else BACK) * 20
    merges: dict[Contact, list[bool]] = {"knob_a": a_merges, "knob_b": b_merges}
    heard: list[tuple[Contact, bool, int]] = []
    held_back: set[Contact] = set()
    for contact, closed in turn:
        # Of two edges that come before the kernel looks, it tells one, with the level that it finds.
        if contact not in held_back and merges[contact] and merges[contact].pop():
            held_back.add(contact)
        else:
            held_back.discard(contact)
            heard.append((contact, closed, 0))
    assert set(steps_of(heard, gap_s=0.0005)) <= {1 if clockwise else -1}


def test_a_detent_with_a_loss_is_none_and_the_next_counts() -> None:
    assert steps_of([("knob_b", True, 0), ("knob_a", False, 1), ("knob_b", False, 0)]) == []
    clean: list[tuple[Contact, bool, int]] = [(contact, closed, 0) for contact, closed in CLOCKWISE]
    assert steps_of([("knob_a", True, 2), *clean[1:], *clean]) == [1]


@pytest.mark.parametrize(("lost", "steps"), [(0, [1]), (3, [])])
def test_a_look_after_lost_edges_takes_its_detent_for_none(lost: int, steps: list[int]) -> None:
    knob = Knob(False, False)
    assert turned(CLOCKWISE[:3], knob) == 0
    assert [event.steps for event in knob.look(False, False, 1.0, lost)] == steps
    assert turned(CLOCKWISE, knob) == 1


def test_a_jump_that_tells_no_direction_undoes_its_detent() -> None:
    knob = Knob(False, False)
    assert turned(CLOCKWISE[:2], knob) == 0
    assert knob.look(False, False, 1.0) == []
    assert turned(CLOCKWISE, knob) == 1


def test_a_contact_that_bounces_open_before_the_kernel_looks_costs_no_detent_at_a_hand_s_pace() -> None:
    bounced = [(contact, level, 0) for contact, closed in CLOCKWISE for level in (not closed, closed)]
    assert steps_of(bounced) == [1]


@pytest.mark.parametrize(
    ("edges", "steps"),
    [
        (CLOCKWISE[:2], 1),
        (BACK[:2], -1),
        (CLOCKWISE[:2] * 1 + CLOCKWISE[2:], 2),
        (CLOCKWISE + CLOCKWISE[:2], 3),
        (CLOCKWISE[:1], 0),
        ([("knob_a", True), ("knob_a", False)] * 5, 0),
        (CLOCKWISE[:2] + [("knob_b", False), ("knob_a", False)], 0),
    ],
)
def test_a_knob_of_half_steps_turns_with_each_click(edges: list[Edge], steps: int) -> None:
    assert turned(edges, Knob(False, False, half=True)) == steps
