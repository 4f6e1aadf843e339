"""The mirror's picture of the island, as plain data with texts.

Only the order of the piles is hidden.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from companion.engine.referees.frame import Ending
from companion.engine.referees.picture_parts import drawn_from
from companion.engine.values.message import Constant, Message, Value, with_open_places
from companion.engine.values.picture import (
    BoardPicture,
    Cell,
    CounterPicture,
    Head,
    PersonPicture,
    Piece,
    Place,
    as_dict,
)
from companion.engine.values.token_picture import GroupPicture, Token
from companion.games.forbidden_island import notes
from companion.games.forbidden_island.rules.components import (
    ACTIONS,
    ADVENTURERS,
    CARDS_TO_CAPTURE,
    COLOURS,
    FLOODS_AT_TICK,
    FOOLS_LANDING,
    HAND_LIMIT,
    LIFT,
    SANDBAGS,
    SHRINES,
    SKULL,
    START_TILES,
    TILES,
    TREASURE_DRAWS,
    TREASURE_ON,
    TREASURES,
    WATERS_RISE,
)
from companion.games.forbidden_island.rules.layouts import LAYOUTS
from companion.games.forbidden_island.rules.masks import names_of
from companion.games.forbidden_island.rules.pending_steps import DiscardDue, Sinking
from companion.games.forbidden_island.rules.state import NOT_BEGUN, ForbiddenIsland, level_of, name

SIGNS = {
    **dict(zip(TREASURES, ("earth", "wind", "fire", "ocean"), strict=True)),
    LIFT: "lift",
    SANDBAGS: "sand",
    WATERS_RISE: "wave",
}
"""The small picture of each card, and of each treasure."""
LOOKS = {"dry": "land", "flooded": "water", "sunk": "hole"}


WORDS: Mapping[str, Message] = {
    "your_turn": with_open_places("forbidden-island.page.your-turn", "name"),
    "turn_of": with_open_places("forbidden-island.page.turn-of", "name"),
    "here": with_open_places("forbidden-island.page.here", "names"),
    "tap": with_open_places("forbidden-island.page.tap", "verb"),
    "tap_any": with_open_places("forbidden-island.page.tap-any"),
    "play": with_open_places("forbidden-island.page.play", "card"),
    "actions_left": with_open_places("forbidden-island.page.actions-left", "left", "of"),
    "treasures": with_open_places("forbidden-island.page.treasures"),
    "broken": Message("forbidden-island.page.broken"),
    "undo": Message("menu.undo"),
    "close": Message("page.close"),
    "nothing_with": with_open_places("forbidden-island.page.nothing-with"),
    "needs": Message("forbidden-island.needs", {"count": CARDS_TO_CAPTURE}),
    "then_draw": Message("forbidden-island.then-draw", {"count": TREASURE_DRAWS}),
    "tiles": name("tiles"),
    "adventurers": name("adventurers"),
}
"""The page's texts, by the names that its modules use."""


def picture(state: ForbiddenIsland, buttons: Mapping[str, str]) -> dict[str, Any]:
    """Return everything visible on the table, and the effects of its *buttons*.

    It is sent with every state, so it repeats nothing: *cards* and *states* name the content of hands, piles and cells,
    and empty fields of a cell are left out.
    """
    return {
        "boards": [_board(state)],
        "cards": CARD_FACES,
        "people": [_person(state, seat) for seat in range(len(state.roles))],
        "hands": [
            {"seat": seat, "cards": list(state.hand(seat)), "limit": HAND_LIMIT} for seat in range(len(state.hands))
        ],
        "groups": [_treasures(state)],
        "counters": [_water(state)],
        "decks": [
            {"name": "treasure", "label": name("treasure"), "left": len(state.deck), "top": list(state.discard)},
            _flood_deck(state),
        ],
        "turn": _turn(state),
        "head": _head(state),
        "pending": _pending(state),
        "end": _end(state),
        "buttons": [_button(button, line) for button, line in buttons.items()],
        "now": now(state),
        "asks": asks(state),
        "hints": notes.hints(state),
        "words": _WORDS,
    }


_WORDS = Constant(WORDS)


@drawn_from("rules", "tiles", "land", "wet", "roles", "pawns", "captors", "pile", "spent", "ending")
def _board(state: ForbiddenIsland) -> Constant:
    """Return the tiles on their places, and the pawns.

    Each tile has its state's own word beside the vocabulary.
    """
    layout = LAYOUTS[state.rules.layout]
    rows, columns = (1 + max(place[axis] for place in layout.places) for axis in (0, 1))
    pawns = zip(state.roles, state.pawns, strict=True)
    pieces = tuple(
        Piece(ADVENTURERS[role], TILES[tile], name(ADVENTURERS[role]), COLOURS[role], owner=seat)
        for seat, (role, tile) in enumerate(pawns)
    )
    places = [(column + 1, row + 1) for row, column in layout.places]
    if state.tiles:
        cells = [_cell(state, tile, place) for tile, place in zip(state.tiles, places, strict=True)]
    else:
        cells = list(map(_no_tile, places))
    board = BoardPicture(layout.name, "tiles", WORDS["tiles"], cells=(), pieces=pieces, columns=columns, rows=rows)
    return Constant(as_dict(board, cells=cells))


