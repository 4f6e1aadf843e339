"""The daemon: builds all parts of a table, joins them, and takes them apart.

Law: parts get what they need handed in here; none of them looks for another. The table's own devices come up first,
then the mirror; whatever is slow to import and not needed for that waits until the table answers, and what many
evenings never use, a `Late`, until it is asked for: its modules are imported where it is made.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from companion.chance.dealers import Dealer, FairDealer, TypedDealer
from companion.engine.plays import Play
from companion.engine.values.message import Message
from companion.health.boot_note import BootNote
from companion.health.health import Health
from companion.health.helper import Helper
from companion.health.network import NetworkHealth
from companion.health.served_note import ServedNote
from companion.health.service_manager import ServiceManager
from companion.journal.journal import Journal
from companion.kits.format.kit_file import BadKit
from companion.library.games import Library
from companion.library.packages import covers, page_folders
from companion.model.requests import Refusal
from companion.model.roster import Presence
from companion.model.snapshot import Snapshot
from companion.model.table_menu import LANGUAGES, BadKitRow
from companion.opening import Opening, Starting, is_over
from companion.parts.devices import TableDevices
from companion.parts.house import House, TableParts, can_call, must_arrive
from companion.parts.serving import NameFollower, Serving
from companion.parts.trials import Trials
from companion.phones.confirmation import Confirmation
from companion.phones.joining import Phones
from companion.phones.pairing import PairingWindow
from companion.runtime.clock import Clock, SystemClock
from companion.runtime.closing import Closers
from companion.runtime.heap import freeze
from companion.runtime.late import NICE, Late, in_background
from companion.runtime.signal_event import SignalEvent
from companion.runtime.timers import TimerThread, guarded
from companion.session import keeping
from companion.session.session import Session, SessionConfig
from companion.settings.tables import Settings
from companion.stage.presenter import TableStage
from companion.texts.say import Texts
from companion.upkeep.backup.nights.quiet import Quiet
from hardware.oled.drawing.bitmap import png
from hardware.oled.fonts import undrawable
from hardware.ports import ChordHeld, InputEvent
from web_ui.api.context import AppContext, context_of
from web_ui.app import create_mirror
from web_ui.http.presence import PhonePresence
from web_ui.http.server import Server
from web_ui.http.settings import WebSettings
from web_ui.source import ForgettingSource, MetricsSource, MirrorServices, PanelSource

if TYPE_CHECKING:
    from companion.doctor.running import TableDoctor
    from companion.health.helping import Helping
    from companion.health.needed import Needed
    from companion.input.controls import Controls
    from companion.upkeep.backup.by_page import PageBackups
    from companion.upkeep.backup.nights.by_night import NightlyBackups
    from companion.upkeep.backup.source import Source
    from companion.upkeep.backup.sticks.sticks import Sticks

log = logging.getLogger(__name__)

POLL_S = 0.02
ANSWERED_S = 0.3
"""Time for a page to hear that its repair worked, before the table restarts."""
LOOKS_S = 5.0
"""Delay of the doctor's first look after the start, when imports have settled."""
GOODBYE_S = 4.0
"""Time for which the screen says that the table is off.

Then the screen of a computer that stays on goes dark.
"""
DEALERS: Mapping[str, Dealer] = MappingProxyType({"dealer": FairDealer(), "typed": TypedDealer(), "ask": TypedDealer()})


class TableOptions(Struct, frozen=True, kw_only=True):
    """The parts of a table that its caller may replace.

    None stands for the usual one. *dealers* roll and draw. *manager* hears whether all parts answer. *helper* acts with
    the rights of the computer. *sticks* gives the memory sticks that are plugged in. *glass* is the controller of the
    emulated screen, "" for the one of the settings, and *tape* gets each byte sent to it. *begins_first_evening*: a
    table that never held a game asks its first questions. *written* is the settings file in force, for backups.
    """

    dealers: Mapping[str, Dealer] = DEALERS
    clock: Clock | None = None
    library: Library | None = None
    health: Health | None = None
    manager: ServiceManager | None = None
    helper: Helper | None = None
    sticks: Sticks | None = None
    glass: str = ""
    tape: Callable[[bytes], None] | None = None
    begins_first_evening: bool = False
    written: Mapping[str, Any] = MappingProxyType({})


