"""The mirror's picture of the sea, as plain data with words to be said. Hands are hidden: others see how many cards.

The board stands in the words of :mod:`companion.engine.values.picture`, on a grid; what is declared names a
cell by its *column* and *row*, both from 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

from companion.engine.referees.declarations import Declaration
from companion.engine.referees.frame import NOBODY
from companion.engine.referees.pending import PendingStep
from companion.engine.values.bags import HIDDEN
from companion.engine.values.message import Constant, Message
from companion.engine.values.picture import Board, Cell, Dice, Head, Piece, Place, Segment, Wheel, as_dict
from companion.games.fireship import notes as told
from companion.games.fireship.battle import battle, unable
from companion.games.fireship.rules.board.board import Board as BoardMap
from companion.games.fireship.rules.board.masks import cells_of
from companion.games.fireship.rules.components import (
    BADGES,
    BATTLESHIP_CELL,
    BLUE,
    COLOURS,
    DICE,
    DIE_FACES,
    ISLANDS,
    KINDS,
    KRAKEN,
    LOST,
    MOVE_DICE,
    MYSTERY_CELL,
    MYSTERY_DRAW,
    PLAIN,
    THINGS,
    WHEEL_CELL,
    WHEEL_SPIN,
    WHITE,
    WON,
    mark_of,
    name,
    place_of,
)
from companion.games.fireship.rules.declarations import DeclaredAttack, DeclaredCard, DeclaredSegment, DeclaredUse
from companion.games.fireship.rules.pending import Drawing, Fight, Losing, RaisingKraken, Spinning, Testing
from companion.games.fireship.rules.setup import TO_ROLL, chooses, first_roller
from companion.games.fireship.rules.state import NOTHING, Sea
from companion.games.fireship.rules.values import IN_MINUTES, IN_ROUNDS, Result

SIGNS = {
    "gain-boat": "boat", "gain-plane": "plane", "lose-boat": "no-boat", "lose-plane": "no-plane", "draw-card": "cards",
    "spin-again": "again", "spin-wheel": "again", "kraken": "kraken", "boom": "boom", "gulf-stream": "stream",
    "fog": "fog", "updraft": "updraft", "no": "no", "plus-one": "plus", "deep-hole-bermuda": "hole",
    "whirlpool": "whirl", "boat": "boat", "plane": "plane", "battleship": "", WHEEL_CELL: "again",
    MYSTERY_CELL: "cards", BATTLESHIP_CELL: "",
}  # fmt: skip
"""The small picture of each card, segment, badge, pawn and special cell."""
PENDING: Mapping[type[PendingStep], str] = {
    Fight: "die", Testing: "die", Spinning: "spin", Drawing: "draw", Losing: "lose", RaisingKraken: "kraken",
}  # fmt: skip


def _open(key: str, *places: str) -> Message:
    """Return a sentence whose *places* stay open: the page fills them."""
    return Message(key, {place: f"{{{place}}}" for place in places})


WORDS: Mapping[str, Message] = {
    "your_turn": _open("fireship.page.your-turn", "name"),
    "turn_of": _open("fireship.page.turn-of", "name"),
    "round": _open("fireship.page.round", "round"),
    "round_of": _open("fireship.page.round-of", "round", "rounds"),
    "minutes": _open("fireship.page.minutes", "minutes"),
    "last_round": Message("fireship.page.last-round"),
    "left": Message("fireship.page.left"),
    "sea": Message("fireship.page.sea"),
    "near": Message("fireship.page.near"),
    "whole": Message("fireship.page.whole"),
    "tap": _open("fireship.page.tap", "verb"),
    "flag": _open("fireship.page.flag", "colour"),
    "cell": Message("fireship.cell", {"column": "{letters}", "row": "{row}"}),
    "square": _open("fireship.page.square", "colour"),
    "whirlpool": name("whirlpool"),
    "kraken": name("kraken"),
    "picked_up": Message("fireship.page.picked-up"),
    "led": Message("fireship.page.led"),
    "fog": name("fog"),
    "people": Message("fireship.page.people"),
    "worth": _open("fireship.page.worth", "islands", "power"),
    "reserve": _open("fireship.page.reserve", "boats", "planes", "battleships"),
    "hidden": _open("fireship.page.hidden", "count"),
    "misses": _open("fireship.page.misses", "count"),
    "out": Message("fireship.page.out"),
    "badges": Message("fireship.page.badges"),
    "badge": _open("fireship.page.badge", "badge", "count"),
    "play_it": Message("fireship.page.play-it"),
    "hold": Message("fireship.page.hold"),
    "not_now": Message("fireship.page.not-now"),
    "declared": _open("fireship.page.declared", "name"),
    "seconds": _open("fireship.page.seconds", "count"),
    "for_ever": Message("fireship.page.for-ever"),
    "answer": Message("fireship.page.answer"),
    "roll_blue": Message("fireship.page.roll-blue"),
    "roll_plain": Message("fireship.page.roll-plain"),
    "pass": Message("fireship.page.pass"),
    "passed": Message("fireship.page.passed"),
    "pass_until": Message("fireship.page.pass-until"),
    "islands": Message("fireship.page.islands"),
    "pawns": Message("fireship.page.pawns"),
    "no_answer": Message("fireship.page.no-answer"),
    "not_asked": Message("fireship.not-asked"),
    "wins": _open("fireship.page.wins", "name"),
    "share": _open("fireship.page.share", "names"),
    "you_win": Message("fireship.page.you-win"),
    "undo": Message("menu.undo"),
    "close": Message("page.close"),
    **{verdict: name(verdict) for verdict in (WON, LOST)},
}
"""By the names that the page's modules call them."""


