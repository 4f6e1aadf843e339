"""Corrections of a kit that differs from the real table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain

from msgspec.structs import replace

from companion.engine.corrections import Correctable, Set, count_of, one_of
from companion.engine.state import swap
from companion.engine.values.bags import bag, plus
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.engine.values.spot import BoardThing, Spot
from companion.kits.commands.things import MOST_TYPED, TABLE_WORD, owner_words
from companion.kits.facts.changes import with_token
from companion.kits.facts.things import counter_label
from companion.kits.format.spec import CardSpec, CounterSpec, DeckSpec, GroupSpec
from companion.kits.things.board import Board
from companion.kits.things.packs import Pack

REACH = 50
"""The largest correction of a number at once."""
PLACES = ("pile", "discard")


def correctables(state: Board) -> dict[str, Correctable]:
    """Return all correctable things by name, only open ones.

    They are counters, tokens, badges, score sheets, the turn, teams, and the places of tokens' cards.
    """
    return {thing.field.name: thing for thing in _all(state)}


def has_correctables(state: Board) -> bool:
    """Return True if anything can be corrected."""
    return next(_all(state), None) is not None


def _all(state: Board) -> Iterator[Correctable]:
    return chain(
        _tokens(state), _counters(state), _badges(state), _sheets(state), _course(state), _cards(state)
    )  # fmt: skip


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
        for owner, value in enumerate(state.counters[at]):
            yield _counter(state, counter, owner, value)


def _counter(state: Board, counter: CounterSpec, owner: int, value: int) -> Correctable:
    name = f"{counter.name}.{owner_words(state, counter)[owner]}" if counter.each else counter.name
    label = counter_label(state, counter.name, owner)
    put = partial(_set_counter, counter.name, owner)
    if not counter.ticks:
        return _number(name, label, value, put, within=(counter.lowest, counter.highest))
    ticks = [tick if isinstance(tick, int) else state.kit.text(tick) for tick in counter.ticks]
    choices = [(str(n), Message("kit.tick", {"number": n, "tick": tick})) for n, tick in enumerate(ticks, 1)]
    return one_of(name, label, choices, str(value + 1), put=put)


def _number(name: str, label: Message, value: int, put: Set, *, within: tuple[int, int]) -> Correctable:
    """Return a correctable number, within reach of its present value."""
    lowest, highest = within
    return count_of(
        name, label, min(highest, value + REACH), value, put=put, minimum=max(lowest, value - REACH)
    )  # fmt: skip


def _set_counter(name: str, owner: int, state: Board, word: str) -> Board:
    is_track = bool(state.kit.counters[state.kit.counter_at[name]].ticks)
    return state.with_counter(name, owner, int(word) - is_track)


def _sheets(state: Board) -> Iterator[Correctable]:
    """Yield the entries of score sheets; empty rows stay empty."""
    for at, sheet in enumerate(state.kit.sheets):
        for column, values in enumerate(state.sheets[at]):
            for row, value in enumerate(values):
                if value is not None:
                    who = str(column + 1) if state.people else TABLE_WORD
                    label = state.kit.text(sheet.rows[row].name)
                    if state.people:
                        label = Message("kit.counter-of", {"counter": label, "name": state.names[column]})
                    name = f"{sheet.name}.{sheet.rows[row].name}.{who}"
                    put = partial(_set_entry, (at, column, row))
                    yield _number(name, label, value, put, within=(-MOST_TYPED, MOST_TYPED))


def _set_entry(place: tuple[int, int, int], state: Board, word: str) -> Board:
    at, column, row = place
    columns = swap(state.sheets[at], column, swap(state.sheets[at][column], row, int(word)))
    return replace(state, sheets=swap(state.sheets, at, columns))


def _course(state: Board) -> Iterator[Correctable]:
    """Yield the turn, the step, and each person's team."""
    kit = state.kit
    if state.has_turns and state.course.is_begun:
        people = [(str(seat + 1), Message("play.name", {"name": name})) for seat, name in enumerate(state.names)]
        yield one_of("turn", Message("kit.whose-turn"), people, str(state.course.seat + 1), put=_set_turn)
    if kit.round is not None and len(kit.round.steps) > 1:
        steps = [(step, kit.text(step)) for step in kit.round.steps]
        yield one_of("round.step", Message("kit.step-of"), steps, kit.round.steps[state.course.step], put=_set_step)
    if len(kit.teams) > 1:
        teams = [(team, kit.text(team)) for team in kit.teams]
        for seat, name in enumerate(state.names):
            label = Message("kit.team-label", {"name": name})
            now = kit.teams[state.teams[seat]]
            yield one_of(f"team.{seat + 1}", label, teams, now, put=partial(_set_team, seat))


def _set_turn(state: Board, word: str) -> Board:
    return replace(state, course=replace(state.course, seat=int(word) - 1))


def _set_step(state: Board, word: str) -> Board:
    assert state.kit.round is not None
    return replace(state, course=replace(state.course, step=state.kit.round.steps.index(word)))


def _set_team(seat: int, state: Board, word: str) -> Board:
    return replace(state, teams=swap(state.teams, seat, state.kit.teams.index(word)))


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
    for deck in (deck for deck in state.kit.decks if not (deck.has_kept or deck.each_person)):
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
    pack = state.pack(deck.name).forgotten()
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
    pack = state.pack(deck).forgotten()
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
