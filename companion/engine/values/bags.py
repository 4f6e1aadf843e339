"""Bags and piles: decks without an order.

A *bag* is a sorted tuple of card names, each as often as it occurs. A *pile* is a tuple of bags, top bag first: cards
of one bag have no order, so an order that doesn't exist can't leak. "Shuffle the discard and put it on top" prepends a
bag; a card that everybody knows is a bag of one.
"""

from __future__ import annotations

from collections.abc import Iterable

Bag = tuple[str, ...]
Pile = tuple[Bag, ...]

HIDDEN = "?"
"""A card hidden from the viewer of a bag or hand."""


def bag(cards: Iterable[str]) -> Bag:
    """Return *cards* as a bag."""
    return tuple(sorted(cards))


def less(cards: Bag, card: str) -> Bag:
    """Return the bag *cards* without one *card*.

    :raises KeyError: there is none.
    """
    rest = list(cards)
    try:
        rest.remove(card)
    except ValueError:
        raise KeyError(card) from None
    return tuple(rest)


def plus(cards: Bag, card: str) -> Bag:
    """Return the bag *cards* with one more *card*."""
    return tuple(sorted((*cards, card)))


def take(pile: Pile, card: str) -> Pile:
    """Return *pile* without one *card* of its top bag.

    An emptied bag is removed.

    :raises KeyError: the top bag has no such card, or there is no bag.
    """
    if not pile:
        raise KeyError(card)
    rest = less(pile[0], card)
    return (rest, *pile[1:]) if rest else pile[1:]


def on_top(pile: Pile, cards: Bag) -> Pile:
    """Return *pile* with the bag *cards* shuffled onto its top.

    An empty bag changes nothing.
    """
    return (cards, *pile) if cards else pile


def size(pile: Pile) -> int:
    """Count the cards of *pile*."""
    return sum(map(len, pile))


def face_down(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return *cards* face down: only their number is visible."""
    return (HIDDEN,) * len(cards)
