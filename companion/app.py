"""The daemon: where all parts are built and joined, and taken apart again.

Law: parts get what they need handed in here; none of them looks for another. The table's own devices come up first,
then the mirror; whatever is slow to import and not needed for that waits until the table answers.
"""

from __future__ import annotations

import errno
import logging
import os
import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from companion.chance.dealers import Dealer, FairDealer, TypedDealer
from companion.doctor.asking import ServedNote
from companion.doctor.fixes import FIXES, copy_to_stick
from companion.doctor.place import Held
from companion.doctor.running import TableDoctor
from companion.engine.game import Mode, OptionValue
from companion.engine.plays import Play
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.health.boot_note import BootNote
from companion.health.health import Health
from companion.health.helper import Helper
from companion.health.helping import Helping
from companion.health.network import NetworkHealth, host_fault, port_fault, proxy_fault
from companion.health.places import places
from companion.health.safe_start import SETTLED_S
from companion.health.settings import pins_fault
from companion.health.watchdog import Watchdog
from companion.input.chooser import Chooser
from companion.input.controls import OFF, Controls
from companion.input.tree import tree_for_table
from companion.journal.errors import JournalUnwritable
from companion.journal.journal import Journal
from companion.kits.reader import BadKit
from companion.library.catalogue import covers, page_folders
from companion.library.games import Library
from companion.model.requests import CommandRequest, Refusal
from companion.model.roster import Presence
from companion.model.snapshot import Snapshot
from companion.model.table_menu import LANGUAGES, BadKitRow
from companion.network.addresses import addresses_for, running_links
from companion.network.naming import Naming, is_name, soon
from companion.network.watching import AddressWatch
from companion.phones.confirmation import Confirmation
from companion.phones.joining import Phones
from companion.phones.pairing import PairingWindow
from companion.rehearsal.bench import Bench, TrayParts
from companion.rehearsal.keeping import display as driven_display
from companion.rehearsal.keeping import keep_card, keep_display, last_card
from companion.rehearsal.rehearsal import Rehearsal
from companion.rehearsal.round_trip import RoundTrip
from companion.runtime.clock import Clock, SystemClock
from companion.runtime.mdns import Announcer
from companion.runtime.service_manager import ServiceManager
from companion.runtime.timers import TimerThread
from companion.session.keeping import Place
from companion.session.session import Session
from companion.settings.reading import Settings
from companion.stage.devices import StageDevices
from companion.stage.presenter import TableStage
from companion.texts.say import Texts
from firmware_host.choice import TrayChoice
from firmware_host.firmware import wiring as pico
from firmware_host.line import Greeting
from hardware.board.pins import Pins, PinsUnavailable, choose_pins
from hardware.board.wiring import Wiring
from hardware.emulated.bus import Bus
from hardware.emulated.controllers import CONTROLLERS, Controller
from hardware.inputs.buttons import Buttons
from hardware.inputs.virtual_input import VirtualInput
from hardware.oled.fonts import undrawable
from hardware.oled.panel.bitmap import png
from hardware.oled.panel.display import Display
from hardware.oled.panel.driver import make_panel
from hardware.oled.panel.settings import OledSettings
from hardware.outputs.buzzer import PinBuzzer
from hardware.outputs.lamps import Lamps
from hardware.outputs.together import BuzzersTogether, LampsTogether
from hardware.ports import LAMP_NAMES, Buzzer, ChordHeld, DeviceStatus, InputEvent, Lamp, LampName
from web_ui.api.context import context_of
from web_ui.app import create_app
from web_ui.http.presence import PhonePresence
from web_ui.http.server import Server
from web_ui.http.settings import WebSettings
from web_ui.source import PanelSource, RehearsalSource

log = logging.getLogger(__name__)