USUAL = TableOptions()


class Daemon:
    """A running table: build it, ``start`` it, ``wait`` for its end, ``close`` it.

    Tests reach ``pins``, ``display``, ``buzzer``, ``tray``, ``edge``, ``stage``, ``session``, ``phones``,
    ``rehearsal``, ``server``, and ``bus`` and ``chip``, which are the emulated ones or None.
    """

    def __init__(
        self,
        settings: Settings,
        data: Path,
        options: TableOptions = USUAL,
    ) -> None:
        self._settings = settings
        self._data = data
        self._options = options
        self._clock = options.clock or SystemClock()
        self._manager = options.manager or ServiceManager({})
        self._helper = options.helper or Helper()
        self._quiet = Quiet(self._clock, self._is_no_time_for_backups)
        self._off = SignalEvent()
        self._is_off = False
        self.forgets = False
        self.health = options.health or Health(data)
        self._screen_restarts = BootNote("screen", data, os.environ)
        self._closers = Closers()
        self._pause = threading.Event()
        self._hands = threading.Lock()
        self._answers = self._is_for_good = False
        self._note = ServedNote(data, os.environ)
        for closer in (self._off.close, self._note.remove):
            self._closers.add(closer)
        self.library = options.library or _library_of(settings, data)
        self._phone_presence: PhonePresence | None = None
        try:
            self._build()
        except BaseException:
            self.close()
            raise

    def _build(self) -> None:
        """Build every part that the table needs to answer, in the order of need."""
        self._build_devices()
        self._build_stage()
        self._build_session()
        self._build_phones()
        self._build_trials()
        self._build_input()
        self._build_doctor()
        self._build_house()
        self._build_backups()
        self._build_mirror()
        self._build_serving()

    def _build_devices(self) -> None:
        self._devices = devices = TableDevices(
            self._settings,
            self._data,
            self._clock,
            self.health.faults,
            closers=self._closers,
            handle=self._handle,
            screen_changed=self._look_at_screen,
            glass=self._options.glass,
            tape=self._options.tape,
        )
        self.pins, self.display, self.buzzer = devices.pins, devices.display, devices.buzzer
        self.tray, self.edge, self.bus, self.chip = devices.tray, devices.edge, devices.bus, devices.chip

    def _build_stage(self) -> None:
        self._timers = timers = TimerThread()
        self.stage = TableStage(self.edge, self.library.texts, self._where, timers.after, presences=self._presences)
        for closer in (self.stage.close, timers.close, self._go_off):
            self._closers.add(closer)

    def _build_session(self) -> None:
        library, faults = self.library, self.health.faults
        journal = Journal(self._data)
        defaults: Any = self._settings.game  # each value was judged by its game's option before this
        config = SessionConfig(
            lang=library.language_of(self._settings.table.language),
            languages=_languages(library.texts),
            defaults=defaults,
            program=version("tidetable"),
            name=self._settings.table.name,
            bad_kits=_bad_kit_rows(library.faults),
            faults=faults.now,
            places=self._other_places,
            must_arrive=must_arrive(self._settings),
            can_call=can_call(self._settings),
            begins_first_evening=self._options.begins_first_evening,
        )
        session = Session(library.games, journal, self._options.dealers, self._clock, stage=self.stage, config=config)
        self.session = self._closers.joined(session)
        faults.subscribe(session.tell_faults)

    def _build_phones(self) -> None:
        """Build the pairing window, the roster of phones and the table's questions."""
        stage, later = self.stage, self._timers.after
        self.window = window = PairingWindow(self._clock, later)
        window.subscribe(lambda: stage.show_pairing(window.shown))
        self._closers.add(window.end)
        self.asking = asking = Confirmation(self._clock, later)
        asking.subscribe(lambda: stage.ask(asking.question))
        self._closers.add(asking.end)
        self.helping = Late(self._make_helping)
        self.phones = Phones(self.session, window, asking)

    def _make_helping(self) -> Helping:
        from companion.health.helping import Helping

        return Helping(self._helper, self.health.faults, self.asking)

    def _build_trials(self) -> None:
        self._trials = trials = Trials(
            self._devices,
            self.session,
            self.stage,
            data=self._data,
            clock=self._clock,
            later=self._timers.after,
            dealer=self._options.dealers["dealer"],
            open_window=self.window.open,
            join_address=lambda: self.join_address,
        )
        self.rehearsal, self.guide = trials.rehearsal, trials.guide
        self.stage.be_guided(self.guide)

    def _build_input(self) -> None:
        """Build the input: the Pi's buttons and knob, and those on the panel page."""
        self._controls = Late(self._make_controls)
        self._devices.hear_hands(self._trials.edge)

    def _make_controls(self) -> Controls:
        from companion.input.chooser import Chooser
        from companion.input.controls import Controls
        from companion.input.tree import tree_for_table

        def tree(published: Snapshot) -> Sequence[Play]:
            """Return every play that the table's own buttons can make in *published*."""
            return tree_for_table(published, self._where()[0], self._presences(published))

        return Controls(
            self.session,
            self.stage,
            Chooser(self.stage, tree),
            self.asking,
            actions=self,
        )

    def _build_doctor(self) -> None:
        self._network_health = NetworkHealth(self.health.faults, self._settings.web.host)
        self.doctor = Late(self._make_doctor)

    def _make_doctor(self) -> TableDoctor:
        from companion.doctor.fixes import FIXES, copy_to_stick
        from companion.doctor.place import Place
        from companion.doctor.running import TableDoctor

        faults, helping = self.health.faults, self.helping()
        place = Place(
            self._settings,
            self._data,
            self._clock,
            left_out=self.library.left_out,
            held=self._devices.held,
            simulated=self.pins.all_simulated,
            network=self._network_health.now,
        )
        doctor = TableDoctor(
            place,
            faults,
            fixes={**FIXES, "backup": helping.with_sticks(copy_to_stick), **helping.fixes()},
            told_date=partial(helping.ask_for_clock, self._clock.utc_text),
        )
        return self._closers.joined(doctor)

    def _build_house(self) -> None:
        """Build the links to the home network, as far as they are switched on."""
        table = TableParts(
            stage=self.stage,
            asking=self.asking,
            clock=self._clock,
            later=self._timers.after,
            page=self._house_page,
            presences=self._presences,
            is_busy=self._is_busy,
            devices=self._devices.statuses,
            open_streams=lambda: self._mirror.stream.open_streams,
            starts_anew=self._start_anew,
        )
        self.house = House(self._settings, self.session, self.library, self.health.faults, table=table)

    def _build_backups(self) -> None:
        self.session.subscribe(self._quiet)
        self.backups, self.nights = Late(self._make_backups), Late(self._make_nights)

    def _make_backups(self) -> PageBackups:
        from companion.upkeep.backup.by_page import PageBackups

        backups = PageBackups(
            self._to_back_up,
            self.library.find,
            self._clock,
            self.asking,
            start_again=self._off.set,
            must_keep=self.session.require_usual_place,
        )
        guarded(backups.begin)
        return backups

    def _make_nights(self) -> NightlyBackups:
        from companion.upkeep.backup.nights.by_night import NightlyBackups
        from companion.upkeep.backup.nights.table import BackedUpTable
        from companion.upkeep.backup.sticks.sticks import Sticks

        return NightlyBackups(
            BackedUpTable(self.session, self._quiet, self._to_back_up, self.stage.tell),
            self._settings.backup.folder,
            self._options.sticks or Sticks(self._helper),
            clock=self._clock,
            faults=self.health.faults,
            asking=self.asking,
        )

    def _to_back_up(self) -> Source:
        from companion.upkeep.backup.source import Source

        return Source(self._data, self._settings.kits.folder, self.session.published.name, self._options.written)

    def _is_no_time_for_backups(self) -> bool:
        """Return True if the table is busy, or keeps its games elsewhere."""
        return self._is_busy() or not self.session.keeps_as_usual

    def _turns_menu(self) -> bool:
        """Return True if somebody turns through the table's menu.

        Without a game nothing else lies over the stage.
        """
        return self.stage.over is not None

    def _build_mirror(self) -> None:
        """Build the mirror with its services, and the server."""
        settings, devices, display = self._settings.web, self._devices, self.display
        web = WebSettings(
            host=settings.host,
            port=settings.port,
            names=(*settings.names, settings.join_host),
            join_host=self._join_host,
            watching=settings.watching,
            proxy_port=settings.proxy_port,
            trusted_proxy=settings.trusted_proxy,
            proxy_header=settings.proxy_header,
            proxy_socket=settings.proxy_socket,
            room_for=lambda *asked: self.backups().room_for(*asked),
            large_bodies=self._data,
        )
        own = display.own_bitmap if self.pins.all_simulated else None
        panel = PanelSource(
            public_bitmap=display.public_bitmap,
            picture_png=png,
            devices=devices.statuses,
            input=devices.virtual_input,
            lamps=lambda: devices.lamps.lit,
            own_bitmap=own,
            tray=self.tray.leds,
            chooses=self._turns_menu,
        )
        games = self.library.games
        counts = MetricsSource(self.house.metrics_page, lambda: self.house.metrics_token)
        services = MirrorServices(
            games=page_folders(games),
            covers=covers(games),
            mend=self._mend,
            visited=self._visited,
            rehearsal=self._trials.of_rehearsal(),
            evening=self._trials.of_evening(),
            doctor=self.doctor,
            metrics=counts if self._settings.metrics.enabled else None,
            backups=self.backups,
            nights=self.nights,
            forget=ForgettingSource(self.ask_to_forget, lambda who: self.asking.outcome(f"forget:{who}")),
            switch_off=self._switch_off_soon,
        )
        mirror = create_mirror(self.session, panel, self.library.texts, web, phones=self.phones, services=services)
        self._mirror: AppContext = context_of(mirror)
        self._pages = mirror.application
        self._phone_presence = self._mirror.views.presence
        self._phone_presence.subscribe(self.stage.look_at_phones)
        self._phone_presence.subscribe(self.house.newest.nudge)
        self.server = self._closers.joined(Server(mirror, web))
        self._closers.add(self._tell_pages)

    def _build_serving(self) -> None:
        self._serving = Serving(
            self.server,
            self._settings,
            self._network_health,
            window=self.window,
            readdressed=self._mirror.network_changed,
            settled=self._settled,
        )
        self.session.subscribe(NameFollower(self._serving.rename))

    def _join_host(self) -> str:
        return self._serving.join_host

    def _visited(self, peer: str, is_in: bool) -> None:
        self._serving.visited(peer, is_in)

    def _settled(self) -> None:
        """Show by which address the table is found now."""
        self.stage.settle()
        self.house.newest.nudge()

    def _look_at_screen(self) -> None:
        if self._answers:
            self.helping().look_at(self._devices.screen_status)

    def _other_places(self) -> list[keeping.Place]:
        """Return the folders that can hold the games if the journal fails.

        A stick that is plugged in is mounted first, and comes later.
        """
        from companion.health.places import places

        self.helping().mount_sticks(self.session.look_for_places)
        return [keeping.Place(*each) for each in places(self._settings.table.fallback)]

    def _handle(self, event: InputEvent) -> None:
        """Handle an event of the Pi's own buttons or the tray's; each has a thread."""
        self._quiet.touch()
        with self._hands:
            guide = self.guide.made
            if self._trials.is_rehearsing and not _switches_off(event):
                self.rehearsal().handle(event)
            elif guide is None or not guide.handle(event):
                self._controls().handle(event)

    def start(
        self,
        opening: Opening | None = None,
        lang: str | None = None,
        ready: Callable[[], None] = lambda: None,
        port_before: int | None = None,
    ) -> None:
        """Resume the last game or open *opening*, and serve; *lang* becomes the language.

        *ready* is called as soon as the table answers; slow imports come after it. Open pages look for the table at
        *port_before*, which is tried first.

        :raises OSError: nothing can be served, not even to this computer.
        :raises JournalInUse: another process keeps the data folder.
        :raises BadSetup: the game can't start like this.
        :raises Refusal: there is no such game.
        """
        self.session.load()
        self._serving.start(port_before)
        self.session.run_pending()  # where it is served instead is known from the first answer on
        if self.session.published.trouble is None:
            rest = partial(self._pause.wait, POLL_S)
            Starting(self.session, self.library.games, lambda: self._off.is_set, rest).change(opening, lang)
        self.session.start()
        self._note.write(self.address)
        ready()
        self._answers = True
        self._join_what_can_wait()

    def _join_what_can_wait(self) -> None:
        """Start the parts that the table answers without, in this order.

        They are closed in the reverse order, before all others. A part that only listens to the session, and is slow to
        import or calls others, belongs here.
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
        self._closers.add(self._serving.leave_network)
        self._serving.follow_network()
        self._closers.joined(self.house).start()
        from companion.upkeep.backup.leftovers import uploaded

        if uploaded(self._data):
            self.backups()  # what was uploaded to a table that has ended since is removed
        nights = self.nights()
        nights.subscribe(self._mirror.look_anew)
        self._closers.joined(nights).start()

    def _begin_to_look(self) -> None:
        """Start the doctor's first look on a thread, for its imports take long."""
        self._in_background(lambda: self.doctor().begin_to_look(), nice=NICE)

    def _in_background(self, do: Callable[[], object], nice: int = 0) -> None:
        self._closers.add(partial(in_background(do, "late", nice=nice).join, ANSWERED_S))

    def _begin_first_evening(self) -> None:
        """Reveal an interrupted first roll; without buttons, log digits for phones."""
        if self.session.published.asks_first is None:
            return
        guarded(self.guide().resume)
        if self.pins.all_simulated:
            address, digits = self._serving.join_address, self._trials.digits().begin()
            log.info("the first evening is asked at %sfirst, from a phone by the digits %s", address, digits)

    def _house_page(self) -> str:
        """Return the table's address in the home network, "" without one."""
        address = self._serving.join_address
        return "" if address == self._serving.address else address

    def _is_busy(self) -> bool:
        """Return True if the screen shows a question, or a rehearsal runs."""
        return self.stage.is_asked or self._trials.is_rehearsing

    def _start_anew(self) -> None:
        """Start again soon, unless that disturbs anybody."""
        if is_over(self.session.published) and not (self.session.published.keeps_nothing or self._trials.is_rehearsing):
            self._timers.after(ANSWERED_S, self._off.set)

    def ask_to_forget(self, who: str) -> None:
        """Ask the table to confirm a factory reset for the phone *who*.

        Two people, or OK held down, say yes.

        :raises Refusal: another question is open, or nothing can be kept now.
        """
        self.session.require_usual_place()
        self.asking.ask(f"forget:{who}", Message("stage.ask-forget"), self._begin_to_forget, is_grave=True)

    def ask_to_forget_by_hand(self) -> None:
        """Ask the table to confirm a factory reset, for somebody at its buttons."""
        try:
            self.ask_to_forget("table")
        except Refusal as refusal:
            self.stage.refuse(refusal.said)

    def _begin_to_forget(self) -> None:
        self.forgets = True
        self._off.set()

    def _watch(self) -> None:
        """Report signs of life to the service manager, if there is one."""
        from companion.health.watchdog import Watchdog

        parts = {"session": self.session.ping, "server": self.server.ping}
        watchdog = Watchdog(self._manager, parts, self.display, self._screen_restarts, faults=self.health.faults)
        self._closers.joined(watchdog).start()

    @property
    def address(self) -> str:
        """The address that this computer itself can open."""
        return self._serving.address

    @property
    def join_address(self) -> str:
        """The address for phones on the network, else this computer's own."""
        return self._serving.join_address

    @property
    def is_for_phones(self) -> bool:
        """Whether any other machine could find the table now."""
        return bool(self._serving.join_host)

    def _where(self) -> tuple[str, str]:
        """Return the address on the table's screen, and the text of its QR code.

        Both are "" until the table answers: reading addresses and drawing a code take imports that the start needn't
        wait for.
        """
        return self._serving.shown_address() if self._answers else ("", "")

    def _presences(self, published: Snapshot) -> Sequence[Presence]:
        """Return the presence of each seat's phone; empty before there is a mirror."""
        return self._phone_presence.of(published) if self._phone_presence is not None else ()

    def _mend(self, line: str) -> bool:
        """Apply the repair *line*, and restart with it; False for no offer.

        :raises OSError: it can't be written down.
        :raises Refusal: a restart would end a game, or another question is open.
        """
        if self.helping().mend(line):
            return True
        if self.session.published.keeps_nothing and not is_over(self.session.published):
            raise Refusal(Message("keeping.close-first"), "refused")
        done = self.health.mend(line)
        if done:
            self._timers.after(ANSWERED_S, self._off.set)
        return done

    def mend_by_hand(self, line: str) -> None:
        """Apply the repair *line* that somebody at the table confirmed by OK."""
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
        self._off.set()

    def open_window(self) -> None:
        """Let phones join for a while."""
        self.window.open()

    def rehearse(self) -> None:
        """Begin a rehearsal."""
        self.rehearsal().begin()

    def switch_off_for_good(self) -> None:
        """Switch the table off, and its computer if it has a helper."""
        self._is_for_good = True
        self.stage.switching_off()
        self.switch_off()

    def _switch_off_soon(self) -> None:
        """Switch off for good once the page has its answer."""
        self._timers.after(ANSWERED_S, self.switch_off_for_good)

    def _tell_pages(self) -> None:
        if self._is_off:
            self._mirror.stream.say_off()

    def _go_off(self) -> None:
        """Switch the computer off once all is durable.

        If nobody can, the screen says that the computer stays on.
        """
        if not self._is_for_good:
            return
        from companion.health.power_off import power_off

        display = None if self.pins.all_simulated else self._devices.driven
        if power_off(self._helper, display, self.stage.unplug_cue):
            self.display.stay()
            return
        self.stage.switched_off()
        self._pause.wait(GOODBYE_S)

    def wait(self) -> None:
        """Wait until the table is switched off, or must restart."""
        self._off.wait()

    def close(self) -> None:
        """Take everything apart, the mirror first. Durable data stays."""
        self._closers.close()


