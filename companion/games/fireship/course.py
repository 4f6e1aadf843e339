"""The course of Fireship: questions, requests to chance and consequences.

It also puts the rules together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, ClassVar

from msgspec import structs

from companion.engine.chance import Answer, ChanceRequest, Dice
from companion.engine.command import Kinds, Refusal
from companion.engine.corrections import Correct, Correctable
from companion.engine.fact import Fact, Facts
from companion.engine.game import BadSetup, Game, GameRules, Option, Setup
from companion.engine.notation import spell
from companion.engine.referees.declarations import PassUntil
from companion.engine.referees.frame import NOBODY, Judged
from companion.engine.state import ENDED, Ask, TimeLimit, Turn
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.engine.values.spot import BoardThing
from companion.engine.windows import WINDOW_COMMANDS
from companion.games.fireship.moments import MOMENTS
from companion.games.fireship.options import BOARDS, rules_of
from companion.games.fireship.picture import picture
from companion.games.fireship.real_board import differences
from companion.games.fireship.rules import (
    actions,
    card_facts,
    cards,
    declarations,
    facts,
    moves,
    outcomes,
    pending_steps,
    setup,
)
from companion.games.fireship.rules.board.board import BadFireshipBoard, FireshipBoard
from companion.games.fireship.rules.board.components import (
    BATTLESHIP_CELL,
    COLOURS,
    DICE,
    MOVE_DICE,
    MYSTERY_CELL,
    PLANE,
    WHEEL_CELL,
    WHITE,
    name,
)
from companion.games.fireship.rules.board.own import read_board
from companion.games.fireship.rules.corrections import Shifted, correctables, faults
from companion.games.fireship.rules.facts import (
    HOME,
    FireshipEnded,
    FireshipRolled,
    FireshipTurnBegan,
    Missed,
    PlayerEliminated,
)
from companion.games.fireship.rules.state import NO_BADGES, NOTHING, Sea
from companion.games.fireship.rules.taps import board_things
from companion.games.fireship.rules.values import IN_MINUTES, IN_ROUNDS
from companion.games.fireship.tally import TALLY

BY_STEP: Mapping[str, Kinds] = {
    "roll": (moves.FireshipRoll,),
    "moves": (moves.Pick, moves.EndMoves),
    "attacks": (actions.Attack, moves.EndAttacks, moves.EndTurn),
    "cells": (actions.Use, moves.EndTurn),
    "last": (moves.EndTurn,),
}
"""The active player's commands at each step of the turn."""
MIDST = frozenset(BY_STEP) - {"roll"}
"""The steps of a turn that only the active player ends."""
WITH_MORE: Mapping[str, Kinds] = {
    "roll": (moves.FireshipRoll, cards.Updraft, cards.GulfStream),
    "moves": (moves.Go, moves.GoHome, *BY_STEP["moves"]),
    "attacks": (*BY_STEP["attacks"], cards.PlayBoom, cards.PlayWhirlpool),
    "cells": (actions.Use, cards.PlayBoom, cards.PlayWhirlpool, cards.PlayFog, moves.EndTurn),
    "last": (cards.PlayFog, moves.EndTurn),
}
"""The same for a player with hidden cards or badges.

Everybody can see that a player has some, but not which. In the moves: while a pawn is picked up.
"""
CORRECTING: Kinds = (Correct,)
WITH_A_CLOCK: Kinds = (cards.CallTime, Correct)


Asked = tuple[Mapping[str, tuple[Ask, ...]], ...]
"""The questions at each step of the turn of each seat."""


@cache
def _asked(with_more: bool, clock_runs: bool) -> Asked:
    """Return the questions for each seat's turn and each of its steps.

    The table is asked for corrections too, and for the end of the minutes if *clock_runs*.
    """
    kinds, table = WITH_MORE if with_more else BY_STEP, Ask(TABLE, WITH_A_CLOCK if clock_runs else CORRECTING)
    return tuple([{step: (Ask(seat, kinds[step]), table) for step in kinds} for seat in range(len(COLOURS))])


