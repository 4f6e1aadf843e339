"""The first evening's questions on the table's own screen, and their answers.

They are pages on the stage, guarded by the stage's lock. The question about the frame uses the rehearsal's own trial.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Mapping
from typing import Protocol

from companion.chance.dealers import Dealer
from companion.engine.chance import Dice
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.model.reports.first_evening import NAMES, STEPS, FirstEvening, Step
from companion.model.requests import Answered, By, CommandRequest, RequestRefused
from companion.model.snapshot import Snapshot
from companion.rehearsal.bench import Bench
from companion.rehearsal.steps import STEPS as PARTS
from companion.rehearsal.trials import OPTIONS, FrameTrial
from companion.runtime.timers import Later
from companion.session.first_evening import FACES, ROLLED, VERB
from companion.stage.cues import Speaker
from companion.stage.layers import Chosen
from companion.stage.presenter import TableStage
from hardware.ports import (
    LAMP_NAMES,
    ButtonEdge,
    ButtonEvent,
    ChoiceCue,
    InputEvent,
    KnobEvent,
    LampName,
    RollCue,
    RollingCue,
    StageCue,
    StepCue,
)

log = logging.getLogger(__name__)

LONGEST_ROLL_S = 3.0
"""Timeout of a roll's animation if no device reports its end."""
DIE = "d6"
REQUEST = Dice("first-evening", dice=(tuple(range(1, FACES + 1)),))
ASKS: Mapping[Step, str] = {"language": "first-evening.asks-language", "name": "first-evening.asks-name"}
"""Questions answered by the knob, as keys of texts."""
OWN = ("ok", "back", "push")
"""The guide's buttons while a question is shown.

ROLL is one too where it asks for a roll.
"""


class GuideSession(Protocol):
    """The part of the session for the guide."""

    @property
    def published(self) -> Snapshot:
        """The newest published state."""

    def post(self, request: CommandRequest, answered: Answered | None = None) -> None:
        """Queue *request*; *answered* gets its version or refusal on the session's thread."""

    def setting(self, name: str) -> str:
        """Return the table's own setting *name*, "" without one."""


