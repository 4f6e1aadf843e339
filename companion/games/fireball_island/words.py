"""The texts and small pictures of the island's page, by name."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.values.message import Constant, Message, with_open_places
from companion.games.fireball_island.rules.components import AHEAD, name

SIGNS: Mapping[str, str] = {
    "fireball": "ball", "fake-jewel": "gem", "cancel": "no", "magic-talisman": "charm", "reroll": "again",
    "take-another-turn": "again", "take-one-card": "cards", "double": "plus", **dict.fromkeys(AHEAD, "arrow"),
}  # fmt: skip
"""The small picture of each card that has one."""


WORDS: Mapping[str, Message] = {
    "your_turn": with_open_places("fireball-island.page.your-turn", "name"),
    "turn_of": with_open_places("fireball-island.page.turn-of", "name"),
    "people": Message("fireball-island.page.people"),
    "near": Message("fireball-island.page.near"),
    "whole": Message("fireball-island.page.whole"),
    "tap_end": Message("fireball-island.page.tap-end"),
    "tap_ball": Message("fireball-island.page.tap-ball"),
    "tap_hit": Message("fireball-island.page.tap-hit"),
    "go": with_open_places("fireball-island.page.go", "place"),
    "choose_way": Message("fireball-island.page.choose-way"),
    "other_way": Message("fireball-island.page.other-way"),
    "through": with_open_places("fireball-island.page.through", "places"),
    "other_ball": Message("fireball-island.page.other-ball"),
    "aim_at": with_open_places("fireball-island.page.aim-at", "name"),
    "was_hit": with_open_places("fireball-island.page.was-hit", "names"),
    "seconds": with_open_places("fireball-island.page.seconds", "count"),
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
    "wins": with_open_places("fireball-island.page.wins", "name"),
    "you_win": Message("fireball-island.page.you-win"),
    "pair": with_open_places("page.pair", "label", "value"),
    "undo": Message("menu.undo"),
    "close": Message("page.close"),
    **{word: name(word) for word in ("jewel", "hit", "nobody")},
    "ask_again": name("answer-again"),
}
"""The page's texts, by the names that its modules use."""
PAGE_WORDS = Constant(WORDS)
