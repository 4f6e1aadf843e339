"""Hidden hands: who holds what is in no picture, refusal, fact or window, and in no byte by the network."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.engine.chance import Answer
from companion.engine.command import Command, Refusal
from companion.engine.fact import Facts
from companion.engine.laws import laws
from companion.engine.values.seats import TABLE
from companion.engine.windows import open_window
from companion.games.fireball_island.course import FireballIslandInPlay
from companion.games.fireball_island.rules import refusals
from companion.games.fireball_island.rules.commands import FireballPlayCard, TakeCard
from companion.games.fireball_island.rules.components import CANCEL, CARD_COUNTS, TAKE_CARD
from companion.games.fireball_island.rules.draws import CardTaken, FireballDrew
from tests.companion.games.fireball_island.shore import FIREBALL_ISLAND, island, playing
from tests.support.long_forms import few_of
from tests.support.sources import seeded
from tests.web_ui.http.worlds import CLOCK, Line, Story, differing

Leak = Callable[[pytest.MonkeyPatch], None]
WORLDS = 6


# ---------------------------------------------------------------------- two worlds
def scenes() -> list[FireballIslandInPlay]:
    """Return an open window, a die that may be rolled, a card that is drawn and one that is taken."""
    drawing = playing("wt1 wt5 ta3", "take-one-card cancel,double reroll,cancel")
    drawing.go(2, "wt3")
    taking = playing("wt8 wt5 ta3", "take-one-card,double reroll,cancel")
    taking.act("take-one-card 2")
    assert taking.now.due() is not None
    assert drawing.now.due() is not None
    opened = island("wt8 wt5 ta3", "take-one-card cancel,double reroll,cancel")
    return [opened, drawing.now, taking.now]


def look() -> int:
    """Compare worlds with other hands in the eyes of everybody; return how many commands both took alike."""
    return sum(look_at(state) for state in scenes())


def look_at(state: FireballIslandInPlay) -> int:
    read = FIREBALL_ISLAND.notation.read
    lines = [f"play {card}" for card in CARD_COUNTS if card != TAKE_CARD]
    lines += [f"take-one-card {number}" for number in (1, 2, 3)]
    commands: list[Command] = [read(seat, line) for seat in range(3) for line in lines]
    laws.refusals_need_no_secret(state, commands)
    taken = 0
    for viewer in laws.viewers_of(state):
        for number in range(WORLDS):
            below = seeded(f"hands/{number}")
            laws.facts_keep_secrets(FIREBALL_ISLAND, state, viewer, below)
            taken += laws.two_worlds_look_the_same(FIREBALL_ISLAND, state, viewer, below)
    return taken


def hands_are_shown(patch: pytest.MonkeyPatch) -> None:
    """Everybody sees every hand."""
    patch.setattr(FireballIslandInPlay, "seen_by", lambda state, viewer: state)


def a_refusal_looks_into_a_hand(patch: pytest.MonkeyPatch) -> None:
    """No card is taken from whoever could cancel that."""
    whole = TakeCard.refused

    def nosy(command: TakeCard, state: Any, declaration: Any) -> Refusal | None:
        held = state.hands[command.target - 1] if command.target <= state.seats() else ()
        return whole(command, state, declaration) or (refusals.FITTED if CANCEL in held else None)

    patch.setattr(TakeCard, "refused", nosy)


def a_drawn_card_is_told(patch: pytest.MonkeyPatch) -> None:
    """Everybody is told which card was drawn."""
    patch.setattr(FireballDrew, "seen_by", lambda fact, viewer: fact)


def a_taken_card_is_told(patch: pytest.MonkeyPatch) -> None:
    """Everybody is told which card was taken."""
    patch.setattr(CardTaken, "seen_by", lambda fact, viewer: fact)


def only_who_could_answer_is_asked(patch: pytest.MonkeyPatch) -> None:
    """A window waits for nobody who holds no Cancel, and closes at once if nobody does."""
    patch.setattr(FireballIslandInPlay, "holders", could_cancel)


def could_cancel(state: Any) -> tuple[int, ...]:
    return tuple(seat for seat, hand in enumerate(state.hands) if CANCEL in hand)


def a_card_tells_who_could_answer_it(patch: pytest.MonkeyPatch) -> None:
    """What is played says how many could cancel it."""
    whole = FireballPlayCard.facts

    def boasting(command: FireballPlayCard, state: Any) -> Facts:
        told = tuple(FireballDrew(seat, CANCEL) for seat in could_cancel(state) if seat != command.seat)
        return (*whole(command, state), *told)

    patch.setattr(FireballPlayCard, "facts", boasting)


LEAKS = (
    hands_are_shown,
    a_refusal_looks_into_a_hand,
    a_drawn_card_is_told,
    a_taken_card_is_told,
    only_who_could_answer_is_asked,
    a_card_tells_who_could_answer_it,
)


def test_who_holds_what_looks_like_any_other_hands_to_everybody_else() -> None:
    assert look() > 0


@pytest.mark.parametrize("leak", few_of(LEAKS[:2], LEAKS), ids=lambda leak: leak.__name__)
def test_a_planted_leak_is_caught(monkeypatch: pytest.MonkeyPatch, leak: Leak) -> None:
    before = scenes()
    leak(monkeypatch)
    with pytest.raises(AssertionError) as caught:
        for state in before:
            look_at(state)
    assert caught.traceback[-1].path == Path(laws.__file__)


@pytest.mark.rule("FB-K13")
@pytest.mark.parametrize("hands", ["cancel,cancel,cancel", "double,reroll,move-ahead-4"])
def test_all_who_hold_a_card_are_asked_at_once_whatever_it_is(hands: str) -> None:
    state = island("wt8 wt5 ta3", hands)
    window = open_window(state)
    assert window is not None
    assert window.asked == (0, 1, 2)
    everybody = state.seen_by(TABLE)
    assert [ask.seat for ask in everybody.asks() if ask.seat >= 0] == []


# ---------------------------------------------------------------------- on the wire
CARDS = (("fake-jewel", "cancel"), ("double", "move-back-2"))
"""What Ann and Ben are dealt in each world; Cleo, who looks, holds the same in both."""
LINES: tuple[Line, ...] = (
    *((seat, "roll") for seat in range(3)),
    (1, "pass"),
    (2, "pass-until attacked"),
    (0, "pass"),
    (0, "roll"),
    (CLOCK, "2.5"),  # the quiet window's time runs out: not yet, and now
    (CLOCK, "0.5"),  # Ann's piece goes to wt3: the card that she draws there is the same in both worlds, Cleo takes it
    (2, "take-one-card 1"),
    (CLOCK, "14.5"),
    (CLOCK, "0.5"),
    (CLOCK, "3"),
    (0, "pass-die"),
    (0, "interrupt"),
    (CLOCK, "15"),
    (1, "roll"),
    (CLOCK, "3"),
    (1, "send a-trail-west"),
    (CLOCK, "15"),
)
FIRST_ROLLS = ((6,), (3,), (2,))


def world(number: int) -> list[Answer]:
    ann, ben = CARDS[number]
    return [(ann,), (ben,), ("take-one-card",), *FIRST_ROLLS, (3,), ("reroll",), (2,), (1,)]


WIRE = Story(FIREBALL_ISLAND, LINES, (world(0), world(1)), ("watcher", "Cleo", "table", "owner"))


@pytest.mark.long
@pytest.mark.whole
def test_hands_change_no_byte_for_whoever_does_not_hold_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web_ui.http.access.presence.BEAT_LASTS_S", 1e6)
    monkeypatch.setattr("web_ui.http.access.presence.AWAY_S", 1e9)
    assert differing(tmp_path, WIRE) == []
