"""The rehearsal itself: its steps, their results, and the final card."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from companion.engine.values.message import Message, Value
from companion.model.reports.rehearsal import Course, Question, RehearsalCard, Result
from companion.rehearsal.bench import Bench
from companion.rehearsal.look_trials import IdolTrial, LampTrial, RingTrial, SoundTrial, WindowsTrial
from companion.rehearsal.round_trip import RoundTrip
from companion.rehearsal.steps import STEPS, Kind, RehearsalStep
from companion.rehearsal.trials import DiceTrial, FrameTrial, PhoneTrial, PressTrial, Say, Trial, TurnTrial
from companion.runtime.timers import Later, Timer, guarded
from hardware.ports import (
    ButtonEdge,
    ButtonEvent,
    ButtonName,
    ChordHeld,
    ErrorCue,
    InputEvent,
    KnobEvent,
    MessageCue,
    StageCue,
    StepCue,
    VerdictCue,
)

log = logging.getLogger(__name__)

TOLD_S = 1.5
"""Time for which a step's result is shown, unless somebody continues."""
GIVEN_UP_S = 600.0
"""Timeout of an idle rehearsal: the table is there to play."""
BEGINS = frozenset[ButtonName]({"ok", "roll"})
"""Buttons that begin a rehearsal when held together, or end it early."""

KINDS: Mapping[Kind, type[Trial]] = {
    "frame": FrameTrial,
    "press": PressTrial,
    "turn": TurnTrial,
    "lamp": LampTrial,
    "sound": SoundTrial,
    "windows": WindowsTrial,
    "ring": RingTrial,
    "idol": IdolTrial,
    "dice": DiceTrial,
    "phone": PhoneTrial,
}


class RehearsalStage(Protocol):
    """The owner of the devices while there is no rehearsal."""

    def lend(self) -> bool:
        """Release the devices; return False if that isn't possible now."""

    def take_back(self) -> None:
        """Take the devices back, and show the current state."""

    def say(self, said: Message) -> str:
        """Return *said* in the table's language."""


class CardKeeper(Protocol):
    """The store of the last card."""

    def keep(self, card: RehearsalCard) -> None:
        """Store *card* as the last one.

        :raises OSError: if it can't be written.
        """


class RehearsalFollower(Protocol):
    """A remote follower of rehearsals, such as a terminal. No method blocks."""

    def asked(self, question: Question) -> None:
        """A step begins."""

    def answered(self, result: Result) -> None:
        """A step has its *result*."""

    def ended(self, card: RehearsalCard | None) -> None:
        """The rehearsal is over; *card* is None if it ended early."""