def _cell(state: ForbiddenIsland, tile: int, place: Place) -> Constant:
    side = "flooded" if state.wet >> tile & 1 else "dry" if state.land >> tile & 1 else "sunk"
    treasure = TREASURE_ON[tile]
    threat = 0 if side == "sunk" else notes.threat(state, tile)
    return _tile(tile, place, side, treasure >= 0 and state.captors[treasure] >= 0, threat=threat)


# Tiles lie where they lie, and each has few sides to show: a picture is made of cells that have been made before.
@lru_cache(maxsize=512)
def _tile(tile: int, place: Place, side: str, captured: bool, *, threat: int) -> Constant:
    treasure = TREASURE_ON[tile]
    sign = SIGNS[TREASURES[treasure]] if treasure >= 0 else "landing" if tile == FOOLS_LANDING else ""
    said = (*([name(TREASURES[treasure])] if treasure >= 0 else []), name(side))
    about, watch = notes.about(tile, side, captured), notes.watch(threat)
    cell = Cell(
        TILES[tile], name(TILES[tile]), place, look=LOOKS[side], sign=sign, notes=said, about=about, watch=watch
    )
    start = {"start_of": ADVENTURERS[START_TILES.index(tile)]} if tile in START_TILES else {}
    return Constant(as_dict(cell, state=side, **start))


@lru_cache(maxsize=64)
def _no_tile(place: Place) -> Constant:
    return Constant(as_dict(Cell("", "", place)))


def _person(state: ForbiddenIsland, seat: int) -> dict[str, Any]:
    word = ADVENTURERS[state.roles[seat]]
    person = PersonPicture(seat, name(word), COLOURS[state.roles[seat]], gift=notes.gift_of(state.roles[seat]))
    return as_dict(person, adventurer=word, does=name(f"{word}-does"), tile=TILES[state.pawns[seat]])


CARD_FACES = Constant(
    {
        card: {"label": name(card), "text": notes.CARDS.get(card, name(f"{card}-does")), "sign": sign}
        for card, sign in SIGNS.items()
    }
)
"""Name, effect and picture of each kind of treasure card."""


def _treasures(state: ForbiddenIsland) -> dict[str, Any]:
    group = as_dict(GroupPicture("treasures", WORDS["treasures"], None, (), ()))
    return {**group, "tokens": [_treasure(state, treasure) for treasure in range(len(TREASURES))]}


def _treasure(state: ForbiddenIsland, treasure: int) -> dict[str, Any]:
    word, captor = TREASURES[treasure], state.captors[treasure]
    standing = (state.land & SHRINES[treasure]).bit_count()
    return {
        **as_dict(Token(word, name(word), "", "lit" if captor >= 0 else "", SIGNS[word])),
        "captured": captor >= 0,
        "captor": captor if captor >= 0 else None,
        "standing": standing,
        "tiles": list(names_of(SHRINES[treasure])),
        "needs": CARDS_TO_CAPTURE,
        "note": Message("forbidden-island.captured-note")
        if captor >= 0
        else Message("forbidden-island.sites", {"count": standing}),
    }


def _water(state: ForbiddenIsland) -> dict[str, Any]:
    ticks: list[Any] = [str(count) for count in FLOODS_AT_TICK]
    lost = state.water >= SKULL
    cost = (
        Message("forbidden-island.tick-skull")
        if lost
        else Message("forbidden-island.cost", {"count": FLOODS_AT_TICK[state.water - 1]})
    )
    text = Message("forbidden-island.water-level", {"tick": state.water, "of": SKULL, "cost": cost})
    counter = CounterPicture("water", name("water"), (*ticks, name("skull")), state.water - 1)
    return as_dict(counter, skull=SKULL - 1, text=text, cost=cost)


def _flood_deck(state: ForbiddenIsland) -> dict[str, Any]:
    known = [cards.bit_count() for cards in state.pile]
    return {
        "name": "flood",
        "label": name("flood"),
        "left": sum(known),
        "bags": known,
        "top": list(names_of(state.spent)),
    }


def _turn(state: ForbiddenIsland) -> dict[str, Any]:
    step = state.step()
    left = {"actions": state.actions, "treasure": state.draws, "flood": state.floods}.get(step, 0)
    return {
        "step": step,
        "label": name(step),
        "seat": state.turn if state.turn >= 0 else None,
        "first": state.first if state.first >= 0 else None,
        "left": left,
        "of": ACTIONS,
        "draws": state.draws,
        "floods": None if state.floods == NOT_BEGUN else state.floods,
        "flown": state.flown,
        "asked": state.asked,
        "lacks": state.lacks() if step == "set-up" else "",
    }


