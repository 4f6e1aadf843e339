"""The parts of a table that always exist."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from companion.health.cards import Cards
from companion.health.health import Health
from companion.health.network import NetworkHealth
from companion.health.served_note import ServedNote
from companion.library.games import Library
from companion.outside.newest import Newest
from companion.parts.address import Serving
from companion.parts.devices import TableDevices
from companion.parts.optional import OptionalParts
from companion.parts.options import TableOptions
from companion.parts.power import PowerSwitch
from companion.parts.repairs import Repairs
from companion.parts.surroundings import Surroundings
from companion.phones.confirmation import Confirmation
from companion.phones.membership import Phones
from companion.phones.pairing import PairingWindow
from companion.runtime.clock import Clock
from companion.runtime.closers import Closers
from companion.runtime.timers import TimerThread
from companion.session.session import Session
from companion.settings.tables import Settings
from companion.stage.presenter import TableStage
from companion.upkeep.forgetting.factory_reset import FactoryReset
from companion.upkeep.quiet import Quiet
from web_ui.api.mirror import TableMirror
from web_ui.http.access.presence import PhonePresence
from web_ui.http.server.server import Server


class Parts(Struct, frozen=True, kw_only=True, eq=False):
    """The parts of a table with *settings* and its memory in *data*.

    *closers* take them apart. *mirror* is what the *server* and the pages share. *for_broker* and *for_hooks* have the
    newest published state for the home network, each for one thread. All other parts are *optional*.
    """

    settings: Settings
    data: Path
    options: TableOptions
    closers: Closers
    clock: Clock
    timers: TimerThread
    health: Health
    network_health: NetworkHealth
    served_note: ServedNote
    cards: Cards
    library: Library
    devices: TableDevices
    stage: TableStage
    session: Session
    window: PairingWindow
    asking: Confirmation
    phones: Phones
    presence: PhonePresence
    serving: Serving
    surroundings: Surroundings
    quiet: Quiet
    power: PowerSwitch
    repairs: Repairs
    reset: FactoryReset
    for_broker: Newest
    for_hooks: Newest
    mirror: TableMirror
    server: Server
    optional: OptionalParts
