"""A table that nobody plays at sleeps: what wakes its threads is counted, for the whole process.

It is a table on a Raspberry Pi whose GPIO chip is pretended, in a process of its own: its threads are the real ones.
"""

from __future__ import annotations

import io
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from urllib.request import urlopen

import pytest
from PIL import Image

from tests.support.running import RunningTable, woken
from tests.support.waiting import eventually
from tests.support.watchers import Watchers

ON_A_PI_AND_SOON_DARK = """
import tempfile
from pathlib import Path
import gpiod
import hardware.oled.panel.rest as rest
from companion.parts import devices
from firmware_host import link
from gpiozero.pins import local
from hardware.board.pins import open_real_pins
from tests.support.chips import PI_4B, FakeChip
from companion.cli.main import main
with tempfile.TemporaryDirectory() as dev:
    chip = FakeChip(path=f"{dev}/gpiochip0")
    Path(chip.path).touch()
    gpiod.Chip = chip.open
    local.get_pi_revision = lambda: PI_4B
    devices.choose_pins = lambda choice, clock: open_real_pins(Path(dev))
    rest.DIM_S, rest.IDLE_S, rest.OFF_S = 0.5, 1.0, 1.5
    link.OFTEN_FOR_S = 0.0  # after its first seconds it looks for a dice tray but rarely
    main()
"""
LOOKED_AT_S = 8.0
LOOKS = 3
"""So often it is looked at, at most: what a busy machine does to its threads wakes them more often, never less."""
MAX_A_SECOND = 0.5
"""Nothing polls: a look each second, by whichever thread, is one more."""
MAX_WITH_LISTENERS = 1.5
"""Each is sent a heartbeat every two seconds, all by one thread at once."""
LISTENERS = 5
"""Four phones and a television."""
APART_S = 0.37
POLL_S = 0.5


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningTable]:
    """A table whose buzzer has sounded and whose screen is dark, and from which those who looked at it are gone."""
    with RunningTable(tmp_path_factory.mktemp("rest"), ON_A_PI_AND_SOON_DARK, devices=()) as table:
        table.do("roll dice")
        table.wait()
        table.hang_up()
        eventually(lambda: is_dark(table))
        yield table


def is_dark(table: RunningTable) -> bool:
    with urlopen(f"http://127.0.0.1:{table.port}/api/v1/screen.png") as answer:
        return Image.open(io.BytesIO(answer.read())).convert("1").getbbox() is None


def wakeups_a_second(table: RunningTable) -> float:
    before, begun_s = table.wakeups, time.monotonic()
    threading.Event().wait(LOOKED_AT_S)
    return woken(before, table.wakeups) / (time.monotonic() - begun_s)


def least_wakeups_a_second(table: RunningTable, wanted: float) -> float:
    """Return the fewest wake-ups of some looks; there is no other look once they are as few as *wanted*."""
    found = wakeups_a_second(table)
    for _ in range(LOOKS - 1):
        if found <= wanted:
            break
        found = min(found, wakeups_a_second(table))
    return found


@contextmanager
def listeners(port: int) -> Iterator[None]:
    """Four phones and a television, which came one after the other, and read what they are sent."""
    left = threading.Event()

    def read(watchers: Watchers) -> None:
        while not left.is_set():
            watchers.read(POLL_S)

    with ExitStack() as stack:
        readers = []
        for _ in range(LISTENERS):
            readers.append(threading.Thread(target=read, args=[stack.enter_context(Watchers(port, 1))]))
            readers[-1].start()
            left.wait(APART_S)
        try:
            yield
        finally:
            left.set()
            for reader in readers:
                reader.join()


@pytest.mark.long
def test_at_rest_the_whole_process_hardly_ever_wakes_up(table: RunningTable) -> None:
    assert least_wakeups_a_second(table, MAX_A_SECOND) <= MAX_A_SECOND


@pytest.mark.long
def test_with_five_listeners_it_wakes_up_for_their_heartbeats_alone(table: RunningTable) -> None:
    with listeners(table.port):
        assert least_wakeups_a_second(table, MAX_WITH_LISTENERS) <= MAX_WITH_LISTENERS
