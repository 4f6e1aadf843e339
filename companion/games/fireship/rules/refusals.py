"""The refusals of commands: the sentence and the rule.

``why_not`` decides which one applies.
"""

from __future__ import annotations

from companion.engine.command import Refusal
from companion.engine.referees.refusals import Refusals
from companion.engine.referees.refusals import refusal as _no
from companion.engine.values.message import Message

ENDED = _no("refused.ended", "FS-E5")
ONLY_TABLE = _no("refused.only-table", "FS-E3")
SET_UP_FIRST = _no("fireship.set-up-first", "FS-S3")
SET_UP_DONE = _no("fireship.set-up-done", "FS-C7")
ONLY_TABLE_GIVES = _no("refused.only-table", "FS-C7")
COLOUR_TAKEN = _no("fireship.colour-taken", "FS-C7")
COLOUR_CHOSEN = _no("fireship.colour-chosen", "FS-C7")
NOT_YOUR_TURN = _no("refused.not-your-turn", "FS-S3")
IN_MOTION = _no("fireship.in-motion", "FS-T1")
WINDOW_FIRST = _no("fireship.window-first", "FS-K15")
PENDING_FIRST = _no("fireship.pending-first", "FS-T4")

ROLL_FIRST = _no("fireship.roll-first", "FS-T1")
NO_ROLL = _no("fireship.no-roll", "FS-T1")
NO_SPIN = _no("fireship.no-spin", "FS-P4")
NO_DRAW = _no("fireship.no-draw", "FS-P5")
NOT_NOW = _no("fireship.not-now", "FS-T4")
MOVES_OVER = _no("fireship.moves-over", "FS-T4")
MOVES_FIRST = _no("fireship.moves-first", "FS-T4")
ATTACKS_FIRST = _no("fireship.attacks-first", "FS-T4")
ATTACKS_OVER = _no("fireship.attacks-over", "FS-T4")
FOG_WAS_LAST = _no("fireship.fog-was-last", "FS-K10")

NOT_YOURS = _no("fireship.not-yours", "FS-T1")
NONE_AT_HOME = _no("fireship.none-at-home", "FS-B2")
NO_UNITS = _no("fireship.no-units", "FS-T1")
NOTHING_PICKED_UP = _no("fireship.nothing-picked-up", "FS-T1")
NO_CELL = _no("fireship.no-cell", "FS-B1")
SQUARE_BY_HOME = _no("fireship.square-by-home", "FS-B2")
OTHERS_SQUARE = _no("fireship.others-square", "FS-B2")
ISLAND_CELL = _no("fireship.island-cell", "FS-B3")
CELL_OCCUPIED = _no("fireship.cell-occupied", "FS-T2")
WHIRL_THERE = _no("fireship.whirl-there", "FS-K12")
HOME_ALREADY = _no("fireship.home-already", "FS-B2")

NO_SUCH_LEADER = _no("fireship.no-such-leader", "FS-A1")
NO_SUCH_TARGET = _no("fireship.no-such-target", "FS-A1")
OWN_TARGET = _no("fireship.own-target", "FS-A1")
TARGET_FAR = _no("fireship.target-far", "FS-A1")
LED_BEFORE = _no("fireship.led-before", "FS-T5")
IN_FOG = _no("fireship.in-fog", "FS-K10")

NO_SPECIAL = _no("fireship.no-special", "FS-P1")
USED_LAST = _no("fireship.used-last", "FS-P2")
ONLY_PLANES = _no("fireship.only-planes", "FS-P3")
CANT_LOSE = _no("fireship.cant-lose", "FS-W3")
NOTHING_TO_LOSE = _no("fireship.no-loss-due", "FS-W3")
NO_KRAKEN = _no("fireship.no-kraken", "FS-K1")
KRAKEN_WHERE = _no("fireship.kraken-where", "FS-K1")

NOT_HELD = _no("refused.not-held", "FS-K14")
NO_BADGE = _no("fireship.no-badge", "FS-W8")
BEFORE_ROLL = _no("fireship.before-roll", "FS-K14")
WITH_ATTACKS = _no("fireship.with-attacks", "FS-K14")
FOG_AT_END = _no("fireship.fog-at-end", "FS-K14")
ONLY_BOATS = _no("fireship.only-boats", "FS-K7")
OWN_BOAT = _no("fireship.own-boat", "FS-K7")
WHIRL_WHERE = _no("fireship.whirl-where", "FS-K12")
NO_WINDOW = _no("fireship.no-window", "FS-K15")
NOT_ASKED = _no("fireship.not-asked", "FS-K15")
NO_ATTACK_HERE = _no("fireship.no-attack-here", "FS-K8")
NOT_IN_ATTACK = _no("fireship.not-in-attack", "FS-K8")
NO_MINUTES = _no("fireship.no-minutes", "FS-E3")
TIME_OVER = _no("fireship.time-was-over", "FS-E3")


def too_far(units: int) -> Refusal:
    """Refuse a cell out of reach with the *units* left."""
    return Refusal(Message("fireship.too-far", {"count": units}), "FS-T2")


def flight_too_far(cost: int, units: int) -> Refusal:
    """Refuse a flight for *cost* units, with *units* left (FS-T3)."""
    return Refusal(Message("fireship.flight-too-far", {"cost": cost, "count": units}), "FS-T3")


def too_weak(attack: int, defence: int) -> Refusal:
    """Refuse an attack with less power than the defence (FS-A4)."""
    return Refusal(Message("fireship.too-weak", {"attack": attack, "defence": defence}), "FS-A4")


BY_STEP = {
    "roll": ROLL_FIRST,
    "moves": MOVES_FIRST,
    "attacks": ATTACKS_FIRST,
    "cells": ATTACKS_OVER,
    "last": FOG_WAS_LAST,
}
"""The refusal of an action of another step, by the current step."""

COMMON = Refusals(
    ended=ENDED,
    set_up_first=SET_UP_FIRST,
    set_up_done=SET_UP_DONE,
    not_your_turn=NOT_YOUR_TURN,
    step_first=PENDING_FIRST,
    answers_first=WINDOW_FIRST,
    in_motion=IN_MOTION,
    no_window=NO_WINDOW,
    not_asked=NOT_ASKED,
    not_held=NOT_HELD,
    only_table=ONLY_TABLE,
)


def of_other_step(step: str, steps: tuple[str, ...]) -> Refusal:
    """Return the reason why *step* allows no action of *steps*.

    *step* is not among *steps*.
    """
    if step in ("attacks", "cells") and steps == ("moves",):
        return MOVES_OVER
    return BY_STEP.get(step, NOT_NOW)
