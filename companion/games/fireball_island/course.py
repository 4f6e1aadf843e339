"""The course of Fireball Island: questions, chance and consequences.

It also puts the rules together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import ClassVar

from companion.engine.chance import Answer, Card, ChanceRequest, Dice
from companion.engine.command import Kinds, Refusal
from companion.engine.corrections import Correct, Correctable
from companion.engine.fact import Fact, Facts
from companion.engine.game import GameRules, Setup
from companion.engine.referees.declarations import Rested
from companion.engine.referees.frame import NOBODY, Judged
from companion.engine.state import ENDED, Ask, Turn
from companion.engine.values.bags import HIDDEN
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.engine.values.spot import BoardThing
from companion.engine.windows import ANSWER_S, WINDOW_COMMANDS, Pass, PassFor, TimeUp
from companion.games.fireball_island.moments import MOMENTS
from companion.games.fireball_island.picture import picture
from companion.games.fireball_island.real_board import differences
from companion.games.fireball_island.rules import (
    cards,
    commands,
    corrections,
    draws,
    facts,
    fireballs,
    movement,
    windows,
)
from companion.games.fireball_island.rules.board import FireballBoard
from companion.games.fireball_island.rules.commands import AnswerAgain, first_roller
from companion.games.fireball_island.rules.components import CARDS, CAVES, DIE, NOT_YET, SHUT_CAVE, name
from companion.games.fireball_island.rules.draws import FireballDrew
from companion.games.fireball_island.rules.facts import (
    AheadLapsed,
    AllDealt,
    BackLapsed,
    BackTaken,
    CaveDeclared,
    CaveRolled,
    FireballDieFell,
    MomentOpened,
    RolledAlike,
    RolledFirst,
    RollSetRight,
    RollTaken,
    turn_of,
)
from companion.games.fireball_island.rules.fireballs import FireballDue
from companion.games.fireball_island.rules.movement import TurnLost, WalkingBegan
from companion.games.fireball_island.rules.shipped_board import shipped
from companion.games.fireball_island.rules.state import FireballIsland, FireballRules, Step
from companion.games.fireball_island.rules.windows import (
    WINDOWS,
    FireballMoment,
    NamedFireball,
    PlayedCard,
    Theft,
    Window,
)
from companion.games.fireball_island.tally import TALLY

BY_STEP: Mapping[Step, Kinds] = {
    "contest": (commands.FireballRoll,), "declare": (commands.Declare,), "roll": (commands.FireballRoll,), "pass":
    (commands.PassDie,),
}  # fmt: skip
"""The active player's commands at each step that waits for one."""
QUIET_S = 3.0
"""Default seconds of a quiet window (FB-K14)."""
CORRECTING = Ask(TABLE, (Correct,))
FIRST_ROLL, ROLL_FOR_MOVE, ROLL_IN_CAVE = (
    Dice(purpose, rule, dice=(DIE,)) for purpose, rule in (("first", "FB-S3"), ("die", "FB-M1"), ("cave-die", "FB-V2"))
)


@lru_cache(maxsize=1 << 9)
def _asked(seat: int, kinds: Kinds, resting: tuple[str, ...]) -> tuple[Ask, ...]:
    return _with_resting((Ask(seat, kinds), CORRECTING), resting)


@lru_cache(maxsize=1 << 9)
def _asked_in_window(
    asked: tuple[int, ...], passed: tuple[int, ...], resting: tuple[str, ...], quiet: bool
) -> tuple[Ask, ...]:
    """Return the questions to the seats that haven't passed yet.

    Cached: there are few sets of seats, and each step asks.
    """
    kinds: Kinds = (*commands.ANSWERS, commands.HoldOpen, Pass) if quiet else (*commands.ANSWERS, Pass)
    waiting = tuple([Ask(seat, kinds) for seat in asked if seat not in passed])
    return _with_resting((*waiting, Ask(TABLE, (TimeUp, PassFor, Correct))), resting)


@lru_cache(maxsize=1 << 9)
def _with_resting(found: tuple[Ask, ...], resting: tuple[str, ...]) -> tuple[Ask, ...]:
    """Add the command to answer again for seats that let windows pass."""
    more = {seat: (AnswerAgain,) for seat, until in enumerate(resting) if until}
    asked = {ask.seat for ask in found}
    return (
        *(Ask(ask.seat, (*ask.kinds, *more.get(ask.seat, ()))) for ask in found),
        *(Ask(seat, kinds) for seat, kinds in more.items() if seat not in asked),
    )


