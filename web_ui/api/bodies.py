"""The bodies of answers and requests, as typed values.

msgspec encodes them, and openapi.py describes them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from companion.kits.formulas.odds import ChanceBar
from companion.model import wire
from companion.model.wire import Label, PlayStep, Seat, Speaker
from companion.phones.confirmation import Decision
from hardware.ports import ButtonName


class Version(Struct, frozen=True):
    """The newest version of the table."""

    version: int


class FaultSeen(Struct, frozen=True):
    """A fault of a table that still plays."""

    key: Annotated[str, Meta(description="Of what, such as `oled.driver`.")]
    text: Annotated[str, Meta(description="In words; the owner is told what was given, too.")]


class HealthBody(Struct, frozen=True):
    """The newest version of the table, and its faults."""

    version: int
    faults: tuple[FaultSeen, ...]


class FormBody(Struct, frozen=True):
    """A play with its form."""

    version: int
    play: PlayStep


class JoinedBody(Struct, frozen=True):
    """Whether a phone is in."""

    joined: bool
    owner: Annotated[bool, Meta(description="Whether it may look after the table.")]
    asked: Annotated[Decision, Meta(description="What became of what it had the table asked last.")]


class SeatedBody(Struct, frozen=True):
    """The seats and name of a joined phone."""

    seats: tuple[int, ...]
    name: str


class AskedBody(Struct, frozen=True):
    """The table asks for confirmation first."""

    asked: bool


class DoneBody(Struct, frozen=True):
    """Done, and nothing to tell of it."""


class Invite(Struct, frozen=True):
    """The table's address, and a link for one phone."""

    address: Annotated[str, Meta(description="By which this phone has found the table.")]
    name: Annotated[
        str | None, Meta(description="The same by the table's short name, where that isn't how it was found.")
    ]
    link: Annotated[str | None, Meta(description="What the QR code says; null while the pairing window is shut.")]
    digits: Annotated[
        str | None, Meta(description="The six digits, for the table's own page alone; null while the window is shut.")
    ] = None
    code: Annotated[
        str | None, Meta(description="The code that leads phones here as SVG, for the table's own page alone.")
    ] = None


class Television(Struct, frozen=True, omit_defaults=True):
    """The address to open on a television.

    It is sent once, after `television`, and is empty after anything else.
    """

    address: str = ""
    path: Annotated[str, Meta(description="The same from here.")] = ""


class RuleBody(Struct, frozen=True):
    """A rule of a game."""

    id: str
    text: str


class HowToPlayBody(Struct, frozen=True):
    """How a game is played, in a few lines."""

    name: str
    lines: tuple[str, ...]
    edition: Annotated[Label, Meta(description="Version and author; empty for a first version without one.")] = ""
    share: Annotated[str, Meta(description="The page of its kit; empty without one.")] = ""


class IdolSeen(Struct, frozen=True):
    """The idol of an emulated tray."""

    turned: Annotated[int, Meta(ge=0, le=180, description="Degrees: 0 all left, 90 ahead, 180 all right.")]
    struck: Annotated[int, Meta(description="How often it has, since the start.")]
    moves: bool


class LedsBody(Struct, frozen=True):
    """The LEDs of an emulated tray, each a colour as rrggbb."""

    windows: Annotated[list[list[str]], Meta(description="Those of each window.")]
    verdict: Annotated[list[str], Meta(description="The lights for won and lost.")]
    ring: Annotated[list[str], Meta(description="The wheel's.")]
    lamps: Annotated[list[bool], Meta(description="Those of ROLL, SPIN, DRAW and OK.")]
    idol: Annotated[IdolSeen | None, Meta(description="null before it first moved.")]
    moves: Annotated[bool, Meta(description="Something lands: these are the LEDs from before.")]


class TrayBody(Struct, frozen=True):
    """An emulated dice tray, without a result before its reveal."""

    leds: Annotated[LedsBody | None, Meta(description="null where none is emulated.")]


class KeptBody(Struct, frozen=True):
    """A finished or saved game."""

    id: int
    game: str
    mode: str
    name: str
    seats: tuple[str, ...]
    at: str
    ended: Annotated[bool, Meta(description="Whether it is over; until then what is hidden is sealed.")]
    commitment: Annotated[str | None, Meta(description="What was promised of its draws.")]
    result: Annotated[str, Meta(description="How it ended, in a sentence; empty while it goes on.")] = ""
    mood: Annotated[
        Literal["good", "bad", ""],
        Meta(description="`good`: somebody won. `bad`: all lost. Empty: neither, or it goes on."),
    ] = ""
    minutes: Annotated[int, Meta(description="How long it was played; 0 where that isn't known.")] = 0
    promise: Annotated[str | None, Meta(description="The last promise of its draws: `commitment`, or a line's.")] = None


