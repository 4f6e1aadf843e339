"""All laws on one game, checked over whole random games.

Applies the checks of :mod:`companion.engine.laws.laws` to many states. The tests check every game that ships,
``tidetable games --check`` any game by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from companion.engine.chance import Below, ChanceAnswer
from companion.engine.command import Command
from companion.engine.corrections import Correct
from companion.engine.fact import Facts
from companion.engine.game import Game, Setup
from companion.engine.laws import laws
from companion.engine.laws.taps import spots_can_be_tapped
from companion.engine.notation import domains
from companion.engine.referees.declarations import Declaration
from companion.engine.referees.frame import RefereeState
from companion.engine.referees.hands import HiddenHands
from companion.engine.referees.pending_steps import PendingStep
from companion.engine.state import State, asked, legal
from companion.engine.table import Table
from companion.engine.values.seats import CHANCE, TABLE

MAX_SPELLED = 200


def some_of(state: State, kind: type[Command], seat: int) -> Iterable[Command]:
    """Return the listed commands of *kind* and some spellable ones.

    Spells the first ``MAX_SPELLED`` that the types of its fields allow. If the types don't give the words, as in a kit,
    returns only the listed commands.
    """
    listed = kind.tries(state, seat) if kind in asked(state, seat) else ()
    if any(domain.words is None or domain.many for domain in domains(kind)):
        return listed
    return dict.fromkeys((*listed, *islice(laws.from_types(state, kind, seat), MAX_SPELLED)))


@dataclass(frozen=True)
class LawCourse:
    """Random games of *game* from *setup*, one per seed.

    Each of the *seeds* games has at most *maximum* commands. *below* returns a source of chance by name. *universe*
    spells commands of a kind: all, or enough to check the laws about them.
    """

    game: Game
    setup: Setup
    below: Callable[[str], Below]
    universe: laws.Universe = some_of
    seeds: int = 2
    maximum: int = 60
    name: str = ""

    def source(self, purpose: str) -> Below:
        """Return the source of chance for *purpose*."""
        return self.below(f"{purpose}/{self.name}")

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The games, each at its end or as far as played."""
        sources = (self.below(f"{self.name}/{seed}") for seed in range(self.seeds))
        return tuple([*laws.played(self.game, self.setup, source, self.maximum)][-1] for source in sources)

    def reached(self, every: int = 1) -> Iterator[State]:
        """Yield every state reached, or one in *every*, and each game's last."""
        for table in self.tables:
            for step in table.steps[::every]:
                yield table.state_before(step.n)
            yield table.state

    def spelled(self, state: State, seat: int) -> Iterable[Command]:
        """Return every spellable command of *seat* in *state*, forms excepted."""
        ordinary = [kind for kind in self.game.all_kinds if not kind.is_form]
        return (command for kind in ordinary for command in self.universe(state, kind, seat))


Law = Callable[[LawCourse], None]


def never_stuck(course: LawCourse) -> None:
    """A game is never stuck, and ends for good."""
    for state in course.reached():
        laws.never_stuck(state)


def settled(course: LawCourse) -> None:
    """Each state is settled and possible."""
    for state in course.reached():
        laws.settles(state)


def resumed(course: LawCourse) -> None:
    """Resuming equals playing."""
    for table in course.tables:
        laws.resume_equals_play(course.game, course.setup, table)


def replayed(course: LawCourse) -> None:
    """Replaying equals playing."""
    for table in course.tables:
        laws.replay_equals_play(course.game, course.setup, table)


