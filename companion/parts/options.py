"""Options of a table: the parts that its caller may replace."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from msgspec import Struct, field

from companion.chance.dealers import Dealer, FairDealer, TypedDealer
from companion.health.health import Health
from companion.health.helper import Helper
from companion.health.service_manager import ServiceManager
from companion.library.games import Library
from companion.parts.optional import OptionalPart
from companion.runtime.clock import Clock, SystemClock

DEALERS: Mapping[str, Dealer] = MappingProxyType({"dealer": FairDealer(), "typed": TypedDealer(), "ask": TypedDealer()})


class TableOptions(Struct, frozen=True, kw_only=True):
    """The parts of a table that its caller may replace.

    *dealers* roll and draw. *library* and *health* are made of the settings unless they are given. *manager* hears
    whether all parts answer. *helper* acts with the rights of the computer. *parts* stand in place of listed ones.
    *glass* is the controller of the emulated screen, "" for the one of the settings, and *tape* gets each byte sent to
    it. *begins_first_evening*: a table that never held a game asks its first questions. *written* is the settings file
    in force without the owner's page's choices, and *is_trial* if those are on trial. *card_folder* may hold
    games that are taken at the start.
    """

    dealers: Mapping[str, Dealer] = DEALERS
    clock: Clock = field(default_factory=SystemClock)
    library: Library | None = None
    health: Health | None = None
    manager: ServiceManager = field(default_factory=lambda: ServiceManager({}))
    helper: Helper = field(default_factory=Helper)
    parts: Mapping[OptionalPart[Any], object] = MappingProxyType({})  # each is of its entry's type
    glass: str = ""
    tape: Callable[[bytes], None] | None = None
    begins_first_evening: bool = False
    written: Mapping[str, Any] = MappingProxyType({})  # values of a settings file
    is_trial: bool = False
    card_folder: Path | None = None


USUAL = TableOptions()
