"""The buzzer's PWM: the chip of ``pi_pwm``, which keeps what it is set to."""

from __future__ import annotations

import os
from pathlib import Path

CHIP = Path("/sys/devices/platform/fe20c000.pwm/pwm/pwmchip0")
CHANNEL = CHIP / "pwm0"
"""What GPIO18 is given to."""


def allow(group: int) -> None:
    """Make the channel, and give it to *group*, as a Raspberry Pi's udev does."""
    (CHIP / "export").write_text("0")
    for file in (*CHANNEL.iterdir(), CHIP / "export", CHIP / "unexport"):
        if file.is_file():
            os.chown(file, 0, group)
            file.chmod(0o660)


def sounds_at() -> int | None:
    """Return the period of the tone that sounds now, in nanoseconds; None for silence."""
    if (CHANNEL / "enable").read_text() != "1\n" or (CHANNEL / "duty_cycle").read_text() == "0\n":
        return None
    return int((CHANNEL / "period").read_text())
