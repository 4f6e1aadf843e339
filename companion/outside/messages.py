"""MQTT messages of a table, each a struct as JSON.

Texts are said in the table's language. Seats count from 0. Moments are UTC in ISO 8601, "" if the date is unknown.
Readers skip the unknown fields of a newer table. All input is hostile: `read` bounds its size before it is parsed, and
each field by its type.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

MAX_BYTES = 64 * 1024
"""Maximum size in bytes of other messages than records or kits."""
MAX_RECORD_BYTES = 4 * 1024 * 1024
"""Maximum size in bytes of a message with a record."""

Id = Annotated[str, Meta(pattern="^[0-9A-Za-z:._-]{1,80}$")]
Slug = Annotated[str, Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
Word = Annotated[str, Meta(max_length=80)]
Text = Annotated[str, Meta(max_length=1000)]
Seat = Annotated[int, Meta(ge=0, le=63)]
Number = Annotated[int, Meta(ge=0, le=2**53)]
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Mode = Literal["kit", "referee"]
Mood = Literal["good", "bad", ""]


class Call(Struct, frozen=True, omit_defaults=True):
    """A pending call for the club's keeper.

    *since* is its moment. *is_heard* is true once the keeper is coming.
    """

    id: Id
    who: Word = ""
    since: Word = ""
    is_heard: bool = False


class Status(Struct, frozen=True, omit_defaults=True):
    """The table's health; retained, and the last will with ``online`` false.

    *trouble* are sentences, the worst first. *page* is its own address in the home network, "" if unknown. *obeys*
    names the club's orders that it accepts.
    """

    online: bool
    name: Word = ""
    lang: Annotated[str, Meta(max_length=8)] = ""
    program: Word = ""
    page: Annotated[str, Meta(max_length=200)] = ""
    trouble: Annotated[tuple[Text, ...], Meta(max_length=40)] = ()
    watching: bool = True
    """Whether it sends game data: false if only joined phones may watch."""
    obeys: Annotated[tuple[Word, ...], Meta(max_length=10)] = ()
    call: Call | None = None


class Player(Struct, frozen=True, omit_defaults=True):
    """A person at the table, with a seat.

    *look* is the colour of the seat, as on pages. *presence* is that of the phone.
    """

    seat: Seat
    name: Word
    look: Word = ""
    presence: Literal["here", "asleep", "gone", ""] = ""


class CounterMessage(Struct, frozen=True, omit_defaults=True):
    """A counter of the game: *value* on a scale up to *of*.

    *of* is 0 if it has no scale.
    """

    key: Annotated[str, Meta(pattern="^[a-z0-9-]{1,60}$")]
    label: Word
    value: int
    of: int = 0


class GameNow(Struct, frozen=True, omit_defaults=True):
    """The game on the table; retained, cleared without one.

    *number* tells one game of a table from the next.
    """

    number: Number
    slug: Slug
    mode: Mode
    name: Word
    people: Annotated[tuple[Player, ...], Meta(max_length=64)] = ()
    began: Word = ""
    minutes: Number = 0
    """Minutes played when this was sent."""
    phase: Text = ""
    """Instruction for the moment, in a sentence."""
    counters: Annotated[tuple[CounterMessage, ...], Meta(max_length=60)] = ()
    end: Text = ""
    """The game's end in a sentence, "" while it is running."""
    mood: Mood = ""


class TurnMessage(Struct, frozen=True, omit_defaults=True):
    """The turn; retained, cleared with its game.

    *seat* is None if it is nobody's turn.
    """

    game: Number
    seat: Seat | None = None
    who: Word = ""
    since: Word = ""


class People(Struct, frozen=True, omit_defaults=True):
    """The people of a game and their phones, sent on each change."""

    game: Number
    people: Annotated[tuple[Player, ...], Meta(max_length=64)] = ()


