"""The bodies of requests and answers about kits that travel."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.model.wire import Label


class SharedKit(Struct, frozen=True):
    """A kit as another table can take it."""

    slug: str
    name: Label
    edition: Annotated[Label, Meta(description="Version and author.")]
    code: Annotated[str, Meta(description="Its QR code as SVG; empty if it doesn't fit into one.")]
    address: Annotated[str, Meta(description="The page with all of this, to be typed.")]
    file: Annotated[str, Meta(description="Where its file is.")]
    note: Annotated[Label, Meta(description="What isn't in the code; empty if all is.")] = ""
    cover: Annotated[str, Meta(description="Where its own picture is; empty without one.")] = ""


class ShownCodeBody(Struct, forbid_unknown_fields=True):
    """Whether the televisions show a kit's code."""

    shown: bool


class OfferedKit(Struct, frozen=True):
    """A kit sent by the caller, and the effect of taking it."""

    slug: str
    name: str
    line: str
    edition: Label
    parts: Annotated[tuple[str, ...], Meta(description="The names of the first things that it has.")]
    compared: Annotated[Label, Meta(description="Whether it is new, newer, older, or there already.")]
    can_take: bool
    take: Annotated[Label, Meta(description="What the button is called; empty if it is there already.")]


class OfferState(Struct, frozen=True):
    """The caller's offer, and the outcome of the last one."""

    offer: OfferedKit | None
    outcome: Literal["", "waiting", "no", "late", "taking", "taken", "refused"]
    text: Annotated[Label, Meta(description="The outcome in words; empty without one.")]


class TakeBody(Struct, forbid_unknown_fields=True):
    """Ask the table to take the offer, take it, or forget it.

    An owner takes it without a question.
    """

    do: Literal["ask", "take", "put-away"]
