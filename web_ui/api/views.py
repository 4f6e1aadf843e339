"""The table for one caller in one language, as JSON.

No published state becomes JSON elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct
from msgspec.structs import asdict

from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.model import wire
from companion.model.roster import Presence
from companion.model.snapshot import Snapshot
from companion.model.wire import Label, Reveal, Seat, Seen, Speaker, speaker
from companion.phones.membership import Phones
from companion.texts.plain import PlainOnce
from companion.texts.say import Texts
from hardware.ports import LAMP_NAMES, DeviceStatus, LampName
from web_ui.http.access.callers import Caller, ViewKey
from web_ui.http.access.presence import PhonePresence

if TYPE_CHECKING:
    from web_ui.api.services import Panel


class PersonBody(wire.Person, frozen=True):
    """A person at the table and the presence of their phone.

    Asleep means joined but no page in view.
    """

    presence: Presence


class Device(Struct, frozen=True):
    """One of the table's devices and how it is."""

    name: str
    label: str
    simulated: bool
    working: bool
    text: Annotated[str, Meta(description="What ails it; empty while it works.")]


class TableBody(Seen, frozen=True):
    """The table as the caller may see it now."""

    page: Annotated[str, Meta(description="Which pages are served now: one that came with another is old.")]
    network: Annotated[int, Meta(description="Rises with each change of the table's addresses: those shown are old.")]
    people: tuple[PersonBody, ...]
    lang: str
    seats: Annotated[tuple[Speaker, ...], Meta(description="Whom the caller may speak for; empty while watching.")]
    joined: Annotated[bool, Meta(description="Whether the caller is a phone that has joined, with a seat or without.")]
    arrived: Annotated[tuple[str, ...], Meta(description="The ids of the caller's own commands done last, at most 4.")]
    may_join: Annotated[bool, Meta(description="Whether the digits on the table's screen let phones in now.")]
    choosing: Annotated[Label | None, Meta(description="Who else is choosing a game, in words.")]
    shared: Annotated[str, Meta(description="The kit whose code televisions show now, by its slug; empty for none.")]
    held_seats: Annotated[tuple[int, ...], Meta(description="The seats that phones hold.")]
    looks: Annotated[Seat | None, Meta(description="The seat that `state` is seen through; null: none.")]
    devices: tuple[Device, ...]
    lamps: Annotated[tuple[LampName, ...], Meta(description="The lamps beside the buttons that are lit now.")]


class Cue(Struct, frozen=True):
    """Something has started; its result comes with the next table."""

    version: int
    reveal: Reveal | None
    lamps: tuple[LampName, ...]


class Views:
    """Says published states to callers.

    :param page: a name for exactly the pages that are served now: one that came with another is old.
    """

    def __init__(
        self,
        texts: Texts,
        panel: Panel | None,
        phones: Phones,
        *,
        page: str = "",
        presence: PhonePresence | None = None,
    ) -> None:
        self._texts = texts
        self._plain = PlainOnce(texts)
        self._panel = panel
        self._phones = phones
        self.page = page
        self.presence = presence or PhonePresence()
        self.network = 0
        """How often this computer's addresses have changed."""

    def view(self, published: Snapshot, caller: Caller, lang: str | None) -> ViewKey:
        """Return *caller*'s view of *published*.

        Without a *lang* of their own it is in the table's language.
        """
        seats = caller.speaks_for(published)
        arrived = tuple(published.arrived.get(caller.phone, ())) if seats else ()
        return ViewKey(caller.viewer(seats), seats, lang or published.lang, caller.has_joined(published), arrived)

    def table(self, published: Snapshot, view: ViewKey, lamps: Sequence[LampName]) -> TableBody:
        """Return the whole object of ``GET /api/v1/table``, with *lamps* lit."""
        return self._texts.localize(view.lang, self.seen(published, view, lamps))

    def plain(self, published: Snapshot, view: ViewKey, lamps: Sequence[LampName]) -> dict[str, object]:
        """Return the table of `seen` as plain data.

        A part that didn't change is the same object as before.
        """
        seen = self.seen(published, view, lamps)
        return {name: self._plain.plain(view.lang, name, getattr(seen, name)) for name in seen.__struct_fields__}

    def seen(self, published: Snapshot, view: ViewKey, lamps: Sequence[LampName]) -> TableBody:
        """Return the table before translation."""
        viewer, seats, lang, joined, arrived, has_forms = view
        own = asdict(published.seen_by(viewer, seats, has_forms))
        presences = self.presence.of(published)
        people = tuple(PersonBody(each.seat, each.name, presences[each.seat]) for each in own.pop("people"))
        return TableBody(
            **own,
            page=self.page,
            network=self.network,
            people=people,
            lang=lang,
            seats=tuple(map(speaker, sorted(seats))),
            joined=joined,
            arrived=arrived,
            may_join=self._phones.window.is_open,
            choosing=self._choosing(published, seats, people),
            shared=self.presence.shown_code,
            held_seats=tuple(sorted(published.roster.held_seats().intersection(each.seat for each in people))),
            looks=viewer if viewer in seats and viewer != TABLE else None,
            devices=tuple(self._device(device, lang) for device in self.devices()),
            lamps=tuple(lamps),
        )

    def _choosing(self, published: Snapshot, seats: AbstractSet[int], people: Sequence[PersonBody]) -> Message | None:
        """Return a notice that somebody else is choosing a game, else None."""
        for key in self.choosing(published):
            phone = published.roster.phones.get(key)
            if phone is None:
                if TABLE not in seats:
                    return Message("shelf.somebody-choosing")
            elif TABLE in seats or seats.isdisjoint(phone.seats):
                # Before the first game nobody but the phone itself has a name.
                names = [each.name for each in people if each.seat in phone.seats]
                return Message("shelf.choosing", {"name": (*names, phone.name)[0]})
        return None

    def cue(self, published: Snapshot, view: ViewKey, lamps: Sequence[LampName]) -> Cue:
        """Return a ``cue`` event: a motion without its result, and lit *lamps*."""
        return self._texts.localize(view.lang, Cue(published.version, published.public_motion, tuple(lamps)))

    def devices(self) -> tuple[DeviceStatus, ...]:
        """Return how the table's devices are now."""
        return tuple(self._panel.devices()) if self._panel else ()

    def choosing(self, published: Snapshot) -> tuple[str, ...]:
        """Return the phones that are choosing a game.

        "" is somebody at the table.
        """
        at_table = self._panel is not None and published.open.game is None and self._panel.chooses()
        phones = self.presence.choosing(published)
        return (*phones, "") if at_table and "" not in phones else phones

    def lamps(self) -> tuple[LampName, ...]:
        """Return the lit lamps in the order of the buttons."""
        lit = self._panel.lamps() if self._panel else ()
        return tuple(name for name in LAMP_NAMES if name in lit)

    def bitmap(self) -> bytes | None:
        """Return the screen's public picture, None without a screen."""
        return self._panel.public_bitmap() if self._panel else None

    def own_bitmap(self) -> bytes | None:
        """Return the screen's own picture, None unless the table is simulated."""
        return self._panel.own_bitmap() if self._panel is not None and self._panel.input is not None else None

    def _device(self, device: DeviceStatus, lang: str) -> Device:
        label = self._texts.say(lang, f"page.device.{device.name}")
        trouble = self._texts.say(lang, device.trouble) if device.trouble else ""
        return Device(device.name, label, device.simulated, device.working, trouble)
