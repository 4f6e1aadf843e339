"""The stage: screen, lamps, buzzer, dice tray and idol of the table.

They get a result as soon as it is durable. It turns published states, and the overlays that hands have opened, into
cues for the devices. Cues never leave the process, but pictures of them do: anything beyond a watcher's view is marked
private. The session's thread and the buttons' thread both call it, so one lock decides what is shown: a motion is never
covered, and any event on the table dismisses overlays and refusals.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from companion.engine.fact import Facts
from companion.engine.state import State
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.model.publication import Published
from companion.model.roster import Presence
from companion.model.snapshot import Motion, Snapshot
from companion.phones.pairing import PairingCode
from companion.runtime.timers import Later, Timer
from companion.stage.board_check import BoardCheck
from companion.stage.countdown_screen import CountdownScreen
from companion.stage.cues import Speaker, landing, showing, starting
from companion.stage.devices import StageDevices
from companion.stage.fault_pages import FaultPages
from companion.stage.idle_screen import IdleScreen, asking, asleep, waiting
from companion.stage.keeper_pages import KeeperPages
from companion.stage.layers import GuidePages, Layer, Overlay, StateLayer
from companion.stage.offers import hides_something, lit
from companion.stage.sounds import AGAIN_S, KNOCK, RING, kind_of, sound_of
from companion.stage.urgent import PairingScreen, UrgentScreen, lapse
from companion.texts.say import Texts
from hardware.cues import CountdownCue, MessageCue, StageCue
from hardware.ports import SoundName

REFUSAL_S = 3.0
"""How long a refusal stays: time to read two lines."""
READ_S = 0.9
"""Seconds that a result is shown before the end it led to."""
RESULT_S = 3.0
"""Seconds of a result before a keeper's page or a countdown."""
TRAY_STEPS = 12
"""Steps in which a tray counts down."""


