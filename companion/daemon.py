"""The daemon: where all parts are built and joined, and taken apart again.

Law: parts get what they need handed in here; none of them looks for another. The table's own devices come up first,
then the mirror; whatever is slow to import and not needed for that waits until the table answers.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from companion.clock import Clock, SystemClock
from companion.config import Settings
from companion.controls import Controls
from companion.dealers import Dealer, FairDealer, TypedDealer
from companion.engine.game import Mode, OptionValue
from companion.journal import Journal
from companion.library import Library
from companion.session import Session
from companion.stage import TableStage
from hardware.buttons import Buttons
from hardware.emulated.bus import Bus
from hardware.emulated.controllers import SH1106, SSD1306
from hardware.hands import SimulatedHands
from hardware.lamps import Lamps
from hardware.oled import Display, OledSettings, make_panel, png
from hardware.pins import Pins, choose_pins
from hardware.ports import LAMP_NAMES, DeviceStatus
from hardware.wiring import Wiring
from web_ui.app import create_app
from web_ui.hosts import machine_addresses
from web_ui.server import Server
from web_ui.source import PanelSource, WebSettings

log = logging.getLogger(__name__)

EVERYWHERE = frozenset({"0.0.0.0", "::", ""})
DEALERS: Mapping[str, Dealer] = {"dealer": FairDealer(), "typed": TypedDealer()}


@dataclass(frozen=True)
class Opening:
    """What the command asked to be opened: a game, who sits where, with which options."""

    slug: str
    mode: Mode
    seats: tuple[str, ...] = ()
    options: Mapping[str, OptionValue] | None = None


class Daemon:
    """A table that runs. Build it, ``start`` it, ``wait`` until somebody switches it off, ``close`` it.

    *dealers* and *clock* may be replaced by tests; *bus* is the emulated one where the screen is simulated.
    """

    def __init__(
        self,
        settings: Settings,
        data: Path,
        dealers: Mapping[str, Dealer] = DEALERS,
        clock: Clock | None = None,
    ) -> None:
        self._settings = settings
        self._off = threading.Event()
        self._closers: list[Callable[[], None]] = []
        self._screen_status = DeviceStatus("screen", True, False)
        self.library = Library(settings.kits.folder or data / "kits")
        self.bus: Bus | None = None
        try:
            self._build(data, dealers, clock or SystemClock())
        except BaseException:
            self.close()
            raise

    def _build(self, data: Path, dealers: Mapping[str, Dealer], clock: Clock) -> None:
        settings, texts = self._settings, self.library.texts
        pins = choose_pins(settings.pins.choice)
        self._closers.append(pins.close)
        wiring = Wiring.from_settings(settings.pins.lines)
        lamps = Lamps(pins, wiring)
        self._closers.append(lamps.close)
        display = self._build_display(pins)
        stage = TableStage(display, {name: lamps[name] for name in LAMP_NAMES}, texts, self.where)
        journal = Journal(data)
        self.session = Session(self.library.games, journal, dealers, clock, stage, settings.table.language)
        self._closers.append(self.session.close)
        controls = Controls(self.session, stage, self._off.set)
        self.session.subscribe(controls)
        buttons = Buttons(pins, wiring, controls.handle)
        self._closers.append(buttons.close)
        self.pins = pins
        hands = SimulatedHands(pins, wiring) if pins.simulated else None
        if hands is not None:
            self._closers.append(hands.close)

        def devices() -> Sequence[DeviceStatus]:
            return (self._screen_status, buttons.status, lamps.status, pins.status)

        web = WebSettings(host=settings.web.host, port=settings.web.port, names=settings.web.names)
        self.app = create_app(self.session, PanelSource(display.public_picture, png, devices, hands), texts, web)
        self.server = Server(self.app, web)
        self._closers.append(self.server.close)

    def _build_display(self, pins: Pins) -> Display:
        settings = OledSettings(**asdict(self._settings.oled))
        if pins.simulated:
            chip = {"ssd1306": SSD1306, "sh1106": SH1106}[settings.driver]()
            self.bus = bus = Bus({settings.address: chip})
            panel = make_panel(settings, lambda: bus)
        else:
            panel = make_panel(settings)

        def told(status: DeviceStatus) -> None:
            self._screen_status = status

        display = Display(panel, simulated=pins.simulated, on_status=told)
        self._closers.append(display.close)
        display.start()
        return display

    def start(self, opening: Opening | None = None) -> None:
        """Take the last game up, or open the one that was asked for, and serve.

        :raises PortTaken: another program listens there.
        :raises JournalInUse: another process keeps the data folder.
        :raises JournalTooNew: a newer program wrote the journal.
        :raises BadSetup: the game can't start like this.
        """
        self.server.start()
        self.session.load()
        self._open(opening)
        self.session.start()

    def _open(self, opening: Opening | None) -> None:
        published = self.session.published
        if published.trouble is not None:
            return
        if opening is None:
            if published.game is not None or len(self.library.games) != 1:
                return
            opening = Opening(self.library.games[0].slug, self.library.games[0].mode)
        game, setup = published.game, published.setup
        if game is not None and (game.slug, game.mode) == (opening.slug, opening.mode) and not self._is_over():
            if opening.seats in ((), setup.seats) and not opening.options:
                log.info("%s goes on where it was; a new game is started at the table", opening.slug)
                return
        wanted = self.library.find(opening.slug, opening.mode)
        seats = opening.seats or tuple(str(seat + 1) for seat in range(wanted.seats[0] if wanted else 0))
        options = {**self._settings.game.get(opening.slug, {}), **(opening.options or {})}
        self.session.new_game(opening.slug, opening.mode, seats, options, f"start-{os.urandom(12).hex()}")  # type: ignore[arg-type]

    def _is_over(self) -> bool:
        state = self.session.published.state
        return state is None or state.end() is not None

    @property
    def address(self) -> str:
        """The address that this computer itself can open."""
        host = self._settings.web.host
        return f"http://{_in_url('127.0.0.1' if host in EVERYWHERE else host)}:{self.server.port}/"

    @property
    def join_address(self) -> str:
        """The address for phones on the same network, this computer's own if it has no network."""
        host = self._settings.web.host
        others = machine_addresses() if host in EVERYWHERE else ()
        return f"http://{_in_url(others[0])}:{self.server.port}/" if others else self.address

    def where(self) -> tuple[str, str]:
        """Return the address as people read it on the table's screen, and what the QR beside it says."""
        address = self.join_address
        return address.removeprefix("http://").removesuffix("/"), address.upper()

    def switch_off(self) -> None:
        """Let ``wait`` return; safe in a signal handler."""
        self._off.set()

    def wait(self) -> None:
        """Wait until the table is switched off."""
        self._off.wait()

    def close(self) -> None:
        """Take everything apart, the mirror first; what is durable stays."""
        while self._closers:
            closer = self._closers.pop()
            try:
                closer()
            except Exception:
                log.exception("closing %s failed", closer)


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host
