"""Laws of every game and kit, as checks for any test.

Each check plays or inspects a game, draws from the caller's source of chance, and raises ``AssertionError`` with the
state at fault. None of them knows a particular game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import msgspec

from companion.engine.chance import Below, ChanceAnswer, Hidden
from companion.engine.command import Command
from companion.engine.corrections import Correct
from companion.engine.fact import Facts
from companion.engine.game import Game, Setup, write_facts
from companion.engine.notation import Notation, spell, spelled
from companion.engine.plays import leaves, plays
from companion.engine.referees.declarations import Declaration, PassUntil
from companion.engine.referees.frame import NOBODY, RefereeState
from companion.engine.referees.hands import HiddenHands
from companion.engine.referees.pending_steps import PendingStep
from companion.engine.state import State, asked, legal
from companion.engine.table import Table, fold, follow
from companion.engine.values.bags import bag, face_down
from companion.engine.values.forms import Field
from companion.engine.values.message import Constant
from companion.engine.values.seats import ALL_SEEING, CHANCE, TABLE, WATCHER
from companion.engine.windows import Pass, PassFor, TimeUp, open_window

Kinds = Iterable[type[Command]]
Universe = Callable[[State, type[Command], int], Iterable[Command]]


def seats_of(state: State) -> tuple[int, ...]:
    """Return all seats of *state*, the table included, chance excepted."""
    return (*range(state.seats()), TABLE)


def viewers_of(state: State) -> tuple[int, ...]:
    """Return all viewers of *state*: seats, the table and a watcher."""
    return (*range(state.seats()), TABLE, WATCHER)


def choices(state: State, below: Below) -> list[Command]:
    """Return every possible next command.

    These are chance's answer to a pending request, the deadline of an open window, and every listed play.
    """
    found: list[Command] = []
    request = state.due()
    if request is not None:
        found.append(ChanceAnswer(CHANCE, request.verb, request.sample(below)))
    window = open_window(state)
    if window is not None and window.answer_s:
        found.append(TimeUp(TABLE, window.number))
    for ask in state.asks():
        for kind in ask.kinds:
            found += kind.tries(state, ask.seat)
    return found


def played(game: Game, setup: Setup, below: Below, maximum: int = 200) -> Iterator[Table]:
    """Play a random game of at most *maximum* commands.

    Yields the table after its start and after each command.
    """
    table = Table(game.start(setup))
    yield table
    for _ in range(maximum):
        never_stuck(table.state)
        if table.state.end() is not None:
            return
        found = choices(table.state, below)
        table.do(found[below(len(found))])
        yield table


def never_stuck(state: State) -> None:
    """A game can go on until its end, and never after it."""
    can = state.due() is not None or any(True for seat in seats_of(state) for _ in legal(state, seat))
    assert can is (state.end() is None), state


def settles(state: State) -> None:
    """A settled state has no automatic facts left and no faults."""
    assert state.then() == (), state
    assert state.faults() == (), state


def resume_equals_play(game: Game, setup: Setup, table: Table) -> None:
    """Folding the journal's facts, read back from JSON, restores the same states."""
    again = Table(game.start(setup))
    for step in table.steps:
        again.resume(step.n, step.command, game.read_facts(write_facts(step.facts)))
        assert again.state_before(step.n) == table.state_before(step.n), step
    assert again.state == table.state


def replay_equals_play(game: Game, setup: Setup, table: Table) -> None:
    """Replaying a record's lines gives the same facts and states."""
    again = Table(game.start(setup))
    for step in table.steps:
        command = game.notation.read(step.command.seat, spell(step.command))
        assert again.do(command).facts == step.facts, step
    assert again.state == table.state


def undo_restores(table: Table, n: int) -> None:
    """Undoing step *n* restores the state before, redoing the one after."""
    before, after, steps = table.state_before(n), table.state, table.steps
    table.undo(n)
    assert table.state == before
    undo = table.last_undo
    assert undo is not None
    table.redo(undo)
    assert (table.state, table.steps) == (after, steps)


def notation_round_trips(notation: Notation, commands: Iterable[Command]) -> None:
    """A command's line reads back as the same command."""
    for command in commands:
        line = spell(command)
        assert notation.read(command.seat, line) == command, line


