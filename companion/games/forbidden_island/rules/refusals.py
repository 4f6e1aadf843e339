"""The refusals of commands: the sentence and the rule.

``why_not`` decides which one applies.
"""

from __future__ import annotations

from companion.engine.referees.refusals import Refusals
from companion.engine.referees.refusals import refusal as _no
from companion.games.forbidden_island.rules.components import DIVER, EXPLORER

ENDED = _no("refused.ended", "FI-E6")
SET_UP_FIRST = _no("forbidden-island.set-up-first", "FI-S8")
SET_UP_DONE = _no("forbidden-island.set-up-done", "FI-S8")
SET_UP_ORDER = _no("forbidden-island.set-up-order", "FI-S8")
ONLY_TABLE = _no("refused.only-table", "FI-S7")
NOBODY_THERE = _no("refused.no-seat", "FI-S6")
EACH_TILE_ONCE = _no("forbidden-island.each-tile-once", "FI-S1")
SIX_FLOODS = _no("forbidden-island.six-floods", "FI-S2")
ONE_ADVENTURER_EACH = _no("forbidden-island.one-adventurer-each", "FI-S3")
FIRST_HANDS = _no("forbidden-island.first-hands", "FI-S4")
PENDING_FIRST = _no("forbidden-island.pending-first", "FI-T5")
CARD_FIRST = _no("forbidden-island.card-first", "FI-X1")
NOT_YOUR_TURN = _no("refused.not-your-turn", "FI-T1")
NO_ACTIONS_LEFT = _no("forbidden-island.no-actions-left", "FI-T1")
ACTIONS_FIRST = _no("forbidden-island.actions-first", "FI-T2")
NOT_YOUR_DRAW = _no("forbidden-island.not-your-draw", "FI-T4")

TOO_FAR = {
    DIVER: _no("forbidden-island.too-far-diver", "FI-A5"),
    EXPLORER: _no("forbidden-island.too-far-explorer", "FI-A2"),
}
TOO_FAR_ELSE = _no("forbidden-island.too-far", "FI-A1")
NO_PILOT = _no("forbidden-island.no-pilot", "FI-A3")
FLOWN = _no("forbidden-island.flown", "FI-A3")
FLIGHT_BESIDE = _no("forbidden-island.flight-beside", "FI-A13")
FLIGHT_NOWHERE = _no("forbidden-island.flight-nowhere", "FI-A3")
NO_NAVIGATOR = _no("forbidden-island.no-navigator", "FI-A4")
GUIDE_WHOM = _no("forbidden-island.guide-whom", "FI-A4")
GUIDE_TOO_FAR = _no("forbidden-island.guide-too-far", "FI-A4")
NOT_FLOODED = _no("forbidden-island.not-flooded", "FI-A6")
OUT_OF_REACH = _no("forbidden-island.out-of-reach", "FI-A6")
OUT_OF_REACH_EXPLORER = _no("forbidden-island.out-of-reach-explorer", "FI-A8")
NO_ENGINEER = _no("forbidden-island.no-engineer", "FI-A7")
TWO_TILES = _no("forbidden-island.two-tiles", "FI-A7")
GIVE_WHOM = _no("forbidden-island.give-whom", "FI-A9")
GIVE_SPECIAL = _no("forbidden-island.give-special", "FI-A9")
NOT_IN_HAND = _no("forbidden-island.not-in-hand", "FI-A9")
NOT_TOGETHER = _no("forbidden-island.not-together", "FI-A9")
NOT_TOGETHER_MESSENGER = _no("forbidden-island.not-together-messenger", "FI-A10")
CAPTURED_BEFORE = _no("forbidden-island.captured-before", "FI-A11")
WRONG_TILE = _no("forbidden-island.wrong-tile", "FI-A11")
TOO_FEW_CARDS = _no("forbidden-island.too-few-cards", "FI-A11")

NOT_HELD = _no("refused.not-held", "FI-X1")
PAWNS_TOGETHER = _no("forbidden-island.pawns-together", "FI-X2")
LIFT_WHERE = _no("forbidden-island.lift-where", "FI-X2")
ONLY_OFF_THE_SUNK = _no("forbidden-island.only-off-the-sunk", "FI-F6")
NO_SPECIALS_NOW = _no("forbidden-island.no-specials-now", "FI-T5")
NOT_SANDBAGGED = _no("forbidden-island.not-sandbagged", "FI-X3")
SUNK_FOR_GOOD = _no("forbidden-island.sunk-for-good", "FI-X4")
NOT_ALL_CAPTURED = _no("forbidden-island.not-all-captured", "FI-E1")
NOT_ALL_THERE = _no("forbidden-island.not-all-there", "FI-E1")

NO_DISCARD_DUE = _no("forbidden-island.no-discard-due", "FI-H1")
DISCARD_WHAT = _no("forbidden-island.discard-what", "FI-H1")
NOBODY_SWIMS = _no("forbidden-island.nobody-swims", "FI-F4")
NOT_YOUR_SWIM = _no("forbidden-island.not-your-swim", "FI-F4")
SWIM_WHERE = _no("forbidden-island.swim-where", "FI-F4")
SWIM_WHERE_OWN = _no("forbidden-island.swim-where-own", "FI-F5")
NO_WINDOW = _no("forbidden-island.no-window", "FI-F6")
SOMEBODY_SWIMS = _no("forbidden-island.somebody-swims", "FI-F6")

COMMON = Refusals(
    ended=ENDED,
    set_up_first=SET_UP_FIRST,
    set_up_done=SET_UP_DONE,
    not_your_turn=NOT_YOUR_TURN,
    step_first=PENDING_FIRST,
    # Cards are asked for once the actions are over: that is what refuses an action then.
    in_motion=NO_ACTIONS_LEFT,
    not_held=NOT_HELD,
    only_table=ONLY_TABLE,
)