@cache
def _three_dice(faces: tuple[int, ...]) -> Dice:
    return Dice(MOVE_DICE, "FS-C1", dice=(faces,) * DICE)


class SeaInPlay(Sea, frozen=True, kw_only=True, gc=False):
    """The sea, with the course of the game."""

    grounds: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys((kind.verb for kind in WINDOW_COMMANDS), "FS-K15"), Correct.verb: "FS-T6", ENDED: "FS-E5",
    }  # fmt: skip

    def open_asks(self) -> tuple[Ask, ...]:
        seat, step = self.turn, self.step
        if step == "moves":
            with_more = self.picked_up != NOTHING
        elif seat < 0:
            return self._asks_setting_up()
        else:
            with_more = bool(self.hands[seat]) or self.badges[seat] != NO_BADGES
        return _asked(with_more, self.rules.limit == IN_MINUTES and not self.time_over)[seat][step]

    def _asks_setting_up(self) -> tuple[Ask, ...]:
        if setup.chooses(self):
            choosing = [seat for seat, colour in enumerate(self.colours) if colour == NOBODY]
            return (*(Ask(seat, (setup.TakeColour,)) for seat in choosing), Ask(TABLE, (setup.GiveColours,)))
        return (Ask(setup.first_roller(self), (moves.FireshipRoll,)), Ask(TABLE, CORRECTING))

    # ------------------------------------------------------------------ chance
    def open_due(self) -> ChanceRequest | None:
        return _three_dice(self.rules.faces) if self.rolling else None

    def open_chosen(self, answer: Answer) -> Facts:
        dice = tuple(map(int, answer))
        if self.turn < 0:
            return (setup.TotalRolled(setup.first_roller(self), dice),)
        return (FireshipRolled(dice),)

    # ------------------------------------------------------------------ what follows by itself
    def open_then(self) -> Facts:
        if self.step in MIDST:
            return ()
        if self.step == "over":
            return self._next_turn()
        if self.step == "roll":
            return (Missed(self.turn),) if self.holes[self.turn] and not self.rolling else ()
        return self._set_up() if self.turn < 0 else ()

    def _set_up(self) -> Facts:
        if setup.chooses(self):
            return ()
        if not self.pawns:
            return (setup.SeaSet(),)
        if self.first >= 0:
            return (FireshipTurnBegan(self.first, 1),)
        return () if setup.TO_ROLL in self.totals else setup.contest(self)

    def _next_turn(self) -> Facts:
        """Begin the next seat's turn, or end the game (FS-E3).

        It ends where the round is over and the time is up.
        """
        people = self.rules.people
        seat = (self.turn + 1) % people
        while self.out >> seat & 1:
            seat = (seat + 1) % people
        over = (seat - self.first) % people <= (self.turn - self.first) % people
        if over and self.time_is_up():
            return (FireshipEnded("time", self.leaders()),)
        whirls = [cell for cell, owner in self.whirls if owner == seat]
        turn: Facts = (FireshipTurnBegan(seat, self.round + over),)
        for cell in whirls:
            turn += self._whirled(cell, seat)
        return turn

    def _whirled(self, cell: int, seat: int) -> Facts:
        """Return a whirlpool's losses at the start of its owner's turn (FS-K12).

        That is ships of every colour within one cell.
        """
        near, fog = self.rules.board.near[cell], self.fog & ~(1 << seat)
        sides = [side for side in range(self.rules.people) if not fog >> side & 1]
        lost = [
            pawn for side in (*sides, WHITE) for pawn in pending_steps.lost_in(self, side, near)
            if pawn[0] != HOME and pawn[2] != PLANE
        ]  # fmt: skip
        others = [whirl for whirl, owner in self.whirls if owner == seat and whirl < cell]
        taken = 0
        for other in others:
            taken |= self.rules.board.near[other]
        left = tuple(pawn for pawn in lost if not taken >> pawn[0] & 1)
        gone = (facts.Destroyed("fireship.lost-whirlpool", left),) if left else ()
        return (*gone, card_facts.WhirlGone(cell))

    # ------------------------------------------------------------------ the clock
    def timed_turn(self) -> Turn | None:
        return None if self.turn < 0 or self.ending is not None else (self.round, self.turn)

    def time_limit(self) -> TimeLimit | None:
        rules = self.rules
        return TimeLimit(60 * rules.minutes, cards.CallTime(TABLE)) if rules.limit == IN_MINUTES else None

    # ------------------------------------------------------------------ the end
    def time_is_up(self) -> bool:
        """Return True if the game ends with this round (FS-E3)."""
        rules = self.rules
        return self.time_over if rules.limit == IN_MINUTES else rules.limit == IN_ROUNDS and self.round >= rules.rounds

    def leaders(self) -> tuple[int, ...]:
        """Return the seats with most islands, then most power (FS-E3).

        The power counts among those with most islands.
        """
        worth = {seat: (self.islands_of(seat), self.strength(seat)) for seat in self.living()}
        best = max(worth.values())
        return tuple(seat for seat, each in worth.items() if each == best)

    def judged(self) -> Facts:
        """Judge the position: all islands, eliminations, a sea without pawns."""
        if self.shifts or any(cell < 0 for cell, _ in self.whirls):
            return (Shifted(),)
        first = self.flags[0]
        if first != WHITE and self.flags.count(first) == len(self.flags):
            return (Judged(), FireshipEnded("islands", (first,)))
        living = self.living()
        lost = [seat for seat in living if self._has_nothing(seat)]
        left = tuple(seat for seat in living if seat not in lost)
        outs: Facts = tuple(map(PlayerEliminated, lost))
        if len(left) == 1 and lost:
            return (Judged(), *outs, FireshipEnded("last", left))
        if not left:
            return (Judged(), *outs, FireshipEnded("together", tuple(lost)))
        if not any(self.on_board(seat, kind) for seat in left for kind in range(3)):
            return (Judged(), *outs, FireshipEnded("no-pawns", self.leaders()))
        return (Judged(), *outs)

    def _has_nothing(self, seat: int) -> bool:
        return not (any(self.home[seat]) or any(self.pawns[seat]) or seat in self.flags)

    # ------------------------------------------------------------------ setting right
    def correctables(self) -> Mapping[str, Correctable]:
        return correctables(self)

    def can_be_corrected(self) -> bool:
        return self.turn >= 0

    def board_things(self) -> tuple[BoardThing, ...]:
        return board_things(self)

    def faults(self) -> tuple[Refusal, ...]:
        return faults(self)