def _head(state: ForbiddenIsland) -> Head | None:
    """Return the active player, the adventurer and the actions left."""
    if state.turn < 0 or state.ending is not None:
        return None
    role, acts = state.roles[state.turn], state.step() == "actions"
    return Head(
        state.turn,
        COLOURS[role],
        name(ADVENTURERS[role]),
        left=state.actions if acts else 0,
        of=ACTIONS,
        told=Message("forbidden-island.page.actions-left", {"left": state.actions if acts else 0, "of": ACTIONS}),
        waiting=_waiting(state),
        next=(state.turn + 1) % len(state.pawns),
    )


WAITING: Mapping[str, str] = {
    "treasure": "forbidden-island.waiting-treasure",
    "flood": "forbidden-island.waiting-flood",
}
"""The other players' sentence while the active player draws."""


def _waiting(state: ForbiddenIsland) -> Message:
    """Describe the action that the other players wait for."""
    top = state.top()
    if isinstance(top, DiscardDue):
        return Message("forbidden-island.waiting-discard", {"name": state.called(top.by)})
    if top is not None:
        return now(state)
    if state.step() == "actions":
        return Message("forbidden-island.page.has-left", {"name": "{name}", "count": state.actions})
    return Message(WAITING[state.step()], {"name": "{name}"})


def _pending(state: ForbiddenIsland) -> list[dict[str, Any]]:
    """List the steps due before the turn continues, the next first."""
    pending: list[dict[str, Any]] = []
    for interrupt in reversed(state.pending):
        if isinstance(interrupt, DiscardDue):
            over = _over(state, interrupt.by)
            text = Message("forbidden-island.pending-discard", {"name": state.called(interrupt.by), "count": over})
            pending.append({"what": "discard", "seats": [interrupt.by], "count": over, "text": text})
        elif isinstance(interrupt, Sinking):
            swimmers = state.swimmers()
            pawns = tuple(name(ADVENTURERS[state.roles[seat]]) for seat in swimmers)
            text = Message(
                "forbidden-island.pending-window" if interrupt.window else "forbidden-island.pending-swim",
                {"pawns": pawns},
            )
            what = "rescue" if interrupt.window else "swim"
            pending.append({"what": what, "seats": list(swimmers), "tile": TILES[interrupt.tile], "text": text})
    return pending


def _over(state: ForbiddenIsland, seat: int) -> int:
    """Return the number of cards that *seat* has too many."""
    return len(state.hand(seat)) - HAND_LIMIT


def _end(state: ForbiddenIsland) -> dict[str, Any] | None:
    end = state.end()
    if end is None or state.ending is None:
        return None
    reason = state.ending.reason
    said = {"text": end, "title": title_of(state.ending), "why": why_of(state.ending, state.water)}
    return {"reason": reason, "won": reason == "won", "rule": end.values["rule"], **said}


def _button(button: str, line: str) -> dict[str, Any]:
    verb, *_ = line.split(" ")
    return {"button": button, "do": line, "label": name(verb), "hint": ""}


# ---------------------------------------------------------------------- sentences
def now(state: ForbiddenIsland) -> Message:
    """Return the next action, as everybody may read it."""
    if state.ending is not None:
        return title_of(state.ending)
    if state.turn < 0:
        return Message("forbidden-island.due-set-up")
    if state.asked:
        return Message("forbidden-island.due-card")
    if state.pending:
        text: Message = _pending(state)[0]["text"]
        return text
    step = state.step()
    left = {"actions": state.actions, "treasure": state.draws, "flood": state.floods}[step]
    return Message(f"forbidden-island.due-{step}", {"count": left})


def asks(state: ForbiddenIsland) -> dict[str, Any] | None:
    """Return the seat that has to discard, and its own text.

    None if everybody reads the same text.
    """
    top = state.top()
    if not isinstance(top, DiscardDue) or state.ending is not None or state.asked:
        return None
    return {"seat": top.by, "text": Message("forbidden-island.own-discard", {"count": _over(state, top.by)})}


def title_of(ending: Ending) -> Message:
    """Return the kind of *ending* in a few words."""
    return Message(f"forbidden-island.end.{ending.reason}", {"what": name(ending.what)} if ending.what else {})


def why_of(ending: Ending, tick: int) -> Message:
    """Return the reason for the end, with the water at *tick*."""
    values: dict[str, Value] = {"level": level_of(tick)}
    if ending.reason == "treasure":
        values["tiles"] = tuple(map(name, names_of(SHRINES[TREASURES.index(ending.what)])))
    elif ending.reason == "pawn":
        values["what"] = name(ending.what)
    return Message(f"forbidden-island.end.{ending.reason}-why", values)
