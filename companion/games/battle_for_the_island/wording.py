"""The sentences of a page around the island: the next thing to do, and those whose places the page fills itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.message import Message
from companion.games.battle_for_the_island.rules.components import FACINGS, KINDS, name
from companion.games.battle_for_the_island.rules.state import Battle

NOW: Mapping[str, str] = {
    "first": "battle-for-the-island.now-first",
    "blocks": "battle-for-the-island.now-blocks",
    "units": "battle-for-the-island.now-units",
    "pads": "battle-for-the-island.now-pads",
    "roll": "battle-for-the-island.now-roll",
    "advance": "battle-for-the-island.now-advance",
    "zero": "battle-for-the-island.now-zero",
    "move": "battle-for-the-island.now-move",
    "moved": "battle-for-the-island.now-moved",
    "slide": "battle-for-the-island.now-slide",
    "removal": "battle-for-the-island.now-removal",
    "pad-removal": "battle-for-the-island.now-pad-removal",
}
"""What has to be done, by what the set-up or the turn waits for."""


def _open(word: str, *places: str) -> Message:
    """Return a sentence of the page whose *places* stay open: the page fills them."""
    return Message(f"battle-for-the-island.page.{word}", {place: f"{{{place}}}" for place in places})


WORDS: Mapping[str, Message] = {
    "your_turn": _open("your-turn", "name"),
    "turn_of": _open("turn-of", "name"),
    "near": _open("near"),
    "whole": _open("whole"),
    "people": _open("people"),
    "tap_goal": _open("tap-goal", "unit"),
    "tap_square": _open("tap-square", "kind"),
    "kinds": _open("kinds"),
    "facings": _open("facings"),
    "facing": _open("facing", "facing"),
    "left_of": _open("left-of", "kind", "count"),
    "to": Message("battle-for-the-island.onto", {"square": "{square}"}),
    "straight_on": name("ahead"),
    "fire": _open("fire", "square"),
    "others": _open("others"),
    "whose": Message("battle-for-the-island.whose-turn"),
    "blocks": _open("blocks"),
    "pads": _open("pads"),
    "wins": _open("wins", "name"),
    "you_win": _open("you-win"),
    "undo": Message("menu.undo"),
    "close": Message("page.close"),
    **{word: name(word) for word in (*KINDS, *FACINGS, "board", "live-left", "safe-left")},
    "draw": Message("battle-for-the-island.draw"),
}
"""By the names that the page's modules call them."""


def now(state: Battle) -> Message:
    """Return what has to be done next."""
    if state.turn < 0:
        placing = state.placing()
        return Message(NOW[placing], {"name": state.called(state.placer())} if placing != "first" else {})
    who: dict[str, Any] = {"name": state.called(state.turn), "other": state.called(1 - state.turn), "die": state.die}
    if state.pending:
        return Message("battle-for-the-island.now-block")
    if state.rolling:
        return Message("battle-for-the-island.now-rolling", who)
    if state.is_stuck():
        return Message("battle-for-the-island.now-stuck", who)
    return Message(NOW[state.step], who)
