"""The bodies of the maker's answers."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from companion.maker.wire import KitShape, SeenFault, TrialButton
from companion.model.wire import Label
from web_ui.api.views import TableBody

_PNG = "A PNG of 128 x 64 in base64; empty without one."


class ShapeBody(Struct, frozen=True):
    """Everything that a kit may have, in one language."""

    shape: KitShape
    lang: str


class MakerBody(Struct, frozen=True):
    """A kit after its edits, and its trial after the presses."""

    text: Annotated[str, Meta(description="The file; as it was sent if an edit can't be made.")]
    slug: str
    title: Label
    data: Annotated[dict[str, Any], Meta(description="What the file says, in its order; empty if it isn't TOML.")]
    faults: tuple[SeenFault, ...]
    fault: Annotated[Label | None, Meta(description="Why an edit couldn't be made.")] = None
    phone: Annotated[
        TableBody | None, Meta(description="The table as GET /api/v1/table has it; null while the kit has faults.")
    ] = None
    oled: Annotated[str, Meta(description=f"The table's screen at rest. {_PNG}")] = ""
    oled_moving: Annotated[str, Meta(description=f"The screen during the last roll, spin or draw. {_PNG}")] = ""
    buttons: tuple[TrialButton, ...] = ()
    refused: Annotated[Label | None, Meta(description="Why the last press does nothing.")] = None