def from_types(_: State, kind: type[Command], seat: int) -> Iterable[Command]:
    """Spell every command of *kind*, by the types of its fields."""
    return _all_spelled(kind, seat)


@cache
def _all_spelled(kind: type[Command], seat: int) -> tuple[Command, ...]:
    return tuple(spelled(kind, seat))


def listed_iff_allowed(state: State, kinds: Kinds, universe: Universe = from_types) -> None:
    """A spellable command is listed if and only if it is allowed.

    It is allowed if ``why_not`` is None. Each is listed once and is in the tree. Commands shown greyed out are refused.
    """
    for seat in seats_of(state):
        listed = list(legal(state, seat))
        assert len(set(listed)) == len(listed), (seat, listed)
        ordinary = [kind for kind in kinds if not kind.is_form]
        spellable = (command for kind in ordinary for command in universe(state, kind, seat))
        allowed = {command for command in spellable if command.why_not(state) is None}
        assert set(listed) == allowed, (seat, set(listed) ^ allowed, state)
        for command in (command for kind in asked(state, seat) for command in kind.greyed(state, seat)):
            assert command.why_not(state) is not None, (command, state)
        shown = {play.line for play in leaves(plays(state, (seat,))) if play.why is None and play.form is None}
        assert shown == {spell(command) for command in listed}, (seat, state)


def refusals_need_no_secret(state: State, commands: Iterable[Command]) -> None:
    """``why_not`` answers the same on a seat's view as on the state.

    For a command that any seat may give in the table's name, every seat's view gives the same answer.
    """
    sights = {viewer: state.seen_by(viewer) for viewer in seats_of(state)}
    partial = {viewer: seen for viewer, seen in sights.items() if seen is not state}
    asked_by = [
        (command, set(partial) if command.by_any_seat and command.seat == TABLE else partial.keys() & {command.seat})
        for command in commands
    ]
    # One sight after the other: what a state may be asked of is worked out once for the state that was asked last.
    answers = [(command, viewers, command.why_not(state)) for command, viewers in asked_by if viewers]
    for viewer, seen in partial.items():
        for command, viewers, answer in answers:
            if viewer in viewers:
                assert command.why_not(seen) == answer, (viewer, command, state)


def shown_to(game: Game, state: State, viewer: int) -> bytes:
    """Return the engine's whole output of *state* to *viewer*, as bytes.

    It holds the picture, the active seats, the question, the plays, the chance request and the board's things.
    """
    seen = state.seen_by(viewer)
    tree = plays(seen, (viewer,))
    asks = [(ask.seat, [kind.verb for kind in ask.kinds]) for ask in seen.asks()]
    told = (game.picture(seen), asks, seen.question(), tree, seen.due(), seen.board_things())
    return msgspec.json.encode(told, enc_hook=_constant)


def _constant(value: object) -> object:
    if isinstance(value, Constant):
        return value.value
    raise NotImplementedError(f"a picture holds {value!r}")


def told_to(facts: Facts, viewer: int) -> bytes:
    """Return *facts* as JSON, filtered for *viewer*."""
    return write_facts(tuple(told for fact in facts if (told := fact.seen_by(viewer)) is not None))


def two_worlds_look_the_same(game: Game, state: State, viewer: int, below: Below, *, maximum: int = 12) -> int:
    """Two worlds indistinguishable to *viewer* look the same, now and later.

    They differ only in facts hidden from *viewer*, and take the same commands as long as they can. Returns the number
    of commands taken in both. It stops where they can't go on alike: a command that is allowed in one world only, a
    fact that reveals something, chance taking a hidden card that differs between both, or a pass after different seats
    have passed. If *viewer* knows the whole world there is no second one: nothing is taken.
    """
    here, there = state, state.resampled_for(viewer, below)
    if here == there:
        return 0
    for taken in range(maximum + 1):
        assert shown_to(game, here, viewer) == shown_to(game, there, viewer), (viewer, here, there)
        command = _going_on_alike(here, there, below) if taken < maximum else None
        if command is None:
            break
        here, facts = follow(here, command.facts(here))
        there, facts_there = follow(there, command.facts(there))
        if any(fact.reveals for fact in facts):
            break
        assert told_to(facts, viewer) == told_to(facts_there, viewer), (viewer, command, here, there)
    return taken


