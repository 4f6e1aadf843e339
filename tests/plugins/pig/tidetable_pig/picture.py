"""What pages draw of Pig: the dice, everybody's points, and the hidden cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.values.bags import HIDDEN
from companion.engine.values.message import Message
from companion.engine.values.picture import (
    ButtonPicture,
    CardPicture,
    Deck,
    DicePicture,
    EndPicture,
    Hand,
    Head,
    Item,
    PersonPicture,
    Picture,
    as_dict,
)

FACES = (1, 2, 3, 4, 5, 6)


def name(word: str) -> Message:
    """Return the name of a card, a die or a verb."""
    return Message(f"pig.words.{word}")


def picture(state: Any) -> dict[str, Any]:
    """Return *state*, filtered for its viewer, as pages draw it."""
    end = state.ending
    drawn = Picture(
        now="" if end else _now(state),
        head=_head(state),
        people=tuple(_person(state, seat) for seat in range(len(state.scores))),
        dice=(_dice(state),),
        decks=(_deck(state),) if state.rules.cards else (),
        buttons=tuple(ButtonPicture(button, line, name(line)) for button, line in buttons(state).items()),
        end=EndPicture(state.end(), winners=end.winners) if end else None,
    )
    return as_dict(drawn)


def _now(state: Any) -> Message | str:
    if state.turn < 0:
        return ""
    who = state.called(state.turn)
    return (
        Message("pig.now", {"name": who, "total": state.total})
        if state.total
        else Message("pig.now-first", {"name": who})
    )


def _head(state: Any) -> Head | None:
    if state.turn < 0 or state.ending:
        return None
    return Head(state.turn, next=(state.turn + 1) % len(state.scores))


def _person(state: Any, seat: int) -> PersonPicture:
    items = [Item("points", Message("pig.points"), value=state.scores[seat])]
    if seat == state.turn and state.total:
        items.append(Item("this-turn", Message("pig.this-turn"), value=state.total))
    return PersonPicture(seat, items=tuple(items))


def _dice(state: Any) -> DicePicture:
    lies = state.dice if state.dice and not state.rolling else None
    return DicePicture(
        "dice", name("dice"), "number", "pips", FACES, 2,
        values=lies, labels=lies, total=sum(lies) if lies else None, roll=state.rolls or None,
    )  # fmt: skip


def _deck(state: Any) -> Deck:
    return Deck("card", name("card"), left=len(state.deck), kept=True, secret=True, hands=_hands(state))


def _hands(state: Any) -> tuple[Hand, ...]:
    hands = []
    for seat, cards in enumerate(state.hands):
        seen = tuple(CardPicture(card, name(card), name(f"{card}-does"), "plus") for card in cards if card != HIDDEN)
        hands.append(Hand(seat, seen, len(cards) - len(seen)))
    return tuple(hands)


def buttons(state: Any) -> Mapping[str, str]:
    """Return what the table's buttons do now: ROLL rolls."""
    return {} if state.rolling or state.ending or state.turn < 0 else {"roll": "roll"}


def hand(state: Any, seat: int) -> tuple[Message, ...]:
    """Return the card in *seat*'s hand, by its name."""
    return tuple(map(name, state.hands[seat])) if 0 <= seat < len(state.hands) else ()