def picture(state: Sea, buttons: Mapping[str, str]) -> dict[str, Any]:
    """Return everything that lies on the table, and what the table's *buttons* do now."""
    set_out = bool(state.pawns)
    return {
        "boards": [_board(state)],
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
            {"button": button, "do": line, "label": name(line), "hint": ""} for button, line in buttons.items()
        ],
        "now": now(state),
        "asks": asks(state),
        "hints": told.hints(state),
        "words": _WORDS,
    }


_WORDS = Constant(WORDS)


def _at(cell: int) -> dict[str, int]:
    column, row = place_of(cell)
    return {"column": column, "row": row}


def _board(state: Sea) -> Constant:
    """Return the sea on its grid, the same for all viewers: it is made of nothing but what is handed on here."""
    return _board_of(
        Sea(
            rules=state.rules,
            colours=state.colours,
            flags=state.flags,
            pawns=state.pawns,
            home=state.home,
            whirls=state.whirls,
            fog=state.fog,
            picked_up=state.picked_up,
            led=state.led,
            led_islands=state.led_islands,
        )
    )


@lru_cache(maxsize=8)
def _board_of(state: Sea) -> Constant:
    """Return special cells and dots, then islands and colour squares; all else is open sea."""
    board = state.rules.board
    islands = (_island(state, island) for island in range(ISLANDS))
    squares = (_square(state, colour) for colour in range(len(COLOURS)))
    shown = Board(board.slug, "grid", WORDS["sea"], (), (), board.width, board.height, plain=WORDS["cell"])
    pieces = _pieces(state)
    on_it = {"pieces": pieces} if pieces else {}
    return Constant(as_dict(shown, cells=(*_marks(board), *islands, *squares), **on_it))


@lru_cache(maxsize=4)
def _marks(board: BoardMap) -> tuple[Constant, ...]:
    """Return what is printed on *board* for good: special cells and dots."""
    dots = (Cell(_id(dot), "", place_of(dot), look="dot") for dot in board.dots if dot not in board.special_kind)
    specials = (_special(cell, kind) for cell, kind in sorted(board.special_kind.items()))
    return tuple(map(Constant, (*specials, *dots)))


def _id(cell: int) -> str:
    return THINGS[cell]


@lru_cache(maxsize=64)
def _places(mask: int) -> tuple[Place, ...]:
    """Return the places of an island or a colour square, by its cells."""
    return tuple(map(place_of, cells_of(mask)))


def _special(cell: int, kind: str) -> Cell:
    return Cell(_id(cell), name(kind), place_of(cell), look="special", sign=SIGNS[kind], about=told.ABOUT[kind])


def _island(state: Sea, island: int) -> Constant:
    side = state.flags[island]
    owner = None if side == WHITE else side
    has_led = bool(state.led_islands >> island & 1)
    return _island_of(state.rules.board, island, state.colour_word(side), owner, has_led, state.fogged(side))


@lru_cache(maxsize=256)
def _island_of(board: BoardMap, island: int, look: str, owner: int | None, has_led: bool, in_fog: bool) -> Constant:
    places = _places(board.islands[island])
    flag = Message("fireship.page.flag", {"colour": name(look)})
    return Constant(
        Cell(
            f"island-{island + 1}",
            board.island_name(island),
            places[0],
            places,
            look=look,
            notes=(flag, *_notes(led=has_led, fog=in_fog)),
            owner=owner,
            about=told.ABOUT["island"],
        )
    )


def _square(state: Sea, colour: int) -> Constant:
    seat = state.seat_of(colour)
    return _square_of(state.rules.board, colour, seat if seat >= 0 else None, seat >= 0 and state.fogged(seat))


