"""What comes in to the session, and how it says no."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from companion.engine.said import Said

By = Literal["button", "phone", "clock", "typed"]


class Request(Struct, frozen=True):
    """A command on its way in: *do* in the notation for *seat*, by a sender who *speaks_for* some seats.

    *id* makes it once-only; *seen* is the version the sender looked at; *entropy* are bytes of a person's device.
    """

    id: str
    seen: int
    seat: int
    do: str
    by: By
    speaks_for: frozenset[int]
    entropy: bytes = b""


class Refusal(ValueError):
    """A request was refused and nothing has changed. *reason* is a slug, *said* the sentence for people.

    The slugs: ``forbidden rolling stale refused unreadable unwritable busy no-game failed``.
    """

    def __init__(self, said: Said, reason: str, rule: str | None = None) -> None:
        super().__init__(f"{reason}: {said.key}" + (f" ({rule})" if rule else ""))
        self.said = said
        self.reason = reason
        self.rule = rule


Answered = Callable[[int | Refusal], None]
