"""The entry: one line of a game in journal, record and log.

Law: an entry's JSON is the record's line, to the byte.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

import msgspec
from msgspec import Struct

from companion.engine.corrections import Corrected
from companion.engine.fact import Facts
from companion.engine.state import State
from companion.engine.values.message import Message, done_by, together
from companion.engine.values.moment import Moment, Moments
from companion.engine.values.seats import TABLE, WATCHER, read_seat

By = Literal["dealer", "typed", "sensor", "button", "phone", "clock", "mqtt"]


class Entry(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Line *n* of a game: a command, an undo or a redo.

    *do* is the command of *seat*; *undo* is the line taken back, *redo* the undo taken back. Seats are written as
    records write them. *agreed*, in JSON ``with``, are the seats that agreed to an undo for two people, by phones that
    had joined before the undone line, ``"table"`` for two buttons; for a command that a phone gave in the table's name
    it holds the phone's own seats. *entropy* is hex. *commitment* is a new promise: from this line on draws come from
    another seed, because the table was put back from a copy.
    """

    n: int
    at: str | None = None
    seat: int | str | None = None
    do: str | None = None
    by: By | None = None
    entropy: str | None = None
    undo: int | None = None
    redo: int | None = None
    agreed: tuple[int | str, ...] = msgspec.field(name="with", default=())
    commitment: str | None = None

    @property
    def speaker(self) -> int:
        """The seat as the engine knows it, ``TABLE`` if none is named.

        :raises ValueError: there is no such seat.
        """
        return TABLE if self.seat is None else read_seat(self.seat)

    @property
    def with_seats(self) -> tuple[int, ...]:
        """The seats of *agreed* as the engine knows them.

        :raises ValueError: one of them is no seat.
        """
        return tuple(map(read_seat, self.agreed))


class Sentence(NamedTuple):
    """A sentence of the log.

    The log adds the author to a *signed* sentence; *moment* is their scene, if any.
    """

    said: Message
    signed: bool
    moment: Moment | None = None


@dataclass(frozen=True)
class LogEntry:
    """An entry in the log, with its *facts* and both states.

    These are the states *before* and after it. It isn't sent as it is. *seat* is its public author, and *by_seats* are
    the seats of a phone that acted in the table's name; chance's answer belongs to the seat that asked for it. Its
    number in the journal is told to nobody, since passes that nobody may notice have one too: viewers know it by the
    *version* of its publication.
    """

    entry: Entry
    version: int
    seat: int
    state: State
    facts: Facts = ()
    before: State | None = None
    by_seats: tuple[int, ...] = ()
    undone: bool = False
    _set_right: list[tuple[tuple[str | Message, ...], tuple[Message, ...]]] = field(
        default_factory=list, init=False, repr=False, compare=False
    )

    _told: list[tuple[tuple[str | Message, ...], Moments, tuple[Sentence, ...]]] = field(
        default_factory=list, init=False, repr=False, compare=False
    )

    @property
    def n(self) -> int:
        """Its number in the journal."""
        return self.entry.n

    @cached_property
    def watched(self) -> State:
        """The state after it, as a watcher sees it."""
        return self.state.seen_by(WATCHER)

    @property
    def is_turning_back(self) -> bool:
        """Whether it is an undo or a redo."""
        return self.entry.undo is not None or self.entry.redo is not None

    @property
    def correction(self) -> Corrected | None:
        """The correction last made, None where the last step was anything else."""
        first = self.facts[0] if self.facts else None
        return first if isinstance(first, Corrected) else None

    def set_right(self, names: tuple[str | Message, ...]) -> tuple[Message, ...]:
        """Return the changes of a correction, one by one; () for none.

        A moved thing is a single change, told with its author and its new place.
        """
        if self.correction is None or self.before is None:
            return ()
        # It takes a whole form of corrections, and each frame of each viewer asks for it: it is made once for the
        # same names. Any thread may ask, so what is kept is replaced whole.
        for known, changes in self._set_right:
            if known == names:
                return changes
        told = self.correction.changes_in(self.before.seen_by(WATCHER).named(names))
        changes = tuple([done_by(change, self.who(names)) for change in told])
        self._set_right[:] = [(names, changes)]
        return changes

    def said(self, names: tuple[str | Message, ...]) -> tuple[Message, ...]:
        """Return this line's sentences for a watcher, its people called *names*."""
        return tuple([sentence.said for sentence in self.sentences(names, {})])

    def who(self, names: tuple[str | Message, ...]) -> str | Message:
        """Return the author of this line, "" for nobody in particular.

        People are called *names*.
        """
        if not self.by_seats:
            return names[self.seat] if 0 <= self.seat < len(names) else ""
        return together(tuple([names[seat] if 0 <= seat < len(names) else "" for seat in self.by_seats]))

    def sentences(self, names: tuple[str | Message, ...], moments: Moments) -> tuple[Sentence, ...]:
        """Return this line's sentences with their *moments*, for a watcher.

        Nobody is told more: neighbours can read a phone that lies on the table.
        """
        for known, of, told in self._told:  # each version asks for all of them again
            if of is moments and known == names:
                return told
        told = self._sentences(names, moments)
        self._told[:] = [(names, moments, told)]
        return told

    def _sentences(self, names: tuple[str | Message, ...], moments: Moments) -> tuple[Sentence, ...]:
        if self.is_turning_back:
            return (Sentence(self._turned_back(names), signed=True),)
        changes = self.set_right(names)
        public = [fact.seen_by(WATCHER) for fact in (self.facts[1:] if changes else self.facts)]
        state = self.watched.named(names)
        who = self.who(names)
        told: list[Sentence] = []
        if changes:
            # Who put something elsewhere is named in the midst of the sentence.
            put = "who" in changes[0].values
            told.append(Sentence(changes[0] if put else Message("log.set-right", {"changes": changes}), signed=not put))
        for fact in public:
            if fact is not None and (sentence := fact.said(state)) is not None:
                make = moments.get(type(fact))
                moment = make(fact, state) if make else None
                told.append(Sentence(done_by(sentence, who), fact.signed, moment and moment.done_by(who)))
        return tuple(told)

    def _turned_back(self, names: tuple[str | Message, ...]) -> Message:
        """Return the sentence of an undo or redo, naming everybody in agreement."""
        agreed = self.entry.with_seats
        if agreed:
            who = tuple(Message("log.two-buttons") if seat == TABLE else names[seat] for seat in agreed)
            return Message("log.undone-agreed", {"names": who})
        return Message("log.redone" if self.entry.undo is None else "log.undone")
