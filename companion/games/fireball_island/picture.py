"""Fireball Island as pages draw it: map, pieces, die and cards.

The map is a graph.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from companion.engine.referees.declarations import Declaration
from companion.engine.referees.frame import NOBODY
from companion.engine.values.bags import HIDDEN
from companion.engine.values.message import Constant, Message
from companion.engine.values.picture import (
    COLOURS,
    BoardPicture,
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
from companion.engine.values.picture import ButtonPicture as PictureButton
from companion.games.fireball_island import notes as told
from companion.games.fireball_island.rules import board as boards
from companion.games.fireball_island.rules.components import AHEAD, CARD_COUNTS, CAVES, DIE, HELD, PITS, WATER, name
from companion.games.fireball_island.rules.draws import FireballDrawing, Taking
from companion.games.fireball_island.rules.fireballs import FireballNaming, Reporting, hits, routes
from companion.games.fireball_island.rules.movement import Walking, brought, ways
from companion.games.fireball_island.rules.state import TO_ROLL, FireballIsland
from companion.games.fireball_island.rules.windows import NamedFireball, Window, answers_told, on_route
from companion.games.fireball_island.strike import strike

MARGIN, BESIDE = 150, 90
"""Distances around the outermost cells and between a space and its cave.

The second also separates a space from its pit. In units of the drawing.
"""
SIGNS: Mapping[str, str] = {
    "fireball": "ball", "fake-jewel": "gem", "cancel": "no", "magic-talisman": "charm", "reroll": "again",
    "take-another-turn": "again", "take-one-card": "cards", "double": "plus", **dict.fromkeys(AHEAD, "arrow"),
}  # fmt: skip
"""The small picture of each card that has one."""


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
        boards=[_board(state)],
        trails=_trails(state.rules.board),
        balls=_balls(state.rules.board),
        turn={"seat": None if state.turn < 0 else state.turn, "step": state.step, "by": _chooser(state)},
        asks=None if end else asks(state),
        head=_head(state),
        declared=_all_declared(state),
        ways=_ways(state),
        fireballs=_fireballs(state),
        reach=_reach(state),
        words=_WORDS,
    )


PHASES: Mapping[str, str] = {
    "declare": "fireball-island.stage-declare",
    "roll": "fireball-island.stage-roll",
    "pass": "fireball-island.stage-pass",
}
"""The phase of the turn in a few words, by its step."""
WAITING: Mapping[str, str] = {
    "first": "fireball-island.waiting-first",
    "declare": "fireball-island.waiting-declare",
    "roll": "fireball-island.waiting-roll",
    "move": "fireball-island.waiting-move",
    "back": "fireball-island.waiting-back",
    "name": "fireball-island.waiting-name",
    "cards": "fireball-island.waiting-cards",
    "pass": "fireball-island.waiting-pass",
}
"""The other players' sentence, by the current action."""


def _head(state: FireballIsland) -> Head | None:
    """Return the active player with the phase.

    Before the first turn: the next to roll for it.
    """
    if state.ending is not None:
        return None
    if state.turn < 0:
        return _contest(state) if _is_first(state) else None
    phase = Message(PHASES[state.step]) if state.step in PHASES else ""
    after = state.turn if state.owed else (state.turn + 1) % state.seats()
    return Head(state.turn, COLOURS[state.turn], phase, waiting=_waiting(state), next=after)


def _contest(state: FireballIsland) -> Head:
    """Return the next seat to roll for the first turn."""
    seat, coming = _roller(state), state.totals[_roller(state) + 1 :]
    after = seat + 1 + coming.index(TO_ROLL) if TO_ROLL in coming else None
    return Head(seat, COLOURS[seat], name("first"), waiting=_waits_for("first", state, seat), next=after)


def _waiting(state: FireballIsland) -> Message | str:
    """Describe the action that the other players wait for."""
    top = state.top()
    if isinstance(top, Walking):
        return _waits_for("move" if top.by == top.seat else "back", state, top.by, top.seat)
    if isinstance(top, FireballNaming):
        return _waits_for("name", state, top.by)
    if isinstance(top, FireballDrawing | Taking):
        return _waits_for("cards", state, top.by)
    if top is not None or state.step not in PHASES:
        return ""
    return _waits_for(state.step, state, state.turn)


def _waits_for(what: str, state: FireballIsland, seat: int, other: int = NOBODY) -> Message:
    called: dict[str, Any] = {"name": state.called(seat), "other": "" if other == NOBODY else state.called(other)}
    return Message(WAITING[what], called)