def _going_on_alike(here: State, there: State, below: Below) -> Command | None:
    """Draw a command that both worlds can take alike, else None."""
    left = list(choices(here, below))
    while left:
        command = left.pop(below(len(left)))
        if _goes_on_alike(here, there, command):
            return command
    return None


def _goes_on_alike(here: State, there: State, command: Command) -> bool:
    if command.why_not(there) is not None:
        return False
    if isinstance(command, Pass | PassFor | PassUntil):
        passed: list[Any] = [getattr(open_window(state), "passed", ()) for state in (here, there)]
        return sorted(passed[0]) == sorted(passed[1])
    if not isinstance(command, ChanceAnswer):
        return True
    hands: list[Any] = [getattr(state.due(), "hand", None) for state in (here, there)]
    if hands[0] is None:
        return True
    place = int(command.answer[0]) - 1
    return bool(hands[0][place] == hands[1][place])


def facts_keep_secrets(game: Game, state: State, viewer: int, below: Below) -> None:
    """Indistinguishable outcomes of chance are told to *viewer* in the same way.

    Worlds that go on alike get the same answer, so they can't show that a fact gives it away; this check does. A hidden
    card is taken from the same place in two worlds, since everybody may see the place.
    """
    request = state.due()
    if request is None:
        return
    answers, worlds = [request.sample(below)] * 2, [state] * 2
    if isinstance(request, Hidden):
        worlds[1] = state.resampled_for(viewer, below)
    else:
        answers[1] = request.sample(below)
    ends = []
    for answer, world in zip(answers, worlds, strict=True):
        after, facts = follow(world, world.chosen(answer))
        ends.append((after, shown_to(game, after, viewer), told_to(facts, viewer)))
    (here, looks, told), (there, looks_there, told_there) = ends
    if here != there and looks == looks_there:
        assert told == told_there, (viewer, answers, here, there)


def corrections_are_judged(state: State) -> None:
    """Every correction of one word is refused, or leaves a playable state.

    Also compares ``can_be_corrected`` with the list.
    """
    assert state.can_be_corrected() == bool(state.correctables()), state
    for name, thing in state.correctables().items():
        for word in thing.field.all_words():
            command = Correct(TABLE, (f"{name}={word}",))
            if command.why_not(state) is None:
                corrected, _ = follow(state, command.facts(state))
                settles(corrected)
                never_stuck(corrected)


def corrections_go_on(state: State, below: Below, maximum: int = 20) -> int:
    """After an accepted correction the state is possible, and correctable again.

    Draws *maximum* corrections of a few changes, each on the state after the last one. Setting everything to its
    present value must be allowed. Returns the number of accepted corrections.
    """
    made = 0
    for _ in range(maximum):
        fields = [thing.field for thing in state.correctables().values()]
        if not fields or state.end() is not None:
            break
        command = _drawn_correction(fields, below)
        if command.why_not(state) is None:
            state, _ = follow(state, command.facts(state))
            settles(state)
            never_stuck(state)
            _can_be_corrected(state)
            made += 1
    return made


def _drawn_correction(fields: Sequence[Field], below: Below) -> Correct:
    """Draw a correction of one to three of *fields*, to any words."""
    drawn = {field.name: field for field in (fields[below(len(fields))] for _ in range(1 + below(3)))}
    words = ((name, field.all_words()) for name, field in drawn.items())
    return Correct(TABLE, tuple(f"{name}={choice[below(len(choice))]}" for name, choice in words))


def _can_be_corrected(state: State) -> None:
    if state.end() is None:
        as_it_is = (f"{thing.field.name}={thing.field.word}" for thing in state.correctables().values())
        command = Correct(TABLE, tuple(as_it_is))
        assert command.why_not(state) is None, (command, state)


