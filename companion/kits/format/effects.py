"""Reads the effects of cards, segments, rules and actions.

An effect is a line of words such as ``step water +1`` or ``raise score sum``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Literal, overload

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.chance import Word
from companion.engine.values.message import Message, Value
from companion.kits.format.checks import MAX_FORMULA_LETTERS, Checks, cut, missing
from companion.kits.format.flow import Effect, EffectKind, ValueSpec, Whom
from companion.kits.formulas.expression import parse_expression
from companion.kits.formulas.fault import BadFormula, meant
from companion.kits.formulas.tree import NUMBERS, ConditionExpression, Expression, NumberExpression, WholeNumber
from companion.kits.formulas.vocabulary import Vocabulary

MAX_EFFECTS = 20
"""Maximum number of effects in a list."""
MAX_ALL_EFFECTS = 1_000
"""Maximum number of effects in a kit."""
_STEPS = re.compile(r"[+-][1-9][0-9]?")
SPELLED = {
    "step": "step COUNTER +1",
    "raise": "raise COUNTER NUMBER",
    "lower": "lower COUNTER NUMBER",
    "advance": "advance, advance TOKEN",
    "set": "set STATE, set TOKEN STATE, set COUNTER NUMBER, set COUNTER TICK",
    "roll": "roll DICE",
    "show": "show DICE",
    "draw": "draw DECK, draw from bottom DECK",
    "spin": "spin WHEEL",
    "deal": "deal DECK",
    "peek": "peek NUMBER DECK",
    "pass": "pass left DECK",
    "discard": "discard on top, discard into, DECK: discard on top, DECK: discard into",
    "leave": "leave",
    "next": "next turn, next step",
    "again": "again",
    "skip": "skip PERSON",
    "reverse": "reverse",
    "do": "do ACTION",
    "start": "start TIMER",
    "pause": "pause TIMER",
    "extend": "extend TIMER SECONDS",
    "say": "say NAME",
}
_SHUFFLES: Mapping[tuple[str, ...], EffectKind] = {("on", "top"): "on-top", ("into",): "into"}
_ON_THINGS: Mapping[tuple[str, ...], tuple[EffectKind, str]] = {
    ("roll",): ("roll", "dice"),
    ("spin",): ("spin", "wheel"),
    ("draw",): ("draw", "deck"),
    ("draw", "from", "bottom"): ("draw-bottom", "deck"),
    ("deal",): ("deal", "dealt"),
    ("pass", "left"): ("pass-left", "deck"),
    ("start",): ("start", "timer"),
    ("pause",): ("pause", "timer"),
    ("do",): ("do", "action"),
    ("show",): ("show", "cup"),
}
"""The kinds of an effect and its thing, by verb."""
_WORDS_ALONE: Mapping[tuple[str, ...], EffectKind] = {
    ("next", "turn"): "next-turn",
    ("again",): "again",
    ("reverse",): "reverse",
    ("next", "step"): "next-step",
}
"""The effects without a thing."""
TURNING = frozenset({"next-turn", "again", "reverse", "skip"})
"""The effects of a turn: a kit with one has turns."""
FOR_PEOPLE: frozenset[EffectKind] = frozenset({
    "step", "raise", "lower", "assign", "roll", "draw", "draw-bottom", "spin", "peek", "start", "pause", "extend", "do",
})  # fmt: skip
"""The effects on a person, which others can have too."""
_WHOM: Mapping[str, Whom] = {"everyone": "everyone", "others": "others"}
_ON_NUMBERS: Mapping[str, EffectKind] = {"raise": "raise", "lower": "lower", "set": "assign"}


class Things(Struct, frozen=True):
    """The names available to effects.

    These are the *states* of each token, *counters* with their ticks, () for a number, and *sheets*. *named* are the
    other things by their kind, *cups* the faces of hidden dice, *values* the named formulas. With *has_steps*, a round
    has some.
    """

    states: Mapping[str, tuple[str, ...]]
    counters: Mapping[str, tuple[Word, ...]]
    sheets: tuple[str, ...]
    named: Mapping[str, tuple[str, ...]]
    cups: Mapping[str, tuple[Word, ...]] = {}
    has_steps: bool = False
    values: tuple[ValueSpec, ...] = ()

    @property
    def vocabulary(self) -> Vocabulary:
        """The names available to every expression of the kit."""
        numbers, conditions = self.valued(of_dice=False)
        numbers = (*self.counters, *self.sheets, *numbers)
        return Vocabulary(numbers, conditions, self.named["deck"], cups=self.cups)

    def valued(self, *, of_dice: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the named formulas that are numbers, and those that are conditions."""
        found = [each for each in self.values if each.of_dice is of_dice]
        numbers = tuple(each.name for each in found if isinstance(each.value, NUMBERS))
        return numbers, tuple(each.name for each in found if each.name not in numbers)