class LineBody(Struct, frozen=True):
    """A line of a record: the action and the seat behind it."""

    at: int
    time: str | None
    seat: Speaker | None
    who: str
    text: list[str]
    undo: Annotated[int | None, Meta(description="The line that is taken back here.")]


class Moves(Struct, frozen=True):
    """The moves of a game, line by line."""

    of: Annotated[int, Meta(description="How many lines the record has.")]
    title: str
    moves: Annotated[list[LineBody], Meta(description="What was done, a hundred lines at most.")]
    next: Annotated[str | None, Meta(description="The address of the rest; null: that was all.")]


class MoveBody(LineBody, frozen=True):
    """A game after one of its lines."""

    of: Annotated[int, Meta(description="How many lines the record has.")]
    title: str
    end: Any
    people: list[wire.Person]
    state: Annotated[dict[str, Any], Meta(description="As `state` of the table, as a watcher saw it.")]


class DrawBody(Struct, frozen=True):
    """A question to chance."""

    n: Annotated[int, Meta(description="The record's number of chance's line.")]
    line: Annotated[int, Meta(description="Where that stands in the file.")]
    seat: Annotated[int, Meta(description="Who had it drawn; -1: nobody in particular.")]
    number: Annotated[int | None, Meta(description="Which draw of the seed it is, from 0; null: people typed it.")]
    promise: Annotated[int, Meta(description="Of which promise's seed: 0 is the start's, 1 that of `seeds`' first.")]
    kind: Literal["roll", "spin", "draw", "deal", "take"]
    purpose: str
    entropy: Annotated[str, Meta(description="What people gave to it, in hex.")]
    do: Annotated[str, Meta(description="What came, as the record has it.")]
    of: Annotated[
        Any, Meta(description="The faces of each die; the segments with weights; the cards; or how many cards.")
    ]
    count: int
    formula: Annotated[str, Meta(description="The dice notation of a throw; empty for none.")] = ""


class Draws(Struct, frozen=True):
    """Every draw of a game, to be repeated from its seed."""

    game: str
    commitment: str | None
    seed: str | None
    seeds: Annotated[
        list[str], Meta(description="Those of promises made on lines: the table was put back from a copy.")
    ]
    people: list[str]
    draws: list[DrawBody]
    labels: dict[str, str]


class Versions(Struct, frozen=True):
    """The table's program versions."""

    tidetable: str
    python: str
    system: str


class ReportedDevice(Struct, frozen=True):
    """A device in a report; *text* is a key of the texts."""

    name: str
    simulated: bool
    working: bool
    text: str


class TriedPart(Struct, frozen=True):
    """A part of the table as of its last test by hand."""

    step: str
    outcome: Literal["well", "broken", "absent"]
    text: Annotated[str, Meta(description="What was seen of it, and what helps if it is broken.")]


class Tried(Struct, frozen=True):
    """The last rehearsal of the table's parts, *at* a moment in UTC.

    *at* is "" if the date wasn't known.
    """

    at: str
    simulated: bool
    parts: tuple[TriedPart, ...]


class Report(Struct, frozen=True):
    """The report of a fault."""

    versions: Versions
    devices: tuple[ReportedDevice, ...]
    rehearsal: Tried | None
    record: Annotated[str, Meta(description="The record file, sealed while the game goes on.")]


CommandId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}\Z", description="Made by the caller, once a command.")]
SeenVersion = Annotated[int, Meta(ge=0, le=2**53, description="The version the caller decided on.")]


class CommandBody(Struct, forbid_unknown_fields=True):
    """A command and its seat."""

    id: CommandId
    seen: SeenVersion
    seat: Speaker
    do: Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f]{1,500}\Z", description="One line of the game's notation.")]
    entropy: Annotated[
        str, Meta(pattern=r"^([0-9a-f]{2}){0,32}\Z", description="Chance of the caller's own, in hex.")
    ] = ""


class ChoosingBody(Struct, forbid_unknown_fields=True):
    """Whether the caller has taken a game from the shelf."""

    choosing: bool


