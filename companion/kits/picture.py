"""A kit's picture for pages, from a state filtered for its viewer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.chance import Word
from companion.engine.game import BEGINS
from companion.engine.values.bags import HIDDEN
from companion.engine.values.message import Message, Value
from companion.engine.values.picture import (
    ButtonPicture,
    CardPicture,
    CounterPicture,
    Deck,
    EndPicture,
    Hand,
    Label,
    Segment,
)
from companion.engine.values.seats import TABLE, seat_word
from companion.engine.values.token_picture import Badge, GroupPicture, GroupState, HeldPicture, Token
from companion.kits.facts.dice import face_label, segment_label
from companion.kits.facts.things import counter_label
from companion.kits.format.shelf import shelf_key
from companion.kits.format.spec import BadgeSpec, CounterSpec, DeckSpec, GroupSpec, Kit
from companion.kits.pictures.deed import next_deed
from companion.kits.pictures.dice import cups_of, dice_picture, segments_of, wheel_picture
from companion.kits.pictures.scores import clocks_of, head_of, round_picture, scores_of, sheets_of
from companion.kits.things.board import Board
from companion.kits.things.packs import Pack
from companion.kits.things.throws import is_last


class DrawnThings(Struct, frozen=True):
    """The drawn things of a kit, made of *source*.

    No result changes them.
    """

    source: tuple[object, ...]
    segments: Mapping[str, tuple[Segment, ...]]
    decks: list[Deck]
    counters: list[CounterPicture]
    groups: list[GroupPicture]
    badges: list[Badge]


_newest: dict[str, DrawnThings] = {}
"""The things of each kit as last drawn."""


def _things(state: Board) -> DrawnThings:
    """Return the things of *state*, the same object while they are equal."""
    kit, known = state.kit, _newest.get(state.kit.slug)
    source = (kit, state.names, state.written, state.packs, state.counters, state.tokens, state.badges)
    if known is None or known.source != source:
        known = _newest[kit.slug] = DrawnThings(
            source,
            segments={wheel.name: segments_of(state, wheel) for wheel in kit.wheels},
            decks=[_deck(state, deck, at) for deck in kit.decks for at in range(len(_packs(state, deck)))],
            counters=[
                _counter(state, counter, owner) for counter in kit.counters for owner in range(_tracks(state, counter))
            ],
            groups=[_group(state, group) for group in kit.groups],
            badges=[_badge(state, badge) for badge in kit.badges],
        )
    return known


def picture(state: Board, buttons: Mapping[str, str]) -> dict[str, Any]:
    """Return the picture of the kit, with the table's present *buttons*."""
    kit, things = state.kit, _things(state)
    return {
        **_course(state),
        "rolls": state.rolls,
        "dice": [dice_picture(state, dice) for dice in kit.dice],
        "wheels": [wheel_picture(state, wheel, things.segments[wheel.name]) for wheel in kit.wheels],
        "decks": things.decks,
        "counters": things.counters,
        "groups": things.groups,
        "badges": things.badges,
        "buttons": [_button(state, button, line) for button, line in buttons.items()],
        "next": next_deed(state),
        "fell": _fell(state),
        "how": _how(state, buttons),
    }


class PeekedCards(Struct, frozen=True):
    """The top cards of a deck, as far as the viewer knows."""

    name: str
    label: Label
    cards: tuple[CardPicture, ...]


def _course(state: Board) -> dict[str, Any]:
    """Return the parts that only some kits have."""
    told: dict[str, Any] = {
        "scores": scores_of(state),
        "sheets": sheets_of(state),
        "cups": cups_of(state),
        "clocks": clocks_of(state),
        "round": round_picture(state),
        "head": head_of(state),
        "peeked": _peeked(state),
        "under_way": _under_way(state),
        "end": EndPicture(state.end() or "", winners=state.winners()) if state.ending else None,
        "has_rules": state.kit.rule_lines > 0,
    }
    return {key: value for key, value in told.items() if value}


class PartOfThrow(Struct, frozen=True):
    """The fallen dice called *name*, while others are still in motion.

    For the roll that decides who begins, *faces* are the names of the people who roll.
    """

    name: str
    faces: tuple[Label | int, ...]


def _under_way(state: Board) -> PartOfThrow | None:
    job = state.queue[0] if state.queue else None
    if job is not None and job.kind == "begin":
        return PartOfThrow(BEGINS, tuple(state.names[seat] for seat in job.counts))
    if job is None or not job.answers:
        return None
    return PartOfThrow(job.name, tuple(face_label(state, face) for answer in job.answers for face in answer))


def _peeked(state: Board) -> tuple[PeekedCards, ...]:
    found = []
    for deck, row in zip(state.kit.decks, state.packs, strict=True):
        for pack in row:
            known = (cards[0] for cards, seats in zip(pack.pile, pack.peeks, strict=False) if seats)
            cards = tuple(_card(state.kit, deck, card) for card in known if card != HIDDEN)
            if cards:
                found.append(PeekedCards(deck.name, state.kit.text(deck.name), cards))
    return tuple(found)


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


