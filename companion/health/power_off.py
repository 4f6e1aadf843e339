"""The whole computer switched off by its helper, and the picture that the table's screen shows when the plug may go."""

from __future__ import annotations

from companion.health.helper import POWER_OFF, Helper
from hardware.cues import StageCue
from hardware.oled.drawing.screens import still
from hardware.oled.panel.driver import messages_for
from hardware.oled.panel.rest import DIM_CONTRAST
from hardware.oled.panel.settings import OledSettings


def power_off(helper: Helper, display: OledSettings | None, last: StageCue) -> bool:
    """Have *helper* switch the computer off, and show *last* on *display* once all is written; tell whether it does so.

    *display* is None where the computer has none.
    """
    if not helper.is_there:
        return False
    return helper.ask(POWER_OFF, "" if display is None else picture_for(display, last)).is_done


def picture_for(display: OledSettings, cue: StageCue) -> str:
    """Return *cue* as the helper takes a picture for *display*: faint, for it may stand there for days."""
    messages = messages_for(display, still(cue), DIM_CONTRAST)
    return ".".join([str(display.bus), f"{display.address:02x}", *(each.hex() for each in messages)])