# ---------------------------------------------------------------------- the rules put together
declarations.DeclaredAttack.effect = outcomes.of_attack
declarations.DeclaredCard.effect = outcomes.of_played
declarations.DeclaredDraw.effect = outcomes.of_drawn
declarations.DeclaredSegment.effect = outcomes.of_wheel
declarations.DeclaredUse.effect = outcomes.of_use
declarations.DeclaredNo.effect = outcomes.of_no
declarations.DeclaredPlusOne.effect = outcomes.of_plus_one
for each in declarations.KINDS:
    each.answers = (cards.SayNo, PassUntil)
declarations.DeclaredAttack.answers = (cards.SayNo, cards.PlayPlusOne, PassUntil)
pending_steps.Fight.answers = (moves.FireshipRoll,)
pending_steps.Testing.answers = (moves.FireshipRoll,)
pending_steps.Spinning.answers = (actions.FireshipSpin,)
pending_steps.FireshipDrawing.answers = (actions.FireshipDraw,)
pending_steps.Losing.answers = (actions.Lose,)
pending_steps.RaisingKraken.answers = (actions.RaiseKraken,)

KINDS: Kinds = (*setup.COMMANDS, *moves.COMMANDS, *actions.COMMANDS, *cards.COMMANDS)
FACTS: tuple[type[Fact], ...] = (
    *setup.FACTS,
    *facts.FACTS,
    *card_facts.FACTS,
    *pending_steps.FACTS,
    *declarations.FACTS,
    Shifted,
)


