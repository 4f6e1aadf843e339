"""The table's screen: one thread draws cues and refreshes a panel.

It survives any loss of its cable. Frames are drawn whether a panel is there or not, since the mirror shows them too.
Only `Display.public_bitmap` and, at a simulated table, `Display.own_bitmap` may leave the process: no frame of a
landing is in either, since it depends on a result that is not revealed yet.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import luma.core.error

from hardware.cues import StageCue
from hardware.oled.drawing.motion import Scene, Still, landing, showing
from hardware.oled.drawing.screens import BLANK, marked, placeholder, still
from hardware.oled.panel.rest import CONTRASTS, DIM_CONTRAST, PanelRest, moved, rest_after
from hardware.ports import USUAL_BRIGHTNESS, Brightness, DeviceStatus

FRAME_S = 0.04
MARK_LASTS_S = 2.0
MARK_PERIOD_S = 6.0
"""Seconds for which the words at the foot are shown, then hidden.

Between, the picture is whole.
"""
BREATH_S = 0.003
"""Delay in seconds before a new cue is drawn.

Nobody sees it. Phones are sent the same change meanwhile, and would wait for the drawing, since one thread of Python
runs at a time. A cue replaced in that time isn't drawn.
"""

FIRST_RETRY_S = 1.0
LONGEST_RETRY_S = 10.0
RESEND_S = 60.0
"""Seconds between full refreshes of a panel at rest.

It is initialized again and its picture sent whole, which repairs unnoticed faults.
"""

CLOSE_S = 2.0
AFTER_CRASH_S = 1.0
BUS_FAULTS = (OSError, luma.core.error.Error)

SILENT, HANGS = "device.oled.silent", "device.oled.hangs"
TROUBLES: Mapping[type[Exception], tuple[str, str]] = {
    PermissionError: ("device.oled.forbidden", "the user who runs the table must be in the group i2c"),
    FileNotFoundError: ("device.oled.no_bus", "switch I2C on with: sudo raspi-config nonint do_i2c 0"),
}
"""Text keys and remedies for failures other than a cable's."""

log = logging.getLogger(__name__)


