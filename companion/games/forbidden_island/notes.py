"""Explanations of tiles, adventurers and the first round's steps.

They are for newcomers and everybody who asks. They depend only on a watcher's knowledge: the piles hide their order
alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from companion.engine.values.message import Message, Value
from companion.engine.values.picture import Beside, Gift, Hint, Label
from companion.games.forbidden_island.rules.components import (
    ACTIONS,
    ADVENTURERS,
    CARDS_TO_CAPTURE,
    FIRST_HAND,
    FOOLS_LANDING,
    LIFT,
    SANDBAGS,
    START_TILES,
    TREASURE_DECK,
    TREASURE_DRAWS,
    TREASURE_ON,
    TREASURES,
    WATERS_RISE,
)
from companion.games.forbidden_island.rules.state import NOT_BEGUN, ForbiddenIsland, name

USED = Message("forbidden-island.watch.used")
SIDES = {"flooded": Message("forbidden-island.about.flooded"), "sunk": Message("forbidden-island.about.sunk")}
"""The meaning of a tile's side."""
LEAD, ALSO = Message("help.gift"), Message("forbidden-island.gift.also")
CARDS: Mapping[str, Message] = {
    LIFT: Message("forbidden-island.about.lift"),
    SANDBAGS: Message("forbidden-island.about.sandbags"),
    WATERS_RISE: Message("forbidden-island.about.rise"),
}
"""The effect of each special card, in a sentence.

A treasure's card needs none: its name is enough.
"""
GIFTS = {
    "diver": Gift(Message("forbidden-island.gift.diver"), ALSO, ("pawn", "to", "water", "hole", "to", "land"), LEAD),
    "engineer": Gift(Message("forbidden-island.gift.engineer"), ALSO, ("water", "water", "to", "land", "land"), LEAD),
    "explorer": Gift(Message("forbidden-island.gift.explorer"), ALSO, ("pawn", "slant", "land"), LEAD),
    "messenger": Gift(Message("forbidden-island.gift.messenger"), ALSO, ("pawn", "earth", "to", "pawn"), LEAD),
    "navigator": Gift(Message("forbidden-island.gift.navigator"), ALSO, ("pawn", "to", "land", "land"), LEAD),
    "pilot": Gift(Message("forbidden-island.gift.pilot"), ALSO, ("pawn", "lift", "to", "land"), LEAD),
}
"""The special ability of each adventurer."""


def gift_of(role: int) -> Gift:
    """Return the ability of the adventurer *role*."""
    return GIFTS[ADVENTURERS[role]]


@lru_cache(maxsize=128)
def about(tile: int, side: str, captured: bool) -> tuple[Label, ...]:
    """Explain the use of *tile* and the meaning of its *side*.

    *captured*: its treasure is.
    """
    if side == "sunk":
        return (SIDES[side],)
    return (_worth(tile, captured), *([SIDES[side]] if side in SIDES else []))


def _worth(tile: int, captured: bool) -> Message:
    if tile == FOOLS_LANDING:
        return Message("forbidden-island.about.landing")
    if TREASURE_ON[tile] >= 0:
        treasure: dict[str, Value] = {"treasure": name(TREASURES[TREASURE_ON[tile]])}
        if captured:
            return Message("forbidden-island.about.emptied", treasure)
        return Message("forbidden-island.about.shrine", {**treasure, "count": CARDS_TO_CAPTURE})
    if tile in START_TILES:
        return Message("forbidden-island.about.gate", {"pawn": name(ADVENTURERS[START_TILES.index(tile)])})
    return Message("forbidden-island.about.plain")


def threat(state: ForbiddenIsland, tile: int) -> int:
    """Return the threat to *tile*.

    :return: 0 for none, -1 if its card is in the used pile, else the number of known next cards that include it.
    """
    if not state.stands(tile) or state.ending is not None:
        return 0
    if state.spent >> tile & 1:
        return -1
    # What was shuffled and laid on top comes before all the rest: its cards are known, their order isn't.
    return state.pile[0].bit_count() if len(state.pile) > 1 and state.pile[0] >> tile & 1 else 0


def watch(threat: int) -> Label:
    """Explain a tile's *threat*, "" for none."""
    if threat < 0:
        return USED
    return Message("forbidden-island.watch.top", {"count": threat}) if threat else ""


# ---------------------------------------------------------------------- the first round
HINTS: tuple[tuple[str, Message, Message, Beside], ...] = (
    ("tile", Message("forbidden-island.hint.tile"), Message("forbidden-island.hint.tile-why"), "board"),
    ("gift", Message("forbidden-island.hint.gift"), Message("forbidden-island.hint.gift-why"), "head"),
    ("cards", Message("forbidden-island.hint.cards"), Message("forbidden-island.hint.cards-why"), "hand"),
    ("end", Message("forbidden-island.hint.end"), Message("forbidden-island.hint.end-why"), "row"),
    ("watch", Message("forbidden-island.hint.watch"), Message("forbidden-island.hint.watch-why"), "watch"),
)
SIGNS = {"tile": (("move", Message("forbidden-island.hint.walks")), ("shore", Message("forbidden-island.hint.dries")))}
"""The marks on tiles that a hint explains."""


def hints(state: ForbiddenIsland) -> tuple[Hint, ...]:
    """Return the current hints in order; none after the first round."""
    if state.turn < 0 or state.ending is not None or state.pending or not _is_first_round(state):
        return ()
    others = tuple(seat for seat in range(len(state.roles)) if seat != state.turn)
    if state.step() == "actions":
        # The gift itself is told at the deal: where to read it again helps once something was done.
        shown = ["tile", *(["gift"] if state.actions < ACTIONS else []), "cards"]
        shown += ["end"] if state.actions < ACTIONS else []
        return (*(_hint(each, (state.turn,)) for each in shown), _hint("watch", others))
    return (_hint("watch", (state.turn, *others)),) if state.floods != NOT_BEGUN else ()


def _hint(word: str, seats: tuple[int, ...]) -> Hint:
    number = next(at for at, each in enumerate(HINTS) if each[0] == word)
    _, title, text, beside = HINTS[number]
    return Hint(
        word, title, text, seats=seats, beside=beside, number=number + 1, of=len(HINTS), signs=SIGNS.get(word, ())
    )


def _is_first_round(state: ForbiddenIsland) -> bool:
    """Return True if nobody has begun a second turn.

    Each player draws two cards a turn, after those of the first hands.
    """
    drawn, before = len(TREASURE_DECK) - len(state.deck), len(state.roles) * (FIRST_HAND + TREASURE_DRAWS)
    return drawn < before or (drawn == before and not state.actions)
