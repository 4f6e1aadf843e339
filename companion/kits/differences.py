"""Differences between two boards, and the cards of a hand, in words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from companion.engine.values.bags import HIDDEN
from companion.engine.values.message import Message, Value
from companion.kits.facts.things import counter_label
from companion.kits.picture import word
from companion.kits.things.board import Board


def differences(before: Board, state: Board) -> tuple[Message, ...]:
    """Return differences between *before* and *state* on the real table.

    They concern markers of tracks, tokens, badges and open hands. Numbers, score sheets, the turn and teams are left
    out: the table alone holds them.
    """
    kinds = (_markers, _tokens, _badges, _hands)
    found = (kind(before, state) for kind in kinds)
    return tuple(chain.from_iterable(found))


def _markers(before: Board, state: Board) -> Iterator[Message]:
    for at, counter in enumerate(state.kit.counters):
        for owner, value in enumerate(state.counters[at]):
            if counter.ticks and value != before.counters[at][owner]:
                tick = word(state.kit, counter.ticks[value])
                values: dict[str, Value] = {"counter": counter_label(state, counter.name, owner)}
                yield Message("kit.tick-now", {**values, "number": value + 1, "tick": tick})


def _tokens(before: Board, state: Board) -> Iterator[Message]:
    for name in state.kit.token_at:
        if state.token(name) != before.token(name):
            yield Message("kit.token", {"token": state.kit.text(name), "state": state.kit.text(state.token(name))})


def _badges(before: Board, state: Board) -> Iterator[Message]:
    for at, badge in enumerate(state.kit.badges):
        for hand_at, name in enumerate(state.names):
            count = state.badges[at][hand_at]
            if count != before.badges[at][hand_at]:
                yield Message("kit.badges-now", {"badge": state.kit.text(badge.name), "name": name, "count": count})


def _hands(before: Board, state: Board) -> Iterator[Message]:
    for seat, name in enumerate(state.names):
        cards = _open_hand(state, seat)
        if cards != _open_hand(before, seat):
            values: dict[str, Value] = {"name": name}
            yield Message("kit.hand-now", {**values, "cards": cards}) if cards else Message("kit.hand-empty", values)


def _open_hand(state: Board, seat: int) -> tuple[Message, ...]:
    return tuple(card for card in hand(state, seat) if card != state.kit.text(HIDDEN))


def hand(state: Board, seat: int) -> tuple[Message, ...]:
    """Return the cards in *seat*'s hand, deck by deck."""
    at = state.hand_of(seat)
    if at is None:
        return ()
    decks = zip(state.kit.decks, state.packs, strict=True)
    return tuple(state.kit.text(card) for deck, row in decks for pack in row for card in deck.arranged(pack.hands[at]))
