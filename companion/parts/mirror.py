"""The mirror as the table knows it, with pages made when wanted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.outside.newest import Newest
from companion.parts.optional import PAGES, OptionalParts
from companion.stage.presenter import TableStage
from web_ui.api.mirror import TableMirror
from web_ui.http.server.server import EXTENSION


class AddressViews:
    """The views of the table's address: pages, the screen, and the broker."""

    def __init__(self, mirror: TableMirror, stage: TableStage, for_broker: Newest) -> None:
        self._mirror, self._stage, self._for_broker = mirror, stage, for_broker

    def readdress(self) -> None:
        """Have the pages look at the addresses again."""
        self._mirror.network_changed()

    def settle(self) -> None:
        """Show by which address the table is found now."""
        self._stage.settle()
        self._for_broker.nudge()


class MirrorApplication:
    """The mirror of *context* as a WSGI application."""

    def __init__(self, context: TableMirror, optional: OptionalParts) -> None:
        self._optional = optional
        self.extensions: Mapping[str, Any] = {EXTENSION: context}
        """The context, as in a Flask application."""

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer the request *environ*, as WSGI has it."""
        return self._optional.get(PAGES)(environ, start_response)