@lru_cache(maxsize=64)
def _square_of(board: BoardMap, colour: int, owner: int | None, in_fog: bool) -> Constant:
    places, word = _places(board.squares[colour]), COLOURS[colour]
    label = Message("fireship.page.square", {"colour": name(word)})
    cell = Cell(
        f"square-{word}",
        label,
        places[0],
        places,
        look=word,
        notes=_notes(fog=in_fog),
        owner=owner,
        about=told.ABOUT["square"],
    )
    return Constant(as_dict(cell, colour_label=name(word)))


def _notes(**held: bool) -> tuple[Message, ...]:
    """Return the words of what is *held* to be so."""
    return tuple([WORDS[word] for word, so in held.items() if so])


def _pieces(state: Sea) -> tuple[Constant | Piece, ...]:
    """Return the pawns on the sea, those in the squares, each kind as one, and the whirlpools."""
    if not state.pawns:
        return ()
    pawns = (_pawn(state, *each) for each in sorted(_pawns(state)))
    stock = (each for colour in range(len(COLOURS)) for each in _stock(state, colour))
    whirls = (
        Piece(
            f"whirlpool-{_id(cell)}",
            _id(cell),
            WORDS["whirlpool"],
            "whirl",
            "whirl",
            seat,
            about=told.ABOUT["whirlpool"],
        )
        for cell, seat in state.whirls
    )
    return (*pawns, *stock, *whirls)


def _pawns(state: Sea) -> Iterator[tuple[int, int, int]]:
    """Give each pawn on the sea: its cell, its side and its kind."""
    for side, fleet in zip((*range(state.rules.people), WHITE), state.pawns, strict=True):
        for kind in range(len(KINDS)):
            for cell in cells_of(fleet[kind]):
                yield cell, side, kind


def _pawn(state: Sea, cell: int, side: int, kind: int) -> Constant:
    owner = None if side == WHITE else side
    is_up, has_led = cell == state.picked_up, bool(state.led >> cell & 1)
    return _pawn_of(cell, state.colour_word(side), KINDS[kind], owner, is_up, has_led, state.fogged(side))


@lru_cache(maxsize=256)
def _pawn_of(
    cell: int, colour: str, kind: str, owner: int | None, is_up: bool, has_led: bool, in_fog: bool
) -> Constant:
    label = Message("fireship.pawn-at", {"kind": name(kind), "colour": name(colour), **mark_of(cell)})
    return Constant(
        Piece(
            _id(cell),
            _id(cell),
            label,
            f"{colour} {kind}",
            SIGNS[kind],
            owner,
            selected=is_up,
            notes=_notes(picked_up=is_up, led=has_led, fog=in_fog),
            about=told.ABOUT[kind],
        )
    )


def _stock(state: Sea, colour: int) -> Iterator[Piece]:
    seat, word = state.seat_of(colour), COLOURS[colour]
    counts = state.home[seat] if seat >= 0 and state.home else ()
    for kind, count in zip(KINDS, counts, strict=False):
        if count:
            yield Piece(
                f"{word}-{kind}",
                f"square-{word}",
                name(kind),
                f"{word} {kind}",
                SIGNS[kind],
                seat,
                count,
                about=told.ABOUT[kind],
            )


