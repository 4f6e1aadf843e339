"""The reveal: one moment at which everybody learns a result.

The *stage* (the table's own screen, lamps, dice tray) gets a result as soon as it is durable, so that it can slow down
onto it; the network gets it at the reveal. That comes when every holder of the stage has landed, never before the least
nor after the longest time of its kind: a dead screen can't stop a game.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from msgspec import Struct, field

from companion.engine.chance import Card, Deal, Dice, Hidden, Wheel
from companion.engine.fact import Facts
from companion.engine.state import State
from companion.engine.values.message import Message
from companion.engine.values.seats import CHANCE
from companion.model.entry import LogEntry
from companion.model.requests import CommandRequest, Refusal
from companion.model.snapshot import LOG_KEPT, Motion, Snapshot, motion_of
from companion.runtime.clock import Clock
from companion.runtime.timers import Timers, guarded
from companion.session.open_game import OpenGame, RevealStep

log = logging.getLogger(__name__)

TIMES_S: dict[str, tuple[float, float]] = {
    Dice.verb: (0.9, 3.0),
    Wheel.verb: (2.5, 6.0),
    Card.verb: (0.4, 2.0),
    Deal.verb: (0.4, 2.0),
    Hidden.verb: (0.4, 2.0),
}
"""Minimum and maximum seconds in motion, by the kind of chance."""
PROMISE_S = 1.5
"""Seconds to read the promise of a game's draws before the first."""


class Stage(Protocol):
    """The table's own devices, as the session drives them.

    No method blocks or raises.
    """

    def started(self, motion: Motion) -> None:
        """Something is in motion; its result isn't known to anybody yet."""

    def go(self, motion: Motion, facts: Facts, state: State, landed: Callable[[str], None]) -> Iterable[str]:
        """Slow down onto the result and return the names of the holders.

        *facts* led to *state*. Each holder calls *landed* with its name once, from any thread, when it stands still.
        """

    def show(self, published: Snapshot) -> None:
        """Show the *published* state, and nothing in motion."""

    def names_changed(self, published: Snapshot) -> None:
        """Only people's names have changed, and nothing on show need change."""


class Mirror(Protocol):
    """A link from published states to viewers.

    Called on the session's thread; no method blocks.
    """

    def started(self, published: Snapshot) -> None:
        """Something is in motion; *published* names it without its result."""

    def changed(self, published: Snapshot) -> None:
        """*published* is true now."""


class Observer(Mirror, Protocol):
    """A mirror that counts the session's commands."""

    def refused(self, request: CommandRequest, refusal: Refusal) -> None:
        """A person's *request* was refused."""

    def committed(self, seconds: float) -> None:
        """A command took *seconds* to become durable.

        It may be one that nobody may notice.
        """


class NoStage:
    """A table without devices."""

    def started(self, motion: Motion) -> None:
        """Nothing shows it."""

    def go(self, motion: Motion, *_: object) -> Sequence[str]:
        """Nobody holds the reveal."""
        return ()

    def show(self, published: Snapshot) -> None:
        """Nothing shows it."""

    def names_changed(self, published: Snapshot) -> None:
        """Nothing shows it."""


class RevealTimer(Struct, eq=False):
    """One motion from its result to its reveal.

    It lasts from *least_s* to *longest_s*, both in monotonic seconds. *holders* are those of the stage that haven't
    landed yet.
    """

    least_s: float
    longest_s: float
    holders: set[str] = field(default_factory=set)

    def due_s(self) -> float:
        """Return the time of its end unless something changes.

        It is in monotonic seconds.
        """
        return self.longest_s if self.holders else self.least_s


class Questions(Struct, frozen=True):
    """The questions to seats: their *numbers*, and *since* their versions.

    A sender that has seen that version knows everything an answer needs.
    """

    numbers: dict[int, int] = {}
    since: dict[int, int] = {}

    def after(self, state: State, version: int) -> Questions:
        """Return the questions in *state* at *version*."""
        numbers = {ask.seat: state.question() for ask in state.asks()}
        if state.due() is not None:
            numbers[CHANCE] = state.questions
        stand = {seat for seat, number in numbers.items() if self.numbers.get(seat) == number}
        return Questions(
            numbers, {seat: self.since.get(seat, version) if seat in stand else version for seat in numbers}
        )


