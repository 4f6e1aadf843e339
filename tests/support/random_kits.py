"""Random kits from the whole vocabulary, such as their reader would let pass."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from companion.kits.format.effects import FOR_PEOPLE
from companion.kits.format.flow import (
    ActionSpec,
    Effect,
    PoolDie,
    RoundSpec,
    RowSpec,
    Rule,
    SheetSpec,
    TimerSpec,
    TurnSpec,
    ValueSpec,
)
from companion.kits.format.spec import (
    BadgeSpec,
    CardSpec,
    CounterSpec,
    DeckSpec,
    DiceSpec,
    GroupSpec,
    Kit,
    SegmentSpec,
    StateSpec,
    TokenSpec,
    WheelSpec,
)
from companion.kits.formulas.dice import parse_dice
from companion.kits.formulas.expression import parse_expression
from companion.kits.formulas.tree import ConditionExpression, NumberExpression
from companion.kits.formulas.vocabulary import Vocabulary

FORMULAS = ("1d6", "2d6+1", "4d6kh3", "2d4!", "1d20", "3d6r1", "4d10>=8", "2d6+1d8-3", "1d%")
PLAIN_FORMULAS = ("1d6", "5d6", "2d20kh1", "2d6+1d8")
NUMBERS = (
    "1", "sum", "-2", "highest - lowest", "count 6", "people + turn", "round * 2", "pot", "score", "6 / pot",
    "if pairs > 0 then 3 else score", "min(sum, 4)", "left pile", "card", "count 6 cup", "count pot cup",
)  # fmt: skip
ANYTIME = ("always", "pot = 2", "score >= 3", "6 / pot > 1", "turn > 3 and round < 5", "count 6 cup > 1")
"""Conditions without words about dice."""
CONDITIONS = (*ANYTIME, "sum > 3", "alike 2", "run 2")
CUPS = {"cup": (1, 2, 3, 4, 5, 6)}
NAMES = Vocabulary(("pot", "score", "card", "gain"), ("lucky",), decks=("pile",), has_dice=True, cups=CUPS)
BASE = DiceSpec("base", (1, 2, 3, 4, 5, 6))
"""Dice of every kit, so that there is always something to do."""
GOOD, BAD = ("success", "blank", "advantage+success"), ("failure", "blank", "threat")


def number(text: str) -> NumberExpression:
    return parse_expression(text, NAMES, "number")


def condition(text: str) -> ConditionExpression:
    return parse_expression(text, NAMES, "condition")


plain_numbers, plain_conditions = st.sampled_from(NUMBERS).map(number), st.sampled_from(CONDITIONS).map(condition)
numbers = plain_numbers | st.just(number("gain * 2"))
conditions = plain_conditions | st.sampled_from(("lucky", "not lucky or gain > 3")).map(condition)


def some(*things: Any) -> st.SearchStrategy[Any]:
    return st.sampled_from(things)


equal_dice = st.builds(
    lambda faces, count, rolls: DiceSpec("move", faces, count, rolls=rolls),
    some((1, 2, 3), (1, 2, 3, 4, 5, 6), ("won", "lost")),
    st.integers(1, 6),
    some(1, 1, 3),
)
formula_dice = st.builds(
    lambda text, rolls: DiceSpec("roll", formula=parse_dice(text), rolls=rolls), some(*FORMULAS), some(1, 1, 2)
)
cup_dice = some(
    DiceSpec("cup", (1, 2, 3, 4, 5, 6), 3, is_hidden=True),
    DiceSpec("cup", formula=parse_dice("5d6"), is_hidden=True, rolls=2),
)
free_dice = st.just(DiceSpec("any", is_free=True))
pool_dice = st.just(
    DiceSpec("pool", pool=(PoolDie("good", 2, GOOD), PoolDie("bad", 1, BAD)), cancel=(("success", "failure"),))
)


def _ending(spec: CounterSpec, ends: bool) -> CounterSpec:
    """Let the target of *spec* end the game, if it can."""
    return replace(spec, ends=ends and spec.target not in (None, spec.start))


def counter(name: str) -> st.SearchStrategy[CounterSpec]:
    track = some(CounterSpec(name, (1, 2, 4, "top"), (("", 2),)), CounterSpec(name, (0, 1, 2), each="person"))
    number = st.builds(
        lambda ends, **fields: _ending(CounterSpec(name, **fields), ends),
        ends=some(False, False, True),
        each=some("", "person", "person", "team"),
        lowest=some(-999_999, 0),
        highest=some(999_999, 12),
        start=some(0, 3),
        steps=some((1, -1), (1, 5, -10)),
        target=some(None, 6, 0),
        wins=some("highest", "lowest", "first"),
    )
    return number | track


@st.composite
def effects(draw: st.DrawFn, kit: Kit, *, of_card: bool = False) -> tuple[Effect, ...]:
    """Draw effects on what *kit* has."""
    counters = [each.name for each in kit.counters]
    choices = [Effect("say", word="thunder")]
    choices += [Effect("step", name, by=by) for name in counters for by in (1, -2)]
    choices += [Effect(kind, name, amount=draw(numbers)) for name in counters for kind in ("raise", "lower", "assign")]
    choices += [Effect("roll", dice.name) for dice in kit.dice]
    choices += [Effect("show", dice.name) for dice in kit.dice if dice.is_hidden]
    choices += [Effect("spin", wheel.name) for wheel in kit.wheels if not wheel.is_of_people]
    for deck in kit.decks:
        choices += [Effect("draw", deck.name), Effect("into", deck.name), Effect("on-top", deck.name)]
        choices += [Effect("draw-bottom", deck.name), Effect("peek", deck.name, amount=draw(numbers))]
        choices += [Effect("deal", deck.name)] if deck.deal else []
    for token in kit.token_at:
        choices += [Effect("advance", token), Effect("set", token, "lit")]
    if kit.turn is not None:
        choices += [Effect("next-turn"), Effect("again"), Effect("reverse"), Effect("skip", amount=draw(numbers))]
    choices += [Effect("do", action.name) for action in kit.actions]
    choices += [Effect("next-step")] if kit.round is not None else []
    for timer in kit.timers:
        choices += [Effect("start", timer.name), Effect("pause", timer.name)]
        choices += [Effect("extend", timer.name, amount=draw(numbers))]
    choices += [Effect("leave")] if of_card else []
    choices += [
        replace(each, whom=draw(some("everyone", "others"))) for each in choices if each.kind in FOR_PEOPLE
    ]  # fmt: skip
    return tuple(draw(st.lists(st.sampled_from(choices), max_size=3)))


@st.composite
def decks(draw: st.DrawFn) -> DeckSpec:
    kept, secret = draw(some((False, False), (True, False), (True, True)))
    kinds = (("sun", 3), ("moon", 2), ("star", 2))
    cards = tuple(CardSpec(name, count, kept=kept, secret=secret) for name, count in kinds)
    if draw(st.booleans()):
        cards += (CardSpec("comet", 2, does=(Effect("into"),)),)
    return DeckSpec(
        "pile",
        cards,
        refills=draw(some(None, "at once", "when drawn")),
        each_person=draw(some(False, False, True)),
        deal=draw(some((), ((0, 2),), ((2, 3), (3, 1)))) if kept else (),
        hand=draw(some(0, 1)),
        ways=draw(some((), (), ("upright", "reversed"))),
        is_pack=draw(st.booleans()),
    )


@st.composite
def rules(draw: st.DrawFn, kit: Kit) -> Rule:
    events: list[tuple[Any, str]] = [("roll", dice.name) for dice in kit.dice if not dice.is_hidden]
    events += [("spin", wheel.name) for wheel in kit.wheels] + [("draw", deck.name) for deck in kit.decks]
    events += [("counter", each.name) for each in kit.counters] + [("timer", each.name) for each in kit.timers]
    events += [("turn begins", ""), ("turn ends", "")] if kit.turn else []
    events += [("round ends", "")] if kit.turn or kit.round else []
    kind, name = draw(st.sampled_from(events))
    return Rule(kind, name, draw(conditions), draw(effects(kit)))


@st.composite
def random_kits(draw: st.DrawFn) -> Kit:
    """Draw a kit with some of everything."""
    any_dice = equal_dice | formula_dice | cup_dice | free_dice | pool_dice
    dice = draw(st.lists(any_dice, max_size=3, unique_by=lambda each: each.name))
    counters = tuple(draw(counter(name)) for name in draw(some((), ("pot",), ("score",), ("pot", "score"))))
    numbered = [each.name for each in counters if not each.ticks]
    counts_dice: bool = draw(st.booleans())
    if numbered and counts_dice:
        dice = [replace(each, counted_by=numbered[0]) if each.faces else each for each in dice]
    has_turn = draw(st.booleans())
    counts = draw(some(None, "demand", "turn", "person"))
    timers = (TimerSpec("glass", 60, counts),) if counts else ()
    sheets: tuple[SheetSpec, ...] = ()
    if draw(st.booleans()):
        rows = tuple(RowSpec(name, draw(st.none() | numbers)) for name in ("one", "two"))
        known = [each.name for each in dice if not each.is_hidden]
        sheets = (SheetSpec("card", rows, (RowSpec("extra", draw(numbers)),), draw(st.sampled_from(["", *known]))),)
    turn = None
    if has_turn:
        passes = ["by hand", "after sheet", "after timer", *(["after roll"] if dice else [])]
        turn = TurnSpec(
            draw(some("chosen", "random", "roll")), draw(st.sampled_from(passes)), order=draw(some("left", "right"))
        )
    kit = Kit(
        "random",
        (0, 4),
        dice=(BASE, *dice),
        wheels=draw(some((), (WheelSpec("who", is_of_people=True),))),
        decks=(draw(decks()),) if draw(st.booleans()) else (),
        counters=counters,
        groups=draw(some((), (GroupSpec("lamp", (TokenSpec("lamp"),), (StateSpec("dark"), StateSpec("lit"))),))),
        badges=draw(some((), (BadgeSpec("medal", 2),))),
        timers=timers,
        sheets=sheets,
        teams=("reds", "blues") if any(each.each == "team" for each in counters) or draw(st.booleans()) else (),
        turn=turn,
        values=(ValueSpec("gain", draw(plain_numbers)), ValueSpec("lucky", draw(plain_conditions))),
        round=draw(some(None, RoundSpec(), RoundSpec(("plan", "act"), moves=True))),
    )
    return draw(with_effects(kit))


@st.composite
def actions(draw: st.DrawFn, name: str, kit: Kit) -> ActionSpec:
    when = draw(some(None, None, *ANYTIME))
    is_anybodys: bool = draw(st.booleans())
    return ActionSpec(name, draw(effects(kit)), when and condition(when), is_anybodys)


@st.composite
def with_effects(draw: st.DrawFn, kit: Kit) -> Kit:
    """Draw the wheels, rules and actions of *kit*, which need its other parts."""
    segments = tuple(SegmentSpec(name, weight, does=draw(effects(kit))) for name, weight in (("calm", 2), ("storm", 1)))
    if draw(st.booleans()):
        kit = replace(kit, wheels=(*kit.wheels, WheelSpec("sky", segments)))
    if draw(st.booleans()):
        kit = replace(kit, actions=(ActionSpec("hold", ()), ActionSpec("claim", ())))
        kit = replace(kit, actions=tuple(draw(actions(each.name, kit)) for each in kit.actions))
    return replace(kit, rules=tuple(draw(st.lists(rules(kit), max_size=3))))