class TableStage:
    """The devices in the table's edge as one stage.

    *where* gives the address to join at and what its QR code says, "" for none yet; *later* sets a timer in so many
    seconds; *refusal_s* is how long a refusal stays on show; *presences* tells how the seats' phones are.
    """

    def __init__(
        self,
        devices: StageDevices,
        texts: Texts,
        where: Callable[[], tuple[str, str]],
        later: Later,
        *,
        refusal_s: float = REFUSAL_S,
        presences: Callable[[Snapshot], Sequence[Presence]] = lambda published: (),
    ) -> None:
        self._devices = devices
        self._texts = texts
        self._speaker = Speaker(texts, Snapshot().lang)
        self._refusal_s = refusal_s
        self._later = later
        self._presences = presences
        # Guards all that follows, and the order in which cues reach the screen; nothing done under it waits.
        self._lock = threading.RLock()
        self.published = Snapshot()
        """The state on show, or to show after the motion."""
        self.in_motion = False
        """Whether something is in motion; nothing may cover it."""
        self.over: Overlay | None = None
        """The screen opened over the table at rest."""
        self._result: SoundName | None = None
        self._question: Message | None = None
        self._pairing = PairingScreen(where)
        self._keeper_pages = KeeperPages()
        self._countdown = CountdownScreen()
        self._idle = IdleScreen(where)
        self._guide: GuidePages | None = None
        self._screens: list[StateLayer] = [
            UrgentScreen(),
            self._pairing,
            self._keeper_pages,
            FaultPages(),
            BoardCheck(),
            self._countdown,
            self._idle,
        ]
        self._guides: Callable[[], GuidePages] | None = None
        self._is_over = False
        self._refusal: Timer | None = None
        self._refused: MessageCue | None = None
        self._counting: Timer | None = None
        self._reading: Timer | None = None
        self._has_result = False
        self._sleeper: int | None = None

    # ------------------------------------------------------------------ the session's side
    def hear(self, published: Published) -> None:
        """Show a motion or the new state, or take new names."""
        with self._lock:
            if published.motion is not None:
                self._show_motion(published.motion)
            elif published.is_shown:
                self._show(published)
            else:
                self._learn(published)

    def _show_motion(self, motion: Motion) -> None:
        self.in_motion, self._result = True, None
        self.over = None
        self._pairing.show(None)
        self._forget_refusal()
        published = self.published
        if published.open.state is not None:
            say = self._speaker
            name = say(published.open.name_of(motion.seat))
            state = published.open.state.named(published.open.names)
            cue = starting(published.open.game, state, motion.purpose, name, say=say)
            if cue is not None:
                self._put(cue)
        self._devices.sound("start")
        self._set_lamps()

    def go(self, motion: Motion, facts: Facts, state: State, landed: Callable[[str], None]) -> Sequence[str]:
        """Slow down onto the result of *motion*."""
        with self._lock:
            say = self._speaker
            game, name = self.published.open.game, say(self.published.open.name_of(motion.seat))
            state = state.named(self.published.open.names)
            is_over, last = state.end() is not None, showing(game, facts, state, name, say=say)
            self._result = sound_of(last, is_over, kind_of(game, facts, state))
            cue = landing(game, facts, state, name, say=say) if is_over else last
            if cue is None or self._is_over:
                return ()
            self._devices.act(cue)
            return self._devices.land(cue, landed if cue == last else self._once_read(landed))

    def _once_read(self, landed: Callable[[str], None]) -> Callable[[str], None]:
        """Return *landed* with a pause to read the result."""

        def read(holder: str) -> None:
            self._later(READ_S, lambda: landed(holder))

        return read

    def _show(self, news: Published) -> None:
        """Show the state after *news*."""
        before, published = self.published, news.after
        landed, self.in_motion = self.in_motion, False
        self.over = None
        self._take(published)
        if published.open.commitment not in (None, before.open.commitment):
            # What is promised is to be read before the first draw; the digits can be asked for.
            self._pairing.show(None)
        self._devices.settle(published, self._speaker)
        sound = None
        if published.trouble is None:
            sound = self._result if landed else self._act_on_news(news)
        if sound is not None:
            self._pairing.show(None)
        self._countdown.waits = published.open.clocks is not None and (landed or self._has_result)
        if landed and self._keeper_pages.is_up:
            self._keeper_pages.wait(True)
        if self._reading is not None:
            self._reading.cancel()
        reads = self._countdown.waits or self._keeper_pages.waits
        self._reading = self._later(RESULT_S, self._result_read) if reads else None
        self._put(self._at_rest())
        if sound is not None:
            self._devices.sound(sound)
        elif self._keeper_pages.is_new and not self._keeper_pages.waits:
            self._announce_keeper()
        elif published.consent is not None and before.consent is None:
            self._devices.sound(KNOCK)
            self._later(AGAIN_S, self._knock)
        elif published.lapsed is not None and before.consent is not None:
            self._show_for_a_while(lapse(published.lapsed, self._speaker))
        self._set_lamps()

    def _result_read(self) -> None:
        """Replace a result by the keeper's page, or by a countdown."""
        with self._lock:
            self._keeper_pages.wait(False)
            self._countdown.waits = False
            self.settle()
            if self._keeper_pages.is_new and not self.in_motion:
                self._announce_keeper()

    def _knock(self) -> None:
        """Knock once more if the request is still open."""
        with self._lock:
            if self.published.consent is not None and not self.in_motion:
                self._devices.sound(KNOCK)

    def _learn(self, news: Published) -> None:
        """Take changed names and phones; redraw only screens about a phone."""
        before, published = self.published, news.after
        self._take(published)
        if published.library is not before.library and not self.in_motion:
            self.over = None  # an open menu may offer games that are gone
            self.settle()
        if published.faults != before.faults or _keeper_of(published) != _keeper_of(before):
            self.settle()
        if self._keeper_pages.is_new and not self.in_motion:
            self._announce_keeper()
        self._look_at_phones()

    # ------------------------------------------------------------------ the input's side
    @contextmanager
    def held(self) -> Iterator[TableStage]:
        """Hold the shown state while the caller reads and changes it.

        The session waits meanwhile.
        """
        with self._lock:
            yield self

    @property
    def shows_pairing(self) -> bool:
        """Whether the digits and the code for phones are to be seen."""
        return self._pairing.is_up

    def layers_up(self) -> Iterator[Layer]:
        """Give the layers that are up, the topmost first."""
        if self.over is not None and self.over.is_up:
            yield self.over
        for screen in self._screens:
            if screen.is_up:
                yield screen

    @property
    def top(self) -> StateLayer:
        """The topmost screen that is up, below any overlay."""
        for screen in self._screens:
            if screen.is_up:
                return screen
        return self._idle

    def be_guided(self, guide: Callable[[], GuidePages]) -> None:
        """Show *guide*'s pages before faults, from a first evening's first question."""
        with self._lock:
            self._guides = guide

    @property
    def is_guided(self) -> bool:
        """Whether a guide's page is on show, with knob, OK and BACK."""
        with self._lock:
            at_rest = self.over is None and self._question is None and not (self.in_motion or self._is_over)
            return at_rest and self.top is self._guide

    def land_alone(self, cue: StageCue, landed: Callable[[], None]) -> None:
        """Slow down onto *cue*, then call *landed*, maybe more than once.

        *cue* belongs to no game.
        """
        with self._lock:
            holders = () if self._is_over else self._devices.land(cue, lambda holder: landed())
        if not holders:
            landed()

    def put_over(self, overlay: Overlay | None) -> None:
        """Show *overlay* over the table, None for the table at rest."""
        with self._lock:
            self.over = overlay
            self._show_below()

    def drop_over(self) -> None:
        """Put the overlay away; its picture stays until something newer is shown."""
        with self._lock:
            self.over = None
            self._set_lamps()

    def clear(self) -> None:
        """Dismiss the overlay and the pairing screen.

        Their picture stays until something newer is shown.
        """
        with self._lock:
            self.over = None
            self._pairing.show(None)

    def put_keeper_away(self) -> None:
        """Take the keeper's words on show, if there are any, as read."""
        with self._lock:
            if not self.in_motion and self.over is None and self.top is self._keeper_pages:
                self._keeper_pages.put_all_away()
                self._show_below()

    def refresh(self) -> None:
        """Redraw the screen."""
        with self._lock:
            self._show_below()

    @property
    def is_asked(self) -> bool:
        """Whether a question is on show for OK and BACK."""
        with self._lock:
            return self._question is not None and not self.in_motion

    def ask(self, question: Message | None) -> None:
        """Show *question* over all but a motion; None ends it.

        OK or BACK answers it.
        """
        with self._lock:
            self._question = question
            if not self.in_motion:
                self._show_below()
        if question is not None:
            self._devices.wake()

    def wake(self) -> None:
        """Light the screen up: somebody is there."""
        self._devices.wake()

    def show_pairing(self, pairing: PairingCode | None) -> None:
        """Show the digits and the code for phones; None hides them.

        Any event on the table hides them too. A changed code doesn't show them again after that: only hands that open
        the pairing window do.
        """
        with self._lock:
            if not self._pairing.show(pairing):
                return
            if pairing is not None and self.over is not None and not self.over.is_held:
                self.over = None
            if not self.in_motion:
                self._show_below()

    def refuse(self, said: Message, seat: int = TABLE, offered: Snapshot | None = None) -> None:
        """Show a refusal for *seat* for a while.

        Anything else on show replaces it. *offered* is the state of its menu row; there it may tell a secret, whoever
        chose it.
        """
        with self._lock:
            if self.in_motion:
                return
            private = (seat != TABLE or offered is not None) and hides_something(offered or self.published)
            cue = MessageCue(title="", lines=(self._speaker(said),), private=private)
            self._show_for_a_while(cue)
            self._devices.sound("refusal")

    def tell(self, said: Message) -> None:
        """Show the result of an agreement for a while.

        Anything else on show replaces it.
        """
        with self._lock:
            if not self.in_motion:
                self._show_for_a_while(MessageCue(title="", lines=(self._speaker(said),)))

    def settle(self) -> None:
        """Show the current state, unless a motion, choice or refusal is shown."""
        with self._lock:
            if not self.in_motion and self._refusal is None:
                self._show_below()

    def look_at_phones(self) -> None:
        """Show that the active player's phone sleeps, until it wakes."""
        with self._lock:
            self._look_at_phones()

    def lend(self) -> bool:
        """Lend the devices; return False during a motion."""
        with self._lock:
            if self.in_motion or self._is_over:
                return False
            self.over = None
            self._pairing.show(None)
            self._forget_refusal()
            self._devices.lend()
            return True

    def take_back(self) -> None:
        """Take the devices back and show the current state."""
        with self._lock:
            self._devices.take_back()
            if not self.in_motion:
                self._show_below()

    def switching_off(self) -> None:
        """Show that the plug must stay in, until :meth:`switched_off`.

        Nothing else is shown after it.
        """
        self._say_last(self._of_two("stage.switching-off", "stage.leave-plug"))

    def switched_off(self) -> None:
        """Show that the table is off and its computer isn't."""
        self._say_last(self._of_two("stage.off", "stage.computer-on"))

    @property
    def unplug_cue(self) -> StageCue:
        """The cue that the plug may be pulled.

        The caller shows it once that is true.
        """
        return self._of_two("stage.off", "stage.unplug")

    def _of_two(self, title: str, line: str) -> MessageCue:
        say = self._speaker
        return MessageCue(title=say(Message(title)), lines=(say(Message(line)),))

    def _say_last(self, cue: MessageCue) -> None:
        with self._lock:
            self._forget_refusal()
            self._devices.take_back()
            self._devices.show(cue)
            self._is_over = True
            self._set_lamps()
        self._devices.wake()

    def close(self) -> None:
        """Cancel the timer of a refusal; everything else stays as it is."""
        with self._lock:
            self._forget_refusal()

    # ------------------------------------------------------------------ under the lock
    def _take(self, published: Snapshot) -> None:
        before, self.published = self.published, published
        if published.lang != before.lang:
            self._speaker = Speaker(self._texts, published.lang)
        if self._guide is None and published.asks_first is not None and self._guides is not None:
            self._guide = self._guides()
            self._screens.insert(self._screens.index(self._keeper_pages) + 1, self._guide)
        for screen in self._screens:
            screen.take(published)

    def _announce_keeper(self) -> None:
        """Announce a new page of the keeper's."""
        self._keeper_pages.is_new = False
        self._devices.wake()
        self._devices.sound(KNOCK)

    def _show_below(self) -> None:
        """Show the question, else the overlay, else the table at rest."""
        opened = self.over.cue(self._speaker) if self.over is not None and self._question is None else None
        self._put(opened or self._at_rest())
        self._set_lamps()

    def _show_for_a_while(self, cue: MessageCue) -> None:
        self._put(cue)
        self._refused, self._refusal = cue, self._later(self._refusal_s, lambda: self._refusal_read(cue))

    def _refusal_read(self, cue: MessageCue) -> None:
        with self._lock:
            if self._refused is cue:
                self._show_below()

    def _put(self, cue: StageCue) -> None:
        self._forget_refusal()
        if not self._is_over:
            self._devices.show(cue)
            self._count_on(cue)

    def _count_on(self, cue: StageCue) -> None:
        """Have the tray follow a running countdown's *cue*."""
        if self._counting is not None:
            self._counting.cancel()
            self._counting = None
        if isinstance(cue, CountdownCue) and cue.runs and cue.left_s > 0:
            self._counting = self._later(max(1.0, cue.of_s / TRAY_STEPS), self._count)

    def _count(self) -> None:
        """Show the tray how much of the countdown is left."""
        with self._lock:
            cue = self._countdown.cue(self._speaker)
            if self._counting is not None and cue is not None:  # nothing else was shown meanwhile
                self._devices.count(cue)
                self._count_on(cue)

    def _forget_refusal(self) -> None:
        if self._refusal is not None:
            self._refusal.cancel()
        self._refused = self._refusal = None

    def say(self, said: Message) -> str:
        """Return *said* in the table's language."""
        return self._speaker(said)

    def _act_on_news(self, news: Published) -> SoundName | None:
        """Move the idol for news without a motion; return its sound.

        None for no news.
        """
        published, facts = news.after, news.facts
        self._has_result = False
        if not facts or published.open.state is None:
            return None
        cue = showing(published.open.game, facts, published.open.state, "", say=self._speaker)
        self._has_result = cue is not None
        self._devices.act(cue)
        if has_rung(news.before, published):
            return RING
        kind = kind_of(published.open.game, facts, published.open.state.named(published.open.names))
        return sound_of(cue, published.open.state.end() is not None, kind)

    def _at_rest(self) -> StageCue:
        if self._question is not None:
            return asking(self._question, self._speaker)
        say, screen = self._speaker, self.top
        cue = screen.cue(say) or self._idle.cue(say)
        self._sleeper = asleep(self.published, self._presences(self.published))
        if self._sleeper is None or self._pairing.is_up:
            return cue
        return waiting(cue, self.published.open.name_of(self._sleeper), say)

    def _look_at_phones(self) -> None:
        busy = self.in_motion or self.over is not None or self._refusal is not None
        if not busy and asleep(self.published, self._presences(self.published)) != self._sleeper:
            self._put(self._at_rest())

    def _set_lamps(self) -> None:
        if self.in_motion or self._is_over:
            self._devices.set_lamps(frozenset())
            return
        top, over = self.top, self.over
        goes_back = top.has_back or self._question is not None or (over is not None and over.has_back)
        lamps = lit(self.published, goes_back)
        if self._guide is not None and top is self._guide:
            lamps |= self._guide.lit
        self._devices.set_lamps(lamps)


def has_rung(before: Snapshot, after: Snapshot) -> bool:
    """Return True if a countdown with a sound has ended since *before*."""
    if before.open.clocks is None or after.open.clocks is None:
        return False
    running = {each.key for each in before.open.clocks.times if each.runs}
    over = (each.key for each in after.open.clocks.times if not each.runs and each.left_s <= 0)
    return any(key in running and not after.open.is_silent(key) for key in over)


def _keeper_of(published: Snapshot) -> tuple[object, ...]:
    """Return the keeper's part of the screen in *published*."""
    return published.keeper_words, published.call
