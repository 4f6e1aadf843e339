"""The table at its broker, as an optional part."""

from __future__ import annotations

from companion.library.games import Library
from companion.outside.mqtt.arriving_kits import ArrivingKits
from companion.outside.mqtt.keeper_orders import Obeying
from companion.outside.mqtt.publisher import Mqtt
from companion.parts.optional import OWN_GAMES
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
        TakenSlugs(library),
        table.asking,
        table.stage,
        undrawable=undrawable,
        kept=table.optional.get(OWN_GAMES).read_again,
    )
    clock, later = table.clock, table.timers.after
    return Obeying(club.obey, table.session, kits, undrawable=undrawable, clock=clock, later=later)


class TakenSlugs:
    """The slugs of all games of *library*, which may change."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def __contains__(self, slug: object) -> bool:
        return any(game.slug == slug for game in self._library.games)