class Rehearsal:
    """The rehearsals of a table, one at a time.

    *cards* keep the result; *utc* gives the moment of now.
    """

    def __init__(
        self,
        bench: Bench,
        stage: RehearsalStage,
        later: Later,
        *,
        cards: CardKeeper,
        utc: Callable[[], str],
        steps: Sequence[RehearsalStep] = STEPS,
    ) -> None:
        self._bench = bench
        self._stage = stage
        self._later = later
        self._cards = cards
        self._utc = utc
        self._steps = steps
        self._listeners: list[RehearsalFollower] = []
        self._lock = threading.RLock()  # guards all that follows
        self._at = -1
        self._number = 0
        self._asked: Question | None = None
        self._trial: Trial | None = None
        self._is_doubted = False
        self._told: Result | None = None
        self._results: list[Result] = []
        self._card: RehearsalCard | None = None
        self._page = 0
        self._idle: Timer | None = None

    @property
    def is_on(self) -> bool:
        """Whether a rehearsal is running, so that it gets all input."""
        return self._at >= 0

    @property
    def course(self) -> Course:
        """Progress of the current rehearsal, or of the last one."""
        with self._lock:
            over = self._card is not None
            return Course(self._number, self.is_on, over, self._asked, tuple(self._results))

    @property
    def round_trip(self) -> RoundTrip:
        """The hops of a phone that is being tried."""
        return self._bench.round_trip

    def subscribe(self, listener: RehearsalFollower) -> None:
        """Notify *listener* of every rehearsal from now on."""
        self._listeners.append(listener)

    def begin(self) -> bool:
        """Begin unless one is running; return True if one runs then.

        It can't begin while dice roll.
        """
        with self._lock:
            if self.is_on:
                return True
            if not self._stage.lend():
                return False
            log.info("a rehearsal begins: every part of the table is tried by hand")
            self._results, self._card, self._at = [], None, 0
            self._number += 1
            self._stir()
            self._begin_step()
            return True

    def end(self) -> None:
        """End, even early: release the devices and show the game."""
        with self._lock:
            if not self.is_on:
                return
            self._end_trial()
            card, self._at, self._told = self._card, -1, None
            if self._idle is not None:
                self._idle.cancel()
            log.info("the rehearsal has ended%s", "" if card is not None else " before its time")
            self._stage.take_back()
        for listener in self._listeners:
            guarded(listener.ended, card)

    def edge(self, line: str, closed: bool) -> None:
        """Record an edge of a contact, before it is judged."""
        if self.is_on:
            with self._lock:
                if self._trial is not None:
                    self._trial.edge(line, closed)

    def handle(self, event: InputEvent) -> None:
        """Handle *event* in the current state."""
        with self._lock:
            if not self.is_on:
                return
            self._stir()
            if isinstance(event, ChordHeld):
                if event.buttons == BEGINS:
                    self.end()
                return
            is_press = isinstance(event, ButtonEvent) and event.edge is ButtonEdge.PRESSED
            if self._told is not None and (is_press or isinstance(event, KnobEvent)):
                self._go_on()
            if self._card is not None:
                self._turn_card(event)
            elif self._trial is None:
                return
            elif self._is_doubted:
                self._answer_doubt(self._trial, event)
            elif isinstance(event, ButtonEvent) and event.button == self._trial.skip:
                self._doubt(event)
            else:
                self._trial.take(event)

    # ------------------------------------------------------------------ under the lock
    def _begin_step(self) -> None:
        step = self._steps[self._at]

        def after(seconds: float, action: Callable[[], None]) -> Timer:
            def due() -> None:
                with self._lock:
                    if self._trial is trial and not self._is_doubted:
                        action()

            return self._later(seconds, due)

        def redraw() -> None:
            if self._trial is trial:
                self._draw()

        trial = KINDS[step.kind](step, self._bench, self._take_result, redraw, after=after)
        self._trial, self._is_doubted, self._told = trial, False, None
        absent, trouble = trial.absent, self._bench.display.status.trouble if step.kind == "frame" else ""
        if absent is None and not trouble:
            trial.begin()
        self._asked = question = Question(
            at=self._at + 1,
            of=len(self._steps),
            kind=step.kind,
            asks=step.asks,
            word=step.word,
            address=trial.address,
        )
        for listener in self._listeners:
            guarded(listener.asked, question)
        if absent is not None:
            self._take_result(Result(step.key, step.name, "absent", absent))
        elif trouble:
            self._take_result(Result(step.key, step.name, "broken", Message("rehearsal.silent"), Message(trouble)))
        else:
            self._draw()

    def _doubt(self, event: ButtonEvent) -> None:
        """Ask whether a skipped part exists at all."""
        if event.edge is ButtonEdge.PRESSED:
            self._is_doubted = True
            self._draw()

    def _answer_doubt(self, trial: Trial, event: InputEvent) -> None:
        """Count the part as broken or absent.

        Any other input returns to the trial.
        """
        if isinstance(event, ButtonEvent) and event.edge is not ButtonEdge.PRESSED:
            return
        step = trial.step
        if isinstance(event, ButtonEvent) and event.button == trial.no:
            self._take_result(Result(step.key, step.name, "absent", Message("rehearsal.not-there")))
        elif isinstance(event, ButtonEvent) and event.button == trial.yes:
            told = Message("rehearsal.broken")
            self._take_result(Result(step.key, step.name, "broken", told, trial.repair()))
        else:
            self._is_doubted = False
            trial.begin()
            self._draw()
            trial.take(event)

    def _take_result(self, result: Result) -> None:
        self._end_trial()
        self._results.append(result)
        log.info("rehearsal: %s is %s", result.step, result.outcome)
        self._told = result
        for listener in self._listeners:
            guarded(listener.answered, result)
        self._draw()
        self._later(TOLD_S, lambda: self._told_long_enough(result))

    def _told_long_enough(self, result: Result) -> None:
        with self._lock:
            if self._told is result:
                self._go_on()

    def _go_on(self) -> None:
        """Start the next step, or show the card."""
        self._told = None
        self._at += 1
        if self._at < len(self._steps):
            self._begin_step()
            return
        self._card = card = RehearsalCard(self._utc(), self._bench.simulated, tuple(self._results))
        self._page = 0
        try:
            self._cards.keep(card)
        except OSError as error:
            log.warning("the rehearsal's card can't be kept: %s", error)
        self._draw()

    def _end_trial(self) -> None:
        trial, self._trial = self._trial, None
        if trial is not None:
            trial.end()

    def _turn_card(self, event: InputEvent) -> None:
        if isinstance(event, KnobEvent):
            self._page += event.steps
            self._draw()
        elif isinstance(event, ButtonEvent) and event.edge is ButtonEdge.PRESSED:
            self.end()

    def _stir(self) -> None:
        """Restart the timeout of an idle rehearsal."""
        if self._idle is not None:
            self._idle.cancel()
        self._idle = self._later(GIVEN_UP_S, self.end)

    # ------------------------------------------------------------------ what is to be seen
    def _draw(self) -> None:
        lit = self._trial.lit if self._trial is not None and not self._is_doubted else frozenset()
        for name, lamp in self._bench.lamps.items():
            lamp.set(name in lit)
        self._bench.screen.show(self._cue())

    def _cue(self) -> StageCue:
        if self._card is not None:
            return card_cue(self._card, self._page, self._stage.say)
        if self._told is not None:
            return result_cue(self._told, self._stage.say)
        assert self._trial is not None
        if self._is_doubted:
            return self._doubt_cue(self._trial)
        return self._trial.cue(self._stage.say, self._at + 1, len(self._steps))

    def _doubt_cue(self, trial: Trial) -> StepCue:
        say = self._stage.say
        buttons = {"yes": Message(f"panel.{trial.yes}"), "no": Message(f"panel.{trial.no}")}
        foot = (say(Message("rehearsal.there-yes", {**buttons})), say(Message("rehearsal.there-no", {**buttons})))
        title, word = say(Message("rehearsal.there")), say(trial.step.name)
        return StepCue(title=title, word=word, at=self._at + 1, of=len(self._steps), foot=foot)


def result_cue(result: Result, say: Say) -> StageCue:
    """Return the cue of *result* for the table's screen."""
    name, told = say(result.name), say(result.short or result.told)
    if result.outcome == "well":
        return VerdictCue(won=True, title=name, detail=told)
    if result.repair is not None:
        return ErrorCue(title=name, lines=(say(result.repair),))
    return MessageCue(title=name, lines=(told,))


def card_cue(card: RehearsalCard, page: int, say: Say) -> StageCue:
    """Return the cue of *card*: green, or a broken part's page.

    A card with broken parts has a page for each, with its repair.
    """
    if not card.broken:
        tried = Message("rehearsal.tried", {"count": len(card.results) - len(card.absent)})
        return VerdictCue(won=True, title=say(Message("rehearsal.all-well")), detail=say(tried))
    at = page % len(card.broken)
    result = card.broken[at]
    assert result.repair is not None
    values: dict[str, Value] = {"title": result.name, "at": at + 1, "of": len(card.broken)}
    title = Message("stage.fault-page", values) if len(card.broken) > 1 else result.name
    how = Message("rehearsal.more" if len(card.broken) > 1 else "rehearsal.done")
    return ErrorCue(title=say(title), lines=(say(result.repair), say(how)))
