"""The mirror's parts that its server and its pages share.

Law: the table answers before it has imported Flask, so nothing here imports it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from companion.phones.membership import Phones
from companion.session.session import Session
from companion.texts.say import Texts
from web_ui.api.views import Views
from web_ui.http.access.admission import Admission
from web_ui.http.access.callers import COOKIE, TELEVISION_COOKIE
from web_ui.http.access.hosts import Hosts
from web_ui.http.access.rate_limit import Limit
from web_ui.http.content.assets import Assets
from web_ui.http.stream.stream import Stream

if TYPE_CHECKING:
    from web_ui.api.services import PageServices, Panel


class TableMirror(Struct, frozen=True):
    """The mirror's parts; ``create_mirror`` builds it once."""

    source: Session
    panel: Panel | None
    texts: Texts
    hosts: Hosts
    views: Views
    stream: Stream
    phones: Phones
    joins: Limit
    wrong_digits: Limit
    commands: Limit
    odds: Limit
    edits: Limit
    admission: Admission
    assets: Assets
    services: PageServices
    watching: bool = True

    @property
    def own_lang(self) -> str:
        """The table's language."""
        return self.source.published.lang

    def network_changed(self) -> None:
        """Reload this computer's addresses, and show the new ones on pages.

        Callable from any thread.
        """
        self.hosts.forget()
        self.look_anew()

    def look_anew(self) -> None:
        """Refresh the parts of pages that no published state holds.

        Callable from any thread.
        """
        self.views.network += 1
        self.stream.nudge()

    def known_by(self, cookies: Mapping[str, str]) -> str:
        """Return the roster's key of the phone or television with *cookies*.

        "" if neither has joined.
        """
        phone, television = cookies.get(COOKIE, ""), cookies.get(TELEVISION_COOKIE, "")
        return self.phones.key_of(phone) or self.phones.television_of(television)