class ResultMessage(Struct, frozen=True, omit_defaults=True):
    """One revealed result: a roll, spin, card, tile, battle or end.

    *kind* is ``rolled``, ``landed``, ``drawn``, ``dealt``, ``taken`` for a random result, else the word of the game's
    scene or token, such as ``flooded``, ``sunk``, ``won``, ``lost``. *words* are the names of the results in the game's
    own notation, *numbers* its numbers. *text* says all of it in the table's language.
    """

    id: Id
    game: Number
    kind: Annotated[str, Meta(pattern="^[a-z-]{1,40}$")]
    seat: Seat | None = None
    who: Word = ""
    numbers: Annotated[tuple[int, ...], Meta(max_length=100)] = ()
    words: Annotated[tuple[Word, ...], Meta(max_length=100)] = ()
    text: Text = ""
    at: Word = ""


class Finished(Struct, frozen=True, omit_defaults=True):
    """The end of a game, delivered once to each reader by *id*.

    A game that ends once more has a new id. *fingerprint* is the SHA-256 of the record's bytes, as `RecordMessage` has
    them. *winners* are the seats that won by the rules. There are none if all win or lose together, or if the rules
    name nobody.
    """

    id: Id
    game: Number
    slug: Slug
    mode: Mode
    name: Word
    people: Annotated[tuple[Word, ...], Meta(max_length=64)]
    result: Text
    mood: Mood
    fingerprint: Hash
    commitment: Hash | None = None
    ended: Word = ""
    minutes: Number = 0
    winners: Annotated[tuple[Seat, ...], Meta(max_length=64)] = ()


class RecordMessage(Struct, frozen=True, omit_defaults=True):
    """A game's record as the text of its file.

    It is sent for each finished game if the table does so, or on request. *asked* is the id of the keeper's request, ""
    without one. An unfinished game's record is sealed.
    """

    id: Id
    game: Number
    text: Annotated[str, Meta(max_length=MAX_RECORD_BYTES)]
    asked: Annotated[str, Meta(max_length=80)] = ""


class Press(Struct, frozen=True):
    """A short press of one button, requested from outside.

    *at* is its moment in Unix seconds.
    """

    id: Id
    button: Literal["roll", "spin", "draw"]
    at: float


class KeeperMessage(Struct, frozen=True, omit_defaults=True):
    """The keeper's message for the table's screen and pages.

    *text* has at most 120 letters and is shown for *minutes*.
    """

    id: Id
    text: Annotated[str, Meta(min_length=1, max_length=120)]
    minutes: Annotated[int, Meta(ge=1, le=240)] = 5


class KitMessage(Struct, frozen=True):
    """A kit for the table, as the text of its file.

    Somebody at the table has to agree to it.
    """

    id: Id
    slug: Slug
    text: Annotated[str, Meta(max_length=MAX_BYTES)]


class WantedRecord(Struct, frozen=True, omit_defaults=True):
    """The keeper's request for the record of the game number *game*.

    0 is the one on the table.
    """

    id: Id
    game: Number = 0


Order = Literal["message", "kit", "record", "coming"]
"""Orders of the club's keeper, by topic."""
Came = Literal["shown", "told", "asked", "taken", "declined", "sent", "refused"]
"""Outcomes of an order.

A message is shown, and a coming keeper is announced (``told``). A kit is asked about, then taken or declined at the
table. A record is sent as soon as the broker takes it. ``refused`` means that the table can't do it.
"""


class AnswerMessage(Struct, frozen=True):
    """The table's answer to the keeper's order *id*, from the topic *to*.

    A kit has two answers.
    """

    id: Id
    to: Order
    came: Came


class Coming(Struct, frozen=True):
    """The keeper's answer to the call *call*: somebody is coming."""

    id: Id
    call: Id


Message = TypeVar("Message", bound=Struct)


class BadMessage(ValueError):
    """An unreadable message from outside.

    *why* explains it for the log, without any of its bytes.
    """


def encode(message: Struct) -> bytes:
    """Return *message* as JSON."""
    return msgspec.json.encode(message)


def read(payload: bytes, kind: type[Message], longest: int = MAX_BYTES) -> Message:
    """Decode *payload* as a message of that *kind*.

    :raises BadMessage: if it is longer than *longest* bytes, or not of that kind.
    """
    if len(payload) > longest:
        raise BadMessage(f"a {kind.__name__} of {len(payload)} bytes; at most {longest} are read")
    try:
        return msgspec.json.decode(payload, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadMessage(f"no {kind.__name__}: {type(error).__name__}") from error
