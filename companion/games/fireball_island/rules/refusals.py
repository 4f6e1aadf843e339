"""The refusals of commands: the sentence and the rule.

``why_not`` decides which one applies.
"""

from __future__ import annotations

from companion.engine.referees.refusals import Refusals, refusal

NO_ROLL_NOW = refusal("fireball-island.no-roll-now", "FB-M1")
ROLL_BY_TURN = refusal("fireball-island.roll-by-turn", "FB-S3")
NOTHING_DECLARED = refusal("fireball-island.nothing-declared", "FB-V4")
NO_PASS_NOW = refusal("fireball-island.no-pass-now", "FB-M10")
NO_MOVE_NOW = refusal("fireball-island.no-move-now", "FB-M1")
NO_WAY = refusal("fireball-island.no-way", "FB-M1")
WHICH_WAY = refusal("fireball-island.which-way", "FB-M2")
DOCK_SHUT = refusal("fireball-island.dock-shut", "FB-M9")

NO_FIREBALL_DUE = refusal("fireball-island.no-fireball-due", "FB-F1")
NO_ROUTE = refusal("fireball-island.no-route", "FB-F2")
MUST_HIT = refusal("fireball-island.must-hit", "FB-F2")
NOT_IN_REACH = refusal("fireball-island.not-in-reach", "FB-F2")
NO_REPORT_DUE = refusal("fireball-island.no-report-due", "FB-F3")
SAFE_FROM_HITS = refusal("fireball-island.safe-from-hits", "FB-F3")

STANDS_UP = refusal("fireball-island.stands-up", "FB-F5")
FIREBALL_WAITS = refusal("fireball-island.fireball-waits", "FB-F1")
INSIDE_A_PATH = refusal("fireball-island.inside-a-path", "FB-K2")
NO_THEFT = refusal("fireball-island.no-theft", "FB-K3")
NOT_OWNER = refusal("fireball-island.not-owner", "FB-K3")
NOTHING_TO_CANCEL = refusal("fireball-island.nothing-to-cancel", "FB-K4")
FIREBALL_STANDS = refusal("fireball-island.fireball-stands", "FB-K2")
NO_FIREBALL_NAMED = refusal("fireball-island.no-fireball-named", "FB-K5")
OWN_FIREBALL = refusal("fireball-island.own-fireball", "FB-K5")
NO_ROLL_TO_REPEAT = refusal("fireball-island.no-roll-to-repeat", "FB-K6")
AT_THE_END = refusal("fireball-island.at-the-end", "FB-K7")
ONLY_OWN_TURN = refusal("fireball-island.only-own-turn", "FB-K7")
NOT_FROM_SELF = refusal("fireball-island.not-from-self", "FB-K8")
NO_CARD_THERE = refusal("fireball-island.no-card-there", "FB-K8")
FITTED = refusal("fireball-island.fitted", "FB-J6")
BEFORE_THE_ROLL = refusal("fireball-island.before-the-roll", "FB-K9")
ONE_AHEAD = refusal("fireball-island.one-ahead", "FB-K9")
NOT_NOW_BACK = refusal("fireball-island.not-now-back", "FB-K10")
ONLY_OPPONENTS = refusal("fireball-island.only-opponents", "FB-K10")
NOT_FROM_START = refusal("fireball-island.not-from-start", "FB-K10")
OFF_THE_TRAIL = refusal("fireball-island.off-the-trail", "FB-K11")
ONE_DOUBLE = refusal("fireball-island.one-double", "FB-K12")
NO_TOKEN = refusal("fireball-island.no-token", "FB-M7")
OWN_TURN_TRADE = refusal("fireball-island.own-turn-trade", "FB-M7")
HAND_FULL = refusal("fireball-island.hand-full", "FB-M7")
NOT_QUIET = refusal("fireball-island.not-quiet", "FB-K14")
NOT_RESTING = refusal("fireball-island.not-resting", "FB-K13")

TWO_ON_A_SPACE = refusal("fireball-island.two-on-a-space", "FB-M5")
ON_THE_DOCK = refusal("fireball-island.on-the-dock", "FB-M9")

COMMON = Refusals(
    ended=refusal("refused.ended", "FB-E2"),
    set_up_first=refusal("fireball-island.set-up-first", "FB-S3"),
    not_your_turn=refusal("refused.not-your-turn", "FB-M10"),
    step_first=refusal("fireball-island.step-first", "FB-M10"),
    answers_first=refusal("refused.answers-first", "FB-K13"),
    in_motion=refusal("refused.chance-pending", "FB-M1"),
    no_window=refusal("refused.no-window", "FB-K13"),
    not_asked=refusal("refused.not-asked", "FB-K13"),
    not_held=refusal("refused.not-held", "FB-K1"),
)
