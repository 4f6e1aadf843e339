"""Consequences of chance's answers, events and jobs.

They are decided here, and folded by their facts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from companion.engine.chance import Answer, Word
from companion.engine.fact import Fact, Facts
from companion.engine.game import SEAT
from companion.engine.values.seats import TABLE
from companion.kits.facts import cards, course, dice, things
from companion.kits.facts.queue import Announced, Asked, BegunBeside, Halted, PartlyAnswered, Taken, Triggered
from companion.kits.facts.turns import TURN_DEEDS, first_clocks
from companion.kits.format.flow import Rule
from companion.kits.format.spec import CounterSpec, DeckSpec, Kit
from companion.kits.formulas.evaluation import DividedByZero
from companion.kits.formulas.throw import next_dice
from companion.kits.things.board import Board, KitEnding
from companion.kits.things.jobs import CHANCE_JOBS, MAX_JOBS, Job, jobs_of
from companion.kits.things.judges import Judge, judge_of
from companion.kits.things.scene import amount_of, can_do, scene_of
from companion.kits.things.throws import formula_of, merged

JudgedRules: TypeAlias = Mapping[tuple[str, str], tuple[tuple[Rule, Judge], ...]]
_FIRST_DEEDS = frozenset({"roll", "spin", "draw", "draw-bottom"})
"""The jobs by which people begin to play."""
MOST_PEEKED = 20
"""The most cards to look at."""
KIT_FACTS: tuple[type[Fact], ...] = (
    Asked, BegunBeside, Taken, Triggered, PartlyAnswered, Halted, Announced,
    *dice.DICE_FACTS, *cards.CARD_FACTS, *things.THING_FACTS, *course.COURSE_FACTS,
)  # fmt: skip


# ---------------------------------------------------------------------- chance has answered
def chosen(state: Board, answer: Answer) -> Facts:
    """Return the facts of chance's *answer* to the first job."""
    job, word = state.queue[0], str(answer[0])
    match job.kind:
        case "roll":
            return _rolled(state, job, answer)
        case "spin":
            return (Taken(), dice.Spun(job.name, word, job.seat))
        case "deal":
            return (Taken(), *_dealt(state, job, answer))
        case "peek":
            return (Taken(), _peeked(state, job, answer))
        case "begin":
            return _begun(state, job, answer)
    deck = state.deck(job.name)
    if deck.ways and not job.answers:
        return (PartlyAnswered(answer),)
    return (Taken(), *_drawn(state, job, word))


def _rolled(state: Board, job: Job, answer: Answer) -> Facts:
    job = state.sized(job)
    spec, before = state.kit.dice_named[job.name], state.thrown_before(job)
    whole = answer if job.answers else merged(before, answer)
    answers = (*job.answers, whole)
    formula = formula_of(state.kit, spec, job.formula)
    if formula is not None and not spec.is_hidden and next_dice(formula, answers):
        return (PartlyAnswered(whole),)
    kept: tuple[bool, ...] = ()
    if spec.rolls > 1:
        kept = before.kept if before else (False,) * len(answers[0])
    fact = dice.RolledInSecret if spec.is_hidden and state.people else dice.Rolled
    rolled = fact(
        job.name, tuple(face for each in answers for face in each),
        seat=job.seat if _tells_roller(state, job) else TABLE,
        formula=job.formula, counts=job.counts, kept=kept, throws=before.throws + 1 if before else 1,
    )  # fmt: skip
    return (Taken(), rolled)


def _no_dice(state: Board, job: Job) -> Facts:
    """Return that the last dice are gone: *job* has none to roll."""
    return () if state.result(job.name, job.seat) is None else (dice.DicePutAway(job.name, job.seat),)


def lifted(state: Board, name: str) -> Facts:
    """Return the facts of lifting all cups over the dice called *name*."""
    closed = (each for each in state.results if each.name == name and not each.is_open)
    return tuple(dice.CupLifted(name, each.seat, each.faces) for each in sorted(closed, key=lambda each: each.seat))


def _tells_roller(state: Board, job: Job) -> bool:
    """Return True if the result must name its person."""
    kit = state.kit
    return kit.dice_named[job.name].is_hidden or bool(kit.rules or kit.sheets)


