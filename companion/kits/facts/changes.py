"""Changes of a board that several facts make."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.state import swap
from companion.kits.format.flow import EventKind, Passes
from companion.kits.format.spec import CardSpec, DeckSpec, Where
from companion.kits.things.board import Board
from companion.kits.things.jobs import Job, jobs_of
from companion.kits.things.packs import Pack
from companion.kits.things.throws import KitResult


def queued(state: Board, jobs: tuple[Job, ...]) -> Board:
    """Return *state* with *jobs* before all others."""
    return replace(state, queue=(*jobs, *state.queue)) if jobs else state


def event_of(state: Board, kind: EventKind, name: str, seat: int, *, card: str = "") -> tuple[Job, ...]:
    """Return the job of an event, () without a rule."""
    if not state.kit.rules or (kind, name) not in state.kit.rules_at:
        return ()
    return (Job("event", name, kind, card=card, seat=seat),)


def passing(state: Board, kind: Passes, name: str) -> tuple[Job, ...]:
    """Return the job of passing the turn after this, if any."""
    turn = state.kit.turn
    if turn is None or turn.passes != kind or turn.name not in ("", name):
        return ()
    return (Job("next-turn", word="by-itself", by=state.course.turn),)


def with_result(state: Board, result: KitResult) -> Board:
    """Return *state* with *result* as the last one of its name."""
    dice = state.kit.dice_named.get(result.name)
    of_seat = dice is not None and dice.is_hidden
    others = tuple(
        each for each in state.results if each.name != result.name or (of_seat and each.seat != result.seat)
    )  # fmt: skip
    return replace(state, rolls=result.number, results=(*others, result))


def uses(deck: DeckSpec, card: CardSpec, seat: int, *, is_drawn: bool = False) -> tuple[Job, ...]:
    """Return the jobs of *card*, which is put away at last."""
    effects = (*(deck.each if is_drawn else ()), *card.does)
    return (*jobs_of(effects, seat, deck.name, card.name), Job("put", deck=deck.name, card=card.name, seat=seat))


def with_token(state: Board, token: str, word: str) -> Board:
    """Return *state* with *token* in state *word*.

    The token's cards go to their place for that state.
    """
    group = state.kit.group_of[token]
    tokens = swap(state.tokens, state.kit.token_at[token], group.state(word))
    state = replace(state, tokens=tokens)
    for at, deck in enumerate(state.kit.decks):
        if deck.tokens == group.name:
            row = tuple(_belonging(pack, token, deck.goes(word)) for pack in state.packs[at])
            state = replace(state, packs=swap(state.packs, at, row))
    return state


def _belonging(pack: Pack, card: str, where: Where) -> Pack:
    if where == "discard" and card in pack.removed:
        back = tuple(each for each in pack.removed if each != card)
        return replace(pack, removed=back, discard=(*pack.discard, card))
    pack = pack.forgotten()
    if where == "removed" and (card in pack.discard or any(card in cards for cards in pack.pile)):
        pile = tuple(rest for cards in pack.pile if (rest := tuple(each for each in cards if each != card)))
        discard = tuple(each for each in pack.discard if each != card)
        return replace(pack, pile=pile, discard=discard, removed=(*pack.removed, card))
    return pack


def hand_at(state: Board, seat: int) -> int:
    """Return the place of *seat*'s hand.

    :raises LookupError: it has none; nothing is dealt to somebody else instead.
    """
    at = state.hand_of(seat)
    if at is None:
        raise LookupError(f"seat {seat} has no hand among {len(state.names)} people")
    return at


def dealt(pack: Pack, hand: int, card: str) -> Pack:
    """Return *pack* with *card* in a hand."""
    return replace(pack, hands=swap(pack.hands, hand, (*pack.hands[hand], card)))


def without(pack: Pack, hand: int, card: str) -> Pack:
    """Return *pack* with *card* out of a hand."""
    cards = list(pack.hands[hand])
    cards.remove(card)
    return replace(pack, hands=swap(pack.hands, hand, tuple(cards)))
