"""What pages draw of Harbour: the board as a graph, everybody's crates, the die and the hidden cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.referees.declarations import Declaration
from companion.engine.values.bags import HIDDEN
from companion.engine.values.message import Message
from companion.engine.values.picture import (
    COLOURS,
    BoardPicture,
    ButtonPicture,
    CardPicture,
    Cell,
    Deck,
    DicePicture,
    EndPicture,
    Hand,
    Head,
    Item,
    PersonPicture,
    Picture,
    Piece,
    as_dict,
)

from .rules.boarding import Boarding
from .rules.places import CAPTURES, DIE, QUAYS, WRECK, name, neighbours, places
from .rules.state import Harbour

WIDTH, HEIGHT = 320, 300
WHERE: Mapping[str, tuple[int, int]] = {
    "north": (160, 36), "south": (160, 264), "east": (284, 150), "west": (36, 150),
    "reef": (84, 84), "buoy": (236, 84), "sandbank": (236, 216), "lighthouse": (84, 216), "wreck": (160, 150),
}  # fmt: skip
"""The middle of each place in the drawing."""
SIGNS = {"fog": "fog", "wind": "wind"}
CRATE = "block"


def picture(state: Harbour) -> dict[str, Any]:
    """Return *state*, filtered for its viewer, as pages draw it."""
    end = state.ending
    drawn = Picture(
        now="" if end else now(state),
        head=_head(state),
        boards=(_board(state),),
        people=tuple(_person(state, seat) for seat in range(state.seats())),
        dice=(_die(state),),
        decks=(_deck(state),),
        buttons=tuple(ButtonPicture(button, line, name(line)) for button, line in buttons(state).items()),
        end=EndPicture(state.end() or "", winners=end.winners) if end else None,
    )
    return as_dict(drawn)


def now(state: Harbour) -> Message | str:
    """Return what has to be done next, as everybody may read it."""
    top = state.top()
    if isinstance(top, Declaration):
        return Message("harbour.now-answer", {"what": top.sentence(state)})
    if isinstance(top, Boarding):
        who: dict[str, Any] = {"name": state.called(top.by), "other": state.called(top.target)}
        return Message("harbour.now-roll", {**who, "minimum": CAPTURES})
    if state.awaits_chance():
        return Message("harbour.now-cards")
    return Message("harbour.now-sail", {"name": state.called(state.turn), "count": state.sails})


def _head(state: Harbour) -> Head | None:
    if state.turn < 0 or state.ending:
        return None
    return Head(state.turn, COLOURS[state.turn], next=(state.turn + 1) % state.seats())


# ---------------------------------------------------------------------- the board
def _board(state: Harbour) -> BoardPicture:
    cells = tuple(_cell(state, place) for place in places(state.rules.people))
    return BoardPicture("harbour", "graph", name("name"), cells, tuple(_pieces(state)), width=WIDTH, height=HEIGHT)


def _cell(state: Harbour, place: str) -> Cell:
    ways = neighbours(state.rules.people)[place]
    if place in QUAYS:
        seat = QUAYS.index(place)
        return Cell(
            place,
            name(place),
            WHERE[place],
            shape="box",
            look=COLOURS[seat],
            notes=(Message("harbour.quay-of", {"name": state.called(seat)}),),
            owner=seat,
            to=ways,
        )
    if place == WRECK:
        return Cell(place, name(place), WHERE[place], shape="diamond", look="hole", to=ways)
    return Cell(place, name(place), WHERE[place], look="water", to=ways)


def _pieces(state: Harbour) -> Iterator[Piece]:
    if left := state.at_the_wreck():
        yield Piece("crates", WRECK, name("crate"), look="silver", sign=CRATE, count=left)
    for seat, place in enumerate(state.boats):
        boat = Message("harbour.boat-of", {"name": state.called(seat)})
        yield Piece(f"boat-{seat + 1}", place, boat, COLOURS[seat], "boat", seat, selected=seat == state.turn)
        if state.laden[seat]:
            yield Piece(f"cargo-{seat + 1}", place, name("crate"), "silver", CRATE)


# ---------------------------------------------------------------------- people, die and cards
def _person(state: Harbour, seat: int) -> PersonPicture:
    landed = Item("landed", Message("harbour.landed"), CRATE, value=state.landed[seat])
    notes = (Message("harbour.laden"),) if state.laden[seat] else ()
    return PersonPicture(seat, look=COLOURS[seat], items=(landed,), notes=notes)


def _die(state: Harbour) -> DicePicture:
    top = state.top()
    moving = isinstance(top, Boarding) and top.asked
    lies = (state.die,) if state.die and not moving else None
    return DicePicture(
        "boarding", name("boarding"), "number", "pips", DIE, 1,
        values=lies, labels=lies, total=state.die if lies else None, roll=state.rolls or None,
    )  # fmt: skip


def _deck(state: Harbour) -> Deck:
    return Deck(
        "card",
        name("card"),
        left=len(state.deck),
        discarded=len(state.discard),
        top=tuple(map(_card, state.discard)),
        kept=True,
        secret=True,
        hands=tuple(_hands(state)),
    )


def _hands(state: Harbour) -> Iterator[Hand]:
    for seat, cards in enumerate(state.hands):
        seen = tuple(_card(card) for card in cards if card != HIDDEN)
        yield Hand(seat, seen, len(cards) - len(seen))


def _card(card: str) -> CardPicture:
    return CardPicture(card, name(card), name(f"{card}-does"), SIGNS[card])


def buttons(state: Harbour) -> Mapping[str, str]:
    """Return what the table's buttons do now: ROLL the die that is owed."""
    top = state.top()
    return {"roll": "roll"} if isinstance(top, Boarding) and not top.asked else {}


def differences(before: Harbour, state: Harbour) -> tuple[Message, ...]:
    """Return what the real board shows in *state* that it didn't *before*."""
    found = []
    for seat, place in enumerate(state.boats):
        who: dict[str, Any] = {"name": state.called(seat)}
        if place != before.boats[seat]:
            found.append(Message("harbour.shows-boat", {**who, "place": name(place)}))
        if state.laden[seat]:
            found.append(Message("harbour.shows-laden", who))
        if state.landed[seat]:
            found.append(Message("harbour.shows-landed", {**who, "count": state.landed[seat]}))
    return tuple(found)
