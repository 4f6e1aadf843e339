"""What the guest's display tells on the console is put together again."""

from __future__ import annotations

from companion.health.power_off import picture_for
from hardware.cues import MessageCue
from hardware.oled.drawing.screens import still
from hardware.oled.panel.settings import OledSettings
from tests.kernel.glass import Written, glass_after, of_last_process, written
from tests.support.oleds import pixels
from tests.support.wording import say

LAST = MessageCue(title="Off", lines=(say("stage.unplug"),))
A_LINE = 64


def console_of(process: int, message: bytes) -> str:
    """Return the lines by which the kernel tells *message*."""
    parts = [message[at : at + A_LINE] for at in range(0, len(message), A_LINE)]
    words = ["write", *["more"] * (len(parts) - 1)]
    lines = zip(words, parts, strict=True)
    return "".join(f"[  403.031028] pi_glass: {process} {word} {part.hex()}\r\n" for word, part in lines)


def test_a_picture_is_put_together_from_the_lines_of_the_last_process() -> None:
    messages = [bytes.fromhex(each) for each in picture_for(OledSettings("ssd1306"), LAST).split(".")[2:]]
    before = console_of(401, b"\x00\xae")
    console = before + "reboot: Power down\r\n".join(console_of(77, message) for message in messages)
    writes = written(console)
    assert writes[0] == Written(401, b"\x00\xae")
    last = of_last_process(writes)
    assert [write.message for write in last] == messages
    assert max(map(len, messages)) > A_LINE, "some take several lines"
    glass = glass_after(last)
    assert (glass.on, glass.picture()) == (True, pixels(still(LAST)))
