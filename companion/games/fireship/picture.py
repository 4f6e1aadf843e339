"""The mirror's picture of the sea, as plain data with texts.

Hands are hidden: others see only their size. The board uses the vocabulary of :mod:`companion.engine.values.picture`,
on a grid. A declaration names a cell by its *column* and *row*, both from 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any

from companion.engine.referees.declarations import Declaration
from companion.engine.referees.pending_steps import PendingStep
from companion.engine.values.bags import HIDDEN
from companion.engine.values.message import Constant, Message
from companion.engine.values.picture import DicePicture, Head, Segment, WheelPicture, as_dict
from companion.games.fireship import notes as told
from companion.games.fireship.battle import battle, unable
from companion.games.fireship.prompt import asks, due, now, waiting, waiting_first
from companion.games.fireship.rules.actions import use_name
from companion.games.fireship.rules.board.components import (
    BADGES,
    BLUE,
    DICE,
    DIE_FACES,
    KINDS,
    KRAKEN,
    MOVE_DICE,
    MYSTERY_DRAW,
    PLAIN,
    THINGS,
    WHEEL_SPIN,
    name,
    place_of,
)
from companion.games.fireship.rules.board.masks import cells_of
from companion.games.fireship.rules.declarations import (
    DeclaredAttack,
    DeclaredCard,
    DeclaredSegment,
    DeclaredUse,
    answers_told,
)
from companion.games.fireship.rules.pending_steps import (
    Fight,
    FireshipDrawing,
    Losing,
    RaisingKraken,
    Spinning,
    Testing,
)
from companion.games.fireship.rules.setup import TO_ROLL, chooses, first_roller
from companion.games.fireship.rules.state import NOTHING, Sea
from companion.games.fireship.rules.values import IN_MINUTES, IN_ROUNDS, FireshipResult
from companion.games.fireship.sea import board_of
from companion.games.fireship.words import SIGNS, WORDS

PENDING: Mapping[type[PendingStep], str] = {
    Fight: "die", Testing: "die", Spinning: "spin", FireshipDrawing: "draw", Losing: "lose", RaisingKraken: "kraken",
}  # fmt: skip


def picture(state: Sea, buttons: Mapping[str, str]) -> dict[str, Any]:
    """Return everything visible on the table, and the effects of its *buttons*."""
    set_out = bool(state.pawns)
    return {
        "boards": [board_of(state)],
        "people": [_person(state, seat) for seat in range(state.rules.people)] if set_out else [],
        "decks": [_deck(state)],
        "badges": [
            {"name": word, "label": name(word), "sign": SIGNS[word], "stock": state.badge_stock(badge), "held": []}
            for badge, word in enumerate(BADGES)
        ],
        "dice": _dice(state),
        "wheels": (_wheel(state),),
        "turn": _turn(state),
        "head": _head(state),
        "result": _result(state),
        **_battles(state),
        "declared": [_declared(state, each) for each in state.pending if isinstance(each, Declaration)],
        "pending": [_pending(each) for each in reversed(state.pending) if isinstance(each, PendingStep)],
        "end": _end(state),
        "buttons": [
            {"button": button, "do": line, "label": _of_line(state, line), "hint": ""}
            for button, line in buttons.items()
        ],
        "now": now(state),
        "asks": asks(state),
        "hints": told.hints(state, due(state)),
        "words": _WORDS,
    }


_WORDS = Constant(WORDS)


def _of_line(state: Sea, line: str) -> Message:
    """Return the label of the button that sends *line*."""
    verb, *thing = line.split(" ")
    return use_name(state, THINGS.index(thing[0])) if thing else name(verb)


def _at(cell: int) -> dict[str, int]:
    column, row = place_of(cell)
    return {"column": column, "row": row}


def _person(state: Sea, seat: int) -> dict[str, Any]:
    cards = state.hands[seat]
    fleet: dict[str, Any] = {word: state.on_board(seat, kind) for kind, word in enumerate(KINDS)}
    reserve: dict[str, Any] = {word: state.reserve(seat, kind) for kind, word in enumerate(KINDS)}
    return {
        "seat": seat,
        "look": state.colour_word(seat),
        "label": state.colour(seat),
        "islands": state.islands_of(seat),
        "power": state.strength(seat),
        "fleet": fleet,
        "reserve": reserve,
        "notes": (Message("fireship.page.fleet", fleet), Message("fireship.page.reserve", reserve)),
        "count": len(cards),
        "items": [
            {"name": word, "label": name(word), "text": name(f"{word}-does"), "sign": SIGNS[word], "count": count}
            for word, count in zip(BADGES, state.badges[seat], strict=True)
            if count
        ],
        "misses": state.holes[seat],
        "rests": name(f"rests-{state.resting[seat]}") if state.resting[seat] else None,
        "fog": state.fogged(seat),
        "gift": told.gift_of(state.rules.limit),
        "out": bool(state.out >> seat & 1),
    }


def _deck(state: Sea) -> dict[str, Any]:
    hands = [
        {"seat": seat, "cards": [] if HIDDEN in cards else _cards(cards), "hidden": cards.count(HIDDEN)}
        for seat, cards in enumerate(state.hands)
    ]
    return {
        "name": MYSTERY_DRAW,
        "label": name(MYSTERY_DRAW),
        "secret": True,
        "kept": True,
        "left": len(state.deck),
        "top": _cards(state.discard),
        "hands": hands,
    }


def _cards(cards: Iterable[str]) -> list[Constant]:
    return list(map(_card, cards))


@cache
def _card(card: str) -> Constant:
    return Constant({"name": card, "label": name(card), "text": name(f"{card}-does"), "sign": SIGNS[card]})


def _dice(state: Sea) -> tuple[DicePicture, ...]:
    """Return the three dice of the turn, and both win/lose dice."""
    fell, last = state.dice or None, _last(state, MOVE_DICE)
    three = DicePicture(
        MOVE_DICE, name(MOVE_DICE), "number", "d10", state.rules.faces, DICE,
        values=fell, labels=fell, total=sum(fell) if fell else None, roll=last.question if last else None,
    )  # fmt: skip
    wins = ((PLAIN, "plain", state.rules.plain_wins), (BLUE, "blue", state.rules.blue_wins))
    return (three, *(_verdict_die(state, *each) for each in wins))


def _verdict_die(state: Sea, die: str, look: str, wins: int) -> DicePicture:
    odds, last = Message("kit.ways", {"ways": wins, "of": DIE_FACES}), _last(state, die)
    fell = tuple(map(str, last.answer)) if last else None
    return DicePicture(
        die,
        name(die),
        "verdict",
        look=look,
        faces=state.rules.die(wins),
        count=1,
        hint=odds,
        values=fell,
        labels=tuple(map(name, fell)) if fell else None,
        roll=last.question if last else None,
    )


def _wheel(state: Sea) -> WheelPicture:
    words, last = [word for word, _ in state.rules.wheel], _last(state, WHEEL_SPIN)
    stopped = str(last.answer[0]) if last else ""
    return WheelPicture(
        WHEEL_SPIN,
        name(WHEEL_SPIN),
        _segments(state.rules.wheel),
        at=words.index(stopped) if stopped else None,
        detail=name(f"{stopped}-does") if stopped else "",
        roll=last.question if last else None,
    )


@lru_cache(maxsize=4)
def _segments(wheel: tuple[tuple[str, int], ...]) -> tuple[Segment, ...]:
    return tuple(Segment(word, name(word), SIGNS[word], weight, name(f"{word}-does")) for word, weight in wheel)


def _last(state: Sea, purpose: str) -> FireshipResult | None:
    """Return the last result of chance if it was for *purpose*.

    It stays on the table until the next one.
    """
    return state.result if state.result is not None and state.result.purpose == purpose else None


def _turn(state: Sea) -> dict[str, Any]:
    rules = state.rules
    return {
        "step": state.step,
        "label": name(state.step),
        "seat": state.turn if state.turn >= 0 else None,
        "first": state.first if state.first >= 0 else None,
        "round": state.round,
        "rounds": rules.rounds if rules.limit == IN_ROUNDS else None,
        "minutes": rules.minutes if rules.limit == IN_MINUTES else None,
        "time_over": state.time_over,
        "dice": list(state.dice),
        "units": state.units,
        "doubled": [word for word, on in (("planes", state.planes_double), ("ships", state.ships_double)) if on],
        "picked_up": None if state.picked_up == NOTHING else state.thing_name(state.picked_up),
        "goals": [[*place_of(cell)] for cell in cells_of(state.goals)],
    }


def _head(state: Sea) -> Head | None:
    """Return the active player, the step and the moves left.

    Before the first turn: the next to roll for it.
    """
    if state.ending is not None:
        return None
    if state.turn < 0:
        return _contest(state)
    moves, people = state.step == "moves", state.rules.people
    coming = ((state.turn + ahead) % people for ahead in range(1, people + 1))
    return Head(
        state.turn,
        state.colour_word(state.turn),
        name(state.step),
        left=state.units if moves else 0,
        of=sum(state.dice) if moves else 0,
        waiting=waiting(state),
        next=next((seat for seat in coming if not state.out >> seat & 1), None),
    )


def _contest(state: Sea) -> Head | None:
    """Return the next seat to roll for the first turn.

    None while colours are chosen.
    """
    seat = first_roller(state)
    if seat < 0 or chooses(state):
        return None
    coming = state.totals[seat + 1 :]
    after = seat + 1 + coming.index(TO_ROLL) if TO_ROLL in coming else None
    return Head(
        seat, state.colour_word(seat), Message("fireship.stage-first"), waiting=waiting_first(state, seat), next=after
    )


def _result(state: Sea) -> dict[str, Any] | None:
    last = state.result
    if last is None:
        return None
    values = _cards(map(str, last.answer)) if last.purpose == MYSTERY_DRAW else list(last.answer)
    return {"purpose": last.purpose, "values": values, "number": last.question}


def _declared(state: Sea, declared: Declaration) -> dict[str, Any]:
    shown = {
        "what": declared.word(state),
        "seat": declared.by,
        "text": declared.sentence(state),
        "answer_s": declared.answer_s,
        "would": answers_told(state, declared) if declared is state.pending[-1] else [],
    }
    return {**shown, "number": declared.number, **_spot(declared)}


def _spot(declared: Declaration) -> dict[str, Any]:
    """Return the things and the Kraken's square that *declared* names."""
    if isinstance(declared, DeclaredAttack):
        return {
            "things": [THINGS[declared.leader], THINGS[declared.target]],
            "attack": declared.attack,
            "defence": declared.defence,
        }
    if isinstance(declared, DeclaredCard):
        return {"things": [THINGS[declared.target]] if declared.target >= 0 else []}
    if isinstance(declared, DeclaredUse):
        return {"things": [THINGS[declared.at]]}
    if isinstance(declared, DeclaredSegment) and declared.segment == KRAKEN and not declared.by_card:
        return {"things": [THINGS[declared.at]], "kraken": _at(declared.at)}
    return {"things": []}


def _battles(state: Sea) -> dict[str, Any]:
    """Return the current battle and the attacks without enough power.

    Empty if there is neither.
    """
    now, lacking = battle(state), [{"path": [*words], **as_dict(each)} for *words, each in unable(state)]
    return {**({"battle": now} if now is not None else {}), **({"unable": lacking} if lacking else {})}


def _pending(step: PendingStep) -> dict[str, Any]:
    found = {"what": PENDING[type(step)], "seat": step.by, "asked": step.asked}
    if isinstance(step, Fight):
        return {**found, "die": step.die, "attack": step.attack, "defence": step.defence}
    return found


def _end(state: Sea) -> dict[str, Any] | None:
    end = state.end()
    if end is None or state.ending is None:
        return None
    return {
        "reason": state.ending.reason,
        "winners": list(state.ending.winners),
        "rule": end.values["rule"],
        "text": end,
    }
