"""A kit's picture for pages, from a state filtered for its viewer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from companion.engine.chance import Word
from companion.engine.values.bags import HIDDEN
from companion.engine.values.message import Message, Value
from companion.engine.values.picture import (
    Badge,
    ButtonPicture,
    CardPicture,
    CounterPicture,
    Deck,
    DicePicture,
    GroupPicture,
    GroupState,
    Hand,
    HeldPicture,
    Label,
    Segment,
    Token,
    WheelPicture,
)
from companion.engine.values.seats import TABLE, seat_word
from companion.kits.board import Board, Pack
from companion.kits.format.shelf import shelf_key
from companion.kits.format.spec import BadgeSpec, CounterSpec, DeckSpec, DiceSpec, GroupSpec, Kit, WheelSpec


class DrawnThings(Struct, frozen=True):
    """The things of a kit as drawn, made of *source*; no result changes them."""

    source: tuple[object, ...]
    segments: Mapping[str, tuple[Segment, ...]]
    decks: list[Deck]
    counters: list[CounterPicture]
    groups: list[GroupPicture]
    badges: list[Badge]


_newest: dict[str, DrawnThings] = {}
"""The things of each kit as last drawn."""


def _things(state: Board) -> DrawnThings:
    """Return the things of *state*, the same as before where they are equal."""
    kit, known = state.kit, _newest.get(state.kit.slug)
    source = (kit, state.names, state.packs, state.counters, state.tokens, state.badges)
    if known is None or known.source != source:
        known = _newest[kit.slug] = DrawnThings(
            source,
            segments={wheel.name: _segments(kit, wheel) for wheel in kit.wheels},
            decks=[_deck(state, deck) for deck in kit.decks],
            counters=[_counter(state, counter) for counter in kit.counters],
            groups=[_group(state, group) for group in kit.groups],
            badges=[_badge(state, badge) for badge in kit.badges],
        )
    return known


def picture(state: Board, buttons: Mapping[str, str]) -> dict[str, Any]:
    """Return the picture of the kit, with the table's present *buttons*."""
    kit, things = state.kit, _things(state)
    return {
        "rolls": state.rolls,
        "dice": [_dice(state, dice) for dice in kit.dice],
        "wheels": [_wheel(state, wheel, things.segments[wheel.name]) for wheel in kit.wheels],
        "decks": things.decks,
        "counters": things.counters,
        "groups": things.groups,
        "badges": things.badges,
        "buttons": [_button(state, button, line) for button, line in buttons.items()],
        "next": next_deed(state),
        "fell": _fell(state),
        "how": _how(state, buttons),
    }


class NextDeed(ButtonPicture, frozen=True):
    """The action asked for by the last result.

    It is for *seat*, or for anybody if the result has no seat.
    """

    seat: int | str = seat_word(TABLE)


class Fell(Struct, frozen=True):
    """The sentence about the last result.

    *own* is for the *seat* that it came for, *told* for others.
    """

    seat: int | str
    own: Label
    told: Label


class How(Struct, frozen=True):
    """The sentence about the table's buttons.

    *playing* is for people playing on a page, *watching* for watchers.
    """

    playing: Label
    watching: Label


def next_deed(state: Board) -> NextDeed | None:
    """Return the action asked for by the last result, else None.

    None as well if the action isn't possible any more.
    """
    fallen = state.fallen
    if fallen is None or state.queue or not _may(state, fallen.asks):
        return None
    verb, name = fallen.asks.split(" ")
    return NextDeed("", fallen.asks, Message(f"play.{verb}"), state.kit.text(name), seat_word(fallen.seat))


def _may(state: Board, deed: str) -> bool:
    """Return True if *deed* is still possible."""
    verb, _, name = deed.partition(" ")
    if verb == "gain":
        return state.stock(name) > 0
    if verb in ("raise", "lower"):
        at = state.counters[state.kit.counter_at[name]] + (1 if verb == "raise" else -1)
        return 0 <= at < len(state.kit.counters[state.kit.counter_at[name]].ticks)
    pack = state.pack(name) if verb == "draw" else None
    return bool(deed) and (pack is None or bool(pack.left or pack.discard))


def _fell(state: Board) -> Fell | None:
    fallen = state.fallen
    if fallen is None or state.queue:
        return None
    kit = state.kit
    token = kit.group_of.get(fallen.word) if fallen.deck and kit.decks[kit.deck_at[fallen.deck]].tokens else None
    does = kit.detail(state.token(fallen.word) if token else fallen.word)
    what: dict[str, Value] = {"what": kit.text(fallen.word), "does": does}
    own = Message("kit.fell-does" if does else "kit.fell", what)
    named = 0 <= fallen.seat < len(state.names)
    following = next_deed(state)
    if not named:
        told = own
    elif following is None:
        told = Message("kit.fell-for", {"name": state.names[fallen.seat], "told": own})
    else:
        deed: dict[str, Value] = {"deed": following.label, "thing": following.hint}
        told = Message("kit.next-for", {"name": state.names[fallen.seat], **deed})
    return Fell(seat_word(fallen.seat), own, told)


