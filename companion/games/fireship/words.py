"""The texts and small pictures of the sea's page, by name."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.values.message import Message, with_open_places
from companion.games.fireship.rules.board.components import BATTLESHIP_CELL, LOST, MYSTERY_CELL, WHEEL_CELL, WON, name

SIGNS = {
    "gain-boat": "boat", "gain-plane": "plane", "lose-boat": "no-boat", "lose-plane": "no-plane", "draw-card": "cards",
    "spin-again": "again", "spin-wheel": "again", "kraken": "kraken", "boom": "boom", "gulf-stream": "stream",
    "fog": "fog", "updraft": "updraft", "no": "no", "plus-one": "plus", "deep-hole-bermuda": "hole",
    "whirlpool": "whirl", "boat": "boat", "plane": "plane", "battleship": "", WHEEL_CELL: "again",
    MYSTERY_CELL: "cards", BATTLESHIP_CELL: "",
}  # fmt: skip
"""The small picture of each card, segment, badge, pawn and special cell."""


WORDS: Mapping[str, Message] = {
    "your_turn": with_open_places("fireship.page.your-turn", "name"),
    "turn_of": with_open_places("fireship.page.turn-of", "name"),
    "round": with_open_places("fireship.page.round", "round"),
    "round_of": with_open_places("fireship.page.round-of", "round", "rounds"),
    "minutes": with_open_places("fireship.page.minutes", "minutes"),
    "last_round": Message("fireship.page.last-round"),
    "left": Message("fireship.page.left"),
    "sea": Message("fireship.page.sea"),
    "near": Message("fireship.page.near"),
    "whole": Message("fireship.page.whole"),
    "tap": with_open_places("fireship.page.tap", "verb"),
    "tap_boom": Message("fireship.page.tap-boom"),
    "flag": with_open_places("fireship.page.flag", "colour"),
    "cell": Message("fireship.cell", {"column": "{letters}", "row": "{row}"}),
    "square": with_open_places("fireship.page.square", "colour"),
    "whirlpool": name("whirlpool"),
    "kraken": name("kraken"),
    "picked_up": Message("fireship.page.picked-up"),
    "led": Message("fireship.page.led"),
    "fog": name("fog"),
    "people": Message("fireship.page.people"),
    "worth": with_open_places("fireship.page.worth", "islands", "power"),
    "at_sea": Message("fireship.page.at-sea"),
    "in_reserve": Message("fireship.page.in-reserve"),
    "hidden": with_open_places("fireship.page.hidden", "count"),
    "misses": with_open_places("fireship.page.misses", "count"),
    "out": Message("fireship.page.out"),
    "badges": Message("fireship.page.badges"),
    "badge": with_open_places("fireship.page.badge", "badge", "count"),
    "play_it": Message("fireship.page.play-it"),
    "hold": Message("fireship.page.hold"),
    "not_now": Message("fireship.page.not-now"),
    "declared": with_open_places("fireship.page.declared", "name"),
    "seconds": with_open_places("fireship.page.seconds", "count"),
    "for_ever": Message("fireship.page.for-ever"),
    "answer": Message("fireship.page.answer"),
    "answer_own": Message("fireship.page.answer-own"),
    "others_answer": Message("fireship.page.others-answer"),
    "roll_blue": Message("fireship.page.roll-blue"),
    "roll_plain": Message("fireship.page.roll-plain"),
    "pass": Message("fireship.page.pass"),
    "passed": Message("fireship.page.passed"),
    "no_more": Message("fireship.page.no-more"),
    "pawns": Message("fireship.page.pawns"),
    "no_answer": Message("fireship.page.no-answer"),
    "wins": with_open_places("fireship.page.wins", "name"),
    "share": with_open_places("fireship.page.share", "names"),
    "you_win": Message("fireship.page.you-win"),
    "undo": Message("menu.undo"),
    "close": Message("page.close"),
    **{verdict: name(verdict) for verdict in (WON, LOST)},
}
"""The page's texts, by the names that its modules use."""
