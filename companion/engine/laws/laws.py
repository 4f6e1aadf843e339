"""The laws that every game and kit must keep, as checks that any test can call with its own source of chance.

Each check plays or looks and raises ``AssertionError`` with the state at fault. None of them knows a game.
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
from companion.engine.referees.pending import PendingStep
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
    """Return every seat that may ever speak at *state*'s table, chance left out."""
    return (*range(state.seats()), TABLE)


def viewers_of(state: State) -> tuple[int, ...]:
    """Return everybody who may look at *state*, from the seats to a watcher without any."""
    return (*range(state.seats()), TABLE, WATCHER)


def choices(state: State, below: Below) -> list[Command]:
    """Return what may be done next: chance's answer if it is asked, a window's deadline, every listed play."""
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
    """Play a random game, giving the table after its start and after each command, *maximum* commands at most."""
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
    """Somebody or chance can always go on until the game has ended; then nobody can."""
    can = state.due() is not None or any(True for seat in seats_of(state) for _ in legal(state, seat))
    assert can is (state.end() is None), state


def settles(state: State) -> None:
    """A settled state has no automatic consequence left, and nothing impossible about it."""
    assert state.then() == (), state
    assert state.faults() == (), state


def resume_equals_play(game: Game, setup: Setup, table: Table) -> None:
    """Folding the journal's facts, read back from their JSON, gives the very states of play."""
    again = Table(game.start(setup))
    for step in table.steps:
        again.resume(step.n, step.command, game.read_facts(write_facts(step.facts)))
        assert again.state_before(step.n) == table.state_before(step.n), step
    assert again.state == table.state


def replay_equals_play(game: Game, setup: Setup, table: Table) -> None:
    """Taking the record's lines through the rules again gives the same facts and the same states."""
    again = Table(game.start(setup))
    for step in table.steps:
        command = game.notation.read(step.command.seat, spell(step.command))
        assert again.do(command).facts == step.facts, step
    assert again.state == table.state


def undo_restores(table: Table, n: int) -> None:
    """Undoing step *n* gives the state before it, and taking the undo back the state after it all."""
    before, after, steps = table.state_before(n), table.state, table.steps
    table.undo(n)
    assert table.state == before
    undo = table.last_undo
    assert undo is not None
    table.redo(undo)
    assert (table.state, table.steps) == (after, steps)


def notation_round_trips(notation: Notation, commands: Iterable[Command]) -> None:
    """A command is read back from its own line, as the same command."""
    for command in commands:
        line = spell(command)
        assert notation.read(command.seat, line) == command, line


def from_types(_: State, kind: type[Command], seat: int) -> Iterable[Command]:
    """Spell every command of *kind*; its fields' types say what there is."""
    return _all_spelled(kind, seat)


@cache
def _all_spelled(kind: type[Command], seat: int) -> tuple[Command, ...]:
    return tuple(spelled(kind, seat))


def listed_iff_allowed(state: State, kinds: Kinds, universe: Universe = from_types) -> None:
    """A command that can be spelled is listed if and only if ``why_not`` is None, each once, and in the tree.

    What is shown greyed out is refused.
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
    """A seat's ``why_not`` answers the same on the state as on the state as that seat sees it.

    What any seat may say in the table's name is answered the same by every seat's sight.
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
    """Return every byte that the engine would give *viewer* of *state*: picture, questions, plays, board's things."""
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
    """Return *facts* as *viewer* is told them."""
    return write_facts(tuple(told for fact in facts if (told := fact.seen_by(viewer)) is not None))


def two_worlds_look_the_same(game: Game, state: State, viewer: int, below: Below, *, maximum: int = 12) -> int:
    """Two worlds that differ only in what *viewer* can't know look the same, now and while both go on alike.

    Returns how many commands were taken in both. It stops where they can't go on alike: a command that is
    allowed in one world only, chance taking a hidden card that isn't the same one in both, or a pass where not the
    same seats have passed before. Of a world that *viewer* knows whole there is no second one: nothing is taken.
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
        assert told_to(facts, viewer) == told_to(facts_there, viewer), (viewer, command, here, there)
    return taken


def _going_on_alike(here: State, there: State, below: Below) -> Command | None:
    """Return a command drawn from all that both worlds can go on with alike, None if there is none."""
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
    """Where two answers of chance make two states that look the same to *viewer*, it is told the same of both.

    Worlds that go on alike get the same answer, so they can't show that a fact gives it away; this does. A hidden
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
    """Every word a form offers for a correction is refused, or gives a settled state where play can go on.

    Whether there is any is told without listing them.
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
    """After a correction that isn't refused nothing is impossible, and what is then so can be set to what it is.

    Draws *maximum* corrections of a few changes, each made where the last one led; returns how many weren't refused.
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
    """Return a correction of one to three of *fields*, each to any word that its form takes."""
    drawn = {field.name: field for field in (fields[below(len(fields))] for _ in range(1 + below(3)))}
    words = ((name, field.all_words()) for name, field in drawn.items())
    return Correct(TABLE, tuple(f"{name}={choice[below(len(choice))]}" for name, choice in words))


def _can_be_corrected(state: State) -> None:
    if state.end() is None:
        as_it_is = (f"{thing.field.name}={thing.field.word}" for thing in state.correctables().values())
        command = Correct(TABLE, tuple(as_it_is))
        assert command.why_not(state) is None, (command, state)


def what_is_so_stays_so(state: State) -> bool:
    """Where things can be set right, setting all that is open to what it is, or one of it, is taken: nothing changes.

    Returns whether things can be set right in *state*.
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
    """The facts so far begin with those of *before* and fold to the present state; returns them."""
    facts = tuple(fact for step in table.steps for fact in step.facts)
    assert facts[: len(before)] == before
    assert fold(start, facts) == table.state
    return facts


def asked_kinds_are_known(game: Game, state: State) -> None:
    """Each seat is asked once and can spell an answer: the game's notation reads each asked kind."""
    seats = [ask.seat for ask in state.asks()]
    assert len(set(seats)) == len(seats), (seats, state)
    for seat in seats_of(state):
        for kind in asked(state, seat):
            assert game.notation.knows(kind), (seat, kind)


# ---------------------------------------------------------------------- what referees share
def frame_holds(state: RefereeState) -> None:
    """In a settled state nothing is unjudged, and who begins and who is on are seats; after the end nobody goes on."""
    assert not state.unjudged, state
    assert {state.first, state.turn} <= {NOBODY, *range(state.seats())}, state
    if state.ending is None:
        return
    assert state.ending.reason in state.endings, state.ending
    assert (state.asks(), state.due(), state.then()) == ((), None, ()), state
    assert all(state.not_in_turn(seat) == state.refusals.ended for seat in range(state.seats())), state


def hands_stay_hidden(state: HiddenHands, viewer: int, below: Below) -> None:
    """*viewer* sees its own hand and how many cards the others have; all it can't place is one bag, and stays it.

    Dealt anew, everybody holds as many cards as before, of the same ones.
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
    """Where something declared may be answered, its time running out comes to the same as everybody passing.

    Returns whether anything was declared.
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
    """The seat that owes a step is asked for its answers, each another question; in motion only chance is asked.

    Tries *maximum* answers. Returns whether a step is owed.
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
