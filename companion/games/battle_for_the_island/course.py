"""The course of the battle: questions, requests to chance, consequences.

It also puts the rules together.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from companion.engine.chance import Answer, ChanceRequest, Dice
from companion.engine.command import Kinds, Refusal
from companion.engine.corrections import Correct, Correctable
from companion.engine.fact import Facts
from companion.engine.game import BadSetup, GameRules, Setup
from companion.engine.referees.frame import Judged
from companion.engine.state import ENDED, Ask
from companion.engine.values.message import Message
from companion.engine.values.placements import LAST_SETUP
from companion.engine.values.seats import TABLE
from companion.engine.values.spot import BoardThing
from companion.engine.windows import WINDOW_COMMANDS
from companion.games.battle_for_the_island.moments import MOMENTS
from companion.games.battle_for_the_island.picture import buttons, picture
from companion.games.battle_for_the_island.real_board import differences
from companion.games.battle_for_the_island.rules import blocks, by_table, corrections, facts, moves, setup, shots, taps
from companion.games.battle_for_the_island.rules.characters import Character
from companion.games.battle_for_the_island.rules.components import (
    BLOCKS,
    DIE,
    FIVE,
    MISSILE,
    PEOPLE,
    UNIT,
    USUAL_SIZE,
    grid_of,
)
from companion.games.battle_for_the_island.rules.facts import TURN_ENDED, BattleEnded, DieFell, TurnBegan
from companion.games.battle_for_the_island.rules.moves import (
    Advance,
    End,
    Move,
    Nominate,
    Remove,
    RemoveFromPad,
    Roll,
    Slide,
    Turn,
)
from companion.games.battle_for_the_island.rules.options import BattleRules
from companion.games.battle_for_the_island.rules.shots import Shoot
from companion.games.battle_for_the_island.rules.state import Battle
from companion.games.battle_for_the_island.tally import TALLY

IN_TURN: Mapping[str, Kinds] = {
    "roll": (Roll, Shoot),
    "advance": (Advance,),
    "zero": (Turn, Advance, Nominate, Shoot),
    "move": (Move, Shoot, End),
    "moved": (End, Shoot),
    "slide": (Slide, Shoot),
}
"""The active player's commands at each step."""
BY_OPPONENT: Mapping[str, Kinds] = {"removal": (Remove,), "pad-removal": (RemoveFromPad,)}
SETTING_UP: Mapping[tuple[int, str], tuple[Ask, ...]] = {
    (TABLE, "first"): (Ask(TABLE, setup.BY_TABLE),),
    **{
        (seat, part): (Ask(seat, (kind, *by_table.COMMANDS)),)
        for part, kind in setup.BY_PLAYERS.items()
        for seat in range(PEOPLE)
    },
}
"""The questions before the first turn, at each part of the set-up."""
CORRECTING = Ask(TABLE, (Correct,))
ASKED: tuple[Mapping[str, tuple[Ask, ...]], ...] = tuple(
    {
        **{step: (Ask(seat, kinds), CORRECTING) for step, kinds in IN_TURN.items()},
        **{step: (Ask(1 - seat, kinds), CORRECTING) for step, kinds in BY_OPPONENT.items()},
    }
    for seat in range(PEOPLE)
)
"""The questions at each step of the turn of each seat."""
ROLL_OF_DIE = Dice("die", "BI-M1", dice=(DIE,))