def _how(state: Board, buttons: Mapping[str, str]) -> How | None:
    if not buttons:
        return None
    named: dict[str, Value] = {"buttons": tuple(Message(f"panel.{button}") for button in buttons)}
    return How(Message("kit.press-or-tap", named), Message("kit.press", named))


def _dice(state: Board, dice: DiceSpec) -> DicePicture:
    result = state.result(dice.name)
    faces = result.faces if result else None
    ways = dice.faces.count("won")
    return DicePicture(
        name=dice.name,
        label=state.kit.text(dice.name),
        kind="verdict" if dice.is_verdict else "number",
        look=dice.look,
        faces=dice.faces,
        count=dice.count,
        hint=Message("kit.ways", {"ways": ways, "of": len(dice.faces)}) if ways else "",
        values=faces,
        labels=tuple(word(state.kit, face) for face in faces) if faces else None,
        total=sum(face for face in faces if isinstance(face, int)) if faces and not dice.is_verdict else None,
        roll=result.number if result else None,
    )


def _segments(kit: Kit, wheel: WheelSpec) -> tuple[Segment, ...]:
    return tuple(
        Segment(each.name, kit.text(each.name), each.sign, each.weight, kit.detail(each.name))
        for each in wheel.segments
    )


def _wheel(state: Board, wheel: WheelSpec, segments: tuple[Segment, ...]) -> WheelPicture:
    result = state.result(wheel.name)
    at = wheel.at(str(result.faces[0])) if result else None
    return WheelPicture(
        name=wheel.name,
        label=state.kit.text(wheel.name),
        segments=segments,
        at=at,
        detail=state.kit.detail(wheel.segments[at].name) if at is not None else "",
        roll=result.number if result else None,
    )


def _deck(state: Board, deck: DeckSpec) -> Deck:
    pack = state.pack(deck.name)
    return Deck(
        name=deck.name,
        label=state.kit.text(deck.name),
        left=pack.left,
        discarded=len(pack.discard),
        removed=len(pack.removed),
        top=tuple(_card(state.kit, deck, card) for card in pack.discard),
        last=_card(state.kit, deck, pack.shown) if pack.shown else None,
        round=(pack.drawn, pack.round) if pack.round else None,
        kept=deck.has_kept,
        secret=state.hides(deck),
        hands=_hands(state, deck, pack) if deck.has_kept else (),
    )


def _hands(state: Board, deck: DeckSpec, pack: Pack) -> tuple[Hand, ...]:
    return tuple(
        Hand(
            seat_word(seat),
            tuple(_card(state.kit, deck, card) for card in hand if card != HIDDEN),
            hand.count(HIDDEN),
        )
        for seat, hand in zip(state.holders(), pack.hands, strict=True)
    )


def _card(kit: Kit, deck: DeckSpec, card: str) -> CardPicture:
    return CardPicture(card, kit.text(card), kit.detail(card), deck.card(card).sign)


def _counter(state: Board, counter: CounterSpec) -> CounterPicture:
    return CounterPicture(
        counter.name,
        state.kit.text(counter.name),
        tuple(word(state.kit, tick) for tick in counter.ticks),
        state.counters[state.kit.counter_at[counter.name]],
    )


def _group(state: Board, group: GroupSpec) -> GroupPicture:
    looks = {each.name: each.look for each in group.states}
    return GroupPicture(
        name=group.name,
        label=state.kit.text(group.name),
        shape=group.shape or None,
        states=tuple(GroupState(each.name, state.kit.text(each.name), each.look) for each in group.states),
        tokens=tuple(
            Token(
                token.name,
                state.kit.text(token.name),
                state.token(token.name),
                looks[state.token(token.name)],
                token.sign,
            )
            for token in group.tokens
        ),
        broken=Message(shelf_key(state.kit.slug, "breaks")) if state.kit.has_breaks else "",
    )


def _badge(state: Board, badge: BadgeSpec) -> Badge:
    held = zip(state.holders(), state.badges[state.kit.badge_at[badge.name]], strict=True)
    return Badge(
        name=badge.name,
        label=state.kit.text(badge.name),
        sign=badge.sign,
        stock=state.stock(badge.name),
        held=tuple(HeldPicture(seat_word(seat), count) for seat, count in held),
    )


def _button(state: Board, button: str, line: str) -> ButtonPicture:
    verb, *names = line.split(" ")
    hint: Message | str = state.kit.text(names[-1]) if names else ""
    if verb == "draw":
        hint = Message("kit.draw-hint", {"deck": state.kit.text(names[-1]), "left": state.pack(names[-1]).left})
    return ButtonPicture(button, line, Message(f"play.{verb}"), hint)


def word(kit: Kit, value: Word) -> Message | int:
    """Return a number as it is, and a word by its name."""
    return value if isinstance(value, int) else kit.text(value)