def _open(key: str, *places: str) -> Message:
    """Return a sentence with open *places*, for the page to fill."""
    return Message(key, {place: f"{{{place}}}" for place in places})


WORDS: Mapping[str, Message] = {
    "your_turn": _open("fireball-island.page.your-turn", "name"),
    "turn_of": _open("fireball-island.page.turn-of", "name"),
    "people": Message("fireball-island.page.people"),
    "near": Message("fireball-island.page.near"),
    "whole": Message("fireball-island.page.whole"),
    "tap_end": Message("fireball-island.page.tap-end"),
    "tap_ball": Message("fireball-island.page.tap-ball"),
    "tap_hit": Message("fireball-island.page.tap-hit"),
    "go": _open("fireball-island.page.go", "place"),
    "choose_way": Message("fireball-island.page.choose-way"),
    "other_way": Message("fireball-island.page.other-way"),
    "through": _open("fireball-island.page.through", "places"),
    "other_ball": Message("fireball-island.page.other-ball"),
    "aim_at": _open("fireball-island.page.aim-at", "name"),
    "was_hit": _open("fireball-island.page.was-hit", "names"),
    "seconds": _open("fireball-island.page.seconds", "count"),
    "interrupt": name("interrupt"),
    "no_more": Message("fireball-island.page.no-more"),
    "for_ever": Message("fireball-island.page.for-ever"),
    "answer": Message("fireball-island.page.answer"),
    "asked": Message("fireball-island.page.asked"),
    "pass": Message("fireball-island.page.pass"),
    "passed": Message("fireball-island.page.passed"),
    "no_answer": Message("fireball-island.page.no-answer"),
    "play_it": Message("fireball-island.page.play-it"),
    "hold": Message("fireball-island.page.hold"),
    "not_now": Message("fireball-island.page.not-now"),
    "last_card": Message("fireball-island.page.last-card"),
    "wins": _open("fireball-island.page.wins", "name"),
    "you_win": Message("fireball-island.page.you-win"),
    "pair": _open("page.pair", "label", "value"),
    "undo": Message("menu.undo"),
    "close": Message("page.close"),
    **{word: name(word) for word in ("jewel", "hit", "nobody")},
    "ask_again": name("answer-again"),
}
"""The page's texts, by the names that its modules use."""
_WORDS = Constant(WORDS)


# ---------------------------------------------------------------------- what has to be done
def now(state: FireballIsland) -> Message:
    """Return the next action, as everybody may read it."""
    top = state.top()
    if isinstance(top, Declaration):
        key = "fireball-island.now-quiet" if _is_quiet(top) else "fireball-island.now-answer"
        return Message(key, {"what": top.sentence(state), "names": _holders(state)})
    if isinstance(top, Walking):
        who: dict[str, Any] = {"name": state.called(top.by), "other": state.called(top.seat), "count": top.left}
        return Message("fireball-island.now-back" if top.by != top.seat else "fireball-island.now-move", who)
    if isinstance(top, FireballNaming):
        return Message("fireball-island.now-name", {"name": state.called(top.by)})
    if isinstance(top, Reporting):
        return Message("fireball-island.now-report")
    if isinstance(top, FireballDrawing | Taking) or state.step == "deal":
        return Message("fireball-island.now-cards")
    return _now_in_turn(state)


NOW: Mapping[str, str] = {
    "rolling": "fireball-island.now-rolling",
    "first": "fireball-island.now-first",
    "declare": "fireball-island.now-declare",
    "roll": "fireball-island.now-roll",
    "cave-roll": "fireball-island.now-cave-roll",
    "pass": "fireball-island.now-pass",
}
"""The sentence for each step that waits for an action."""


ASKED: Mapping[str, str] = {
    "fireball-island.now-first": "fireball-island.asked-first",
    "fireball-island.now-declare": "fireball-island.asked-declare",
    "fireball-island.now-roll": "fireball-island.asked-roll",
    "fireball-island.now-cave-roll": "fireball-island.asked-cave-roll",
    "fireball-island.now-move": "fireball-island.asked-move",
    "fireball-island.now-back": "fireball-island.asked-back",
    "fireball-island.now-name": "fireball-island.asked-name",
    "fireball-island.now-pass": "fireball-island.asked-pass",
}
"""The asked player's sentence, by the sentence that all others read.

The latter has the player's name.
"""