class Revealer:
    """Shows durable steps alone: at once to the stage, later to mirrors.

    Mirrors get them at the reveal. It belongs to the session's thread. *landed* brings an action, given on any thread,
    to that thread; *at_rest* is given each published state. ``published`` may be read by any thread: it is replaced
    whole, and only by states that belong together.
    """

    def __init__(
        self,
        published: Snapshot,
        stage: Stage,
        clock: Clock,
        timers: Timers,
        *,
        landed: Callable[[Callable[[], None]], None],
        at_rest: Callable[[Snapshot], None],
    ) -> None:
        self.published = published
        self._stage = stage
        self._mirrors: list[Mirror] = []
        self._clock = clock
        self._timers = timers
        self._on_landed = landed
        self._at_rest = at_rest
        self.questions = Questions()
        """The questions of the published state."""
        self._reveal_timer: RevealTimer | None = None
        self._waiting: deque[RevealStep] = deque()

    @property
    def in_motion(self) -> bool:
        """Whether something durable hasn't been revealed yet."""
        return self._reveal_timer is not None

    def add(self, mirror: Mirror) -> None:
        """Subscribe *mirror* from now on."""
        self._mirrors.append(mirror)

    def update(self, **changes: object) -> None:
        """Change the published state without telling anybody."""
        self.published = replace(self.published, **changes)  # type: ignore[arg-type]

    def show(self, **changes: object) -> None:
        """Change the published state and tell stage and mirrors."""
        self.update(**changes)
        published = self.published
        guarded(self._stage.show, published)
        for mirror in self._mirrors:
            guarded(mirror.changed, published)

    def names_changed(self, **changes: object) -> None:
        """Change facts about people and phones, even during a motion.

        The stage keeps moving, the mirrors are notified.
        """
        self.update(**changes)
        published = self.published
        guarded(self._stage.names_changed, published)
        for mirror in self._mirrors:
            guarded(mirror.changed, published)

    def forget(self) -> None:
        """Drop all motion.

        It is read from the journal again, or never became durable.
        """
        self._reveal_timer = None
        self._waiting.clear()
        self.questions = Questions()

    def publish(self, opened: OpenGame, version: int, state: State, log: Sequence[LogEntry], **changes: object) -> None:
        """Publish *state* as *version* of *opened*, with *log* and *changes*."""
        self.questions = self.questions.after(state, version)
        self.show(
            version=version,
            game=opened.game,
            number=opened.id,
            began=opened.began,
            played=opened.played.published(self._clock, state),
            lasted_ms=opened.length.lasted_ms,
            setup=opened.setup,
            state=state,
            tally=opened.tally(state),
            log=tuple(log[-LOG_KEPT:]),
            since=self.questions.since,
            reveal=None,
            typed=opened.is_typed,
            asked=opened.is_asked,
            commitment=opened.commitment,
            seed=opened.seed.hex() if opened.seed and opened.seed_is_public(state) else None,
            why_not_undo=opened.why_not_undo(state),
            undo_needs_two=opened.undo_needs_two(),
            undoes=opened.last_to_undo(),
            can_redo=opened.can_redo(),
            consent=None,
            **{"put_back": (), **changes},
        )
        self._at_rest(self.published)

    def start(self, opened: OpenGame, reveal_step: RevealStep) -> float:
        """Announce *reveal_step*'s motion without its result; return its time.

        It is in monotonic seconds.
        """
        assert reveal_step.request is not None
        motion = motion_of(opened.game, reveal_step.version, reveal_step.seat, reveal_step.request)
        self.update(reveal=motion, consent=None)
        published = self.published
        guarded(self._stage.started, motion)
        for mirror in self._mirrors:
            guarded(mirror.started, published)
        return self._clock.monotonic_s()

    def go(self, opened: OpenGame, reveal_steps: Iterable[RevealStep], started_s: float | None = None) -> None:
        """Reveal *reveal_steps*, all durable, one after the other.

        *started_s* is given when the first was started before it became durable.
        """
        self._waiting.extend(reveal_steps)
        self._go_on(opened, started_s)

    def go_once_read(self, opened: OpenGame, reveal_steps: Iterable[RevealStep]) -> None:
        """Reveal a game's first steps after time to read its promise."""
        self._waiting.extend(reveal_steps)
        if not self._waiting or opened.commitment is None:
            self._go_on(opened)
            return
        read_s = self._clock.monotonic_s() + PROMISE_S
        self._reveal_timer = reveal_timer = RevealTimer(read_s, read_s)

        def has_been_read() -> None:
            if reveal_timer is self._reveal_timer:
                self._reveal_timer = None
                self._go_on(opened)

        self._timers.at(read_s, has_been_read)

    def _go_on(self, opened: OpenGame, started_s: float | None = None) -> None:
        if not self._waiting:
            return
        reveal_step = self._waiting[0]
        if reveal_step.request is None:
            self._publish_next(opened)
            return
        if started_s is None:
            started_s = self.start(opened, reveal_step)
        motion = self.published.reveal
        assert motion is not None
        least_s, longest_s = TIMES_S[motion.verb]
        self._reveal_timer = reveal_timer = RevealTimer(started_s + least_s, started_s + longest_s)

        def stands_still(holder: str) -> None:
            reveal_timer.holders.discard(holder)
            self._reveal_if_due(opened, reveal_timer)

        def land(holder: str) -> None:
            self._on_landed(lambda: stands_still(holder))

        guarded(lambda: reveal_timer.holders.update(self._stage.go(motion, reveal_step.facts, reveal_step.state, land)))
        for moment_s in (reveal_timer.least_s, reveal_timer.longest_s):
            self._timers.at(moment_s, lambda: self._reveal_if_due(opened, reveal_timer))

    def _reveal_if_due(self, opened: OpenGame, reveal_timer: RevealTimer) -> None:
        if reveal_timer is not self._reveal_timer or self._clock.monotonic_s() < reveal_timer.due_s():
            return
        for holder in sorted(reveal_timer.holders):
            log.warning("%s didn't land in time: revealed without it", holder)
        self._reveal_timer = None
        self._publish_next(opened)
        self._go_on(opened)

    def _publish_next(self, opened: OpenGame) -> None:
        reveal_step = self._waiting.popleft()
        self.publish(opened, reveal_step.version, reveal_step.state, (*self.published.log, *reveal_step.lines))

    def trouble(self, said: Message, places: tuple[Message, ...] = ()) -> None:
        """Drop all steps under way and publish the journal's trouble.

        *places* are other folders for games.
        """
        self.forget()
        self.show(trouble=said, other_folders=places, reveal=None)
