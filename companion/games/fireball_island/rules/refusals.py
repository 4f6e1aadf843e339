"""Why a command is refused: the sentence and the rule that forbids it. Which one applies, ``why_not`` decides."""

from __future__ import annotations

from companion.engine.command import Refusal
from companion.engine.referees.refusals import Refusals, refusal


def _by(key: str, rule: str) -> Refusal:
    return refusal(f"fireball-island.{key}", rule)


NO_ROLL_NOW = _by("no-roll-now", "FB-M1")
ROLL_BY_TURN = _by("roll-by-turn", "FB-S3")
NOTHING_DECLARED = _by("nothing-declared", "FB-V4")
NO_PASS_NOW = _by("no-pass-now", "FB-M10")
NO_MOVE_NOW = _by("no-move-now", "FB-M1")
NO_WAY = _by("no-way", "FB-M1")
WHICH_WAY = _by("which-way", "FB-M2")
DOCK_SHUT = _by("dock-shut", "FB-M9")

NO_FIREBALL_DUE = _by("no-fireball-due", "FB-F1")
NO_ROUTE = _by("no-route", "FB-F2")
MUST_HIT = _by("must-hit", "FB-F2")
NOT_IN_REACH = _by("not-in-reach", "FB-F2")
NO_REPORT_DUE = _by("no-report-due", "FB-F3")
SAFE_FROM_HITS = _by("safe-from-hits", "FB-F3")

STANDS_UP = _by("stands-up", "FB-F5")
FIREBALL_WAITS = _by("fireball-waits", "FB-F1")
INSIDE_A_PATH = _by("inside-a-path", "FB-K2")
NO_THEFT = _by("no-theft", "FB-K3")
NOT_OWNER = _by("not-owner", "FB-K3")
NOTHING_TO_CANCEL = _by("nothing-to-cancel", "FB-K4")
FIREBALL_STANDS = _by("fireball-stands", "FB-K2")
NO_FIREBALL_NAMED = _by("no-fireball-named", "FB-K5")
OWN_FIREBALL = _by("own-fireball", "FB-K5")
NO_ROLL_TO_REPEAT = _by("no-roll-to-repeat", "FB-K6")
AT_THE_END = _by("at-the-end", "FB-K7")
ONLY_OWN_TURN = _by("only-own-turn", "FB-K7")
NOT_FROM_SELF = _by("not-from-self", "FB-K8")
NO_CARD_THERE = _by("no-card-there", "FB-K8")
FITTED = _by("fitted", "FB-J6")
BEFORE_THE_ROLL = _by("before-the-roll", "FB-K9")
ONE_AHEAD = _by("one-ahead", "FB-K9")
NOT_NOW_BACK = _by("not-now-back", "FB-K10")
ONLY_OPPONENTS = _by("only-opponents", "FB-K10")
NOT_FROM_START = _by("not-from-start", "FB-K10")
OFF_THE_TRAIL = _by("off-the-trail", "FB-K11")
ONE_DOUBLE = _by("one-double", "FB-K12")
NO_TOKEN = _by("no-token", "FB-M7")
OWN_TURN_TRADE = _by("own-turn-trade", "FB-M7")
HAND_FULL = _by("hand-full", "FB-M7")
NOT_RESTING = _by("not-resting", "FB-K13")

TWO_ON_A_SPACE = _by("two-on-a-space", "FB-M5")
ON_THE_DOCK = _by("on-the-dock", "FB-M9")

COMMON = Refusals(
    ended=refusal("refused.ended", "FB-E2"),
    set_up_first=_by("set-up-first", "FB-S3"),
    not_your_turn=refusal("refused.not-your-turn", "FB-M10"),
    step_first=_by("step-first", "FB-M10"),
    answers_first=refusal("refused.answers-first", "FB-K13"),
    in_motion=refusal("refused.chance-pending", "FB-M1"),
    no_window=refusal("refused.no-window", "FB-K13"),
    not_asked=refusal("refused.not-asked", "FB-K13"),
    not_held=refusal("refused.not-held", "FB-K1"),
)