def _drawn(state: Board, job: Job, name: str) -> Facts:
    deck = state.deck(job.name)
    card = deck.card(name)
    fact = cards.DrawnInSecret if card.secret and state.hides(deck) else cards.Drawn
    way = str(job.answers[0][0]) if job.answers else ""
    drawn = fact(
        job.name, name, job.seat,
        way=way, is_bottom=job.kind == "draw-bottom", counts=not job.is_effect or deck.counts_all,
    )  # fmt: skip
    hand = state.hand_of(job.seat)
    if hand is None or not (card.kept and deck.hand):
        return (drawn,)
    return (drawn, *_over_limit(deck, job.seat, len(state.pack(job.name, job.seat).hands[hand]) + 1))


def _over_limit(deck: DeckSpec, seat: int, count: int) -> Facts:
    return (cards.HandFull(deck.name, seat, count),) if deck.hand and count > deck.hand else ()


def _dealt(state: Board, job: Job, answer: Answer) -> Facts:
    deck, places = state.deck(job.name), state.dealt_to(job)
    fact = cards.DealtInSecret if state.hides(deck) else cards.Dealt
    full = (each for place in places for each in _over_limit(deck, place, len(answer) // len(places)))
    return (fact(job.name, tuple(map(str, answer)), places), *full)


def _peeked(state: Board, job: Job, answer: Answer) -> cards.Peeked:
    pack = state.pack(job.name, job.seat)
    found = tuple(map(str, answer))
    count = min(job.by, pack.known_top() + len(found))
    known = tuple(bag[0] for bag in pack.pile[: pack.known_top()])[:count]
    return cards.Peeked(job.name, job.seat, count, found, (*known, *found))


def _begun(state: Board, job: Job, answer: Answer) -> Facts:
    if job.word == "random":
        return (Taken(), course.Begun(int(str(answer[0]).removeprefix(SEAT)) - 1))
    best = max(answer, key=int)
    seats = tuple(seat for seat, face in zip(job.counts, answer, strict=True) if face == best)
    return (Taken(), course.Begun(seats[0], answer)) if len(seats) == 1 else (course.TiedStart(seats, answer),)


# ---------------------------------------------------------------------- by itself
def follows(state: Board) -> Facts:
    """Return the automatic facts: a refilled pile, then the next job."""
    refilled = _refilled(state)
    if refilled is not None:
        return (refilled,)
    if not state.queue:
        return _ended(state) if state.ending is None else ()
    is_bounded = bool(state.kit.rules or state.kit.actions)
    if is_bounded and state.chain >= MAX_JOBS and any(job.kind != "put" for job in state.queue):
        return (Halted("too-many-effects"),)
    job = state.queue[0]
    if job.whom:
        return (Taken(), *_for_people(state, job))
    if _wants_person(state, job):
        return (Taken(), Halted("whose-effect"))
    if state.due() is not None:
        return first_clocks(state) if job.kind in _FIRST_DEEDS and not job.is_effect else ()
    try:
        return (Taken(), *_done(state, job))
    except DividedByZero:
        return (Taken(), Halted("divided-by-zero"))


def _refilled(state: Board) -> cards.Shuffled | None:
    for deck, row in zip(state.kit.decks, state.packs, strict=True):
        for owner, pack in enumerate(row):
            if not pack.pile and pack.discard and _refills_now(state, deck, owner if len(row) > 1 else TABLE):
                return cards.Shuffled(deck.name, on_top=False, seat=owner if len(row) > 1 else TABLE)
    return None


def _refills_now(state: Board, deck: DeckSpec, owner: int) -> bool:
    """Return True if an empty pile of *deck* is refilled now.

    The effects of its last card come first.
    """
    job = state.queue[0] if state.queue else None
    if deck.refills == "when drawn":
        is_drawn = job is not None and job.kind in ("draw", "draw-bottom", "peek") and job.name == deck.name
        return is_drawn and (owner == TABLE or job is None or job.seat == owner)
    return deck.refills == "at once" and (job is None or job.kind in CHANCE_JOBS)


def _for_people(state: Board, job: Job) -> Facts:
    """Return *job* for each of its people."""
    if job.whom == "others" and state.hand_of(job.seat) is None:
        return (Halted("whose-effect"),)
    seats = (seat for seat in state.holders() if job.whom == "everyone" or seat != job.seat)
    return (Triggered(tuple(replace(job, seat=seat, whom="") for seat in seats)),)


def _wants_person(state: Board, job: Job) -> bool:
    """Return True if *job* needs a person, and has none."""
    if not job.is_effect or state.hand_of(job.seat) is not None:
        return False
    if job.kind == "roll":
        return state.kit.dice_named[job.name].is_hidden
    if job.kind in ("draw", "draw-bottom"):
        return state.deck(job.name).has_kept or state.deck(job.name).each_person
    return job.kind == "peek"


def _done(state: Board, job: Job) -> Facts:
    """Return the facts of *job*, which doesn't need chance.

    Drawing from an empty deck gives none.
    """
    do = _DEEDS.get(job.kind)
    return do(state, job) if do else ()


_judges: dict[str, tuple[Kit, JudgedRules]] = {}
"""The rules of each kit with their conditions, ready to be checked."""


def _judged_rules(kit: Kit) -> JudgedRules:
    known = _judges.get(kit.slug)
    if known is None or known[0] is not kit:
        rules: JudgedRules = {
            event: tuple((rule, judge_of(rule.condition)) for rule in found)  # type: ignore[arg-type]  # the reader takes conditions only
            for event, found in kit.rules_at.items()
        }
        known = _judges[kit.slug] = (kit, rules)
    return known[1]


def _event(state: Board, job: Job) -> Facts:
    """Return the effects of an event's rules, if their conditions hold."""
    dice_name = job.name if job.word == "roll" else ""
    scene = scene_of(state, job.seat, dice_name, (job.card,) if job.card else ())
    jobs: tuple[Job, ...] = ()
    halted: Facts = ()
    for rule, is_met in _judged_rules(state.kit)[job.word, job.name]:
        try:
            if is_met(scene):
                jobs += tuple(replace(each, card=job.card) for each in jobs_of(rule.does, job.seat, dice=dice_name))
        except DividedByZero:
            halted = (Halted("divided-by-zero"),)
    return (*halted, Triggered(jobs)) if jobs else halted


def _acted(state: Board, job: Job) -> Facts:
    """Return the effects of an action, () while it isn't possible."""
    action = state.kit.action_named[job.name]
    return (Triggered(jobs_of(action.does, job.seat)),) if can_do(state, action, job.seat) else ()


# ---------------------------------------------------------------------- counters and tokens
def _stepped(state: Board, job: Job) -> Facts:
    return counted(state, job.name, job.by, seat=job.seat)


def _raised(state: Board, job: Job) -> Facts:
    amount = amount_of(state, job)
    return counted(state, job.name, amount if job.kind == "raise" else -amount, seat=job.seat)


def _assigned(state: Board, job: Job) -> Facts:
    counter = state.kit.counters[state.kit.counter_at[job.name]]
    owner = state.owner_of(counter, job.seat)
    if owner is None:
        return (Halted("whose-effect"),)
    value = amount_of(state, job)
    if counter.ticks:
        return _on_tick(state, counter, job.word or value, owner=owner, seat=job.seat)
    return scored(state, counter, owner, value, seat=job.seat)


def _on_tick(state: Board, counter: CounterSpec, tick: Word, *, owner: int, seat: int) -> Facts:
    """Return the facts of a marker's step to *tick*, if any."""
    place = counter.ticks.index(tick) if tick in counter.ticks else None
    if place is None or place == state.counters[state.kit.counter_at[counter.name]][owner]:
        return ()
    return (things.Stepped(counter.name, place, owner, seat if state.kit.rules else TABLE),)


def counted(state: Board, name: str, by: int, *, seat: int, owner: int | None = None) -> Facts:
    """Return the facts of changing *seat*'s or *owner*'s counter *by* so much."""
    counter = state.kit.counters[state.kit.counter_at[name]]
    owner = state.owner_of(counter, seat) if owner is None else owner
    if owner is None:
        return (Halted("whose-effect"),)
    now = state.counters[state.kit.counter_at[name]][owner]
    if not counter.ticks:
        return scored(state, counter, owner, now + by, seat=seat)
    place = max(0, min(len(counter.ticks) - 1, now + by))
    return (things.Stepped(name, place, owner, TABLE if not state.kit.rules else seat),)


def scored(state: Board, counter: CounterSpec, owner: int, value: int, *, seat: int) -> Facts:
    """Return the facts of setting a number to *value*, within bounds."""
    value = max(counter.lowest, min(counter.highest, value))
    before = state.counters[state.kit.counter_at[counter.name]][owner]
    if before == value:
        return ()
    found: Facts = (things.Scored(counter.name, value, owner, seat, by=value - before),)
    if reached(counter, value) and not reached(counter, before):
        found += (things.TargetReached(counter.name, value, owner),)
    return found


def reached(counter: CounterSpec, value: int) -> bool:
    """Return True if *value* is at the target of *counter* or beyond."""
    if counter.target is None:
        return False
    return value >= counter.target if counter.target >= counter.start else value <= counter.target


def _ended(state: Board) -> Facts:
    """Return the end of the game, () before its target."""
    for counter, row in zip(state.kit.counters, state.counters, strict=True):
        owner = next((at for at, value in enumerate(row) if counter.ends and reached(counter, value)), None)
        if owner is not None:
            best = min(row) if counter.wins == "lowest" else max(row)
            has_won = [reached(counter, value) if counter.wins == "first" else value == best for value in row]
            winners = tuple(seat for seat in range(state.people) if _has_won(state, counter, seat, has_won))
            value = row[owner] if counter.wins == "first" or not winners else best
            return (things.KitEnded(KitEnding(counter.name, owner, value, winners)),)
    return ()


def _has_won(state: Board, counter: CounterSpec, seat: int, has_won: Sequence[bool]) -> bool:
    owner = state.owner_of(counter, seat) if counter.each else None
    return owner is not None and has_won[owner]


def _advanced(state: Board, job: Job) -> Facts:
    token = job.name or job.card
    group = state.kit.group_of[token]
    after = min(group.state(state.token(token)) + 1, len(group.states) - 1)
    return (things.TokenSet(token, group.states[after].name),)


def _set(state: Board, job: Job) -> Facts:
    return (things.TokenSet(job.name or job.card, job.word),)


# ---------------------------------------------------------------------- cards
def _shuffled(state: Board, job: Job) -> Facts:
    deck = job.name or job.deck
    seat = job.seat if state.deck(deck).each_person else TABLE
    return (cards.Shuffled(deck, job.kind == "on-top", seat),) if state.pack(deck, seat).discard else ()


def _put(state: Board, job: Job) -> Facts:
    spec = state.deck(job.deck)
    where = spec.goes(state.token(job.card)) if spec.tokens else spec.last
    return (cards.Put(job.deck, job.card, where, job.seat if spec.each_person else TABLE),)


def _left(state: Board, job: Job) -> Facts:
    if not any((each.kind, each.deck, each.card) == ("put", job.deck, job.card) for each in state.queue):
        return ()
    return (cards.Left(job.deck, job.card, "removed", job.seat if state.deck(job.deck).each_person else TABLE),)


def _peek_worked_out(state: Board, job: Job) -> Facts:
    """Return a peek with its number, or at cards known already."""
    if job.amount is not None:
        return (Triggered((replace(job, amount=None, by=max(0, min(MOST_PEEKED, amount_of(state, job)))),)),)
    return (_peeked(state, job, ()),) if job.by and state.pack(job.name, job.seat).left else ()


def _deals(state: Board, job: Job) -> Facts:
    """Return a deal for each person's own deck."""
    if job.by or not state.deck(job.name).each_person:
        return ()
    return (Triggered(tuple(replace(job, by=1, seat=seat) for seat in state.holders())),)


def _passed_left(state: Board, job: Job) -> Facts:
    return (cards.HandsPassed(job.name),) if state.people > 1 else ()


_DEEDS: Mapping[str, Callable[[Board, Job], Facts]] = {
    **TURN_DEEDS,
    "event": _event,
    "do": _acted,
    "roll": _no_dice,
    "show": lambda state, job: lifted(state, job.name),
    "step": _stepped,
    "raise": _raised,
    "lower": _raised,
    "assign": _assigned,
    "advance": _advanced,
    "set": _set,
    "on-top": _shuffled,
    "into": _shuffled,
    "put": _put,
    "leave": _left,
    "say": lambda state, job: (Announced(job.word),),
    "peek": _peek_worked_out,
    "deal": _deals,
    "pass-left": _passed_left,
}
