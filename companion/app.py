"""The daemon: where all parts are built and joined, and taken apart again.

Law: parts get what they need handed in here; none of them looks for another. The table's own devices come up first,
then the mirror; whatever is slow to import and not needed for that waits until the table answers, and what many
evenings never use, a `Late`, until it is asked for: its modules are imported where it is made.
"""

from __future__ import annotations

import gc
import logging
import os
import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import asdict

from companion.chance.dealers import Dealer, FairDealer, TypedDealer
from companion.engine.game import Mode, OptionValue
from companion.engine.plays import Play
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.health.boot_note import BootNote
from companion.health.health import Health
from companion.health.helper import Helper
from companion.health.network import NetworkHealth
from companion.health.served_note import ServedNote
from companion.health.settings import pins_fault
from companion.house import House, TableParts, can_call, must_arrive
from companion.journal.errors import JournalUnwritable
from companion.journal.journal import Journal
from companion.kits.reader import BadKit
from companion.library.games import Library
from companion.library.packages import covers, page_folders
from companion.model.requests import CommandRequest, Refusal
from companion.model.roster import Presence
from companion.model.snapshot import Snapshot
from companion.model.table_menu import LANGUAGES, BadKitRow
from companion.network.addresses import addresses_for
from companion.phones.confirmation import Confirmation
from companion.phones.joining import Phones
from companion.phones.pairing import PairingWindow
from companion.rehearsal.keeping import display as driven_display
from companion.runtime.clock import Clock, SystemClock
from companion.runtime.late import NICE, Late, in_background
from companion.runtime.service_manager import ServiceManager
from companion.runtime.timers import TimerThread, guarded
from companion.serving import NameFollower, Serving
from companion.session.keeping import Place
from companion.session.session import Session
from companion.settings.reading import Settings
from companion.stage.devices import StageDevices
from companion.stage.presenter import TableStage
from companion.texts.say import Texts
from companion.upkeep.backup.quiet import Quiet
from firmware_host.choice import TrayChoice
from hardware.board.pins import Pins, PinsUnavailable, choose_pins
from hardware.board.wiring import Wiring
from hardware.inputs.buttons import Buttons
from hardware.oled.fonts import undrawable
from hardware.oled.panel.bitmap import png
from hardware.oled.panel.display import Display
from hardware.oled.panel.driver import make_panel
from hardware.oled.panel.settings import OledSettings
from hardware.outputs.buzzer import PinBuzzer
from hardware.outputs.lamps import Lamps
from hardware.outputs.together import BuzzersTogether, LampsTogether
from hardware.ports import LAMP_NAMES, ChordHeld, DeviceStatus, InputEvent
from web_ui.api.context import context_of
from web_ui.app import create_mirror
from web_ui.http.presence import PhonePresence
from web_ui.http.server import Server
from web_ui.http.settings import WebSettings
from web_ui.source import NOT_BEGUN, EveningSource, ForgettingSource, MetricsSource, PanelSource, RehearsalSource

if TYPE_CHECKING:
    from companion.doctor.place import Held
    from companion.doctor.running import TableDoctor
    from companion.health.helping import Helping
    from companion.health.needed import Needed
    from companion.input.controls import Controls
    from companion.model.rehearsed import Card, Course
    from companion.rehearsal.bench import Bench, TrayParts
    from companion.rehearsal.rehearsal import Rehearsal
    from companion.rehearsal.round_trip import RoundTrip
    from companion.upkeep.backup.by_night import NightlyBackups
    from companion.upkeep.backup.by_page import PageBackups
    from companion.upkeep.backup.source import Source
    from companion.upkeep.backup.sticks import Sticks
    from companion.upkeep.first_evening.digits import LoggedDigits
    from companion.upkeep.first_evening.guide import Guide
    from firmware_host.line import Greeting
    from hardware.emulated.bus import Bus
    from hardware.emulated.controllers import Controller
    from hardware.inputs.virtual_input import VirtualInput

log = logging.getLogger(__name__)

POLL_S = 0.02
NOTICED_S = 1.0
"""How soon a signal is noticed, whichever thread the system gives it to."""
ANSWERED_S = 0.3
"""How long who has mended something is given to hear so before the table starts again."""
LOOKS_S = 5.0
"""How long after the start the doctor looks at everything, once what is slow has settled."""
GOODBYE_S = 4.0
"""How long the screen of a computer that stays on says that the table is off, before it goes dark."""
DEALERS: Mapping[str, Dealer] = {"dealer": FairDealer(), "typed": TypedDealer(), "ask": TypedDealer()}


