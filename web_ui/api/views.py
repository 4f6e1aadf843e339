"""The table as one caller may see it, in one language: the only road from a published state to JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.seats import TABLE
from companion.phones.joining import Phones
from companion.texts.say import Texts
from hardware.ports import LAMP_NAMES, DeviceStatus, LampName
from web_ui.http.callers import Caller, View
from web_ui.http.presence import PhonePresence
from web_ui.source import PanelSource, Snapshot


class Views:
    """Says published states to callers.

    :param page: a name for exactly the pages that are served now: one that came with another is old.
    """

    def __init__(self, texts: Texts, panel: PanelSource | None, phones: Phones, page: str = "") -> None:
        self._texts = texts
        self._panel = panel
        self._phones = phones
        self._page = page
        self.presence = PhonePresence()

    def view(self, published: Snapshot, caller: Caller, lang: str | None) -> View:
        """Return how *caller* sees *published*; without a *lang* of their own in the table's language."""
        seats = caller.speaks_for(published)
        arrived = tuple(published.arrived.get(caller.phone, ())) if seats else ()
        return View(caller.viewer(published), seats, lang or published.lang, caller.is_in(published), arrived)

    def table(self, published: Snapshot, view: View, lamps: Sequence[LampName]) -> dict[str, Any]:
        """Return the whole object of ``GET /api/v1/table``, ready for JSON, with *lamps* lit."""
        viewer, seats, lang, joined, arrived = view
        own = published.seen_by(viewer, seats)
        presences = self.presence.of(published)
        seen = {
            **own,
            "page": self._page,
            "people": [{**each, "presence": presences[each["seat"]]} for each in own["people"]],
            "lang": lang,
            "seats": ["table" if seat == TABLE else seat for seat in sorted(seats)],
            "joined": joined,
            "arrived": arrived,
            "may_join": self._phones.window.is_open,
            "taken": sorted(published.roster.taken().intersection(range(len(published.people)))),
            "looks": viewer if viewer in seats and viewer != TABLE else None,
            "devices": [self._device(device, lang) for device in self.devices()],
            "lamps": lamps,
        }
        return self._told(lang, seen)

    def cue(self, published: Snapshot, view: View, lamps: Sequence[LampName]) -> dict[str, Any]:
        """Return what a ``cue`` event says: something is in motion, without its result, and *lamps* are lit."""
        told = {"version": published.version, "reveal": published.public_motion, "lamps": lamps}
        return self._told(view.lang, told)

    def devices(self) -> tuple[DeviceStatus, ...]:
        """Return how the table's devices are now."""
        return tuple(self._panel.devices()) if self._panel else ()

    def lamps(self) -> tuple[LampName, ...]:
        """Return the lamps that are lit now, in the order of the buttons."""
        lit = self._panel.lamps() if self._panel else ()
        return tuple(name for name in LAMP_NAMES if name in lit)

    def picture(self) -> bytes | None:
        """Return the screen's public picture, or None where there is no screen to show."""
        return self._panel.public_picture() if self._panel else None

    def own_picture(self) -> bytes | None:
        """Return the screen's own picture, or None where no simulated table has one."""
        if self._panel is None or self._panel.input is None or self._panel.own_picture is None:
            return None
        return self._panel.own_picture()

    def _device(self, device: DeviceStatus, lang: str) -> dict[str, Any]:
        return {
            "name": device.name,
            "label": self._texts.say(lang, f"page.device.{device.name}"),
            "simulated": device.simulated,
            "working": device.working,
            "text": self._texts.say(lang, device.trouble) if device.trouble else "",
        }

    def _told(self, lang: str, seen: dict[str, Any]) -> dict[str, Any]:
        told = self._texts.tell(lang, seen)
        assert isinstance(told, dict)
        return told