LOOPBACKS = frozenset({"127.0.0.1", "::1", "localhost"})
EVERYWHERE = frozenset({"0.0.0.0", "::", ""})
HERE = "127.0.0.1"
NAMED_S = 5.0
"""How long the start waits for the network to say where a name in the settings is."""
PORTS_TRIED = 9
"""So many ports after the one that is taken are tried, before the system names one."""
LAST_PORT = 65535
PORT_FAULTS = frozenset({errno.EADDRINUSE, errno.EACCES})
POLL_S = 0.02
NOTICED_S = 1.0
"""How soon a signal is noticed, whichever thread the system gives it to."""
ANSWERED_S = 0.3
"""How long who has mended something is given to hear so before the table starts again."""
LOOKS_S = 5.0
"""How long after the start the doctor looks at everything, once what is slow has settled."""
GOODBYE_S = 2.0
"""How long the screen says that the table may be unplugged, before it goes dark."""
DEALERS: Mapping[str, Dealer] = {"dealer": FairDealer(), "typed": TypedDealer(), "ask": TypedDealer()}


@dataclass(frozen=True)
class Opening:
    """A game that the command asks to open: its seats and its options."""

    slug: str
    mode: Mode
    seats: tuple[str, ...] = ()
    options: Mapping[str, OptionValue] | None = None