def _fell(state: Board) -> Fell | None:
    fallen = state.fallen
    if fallen is None or state.queue:
        return None
    kit = state.kit
    token = kit.group_of.get(fallen.word) if fallen.deck and kit.decks[kit.deck_at[fallen.deck]].tokens else None
    does = kit.detail(state.token(fallen.word) if token else fallen.word)
    what: dict[str, Value] = {"what": _fallen_label(state, fallen.word), "does": does}
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


def _fallen_label(state: Board, name: str) -> Message | str:
    """Return the name of the last card, segment or person."""
    wheel = next((each for each in state.kit.wheels if each.is_of_people), None)
    if wheel is not None and any(each.name == name for each in state.segments(wheel.name)):
        return segment_label(state, wheel.name, name)
    return state.kit.text(name)


def _how(state: Board, buttons: Mapping[str, str]) -> How | None:
    """Return the hint to press those *buttons* that do something."""
    useful = [button for button, line in buttons.items() if not _is_rolled_out(state, line)]
    if not useful:
        return None
    named: dict[str, Value] = {"buttons": tuple(Message(f"panel.{button}") for button in useful)}
    return How(Message("kit.press-or-tap", named), Message("kit.press", named))


def _is_rolled_out(state: Board, line: str) -> bool:
    """Return True if *line*'s dice have no roll left this turn."""
    verb, _, name = line.partition(" ")
    dice = state.kit.dice_named.get(name) if verb == "roll" and state.has_turns else None
    return dice is not None and not dice.is_hidden and is_last(dice, state.result(name, TABLE))


def _packs(state: Board, deck: DeckSpec) -> tuple[Pack, ...]:
    return state.packs[state.kit.deck_at[deck.name]]


def _tracks(state: Board, counter: CounterSpec) -> int:
    """Return how many markers *counter* has; numbers aren't tracks."""
    return len(state.counters[state.kit.counter_at[counter.name]]) if counter.ticks else 0


def _deck(state: Board, deck: DeckSpec, owner: int) -> Deck:
    pack = _packs(state, deck)[owner]
    return Deck(
        name=deck.name,
        label=_deck_label(state, deck, owner),
        left=pack.left,
        discarded=len(pack.discard),
        removed=len(pack.removed),
        top=tuple(_card(state.kit, deck, card) for card in pack.discard),
        last=_last(state.kit, deck, pack) if pack.shown else None,
        round=(pack.drawn, pack.round) if pack.round else None,
        kept=deck.has_kept,
        secret=state.hides(deck),
        hands=_hands(state, deck, pack) if deck.has_kept else (),
    )


def _deck_label(state: Board, deck: DeckSpec, owner: int) -> Message:
    """Return the name of a deck, and its owner's if any."""
    label = state.kit.text(deck.name)
    if not (deck.each_person and state.people):
        return label
    return Message("kit.counter-of", {"counter": label, "name": state.names[owner]})


def _hands(state: Board, deck: DeckSpec, pack: Pack) -> tuple[Hand, ...]:
    return tuple(
        Hand(
            seat_word(seat),
            tuple(_card(state.kit, deck, card) for card in deck.arranged(hand) if card != HIDDEN),
            hand.count(HIDDEN),
        )
        for seat, hand in zip(state.holders(), pack.hands, strict=True)
    )


def _last(kit: Kit, deck: DeckSpec, pack: Pack) -> CardPicture:
    card = _card(kit, deck, pack.shown)
    if not pack.way:
        return card
    return replace(card, label=Message("kit.card-way", {"card": card.label, "way": kit.text(pack.way)}))


def _card(kit: Kit, deck: DeckSpec, card: str) -> CardPicture:
    return CardPicture(card, kit.text(card), kit.detail(card), deck.card(card).sign)


def _counter(state: Board, counter: CounterSpec, owner: int) -> CounterPicture:
    return CounterPicture(
        counter.name,
        counter_label(state, counter.name, owner),
        tuple(word(state.kit, tick) for tick in counter.ticks),
        state.counters[state.kit.counter_at[counter.name]][owner],
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
    if verb == "do":
        return ButtonPicture(button, line, state.kit.text(names[-1]))  # an action's name is what the button does
    hint: Message | str = state.kit.text(names[-1]) if names else ""
    if verb == "draw":
        hint = Message("kit.draw-hint", {"deck": state.kit.text(names[-1]), "left": state.pack(names[-1]).left})
    return ButtonPicture(button, line, Message(f"play.{verb}"), hint)


def word(kit: Kit, value: Word) -> Message | int:
    """Return a number as it is, and a word by its name."""
    return value if isinstance(value, int) else kit.text(value)