class Opening(Struct, frozen=True):
    """A game that the command asks to open: its seats and its options."""

    slug: str
    mode: Mode
    seats: tuple[str, ...] = ()
    options: Mapping[str, OptionValue] | None = None


class Closable(Protocol):
    """A part that is taken apart at the table's end."""

    def close(self) -> None:
        """End its threads and give back what it holds."""


Part = TypeVar("Part", bound=Closable)


class Daemon:
    """A table that runs. Build it, ``start`` it, ``wait`` until somebody switches it off, ``close`` it.

    Tests may replace *dealers* and *clock*, have the emulated screen be of the controller *glass* whatever the settings
    say, and hear what travels to it on *tape*. They reach ``pins``, ``display``, ``buzzer``, ``tray``, ``edge``,
    ``stage``, ``session``, ``phones``, ``rehearsal``, ``server``, and ``bus`` and ``chip``, which are the emulated ones
    or None, and ``mqtt``, None where it is off. *manager* hears whether all parts answer, and *helper* does what needs
    the computer's rights; *sticks* are the memory sticks that are in. *begins_first_evening* has a table that never
    held a game ask its first questions.
    *written* is the settings file as it counts, for backups.
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
        sticks: Sticks | None = None,
        glass: str | None = None,
        begins_first_evening: bool = False,
        written: Mapping[str, Any] | None = None,
    ) -> None:
        self._settings = settings
        self._begins_first_evening = begins_first_evening
        self._written = written or {}
        self._data = data
        self._dealers = dealers
        self._clock = clock or SystemClock()
        self._tape = tape
        self._glass = glass
        self._manager = manager or ServiceManager({})
        self._helper = helper or Helper()
        self._sticks = sticks
        self._quiet = Quiet(self._clock, self._is_no_time_for_backups)
        # Not an Event: setting one in a signal handler may wait for the very code that was interrupted.
        self._off: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._is_off = False
        self.forgets = False
        self.health = health or Health(data)
        self._screen_restarts = BootNote("screen", data, os.environ)
        self._closers: list[Callable[[], None]] = []
        self._closing = threading.Lock()  # guards the end of that list
        self._is_closed = False
        self._pause = threading.Event()
        self._hands = threading.Lock()
        self._answers = self._is_for_good = False
        self._note = ServedNote(data, os.environ)
        self._closers.append(self._note.remove)
        self.library = library or _library_of(settings, data)
        self._phone_presence: PhonePresence | None = None
        self.bus: Bus | None = None
        self.chip: Controller | None = None
        try:
            self._build()
        except BaseException:
            self.close()
            raise

    def _build(self) -> None:
        """Build all that the table can't answer without: each part after those that it is handed."""
        self._build_devices()
        self._build_stage()
        self._build_session()
        self._build_phones()
        self._build_rehearsal()
        self._build_first_evening()
        self._build_input()
        self._build_doctor()
        self._build_house()
        self._build_backups()
        self._build_mirror()
        self._build_serving()

    def _joined(self, part: Part) -> Part:
        """Return *part*, which the table closes at its end: the last that was joined first."""
        self._at_close(part.close)
        return part

    def _at_close(self, closer: Callable[[], None]) -> None:
        """Have *closer* called at the table's end; at once where that is over, by who was still at work then."""
        with self._closing:
            if not self._is_closed:
                self._closers.append(closer)
                return
        closer()

    def _build_devices(self) -> None:
        """Build the pins and all that is on them, and the dice tray."""
        settings, clock = self._settings, self._clock
        self.pins = pins = self._joined(self._choose_pins())
        self._wiring = wiring = Wiring.from_settings(settings.pins.lines)
        self._lamps = lamps = self._joined(Lamps(pins, wiring))
        self.buzzer = self._joined(PinBuzzer(pins, wiring, clock.monotonic_s))
        self.buzzer.start()
        self.display = self._build_display()
        is_asked = settings.pins.choice == "simulated"
        tray = TrayChoice(settings.dicetray.port, self._handle, simulated=pins.all_simulated, asked=is_asked)
        self.tray = self._joined(tray)
        self._lamps_together = {name: LampsTogether(lamps[name], *tray.lamps(name)) for name in LAMP_NAMES}
        self._buzzers_together = BuzzersTogether(self.buzzer, tray.tray)
        together = (self._lamps_together, self._buzzers_together)
        self.edge = StageDevices(self.display, *together, tray.tray, tray.tray)

    def _choose_pins(self) -> Pins:
        """Return the pins of the settings; where real ones are wanted and can't be had, as for a table without."""
        clock = self._clock
        try:
            return choose_pins(self._settings.pins.choice, clock=clock.monotonic_s)
        except PinsUnavailable as error:
            log.error("the pins can't be had: %s", error)
            self.health.faults.add(pins_fault(error.key))
            return choose_pins("auto", clock=clock.monotonic_s)

    def _build_display(self) -> Display:
        self._driven = settings = driven_display(self._data, OledSettings(**asdict(self._settings.oled)))
        self._panels: dict[OledSettings, Any] = {}
        simulated = self.pins.all_simulated
        self._screen_status = DeviceStatus("screen", simulated, working=True)
        if simulated:
            from hardware.emulated.bus import Bus
            from hardware.emulated.controllers import CONTROLLERS

            self.chip = CONTROLLERS[self._glass or settings.driver]()
            self.chip.is_forgiving = bool(self._glass)
            self.bus = Bus({settings.address: self.chip}, self._tape)
        panel = self._panel_for(settings)

        def changed(status: DeviceStatus) -> None:
            self._screen_status = status
            self._look_at_screen()

        clock = self._clock.monotonic_s
        display = self._joined(Display(panel, simulated=simulated, on_status=changed, clock=clock))
        display.start()
        return display

    def _panel_for(self, settings: OledSettings) -> Any:
        """Return the driver of the display as *settings* say: one of each, for luma keeps them until the end."""
        if settings not in self._panels:
            bus = self.bus
            self._panels[settings] = make_panel(settings, (lambda: bus) if bus is not None else None)
        return self._panels[settings]

    def _build_stage(self) -> None:
        self._timers = timers = TimerThread()
        self.stage = TableStage(self.edge, self.library.texts, self._where, timers.after, presences=self._presences)
        self._closers += [self.stage.close, timers.close, self._go_off]

    def _build_session(self) -> None:
        library, faults = self.library, self.health.faults
        journal = Journal(self._data)
        defaults: Any = self._settings.game  # each value was judged by its game's option before this
        lang, program = library.language_of(self._settings.table.language), version("tidetable")
        about = (program, _bad_kit_rows(library.faults), _languages(library.texts), faults.now, self._other_places)
        parts = (library.games, journal, self._dealers, self._clock, self.stage, lang, defaults)
        arriving, calling = must_arrive(self._settings), can_call(self._settings)
        own: Any = {"name": self._settings.table.name, "begins_first_evening": self._begins_first_evening}
        session = Session(*parts, *about, must_arrive=arriving, can_call=calling, **own)
        self.session = self._joined(session)
        faults.subscribe(session.tell_faults)

    def _build_phones(self) -> None:
        """Build how phones come in, and what the table is asked to confirm."""
        stage, later = self.stage, self._timers.after
        self.window = window = PairingWindow(self._clock, later)
        window.subscribe(lambda: stage.show_pairing(window.shown))
        self._closers.append(window.end)
        self.asking = asking = Confirmation(self._clock, later)
        asking.subscribe(lambda: stage.ask(asking.question))
        self._closers.append(asking.end)
        self.helping = Late(self._make_helping)
        self.phones = Phones(self.session, window, asking)

    def _make_helping(self) -> Helping:
        from companion.health.helping import Helping

        return Helping(self._helper, self.health.faults, self.asking)

    def _build_rehearsal(self) -> None:
        self._round_trip = Late(self._make_round_trip)
        self._bench, self.rehearsal = Late(self._make_bench), Late(self._make_rehearsal)

    def _make_round_trip(self) -> RoundTrip:
        from companion.rehearsal.round_trip import RoundTrip

        return RoundTrip(self._clock.monotonic_s)

    def _make_bench(self) -> Bench:
        from companion.rehearsal.bench import Bench
        from companion.rehearsal.keeping import keep_display

        data, display = self._data, self.display
        written = OledSettings(**asdict(self._settings.oled))

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

        return Bench(
            screen=display,
            lamps=self._lamps_together,
            buzzer=self._buzzers_together,
            tray=self.tray.tray,
            idol=self.tray.tray,
            wiring=self._wiring,
            simulated=self.pins.all_simulated,
            display=lambda: self._driven,
            drive=drive,
            keep_display=keep_driven,
            screen_trouble=lambda: self._screen_status.trouble,
            tray_parts=lambda: _parts_of(self.tray.tray.greeting),
            dealer=FairDealer(),
            round_trip=self._round_trip(),
            address=lambda: self._serving.join_address,
        )

    def _make_rehearsal(self) -> Rehearsal:
        from companion.rehearsal.keeping import keep_card
        from companion.rehearsal.rehearsal import Rehearsal

        keep = partial(keep_card, self._data)
        return Rehearsal(self._bench(), self.stage, self._say, self._timers.after, keep, self._clock.utc_text)

    def _rehearsal_course(self) -> Course:
        made = self.rehearsal.made
        return made.course if made is not None else NOT_BEGUN

    def _last_card(self) -> Card | None:
        from companion.rehearsal.keeping import last_card

        return last_card(self._data)

    @property
    def _is_rehearsing(self) -> bool:
        made = self.rehearsal.made
        return made is not None and made.is_on

    def _build_first_evening(self) -> None:
        """Build what asks a new table's first questions, at the table and by page."""
        self.guide = Late(self._make_guide)
        self.stage.be_guided(self.guide)
        self._digits = Late(self._make_digits)

    def _make_digits(self) -> LoggedDigits:
        from companion.upkeep.first_evening.digits import LoggedDigits

        return LoggedDigits(lambda: self.session.published.asks_first is not None)

    def _make_guide(self) -> Guide:
        from companion.upkeep.first_evening.guide import Guide

        hands = (self._dealers["dealer"], self._timers.after, self._say, self.window.open)
        return Guide(self.session, self.stage, self._bench(), *hands)

    def _say(self, said: Message) -> str:
        """Return *said* in the table's language."""
        return self.library.texts.say(self.session.published.lang, said.key, **said.values)

    def _build_input(self) -> None:
        """Build what hears hands: the Pi's own buttons and knob, the tray's, and those drawn on the panel's page."""
        pins = self.pins
        self._controls = Late(self._make_controls)
        self._buttons = self._joined(Buttons(pins, self._wiring, self._handle, on_edge=self._edge))
        self._virtual_input: VirtualInput | None = None
        if pins.simulated:
            from hardware.inputs.virtual_input import VirtualInput

            self._virtual_input = self._joined(VirtualInput(pins, self._wiring, self._clock.monotonic_s))

    def _make_controls(self) -> Controls:
        from companion.input.chooser import Chooser
        from companion.input.controls import Controls
        from companion.input.tree import tree_for_table

        def tree(published: Snapshot) -> Sequence[Play]:
            """Return all that can be done with the table's own buttons in *published*."""
            return tree_for_table(published, self._where()[0], self._presences(published))

        return Controls(
            self.session,
            self.stage,
            Chooser(self.stage, tree),
            self._switch_off_for_good,
            self.window.open,
            self.asking.answer,
            self._mend_by_hand,
            lambda: self.rehearsal().begin(),
            self.asking,
            self._ask_to_forget_by_hand,
        )

    def _build_doctor(self) -> None:
        self._network_health = NetworkHealth(self.health.faults, self._settings.web.host)
        self.doctor = Late(self._make_doctor)

    def _make_doctor(self) -> TableDoctor:
        from companion.doctor.fixes import FIXES, copy_to_stick
        from companion.doctor.running import TableDoctor

        faults, helping = self.health.faults, self.helping()
        about_it = (self._settings, self._data, self._clock, faults, self.library.left_out, self._held)
        doctor = TableDoctor(
            *about_it,
            simulated=self.pins.all_simulated,
            fixes={**FIXES, "backup": helping.with_sticks(copy_to_stick), **helping.fixes()},
            network=self._network_health.now,
            told_date=partial(helping.ask_for_clock, self._clock.utc_text),
        )
        return self._joined(doctor)

    def _build_house(self) -> None:
        """Build what tells the house around the table, as far as that is switched on."""
        table = TableParts(
            stage=self.stage,
            asking=self.asking,
            clock=self._clock,
            later=self._timers.after,
            page=self._house_page,
            presences=self._presences,
            is_busy=self._is_busy,
            devices=self._devices,
            open_streams=lambda: self._mirror.stream.open_streams,
            starts_anew=self._start_anew,
        )
        self.house = House(self._settings, self.session, self.library, self.health.faults, table)

    def _build_backups(self) -> None:
        self.session.subscribe(self._quiet)
        self.backups, self.nights = Late(self._make_backups), Late(self._make_nights)

    def _make_backups(self) -> PageBackups:
        from companion.upkeep.backup.by_page import PageBackups

        asked = (self._clock, self.asking, lambda: self._off.put(None), self._must_keep)
        backups = PageBackups(self._to_back_up, self.library.find, *asked)
        guarded(backups.begin)
        return backups

    def _make_nights(self) -> NightlyBackups:
        from companion.upkeep.backup.by_night import NightlyBackups
        from companion.upkeep.backup.sticks import Sticks

        sticks = self._sticks or Sticks(self._helper)
        where = (self._settings.backup.folder, sticks, self._clock, self._quiet)
        told = (self.health.faults, self.asking, self.stage.tell)
        return NightlyBackups(self._to_back_up, self.session.table_id, *where, *told, self._must_keep)

    def _to_back_up(self) -> Source:
        from companion.upkeep.backup.source import Source

        return Source(self._data, self._settings.kits.folder, self.session.published.name, self._written)

    def _is_no_time_for_backups(self) -> bool:
        """Tell whether the table is busy, or its games aren't where they are backed up from."""
        return self._is_busy() or not self.session.keeps_as_usual

    def _must_keep(self) -> None:
        """See that games are kept where they usually are: backups, restoring and forgetting are about that folder.

        :raises Refusal: they aren't now.
        """
        if not self.session.keeps_as_usual:
            raise Refusal(Message("keeping.not-now"), "refused")

    def _build_mirror(self) -> None:
        """Build the pages and what they are told, and the server that is to serve them."""
        settings, pins, display, lamps = self._settings.web, self.pins, self.display, self._lamps
        large: Any = {"room_for": lambda *asked: self.backups().room_for(*asked), "large_bodies": self._data}
        web = WebSettings(**asdict(settings), **large, addresses=partial(addresses_for, settings.host))
        own = display.own_bitmap if pins.all_simulated else None
        drawn = (display.public_bitmap, png, self._devices, self._virtual_input, lambda: lamps.lit, own)
        panel = PanelSource(*drawn, self.tray.leds)
        round_trip = self._round_trip
        tried = RehearsalSource(
            lambda: self.rehearsal().begin(),
            self._last_card,
            lambda mark: round_trip().hop(mark),
            self._rehearsal_course,
        )
        games, visited = self.library.games, self._network_health.visited
        parts = (page_folders(games), covers(games), self._mend, visited, tried, self.doctor)
        counts = MetricsSource(self.house.metrics_page, lambda: self.house.metrics_token)
        metrics = counts if self._settings.metrics.enabled else None
        guide, digits = self.guide, self._digits
        evening = EveningSource(
            lambda: guide().turn_frame(),
            lambda: guide().keep_frame(),
            lambda answered: guide().roll(answered),
            lambda typed: digits().enter(typed),
            lambda: digits().let_in,
        )
        forgetting = ForgettingSource(self.ask_to_forget, lambda who: self.asking.outcome(f"forget:{who}"))
        own_parts = (metrics, evening, self.backups, forgetting, self._switch_off_soon, self.nights)
        mirror = create_mirror(self.session, panel, self.library.texts, web, self.phones, *parts, *own_parts)
        self._mirror, self._pages = context_of(mirror), mirror.played
        self._phone_presence = self._mirror.views.presence
        self._phone_presence.subscribe(self.stage.look_at_phones)
        self._phone_presence.subscribe(self.house.newest.nudge)
        self.server = self._joined(Server(mirror, web))
        self._closers.append(self._tell_pages)

    def _build_serving(self) -> None:
        faults, network_health = self.health.faults, self._network_health
        changed = (self._mirror.network_changed, self._settled)
        self._serving = Serving(self.server, self._settings, faults, network_health, self.window, *changed)
        self.session.subscribe(NameFollower(self._serving.rename))

    def _settled(self) -> None:
        """Show by which address the table is found now."""
        self.stage.settle()
        self.house.newest.nudge()

    def _devices(self) -> Sequence[DeviceStatus]:
        """Return how each device is, the tray only where there is one."""
        on_pins = (self._buttons.status, self._lamps.status, self.buzzer.status, self.pins.status)
        tray = self.tray.tray.status
        return [self._screen_status, *on_pins, *([tray] if tray is not None else [])]

    def _held(self) -> Held:
        """Return how the devices are that no other program can ask while this one holds them."""
        from companion.doctor.place import Held

        tray = self.tray.tray
        return Held(self._screen_status, self._buttons.status, self.pins.status, tray.status, tray.greeting)

    def _look_at_screen(self) -> None:
        if self._answers:
            self.helping().look_at(self._screen_status)

    def _other_places(self) -> list[Place]:
        """Return the folders that games can be kept in now, should the journal fail; a stick that is in comes later."""
        from companion.health.places import places

        self.helping().mount_sticks(self.session.look_for_places)
        return [Place(*each) for each in places(self._settings.table.fallback)]

    def _handle(self, event: InputEvent) -> None:
        """Do what hands did, on the Pi's own buttons or on the tray's: each has a thread."""
        self._quiet.touch()
        with self._hands:
            guide = self.guide.made
            if self._is_rehearsing and not _switches_off(event):
                self.rehearsal().handle(event)
            elif guide is None or not guide.handle(event):
                self._controls().handle(event)

    def _edge(self, *edge: Any) -> None:
        """Let a rehearsal hear each *edge* of a contact, if one has ever begun."""
        if (rehearsal := self.rehearsal.made) is not None:
            rehearsal.edge(*edge)

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
        self._serving.start(port_before)
        self.session.run_pending()  # where it is served instead is known from the first answer on
        if self.session.published.trouble is None:
            self._change_or_say(self._to_open(opening), lang if lang != self.session.published.lang else None)
        self.session.start()
        self._note.write(self.address)
        ready()
        self._answers = True
        self._join_what_can_wait()

    def _join_what_can_wait(self) -> None:
        """Join, in this order, what the table answers without; it is closed in the other order, before all else.

        Whatever only listens to the session, and is slow to import or calls others, belongs here.
        """
        from companion.health.needed import HANDS, PAGES, Needed

        self._watch()
        parts: Mapping[str, Late[Any]] = {HANDS: self._controls, PAGES: self._pages}
        needed = Needed(parts, self.health.faults, self.health.settle, self._timers.after)
        self._in_background(partial(_make_and_freeze, needed))  # no press and no page needs to wait for them
        needed.settle_later()
        guarded(self.tray.start)
        self._begin_first_evening()
        self._look_at_screen()
        self._timers.after(LOOKS_S, self._begin_to_look)
        self.stage.settle()
        self._at_close(self._serving.leave_network)
        self._serving.follow_network()
        self._joined(self.house).start()
        from companion.upkeep.backup.leftovers import uploaded

        if uploaded(self._data):
            self.backups()  # what was uploaded to a table that has ended since is removed
        nights = self.nights()
        nights.subscribe(self._mirror.look_anew)
        self._joined(nights).start()

    def _begin_to_look(self) -> None:
        """Have the doctor look at everything: its first use takes many imports, and no timer waits for them."""
        self._in_background(lambda: self.doctor().begin_to_look(), nice=NICE)

    def _in_background(self, do: Callable[[], object], nice: int = 0) -> None:
        self._at_close(partial(in_background(do, "late", nice=nice).join, ANSWERED_S))

    def _begin_first_evening(self) -> None:
        """Reveal a first roll that was cut off; where the table has no buttons, put digits for phones in the log."""
        if self.session.published.asks_first is None:
            return
        guarded(self.guide().resume)
        if self.pins.all_simulated:
            address, digits = self._serving.join_address, self._digits().begin()
            log.info("the first evening is asked at %sfirst, from a phone by the digits %s", address, digits)

    def _house_page(self) -> str:
        """Return the table's address in the house's network, "" where it has none."""
        address = self._serving.join_address
        return "" if address == self._serving.address else address

    def _is_busy(self) -> bool:
        """Tell whether the table's own screen asks something, or its parts are tried."""
        return self.stage.is_asked or self._is_rehearsing

    def _start_anew(self) -> None:
        """Start again soon, unless that disturbs anybody."""
        if self._is_over() and not (self.session.published.keeps_nothing or self._is_rehearsing):
            self._timers.after(ANSWERED_S, lambda: self._off.put(None))

    def ask_to_forget(self, who: str) -> None:
        """Ask the table for *who* whether everything is to be forgotten; two people, or OK held, say yes.

        :raises Refusal: it is asked something else, or nothing can be kept now.
        """
        self._must_keep()
        self.asking.ask(f"forget:{who}", Message("stage.ask-forget"), self._begin_to_forget, is_grave=True)

    def _ask_to_forget_by_hand(self) -> None:
        try:
            self.ask_to_forget("table")
        except Refusal as refusal:
            self.stage.refuse(refusal.said)

    def _begin_to_forget(self) -> None:
        self.forgets = True
        self._off.put(None)

    def _watch(self) -> None:
        """Let the service manager, if there is one, know of each sign of life from now on."""
        from companion.health.watchdog import Watchdog

        parts = {"session": self.session.ping, "server": self.server.ping}
        watchdog = Watchdog(self._manager, parts, self.display, self._screen_restarts, self.health.faults)
        self._joined(watchdog).start()

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
        return self._serving.address

    @property
    def join_address(self) -> str:
        """The address for phones on the same network, this computer's own if it has no network."""
        return self._serving.join_address

    def _where(self) -> tuple[str, str]:
        """Return the address as people read it on the table's screen, and what the QR beside it says.

        Nothing before the table answers: reading addresses and drawing a code take imports that the start needn't wait
        for.
        """
        return self._serving.shown_address() if self._answers else ("", "")

    def _presences(self, published: Snapshot) -> Sequence[Presence]:
        """Return how the phone of each seat is; nothing before there is a mirror."""
        return self._phone_presence.of(published) if self._phone_presence is not None else ()

    def _mend(self, line: str) -> bool:
        """Put right what *line* says, and start again with it; tell whether it was one of the offers.

        :raises OSError: it can't be written down.
        :raises Refusal: a start would end a game, or the table is asked something else.
        """
        if self.helping().mend(line):
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

    def _switch_off_for_good(self) -> None:
        """Let ``wait`` return because somebody wants the table off, and its computer if it has a helper."""
        self._is_for_good = True
        self.stage.switching_off()
        self.switch_off()

    def _switch_off_soon(self) -> None:
        """Do the same, once whoever wants it has heard so."""
        self._timers.after(ANSWERED_S, self._switch_off_for_good)

    def _tell_pages(self) -> None:
        if self._is_off:
            self._mirror.stream.say_off()

    def _go_off(self) -> None:
        """Switch the computer off too, after all is durable; where nobody can, say that it stays on."""
        if not self._is_for_good:
            return
        from companion.health.power_off import power_off

        display = None if self.pins.all_simulated else self._driven
        if power_off(self._helper, display, self.stage.unplug_cue):
            self.display.stay()
            return
        self.stage.switched_off()
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
        while (closer := self._last_closer()) is not None:
            try:
                closer()
            except Exception:
                log.exception("closing %s failed", closer)

    def _last_closer(self) -> Callable[[], None] | None:
        """Take off what was joined last; None where nothing is left, and the table is closed."""
        with self._closing:
            self._is_closed = not self._closers
            return self._closers.pop() if self._closers else None


def _make_and_freeze(needed: Needed) -> None:
    """Make the parts that are *needed*; like all that a start makes they stay, and nobody need look through them."""
    needed.make()
    gc.collect()
    gc.freeze()


def _switches_off(event: InputEvent) -> bool:
    """Tell whether *event* switches the table off, whatever it does just then."""
    from companion.input.controls import OFF

    return isinstance(event, ChordHeld) and event.buttons == OFF


def _parts_of(greeting: Greeting | None) -> TrayParts | None:
    """Return what the dice tray has that sent *greeting*, None if none is there."""
    if greeting is None:
        return None
    from companion.rehearsal.bench import TrayParts
    from firmware_host.firmware import wiring as pico

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
    own = {code: texts.name_of(code) for code in texts.languages if code not in shipped}
    return (*LANGUAGES, *((code, Message("menu.word", {"word": name})) for code, name in own.items()))


def _start_id() -> str:
    return f"start-{os.urandom(12).hex()}"
