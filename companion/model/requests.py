"""Requests to the session: commands, refusals and command words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from msgspec import Struct

from companion.engine.notation import Unreadable
from companion.engine.values.forms import NUMBER
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.runtime.timers import guarded

By = Literal["button", "phone", "clock", "typed", "mqtt"]


class CommandRequest(Struct, frozen=True):
    """An incoming command: the line *do* for *seat*.

    Its sender *speaks_for* some seats. *id* makes it once-only; *seen* is the version the sender looked at; *entropy*
    are bytes of a person's device, or of the moment of a button press; *phone* identifies the phone, "" for the table's
    own hands.
    """

    id: str
    seen: int
    seat: int
    do: str
    by: By
    speaks_for: frozenset[int]
    entropy: bytes = b""
    phone: str = ""

    @property
    def by_seats(self) -> tuple[int, ...]:
        """The seats of a phone acting in the table's name.

        Empty if a seat or the table itself acts.
        """
        if self.seat != TABLE or not self.phone or TABLE in self.speaks_for:
            return ()
        return tuple(sorted(self.speaks_for))


class RequestRefused(ValueError):
    """A request was refused and nothing has changed.

    *reason* is a slug, *said* the sentence for people.

    The slugs: ``forbidden rolling stale refused consent unreadable unwritable busy no-game failed who``.
    """

    def __init__(self, said: Message, reason: str, rule: str | None = None) -> None:
        super().__init__(f"{reason}: {said.key}" + (f" ({rule})" if rule else ""))
        self.said = said
        self.reason = reason
        self.rule = rule


class Ambiguous(RequestRefused):
    """A press of *line* that any of *seats* may give."""

    def __init__(self, line: str, seats: tuple[int, ...]) -> None:
        super().__init__(Message("stage.who"), "who")
        self.line = line
        self.seats = seats


Answered = Callable[[int | RequestRefused], None]

REST_OF = "rest-of"
"""The verb that repeats a line for the rest of a step.

Law: the game hears and the journal keeps the line itself, each time by itself; only who asks for it says ``rest-of``.
"""


def line_for(line: str, left: int) -> str:
    """Return the request for *line*, repeated if *left* exceeds one."""
    return f"{REST_OF} {line}" if left > 1 else line


def line_of(asked: str) -> str:
    """Return the game's own line within the request *asked*."""
    return asked.removeprefix(f"{REST_OF} ")


def read_nothing(words: Sequence[str]) -> None:
    """Read the *words* of a wordless command.

    :raises Unreadable: there are some.
    """
    if words:
        raise Unreadable(Message("unreadable.too-many"))


def read_number(words: Sequence[str]) -> int:
    """Read *words* as a single whole number.

    :raises Unreadable: they aren't.
    """
    read_nothing(words[1:])
    if not words or not NUMBER.fullmatch(words[0]):
        raise Unreadable(Message("unreadable.number"))
    return int(words[0])


def must_be_table(request: CommandRequest) -> None:
    """Refuse *request* from anybody but the table itself.

    :raises RequestRefused: somebody's seat asks it.
    """
    if request.seat != TABLE:
        raise RequestRefused(Message("refused.only-table"), "refused")


def must_have_seen(request: CommandRequest, since: int, newest: int) -> None:
    """Check that *request*'s sender had seen *since* to *newest*.

    :raises RequestRefused: it hadn't.
    """
    if not since <= request.seen <= newest:
        raise RequestRefused(Message("session.stale"), "stale")


def busy() -> RequestRefused:
    """Return the refusal for too busy a moment."""
    return RequestRefused(Message("session.busy"), "busy")


def give(answered: Answered | None, answer: int | RequestRefused) -> None:
    """Pass *answer* to its listener; errors in the listener are contained."""
    if answered is not None:
        guarded(answered, answer)
