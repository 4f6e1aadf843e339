"""The table at its broker, as an optional part."""

from __future__ import annotations

from companion.outside.mqtt.arriving_kits import ArrivingKits
from companion.outside.mqtt.keeper_orders import Obeying
from companion.outside.mqtt.publisher import Mqtt
from companion.parts.table import Parts
from hardware.oled.fonts import undrawable


def make(table: Parts) -> Mqtt:
    """Return the connection of *table* to its broker.

    It hears the orders of the club's keeper too.
    """
    mqtt = Mqtt(
        table.settings,
        table.session,
        table.for_broker,
        table.library.texts,
        faults=table.health.faults,
        table=table.surroundings,
    )
    if (orders := _keepers_orders(table)) is not None:
        mqtt.obey(orders)
    return table.closers.joined(mqtt)


def _keepers_orders(table: Parts) -> Obeying | None:
    """Return the handler of the club keeper's orders, None outside a club."""
    club, library = table.settings.club, table.library
    if not club.is_member or library.folder is None:
        return None
    kits = ArrivingKits(
        library.folder,
        frozenset(game.slug for game in library.games),
        table.asking,
        table.stage,
        undrawable=undrawable,
        starts_anew=IdleRestart(table).restart,
    )
    clock, later = table.clock, table.timers.after
    return Obeying(club.obey, table.session, kits, undrawable=undrawable, clock=clock, later=later)


class IdleRestart:
    """A restart of *table* for a new kit, if that disturbs nobody."""

    def __init__(self, table: Parts) -> None:
        self._table = table

    def restart(self) -> None:
        """Restart soon unless a game or a rehearsal is on."""
        published = self._table.session.published
        if published.is_over and not published.keeps_nothing and not self._table.surroundings.is_rehearsing:
            self._table.power.restart_soon()
