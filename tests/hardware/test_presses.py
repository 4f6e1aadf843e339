"""What edges of the buttons' contacts mean: presses, releases, holds, chords; no pin and no thread in here."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.inputs.presses import Presses, Timing
from hardware.ports import ButtonEvent, ButtonName, ChordHeld

Step = tuple[int, ButtonName, bool]
"""An edge: when in ms, which button, down or not."""

NAMES: tuple[ButtonName, ...] = ("roll", "ok", "back")


def said(event: ButtonEvent | ChordHeld) -> str:
    """Write an event as short words: `1000 ok held`, the time in ms."""
    what = f"{event.button} {event.edge.value}" if isinstance(event, ButtonEvent) else "+".join(sorted(event.buttons))
    return f"{event.at_s * 1000:.0f} {what}"


def play(steps: list[Step], until_ms: int, down_at_start: tuple[ButtonName, ...] = ()) -> list[str]:
    """Feed *steps* as a punctual thread does: a look at the real levels whenever one is due."""
    level = {name: name in down_at_start for name in NAMES}
    presses = Presses(level, 0.0)
    heard = []

    def look_until(end_s: float) -> None:
        while (due_s := presses.due_s) is not None and due_s <= end_s:
            heard.extend(presses.look(level, due_s))

    for at_ms, button, is_down in steps:
        look_until(at_ms / 1000)
        level[button] = is_down
        heard.extend(presses.edge(button, is_down, at_ms / 1000))
    look_until(until_ms / 1000)
    return [said(event) for event in heard]


def tap(button: ButtonName, down_ms: int, up_ms: int) -> list[Step]:
    """Return the two edges of a clean press."""
    return [(down_ms, button, True), (up_ms, button, False)]


def bouncing(button: ButtonName, at_ms: int, down: bool) -> list[Step]:
    """Return the edges of a contact that bounces six times within 12 ms."""
    return [(at_ms + ms, button, down if ms % 2 == 0 else not down) for ms in range(13)]


TABLE: dict[str, tuple[list[Step], int, list[str]]] = {
    "a press counts at its first edge": (tap("ok", 100, 200), 500, ["100 ok pressed", "200 ok released"]),
    "a bouncing press is one press, a bouncing release one release": (
        bouncing("ok", 100, True) + bouncing("ok", 200, False),
        500,
        ["100 ok pressed", "200 ok released"],
    ),
    "a tap shorter than the deaf time is a press and a release": (
        tap("ok", 100, 105),
        500,
        ["100 ok pressed", "130 ok released"],
    ),
    "the next press after a short tap counts": (
        tap("ok", 100, 105) + tap("ok", 170, 250),
        500,
        ["100 ok pressed", "130 ok released", "170 ok pressed", "250 ok released"],
    ),
    "a release while deaf after a bounce is found when the level is read": (
        [(100, "ok", True), (200, "ok", False), (210, "ok", True)],
        500,
        ["100 ok pressed", "200 ok released", "230 ok pressed"],
    ),
    "a hold counts after one second": (
        tap("ok", 100, 1500),
        2000,
        ["100 ok pressed", "1100 ok held", "1500 ok released"],
    ),
    "a hold counts once": (tap("ok", 0, 9000), 9500, ["0 ok pressed", "1000 ok held", "9000 ok released"]),
    "just under a second is no hold": (tap("ok", 100, 1099), 2000, ["100 ok pressed", "1099 ok released"]),
    "a second button cancels both holds": (
        [(0, "ok", True), (900, "roll", True), (950, "roll", False), (2500, "ok", False)],
        3000,
        ["0 ok pressed", "900 roll pressed", "950 roll released", "2500 ok released"],
    ),
    "a button pressed beside a held one is not held either": (
        [(0, "ok", True), (1500, "roll", True), (2900, "roll", False), (2950, "ok", False)],
        3000,
        ["0 ok pressed", "1000 ok held", "1500 roll pressed", "2900 roll released", "2950 ok released"],
    ),
    "two buttons together for three seconds are a chord": (
        [(0, "ok", True), (500, "back", True), (4000, "ok", False), (4100, "back", False)],
        5000,
        ["0 ok pressed", "500 back pressed", "3500 back+ok", "4000 ok released", "4100 back released"],
    ),
    "a chord that is let go too early is none": (
        [(0, "ok", True), (0, "back", True), (2999, "ok", False), (3200, "back", False)],
        5000,
        ["0 ok pressed", "0 back pressed", "2999 ok released", "3200 back released"],
    ),
    "a third button starts a chord anew": (
        [(0, "ok", True), (0, "back", True), (2000, "roll", True), (2100, "roll", False)],
        5200,
        ["0 ok pressed", "0 back pressed", "2000 roll pressed", "2100 roll released", "5100 back+ok"],
    ),
    "a stuck button counts as let go and works again once it was": (
        [(0, "ok", True), (40_000, "ok", False), *tap("ok", 41_000, 41_100)],
        42_000,
        ["0 ok pressed", "1000 ok held", "30000 ok released", "41000 ok pressed", "41100 ok released"],
    ),
    "a button that gets stuck ends its chord": (
        [(0, "ok", True), (28_000, "back", True)],
        32_000,
        ["0 ok pressed", "1000 ok held", "28000 back pressed", "30000 ok released"],
    ),
    "other buttons press and hold beside a stuck one": (
        [(0, "ok", True), *tap("roll", 31_000, 32_500)],
        33_000,
        ["0 ok pressed", "1000 ok held", "30000 ok released", "31000 roll pressed", "32000 roll held"]
        + ["32500 roll released"],
    ),
}


@pytest.mark.parametrize(("steps", "until_ms", "expected"), TABLE.values(), ids=TABLE)
def test_edges_mean(steps: list[Step], until_ms: int, expected: list[str]) -> None:
    assert play(steps, until_ms) == expected


def test_a_button_held_at_the_start_is_ignored_until_it_has_been_let_go() -> None:
    steps: list[Step] = [*bouncing("ok", 2000, False), *tap("ok", 3000, 3100)]
    assert play(steps, 4000, down_at_start=("ok",)) == ["3000 ok pressed", "3100 ok released"]


def test_other_buttons_hold_beside_one_that_was_down_at_the_start() -> None:
    heard = play(tap("roll", 100, 1500), 2000, down_at_start=("ok",))
    assert heard == ["100 roll pressed", "1100 roll held", "1500 roll released"]


def test_a_chord_goes_on_when_a_button_that_was_down_at_the_start_is_let_go() -> None:
    steps: list[Step] = [(0, "ok", True), (0, "back", True), (1000, "roll", False)]
    assert play(steps, 5000, down_at_start=("roll",)) == ["0 ok pressed", "0 back pressed", "3000 back+ok"]


def test_a_stuck_button_is_never_held() -> None:
    presses = Presses({"ok": False}, 0.0, Timing(hold_s=2.0, stuck_s=1.0))
    presses.edge("ok", True, 0.0)
    assert [said(event) for event in presses.look({"ok": True}, 3.0)] == ["1000 ok released"]


@pytest.mark.parametrize("down_at_start", [(), ("ok",)])
def test_a_button_is_stuck_from_thirty_seconds_until_it_is_let_go(down_at_start: tuple[ButtonName, ...]) -> None:
    level = {name: name in down_at_start for name in NAMES}
    presses = Presses(level, 0.0)
    level["ok"] = True
    presses.edge("ok", True, 0.0)
    presses.look(level, 29.9)
    assert presses.stuck == frozenset()
    presses.look(level, 30.0)
    assert presses.stuck == {"ok"}
    presses.look({"ok": False}, 50.0)
    assert presses.stuck == frozenset()


def test_an_edge_that_never_came_is_seen_at_the_next_look() -> None:
    presses = Presses({"ok": False}, 0.0)
    assert [said(event) for event in presses.look({"ok": True}, 1.0)] == ["1000 ok pressed"]
    assert [said(event) for event in presses.look({"ok": False}, 1.03)] == ["1030 ok released"]


def test_the_level_that_is_read_wins_over_the_last_bounce() -> None:
    presses = Presses({"ok": False}, 0.0)
    presses.edge("ok", True, 0.0)
    presses.edge("ok", False, 0.002)
    assert presses.look({"ok": True}, 0.03) == []


def test_a_button_that_cannot_be_read_is_believed_by_its_edges() -> None:
    presses = Presses({"ok": False}, 0.0)
    presses.edge("ok", True, 0.0)
    presses.edge("ok", False, 0.005)
    assert [said(event) for event in presses.look({}, 0.03)] == ["30 ok released"]
    assert presses.look({}, 0.06) == []
    assert presses.due_s is None


def test_a_late_thread_hears_the_same_as_a_punctual_one() -> None:
    steps = [*tap("ok", 100, 105), *tap("ok", 170, 1250), *tap("roll", 1300, 1310)]
    presses = Presses(dict.fromkeys(NAMES, False), 0.0)
    late = [event for at_ms, button, down in steps for event in presses.edge(button, down, at_ms / 1000)]
    late += presses.look(dict.fromkeys(NAMES, False), 9.0)
    assert [said(event) for event in late] == play(steps, 9000)


def test_time_never_runs_backwards() -> None:
    presses = Presses(dict.fromkeys(NAMES, False), 0.0)
    heard = presses.edge("ok", True, 2.0) + presses.edge("roll", True, 1.0)
    assert [said(event) for event in heard] == ["2000 ok pressed", "2000 roll pressed"]


def test_nothing_is_due_while_nobody_touches_the_table() -> None:
    presses = Presses(dict.fromkeys(NAMES, False), 0.0)
    assert presses.due_s is None
    presses.edge("ok", True, 1.0)
    presses.edge("ok", False, 1.2)
    presses.look(dict.fromkeys(NAMES, False), 1.3)
    assert presses.due_s is None


EDGES = st.lists(st.tuples(st.integers(0, 1500), st.sampled_from(NAMES), st.booleans()), max_size=40)


@given(EDGES, st.sets(st.sampled_from(NAMES)), st.sets(st.integers(0, 39)))
def test_whatever_the_contacts_do_presses_and_releases_alternate_and_the_end_is_right(
    gaps: list[Step], down_at_start: set[ButtonName], lost: set[int]
) -> None:
    level = {name: name in down_at_start for name in NAMES}
    presses = Presses(level, 0.0)
    at_s, heard = 0.0, []
    for index, (gap_ms, button, down) in enumerate(gaps):
        at_s += gap_ms / 1000
        while (due_s := presses.due_s) is not None and due_s <= at_s:
            heard += presses.look(level, due_s)
        level[button] = down
        if index not in lost:
            heard += presses.edge(button, down, at_s)
    heard += presses.look(level, at_s + 0.04) + presses.look(level, at_s + 0.08)
    assert [event.at_s for event in heard] == sorted(event.at_s for event in heard)
    for name in NAMES:
        edges = [e.edge.value for e in heard if isinstance(e, ButtonEvent) and e.button == name]
        told = [edge for edge in edges if edge != "held"]
        assert told[:1] in ([], ["pressed"])
        assert all(one != other for one, other in pairwise(told))
        assert all(one == "pressed" for one, other in pairwise(edges) if other == "held")
        counts_as_down = told[-1:] == ["pressed"]
        assert not counts_as_down or level[name], "down for the players, up in truth"
        if not level[name]:
            assert name not in presses.stuck
        elif name not in down_at_start and name not in presses.stuck:
            assert counts_as_down


@given(EDGES)
def test_a_hold_never_counts_while_another_button_is_down(gaps: list[Step]) -> None:
    presses = Presses(dict.fromkeys(NAMES, False), 0.0)
    at_s, heard = 0.0, []
    for gap_ms, button, down in gaps:
        at_s += gap_ms / 1000
        heard += presses.edge(button, down, at_s)
    down_now: set[ButtonName] = set()
    for event in heard:
        if isinstance(event, ChordHeld):
            assert event.buttons == down_now
        elif event.edge.value == "held":
            assert down_now == {event.button}
        else:
            (down_now.add if event.edge.value == "pressed" else down_now.remove)(event.button)
