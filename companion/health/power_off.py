"""Power-off of the whole computer by its helper, with a last picture.

The table's screen shows it once the plug may be pulled.
"""

from __future__ import annotations

from companion.health.helper import POWER_OFF, Helper
from hardware.cues import StageCue
from hardware.oled.drawing.screens import still
from hardware.oled.panel.driver import messages_for
from hardware.oled.panel.rest import DIM_CONTRAST
from hardware.oled.panel.settings import OledSettings


def power_off(helper: Helper, display: OledSettings | None, last: StageCue) -> bool:
    """Power off by *helper*; show *last* on *display* at the end.

    Return True if it does so. *display* is None if the computer has none.
    """
    if not helper.is_there:
        return False
    return helper.ask(POWER_OFF, "" if display is None else picture_for(display, last)).is_done


def picture_for(display: OledSettings, cue: StageCue) -> str:
    """Return *cue* as the helper's picture for *display*.

    It is dim, since it may stay for days.
    """
    messages = messages_for(display, still(cue), DIM_CONTRAST)
    return ".".join([str(display.bus), f"{display.address:02x}", *(each.hex() for each in messages)])