def asks(state: FireballIsland) -> dict[str, Any] | None:
    """Return the asked seat with its text.

    None if no seat is asked alone.
    """
    told = now(state)
    if told.key not in ASKED:
        return None
    chooser = _chooser(state)
    seat = _roller(state) if chooser is None else chooser
    return {"seat": seat, "text": Message(ASKED[told.key], told.values)}


def _is_first(state: FireballIsland) -> bool:
    return state.turn == NOBODY and TO_ROLL in state.totals


def _roller(state: FireballIsland) -> int:
    return state.totals.index(TO_ROLL) if _is_first(state) else state.turn


def _now_in_turn(state: FireballIsland) -> Message:
    rolling, seat = _is_first(state), _roller(state)
    step: str = "rolling" if state.rolling else "first" if rolling else state.step
    if step == "roll" and state.caving:
        step = "cave-roll"
    return Message(NOW[step], {"name": state.called(seat)})


# ---------------------------------------------------------------------- the map
@lru_cache(maxsize=4)
def _map(board: boards.FireballBoard) -> tuple[Constant, int, int]:
    """Return all places as cells, and the drawing's width and height.

    They stay the same during a game.
    """
    at = _at(board)
    left, top = _corner(board)
    width, height = (max(point[axis] for point in at.values()) + MARGIN for axis in (0, 1))
    cells = tuple(_cell(board, place, (x - left, y - top)) for place, (x, y) in at.items())
    return Constant(cells), width - left, height - top


@lru_cache(maxsize=4)
def _at(board: boards.FireballBoard) -> Mapping[str, tuple[int, int]]:
    return {**board.at, **_beside(board)}


def _corner(board: boards.FireballBoard) -> tuple[int, int]:
    """Return the drawing's left and upper edges."""
    left, top = (min(point[axis] for point in _at(board).values()) - MARGIN for axis in (0, 1))
    return left, top


