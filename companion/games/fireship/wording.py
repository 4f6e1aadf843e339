"""The sentences of a page around the sea: the next thing to do, and sentences whose places the page fills itself."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.referees.declarations import Declaration
from companion.engine.referees.pending import PendingStep
from companion.engine.values.message import Message
from companion.games.fireship.rules.boards import name
from companion.games.fireship.rules.components import LOST, WON
from companion.games.fireship.rules.pending import Drawing, Fight, Losing, RaisingKraken, Spinning, Testing
from companion.games.fireship.rules.setup import chooses, first_roller
from companion.games.fireship.rules.state import NOTHING, Sea


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
    "cell": _open("fireship.cell", "column", "row"),
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
    "not_now": Message("fireship.page.not-now"),
    "declared": _open("fireship.page.declared", "name"),
    "seconds": _open("fireship.page.seconds", "count"),
    "for_ever": Message("fireship.page.for-ever"),
    "answer": Message("fireship.page.answer"),
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

DUE: Mapping[type[PendingStep], str] = {
    Spinning: "fireship.due-spin", Drawing: "fireship.due-draw", Losing: "fireship.due-lose",
    RaisingKraken: "fireship.due-kraken", Testing: "fireship.due-test",
}  # fmt: skip
"""What each thing owed asks for."""
STEPS: Mapping[str, str] = {
    "attacks": "fireship.due-attacks", "cells": "fireship.due-cells", "last": "fireship.due-last",
}  # fmt: skip
"""What each step of a turn after the moves asks for."""


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
            Message("fireship.due-first", {"colour": state.colour(seat)}) if seat >= 0 else Message("fireship.due-roll")
        )
    if state.step == "moves":
        if state.picked_up != NOTHING:
            return Message("fireship.due-where", {"pawn": state.thing_name(state.picked_up), "count": state.units})
        return Message("fireship.due-moves", {"count": state.units})
    return Message(STEPS.get(state.step, "fireship.due-roll"))