class FireballIslandInPlay(FireballIsland, frozen=True, kw_only=True, gc=False):
    """The island, with the course of the game."""

    grounds: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys((kind.verb for kind in WINDOW_COMMANDS), "FB-K13"), Correct.verb: "FB-C1", ENDED: "FB-E2",
    }  # fmt: skip

    # ------------------------------------------------------------------ who is asked
    def asks(self) -> tuple[Ask, ...]:
        if self.ending is not None:
            return ()
        if not self.pending:
            if self.awaits_chance():
                return ()
            seat = first_roller(self) if self.turn == NOBODY else self.turn
            return _asked(seat, BY_STEP[self.step], self.resting)
        top = self.pending[-1]
        if isinstance(top, Window):
            return _asked_in_window(top.asked, top.passed, self.resting, top.is_quiet)
        found = top.asks(self)
        return _with_resting(found, self.resting) if found else ()

    # ------------------------------------------------------------------ chance
    def open_due(self) -> ChanceRequest | None:
        if self.step == "deal":
            return Card("cards", "FB-S2", cards=self.drawable())
        if not self.rolling:
            return None
        return FIRST_ROLL if self.turn == NOBODY else ROLL_IN_CAVE if self.caving else ROLL_FOR_MOVE

    def open_chosen(self, answer: Answer) -> Facts:
        if self.step == "deal":
            return (FireballDrew(next(seat for seat, hand in enumerate(self.hands) if not hand), str(answer[0])),)
        if self.turn == NOBODY:
            return (RolledFirst(first_roller(self), int(answer[0])),)
        return (FireballDieFell(int(answer[0])), MomentOpened("rolled"))

    # ------------------------------------------------------------------ what follows by itself
    def open_then(self) -> Facts:
        follows = FOLLOWS.get(self.step)
        return follows(self) if follows else ()

    def timed_turn(self) -> Turn | None:
        return None if self.turn < 0 or self.ending is not None else (self.turns, self.turn)

    # ------------------------------------------------------------------ setting right
    def judged(self) -> Facts:
        """Judge the purpose of the roll by the piece's place (FB-V4).

        Only a correction changes it. A piece that lies in a pit now has lost the rest of its turn, as if a Fireball had
        hit it (FB-F8).
        """
        seat = self.turn
        if self.lying[seat] and self.step in STEPS_TO_LOSE:
            return (Judged(), TurnLost(seat))
        in_cave, shut_in = self.in_cave(seat), self.places[seat] == SHUT_CAVE
        if self.step == "declare" and (shut_in or not in_cave):
            return (Judged(), CaveDeclared(seat, out=not shut_in))
        wrong = shut_in if not self.caving else not in_cave
        if self.step in ("first", "roll", "rolled") and wrong:
            return (Judged(), RollSetRight(not self.caving))
        return (Judged(),)

    def correctables(self) -> Mapping[str, Correctable]:
        return corrections.correctables(self)

    def can_be_corrected(self) -> bool:
        return self.turn >= 0

    def board_things(self) -> tuple[BoardThing, ...]:
        return corrections.board_things(self)

    def faults(self) -> tuple[Refusal, ...]:
        return corrections.faults(self)


# ---------------------------------------------------------------------- what follows at each step
def _dealt(state: FireballIsland) -> Facts:
    return () if any(not hand for hand in state.hands) else (AllDealt(),)


def _contested(state: FireballIsland) -> Facts:
    if first_roller(state) != NOBODY:
        return ()
    best = max(state.totals)
    highest = tuple(seat for seat, value in enumerate(state.totals) if value == best)
    return (RolledAlike(highest),) if len(highest) > 1 else turn_of(state, highest[0])


def _before_roll(state: FireballIsland) -> Facts:
    return (MomentOpened("first"),)


def _instead_of_roll(state: FireballIsland) -> Facts:
    """Move by a Move Ahead instead of a roll (FB-K9, K11).

    It lapses if the piece has left the trails.
    """
    if not state.ahead:
        return ()
    seat = state.turn
    if state.not_movable(seat) is not None:
        return (AheadLapsed(),)
    return (RollTaken(), WalkingBegan(seat, seat, state.ahead, (state.places[seat],)))