class Doer(Struct, frozen=True):
    """The owner of an effect: a card, segment, rule or action.

    A token's card has the *states* of its token. A rule has *names* of its own for expressions.
    """

    is_card: bool = False
    states: tuple[str, ...] = ()
    names: Vocabulary | None = None


@overload
def expression(
    checks: Checks, where: str, text: str, names: Vocabulary, *, expect: Literal["number"]
) -> NumberExpression | None: ...
@overload
def expression(
    checks: Checks, where: str, text: str, names: Vocabulary, *, expect: Literal["condition"]
) -> ConditionExpression | None: ...
@overload
def expression(
    checks: Checks, where: str, text: str, names: Vocabulary, *, expect: Literal["either"]
) -> Expression | None: ...
def expression(
    checks: Checks, where: str, text: str, names: Vocabulary, *, expect: Literal["number", "condition", "either"]
) -> Expression | None:
    """Return *text* as a number or condition, None if it isn't."""
    checks.formula_letters += len(text)
    if checks.formula_letters > MAX_FORMULA_LETTERS:
        checks.fault_once(where, Message("kit-fault.all-formulas", {"maximum": MAX_FORMULA_LETTERS}))
        return None
    try:
        return parse_expression(text, names, expect)
    except BadFormula as error:
        checks.bad_formula(where, error.said, error.caret)
        return None


