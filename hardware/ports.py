"""The devices of a table: protocols with units, and plain values.

Law: every device, real or simulated, is reached through this module alone. It knows no pin, bus, game or language; a
cue's words are already in the players' language. Cues show a result before its reveal, so they are for the table's own
devices and can't be serialised or pickled.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Literal, Protocol

from msgspec import Struct

from hardware.cues import BLANK_DICE as BLANK_DICE
from hardware.cues import AimCue as AimCue
from hardware.cues import CardCue as CardCue
from hardware.cues import ChoiceCue as ChoiceCue
from hardware.cues import CountdownCue as CountdownCue
from hardware.cues import DrawingCue as DrawingCue
from hardware.cues import ErrorCue as ErrorCue
from hardware.cues import FrameCue as FrameCue
from hardware.cues import HandCue as HandCue
from hardware.cues import IdleCue as IdleCue
from hardware.cues import JoinCue as JoinCue
from hardware.cues import MenuCue as MenuCue
from hardware.cues import MessageCue as MessageCue
from hardware.cues import MeterCue as MeterCue
from hardware.cues import NumberCue as NumberCue
from hardware.cues import RollCue as RollCue
from hardware.cues import RollingCue as RollingCue
from hardware.cues import RollingVerdictCue as RollingVerdictCue
from hardware.cues import ScoresCue as ScoresCue
from hardware.cues import SpinningCue as SpinningCue
from hardware.cues import StageCue as StageCue
from hardware.cues import StartCue as StartCue
from hardware.cues import StepCue as StepCue
from hardware.cues import SymbolsCue as SymbolsCue
from hardware.cues import ThrowCue as ThrowCue
from hardware.cues import ThrowingCue as ThrowingCue
from hardware.cues import TokenCue as TokenCue
from hardware.cues import TurnCue as TurnCue
from hardware.cues import VerdictCue as VerdictCue
from hardware.cues import WheelCue as WheelCue

ButtonName = Literal["roll", "spin", "draw", "ok", "back", "push"]
BUTTON_NAMES: tuple[ButtonName, ...] = ("roll", "spin", "draw", "ok", "back", "push")
LampName = Literal["roll", "spin", "draw", "ok", "back"]
LAMP_NAMES: tuple[LampName, ...] = ("roll", "spin", "draw", "ok", "back")
SoundName = Literal["start", "land", "flood", "sink", "refusal", "win"]
SOUND_NAMES: tuple[SoundName, ...] = ("start", "land", "flood", "sink", "refusal", "win")
Brightness = Literal[1, 2, 3, 4, 5]
BRIGHTNESSES: tuple[Brightness, ...] = (1, 2, 3, 4, 5)
USUAL_BRIGHTNESS: Brightness = 3


class ButtonEdge(Enum):
    """An edge of a button's contact, or a hold."""

    PRESSED = "pressed"
    HELD = "held"
    RELEASED = "released"


class ButtonEvent(Struct, frozen=True):
    """A button's change at *at_s*, in monotonic seconds.

    The time is that of the edge.
    """

    button: ButtonName
    edge: ButtonEdge
    at_s: float


class KnobEvent(Struct, frozen=True):
    """The knob turned by *steps* detents: clockwise is positive."""

    steps: int
    at_s: float


class ChordHeld(Struct, frozen=True):
    """Exactly these *buttons*, two or more, were held for three seconds.

    *at_s* is the end of that time.
    """

    buttons: frozenset[ButtonName]
    at_s: float


InputEvent = ButtonEvent | KnobEvent | ChordHeld
InputHandler = Callable[[InputEvent], None]


class Lamp(Protocol):
    """A lamp beside a button."""

    def set(self, lit: bool) -> None:
        """Light it or put it out."""


class Buzzer(Protocol):
    """The maker of the table's short sounds.

    No method blocks; the newest sound wins.
    """

    def play(self, sound: SoundName) -> None:
        """Play *sound*, in place of one that still sounds; nothing while muted."""

    def set_muted(self, muted: bool) -> None:
        """Mute or unmute. The caller stores it: a new buzzer isn't muted."""


class Screen(Protocol):
    """A small display of the table; the newest cue wins.

    No method blocks. It rests when nobody uses it: dim after 60 s without a new cue or `wake`, after 5 min a cue for
    idle hours that moves about, after 15 min dark. A new cue, `wake` and `set_brightness` end that at once.
    """

    def show(self, cue: StageCue) -> None:
        """Show *cue* until something newer comes."""

    def land(self, cue: StageCue, landed: Callable[[], None]) -> None:
        """Slow down onto *cue*, then call *landed* once.

        A newer cue calls it at once, in its own place.
        """

    def wake(self) -> None:
        """Show the current picture at full brightness: somebody is there."""

    def when_idle(self, cue: StageCue) -> None:
        """Show *cue* once the screen has long been idle.

        It replaces anything else.
        """

    def mark(self, words: str) -> None:
        """Write *words* at the foot of every picture, again and again.

        "" ends this.
        """

    def set_brightness(self, level: Brightness) -> None:
        """Set the brightness in use to *level*, `USUAL_BRIGHTNESS` at first.

        1 is the faintest, 5 the brightest.

        :raises ValueError: another level.
        """


class Tray(Protocol):
    """A dice tray beside the screen for dice, verdicts and wheels.

    No method blocks.
    """

    def show(self, cue: StageCue) -> None:
        """Show *cue* if it is for windows, lamps or ring.

        Any other leaves them as they are.
        """

    def clear(self) -> None:
        """Clear the tray; another game begins."""

    def land(self, cue: StageCue, landed: Callable[[], None]) -> bool:
        """Slow down onto *cue* and return True; False if it can't.

        It calls *landed* once, when it has landed.
        """

    def set_brightness(self, level: Brightness) -> None:
        """Be as bright as *level*, as a `Screen`."""


class Idol(Protocol):
    """A figure that turns, and pushes in its direction.

    No method blocks; the newest aim wins.
    """

    def aim(self, degrees: int, push: bool) -> None:
        """Turn to *degrees*, 0 to 180, and *push* there.

        :raises ValueError: it can't turn that far.
        """


class DeviceStatus(Struct, frozen=True):
    """The status of a device.

    *trouble* is a text key for people, empty while it works.
    """

    name: str
    simulated: bool
    working: bool
    trouble: str = ""
