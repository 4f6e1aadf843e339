"""A kit as a playable game: state, start and buttons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Self

from msgspec.structs import replace

from companion.engine.chance import Answer
from companion.engine.corrections import Correct, Correctable
from companion.engine.fact import Facts
from companion.engine.game import Game, Setup
from companion.engine.state import Ask, kept_for_last
from companion.engine.values.bags import HIDDEN
from companion.engine.values.message import Message, Value
from companion.engine.values.seats import TABLE
from companion.engine.values.spot import BoardThing
from companion.kits import commands, screen
from companion.kits.board import Board, Pack
from companion.kits.commands import KitCommand
from companion.kits.compare import Compare, Compared
from companion.kits.corrections import board_things, correctables, has_correctables
from companion.kits.facts import KIT_FACTS, chosen, follows
from companion.kits.format.spec import CounterSpec, Kit
from companion.kits.menu_entry import info_of
from companion.kits.picture import picture, word

KIT_COMMANDS: tuple[type[KitCommand], ...] = (
    commands.KitRoll, commands.Spin, commands.Draw, commands.Discard, commands.Give, commands.KitTurn,
    commands.Raise, commands.Lower, commands.Gain, commands.Spend, commands.Shuffle, Compare,
)  # fmt: skip


def kinds_for(kit: Kit) -> tuple[type[KitCommand], ...]:
    """Return the kinds of command with something to do in *kit*."""
    return tuple(kind for kind in KIT_COMMANDS if getattr(kit, kind.needs))


class KitState(Board, frozen=True):
    """A kit in play."""

    @kept_for_last
    def open_asks(self) -> tuple[Ask, ...]:
        if self.queue:
            return ()
        kinds = kinds_for(self.kit)
        seats = tuple(Ask(seat, kinds) for seat in range(self.people))
        return (Ask(TABLE, (*kinds, Correct)), *seats)

    def open_chosen(self, answer: Answer) -> Facts:
        return chosen(self, answer)

    def open_then(self) -> Facts:
        return follows(self)

    def without_results(self) -> Self:
        return replace(self, questions=0, rolls=0, results=(), fallen=None)

    def correctables(self) -> Mapping[str, Correctable]:
        return {} if self.queue else correctables(self)

    def can_be_corrected(self) -> bool:
        return not self.queue and has_correctables(self)

    def board_things(self) -> tuple[BoardThing, ...]:
        return () if self.queue else board_things(self)


def game_of(kit: Kit) -> Game:
    """Return *kit* as a playable game."""
    return Game(
        **info_of(kit).in_menus(),
        kinds=KIT_COMMANDS,
        known_facts=(*KIT_FACTS, Compared),
        start=lambda setup: _start(kit, setup),
        picture=lambda state: picture(state, buttons(state)),
        buttons=buttons,
        differences=differences,
        hand=hand,
        screen=screen,
    )


def buttons(state: Board) -> Mapping[str, str]:
    """Return the notation of each button's present action."""
    return {} if state.queue else dict(state.kit.buttons)


def differences(before: Board, state: Board) -> tuple[Message, ...]:
    """Return differences between *before* and *state* in visible things.

    They concern counters, tokens, badges and open hands.
    """
    found = (_counters(before, state), _tokens(before, state), _badges(before, state), _hands(before, state))
    return tuple(chain.from_iterable(found))


def _counters(before: Board, state: Board) -> Iterator[Message]:
    for at, counter in enumerate(state.kit.counters):
        if state.counters[at] != before.counters[at]:
            tick = word(state.kit, counter.ticks[state.counters[at]])
            values: dict[str, Value] = {"counter": state.kit.text(counter.name), "number": state.counters[at] + 1}
            yield Message("kit.tick-now", {**values, "tick": tick})


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
    return tuple(state.kit.text(card) for pack in state.packs for card in pack.hands[at])


def _start(kit: Kit, setup: Setup) -> KitState:
    hands = max(1, len(setup.seats))
    return KitState(
        kit=kit,
        names=setup.seats,
        packs=tuple(Pack((deck.all_cards,), hands=((),) * hands, round=deck.first) for deck in kit.decks),
        counters=tuple(_first_tick(counter, setup) for counter in kit.counters),
        tokens=(0,) * len(kit.token_at),
        badges=((0,) * hands,) * len(kit.badges),
    )


def _first_tick(counter: CounterSpec, setup: Setup) -> int:
    chosen_word = str(setup.options.get(counter.option, "")) if counter.option else ""
    return dict(counter.starts)[chosen_word] - 1