class Guide:
    """The first evening's pages on *stage*; ``handle`` never blocks the buttons' thread.

    *dealer* rolls; *open_window* lets phones in.
    """

    has_back = True

    def __init__(
        self,
        session: GuideSession,
        stage: TableStage,
        bench: Bench,
        dealer: Dealer,
        *,
        later: Later,
        open_window: Callable[[], None],
    ) -> None:
        self._session = session
        self._stage = stage
        self._bench = bench
        self._dealer = dealer
        self._later = later
        self._open_window = open_window
        self._now: FirstEvening | None = None
        self._words: tuple[str, ...] = ()
        self._at = 0
        self._trial: FrameTrial | None = None
        self._ways_tried = 0
        self._is_ok_down = self._is_back_down = False

    # ------------------------------------------------------------------ pages of the stage, under its lock
    @property
    def is_up(self) -> bool:
        """Whether there is a question or a roll to show."""
        return self._now is not None

    @property
    def lit(self) -> frozenset[LampName]:
        """Lamps lit by the shown page, besides OK and BACK."""
        return frozenset({"roll"} if self._is_at("roll") else ())

    def take(self, published: Snapshot) -> None:
        """Show the state *published*; a new question starts from its beginning."""
        before, self._now = self._now, published.asks_first
        self._words = self._choices(published)
        if self._now == before:
            return
        self._at = self._words.index(published.lang) if self._is_at("language") else 0
        if self._trial is not None:
            self._trial.end()
            self._trial = None
        self._ways_tried = 0
        if self._is_at("frame"):
            self._trial = FrameTrial(PARTS[0], self._bench, lambda result: None, lambda: None, after=self._later)

    def turn(self, steps: int) -> Chosen | None:
        """Choose another word, or another way to drive the display."""
        if self._trial is not None:
            self._trial.take(KnobEvent(steps, 0.0))
        elif self._words:
            self._at = (self._at + steps) % len(self._words)
        return None

    def push(self) -> Chosen | None:
        """Skip the question, as BACK does: its own answer comes by `handle`."""
        return self.back()

    def back(self) -> Chosen | None:
        """Skip the question on show, or close the roll."""
        now = self._now
        if now is not None and not now.is_rolling:
            self._send("close" if now.step is None else f"skip {now.step}")
        return None

    def cue(self, say: Speaker) -> StageCue | None:
        """Return the cue of the open page, None without one."""
        now = self._now
        if now is None:
            return None
        if now.step is None:
            return None if now.rolled is None else self._rolled_cue(now.rolled, now.alone, say)
        at = STEPS.index(now.step) + 1
        if now.is_rolling:
            return RollingCue(count=1, caption=say(Message("first-evening.roll")), look=DIE)
        if self._trial is not None:
            return self._trial.cue(say, at, len(STEPS))
        if now.step == "roll":
            lit = tuple(name == "roll" for name in LAMP_NAMES)
            foot = tuple(say(Message("rehearsal.skip", {"button": Message("panel.back")})).split(" ", 1))
            press, roll = say(Message("rehearsal.press")), say(Message("panel.roll"))
            return StepCue(title=press, word=roll, at=at, of=len(STEPS), lit=lit, foot=foot)
        foot = (say(Message("stage.choose")), say(Message("panel.ok")))
        return ChoiceCue(title=say(Message(ASKS[now.step])), word=self._word(), foot=foot)

    # ------------------------------------------------------------------ hands
    def handle(self, event: InputEvent) -> bool:
        """Handle *event* on the page; return True if it was used."""
        with self._stage.held() as stage:
            if not stage.is_guided:
                self._is_ok_down = self._is_back_down = False
                return False
            if isinstance(event, KnobEvent):
                stage.wake()
                self.turn(event.steps)
                stage.refresh()
                return True
            if not isinstance(event, ButtonEvent) or not self._is_own(event):
                return False
            stage.wake()
            self._do(event)
            return True

    def _is_own(self, event: ButtonEvent) -> bool:
        return event.button in OWN or event.button in self.lit

    def _do(self, event: ButtonEvent) -> None:
        """Answer on a press, or on release for OK and BACK.

        They may be held.
        """
        is_press, is_release = event.edge is ButtonEdge.PRESSED, event.edge is ButtonEdge.RELEASED
        if event.button == "ok":
            was_down, self._is_ok_down = self._is_ok_down, is_press
            if is_release and was_down:
                self._answer()
            elif event.edge is ButtonEdge.HELD and was_down:
                self._open_window()
        elif event.button == "back":
            was_down, self._is_back_down = self._is_back_down, is_press
            if is_release and was_down:
                self._say_no()
            elif event.edge is ButtonEdge.HELD and was_down:
                self._send("leave")
        elif is_press:
            self._answer()

    def _say_no(self) -> None:
        """Try the next way to drive the display, or skip the question."""
        if self._trial is not None and self._ways_tried < len(OPTIONS) - 1:
            self._ways_tried += 1
            self.turn(1)
            self._stage.refresh()
        else:
            self.back()

    def _answer(self) -> None:
        now = self._now
        if now is None or now.is_rolling:
            return
        if now.step == "roll":
            self.roll(self._answered)
        elif now.step == "frame":
            self.keep_frame()
            self._send("answer frame")
        elif now.step is None:
            self._send("close")
        else:
            self._send(f"answer {now.step} {self._words[self._at]}")

    # ------------------------------------------------------------------ what an answer takes of the devices
    def turn_frame(self) -> None:
        """Drive the display another way, on a page's request."""
        with self._stage.held() as stage:
            if self._trial is not None:
                self.turn(1)
                stage.refresh()

    def keep_frame(self) -> None:
        """Keep the display's current driver."""
        with self._stage.held():
            if self._trial is not None:
                self._trial.take(ButtonEvent("ok", ButtonEdge.PRESSED, 0.0))

    def roll(self, answered: Answered) -> None:
        """Roll the first die and store it before it is animated.

        *answered* gets the version or the refusal.
        """
        answer = self._dealer.answer(REQUEST)
        assert answer is not None
        value = int(answer[0])

        def kept(version: int | RequestRefused) -> None:
            answered(version)
            if not isinstance(version, RequestRefused):
                self._land(value)

        self._post(f"roll {value}", "clock", kept)

    def resume(self) -> None:
        """Reveal the same roll again after a power cut."""
        now = self._session.published.asks_first
        if now is not None and now.is_rolling:
            self._land(int(self._session.setting(ROLLED)))

    def _land(self, value: int) -> None:
        def tell() -> None:
            self._post("rolled", "clock", None)

        self._later(LONGEST_ROLL_S, tell)
        now = self._session.published.asks_first
        self._stage.land_alone(self._rolled_cue(value, now is not None and now.alone, self._stage.say), tell)

    def _rolled_cue(self, value: int, alone: bool, say: Callable[[Message], str]) -> RollCue:
        caption = Message("first-evening.roll" if alone else "first-evening.ready")
        return RollCue(values=(value,), caption=say(caption), look=DIE)

    # ------------------------------------------------------------------ small parts
    def _is_at(self, step: str) -> bool:
        return self._now is not None and self._now.step == step and not self._now.is_rolling

    def _choices(self, published: Snapshot) -> tuple[str, ...]:
        if self._is_at("language"):
            return tuple(code for code, _ in published.languages)
        if self._is_at("name"):
            return (published.name, *(self._stage.say(Message(key)) for key in NAMES))
        return ()

    def _word(self) -> str:
        chosen = self._words[self._at % len(self._words)]
        names = dict(self._session.published.languages)
        return self._stage.say(names[chosen]) if self._is_at("language") else chosen

    def _send(self, deed: str) -> None:
        self._post(deed, "button", self._answered)

    def _answered(self, answer: int | RequestRefused) -> None:
        if isinstance(answer, RequestRefused):
            log.info("refused at the table: %s", answer)
            self._stage.refuse(answer.said)

    def _post(self, deed: str, by: By, answered: Answered | None) -> None:
        seen, own = self._session.published.version, frozenset({TABLE})
        request = CommandRequest(f"first-{os.urandom(12).hex()}", seen, TABLE, f"{VERB} {deed}", by, own)
        self._session.post(request, answered)
