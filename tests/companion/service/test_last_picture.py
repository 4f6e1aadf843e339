"""The last picture: shown byte by byte when the computer goes off, and at no other end."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.health.helper import POWER_OFF
from companion.health.power_off import picture_for, power_off
from companion.service.helper import LAST_PICTURE, MOST_BYTES
from companion.service.last_picture import show
from hardware.cues import MessageCue
from hardware.emulated.controllers import CONTROLLERS
from hardware.oled.drawing.screens import still
from hardware.oled.panel.settings import OledSettings
from tests.support.helpers import Pretended, helper_at
from tests.support.oleds import pixels
from tests.support.wording import say

LAST = MessageCue(title="Off", lines=(say("stage.unplug"),))
DISPLAYS = [OledSettings("ssd1306"), OledSettings("sh1106", 3, 0x3D, 2), OledSettings("ssd1309")]
Written = tuple[int, int, tuple[bytes, ...]]


@pytest.fixture
def pi(tmp_path: Path) -> Pretended:
    return Pretended(tmp_path / "root")


def shown(end: str, root: Path) -> list[Written]:
    """Return what is written to a display of the computer below *root* when it comes to this *end*."""
    written: list[Written] = []

    def write(bus: int, address: int, messages: Sequence[bytes]) -> None:
        written.append((bus, address, tuple(messages)))

    assert show(end, root, write) == bool(written)
    return written


@pytest.mark.parametrize("display", DISPLAYS, ids=lambda each: each.driver)
def test_what_the_table_hands_over_is_on_the_glass_when_the_power_goes(
    display: OledSettings, pi: Pretended, tmp_path: Path
) -> None:
    with helper_at(tmp_path / "helper", pi) as helper:
        assert power_off(helper, display, LAST)
    assert len(f"{POWER_OFF} {picture_for(display, LAST)}\n") <= MOST_BYTES
    ((bus, address, messages),) = shown("poweroff", pi.root)
    assert (bus, address) == (display.bus, display.address)
    glass = CONTROLLERS[display.driver]()
    for message in messages:
        glass.write(message)
    picture = still(LAST).rotate(180) if display.rotate else still(LAST)
    assert glass.picture() == pixels(picture)
    assert messages[0] == b"\x00\xe3", "a command that does nothing asks first whether it is there"
    assert messages[-1] == b"\x00\xaf", "lit once it is whole"
    assert shown("halt", pi.root) == [(bus, address, messages)]


@pytest.mark.parametrize("end", ["reboot", "kexec", "soft-reboot", ""])
def test_a_computer_that_starts_again_shows_nothing(end: str, pi: Pretended) -> None:
    pi.write(LAST_PICTURE, "1.3c.00e3")
    assert shown(end, pi.root) == []


@pytest.mark.parametrize("picture", [None, "", "1.3c", "1.3c.0", "1.3c.00e3\n", "1.3c.00e3 "])
def test_without_a_whole_picture_nothing_is_written(picture: str | None, pi: Pretended) -> None:
    if picture is not None:
        pi.write(LAST_PICTURE, picture)
    assert shown("poweroff", pi.root) == []


def test_a_table_without_a_screen_goes_off_too_and_one_without_a_helper_does_not(pi: Pretended, tmp_path: Path) -> None:
    with helper_at(tmp_path / "helper", pi) as helper:
        assert power_off(helper, None, LAST)
    assert LAST_PICTURE not in pi.files
    assert [command[-1] for command in pi.ran] == ["poweroff"]
    assert not power_off(helper, None, LAST), "it has ended"
    pi.fails = {"systemctl"}
    (tmp_path / "helper").unlink()
    with helper_at(tmp_path / "helper", pi) as helper:
        assert not power_off(helper, DISPLAYS[0], LAST)
