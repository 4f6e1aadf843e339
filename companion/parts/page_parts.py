"""The parts of a table that its pages call."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from companion.health.cards import Cards
from companion.parts.address import Serving
from companion.parts.optional import (
    BACKUPS,
    DIGITS,
    DOCTOR,
    GUIDE,
    MAKER,
    METRICS,
    NIGHTS,
    OWN_GAMES,
    REHEARSAL,
    SHARING,
    TRIAL,
    OptionalParts,
)
from companion.parts.power import PowerSwitch
from companion.parts.repairs import Repairs
from companion.upkeep.forgetting.factory_reset import FactoryReset
from web_ui.http.access.presence import PhonePresence
from web_ui.http.content.headers import LARGE_BODIES

if TYPE_CHECKING:
    from companion.library.own.collection import OwnGames
    from companion.sharing.offers import KitOffers
    from web_ui.api.services import (
        Backups,
        CountsPage,
        Digits,
        Examiner,
        FrameAndDie,
        KitMaker,
        NightBackups,
        Rehearsals,
        WiringChoices,
    )


class PageParts(Struct, frozen=True, kw_only=True, eq=False):
    """The pages' access to a table.

    Pages are the first to want many of the *optional* parts. *games* holds the folders of the games with parts of pages
    of their own, by slug, *covers* the files of games' pictures. *is_counted*: the settings ask for metrics.
    """

    optional: OptionalParts
    games: Mapping[str, Path]
    covers: Mapping[str, Path]
    presence: PhonePresence
    visits: Serving
    repairs: Repairs
    reset: FactoryReset
    power: PowerSwitch
    cards: Cards
    is_counted: bool

    @property
    def rehearsals(self) -> Rehearsals:
        """The rehearsals of its parts."""
        return self.optional.get(REHEARSAL)

    @property
    def first_evening(self) -> FrameAndDie:
        """The first evening's questions that take devices."""
        return self.optional.get(GUIDE)

    @property
    def digits(self) -> Digits:
        """The digits in the log, for a table without buttons."""
        return self.optional.get(DIGITS)

    @property
    def doctor(self) -> Examiner:
        """The doctor."""
        return self.optional.get(DOCTOR)

    @property
    def backups(self) -> Backups:
        """The backups by page."""
        return self.optional.get(BACKUPS)

    @property
    def own_games(self) -> OwnGames:
        """The family's own games."""
        return self.optional.get(OWN_GAMES)

    @property
    def sharing(self) -> KitOffers:
        """Kits given away and taken."""
        return self.optional.get(SHARING)

    @property
    def nights(self) -> NightBackups:
        """The backups by night."""
        return self.optional.get(NIGHTS)

    @property
    def maker(self) -> KitMaker:
        """The maker of kits."""
        return self.optional.get(MAKER)

    @property
    def wiring(self) -> WiringChoices:
        """The choices of pins, screen and tray."""
        return self.optional.get(TRIAL)

    @property
    def counts(self) -> CountsPage | None:
        """The metrics, None if their library is missing."""
        return self.optional.get(METRICS)

    def room_for(self, path: str) -> int:
        """Return how many bytes may be uploaded to the address *path*."""
        return LARGE_BODIES[path] if path in LARGE_BODIES else self.optional.get(BACKUPS).room_for(path)