def buttons(state: SeaInPlay) -> Mapping[str, str]:
    """Return the commands behind the table's buttons: ROLL, SPIN and DRAW.

    Where special cells may be used each button uses the first cell of its kind.
    """
    if setup.chooses(state):
        return {"draw": setup.GiveColours.verb}
    if moves.roller(state) >= 0:
        return {"roll": moves.FireshipRoll.verb}
    top = state.top()
    if top is None:
        return {BY_CELL[state.rules.board.special_kind[use.thing]]: spell(use) for use in _uses(state)}
    if isinstance(top, pending_steps.Spinning) and not top.asked:
        return {"spin": actions.FireshipSpin.verb}
    return (
        {"draw": actions.FireshipDraw.verb} if isinstance(top, pending_steps.FireshipDrawing) and not top.asked else {}
    )


BY_CELL: Mapping[str, str] = {WHEEL_CELL: "spin", MYSTERY_CELL: "draw", BATTLESHIP_CELL: "roll"}
"""The button that uses a special cell of each kind."""


def _uses(state: SeaInPlay) -> list[actions.Use]:
    """Return each possible use of a special cell, in reverse order.

    The first cell comes last because the last one counts.
    """
    return [*actions.Use.tries(state, state.turn)][::-1] if state.step == "cells" else []


def hand(state: SeaInPlay, seat: int) -> tuple[Message, ...]:
    """Return the cards in *seat*'s hand, by their names."""
    return tuple(map(name, state.hands[seat])) if 0 <= seat < len(state.hands) else ()


def start_on(boards: Mapping[str, FireshipBoard]) -> Callable[[Setup], SeaInPlay]:
    """Return a function that starts a game on one of *boards*.

    The boards are keyed by their words.
    """

    def start(setup: Setup) -> SeaInPlay:
        rules = rules_of(setup, boards)
        if not any(weight for _, weight in rules.wheel):
            raise BadSetup(Message("fireship.no-wheel"))
        return SeaInPlay(rules=rules, colours=(NOBODY,) * rules.people)

    return start


RULES = GameRules(
    kinds=KINDS,
    known_facts=FACTS,
    start=start_on(BOARDS),
    moments=MOMENTS,
    tally=TALLY,
    picture=lambda state: picture(state, buttons(state)),
    buttons=buttons,
    differences=differences,
    hand=hand,
)


# ---------------------------------------------------------------------- a family's own boards
def with_boards(game: Game, files: Mapping[str, Mapping[str, Any]]) -> tuple[Game, dict[str, tuple[Message, ...]]]:
    """Return *game* with the boards of *files*, and faults by file."""
    good: list[FireshipBoard] = []
    bad: dict[str, tuple[Message, ...]] = {}
    for slug, data in files.items():
        try:
            good.append(read_board(slug, data))
        except BadFireshipBoard as error:
            bad[slug] = error.faults
    return played_on(game, good), bad


def played_on(game: Game, boards: Sequence[FireshipBoard]) -> Game:
    """Return *game* with more *boards* to play on."""
    known = {**BOARDS, **{board.word: board for board in boards}}
    return replace(game, start=start_on(known), options={**game.options, "board": _choice(game, boards)})


def _choice(game: Game, boards: Sequence[FireshipBoard]) -> Option:
    option = game.options["board"]
    choices = (*option.choices, *(board.word for board in boards))
    return structs.replace(option, choices=choices, names=(*option.names, *(board.label for board in boards)))