def undone(course: LawCourse) -> None:
    """Undoing restores the very same state."""
    for table in course.tables:
        for step in table.steps[:: max(1, len(table.steps) // 12)]:
            if step.command.seat != CHANCE:
                laws.undo_restores(table, step.n)


def read_back(course: LawCourse) -> None:
    """Each command is read back from its own line."""
    notation = course.game.notation
    for table in course.tables:
        laws.notation_round_trips(notation, (step.command for step in table.steps))
    for state in course.reached(every=5):
        for seat in laws.seats_of(state):
            laws.notation_round_trips(notation, legal(state, seat))


def listed(course: LawCourse) -> None:
    """A command is listed if and only if it isn't refused."""
    for state in course.reached():
        laws.listed_iff_allowed(state, course.game.all_kinds, course.universe)


def refused_openly(course: LawCourse) -> None:
    """A refusal depends on nothing that the seat can't see."""
    for state in course.reached(every=2):
        for seat in laws.seats_of(state):
            laws.refusals_need_no_secret(state, course.spelled(state, seat))


def corrected_openly(course: LawCourse) -> None:
    """A refused correction reveals nothing hidden."""
    for state in course.reached(every=20):
        fields = [thing.field for thing in state.correctables().values()]
        words = (f"{field.name}={word}" for field in fields for word in field.all_words())
        laws.refusals_need_no_secret(state, (Correct(TABLE, (word,)) for word in words))


def two_worlds(course: LawCourse) -> None:
    """Worlds differing only in secrets look the same to a viewer."""
    below = course.source("worlds")
    for state in course.reached(every=6):
        for viewer in laws.viewers_of(state):
            laws.two_worlds_look_the_same(course.game, state, viewer, below)


def secrets_kept(course: LawCourse) -> None:
    """A fact tells no secret that the state keeps."""
    below = course.source("facts")
    for state in course.reached():
        for viewer in laws.viewers_of(state):
            laws.facts_keep_secrets(course.game, state, viewer, below)


def opened(course: LawCourse) -> None:
    """An opened record shows the very state."""
    for state in course.reached():
        laws.everything_is_seen_by_all_seeing(state)


def corrected(course: LawCourse) -> None:
    """A correction is refused, or leaves a playable state."""
    for state in course.reached(every=20):
        laws.corrections_are_judged(state)


def corrected_again(course: LawCourse) -> None:
    """After a correction another one can be made."""
    below = course.source("corrections")
    made = sum(laws.corrections_go_on(state, below) for state in course.reached(every=20))
    assert bool(made) is any(state.correctables() for state in course.reached(every=20)), made


def left_as_it_is(course: LawCourse) -> None:
    """Setting things to their present values changes nothing."""
    settable = [laws.what_is_so_stays_so(state) for state in course.reached(every=20)]
    assert any(settable) is any(state.correctables() for state in course.reached(every=20)), settable


def tapped(course: LawCourse) -> None:
    """Two taps on the board put a thing on another spot."""
    below = course.source("taps")
    for state in course.reached(every=20):
        spots_can_be_tapped(course.game, state, below)


def log_grows(course: LawCourse) -> None:
    """The log only grows, and folds to the state."""
    for seed in range(2):
        told: Facts = ()
        for table in laws.played(course.game, course.setup, course.source(f"log/{seed}"), course.maximum // 2):
            told = laws.log_only_grows(told, table, table.state_before(1) if table.steps else table.state)


def framed(course: LawCourse) -> None:
    """A referee's frame holds."""
    for state in course.reached():
        if isinstance(state, RefereeState):
            laws.frame_holds(state)


def hands_hidden(course: LawCourse) -> None:
    """Hidden hands stay hidden, and are redealt in the same sizes."""
    below = course.source("hands")
    for state in course.reached(every=3):
        if isinstance(state, HiddenHands):
            for viewer in laws.viewers_of(state):
                laws.hands_stay_hidden(state, viewer, below)


def silence(course: LawCourse) -> None:
    """Silence over a declaration is a pass."""
    declared = sum(map(laws.silence_is_a_pass, course.reached()))
    assert bool(declared) is any(isinstance(state.top(), Declaration) for state in course.reached()), declared


def steps_lead_on(course: LawCourse) -> None:
    """A pending step leads on."""
    pending = sum(map(laws.pending_steps_lead_on, course.reached()))
    assert bool(pending) is any(isinstance(state.top(), PendingStep) for state in course.reached()), pending


def asked_can_answer(course: LawCourse) -> None:
    """Each asked seat can answer."""
    for state in course.reached():
        laws.asked_kinds_are_known(course.game, state)


def chance_in_a_line(course: LawCourse) -> None:
    """Every chance request has an answer of one line."""
    below = course.source("chance")
    for state in course.reached():
        request = state.due()
        if request is not None:
            answer = ChanceAnswer(CHANCE, request.verb, request.sample(below))
            assert answer.why_not(state) is None, (request, answer)
            laws.notation_round_trips(course.game.notation, [answer])
            fields = request.form()
            assert all(field.accepts(str(word)) for field, word in zip(fields, answer.answer, strict=True)), request


LAWS: tuple[Law, ...] = (
    never_stuck, settled, resumed, replayed, undone, read_back, listed, refused_openly, corrected_openly, two_worlds,
    secrets_kept, opened, corrected, corrected_again, left_as_it_is, tapped, log_grows, framed, hands_hidden,
    silence, steps_lead_on, asked_can_answer, chance_in_a_line,
)  # fmt: skip
"""All laws; each docstring states its law."""


def broken(course: LawCourse) -> Mapping[str, str]:
    """Return an error for each broken law, by the law's sentence.

    A law that raises any exception counts as broken by *course*.
    """
    found: dict[str, str] = {}
    for law in LAWS:
        try:
            law(course)
        except Exception as error:  # whatever another author's code does
            found[(law.__doc__ or law.__name__).rstrip(".")] = f"{type(error).__name__}: {error}"
    return found
