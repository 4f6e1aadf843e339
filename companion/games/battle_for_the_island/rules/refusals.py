"""The refusals of commands: the sentence and the rule.

``why_not`` decides which one applies.
"""

from __future__ import annotations

from companion.engine.referees.refusals import Refusals, refusal

ENDED = refusal("refused.ended", "BI-E6")
ONLY_TABLE = refusal("refused.only-table", "BI-S8")
FIRST_BEFORE = refusal("battle-for-the-island.first-before", "BI-S8")
FIRST_KNOWN = refusal("battle-for-the-island.first-known", "BI-S8")
SET_UP_FIRST = refusal("battle-for-the-island.set-up-first", "BI-S7")
NOT_YOUR_PLACING = refusal("battle-for-the-island.not-your-placing", "BI-S4")
NO_BLOCKS_NOW = refusal("battle-for-the-island.no-blocks-now", "BI-S4")
OFF_THE_ISLAND = refusal("battle-for-the-island.off-the-island", "BI-S1")
ROW_TAKEN = refusal("battle-for-the-island.row-taken", "BI-S4")
COLUMN_TAKEN = refusal("battle-for-the-island.column-taken", "BI-S4")
NO_PLACING_NOW = refusal("battle-for-the-island.no-placing-now", "BI-S6")
NOT_HOME = refusal("battle-for-the-island.not-home", "BI-S6")
NOT_FREE = refusal("battle-for-the-island.not-free", "BI-S6")
NONE_LEFT = refusal("battle-for-the-island.none-left", "BI-S2")
NOTHING_LEFT = refusal("battle-for-the-island.nothing-left", "BI-S9")
NOTHING_BEFORE = refusal("battle-for-the-island.nothing-before", "BI-S10")
TAKEN_NOW = refusal("battle-for-the-island.taken-now", "BI-S10")
NO_LOADING_NOW = refusal("battle-for-the-island.no-loading-now", "BI-S7")
COLUMN_FULL = refusal("battle-for-the-island.column-full", "BI-S7")

NOT_YOUR_TURN = refusal("refused.not-your-turn", "BI-M10")
IN_MOTION = refusal("battle-for-the-island.in-motion", "BI-E3")
BLOCK_FIRST = refusal("battle-for-the-island.block-first", "BI-B2")
OPPONENT_FIRST = refusal("battle-for-the-island.opponent-first", "BI-M8")
PAD_LOSES_FIRST = refusal("battle-for-the-island.opponent-first", "BI-M9")
DIE_ROLLS = refusal("battle-for-the-island.in-motion", "BI-M1")
ROLLED_ALREADY = refusal("battle-for-the-island.rolled-already", "BI-M2")
OPTION_FIRST = refusal("battle-for-the-island.option-first", "BI-Z1")
ADVANCE_FIRST = refusal("battle-for-the-island.advance-first", "BI-M9")
ROLL_FIRST = refusal("battle-for-the-island.roll-first", "BI-E3")
MOVED_ALREADY = refusal("battle-for-the-island.moved-already", "BI-M8")
SLIDE_FIRST = refusal("battle-for-the-island.slide-first", "BI-Z3")

NOT_YOURS = refusal("battle-for-the-island.not-yours", "BI-M2")
NOT_CHOSEN = refusal("battle-for-the-island.not-chosen", "BI-Z5")
ONE_AHEAD = refusal("battle-for-the-island.one-ahead", "BI-M3")
ALL_UNITS = refusal("battle-for-the-island.all-units", "BI-M4")
OFF_THE_GRID = refusal("battle-for-the-island.off-the-grid", "BI-M6")
IN_THE_WAY = refusal("battle-for-the-island.in-the-way", "BI-M6")
NO_TURN_ON_BLOCK = refusal("battle-for-the-island.no-turn-on-block", "BI-M7")
MUST_MOVE = refusal("battle-for-the-island.must-move", "BI-M8")
NOT_ON_A_ZERO = refusal("battle-for-the-island.not-on-a-zero", "BI-Z1")

NO_ZERO = refusal("battle-for-the-island.no-zero", "BI-Z1")
NOT_ON_PAD = refusal("battle-for-the-island.not-on-pad", "BI-Z2")
NOT_AHEAD_OF_PAD = refusal("battle-for-the-island.not-ahead-of-pad", "BI-Z2")
OVERHANGS = refusal("battle-for-the-island.overhangs", "BI-Z3")
NO_PADS = refusal("battle-for-the-island.no-pads", "BI-E7")
NO_SLIDE = refusal("battle-for-the-island.no-slide", "BI-Z3")
PAD_STAYS_AT_EDGE = refusal("battle-for-the-island.pad-stays", "BI-Z3")

SHOT_IN_OTHER_TURN = refusal("refused.not-your-turn", "BI-K1")
SHOT_NOT_YOURS = refusal("battle-for-the-island.not-yours", "BI-K1")
NO_SHOT_YET = refusal("battle-for-the-island.no-shot-yet", "BI-E3")
NO_SHOT_NOW = refusal("battle-for-the-island.no-shot-now", "BI-K1")
EXACT_RANGE = refusal("battle-for-the-island.exact-range", "BI-K2")
NO_TARGET = refusal("battle-for-the-island.no-target", "BI-K3")
OWN_TARGET = refusal("battle-for-the-island.own-target", "BI-K3")
BEHIND_BLOCK = refusal("battle-for-the-island.behind-block", "BI-K4")

NO_REMOVAL = refusal("battle-for-the-island.no-removal", "BI-M8")
REMOVE_WHOM = refusal("battle-for-the-island.remove-whom", "BI-M8")
NO_PAD_REMOVAL = refusal("battle-for-the-island.no-pad-removal", "BI-M9")
REMOVE_WHICH = refusal("battle-for-the-island.remove-which", "BI-M9")

TWO_ON_A_SQUARE = refusal("battle-for-the-island.two-on-a-square", "BI-M6")
NOT_ON_THE_ISLAND = refusal("battle-for-the-island.not-on-the-island", "BI-M6")
BLOCKS_IN_LINE = refusal("battle-for-the-island.blocks-in-line", "BI-S4")
DIE_AND_STEP = refusal("battle-for-the-island.die-and-step", "BI-Z1")
MORE_LIVE = refusal("battle-for-the-island.more-live", "BI-S3")

COMMON = Refusals(
    ended=ENDED,
    set_up_first=SET_UP_FIRST,
    set_up_done=NO_PLACING_NOW,
    not_your_turn=NOT_YOUR_TURN,
    step_first=BLOCK_FIRST,
    in_motion=IN_MOTION,
    only_table=ONLY_TABLE,
)
