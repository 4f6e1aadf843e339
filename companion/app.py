"""The table: all its parts built and joined, run, and taken apart.

Law: parts are given everything they need here; none looks for another. An optional part, which the table can answer
without, is imported on first use.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from msgspec import Struct

from companion.health.cards import Cards
from companion.health.health import Health
from companion.health.network import NetworkHealth
from companion.health.served_note import ServedNote
from companion.health.service_manager import STOPPING
from companion.input.hands import Hands
from companion.journal.journal import Journal
from companion.library.games import Library
from companion.library.offer import offer_of
from companion.library.packages import covers, page_folders
from companion.outside.newest import Newest
from companion.parts.address import Serving
from companion.parts.devices import TableDevices
from companion.parts.mirror import AddressViews, MirrorApplication
from companion.parts.optional import GUIDE, OptionalParts
from companion.parts.options import USUAL, TableOptions
from companion.parts.other_places import OtherPlaces
from companion.parts.page_parts import PageParts
from companion.parts.panel import TablePanel
from companion.parts.power import PowerSwitch
from companion.parts.repairs import Repairs
from companion.parts.screen import Glass
from companion.parts.surroundings import LateSurvey, Surroundings
from companion.parts.table import Parts
from companion.phones.confirmation import Confirmation
from companion.phones.membership import Phones
from companion.phones.pairing import PairingWindow
from companion.runtime.closers import Closers
from companion.runtime.timers import TimerThread
from companion.session.outbox import FINISHED, RECORD
from companion.session.session import Session, SessionConfig
from companion.settings.tables import Settings
from companion.stage.presenter import TableStage
from companion.upkeep.forgetting.factory_reset import FactoryReset
from companion.upkeep.quiet import Quiet
from hardware.oled.fonts import undrawable
from web_ui.api.mirror import TableMirror
from web_ui.app import create_mirror
from web_ui.http.access.presence import PhonePresence
from web_ui.http.server.server import Server
from web_ui.http.settings import WebSettings


class _Base(Struct, frozen=True):
    """The base of all parts of a table."""

    settings: Settings
    data: Path
    options: TableOptions
    closers: Closers
    health: Health
    library: Library
    timers: TimerThread
    optional: OptionalParts


class _Edge(Struct, frozen=True):
    """The parts that people see and touch, and the power switch."""

    devices: TableDevices
    window: PairingWindow
    asking: Confirmation
    presence: PhonePresence
    serving: Serving
    stage: TableStage
    power: PowerSwitch
    network_health: NetworkHealth


def build(settings: Settings, data: Path, options: TableOptions = USUAL) -> Parts:
    """Build a table with its memory in *data*; it serves nothing yet."""
    closers = Closers()
    try:
        health = options.health or Health(data)
        library = options.library or _library_of(settings, data)
        optional = OptionalParts(health.faults, options.parts)
        timers = TimerThread()
        base = _Base(
            settings, data, options, closers=closers, health=health, library=library, timers=timers, optional=optional
        )
        return _built(base)
    except BaseException:
        closers.close()
        raise


def run(table: Parts, begin: Callable[[Parts], None]) -> None:
    """Run *table*, started by *begin*, until it is switched off or restarts."""
    try:
        begin(table)
        table.power.wait()
        if table.power.is_off:
            table.options.manager.tell(STOPPING)
    finally:
        close(table)


def close(table: Parts) -> None:
    """Take *table* apart, the mirror first. Durable data stays."""
    table.closers.close()


def _built(base: _Base) -> Parts:
    """Build every part of the table that always exists, in order."""
    options, closers, optional = base.options, base.closers, base.optional
    note, cards, for_broker, for_hooks = ServedNote(base.data, os.environ), Cards(base.data), Newest(), Newest()
    closers.add(note.remove)
    edge = _edge(base)
    stage, power = edge.stage, edge.power
    session = _session(base, stage)
    closers.add(edge.window.end)
    closers.add(edge.asking.end)
    edge.devices.open_input()
    phones = Phones(session, edge.window, edge.asking)
    repairs = Repairs(base.health, session, stage, power, optional=optional)
    reset = FactoryReset(session, edge.asking, stage, power)
    pages = _page_parts(base, edge, repairs, reset, cards=cards)
    web = _web_settings(base.settings, base.data, edge.serving, pages)
    panel = TablePanel(edge.devices, stage)
    mirror = create_mirror(session, panel, base.library.texts, web, phones=phones, services=pages)
    server = closers.joined(Server(MirrorApplication(mirror, optional), web))
    closers.add(partial(_say_off, power, mirror))
    edge.serving.serve_by(server, AddressViews(mirror, stage, for_broker))
    surroundings = Surroundings(options.clock, edge.serving, edge.presence, stage, optional=optional)
    table = Parts(
        settings=base.settings,
        data=base.data,
        options=options,
        closers=closers,
        clock=options.clock,
        timers=base.timers,
        health=base.health,
        network_health=edge.network_health,
        served_note=note,
        cards=cards,
        library=base.library,
        devices=edge.devices,
        stage=stage,
        session=session,
        window=edge.window,
        asking=edge.asking,
        phones=phones,
        presence=edge.presence,
        serving=edge.serving,
        surroundings=surroundings,
        quiet=Quiet(options.clock, surroundings, session),
        power=power,
        repairs=repairs,
        reset=reset,
        for_broker=for_broker,
        for_hooks=for_hooks,
        mirror=mirror,
        server=server,
        optional=optional,
    )
    optional.belong_to(table)
    _join(table)
    return table


def _edge(base: _Base) -> _Edge:
    """Build the parts that people see and touch."""
    settings, options, closers, later = base.settings, base.options, base.closers, base.timers.after
    faults, glass = base.health.faults, Glass(options.glass, options.tape)
    devices = TableDevices(settings, base.data, options.clock, faults, closers=closers, glass=glass)
    window, asking = PairingWindow(options.clock, later), Confirmation(options.clock, later)
    network_health, presence = NetworkHealth(faults, LateSurvey(base.optional), settings.web.host), PhonePresence()
    serving = Serving(settings, network_health, window, base.optional)
    shows, texts = devices.for_stage(), base.library.texts
    stage = TableStage(shows, texts, serving.shown_address, later, presences=presence.of)
    power = PowerSwitch(stage, devices, options.helper, later)
    for closer in (stage.close, base.timers.close, power.close, power.power_off):
        closers.add(closer)
    window.subscribe(lambda: stage.show_pairing(window.shown))
    asking.subscribe(lambda: stage.ask(asking.question))
    return _Edge(
        devices,
        window,
        asking,
        presence=presence,
        serving=serving,
        stage=stage,
        power=power,
        network_health=network_health,
    )


def _session(base: _Base, stage: TableStage) -> Session:
    library, faults, settings = base.library, base.health.faults, base.settings
    defaults: Any = settings.game  # each value was judged by its game's option before this
    offer = offer_of(library)
    config = SessionConfig(
        lang=library.language_of(settings.table.language),
        languages=offer.languages,
        defaults=defaults,
        program=version("tidetable"),
        name=settings.table.name,
        bad_kits=offer.bad_kits,
        faults=faults.now,
        places=OtherPlaces(settings.table.fallback, base.optional).look,
        must_arrive=_must_arrive(settings),
        can_call=bool(settings.mqtt.broker) and settings.club.is_member,
        begins_first_evening=base.options.begins_first_evening,
    )
    options, journal = base.options, Journal(base.data)
    session = Session(library.games, journal, options.dealers, options.clock, stage=stage, config=config)
    faults.subscribe(session.tell_faults)
    return base.closers.joined(session)


def _page_parts(base: _Base, edge: _Edge, repairs: Repairs, reset: FactoryReset, *, cards: Cards) -> PageParts:
    return PageParts(
        optional=base.optional,
        games=page_folders(base.library.games),
        covers=covers(base.library.games),
        presence=edge.presence,
        visits=edge.serving,
        repairs=repairs,
        reset=reset,
        power=edge.power,
        cards=cards,
        is_counted=base.settings.metrics.enabled,
    )


def _web_settings(settings: Settings, data: Path, serving: Serving, pages: PageParts) -> WebSettings:
    web = settings.web
    return WebSettings(
        host=web.host,
        port=web.port,
        names=(*web.names, web.join_host),
        join_host=serving.join_host,
        watching=web.watching,
        proxy_port=web.proxy_port,
        trusted_proxy=web.trusted_proxy,
        proxy_header=web.proxy_header,
        proxy_socket=web.proxy_socket,
        room_for=pages.room_for,
        large_bodies=data,
    )


def _join(table: Parts) -> None:
    """Have the parts of *table* hear each other."""
    session, settings, stage = table.session, table.settings, table.stage
    stage.be_guided(partial(table.optional.get, GUIDE))
    if settings.mqtt.broker:
        session.subscribe(table.for_broker)
    if settings.webhooks or settings.metrics.enabled:
        session.subscribe(table.for_hooks)
    session.subscribe(table.quiet)
    session.subscribe(table.serving)
    table.presence.subscribe(stage.look_at_phones)
    table.presence.subscribe(table.for_broker.nudge)
    table.devices.be_handled(Hands(table.optional, table.quiet))


def _say_off(power: PowerSwitch, mirror: TableMirror) -> None:
    """Tell open pages that the table is switched off, if it is."""
    if power.is_off:
        mirror.stream.say_off()


def _must_arrive(settings: Settings) -> frozenset[str]:
    """Return the kinds of message that wait for the broker.

    They do so when a game ends. There are none if the broker only hears that the table is there.
    """
    if not settings.mqtt.broker or not settings.web.watching:
        return frozenset()
    return frozenset((FINISHED, RECORD) if settings.club.records else (FINISHED,))


def _library_of(settings: Settings, data: Path) -> Library:
    library = Library(settings.kits.folder or data / "kits", data / "languages", undrawable)
    library.log_faults()
    return library