class OwnerBody(Struct, forbid_unknown_fields=True):
    """A command of the owner."""

    id: CommandId
    seen: SeenVersion
    do: Annotated[
        str,
        Meta(
            pattern=r"^[^\x00-\x1f\x7f]{1,500}\Z",
            description=(
                "`ask`: have the table asked whether this phone may look after it; `give-up`; `close` the pairing "
                "window; `sign-out` and a phone's id; `television` and `forget-televisions`; or the table's own "
                "`lang`, `mute`, `new`, `resume`, `finish`, `delete`, `restore`, `keep-again`, `keep-at`; "
                "`rehearse`; or "
                "`mend`, a fault's key and the value chosen for it; `fix` and the key of what the doctor found; or "
                "`date` and the moment by this phone, taken only while the table doesn't know it; "
                "`forget-everything`, which the table is asked first; or `switch-off`."
            ),
        ),
    ]


class FirstEveningBody(Struct, forbid_unknown_fields=True):
    """An answer to a new table's question."""

    id: CommandId
    seen: SeenVersion
    do: Annotated[
        str,
        Meta(
            pattern=r"^[^\x00-\x1f\x7f]{1,100}\Z",
            description=(
                "`answer` and the question, `language`, `frame` or `name`, with the language's code or the name; "
                "`skip` and the question; `leave` all; `ask` a question again, or all; `turn`: drive the display "
                "another way; `roll`; `close` what was rolled."
            ),
        ),
    ]


class DigitsBody(Struct, forbid_unknown_fields=True):
    """The digits in the table's log."""

    digits: Annotated[str, Meta(pattern=r"^[0-9]{6}\Z")]


class PressBody(Struct, forbid_unknown_fields=True):
    """Exactly one of *button*, *buttons*, *turn*."""

    button: ButtonName | None = None
    buttons: Annotated[list[ButtonName], Meta(min_length=1, max_length=6, description="Held down together.")] | None = (
        None
    )
    for_ms: Annotated[int, Meta(ge=20, le=10_000)] = 100
    turn: Annotated[int, Meta(ge=-24, le=24, description="Steps; clockwise is positive.")] | None = None


class JoinBody(Struct, forbid_unknown_fields=True):
    """A phone's request to join or to change its seats.

    A phone that has joined gives neither *pin* nor *token*. Fields that are left out stay as they are.
    """

    pin: Annotated[str, Meta(pattern=r"^[0-9]{6}\Z", description="The digits on the table's screen.")] | None = None
    token: (
        Annotated[str, Meta(pattern=r"^[0-9A-Z]{11}\Z", description="What the QR code's address ends with.")] | None
    ) = None
    seats: Annotated[list[Seat], Meta(max_length=64)] | None = None
    plays: Annotated[bool, Meta(description="Before a game is open: have the first free seat of the next.")] = False
    name: (
        Annotated[str, Meta(max_length=200, description="1 to 20 characters; a single seat is called that.")] | None
    ) = None


class LeaveBody(Struct, forbid_unknown_fields=True):
    """An empty body."""


class BackupBody(Struct, forbid_unknown_fields=True):
    """A wish about the table's backups."""

    do: Annotated[
        str,
        Meta(
            pattern=r"^(ask|send|put-away|restore (replaces|second)|(stick|forget-stick) [0-9A-Za-z-]{4,40})\Z",
            description=(
                "`ask`: have the table asked for one; `send`: be told where to send one; `restore`: have the table "
                "asked whether that takes the table's place, or is a second table; `put-away`: forget it; `stick`: "
                "have the table asked whether nightly ones go onto the stick with that id; `forget-stick`: no longer."
            ),
        ),
    ]


class Upload(Struct, frozen=True):
    """The address for one upload of a backup."""

    path: str


class FormulaOdds(Struct, frozen=True):
    """The chances of each total of a dice formula."""

    least: int
    most: int
    mean: float
    spread: Annotated[float, Meta(description="The standard deviation.")]
    bars: Annotated[tuple[ChanceBar, ...], Meta(description="In order; each a total, or a span of totals.")]


class OddsBody(Struct, frozen=True):
    """A dice formula's odds, or the reason for none."""

    odds: FormulaOdds | None
    text: Annotated[Label, Meta(description="Why there are no odds; empty if there are.")] = ""
    at: Annotated[
        int | None, Meta(description="The letter, from 0, at which the formula can't be read; else null.")
    ] = None
