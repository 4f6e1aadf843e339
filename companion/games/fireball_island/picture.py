"""Fireball Island for pages: people, die and cards around the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.values.bags import HIDDEN
from companion.engine.values.message import Message
from companion.engine.values.picture import (
    COLOURS,
    CardPicture,
    Deck,
    DicePicture,
    EndPicture,
    Hand,
    Item,
    PersonPicture,
    Picture,
    as_dict,
)
from companion.engine.values.picture import ButtonPicture as PictureButton
from companion.games.fireball_island import notes as told
from companion.games.fireball_island.choices import fireball_pictures, open_declarations, seats_in_reach, way_pictures
from companion.games.fireball_island.island import balls, board_picture, trails
from companion.games.fireball_island.prompt import asks, chooser, head, now
from companion.games.fireball_island.rules.components import CARD_COUNTS, DIE, HELD, name
from companion.games.fireball_island.rules.state import TO_ROLL, FireballIsland
from companion.games.fireball_island.strike import strike
from companion.games.fireball_island.words import PAGE_WORDS, SIGNS


def picture(state: FireballIsland, buttons: Mapping[str, str]) -> dict[str, Any]:
    """Return *state*, filtered for its viewer, as pages draw it."""
    end = state.ending
    drawn = Picture(
        now="" if end else now(state),
        people=tuple(_person(state, seat) for seat in range(state.seats())),
        dice=(_die(state),),
        decks=(_deck(state),),
        buttons=tuple(PictureButton(button, line, name(line)) for button, line in buttons.items()),
        battle=strike(state),
        end=EndPicture(state.end() or "", winners=end.winners) if end else None,
        hints=told.hints(state),
    )
    return as_dict(
        drawn,
        boards=[board_picture(state)],
        trails=trails(state.rules.board),
        balls=balls(state.rules.board),
        turn={"seat": None if state.turn < 0 else state.turn, "step": state.step, "by": chooser(state)},
        asks=None if end else asks(state),
        head=head(state),
        declared=open_declarations(state),
        ways=way_pictures(state),
        fireballs=fireball_pictures(state),
        reach=seats_in_reach(state),
        words=PAGE_WORDS,
    )


def _person(state: FireballIsland, seat: int) -> PersonPicture:
    items: tuple[Item, ...] = (Item("hand", name("hand"), "cards", value=len(state.hands[seat])),)
    if state.totals and state.totals[seat] > TO_ROLL:
        items += (Item("first", name("first"), value=state.totals[seat]),)
    if state.owner == seat:
        items += (Item("jewel", name("jewel"), "gem"),)
    if state.tokens[seat] == HELD:
        items += (Item("charm", name("charm"), "charm"),)
    if seat == state.turn and state.owed:
        items += (Item("owed", name("owed"), "again", value=state.owed),)
    notes: tuple[Message, ...] = (state.place_name(state.places[seat]),)
    if state.lying[seat]:
        notes += (Message("fireball-island.lies"),)
    if state.is_fitted(seat):
        notes += (Message("fireball-island.fitted-note"),)
    if state.resting[seat]:
        notes += (name(f"rests-{state.resting[seat]}"),)
    return PersonPicture(seat, look=COLOURS[seat], items=items, notes=notes, gift=told.GIFT)


def _die(state: FireballIsland) -> DicePicture:
    lies = (state.die,) if state.die and not state.rolling else None
    return DicePicture(
        "die", name("cave-die" if state.caving else "die"), "number", "pips", DIE, 1,
        values=lies, labels=lies, total=state.die if lies else None, roll=state.rolls or None,
    )  # fmt: skip


def _deck(state: FireballIsland) -> Deck:
    return Deck(
        "cards",
        name("cards"),
        left=len(state.deck),
        discarded=len(state.discard),
        top=tuple(map(_card, state.discard)),
        kept=True,
        secret=True,
        hands=tuple(_hands(state)),
    )


def _hands(state: FireballIsland) -> Iterator[Hand]:
    for seat, cards in enumerate(state.hands):
        seen = tuple(_card(card) for card in cards if card != HIDDEN)
        yield Hand(seat, seen, len(cards) - len(seen))


def _card(card: str) -> CardPicture:
    return FACES[card]


FACES = {card: CardPicture(card, name(card), name(f"{card}-does"), SIGNS.get(card, "")) for card in CARD_COUNTS}
