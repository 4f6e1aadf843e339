"""Our block in the firmware's ``config.txt``: I2C, and the buzzer's PWM.

The owner's own lines win: the block omits anything that they switch on or set otherwise. It is put at the end and stays
where it is. Lines added behind it are for all models, as its own are, and stay so without it.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.service.helper import missing_i2c
from companion.upkeep.install.seal import is_sealed, sealed

PWM_OVERLAYS: Mapping[int, str] = {
    18: "dtoverlay=pwm",
    12: "dtoverlay=pwm,pin=12,func=4",
    13: "dtoverlay=pwm,pin=13,func=4",
    19: "dtoverlay=pwm,pin=19,func=2",
}
"""The line that gives each GPIO the kernel's PWM.

Source: Raspberry Pi's overlays README.
"""
BEGIN, END = "# >>> tidetable\n", "# <<< tidetable\n"
ALL = "[all]"
"""The section for all models; it ends any other section."""


def with_block(text: str, buzzer: int) -> str:
    """Return *text* with the current block for a *buzzer*'s GPIO.

    It replaces an earlier one.
    """
    own = without_block(text)
    wanted = missing_i2c(own)
    if buzzer in PWM_OVERLAYS and not _has_overlay(own, "pwm"):
        wanted.append(PWM_OVERLAYS[buzzer])
    if not wanted:
        return own
    before, _, behind = _around_block(text)
    end = "" if not before or before.endswith("\n") else "\n"
    return before + end + BEGIN + sealed("\n".join([ALL, *wanted, ""])) + END + behind


def without_block(text: str) -> str:
    """Return *text* without the block.

    Lines behind it still apply to all models. They don't join a section that stands before it.
    """
    before, is_there, behind = _around_block(text)
    sections = [line for line in _lines(before) if line.startswith("[")]
    is_narrowed = is_there and bool(sections) and sections[-1] != ALL
    lines = _lines(behind)
    keeps_all = is_narrowed and bool(lines) and not lines[0].startswith("[")
    return before + (f"{ALL}\n" if keeps_all else "") + behind


def is_torn(text: str) -> bool:
    """Return True if *text* has only parts of the block."""
    return _block(text) is None and (BEGIN.strip() in text or END.strip() in text)


def _block(text: str) -> tuple[int, int] | None:
    """Return the block's start and end in *text*.

    None if it is missing or was changed.
    """
    begin = text.find(BEGIN)
    end = text.find(END, begin)
    if begin < 0 or end < 0 or text.count(BEGIN) > 1 or not is_sealed(text[begin + len(BEGIN) : end]):
        return None
    return begin, end + len(END)


def _around_block(text: str) -> tuple[str, bool, str]:
    """Return the text before the block, its presence, the text after."""
    block = _block(text)
    return (text, False, "") if block is None else (text[: block[0]], True, text[block[1] :])


def _lines(config: str) -> list[str]:
    """Return the effective lines of *config*, without comments."""
    lines = (line.strip() for line in config.splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def _has_overlay(config: str, name: str) -> bool:
    """Return True if *config* has the overlay *name* or a variant.

    ``pwm-2chan`` is a variant of ``pwm``.
    """
    overlays = (line.removeprefix("dtoverlay=") for line in _lines(config) if line.startswith("dtoverlay="))
    return any(overlay.partition(",")[0].partition("-")[0] == name for overlay in overlays)