class Daemon:
    """A table that runs. Build it, ``start`` it, ``wait`` until somebody switches it off, ``close`` it.

    Tests may replace *dealers* and *clock*, have the emulated screen be of the controller *glass* whatever the settings
    say, and hear what travels to it on *tape*. They reach ``pins``, ``display``, ``buzzer``, ``tray``, ``edge``,
    ``stage``, ``session``, ``phones``, ``rehearsal``, ``server``, and ``bus`` and ``chip``, which are the emulated ones
    or None. *manager* hears whether all parts answer, and *helper* does what needs the computer's rights.
    """

    def __init__(
        self,
        settings: Settings,
        data: Path,
        dealers: Mapping[str, Dealer] = DEALERS,
        clock: Clock | None = None,
        tape: Callable[[bytes], None] | None = None,
        library: Library | None = None,
        health: Health | None = None,
        manager: ServiceManager | None = None,
        helper: Helper | None = None,
        glass: str | None = None,
    ) -> None:
        self._settings = settings
        self._glass = glass
        self._manager = manager or ServiceManager({})
        self._helper = helper or Helper()
        # Not an Event: setting one in a signal handler may wait for the very code that was interrupted.
        self._off: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._is_off = False
        self.health = health or Health(data)
        self._screen_restarts = BootNote("screen", data, os.environ)
        self._closers: list[Callable[[], None]] = []
        self._pause = threading.Event()
        self._hands = threading.Lock()
        self._answers = self._by_hand = False
        self._note = ServedNote(data, os.environ)
        self._closers.append(self._note.remove)
        self._network = threading.Lock()
        self._connected: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
        self._follows = False
        self._network_health = NetworkHealth(self.health.faults, settings.web.host)
        self._host = settings.web.host
        self.library = library or _library_of(settings, data)
        self._announcer: Announcer | None = None
        self._naming: Naming | None = None
        self._phone_presence: PhonePresence | None = None
        self.bus: Bus | None = None
        self.chip: Controller | None = None
        try:
            self._build(data, dealers, clock or SystemClock(), tape)
        except BaseException:
            self.close()
            raise

    def _build(
        self, data: Path, dealers: Mapping[str, Dealer], clock: Clock, tape: Callable[[bytes], None] | None
    ) -> None:
        settings, texts = self._settings, self.library.texts
        self.pins = pins = self._choose_pins(clock)
        self._closers.append(pins.close)
        wiring = Wiring.from_settings(settings.pins.lines)
        self._lamps = lamps = Lamps(pins, wiring)
        self._closers.append(lamps.close)
        self.buzzer = buzzer = PinBuzzer(pins, wiring, clock.monotonic_s)
        self._closers.append(buzzer.close)
        buzzer.start()
        self.display = display = self._build_display(data, pins, clock, tape)
        self.tray = chosen = self._choose_tray(pins)
        by_name = {name: LampsTogether(lamps[name], *chosen.lamps(name)) for name in LAMP_NAMES}
        sounds = BuzzersTogether(buzzer, chosen.tray)
        self.edge = edge = StageDevices(display, by_name, sounds, chosen.tray, chosen.tray)
        self._timers = timers = TimerThread()
        self.stage = stage = TableStage(edge, texts, self._where, timers.after, presences=self._presences)
        self._closers += [stage.close, timers.close, self._say_goodbye]
        self._journal = journal = Journal(data)
        defaults: Any = settings.game  # each value was judged by its game's option before this
        lang, program = self.library.language_of(settings.table.language), version("tidetable")
        bad_kits, faults = _bad_kit_rows(self.library.faults), self.health.faults
        about = (program, bad_kits, _languages(texts), faults.now, self._other_places)
        self.session = Session(self.library.games, journal, dealers, clock, stage, lang, defaults, *about)
        self._closers.append(self.session.close)
        faults.subscribe(self.session.tell_faults)
        self.window = window = PairingWindow(clock, timers.after)
        self._was_open = False
        window.subscribe(self._window_changed)
        self._closers.append(window.end)
        self.asking = asking = Confirmation(clock, timers.after)
        asking.subscribe(lambda: stage.ask(asking.question))
        self._closers.append(asking.end)
        self.helping = Helping(self._helper, faults, asking)
        self.phones = Phones(self.session, window, asking)
        self.rehearsal = self._build_rehearsal(data, display, wiring, by_name, sounds, clock)
        self._controls = Controls(
            self.session,
            stage,
            Chooser(stage, self._tree),
            self._switched_off,
            window.open,
            asking.answer,
            self._mend_by_hand,
            self.rehearsal.begin,
        )
        buttons = Buttons(pins, wiring, self._handle, on_edge=self.rehearsal.edge)
        self._closers.append(buttons.close)
        chosen.start()
        virtual = VirtualInput(pins, wiring, clock.monotonic_s) if pins.simulated else None
        if virtual is not None:
            self._closers.append(virtual.close)

        def devices() -> Sequence[DeviceStatus]:
            tray = chosen.tray.status
            statuses = [self._screen_status, buttons.status, lamps.status, buzzer.status, pins.status]
            return statuses if tray is None else [*statuses, tray]

        web = WebSettings(**asdict(settings.web), addresses=partial(addresses_for, settings.web.host))
        own = display.own_bitmap if pins.all_simulated else None
        panel = PanelSource(display.public_bitmap, png, devices, virtual, lambda: lamps.lit, own, chosen.leds)

        def held() -> Held:
            return Held(self._screen_status, buttons.status, pins.status, chosen.tray.status, chosen.tray.greeting)

        left_out, simulated = self.library.left_out, pins.all_simulated
        about_it = (settings, data, clock, faults, left_out, held)
        fixes = {**FIXES, "backup": self.helping.with_sticks(copy_to_stick), **self.helping.fixes()}
        self.doctor = TableDoctor(
            *about_it,
            simulated=simulated,
            fixes=fixes,
            network=self._network_health.now,
            told_date=partial(self.helping.ask_for_clock, clock.utc_text),
        )
        self._closers.append(self.doctor.close)
        games = self.library.games
        rehearsal = self.rehearsal
        tried = RehearsalSource(
            rehearsal.begin, lambda: last_card(data), self._round_trip.hop, lambda: rehearsal.course
        )
        parts = (page_folders(games), covers(games), self._mend, self._network_health.visited, tried, self.doctor)
        app = create_app(self.session, panel, texts, web, self.phones, *parts)
        self._mirror = context_of(app)
        self._phone_presence = self._mirror.views.presence
        self._phone_presence.subscribe(stage.look_at_phones)
        self.server = Server(app, web)
        self._closers.append(self.server.close)

    def _look_at_screen(self) -> None:
        if self._answers:
            self.helping.look_at(self._screen_status)

    def _choose_pins(self, clock: Clock) -> Pins:
        """Return the pins of the settings; where real ones are wanted and can't be had, as for a table without."""
        try:
            return choose_pins(self._settings.pins.choice, clock=clock.monotonic_s)
        except PinsUnavailable as error:
            log.error("the pins can't be had: %s", error)
            self.health.faults.add(pins_fault(error.key))
            return choose_pins("auto", clock=clock.monotonic_s)

    def _other_places(self) -> list[Place]:
        """Return the folders that games can be kept in now, should the journal fail; a stick that is in comes later."""
        self.helping.mount_sticks(self.session.look_for_places)
        return [Place(*each) for each in places(self._settings.table.fallback)]

    def _choose_tray(self, pins: Pins) -> TrayChoice:
        asked = self._settings.pins.choice == "simulated"
        chosen = TrayChoice(self._settings.dicetray.port, self._handle, simulated=pins.all_simulated, asked=asked)
        self._closers.append(chosen.close)
        return chosen

    def _handle(self, event: InputEvent) -> None:
        """Do what hands did, on the Pi's own buttons or on the tray's: each has a thread."""
        with self._hands:
            if self.rehearsal.is_on and not (isinstance(event, ChordHeld) and event.buttons == OFF):
                self.rehearsal.handle(event)
            else:
                self._controls.handle(event)

    def _build_rehearsal(
        self,
        data: Path,
        display: Display,
        wiring: Wiring,
        lamps: Mapping[LampName, Lamp],
        sounds: Buzzer,
        clock: Clock,
    ) -> Rehearsal:
        written = OledSettings(**asdict(self._settings.oled))
        self._round_trip = RoundTrip(clock.monotonic_s)

        def drive(settings: OledSettings) -> None:
            if self.chip is not None:
                self.chip.is_forgiving = True
            self._driven = settings
            display.use(self._panel_for(settings))

        def keep_driven(settings: OledSettings) -> None:
            try:
                keep_display(data, written, settings)
            except OSError as error:
                log.warning("how the display is driven can't be kept: %s", error)

        bench = Bench(
            screen=display,
            lamps=lamps,
            buzzer=sounds,
            tray=self.tray.tray,
            idol=self.tray.tray,
            wiring=wiring,
            simulated=self.pins.all_simulated,
            display=lambda: self._driven,
            drive=drive,
            keep_display=keep_driven,
            screen_trouble=lambda: self._screen_status.trouble,
            tray_parts=lambda: _parts_of(self.tray.tray.greeting),
            dealer=FairDealer(),
            round_trip=self._round_trip,
            address=lambda: self.join_address,
        )

        def say(said: Message) -> str:
            return self.library.texts.say(self.session.published.lang, said.key, **said.values)

        keep = partial(keep_card, data)
        return Rehearsal(bench, self.stage, say, self._timers.after, keep, clock.utc_text)

    def _panel_for(self, settings: OledSettings) -> Any:
        """Return the driver of the display as *settings* say: one of each, for luma keeps them until the end."""
        if settings not in self._panels:
            bus = self.bus
            self._panels[settings] = make_panel(settings, (lambda: bus) if bus is not None else None)
        return self._panels[settings]

    def _build_display(self, data: Path, pins: Pins, clock: Clock, tape: Callable[[bytes], None] | None) -> Display:
        self._driven = settings = driven_display(data, OledSettings(**asdict(self._settings.oled)))
        self._panels: dict[OledSettings, Any] = {}
        simulated = pins.all_simulated
        self._screen_status = DeviceStatus("screen", simulated, working=True)
        if simulated:
            self.chip = CONTROLLERS[self._glass or settings.driver]()
            self.chip.is_forgiving = bool(self._glass)
            self.bus = Bus({settings.address: self.chip}, tape)
        panel = self._panel_for(settings)

        def changed(status: DeviceStatus) -> None:
            self._screen_status = status
            self._look_at_screen()

        display = Display(panel, simulated=simulated, on_status=changed, clock=clock.monotonic_s)
        self._closers.append(display.close)
        display.start()
        return display

    def start(
        self,
        opening: Opening | None = None,
        lang: str | None = None,
        ready: Callable[[], None] = lambda: None,
        port_before: int | None = None,
    ) -> None:
        """Take the last game up, or open the one that was asked for, and serve; *lang* is the table's from now on.

        *ready* is called as soon as the table answers; what is slow to import comes after it. Pages that are open look
        for it at *port_before*, which is tried first.

        :raises OSError: nothing can be served, not even to this computer.
        :raises JournalInUse: another process keeps the data folder.
        :raises BadSetup: the game can't start like this.
        :raises Refusal: there is no such game.
        """
        self.session.load()
        self._ports_before = () if port_before is None else (port_before,)
        self._serve()
        self.session.run_pending()  # where it is served instead is known from the first answer on
        if self.session.published.trouble is None:
            self._change_or_say(self._to_open(opening), lang if lang != self.session.published.lang else None)
        self.session.start()
        self._note.write(self.address)
        ready()
        self._answers = True
        self._watch()
        self._look_at_screen()
        self._timers.after(SETTLED_S, self.health.settle)
        self._timers.after(LOOKS_S, self.doctor.begin_to_look)
        self.stage.settle()
        self._follow_network()

    def _watch(self) -> None:
        """Let the service manager, if there is one, know of each sign of life from now on."""
        parts = {"session": self.session.ping, "server": self.server.ping}
        watchdog = Watchdog(self._manager, parts, self.display, self._screen_restarts, self.health.faults)
        self._closers.append(watchdog.close)
        watchdog.start()

    def _follow_network(self) -> None:
        """Announce the table, and follow every change of this computer's addresses from now on."""
        self._closers.append(self._leave_network)
        watch = AddressWatch(self._network_changed)
        self._closers.append(watch.close)
        if self._host == HERE and is_name(self._settings.web.host):
            self._naming = naming = Naming(self._settings.web.host, self._found_at)
            self._closers.append(naming.close)
            naming.ask()
        with self._network:  # what the kernel tells meanwhile comes after this
            self._follows = True
            watch.start()
            self._connected = self._connected_now()
            self._judge_network()
            self._announce()

    def _found_at(self, address: str) -> None:
        """Serve at *address* too: the name in the settings has it now."""
        self.server.also_at(address)
        self._network_changed(anew=True)

    def _network_changed(self, anew: bool = False) -> None:
        """Follow a change of this computer's addresses: on its screen, on pages, and by its name.

        *anew*: whether that is to be done although they are the same.
        """
        if self._naming is not None and not anew:
            self._naming.ask()
        with self._network:
            connected = self._connected_now()
            if (connected == self._connected and not anew) or not self._follows:
                return
            self._connected = connected
            log.info("the network has changed: this computer is at %s", ", ".join(connected[1]) or "no address")
            self._mirror.network_changed()
            self._judge_network()
            if self._announcer is not None:
                self._announcer.close()
                self._announcer = None
            self._announce()
        self.stage.settle()

    def _connected_now(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return this computer's connected links and the addresses by which the table is found."""
        return running_links(), addresses_for(self._settings.web.host)

    def _judge_network(self) -> None:
        """Tell what keeps phones away, where they should be able to come at all."""
        if self.server.awaited in self._connected[1] and self._host != self.server.awaited:
            self._host = self.server.awaited
            self.health.faults.clear("web.host")
            log.info("this computer is at %s now: the table is served there", self._host)
        if self._host not in LOOPBACKS:
            self._network_health.changed(self._connected[1])

    def _window_changed(self) -> None:
        """Show the window for phones; where it has gone without one, see whether any can come."""
        was_open, self._was_open = self._was_open, self.window.shown is not None
        self.stage.show_pairing(self.window.shown)
        if was_open and not self._was_open and self._host not in LOOPBACKS:
            self._network_health.look_for_others()

    def _named(self, name: str) -> None:
        self.server.also_called(name)
        self._network_health.named(is_found=True)

    def _unnamed(self) -> None:
        self._network_health.named(is_found=False)

    def _announce(self) -> None:
        """Tell the network the table's name, if there is a network to tell."""
        if self.join_address == self.address and self._host in (*EVERYWHERE, *LOOPBACKS):
            return
        name, port, addresses = self._settings.table.name, self.server.port, partial(addresses_for, "0.0.0.0")
        self._announcer = announcer = Announcer(name, port, addresses, self._named, self._unnamed)
        announcer.start()

    def _leave_network(self) -> None:
        with self._network:
            self._follows = False
            if self._announcer is not None:
                self._announcer.close()

    def _serve(self) -> None:
        """Serve where the settings say, else at another port, else for this computer alone: that is told as a fault.

        A network may come later than the table: for an address that isn't there yet, or a name that isn't known, it
        goes on waiting.

        :raises OSError: nothing can be served at all.
        """
        web = self._settings.web
        try:
            if is_name(web.host) and soon(web.host, NAMED_S) is None:
                raise OSError(errno.EADDRNOTAVAIL, "the network doesn't know that name")
            self._serve_at(web.host)
        except OSError as error:
            if web.host == HERE:
                raise
            log.error("can't serve at %s (%s): this computer alone is served", web.host, error.strerror or error)
            self.health.faults.add(host_fault(web.host))
            self._serve_at(HERE, web.host)
        for key in self.server.unheard:
            self.health.faults.add(proxy_fault(key))

    def _serve_at(self, host: str, awaited: str = "") -> None:
        """Serve at *host*, at the settings' port or the next that is free; later at the address *awaited* too.

        :raises OSError: *host* is no address of this computer.
        """
        wanted = self._settings.web.port
        for port in (*self._ports_before, wanted, *range(wanted + 1, min(wanted + PORTS_TRIED, LAST_PORT) + 1), 0):
            try:
                self.server.start(host, port, awaited)
            except OSError as error:
                if error.errno not in PORT_FAULTS:
                    raise
                log.error("port %d can't be had (%s): another is tried", port, error.strerror or error)
            else:
                self._host = host
                if wanted and self.server.port != wanted:
                    self.health.faults.add(port_fault(wanted, self.server.port))
                return

    def _to_open(self, opening: Opening | None) -> Opening | None:
        """Return what has to be opened anew: *opening*, unless it is what goes on anyway."""
        published = self.session.published
        game, setup = published.game, published.setup
        if opening is None:
            # A menu of one game is no choice.
            alone = self.library.games[0] if game is None and len(self.library.games) == 1 else None
            return Opening(alone.slug, alone.mode) if alone else None
        is_on = game is not None and (game.slug, game.mode) == (opening.slug, opening.mode) and not self._is_over()
        if is_on and opening.seats in ((), setup.seats) and not opening.options:
            log.info("%s goes on where it was", opening.slug)
            return None
        return opening

    def _change_or_say(self, opening: Opening | None, lang: str | None) -> None:
        """Do as :meth:`_change`; where that can't be done now, the table starts without it.

        :raises BadSetup: the game can't start like this.
        :raises Refusal: there is no such game.
        """
        try:
            self._change(opening, lang)
        except JournalUnwritable as error:
            self.session.writer.have_trouble(error)
        except Refusal as refusal:
            if refusal.reason != "unwritable" and refusal.said.key != "session.bad-game":
                raise
            log.error("the table starts without what was asked for: %s", refusal.said.key)

    def _change(self, opening: Opening | None, lang: str | None) -> None:
        """Open *opening* and speak *lang*, if they are given; the session's thread doesn't run yet."""
        if opening is None and lang is None:
            return
        # A roll under way comes first: pulling the plug is no way to get rid of it.
        while self.session.published.reveal is not None:
            if not self._off.empty():
                return
            self.session.run_pending()
            self._pause.wait(POLL_S)
        if lang is not None:
            seen = self.session.published.version
            self.session.handle(CommandRequest(_start_id(), seen, TABLE, f"lang {lang}", "typed", frozenset({TABLE})))
        if opening is not None:
            games = self.library.games
            wanted = next((game for game in games if (game.slug, game.mode) == (opening.slug, opening.mode)), None)
            seats = opening.seats or tuple(str(seat + 1) for seat in range(wanted.seats[0] if wanted else 0))
            self.session.new_game(opening.slug, opening.mode, seats, opening.options or {}, _start_id())

    def _is_over(self) -> bool:
        state = self.session.published.state
        return state is None or state.end() is not None

    @property
    def address(self) -> str:
        """The address that this computer itself can open."""
        host = self._host
        return f"http://{_in_url('127.0.0.1' if host in EVERYWHERE else host)}:{self.server.port}/"

    @property
    def join_address(self) -> str:
        """The address for phones on the same network, this computer's own if it has no network."""
        host = self._host
        others = addresses_for(host) if host in EVERYWHERE else ()
        return f"http://{_in_url(others[0])}:{self.server.port}/" if others else self.address

    def _where(self) -> tuple[str, str]:
        """Return the address as people read it on the table's screen, and what the QR beside it says.

        Nothing before the table answers: reading addresses and drawing a code take imports that the start needn't wait
        for.
        """
        if not self._answers:
            return "", ""
        address = self.join_address
        shown = address.removeprefix("http://").removesuffix("/")
        if self._announcer is not None and self._announcer.host and self.window.shown is not None:
            shown = f"{self._announcer.host}:{self.server.port}"  # typed beside the digits; the code has the address
        return shown, address

    def _presences(self, published: Snapshot) -> Sequence[Presence]:
        """Return how the phone of each seat is; nothing before there is a mirror."""
        return self._phone_presence.of(published) if self._phone_presence is not None else ()

    def _tree(self, published: Snapshot) -> Sequence[Play]:
        """Return all that can be done with the table's own buttons in *published*."""
        return tree_for_table(published, self._where()[0], self._presences(published))

    def _mend(self, line: str) -> bool:
        """Put right what *line* says, and start again with it; tell whether it was one of the offers.

        :raises OSError: it can't be written down.
        :raises Refusal: a start would end a game, or the table is asked something else.
        """
        if self.helping.mend(line):
            return True
        if self.session.published.keeps_nothing and not self._is_over():
            raise Refusal(Message("keeping.close-first"), "refused")
        done = self.health.mend(line)
        if done:
            self._timers.after(ANSWERED_S, lambda: self._off.put(None))
        return done

    def _mend_by_hand(self, line: str) -> None:
        """Do what OK at the table says against a fault: *line*."""
        try:
            if not self.health.keep(line):
                self._mend(line)
        except OSError as error:
            log.warning("what was mended at the table can't be kept: %s", error)
            self.stage.refuse(Message("stage.not-kept"))
        except Refusal as refusal:
            self.stage.refuse(refusal.said)

    @property
    def is_switched_off(self) -> bool:
        """Whether somebody wants it switched off, not only started again."""
        return self._is_off

    def switch_off(self) -> None:
        """Let ``wait`` return; safe in a signal handler."""
        self._is_off = True
        self._off.put(None)

    def _switched_off(self) -> None:
        """Let ``wait`` return because hands at the table want it: somebody reads what the screen says last."""
        self._by_hand = True
        self.switch_off()

    def _say_goodbye(self) -> None:
        if self._by_hand:
            self.stage.goodbye()
            self._pause.wait(GOODBYE_S)

    def wait(self) -> None:
        """Wait until the table is switched off, or has to start again, with other settings."""
        while True:
            with suppress(queue.Empty):
                # A signal that another thread happens to get wakes nobody: its handler runs when this one looks up.
                self._off.get(timeout=NOTICED_S)
                return

    def close(self) -> None:
        """Take everything apart, the mirror first; what is durable stays."""
        while self._closers:
            closer = self._closers.pop()
            try:
                closer()
            except Exception:
                log.exception("closing %s failed", closer)


def _parts_of(greeting: Greeting | None) -> TrayParts | None:
    """Return what the dice tray has that sent *greeting*, None if none is there."""
    if greeting is None:
        return None
    servos = (pico.IDOL_TURNS, pico.IDOL_PUSHES)
    return TrayParts(greeting.windows, greeting.ring_leds, pico.WINDOWS, pico.RING, servos)


def _library_of(settings: Settings, data: Path) -> Library:
    library = Library(settings.kits.folder or data / "kits", data / "languages", undrawable)
    library.log_faults()
    return library


def _bad_kit_rows(faults: Sequence[BadKit]) -> tuple[BadKitRow, ...]:
    """Return what the menu tells of each file that can't be used; files of one name have one row."""
    rows: dict[str, tuple[tuple[str, Message], ...]] = {}
    for bad in faults:
        name = Path(bad.file).name
        rows[name] = (*rows.get(name, ()), *((fault.where, fault.said) for fault in bad.faults))
    return tuple(BadKitRow(*row) for row in rows.items())


def _languages(texts: Texts) -> tuple[tuple[str, Message], ...]:
    """Return all that *texts* can speak by code, each with its own name; a family's languages after those that ship."""
    shipped = dict(LANGUAGES)
    own = {code: texts.say(code, "page.language_name") for code in texts.languages if code not in shipped}
    return (*LANGUAGES, *((code, Message("menu.word", {"word": name})) for code, name in own.items()))


def _start_id() -> str:
    return f"start-{os.urandom(12).hex()}"


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host
