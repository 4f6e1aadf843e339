"""The buzzer's PWM: the chip of ``pi_pwm``, which counts the tones."""

from __future__ import annotations

import os
from pathlib import Path

CHIP = Path("/sys/devices/platform/fe20c000.pwm/pwm/pwmchip0")
CHANNEL = CHIP / "pwm0"
"""What GPIO18 is given to."""
HEARD = Path("/sys/module/pi_pwm/parameters")


def allow(group: int) -> None:
    """Make the channel, and give it to *group*, as a Raspberry Pi's udev does."""
    (CHIP / "export").write_text("0")
    for file in (*CHANNEL.iterdir(), CHIP / "export", CHIP / "unexport"):
        if file.is_file():
            os.chown(file, 0, group)
            file.chmod(0o660)


def tones() -> int:
    """Return how many tones have begun so far."""
    return int((HEARD / "tones").read_text())


def last_tone_ns() -> int:
    """Return the period of the last tone."""
    return int((HEARD / "tone_ns").read_text())


def is_silent() -> bool:
    """Whether nothing sounds now."""
    return (CHANNEL / "enable").read_text() == "0\n"