def _beside(board: boards.FireballBoard) -> dict[str, tuple[int, int]]:
    """Place caves, pits and the water beside their space.

    Each goes as far from all else as there is room.
    """
    found: dict[str, tuple[int, int]] = {}
    for place in (*CAVES, *PITS, WATER):
        near = board.mouths.get(place) or board.chips.get(place) or (board.foot if place == WATER else board.vul_kar)
        x, y = board.at[near]
        taken = [*board.at.values(), *found.values()]
        spots = [(x + BESIDE * dx, y + BESIDE * dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
        found[place] = max(spots, key=lambda spot: min(_apart(spot, other) for other in taken))
    return found


def _apart(one: tuple[int, int], other: tuple[int, int]) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _cell(board: boards.FireballBoard, place: str, at: tuple[int, int]) -> Cell:
    notes = tuple(_notes(board, place))
    to = tuple(there for there in board.exits[place] if there > place or place not in board.exits[there])
    return Cell(
        place, board.space_name(place), at,
        shape=_shape(board, place), look=_look(board, place), sign="cards" if place in board.dark else "",
        notes=notes, to=to, about=told.about(board, place),
    )  # fmt: skip


def _shape(board: boards.FireballBoard, place: str) -> Any:
    if place in (board.start, board.dock, board.vul_kar, board.step):
        return "diamond"
    return "box" if place in board.bridges or place in CAVES else "circle"


def _look(board: boards.FireballBoard, place: str) -> str:
    if place == WATER:
        return "water"
    if place in CAVES or place in PITS:
        return "hole"
    return "land" if place in board.safe else ""


def _notes(board: boards.FireballBoard, place: str) -> Iterator[Message]:
    for pit, chip in board.chips.items():
        if chip == place:
            yield Message("fireball-island.chip-of", {"pit": name(pit)})
    for cave, mouth in board.mouths.items():
        if mouth == place:
            yield Message("fireball-island.leads-to", {"cave": name(cave)})
    if place in board.dark:
        yield Message("fireball-island.draws-card")
    if place in board.safe:
        yield Message("fireball-island.safe-note")
    if place in board.unsure:
        yield Message("fireball-island.unsure")


def _board(state: FireballIsland) -> dict[str, Any]:
    cells, width, height = _map(state.rules.board)
    board = BoardPicture("island", "graph", name("island"), (), tuple(_pieces(state)), width=width, height=height)
    return as_dict(board, cells=cells)


@lru_cache(maxsize=4)
def _trails(board: boards.FireballBoard) -> Constant:
    """Return the trails of several spaces, for labels along them."""
    return Constant([
        {"label": name(trail), "cells": spaces} for trail, spaces in board.trails.items() if len(spaces) > 1
    ])  # fmt: skip


@lru_cache(maxsize=4)
def _balls(board: boards.FireballBoard) -> Constant:
    """Return the place of each Fireball."""
    left, top = _corner(board)
    return Constant([
        {"id": f"ball-{letter}", "label": name(f"ball-{letter}"), "place": (x - left, y - top)}
        for letter, (x, y) in board.fireballs.items()
    ])  # fmt: skip


def _pieces(state: FireballIsland) -> Iterator[Piece]:
    if state.jewel:
        yield Piece("jewel", state.jewel, name("jewel"), look="silver", sign="gem", about=told.JEWEL)
    for seat, place in enumerate(state.places):
        label = Message("fireball-island.piece-of", {"name": state.called(seat)})
        notes: tuple[Message, ...] = (Message("fireball-island.lies"),) if state.lying[seat] else ()
        if state.owner == seat:
            notes += (Message("fireball-island.has-jewel"),)
        sign = "gem" if state.owner == seat else ""
        look = f"{COLOURS[seat]} lying" if state.lying[seat] else COLOURS[seat]
        yield Piece(
            f"piece-{seat + 1}", place, label, look, sign, seat, selected=seat == state.turn, notes=notes,
            about=told.OWNER if state.owner == seat else (), watch=told.watch(state, seat),
        )  # fmt: skip


# ---------------------------------------------------------------------- what is asked, and what would come of it
def _chooser(state: FireballIsland) -> int | None:
    """Return the seat that chooses a way or a Fireball, or None."""
    top = state.top()
    return top.by if isinstance(top, Walking | FireballNaming) else None


def _all_declared(state: FireballIsland) -> list[dict[str, Any]]:
    """List the open declarations, the current one last.

    Empty while a way or a Fireball is chosen over them.
    """
    if not isinstance(state.top(), Declaration):
        return []
    return [_declared(state, each) for each in state.pending if isinstance(each, Declaration)]


def _is_quiet(declared: Declaration) -> bool:
    return isinstance(declared, Window) and declared.is_quiet


def _holders(state: FireballIsland) -> tuple[str | Message, ...]:
    """Name the players with cards.

    It is secret which of them passed.
    """
    return tuple(map(state.called, state.holders()))


OWN: Mapping[str, Message] = {
    "moment-first": Message("fireball-island.moment-first-own"),
    "moment-rolled": Message("fireball-island.moment-rolled-own"),
    "moment-over": Message("fireball-island.moment-over-own"),
}
"""The active player's own sentence at each moment of the turn."""


def _declared(state: FireballIsland, declared: Declaration) -> dict[str, Any]:
    return {
        "what": declared.word(state),
        "seat": declared.by,
        "text": declared.sentence(state),
        "own": OWN.get(declared.word(state), ""),
        "others": Message("fireball-island.others-answer", {"names": _holders(state)}),
        "quiet": _is_quiet(declared),
        "would": answers_told(state, declared) if declared is state.top() and isinstance(declared, Window) else [],
        "answer_s": declared.answer_s,
        "number": declared.number,
    }


def _ways(state: FireballIsland) -> list[dict[str, Any]]:
    """List the legal ways: the command's line, the spaces and the gains.

    The spaces start with the piece's own.
    """
    top = state.top()
    if not isinstance(top, Walking):
        return []
    return [
        {
            "do": " ".join(("move", *words)),
            "path": (top.walked[-1], *way.path),
            "end": way.end,
            "notes": brought(state, top, way),
        }
        for words, way in ways(state).items()
    ]


def _fireballs(state: FireballIsland) -> list[dict[str, Any]]:
    """List the Fireballs to choose from, or the named one.

    Each has its way and its hits.
    """
    top = state.top()
    if isinstance(top, FireballNaming):
        named = tuple(state.rules.board.routes) if state.rules.at_table else routes(state, top.by)
    elif isinstance(top, NamedFireball):
        named = (top.route,)
    else:
        return []
    return [
        {
            "route": route,
            "ball": route.partition("-")[0],
            "label": name(route),
            "path": state.rules.board.routes[route],
            "hits": on_route(state, route),
            "notes": [fact.said(state) for fact in hits(state, on_route(state, route))]
            or [Message("fireball-island.nobody-there")],
        }
        for route in named
    ]


def _reach(state: FireballIsland) -> list[int]:
    """Return the seats that the rolling marble may hit."""
    reporting = isinstance(state.top(), Reporting)
    return [seat for seat in range(state.seats()) if reporting and state.in_reach(seat)]


# ---------------------------------------------------------------------- people, die and cards
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
