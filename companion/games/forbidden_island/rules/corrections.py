"""Corrections of all public state to match the real island.

A correction moves only the things it names, with one exception: the treasure deck is all cards neither in a hand nor on
the discard. The consequences of a correction are judged at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial

from msgspec.structs import replace

from companion.engine.command import Refusal
from companion.engine.corrections import Correctable, count_of, one_of, table_of
from companion.engine.referees.frame import to_be_judged
from companion.engine.state import kept_for_last, swap
from companion.engine.values.bags import bag
from companion.engine.values.message import Message
from companion.engine.values.spot import BoardThing, Spot
from companion.games.forbidden_island.rules import refusals
from companion.games.forbidden_island.rules.components import (
    ACTIONS,
    ADVENTURERS,
    ALL_TILES,
    CARD_COUNTS,
    CARDS,
    FLOODS_AT_TICK,
    PILOT,
    SKULL,
    SPECIALS,
    TILE_NUMBER,
    TILES,
    TREASURE_DECK,
    TREASURE_DRAWS,
    TREASURES,
    WATERS_RISE,
)
from companion.games.forbidden_island.rules.facts import pawn_of
from companion.games.forbidden_island.rules.layouts import LAYOUTS, geometry
from companion.games.forbidden_island.rules.masks import tiles_of
from companion.games.forbidden_island.rules.pending_steps import sinking
from companion.games.forbidden_island.rules.state import NOT_BEGUN, ForbiddenIsland, name

DRY, FLOODED, SUNK = "dry", "flooded", "sunk"
DISCARD, OUT = "discard", "out"
NOBODY = "nobody"
YES, NO = "yes", "no"
STEPS = (
    *(f"actions-{left}" for left in range(ACTIONS, 0, -1)),
    *(f"treasure-{left}" for left in range(TREASURE_DRAWS, 0, -1)),
    *(f"flood-{left}" for left in range(max(FLOODS_AT_TICK), 0, -1)),
)
"""The steps of a turn, each with its remaining count."""


# A form of corrections has dozens of fields, and each correction asks for it several times.
@lru_cache(maxsize=4)
@kept_for_last
def correctables(state: ForbiddenIsland) -> Mapping[str, Correctable]:
    """Return every correctable value by its name; none before play has begun."""
    if state.turn < 0:
        return {}
    kinds = (_turn, _water, _tiles, _places, _people, _cards, _treasures)
    return table_of((thing for kind in kinds for thing in kind(state)), to_be_judged)


# ---------------------------------------------------------------------- tiles, their cards and the water
def _tiles(state: ForbiddenIsland) -> Iterator[Correctable]:
    sides = [(word, name(word)) for word in (DRY, FLOODED, SUNK)]
    bags = [
        (f"pile-{number}", Message("forbidden-island.pile", {"number": number}))
        for number in range(1, len(state.pile) + 1)
    ]
    bags = bags if len(bags) > 1 else [(word, Message("forbidden-island.in-pile")) for word, _ in bags]
    piles = [*bags, (DISCARD, Message("forbidden-island.on-discard")), (OUT, name(OUT))]
    for tile, word in enumerate(TILES):
        yield one_of(word, name(word), sides, _side(state, tile), put=partial(_set_tile, tile))
        label = Message("forbidden-island.flood-card-of", {"tile": name(word)})
        yield one_of(f"flood.{word}", label, piles, _where(state, tile), put=partial(_set_flood_card, tile))


def _side(state: ForbiddenIsland, tile: int) -> str:
    return FLOODED if state.wet >> tile & 1 else DRY if state.stands(tile) else SUNK


def _set_tile(tile: int, state: ForbiddenIsland, word: str) -> ForbiddenIsland:
    bit = 1 << tile
    land = state.land & ~bit if word == SUNK else state.land | bit
    return replace(state, land=land, wet=state.wet | bit if word == FLOODED else state.wet & ~bit)


def _where(state: ForbiddenIsland, tile: int) -> str:
    for number, cards in enumerate(state.pile, 1):
        if cards >> tile & 1:
            return f"pile-{number}"
    return DISCARD if state.spent >> tile & 1 else OUT


def _set_flood_card(tile: int, state: ForbiddenIsland, word: str) -> ForbiddenIsland:
    """Put a flood card in the place *word*.

    Emptied bags stay until all changes are made.
    """
    bit = 1 << tile
    pile = tuple(
        cards | bit if word == f"pile-{number}" else cards & ~bit for number, cards in enumerate(state.pile, 1)
    )
    spent = state.spent | bit if word == DISCARD else state.spent & ~bit
    return replace(state, pile=pile, spent=spent)


def _water(state: ForbiddenIsland) -> Iterator[Correctable]:
    ticks = [
        (str(tick), Message("forbidden-island.tick", {"number": tick, "count": count}))
        for tick, count in enumerate(FLOODS_AT_TICK, 1)
    ]
    ticks.append((str(SKULL), Message("forbidden-island.tick-skull")))
    yield one_of("water", name("water"), ticks, str(state.water), put=_set_water)


def _set_water(state: ForbiddenIsland, word: str) -> ForbiddenIsland:
    return replace(state, water=int(word))


# ---------------------------------------------------------------------- people
def _people(state: ForbiddenIsland) -> Iterator[Correctable]:
    tiles = [(word, name(word)) for word in TILES]
    adventurers = [(word, name(word)) for word in ADVENTURERS]
    for seat, at in enumerate(state.pawns):
        now = ADVENTURERS[state.roles[seat]]
        label = Message("forbidden-island.adventurer-of", {"number": seat + 1})
        yield one_of(f"adventurer.{seat + 1}", label, adventurers, now, put=partial(_set_role, seat))
        label = Message("forbidden-island.pawn-of", {"pawn": pawn_of(state, seat)})
        yield one_of(f"pawn.{seat + 1}", label, tiles, TILES[at], put=partial(_set_pawn, seat))


def _set_role(seat: int, state: ForbiddenIsland, word: str) -> ForbiddenIsland:
    return replace(state, roles=swap(state.roles, seat, ADVENTURERS.index(word)), flown=False)


def _set_pawn(seat: int, state: ForbiddenIsland, word: str) -> ForbiddenIsland:
    return replace(state, pawns=swap(state.pawns, seat, TILE_NUMBER[word]))


def _turn(state: ForbiddenIsland) -> Iterator[Correctable]:
    seats = [(str(seat + 1), pawn_of(state, seat)) for seat in range(len(state.pawns))]
    yield one_of("turn", Message("forbidden-island.whose-turn"), seats, str(state.turn + 1), put=_set_turn)
    steps = [(step, _step_label(step)) for step in STEPS]
    yield one_of("step", Message("forbidden-island.step"), steps, _step(state), put=_set_step)
    both = [(word, name(word)) for word in (YES, NO)]
    yield one_of("flown", Message("forbidden-island.has-flown"), both, YES if state.flown else NO, put=_set_flown)


def _set_turn(state: ForbiddenIsland, word: str) -> ForbiddenIsland:
    return replace(state, turn=int(word) - 1, flown=False)


def _set_flown(state: ForbiddenIsland, word: str) -> ForbiddenIsland:
    return replace(state, flown=word == YES)


def _step(state: ForbiddenIsland) -> str:
    """Return the turn's step as a word.

    A step with all cards drawn counts as its last card.
    """
    if state.actions:
        return f"actions-{state.actions}"
    if state.floods == NOT_BEGUN:
        return f"treasure-{max(1, state.draws)}"
    return f"flood-{max(1, state.floods)}"


def _step_label(step: str) -> Message:
    kind, _, left = step.partition("-")
    return Message("forbidden-island.step-left", {"step": name(kind), "left": int(left)})


def _set_step(state: ForbiddenIsland, word: str) -> ForbiddenIsland:
    kind, _, left = word.partition("-")
    if kind == "actions":
        return replace(state, actions=int(left), draws=TREASURE_DRAWS, floods=NOT_BEGUN)
    if kind == "treasure":
        return replace(state, actions=0, draws=int(left), floods=NOT_BEGUN)
    return replace(state, actions=0, draws=0, floods=int(left))


# ---------------------------------------------------------------------- treasure cards and treasures
def _cards(state: ForbiddenIsland) -> Iterator[Correctable]:
    for card in CARDS:
        maximum, now = CARD_COUNTS[card], state.discard.count(card)
        label = Message("forbidden-island.discarded-cards", {"card": name(card)})
        yield count_of(f"discard.{card}", label, maximum, now, put=partial(_set_discard, card))
        for seat in range(len(state.hands)) if card != WATERS_RISE else ():
            label = Message("forbidden-island.cards-of", {"card": name(card), "pawn": pawn_of(state, seat)})
            put = partial(_set_hand, seat, card)
            yield count_of(f"hand.{seat + 1}.{card}", label, maximum, state.hand(seat).count(card), put=put)


def _with(cards: Sequence[str], card: str, count: int) -> tuple[str, ...]:
    return bag([*(each for each in cards if each != card), *(card,) * count])


def _set_discard(card: str, state: ForbiddenIsland, word: str) -> ForbiddenIsland:
    return _undrawn(replace(state, discard=_with(state.discard, card, int(word))))


def _set_hand(seat: int, card: str, state: ForbiddenIsland, word: str) -> ForbiddenIsland:
    if card in SPECIALS:
        cards = _with(state.specials[seat], card, int(word))
        return _undrawn(replace(state, specials=swap(state.specials, seat, cards)))
    return _undrawn(replace(state, hands=swap(state.hands, seat, _with(state.hands[seat], card, int(word)))))


def _undrawn(state: ForbiddenIsland) -> ForbiddenIsland:
    """Return *state* with all undrawn cards in the deck."""
    left = Counter(TREASURE_DECK) - _open_cards(state)
    return replace(state, deck=bag(left.elements()))


def _open_cards(state: ForbiddenIsland) -> Counter[str]:
    return Counter([*state.discard, *(card for row in (state.hands, state.specials) for hand in row for card in hand)])


def _treasures(state: ForbiddenIsland) -> Iterator[Correctable]:
    captors = [(NOBODY, name(NOBODY)), *((str(seat + 1), pawn_of(state, seat)) for seat in range(len(state.pawns)))]
    for treasure, word in enumerate(TREASURES):
        captor = state.captors[treasure]
        now = NOBODY if captor < 0 else str(captor + 1)
        label = Message("forbidden-island.captor-of", {"treasure": name(word)})
        yield one_of(f"captured.{word}", label, captors, now, put=partial(_set_captor, treasure))


def _set_captor(treasure: int, state: ForbiddenIsland, word: str) -> ForbiddenIsland:
    captor = -1 if word == NOBODY else int(word) - 1
    return replace(state, captors=swap(state.captors, treasure, captor))


# ---------------------------------------------------------------------- what lies where
def _places(state: ForbiddenIsland) -> Iterator[Correctable]:
    tiles = [(word, name(word)) for word in TILES]
    for number, (row, column) in enumerate(LAYOUTS[state.rules.layout].places):
        label = Message("forbidden-island.place", {"row": row + 1, "column": column + 1})
        yield one_of(f"place.{number + 1}", label, tiles, TILES[state.tiles[number]], put=partial(_set_place, number))


def _set_place(number: int, state: ForbiddenIsland, word: str) -> ForbiddenIsland:
    """Put a tile on a place.

    Until all changes are made it may be on another one too.
    """
    tiles = swap(state.tiles, number, TILE_NUMBER[word])
    return replace(state, tiles=tiles, geometry=geometry(LAYOUTS[state.rules.layout], tiles))


# ---------------------------------------------------------------------- by two taps on the board
def board_things(state: ForbiddenIsland) -> tuple[BoardThing, ...]:
    """Return the pawns and the tiles with their possible changes.

    A pawn may go to other tiles; a tile has three sides.
    """
    return (*_pawns(state), *_sides(state)) if state.turn >= 0 else ()


def _pawns(state: ForbiddenIsland) -> Iterator[BoardThing]:
    for seat, at in enumerate(state.pawns):
        role, pawn = ADVENTURERS[state.roles[seat]], pawn_of(state, seat)
        land = tuple(_SPOTS[tile] for tile in tiles_of(state.land) if tile != at)
        what = Message("forbidden-island.the-pawn", {"pawn": pawn})
        yield BoardThing(f"pawn.{seat + 1}", role, pawn, what, (land,))


_SPOTS = tuple(Spot((f"={word}",), name(word), "forbidden-island.put-pawn", word) for word in TILES)


_TOLD = {
    DRY: "forbidden-island.put-dry",
    FLOODED: "forbidden-island.put-flooded",
    SUNK: "forbidden-island.put-sunk",
}


def _sides(state: ForbiddenIsland) -> Iterator[BoardThing]:
    """Yield the tiles with their other sides.

    A tile on the island has its flood card in the game, and nobody is on a sunk one.
    """
    for tile, word in enumerate(TILES):
        now = _side(state, tile)
        card = f"flood.{word}={DISCARD}" if now == SUNK else f"flood.{word}={OUT}"
        sides = [side for side in (DRY, FLOODED, SUNK) if side != now and (side != SUNK or tile not in state.pawns)]
        spots = tuple(
            Spot((f"={side}", *([card] if SUNK in (now, side) else [])), name(side), _TOLD[side]) for side in sides
        )
        yield BoardThing(word, word, name(word), name(word), (spots,))


# ---------------------------------------------------------------------- what can't be
def faults(state: ForbiddenIsland) -> tuple[Refusal, ...]:
    """Return all that makes *state* impossible in play."""
    if state.turn < 0:
        return ()
    return (*_tile_faults(state), *_card_faults(state), *_flood_faults(state), *_pawn_faults(state))


def _tile_faults(state: ForbiddenIsland) -> Iterator[Refusal]:
    if len(set(state.tiles)) < len(TILES):
        yield refusals.EACH_TILE_ONCE


def _card_faults(state: ForbiddenIsland) -> Iterator[Refusal]:
    lying = _open_cards(state) + Counter(state.deck)
    for card, count in CARD_COUNTS.items():
        if lying[card] != count:
            yield Refusal(Message("forbidden-island.fault-cards", {"card": name(card), "count": count}), "FI-C3")


def _flood_faults(state: ForbiddenIsland) -> Iterator[Refusal]:
    """Yield faults of the flood cards.

    A tile on the island has one flood card in the game, a sunk one none; and at least the first floods were drawn.
    """
    seen = 0
    for cards in (*state.pile, state.spent):
        for tile in tiles_of(cards & seen):
            yield Refusal(Message("forbidden-island.fault-flood-card", {"tile": name(TILES[tile])}), "FI-C4")
        seen |= cards
    for tile in tiles_of(seen ^ state.land):
        yield Refusal(Message("forbidden-island.fault-flood-card", {"tile": name(TILES[tile])}), "FI-C4")
    if state.land | state.wet != state.land or state.land & ~ALL_TILES:
        yield Refusal(Message("forbidden-island.fault-wet"), "FI-F2")


def _pawn_faults(state: ForbiddenIsland) -> Iterator[Refusal]:
    if len(set(state.roles)) < len(state.roles):
        yield Refusal(Message("forbidden-island.fault-adventurers"), "FI-S3")
    sunk = sinking(state)
    for seat, at in enumerate(state.pawns):
        if not state.stands(at) and (sunk is None or sunk.tile != at):
            yield Refusal(
                Message("forbidden-island.fault-pawn", {"pawn": pawn_of(state, seat), "tile": name(TILES[at])}), "FI-F4"
            )
    if state.flown and state.roles[state.turn] != PILOT:
        yield Refusal(Message("forbidden-island.fault-flown"), "FI-A13")
