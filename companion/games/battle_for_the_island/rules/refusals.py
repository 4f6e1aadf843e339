"""Why a command is refused: the sentence and the rule that forbids it. Which one applies, ``why_not`` decides."""

from __future__ import annotations

from companion.engine.command import Refusal
from companion.engine.refusals import Refusals, refusal
from companion.games.battle_for_the_island.rules.components import SLUG


def _no(key: str, rule: str) -> Refusal:
    return refusal(f"{SLUG}.{key}", rule)


ENDED = refusal("refused.ended", "BI-E6")
ONLY_TABLE = refusal("refused.only-table", "BI-S8")
FIRST_BEFORE = _no("first-before", "BI-S8")
FIRST_KNOWN = _no("first-known", "BI-S8")
SET_UP_FIRST = _no("set-up-first", "BI-S7")
NOT_YOUR_PLACING = _no("not-your-placing", "BI-S4")
NO_BLOCKS_NOW = _no("no-blocks-now", "BI-S4")
OFF_THE_ISLAND = _no("off-the-island", "BI-S1")
ROW_TAKEN = _no("row-taken", "BI-S4")
COLUMN_TAKEN = _no("column-taken", "BI-S4")
NO_PLACING_NOW = _no("no-placing-now", "BI-S6")
NOT_HOME = _no("not-home", "BI-S6")
NOT_FREE = _no("not-free", "BI-S6")
NONE_LEFT = _no("none-left", "BI-S2")
NO_LOADING_NOW = _no("no-loading-now", "BI-S7")
COLUMN_FULL = _no("column-full", "BI-S7")

NOT_YOUR_TURN = refusal("refused.not-your-turn", "BI-K5")
IN_MOTION = _no("in-motion", "BI-E3")
BLOCK_FIRST = _no("block-first", "BI-B2")
OPPONENT_FIRST = _no("opponent-first", "BI-M8")
ROLLED_ALREADY = _no("rolled-already", "BI-M2")
OPTION_FIRST = _no("option-first", "BI-Z1")
ADVANCE_FIRST = _no("advance-first", "BI-M9")
ROLL_FIRST = _no("roll-first", "BI-E3")
MOVED_ALREADY = _no("moved-already", "BI-M8")
SLIDE_FIRST = _no("slide-first", "BI-Z3")

NOT_YOURS = _no("not-yours", "BI-M2")
NOT_CHOSEN = _no("not-chosen", "BI-Z5")
ONE_AHEAD = _no("one-ahead", "BI-M3")
ALL_UNITS = _no("all-units", "BI-M4")
OFF_THE_GRID = _no("off-the-grid", "BI-M6")
IN_THE_WAY = _no("in-the-way", "BI-M6")
NO_TURN_ON_BLOCK = _no("no-turn-on-block", "BI-M7")
MUST_MOVE = _no("must-move", "BI-M8")
NOT_ON_A_ZERO = _no("not-on-a-zero", "BI-Z1")

NO_ZERO = _no("no-zero", "BI-Z1")
NOT_ON_PAD = _no("not-on-pad", "BI-Z2")
NOT_AHEAD_OF_PAD = _no("not-ahead-of-pad", "BI-Z2")
OVERHANGS = _no("overhangs", "BI-Z3")
NO_PADS = _no("no-pads", "BI-E7")
NO_SLIDE = _no("no-slide", "BI-Z3")
PAD_STAYS_AT_EDGE = _no("pad-stays", "BI-Z3")

NO_SHOT_YET = _no("no-shot-yet", "BI-E3")
NO_SHOT_NOW = _no("no-shot-now", "BI-K1")
EXACT_RANGE = _no("exact-range", "BI-K2")
NO_TARGET = _no("no-target", "BI-K3")
OWN_TARGET = _no("own-target", "BI-K3")
BEHIND_BLOCK = _no("behind-block", "BI-K4")

NO_REMOVAL = _no("no-removal", "BI-M8")
REMOVE_WHOM = _no("remove-whom", "BI-M8")
NO_PAD_REMOVAL = _no("no-pad-removal", "BI-M9")
REMOVE_WHICH = _no("remove-which", "BI-M9")

TWO_ON_A_SQUARE = _no("two-on-a-square", "BI-M6")
BLOCKS_IN_LINE = _no("blocks-in-line", "BI-S4")
MORE_LIVE = _no("more-live", "BI-S3")

COMMON = Refusals(
    ended=ENDED,
    set_up_first=SET_UP_FIRST,
    set_up_done=NO_PLACING_NOW,
    not_your_turn=NOT_YOUR_TURN,
    step_first=BLOCK_FIRST,
    in_motion=IN_MOTION,
    only_table=ONLY_TABLE,
)