def what_is_so_stays_so(state: State) -> bool:
    """Setting things to their present values is allowed and changes nothing.

    Tries all open values at once, then each alone. Returns True if *state* has any.
    """
    if state.end() is not None or Correct not in asked(state, TABLE):
        return False
    fields = [thing.field for thing in state.seen_by(WATCHER).correctables().values()]
    as_it_is = tuple(f"{field.name}={field.word}" for field in fields if field.word)
    for changes in (as_it_is, *((change,) for change in as_it_is)) if as_it_is else ():
        command = Correct(TABLE, changes)
        assert command.why_not(state) is None, (command, state)
        assert follow(state, command.facts(state)) == (state, ()), (command, state)
    return bool(as_it_is)


def everything_is_seen_by_all_seeing(state: State) -> None:
    """The viewer of an opened record sees the very state."""
    assert state.seen_by(ALL_SEEING) == state


def log_only_grows(before: Facts, table: Table, start: State) -> Facts:
    """The log only grows, and folds to the present state.

    *before* are the facts so far. Returns the facts now.
    """
    facts = tuple(fact for step in table.steps for fact in step.facts)
    assert facts[: len(before)] == before
    assert fold(start, facts) == table.state
    return facts


def asked_kinds_are_known(game: Game, state: State) -> None:
    """Each seat is asked once, and the notation reads each asked kind."""
    seats = [ask.seat for ask in state.asks()]
    assert len(set(seats)) == len(seats), (seats, state)
    for seat in seats_of(state):
        for kind in asked(state, seat):
            assert game.notation.knows(kind), (seat, kind)


# ---------------------------------------------------------------------- what referees share
def frame_holds(state: RefereeState) -> None:
    """A settled referee's state is judged and names only valid seats.

    These are the first and the active player, or ``NOBODY``. After the end nobody can act.
    """
    assert not state.unjudged, state
    assert {state.first, state.turn} <= {NOBODY, *range(state.seats())}, state
    if state.ending is None:
        return
    assert state.ending.reason in state.endings, state.ending
    assert (state.asks(), state.due(), state.then()) == ((), None, ()), state
    assert all(state.not_in_turn(seat) == state.refusals.ended for seat in range(state.seats())), state


def hands_stay_hidden(state: HiddenHands, viewer: int, below: Below) -> None:
    """Other hands and the deck are one hidden bag to *viewer*.

    *viewer* sees its own hand and the sizes of the others. Resampling keeps the sizes and the bag.
    """
    seen, other = state.seen_by(viewer), state.resampled_for(viewer, below)
    sizes = [len(hand) for hand in state.hands]
    hidden = [card for seat, hand in enumerate(state.hands) if seat != viewer for card in hand]
    assert seen.unplaced == bag([*hidden, *state.deck]) == other.seen_by(viewer).unplaced, (viewer, state)
    assert [len(hand) for hand in seen.hands] == [len(hand) for hand in other.hands] == sizes, (viewer, state)
    for seat, hand in enumerate(seen.hands):
        assert hand == (state.hands[seat] if seat == viewer else face_down(hand)), (viewer, state)
    assert viewer not in range(len(sizes)) or other.hands[viewer] == state.hands[viewer], (viewer, state)


def silence_is_a_pass(state: State) -> bool:
    """A declaration's timeout equals a pass of every seat.

    Returns True if a declaration was open.
    """
    window = open_window(state)
    if not isinstance(window, Declaration):
        return False
    silent, _ = follow(state, TimeUp(TABLE, window.number).facts(state))
    for seat in window.asked:
        command = Pass(seat)
        if state.question() == window.number and command.why_not(state) is None:
            state, _ = follow(state, command.facts(state))
    assert state == silent, (window, state, silent)
    return True


def pending_steps_lead_on(state: State, maximum: int = 4) -> bool:
    """A pending step offers answers, and each leads to another question.

    Once chance is in motion, only chance is asked. Tries *maximum* answers. Returns True if a step is owed.
    """
    step = state.top()
    if not isinstance(step, PendingStep):
        return False
    if step.asked:
        assert state.asks() == (), state
        assert state.due() is not None, state
        return True
    kinds = asked(state, step.by)
    answers = [command for kind in step.answers if kind in kinds for command in kind.tries(state, step.by)]
    assert answers, (step, state)
    for command in answers[:maximum]:
        after, _ = follow(state, command.facts(state))
        assert after.question() != state.question(), (command, state)
    return True
