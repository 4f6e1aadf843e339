"""Corrections of a kit that differs from the real table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain

from msgspec.structs import replace

from companion.engine.corrections import Correctable, count_of, one_of
from companion.engine.state import swap
from companion.engine.values.bags import bag, plus
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.engine.values.spot import BoardThing, Spot
from companion.kits.board import Board, Pack
from companion.kits.facts import with_token
from companion.kits.format.spec import CardSpec, DeckSpec, GroupSpec

PLACES = ("pile", "discard")


def correctables(state: Board) -> dict[str, Correctable]:
    """Return all correctable things by name, only open ones.

    They are counters, tokens, badges, and the places of tokens' cards.
    """
    return {thing.field.name: thing for thing in _all(state)}


def has_correctables(state: Board) -> bool:
    """Return True if anything can be corrected."""
    return next(_all(state), None) is not None


def _all(state: Board) -> Iterator[Correctable]:
    return chain(_tokens(state), _counters(state), _badges(state), _cards(state))


def _tokens(state: Board) -> Iterator[Correctable]:
    for name, group in state.kit.group_of.items():
        choices = [(each.name, state.kit.text(each.name)) for each in group.states]
        yield one_of(name, state.kit.text(name), choices, state.token(name), put=partial(_set_token, name))


def _set_token(name: str, state: Board, word: str) -> Board:
    return with_token(state, name, word)


def board_things(state: Board) -> tuple[BoardThing, ...]:
    """Return the tokens in a shape, with their other states as spots."""
    return tuple(_thing(state, name, group) for name, group in state.kit.group_of.items() if group.shape)


def _thing(state: Board, name: str, group: GroupSpec) -> BoardThing:
    label, others = state.kit.text(name), [each.name for each in group.states if each.name != state.token(name)]
    spots = tuple(Spot((f"={word}",), state.kit.text(word), "kit.put") for word in others)
    return BoardThing(name, name, label, label, (spots,))


def _counters(state: Board) -> Iterator[Correctable]:
    for at, counter in enumerate(state.kit.counters):
        ticks = [tick if isinstance(tick, int) else state.kit.text(tick) for tick in counter.ticks]
        choices = [(str(n), Message("kit.tick", {"number": n, "tick": tick})) for n, tick in enumerate(ticks, 1)]
        now = str(state.counters[at] + 1)
        yield one_of(counter.name, state.kit.text(counter.name), choices, now, put=partial(_set_counter, at))


def _set_counter(at: int, state: Board, word: str) -> Board:
    return replace(state, counters=swap(state.counters, at, int(word) - 1))


def _badges(state: Board) -> Iterator[Correctable]:
    for at, badge in enumerate(state.kit.badges):
        for hand, seat in enumerate(state.holders()):
            whose = "table" if seat == TABLE else str(seat + 1)
            label = state.kit.text(badge.name)
            if seat != TABLE:
                label = Message("kit.badges-of", {"badge": label, "name": state.names[seat]})
            now = state.badges[at][hand]
            yield count_of(f"{badge.name}.{whose}", label, badge.stock, now, put=partial(_set_badges, at, hand))


def _set_badges(at: int, hand: int, state: Board, word: str) -> Board:
    return replace(state, badges=swap(state.badges, at, swap(state.badges[at], hand, int(word))))


def _cards(state: Board) -> Iterator[Correctable]:
    # Where cards of a deck may lie in a hand, what a correction allows would betray them.
    for deck in (deck for deck in state.kit.decks if not deck.has_kept):
        pack = state.pack(deck.name)
        for card in deck.cards:
            if not deck.tokens:
                yield _left_in_pile(state, deck, card)
            elif card.name not in pack.removed:
                yield _place(state, deck, card)


def _left_in_pile(state: Board, deck: DeckSpec, card: CardSpec) -> Correctable:
    label = Message("kit.left-of", {"deck": state.kit.text(deck.name), "card": state.kit.text(card.name)})
    left = sum(cards.count(card.name) for cards in state.pack(deck.name).pile)
    return count_of(f"{deck.name}.{card.name}", label, card.count, left, put=partial(_set_left, deck, card.name))


def _set_left(deck: DeckSpec, card: str, state: Board, word: str) -> Board:
    """Leave *word* copies of *card* in the pile, the rest as used."""
    pack = state.pack(deck.name)
    cards = [each for some in pack.pile for each in some if each != card] + [card] * int(word)
    used = next(each.count for each in deck.cards if each.name == card) - int(word)
    discard = tuple(each for each in pack.discard if each != card)
    removed = tuple(each for each in pack.removed if each != card)
    if deck.last == "removed":
        removed += (card,) * used
    else:
        discard += (card,) * used
    pile = (bag(cards),) if cards else ()
    return state.with_pack(deck.name, replace(pack, pile=pile, discard=discard, removed=removed))


def _place(state: Board, deck: DeckSpec, card: CardSpec) -> Correctable:
    now = "discard" if card.name in state.pack(deck.name).discard else "pile"
    choices = [(place, Message(f"kit.{place}")) for place in PLACES]
    label = Message("kit.card-of", {"deck": state.kit.text(deck.name), "card": state.kit.text(card.name)})
    return one_of(f"{deck.name}.{card.name}", label, choices, now, put=partial(_set_card, deck.name, card.name))


def _set_card(deck: str, card: str, state: Board, word: str) -> Board:
    pack = state.pack(deck)
    if card in pack.removed or (card in pack.discard) == (word == "discard"):
        return state
    return state.with_pack(deck, _to_discard(pack, card) if word == "discard" else _to_pile(pack, card))


def _to_discard(pack: Pack, card: str) -> Pack:
    pile = tuple(rest for cards in pack.pile if (rest := tuple(each for each in cards if each != card)))
    return replace(pack, pile=pile, discard=(*pack.discard, card))


def _to_pile(pack: Pack, card: str) -> Pack:
    """Return *pack* with *card* back in its pile.

    It goes to the bottom bag, since nobody knows the place of a card that shouldn't have been drawn.
    """
    pile = (*pack.pile[:-1], plus(pack.pile[-1], card)) if pack.pile else ((card,),)
    return replace(pack, pile=pile, discard=tuple(each for each in pack.discard if each != card))
