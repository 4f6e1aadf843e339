"""The devices of the stage as one: screen, lamps, buzzer, tray, idol.

The stage decides on all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from companion.engine.values.message import Message
from companion.model.snapshot import Snapshot
from companion.stage.cues import Speaker
from hardware.cues import AimCue, IdleCue, StageCue
from hardware.ports import BRIGHTNESSES, Buzzer, Idol, Lamp, LampName, Screen, SoundName, Tray

SCREEN = "screen"
TRAY = "dicetray"


class StageDevices:
    """All screens, lamps and sounds of the table's edge.

    The *buzzer*, the dice *tray* and the *idol* may be missing. No method blocks, as no method of a port does.
    """

    def __init__(
        self,
        screen: Screen,
        lamps: Mapping[LampName, Lamp],
        buzzer: Buzzer | None = None,
        tray: Tray | None = None,
        *,
        idol: Idol | None = None,
    ) -> None:
        self._screen = screen
        self._lamps = lamps
        self._buzzer = buzzer
        self._tray = tray
        self._idol = idol
        self._known: Snapshot | None = None
        self._is_lent = False

    def lend(self) -> None:
        """Lend the devices; the stage's output goes nowhere until `take_back`."""
        self._is_lent = True

    def take_back(self) -> None:
        """Take lent devices back; the stage must show its cue again."""
        if not self._is_lent:
            return
        self._is_lent = False
        if self._tray is not None:
            self._tray.clear()
        if self._buzzer is not None and self._known is not None:
            self._buzzer.set_muted(self._known.muted)

    def show(self, cue: StageCue) -> None:
        """Show *cue* on screen and tray."""
        if self._is_lent:
            return
        self._screen.show(cue)
        if self._tray is not None:
            self._tray.show(cue)

    def count(self, cue: StageCue) -> None:
        """Show *cue* on the tray alone; the screen counts by itself."""
        if self._tray is not None and not self._is_lent:
            self._tray.show(cue)

    def land(self, cue: StageCue, landed: Callable[[str], None]) -> Sequence[str]:
        """Slow down onto *cue*; return the names of the reveal's holders.

        *landed* is called with each of them, one by one.
        """
        if self._is_lent:
            return ()
        self._screen.land(cue, lambda: landed(SCREEN))
        holds = self._tray is not None and self._tray.land(cue, lambda: landed(TRAY))
        return (SCREEN, TRAY) if holds else (SCREEN,)

    def act(self, cue: StageCue | None) -> None:
        """Move the idol for *cue* if it aims: once, unlike a picture."""
        if not self._is_lent and self._idol is not None and isinstance(cue, AimCue) and not cue.private:
            self._idol.aim(cue.degrees, push=cue.pose == "strike")

    def wake(self) -> None:
        """Light the screen up: somebody is there."""
        self._screen.wake()

    def set_lamps(self, names: Collection[LampName]) -> None:
        """Light the lamps with these *names*, and no others."""
        if self._is_lent:
            return
        for name, lamp in self._lamps.items():
            lamp.set(name in names)

    def sound(self, sound: SoundName) -> None:
        """Play *sound*, if there is something to play it."""
        if self._buzzer is not None and not self._is_lent:
            self._buzzer.play(sound)

    def settle(self, published: Snapshot, say: Speaker) -> None:
        """Set brightness, mute and the idle screen as *published* changes them.

        Another game clears the tray.
        """
        before, self._known = self._known, published
        if before is None or published.brightness != before.brightness:
            self._brighten(published.brightness)
        if self._buzzer is not None and not self._is_lent and (before is None or published.muted != before.muted):
            self._buzzer.set_muted(published.muted)
        if (
            self._tray is not None
            and not self._is_lent
            and before is not None
            and published.open.setup is not before.open.setup
        ):
            self._tray.clear()
        if (before is not None and before.keeps_nothing) != published.keeps_nothing:
            self._screen.mark(say(Message("stage.keeps-nothing")) if published.keeps_nothing else "")
        if before is None or (published.open.game, published.lang) != (before.open.game, before.lang):
            title = published.open.game.name if published.open.game else Message("page.title")
            self._screen.when_idle(IdleCue(title=say(title), hint=say(Message("stage.any-button"))))

    def _brighten(self, brightness: int) -> None:
        level = BRIGHTNESSES[brightness - 1]
        self._screen.set_brightness(level)
        if self._tray is not None:
            self._tray.set_brightness(level)