class BattleInPlay(Battle, frozen=True, kw_only=True, gc=False):
    """The battle with the course of the game.

    Nobody is ever asked to pass.
    """

    grounds: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys((kind.verb for kind in WINDOW_COMMANDS), "BI-M10"), Correct.verb: "BI-M6", ENDED: "BI-E6",
    }  # fmt: skip

    # ------------------------------------------------------------------ who is asked, and chance
    def open_asks(self) -> tuple[Ask, ...]:
        if self.turn < 0:
            placing = self.placing()
            return SETTING_UP[TABLE if placing == "first" else self.placer(), placing]
        return ASKED[self.turn][self.step]

    def open_due(self) -> ChanceRequest | None:
        if not self.rolling:
            return None
        return setup.toss_request() if self.first < 0 else ROLL_OF_DIE

    def open_chosen(self, answer: Answer) -> Facts:
        return setup.tossed(answer) if self.first < 0 else (DieFell(int(answer[0])),)

    # ------------------------------------------------------------------ what follows by itself
    def open_then(self) -> Facts:
        if self.turn < 0:
            return by_table.placed_by_table(self) if self.placing() else (self._begins(self.first),)
        if self.step == "over":
            return TURN_ENDED
        if self.step != "next":
            return ()
        if 0 < self.rules.quiet_turns <= self.quiet:
            return (BattleEnded("quiet"),)
        return (self._begins(1 - self.turn),)

    def _begins(self, seat: int) -> TurnBegan:
        """Begin a turn with a roll, advance or removal (BI-M9).

        It begins with a roll unless none of the unit is on the island.
        """
        if self.standing[seat]:
            return TurnBegan(seat, "roll")
        return TurnBegan(seat, "advance" if self.advancing(seat) else "pad-removal")

    def judged(self) -> Facts:
        """Decide a loss or a draw (BI-E1, BI-E2, BI-E7)."""
        losing = FIVE if self.rules.first_to_five else UNIT
        beaten = [seat for seat in range(PEOPLE) if self.lost(seat) >= losing]
        reason = "five" if self.rules.first_to_five else "conquered"
        if len(beaten) == PEOPLE:
            return (Judged(), BattleEnded("five-drawn" if self.rules.first_to_five else "drawn"))
        return (Judged(), BattleEnded(reason, (1 - beaten[0],))) if beaten else (Judged(), *self._course_judged())

    def _course_judged(self) -> Facts:
        """Restart or end the turn if a correction makes it necessary.

        It depends on whether somebody is on the island now.
        """
        if self.step == "removal" and not self.standing[self.turn]:
            return TURN_ENDED
        if self.turn < 0 or self.step not in ("roll", "advance", "pad-removal") or self.die >= 0:
            return ()
        begins = self._begins(self.turn)
        starting_over = begins.step != self.step and not (self.step == "roll" and self.standing[self.turn])
        return (begins,) if starting_over else ()

    # ------------------------------------------------------------------ setting right
    def correctables(self) -> Mapping[str, Correctable]:
        return corrections.correctables(self)

    def can_be_corrected(self) -> bool:
        return self.turn >= 0

    def board_things(self) -> tuple[BoardThing, ...]:
        return taps.board_things(self)

    def faults(self) -> tuple[Refusal, ...]:
        return corrections.faults(self)


# ---------------------------------------------------------------------- the rules put together
KINDS: Kinds = (
    *setup.BY_TABLE,
    *setup.BY_PLAYERS.values(),
    *by_table.COMMANDS,
    *moves.COMMANDS,
    *shots.COMMANDS,
)


def start(setup: Setup) -> BattleInPlay:
    """Return the empty island, before the first turn and all placing.

    :raises BadSetup: more soldiers and jeeps were chosen than a unit has, or the last set-up can't be read.
    """
    options = setup.options
    soldiers, jeeps = int(options.get("soldiers", 5)), int(options.get("jeeps", 3))
    if soldiers + jeeps > UNIT:
        raise BadSetup(Message("battle-for-the-island.too-large", {"given": soldiers + jeeps, "maximum": UNIT}))
    split = (soldiers, jeeps, UNIT - soldiers - jeeps)
    rules = BattleRules(
        people=PEOPLE,
        grid=grid_of(int(options.get("size", USUAL_SIZE))),
        split=split,
        crossfire=bool(options.get("crossfire", True)),
        all_live=bool(options.get("all_live", False)),
        no_pads=bool(options.get("no_pads", False)),
        first_to_five=bool(options.get("first_to_five", False)),
        scoring=bool(options.get("scoring", False)),
        quiet_turns=int(options.get("quiet_turns", 200)),
        before=by_table.read_before(str(options[LAST_SETUP])) if LAST_SETUP in options else ((),) * PEOPLE,
    )
    unit = tuple(Character(kind) for kind, count in enumerate(split) for _ in range(count))
    return BattleInPlay(
        rules=rules,
        units=(unit, unit),
        live=rules.live_blocks,
        safe=BLOCKS - rules.live_blocks,
        marks=(MISSILE, rules.size - 1 - MISSILE),
    )


RULES = GameRules(
    kinds=KINDS,
    known_facts=(*setup.FACTS, *by_table.FACTS, *facts.FACTS, *blocks.FACTS, Judged),
    start=start,
    moments=MOMENTS,
    tally=TALLY,
    picture=picture,
    buttons=buttons,
    differences=differences,
    placements=by_table.placements,
)