def _make_and_freeze(needed: Needed) -> None:
    """Make the *needed* parts, and spare the garbage collector a look at them."""
    needed.make()
    freeze()


def _switches_off(event: InputEvent) -> bool:
    """Return True if *event* switches the table off in any state."""
    from companion.input.controls import OFF

    return isinstance(event, ChordHeld) and event.buttons == OFF


def _library_of(settings: Settings, data: Path) -> Library:
    library = Library(settings.kits.folder or data / "kits", data / "languages", undrawable)
    library.log_faults()
    return library


def _bad_kit_rows(faults: Sequence[BadKit]) -> tuple[BadKitRow, ...]:
    """Return a menu row for each unusable file; files of one name share one."""
    rows: dict[str, tuple[tuple[str, Message], ...]] = {}
    for bad in faults:
        name = Path(bad.file).name
        rows[name] = (*rows.get(name, ()), *((fault.where, fault.said) for fault in bad.faults))
    return tuple(BadKitRow(*row) for row in rows.items())


def _languages(texts: Texts) -> tuple[tuple[str, Message], ...]:
    """Return every language of *texts* by code, with its own name.

    A family's own languages come after those that ship.
    """
    shipped = dict(LANGUAGES)
    own = {code: texts.name_of(code) for code in texts.languages if code not in shipped}
    return (*LANGUAGES, *((code, Message("menu.word", {"word": name})) for code, name in own.items()))
