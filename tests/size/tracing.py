"""The way of one ROLL through the shipped code: the modules and functions that it enters, on every thread."""

from __future__ import annotations

import threading
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

from hardware.board.wiring import Wiring
from tests.size.counting import SHIPPED
from tests.support.paths import ROOT
from tests.support.tables import Table
from tests.support.waiting import eventually
from tests.support.watchers import Watchers

ENTERED = tuple(f"{ROOT / folder}/" for folder in SHIPPED)
STARTED_S, SETTLED_S = 8.0, 3.0
"""After the start the table still imports what a press doesn't need; after a roll its screen comes to rest."""
PRESSED_S = 0.06


class Trace:
    """The functions of the shipped code that are entered while the trace is on."""

    def __init__(self) -> None:
        self.is_on = False
        self.functions: set[tuple[str, str]] = set()

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        """Note the function that a thread enters, as ``sys.setprofile`` has it."""
        if self.is_on and event == "call" and frame.f_code.co_filename.startswith(ENTERED):
            self.functions.add((frame.f_code.co_filename, frame.f_code.co_qualname))

    @property
    def modules(self) -> set[str]:
        """The files of the functions."""
        return {file for file, _ in self.functions}


def one_roll() -> Trace:
    """Play one ROLL by a press of the button, from its edge to the page that shows the result."""
    trace = Trace()
    threading.setprofile(trace)  # for every thread that begins from now on: all of the table's
    try:
        with (
            TemporaryDirectory() as folder,
            Table(Path(folder)) as table,
            Watchers(table.daemon.server.port, 1) as phone,
        ):
            phone.read()
            table.press("roll")
            table.roll(1)  # the first press imports more than any other
            threading.Event().wait(STARTED_S)
            button = table.daemon.devices.pins.factory.pin(Wiring().roll)
            trace.is_on = True
            button.drive_low()
            threading.Event().wait(PRESSED_S)
            button.drive_high()
            eventually(lambda: len(table.daemon.session.published.open.log) > 1)
            threading.Event().wait(SETTLED_S)
            trace.is_on = False
    finally:
        threading.setprofile(None)
    return trace
