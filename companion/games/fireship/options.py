"""The rules that follow from a family's choice of options.

The game's declaration lists the options.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.game import Setup
from companion.games.fireship.rules.board.board import FireshipBoard
from companion.games.fireship.rules.board.components import CARD_COUNTS, FACES, WHEEL, deck_of
from companion.games.fireship.rules.board.shipped_boards import SHIPPED
from companion.games.fireship.rules.values import ALL_ISLANDS, NO_LIMIT, FireshipRules

AS_CHOSEN = ("limit", "rounds", "minutes", "answer_s", "plain_wins", "blue_wins", "casualties")
"""Options that set the rule of the same name."""
BOARDS: Mapping[str, FireshipBoard] = {board.word: board for board in SHIPPED}


def rules_of(setup: Setup, boards: Mapping[str, FireshipBoard] = BOARDS) -> FireshipRules:
    """Return the rules that *setup* chose, on one of *boards*.

    The boards are keyed by their words. Missing options have their defaults.
    """
    chosen: Mapping[str, Any] = setup.options
    picked = {name: chosen[name] for name in AS_CHOSEN if name in chosen}
    if chosen.get("win") == ALL_ISLANDS:
        picked["limit"] = NO_LIMIT
    return FireshipRules(
        **picked,
        people=len(setup.seats),
        board=boards[chosen["board"]] if "board" in chosen else SHIPPED[0],
        faces=FACES[chosen.get("faces", next(iter(FACES)))],
        leads_once=chosen.get("leads", "once") == "once",
        wheel=tuple((segment, chosen.get(f"wheel_{_key(segment)}", 1)) for segment in WHEEL),
        deck=deck_of({card: chosen.get(f"cards_{_key(card)}", count) for card, count in CARD_COUNTS.items()}),
    )


def _key(word: str) -> str:
    return word.replace("-", "_")