def _person(state: Sea, seat: int) -> dict[str, Any]:
    cards = state.hands[seat]
    return {
        "seat": seat,
        "look": state.colour_word(seat),
        "label": state.colour(seat),
        "islands": state.islands_of(seat),
        "power": state.strength(seat),
        "reserve": {word: state.reserve(seat, kind) for kind, word in enumerate(KINDS)},
        "count": len(cards),
        "items": [
            {"name": word, "label": name(word), "text": name(f"{word}-does"), "sign": SIGNS[word], "count": count}
            for word, count in zip(BADGES, state.badges[seat], strict=True)
            if count
        ],
        "misses": state.holes[seat],
        "rests": name(state.resting[seat]) if state.resting[seat] else None,
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


def _dice(state: Sea) -> tuple[Dice, ...]:
    """Return the three dice of the turn, and both win/lose dice."""
    fell, last = state.dice or None, _last(state, MOVE_DICE)
    three = Dice(
        MOVE_DICE, name(MOVE_DICE), "number", "d10", state.rules.faces, DICE,
        values=fell, labels=fell, total=sum(fell) if fell else None, roll=last.question if last else None,
    )  # fmt: skip
    wins = ((PLAIN, "plain", state.rules.plain_wins), (BLUE, "blue", state.rules.blue_wins))
    return (three, *(_verdict_die(state, *each) for each in wins))


def _verdict_die(state: Sea, die: str, look: str, wins: int) -> Dice:
    odds, last = Message("kit.ways", {"ways": wins, "of": DIE_FACES}), _last(state, die)
    fell = tuple(map(str, last.answer)) if last else None
    return Dice(
        die, name(die), "verdict", look, state.rules.die(wins), 1, odds,
        values=fell, labels=tuple(map(name, fell)) if fell else None, roll=last.question if last else None,
    )  # fmt: skip


def _wheel(state: Sea) -> Wheel:
    words, last = [word for word, _ in state.rules.wheel], _last(state, WHEEL_SPIN)
    stopped = str(last.answer[0]) if last else ""
    return Wheel(
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


def _last(state: Sea, purpose: str) -> Result | None:
    """Return what chance gave last if it was for *purpose*: it lies there until something else falls."""
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


WAITING: Mapping[str, str] = {
    "first": "fireship.waiting-first", "roll": "fireship.waiting-roll", "attacks": "fireship.waiting-attacks",
    "cells": "fireship.waiting-cells", "last": "fireship.waiting-last", "spin": "fireship.waiting-spin",
    "draw": "fireship.waiting-draw", "lose": "fireship.waiting-lose", "kraken": "fireship.waiting-kraken",
    "test": "fireship.waiting-test",
}  # fmt: skip
"""What others read meanwhile, by the step of the turn or what is owed."""
OWED: Mapping[type[Any], str] = {**PENDING, Testing: "test"}


def _head(state: Sea) -> Head | None:
    """Say whose turn it is, which step of it, and how much is left to move; before the first one who rolls for it."""
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
        waiting=_waiting(state),
        next=next((seat for seat in coming if not state.out >> seat & 1), None),
    )


def _contest(state: Sea) -> Head | None:
    """Say who rolls for who begins; nobody does while colours are being chosen."""
    seat = first_roller(state)
    if seat < 0 or chooses(state):
        return None
    coming = state.totals[seat + 1 :]
    after = seat + 1 + coming.index(TO_ROLL) if TO_ROLL in coming else None
    waiting = Message(WAITING["first"], {"name": state.called(seat)})
    return Head(seat, state.colour_word(seat), Message("fireship.stage-first"), waiting=waiting, next=after)


def _waiting(state: Sea) -> Message | str:
    """Return what whoever isn't asked waits for."""
    top = state.pending[-1] if state.pending else None
    if top is None and state.step == "moves":
        return Message("fireship.page.has-left", {"name": "{name}", "count": state.units})
    what = state.step if top is None else OWED.get(type(top), "")
    if what not in WAITING:
        return ""
    seat = top.by if isinstance(top, PendingStep) else state.turn
    return Message(WAITING[what], {"name": state.called(seat)})


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
    }
    return {**shown, "number": declared.number, **_spot(declared)}


def _spot(declared: Declaration) -> dict[str, Any]:
    """Return where on the board *declared* happens: whose things it names, and the Kraken's square."""
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
    """Return the battle of the moment, and what the attacks lack that can't be made; nothing where there is none."""
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


# ---------------------------------------------------------------------- the next thing to do
DUE: Mapping[type[PendingStep], str] = {
    Spinning: "fireship.due-spin", Drawing: "fireship.due-draw", Losing: "fireship.due-lose",
    RaisingKraken: "fireship.due-kraken", Testing: "fireship.due-test",
}  # fmt: skip
"""What each thing owed asks for."""
STEPS: Mapping[str, str] = {
    "attacks": "fireship.due-attacks", "cells": "fireship.due-cells", "last": "fireship.due-last",
}  # fmt: skip
"""What each step of a turn after the moves asks for."""


def asks(state: Sea) -> dict[str, Any] | None:
    """Return who rolls for who begins, and what that one reads; None where all read the same."""
    seat = NOBODY if state.pending or state.ending is not None or chooses(state) else first_roller(state)
    return None if seat == NOBODY else {"seat": seat, "text": Message("fireship.asked-first")}


def now(state: Sea) -> Message:
    """Return what has to be done next, as everybody may read it."""
    end = state.end()
    if end is not None:
        return end
    if state.pending:
        top = state.pending[-1]
        if isinstance(top, Declaration):
            return Message("fireship.due-answers")
        if isinstance(top, Fight):
            return Message("fireship.powers", {"attack": top.attack, "defence": top.defence})
        return Message(next(DUE[kind] for kind in DUE if isinstance(top, kind)))
    if state.turn < 0:
        if chooses(state):
            return Message("fireship.due-colours")
        seat = first_roller(state)
        return (
            Message("fireship.due-first", {"colour": state.called(seat)}) if seat >= 0 else Message("fireship.due-roll")
        )
    if state.step == "moves":
        if state.picked_up != NOTHING:
            return Message("fireship.due-where", {"pawn": state.thing_name(state.picked_up), "count": state.units})
        return Message("fireship.due-moves", {"count": state.units})
    return Message(STEPS.get(state.step, "fireship.due-roll"))