def _after_roll(state: FireballIsland) -> Facts:
    seat = state.turn
    if state.caving:
        cave = CAVES[state.die - 1]
        stays = state.stands_on(cave)
        rolled: Facts = (RollTaken(), CaveRolled(seat, state.places[seat] if stays else cave))
        return (*rolled, FireballDue(seat, "one")) if state.die == 1 else rolled
    count = state.die * 2 if state.doubled else state.die
    if count == 1:
        return (RollTaken(), FireballDue(seat, "one"))
    return (RollTaken(), WalkingBegan(seat, seat, count, (state.places[seat],)))


def _waiting_backs(state: FireballIsland) -> Facts:
    if not state.backs:
        return (MomentOpened("over"),)
    (by, count), *_ = state.backs
    lapsed = (BackLapsed(),)
    return (
        lapsed if state.not_moved_back(state.turn) is not None else (BackTaken(), *cards.moved_back(state, by, count))
    )


def _move_over(state: FireballIsland) -> Facts:
    return (MomentOpened("over"),)


STEPS_TO_LOSE = frozenset({"declare", "first", "roll", "rolled", "backs"})
"""The steps of a turn before the piece has finished its moves."""
FOLLOWS: Mapping[str, Callable[[FireballIsland], Facts]] = {
    "deal": _dealt, "contest": _contested, "first": _before_roll, "roll": _instead_of_roll, "rolled": _after_roll,
    "backs": _waiting_backs, "over": _move_over,
}  # fmt: skip


# ---------------------------------------------------------------------- the rules put together
PlayedCard.effect = cards.played
Theft.effect = movement.stolen
NamedFireball.effect = fireballs.rolled
FireballMoment.effect = lambda moment, state: ()
for window in WINDOWS:
    window.answers = commands.ANSWERS
movement.Walking.answers = (commands.FireballMove,)
fireballs.FireballNaming.answers = (commands.SendFireball, commands.AimFireball)
fireballs.Reporting.answers = (commands.ReportHits,)
FACTS: tuple[type[Fact], ...] = (
    *windows.FACTS, *facts.FACTS, *draws.FACTS, *fireballs.FACTS, *movement.FACTS, *cards.FACTS, commands.AnswersAgain,
    commands.Interrupted,     Judged, Rested,
)  # fmt: skip


def start_on(boards: Mapping[str, FireballBoard]) -> Callable[[Setup], FireballIslandInPlay]:
    """Return a function that starts a game on one of *boards*.

    The boards are keyed by their words.
    """

    def start(setup: Setup) -> FireballIslandInPlay:
        people, options = len(setup.seats), setup.options
        board = boards[str(options.get("board", shipped().slug))]
        rules = FireballRules(
            people=people,
            board=board,
            at_table=options.get("fireballs") == "table",
            answer_s=float(options.get("answer_s", ANSWER_S)),
            quiet_s=float(options.get("quiet_s", QUIET_S)),
        )
        return FireballIslandInPlay(
            rules=rules,
            places=(board.start,) * people,
            lying=(False,) * people,
            traces=((board.start,),) * people,
            tokens=(NOT_YET,) * people,
            jewel=board.vul_kar,
            hands=((),) * people,
            deck=CARDS,
            resting=("",) * people,
        )

    return start


def buttons(state: FireballIsland) -> Mapping[str, str]:
    """Return the commands behind the table's buttons: ROLL the due die."""
    contest = state.step == "contest"
    waits = not state.pending and not state.rolling and state.ending is None and (contest or state.step == "roll")
    return {"roll": commands.FireballRoll.verb} if waits else {}


def hand(state: FireballIsland, seat: int) -> tuple[Message, ...]:
    """Return the cards in *seat*'s hand, by their names."""
    held = state.hands[seat] if 0 <= seat < len(state.hands) else ()
    return tuple(name(card) for card in held if card != HIDDEN)


RULES = GameRules(
    kinds=commands.COMMANDS,
    known_facts=FACTS,
    start=start_on({shipped().slug: shipped()}),
    picture=lambda state: picture(state, buttons(state)),
    buttons=buttons,
    differences=differences,
    hand=hand,
    moments=MOMENTS,
    tally=TALLY,
)