class EffectReader:
    """Reads effects in a kit with these *things*."""

    def __init__(self, checks: Checks, things: Things) -> None:
        self._checks = checks
        self._things = things
        self._names = things.vocabulary
        self._count = 0

    def effects(self, where: str, given: Any, doer: Doer) -> tuple[Effect, ...]:
        """Return the list of effects *given* at *where* for *doer*."""
        good = isinstance(given, list) and all(isinstance(line, str) for line in given)
        if not self._checks.expect(good, where, Message("kit-fault.effects"), given):
            return ()
        if len(given) > MAX_EFFECTS:
            count: dict[str, Value] = {"maximum": MAX_EFFECTS, "given": len(given)}
            self._checks.fault(where, Message("kit-fault.too-many", count))
        self._count += len(given)
        if self._count > MAX_ALL_EFFECTS:
            self._checks.fault_once(where, Message("kit-fault.all-effects", {"maximum": MAX_ALL_EFFECTS}))
            return ()
        read = (self._effect(f"{where} {cut(repr(line))}", line, doer) for line in given[:MAX_EFFECTS])
        return tuple(effect for effect in read if effect is not None)

    def _effect(self, where: str, line: str, doer: Doer) -> Effect | None:
        owner, colon, rest = line.partition(": ")
        is_of_deck = owner in self._things.named["deck"] and rest.startswith("discard ")
        if colon and owner in _WHOM and not is_of_deck:
            return self._for_people(where, _WHOM[owner], rest, doer)
        words = (rest if colon else line).split(" ")
        match words:
            case ["discard", *how] if tuple(how) in _SHUFFLES:
                return self._shuffle(where, owner if colon else "", _SHUFFLES[tuple(how)], doer)
            case [_, *_] if colon:
                return self._unreadable(where, words[0])
            case [*_] if tuple(words) in _WORDS_ALONE:
                return self._of_turn(where, _WORDS_ALONE[tuple(words)])
            case [*verb, name] if tuple(verb) in _ON_THINGS:
                kind, thing = _ON_THINGS[tuple(verb)]
                return Effect(kind, name) if self._is_there(where, thing, name, self._things.named[thing]) else None
            case ["raise" | "lower" | "set" as verb, counter, *number] if self._is_counter(verb, counter):
                return self._number(where, verb, counter, " ".join(number), doer=doer)
        return self._plain(where, words[0], words[1:], doer)

    def _for_people(self, where: str, whom: Whom, line: str, doer: Doer) -> Effect | None:
        effect = self._effect(where, line, doer)
        if effect is None or (effect.kind in FOR_PEOPLE and not effect.whom):
            return effect and replace(effect, whom=whom)
        self._checks.fault(where, Message("kit-fault.for-people", {"given": line, "example": f"{whom}: raise score 1"}))
        return None

    def _plain(self, where: str, verb: str, names: list[str], doer: Doer) -> Effect | None:
        match verb, names:
            case "step", [counter, by]:
                return self._step(where, counter, by)
            case "advance", []:
                return Effect("advance") if self._own_token(where, doer) else None
            case "advance", [token]:
                return Effect("advance", token) if self._is_there(where, "token", token, self._things.states) else None
            case "set", [state]:
                return self._set(where, "", state, doer.states) if self._own_token(where, doer) else None
            case "set", [token, state]:
                there = self._is_there(where, "token", token, self._things.states)
                return self._set(where, token, state, self._things.states[token]) if there else None
            case "skip", [_, *_]:
                return self._amount(where, Effect("skip"), " ".join(names), doer)
            case "peek", [_, *_, deck]:
                there = self._is_there(where, "deck", deck, self._things.named["deck"])
                return self._amount(where, Effect("peek", deck), " ".join(names[:-1]), doer) if there else None
            case "extend", [timer, _, *_]:
                there = self._is_there(where, "timer", timer, self._things.named["timer"])
                return self._amount(where, Effect("extend", timer), " ".join(names[1:]), doer) if there else None
            case "leave", []:
                return Effect("leave") if self._is_card(where, doer) else None
            case "say", [key]:
                return Effect("say", word=self._checks.name(where, key))
        return self._unreadable(where, verb)

    def _step(self, where: str, counter: str, by: str) -> Effect | None:
        if not self._is_there(where, "counter", counter, self._things.counters):
            return None
        good = _STEPS.fullmatch(by) is not None
        if not self._checks.expect(good, where, Message("kit-fault.steps"), by):
            return None
        if not self._things.counters[counter]:
            return Effect("raise" if int(by) > 0 else "lower", counter, amount=WholeNumber(abs(int(by))))
        return Effect("step", counter, by=int(by))

    def _is_counter(self, verb: str, counter: str) -> bool:
        """Return True unless *verb* may be about a token."""
        return verb != "set" or counter in self._things.counters

    def _number(self, where: str, verb: str, counter: str, amount: str, *, doer: Doer) -> Effect | None:
        if not self._is_there(where, "counter", counter, self._things.counters):
            return None
        ticks = self._things.counters[counter]
        if ticks and verb != "set":
            self._checks.fault(where, Message("kit-fault.has-ticks", {"name": counter, "tick": ticks[0]}))
            return None
        if not amount:
            return self._unreadable(where, verb)
        if amount in ticks:
            return Effect("assign", counter, amount)
        if ticks and (amount.isdecimal() and int(amount) not in ticks):
            self._checks.fault(where, missing("tick", amount, tuple(map(str, ticks))))
            return None
        return self._amount(where, Effect(_ON_NUMBERS[verb], counter), amount, doer)

    def _amount(self, where: str, effect: Effect, text: str, doer: Doer) -> Effect | None:
        amount = expression(self._checks, where, text, doer.names or self._names, expect="number")
        return None if amount is None else replace(effect, amount=amount)

    def _of_turn(self, where: str, kind: EffectKind) -> Effect | None:
        if kind == "next-step" and not self._things.has_steps:
            self._checks.fault(where, Message("kit-fault.needs-step", {"example": '[round] steps = ["Plan", "Act"]'}))
            return None
        return Effect(kind)

    def _set(self, where: str, token: str, state: str, states: tuple[str, ...]) -> Effect | None:
        return Effect("set", token, state) if self._is_there(where, "state", state, states) else None

    def _shuffle(self, where: str, deck: str, kind: EffectKind, doer: Doer) -> Effect | None:
        decks = self._things.named["deck"]
        good = self._is_there(where, "deck", deck, decks) if deck else self._is_card(where, doer)
        return Effect(kind, deck) if good else None

    def _is_there(self, where: str, kind: str, name: str, known: Iterable[str]) -> bool:
        """Return True if *name* is *known*, else record a missing *kind*."""
        known = tuple(known)
        if name not in known:
            self._checks.fault(where, missing(kind, name, known))
        return name in known

    def _own_token(self, where: str, doer: Doer) -> bool:
        if not doer.states:
            self._checks.fault(where, Message("kit-fault.only-token-card"))
        return bool(doer.states)

    def _is_card(self, where: str, doer: Doer) -> bool:
        if not doer.is_card:
            self._checks.fault(where, Message("kit-fault.only-card"))
        return doer.is_card

    def _unreadable(self, where: str, verb: str) -> Effect | None:
        if verb in SPELLED:
            said = Message("kit-fault.wanted", {"expected": (SPELLED[verb],)})
        elif verb == "if":
            said = Message("kit-fault.effect-if", {"example": "raise COUNTER if turn = 1 then 5 else 0"})
        else:
            about: dict[str, Value] = {"name": cut(repr(verb)), "verbs": tuple(SPELLED)}
            said = meant(Message("kit-fault.no-effect", about), verb, SPELLED)
        self._checks.fault(where, said)
        return None