class Display:
    """A `hardware.ports.Screen` on a panel; it never waits for it.

    `show` and `land` return at once. The callbacks run on the display's thread and must not block.

    :param panel: the driver, from `hardware.oled.make_panel`.
    :param simulated: whether its bus is an emulated one; only shown in the status.
    :param on_status: hears the panel's status: once at first, then at each change.
    :param on_public_bitmap: hears each new public picture, as `public_bitmap` gives it.
    :param clock: monotonic seconds.
    """

    def __init__(
        self,
        panel: Any,
        *,
        simulated: bool,
        on_status: Callable[[DeviceStatus], None],
        on_public_bitmap: Callable[[bytes], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._panel = panel
        self._next_panel: Any = None
        self._simulated = simulated
        self._on_status = on_status
        self._on_public_bitmap = on_public_bitmap
        self._clock = clock
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="oled", daemon=True)
        self._closed = self._stays = False
        self._mail: tuple[StageCue, bool] | None = None
        self._stirred = self._woken = False
        self._idle_cue: StageCue | None = None
        self._contrast = CONTRASTS[USUAL_BRIGHTNESS]
        self._landed: Callable[[], None] | None = None
        self._scene: Scene = Still(BLANK)
        self._is_public = True
        self._is_private = False
        self._since_s = 0.0
        self._used_s = clock()
        self._rest = PanelRest()
        self._mark, self._marked_s = "", 0.0
        self._picture = BLANK
        self._public = self._own = BLANK.tobytes()
        self._ping: Callable[[], None] | None = None
        self._is_given_up = False
        self._working: bool | None = None
        self._trouble = ""
        self._retry_at_s = 0.0
        self._retry_s = FIRST_RETRY_S
        self._resend_at_s = 0.0

    def start(self) -> None:
        """Start the thread; an absent panel is looked for until it comes."""
        self._thread.start()

    def show(self, cue: StageCue) -> None:
        """Show *cue* until something newer comes."""
        self._post(cue, None)

    def land(self, cue: StageCue, landed: Callable[[], None]) -> None:
        """Slow down onto *cue*, then call *landed* once.

        It is called at once, in the caller's thread, when something replaces the cue, and by `close`; without a working
        panel as soon as the display's thread sees the cue.
        """
        self._post(cue, landed)

    def wake(self) -> None:
        """Show the current picture at full brightness if the screen rests."""
        self._stir(woken=True)

    def when_idle(self, cue: StageCue) -> None:
        """Show *cue*, moved each minute, after 5 min without use.

        Without one the screen is only dimmed.
        """
        self._stir(idle_cue=cue)

    def mark(self, words: str) -> None:
        """Write *words* at the foot of every picture, every few seconds.

        "" ends this.
        """
        with self._changed:
            self._mark, self._marked_s, self._stirred = words, self._clock(), True
            self._changed.notify()

    def set_brightness(self, level: Brightness) -> None:
        """Set the brightness to *level*, 1 to 5, also after a reconnection.

        :raises ValueError: another level.
        """
        if level not in CONTRASTS:
            raise ValueError(f"brightness {level!r}: expected a whole number from 1 to 5")
        self._stir(woken=True, contrast=CONTRASTS[level])

    def ping(self, answered: Callable[[], None]) -> None:
        """Call *answered* on the display's own thread, unless its driver hangs.

        Only the newest one is called.
        """
        with self._changed:
            self._ping, self._stirred = answered, True
            self._changed.notify()

    def do_without(self) -> None:
        """Stop waiting for a panel with a hanging driver, until it returns.

        A landing under way counts as landed at once.
        """
        with self._changed:
            self._is_given_up = True
            landed, self._landed = self._landed, None
        self._tell(HANGS)
        if landed:
            landed()

    def use(self, panel: Any) -> None:
        """Switch to *panel*, another driver of the same display."""
        with self._changed:
            self._next_panel, self._stirred = panel, True
            self._changed.notify()

    def public_bitmap(self) -> bytes:
        """Return the newest public picture; callable from any thread.

        :returns: 1,024 bytes, row by row from the top, the leftmost pixel of eight in the highest bit.
        """
        return self._public

    def own_bitmap(self) -> bytes:
        """Return the same with private content, for people at a simulated table.

        Callable from any thread.
        """
        return self._own

    def stay(self) -> None:
        """Leave the newest picture on the glass at the end.

        A panel keeps it for as long as it has power.
        """
        self._stays = True

    def close(self) -> None:
        """Switch the panel off and close its bus in 2 s.

        It takes no longer even if the bus hangs. May be called again.
        """
        with self._changed:
            self._closed = True
            landed, self._landed = self._landed, None
            self._changed.notify()
        if landed:
            landed()
        if self._thread.is_alive():
            self._thread.join(CLOSE_S)

    def step(self) -> float:
        """Do the due work; the thread or a test calls it.

        :returns: seconds until there is something to do again, unless a cue comes before.
        """
        now_s = self._clock()
        self._change_panel(now_s)
        self._open_mail(now_s)
        self._rest = rest = rest_after(now_s - self._used_s)
        up, stays_s = self._draw(now_s - self._since_s)
        self._publish()
        self._send(now_s, up, moving=stays_s is not None)
        if stays_s is None or not self._working:
            self._tell_landed()
        due_s = []
        if rest.until_s is not None:
            due_s.append(self._used_s + rest.until_s)
        if stays_s is not None:
            due_s.append(now_s + max(stays_s, FRAME_S))
        elif self._working:
            due_s.append(self._resend_at_s)
        if not self._working:
            due_s.append(self._retry_at_s)
        if self._mark and self._rest.lit:
            due_s.append(self._mark_changes_s())
        return max(0.0, min(due_s) - self._clock())

    def _change_panel(self, now_s: float) -> None:
        """Switch to the chosen panel, if any, and initialize it.

        It is set up like one that has just got its power.
        """
        with self._changed:
            panel, self._next_panel = self._next_panel, None
        if panel is None:
            return
        self._panel.cleanup()
        self._panel, self._working, self._retry_at_s, self._retry_s = panel, None, now_s, FIRST_RETRY_S

    def _draw(self, elapsed_s: float) -> tuple[int, float | None]:
        """Draw the current picture; return the rows up, and its duration.

        The duration is None if it stays for good.
        """
        place = self._rest.place
        if place is not None and self._idle_cue is not None:
            idle = moved(still(self._idle_cue), place)
            self._picture = marked(idle, self._mark_now()) if self._rest.lit else BLANK
            return 0, None
        self._picture = marked(self._scene.draw(elapsed_s), self._mark_now())
        return self._scene.up(elapsed_s), self._scene.until_change_s(elapsed_s)

    def _mark_now(self) -> str:
        """Return the current words at the foot.

        They are there for a while, then the picture is whole for a while.
        """
        return self._mark if (self._clock() - self._marked_s) % MARK_PERIOD_S < MARK_LASTS_S else ""

    def _mark_changes_s(self) -> float:
        """Return the time at which those words appear or vanish."""
        past_s = (self._clock() - self._marked_s) % MARK_PERIOD_S
        return self._clock() - past_s + (MARK_LASTS_S if past_s < MARK_LASTS_S else MARK_PERIOD_S)

    def _stir(self, *, woken: bool = False, idle_cue: StageCue | None = None, contrast: int | None = None) -> None:
        with self._changed:
            self._stirred = True
            self._woken = self._woken or woken
            self._idle_cue = idle_cue or self._idle_cue
            self._contrast = self._contrast if contrast is None else contrast
            self._changed.notify()

    def _post(self, cue: StageCue, landed: Callable[[], None] | None) -> None:
        with self._changed:
            if self._closed:
                overtaken = landed
            else:
                overtaken, self._landed = self._landed, landed
                self._mail = (cue, landed is not None)
                if self._is_given_up:
                    overtaken, self._landed = self._landed, None
                self._changed.notify()
        if overtaken:
            overtaken()

    def _open_mail(self, now_s: float) -> None:
        with self._changed:
            mail, self._mail = self._mail, None
            woken = self._woken
            self._stirred = self._woken = False
        if mail or woken:
            self._used_s = now_s
        if mail:
            cue, lands = mail
            self._scene = landing(cue) if lands else showing(cue)
            self._since_s = now_s
            self._is_public = not lands
            self._is_private = cue.private

    def _tell_landed(self) -> None:
        with self._changed:
            if self._mail:
                return
            landed, self._landed = self._landed, None
        if landed:
            landed()

    def _publish(self) -> None:
        pictures = self._leaving()
        if pictures is None:
            return
        self._own, public = pictures
        if public != self._public:
            self._public = public
            if self._on_public_bitmap:
                self._on_public_bitmap(public)

    def _leaving(self) -> tuple[bytes, bytes] | None:
        """Return the current picture for this process and for the public.

        None if there is nothing new.
        """
        is_public, is_private = self._is_public, self._is_private
        if not self._rest.lit:
            return BLANK.tobytes(), BLANK.tobytes()
        if self._rest.place is not None and self._idle_cue is not None:
            is_public, is_private = True, self._idle_cue.private
        if not is_public:
            return None
        own = self._picture.tobytes()
        return own, placeholder().tobytes() if is_private else own

    def _send(self, now_s: float, up: int, *, moving: bool) -> None:
        if not self._working and now_s < self._retry_at_s:
            return
        contrast, lit = DIM_CONTRAST if self._rest.dim else self._contrast, self._rest.lit
        try:
            if not self._working:
                self._panel.reinit(self._picture, contrast, lit=lit)
                self._resend_at_s = now_s + RESEND_S
            else:
                if now_s >= self._resend_at_s and not moving:
                    self._panel.refresh()
                    self._resend_at_s = now_s + RESEND_S
                self._panel.display(self._picture, up)
                self._panel.shine(contrast, lit=lit)
        except BUS_FAULTS as fault:
            self._retry_later(now_s, fault)
        else:
            self._retry_s = FIRST_RETRY_S
            self._tell("")

    def _retry_later(self, now_s: float, fault: Exception) -> None:
        trouble, advice = TROUBLES.get(type(fault), (SILENT, "check its cable"))
        if trouble != self._trouble:
            log.warning(
                "the OLED doesn't answer (%s): %s. The table goes on without it and keeps looking for it", fault, advice
            )
        self._retry_at_s = now_s + self._retry_s
        self._retry_s = min(2 * self._retry_s, LONGEST_RETRY_S)
        self._tell(trouble)

    def _tell(self, trouble: str) -> None:
        """Report a change: the panel works, or has a *trouble*."""
        working = not trouble
        if (working, trouble) == (self._working, self._trouble):
            return
        if working:
            log.info("the OLED works%s", " (simulated)" if self._simulated else "")
        self._working, self._trouble = working, trouble
        self._on_status(DeviceStatus("screen", self._simulated, working, trouble))

    def _run(self) -> None:
        while not self._closed:
            try:
                wait_s = self.step()
            except Exception:
                log.exception("the OLED's screen failed: its last picture stays until the next cue")
                self._scene, self._is_public, self._idle_cue = Still(self._picture), False, None
                wait_s = AFTER_CRASH_S
            self._answer()
            with self._changed:
                if not (self._closed or self._mail or self._stirred):
                    self._changed.wait(wait_s)
                if self._mail and not self._closed:
                    self._changed.wait(BREATH_S)
        if self._stays:
            self.step()  # its last picture may just have come
        self._put_out()

    def _answer(self) -> None:
        """Answer a ping, if any: no driver blocks this thread."""
        with self._changed:
            ping, self._ping, self._is_given_up = self._ping, None, False
        if ping:
            ping()

    def _put_out(self) -> None:
        with suppress(*BUS_FAULTS):
            if self._working and not self._stays:
                self._panel.hide()
        self._panel.cleanup()
