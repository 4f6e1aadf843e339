"""What phones are sent and what they send, as typed values: encoded by msgspec, and described by openapi.py."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from companion.model import messages
from companion.model.messages import Reveal, Seat, Seen, Speaker
from companion.model.roster import Presence
from hardware.ports import LampName


class Person(messages.Person, frozen=True):
    """Somebody at the table, and whether their phone is there: asleep means joined but no page in view."""

    presence: Presence


class Device(Struct, frozen=True):
    """One of the table's devices and how it is."""

    name: str
    label: str
    simulated: bool
    working: bool
    text: Annotated[str, Meta(description="What ails it; empty while it works.")]


class Table(Seen, frozen=True):
    """The table as the caller may see it now."""

    page: Annotated[str, Meta(description="Which pages are served now: one that came with another is old.")]
    people: tuple[Person, ...]
    lang: str
    seats: Annotated[tuple[Speaker, ...], Meta(description="Whom the caller may speak for; empty while watching.")]
    joined: Annotated[bool, Meta(description="Whether the caller is a phone that is in, with a seat or without.")]
    arrived: Annotated[tuple[str, ...], Meta(description="The ids of the caller's own commands done last, at most 4.")]
    may_join: Annotated[bool, Meta(description="Whether the digits on the table's screen let phones in now.")]
    taken: Annotated[tuple[int, ...], Meta(description="The seats that phones hold.")]
    looks: Annotated[Seat | None, Meta(description="The seat that `state` is seen through; null: none.")]
    devices: tuple[Device, ...]
    lamps: Annotated[tuple[LampName, ...], Meta(description="The lamps beside the buttons that are lit now.")]


class Cue(Struct, frozen=True):
    """Something has started; its result comes with the next table."""

    version: int
    reveal: Reveal | None
    lamps: tuple[LampName, ...]
