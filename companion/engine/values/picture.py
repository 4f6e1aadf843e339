"""The vocabulary of pictures: a page draws any game from these.

It needs no module of the game's own. A game's ``picture`` builds these values from a state already filtered for its
viewer, and :func:`as_dict` makes plain data of them, whose messages are rendered later; a game may add keys of its own
to any struct. Names and places of a board stay the same during a game; looks, notes, owners and pieces change.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import asdict

from companion.engine.values.message import Message

if TYPE_CHECKING:  # not every game has battles, tokens or badges
    from companion.engine.values.battle_picture import BattlePicture
    from companion.engine.values.token_picture import Badge, GroupPicture

Label: TypeAlias = Message | str
Place: TypeAlias = tuple[int, int]
"""Column and row from 1, or x and y on a ``graph``.

``grid`` and ``tiles`` use columns and rows; x and y are in units of the drawing.
"""
Layout: TypeAlias = Literal["grid", "tiles", "graph"]


class Cell(Struct, frozen=True, omit_defaults=True):
    """One place of a board: a choice, and ground for pieces.

    *id* is its word in the notation, several words joined by hyphens: ``5-7`` is both the thing ``5-7`` and the end of
    ``go 5 7``. It is "" if a tile isn't laid yet.
    """

    id: str
    label: Label
    place: Place
    """Its place; on a grid the first square that it *covers*."""
    covers: tuple[Place, ...] = ()
    """All squares of a cell larger than one square, on a grid."""
    shape: Literal["", "circle", "box", "diamond"] = ""
    """Its shape on a graph, by default a circle."""
    look: str = ""
    """Style words.

    These are ``land``, ``water``, ``hole``, ``lit``, a colour of :data:`COLOURS`, or a game's own.
    """
    sign: str = ""
    """The small picture on it, "" for none."""
    notes: tuple[Label, ...] = ()
    """Its present condition, told after its label."""
    owner: int | None = None
    """The owning seat."""
    to: tuple[str, ...] = ()
    """Neighbours on a graph, joined to it by lines.

    List each pair once.
    """
    about: tuple[Label, ...] = ()
    """Sentences that explain its use."""
    watch: Label = ""
    """A threat known to everybody, as a sentence; "" for none."""


class Piece(Struct, frozen=True, omit_defaults=True):
    """A thing on a cell that may move.

    *id* is its word in the notation, or any other name. A piece that keeps its id glides to its new cell; so does a
    piece that disappears while another of the same look and owner appears.
    """

    id: str
    cell: str
    """The id of its cell."""
    label: Label
    look: str = ""
    """Style words: a colour of :data:`COLOURS`, and a game's own.

    Without a colour it has that of its owner's seat.
    """
    sign: str = ""
    """Its small picture; without one, a pawn with its owner's letter."""
    owner: int | None = None
    count: int = 1
    """Number of equal pieces drawn as one."""
    selected: bool = False
    """Whether it is picked up, or the current subject."""
    notes: tuple[Label, ...] = ()
    """Its present condition, told after its label."""
    about: tuple[Label, ...] = ()
    """Sentences that explain its abilities."""
    watch: Label = ""
    """A threat known to everybody, as a sentence; "" for none."""


class BoardPicture(Struct, frozen=True, omit_defaults=True):
    """A board with its cells and pieces.

    ``grid``: squares side by side, in *columns* and *rows*. Squares without a cell are plain: they aren't listed, are
    named ``COLUMN-ROW``, and labelled by *plain*, a sentence with the places ``{column}`` or ``{letters}`` (A for the
    first column) and ``{row}``; without *plain* there is nothing. ``tiles``: separate tiles on places among *columns*
    and *rows*. ``graph``: cells anywhere in a drawing of *width* and *height* (a cell is some 60 units wide), joined by
    lines.
    """

    name: str
    layout: Layout
    label: Label
    cells: tuple[Cell, ...]
    pieces: tuple[Piece, ...] = ()
    columns: int = 0
    rows: int = 0
    width: int = 0
    height: int = 0
    plain: Label = ""


COLOURS = ("red", "blue", "green", "yellow", "black", "silver", "white")
"""Colours for looks; the first ones, in order, are the seats' own."""


class DicePicture(Struct, frozen=True):
    """Dice rolled together.

    *values*, *labels*, *total* and *roll* are None before a roll.
    """

    name: str
    label: Label
    kind: Literal["number", "verdict"]
    look: str
    faces: tuple[int | str, ...]
    count: int
    hint: Label = ""
    values: tuple[int | str, ...] | None = None
    labels: tuple[Label | int, ...] | None = None
    total: int | None = None
    roll: int | None = None
    """Number of the roll in the game; it tells equal results apart."""
    formula: str = ""
    """The dice notation, "" for equal dice."""
    kinds: tuple[str, ...] = ()
    """Each die's kind, such as ``d20``; () for equal dice."""
    dropped: tuple[bool, ...] = ()
    """Whether each die was dropped or re-rolled: drawn grey."""
    kept: tuple[bool, ...] = ()
    """Whether each die is kept; () if none can be."""
    rolls_left: int | None = None
    """Rolls left of the turn, None if dice aren't kept."""
    is_free: bool = False
    """Whether people choose the formula at each roll."""
    recent: tuple[str, ...] = ()
    """Formulas chosen before, the newest first."""
    pool: tuple[PoolPart, ...] = ()
    """The dice of a pool by kind, with the usual numbers."""
    symbols: tuple[tuple[Label, int], ...] = ()
    """Symbols that count, after cancelling."""


class PoolPart(Struct, frozen=True):
    """Dice of one kind in a pool, usually *count* of them."""

    name: str
    label: Label
    count: int


class Segment(Struct, frozen=True):
    """A segment of a wheel; *text* describes its effect.

    *weight* is relative to the sum of all weights.
    """

    name: str
    label: Label
    sign: str
    weight: int
    text: Label = ""


class WheelPicture(Struct, frozen=True):
    """A wheel; *at* indexes its result, None before the first spin."""

    name: str
    label: Label
    segments: tuple[Segment, ...]
    at: int | None = None
    detail: Label = ""
    roll: int | None = None


class CardPicture(Struct, frozen=True):
    """The face of a card."""

    name: str
    label: Label
    text: Label
    sign: str


class Hand(Struct, frozen=True):
    """A seat's cards of a deck: visible *cards*, and the number *hidden*."""

    seat: int | str
    cards: tuple[CardPicture, ...]
    hidden: int = 0


class Deck(Struct, frozen=True):
    """A draw pile, its discards, and the hands drawn from it.

    A card of *top* or of a hand may be given by its name alone if the picture's *cards*, or a board's cell of that
    name, has its face. *left*, *discarded* and *removed* are counts; *top* the cards of the discard pile; *last* the
    last card drawn; *round* the cards drawn, and in all, of a group drawn together; *kept* is True if cards go to
    hands.
    """

    name: str
    label: Label
    left: int
    discarded: int = 0
    removed: int = 0
    top: tuple[CardPicture, ...] = ()
    last: CardPicture | None = None
    round: tuple[int, int] | None = None
    kept: bool = False
    secret: bool = False
    hands: tuple[Hand, ...] = ()


class CounterPicture(Struct, frozen=True):
    """A track; *at* is the index of the present tick."""

    name: str
    label: Label
    ticks: tuple[Label | int, ...]
    at: int


class ButtonPicture(Struct, frozen=True):
    """Present action of one of the table's buttons; *do* is its notation."""

    button: str
    do: str
    label: Label
    hint: Label = ""


class Gift(Struct, frozen=True, omit_defaults=True):
    """A special gift or aim of a person, as a sentence *text*.

    *also* says what everybody can do. *shows* illustrates it by small pictures in a row: looks of cells (``land``,
    ``water``, ``hole``), ``pawn``, ``to`` (leads to the next picture), ``slant`` (the same across a corner) and names
    of signs.
    """

    text: Label
    also: Label = ""
    shows: tuple[str, ...] = ()
    lead: Label = Message("help.aim")
    """The words before *text*, such as "aim" or "gift"."""


class Item(Struct, frozen=True, omit_defaults=True):
    """An openly held item: *count* alike ones, or a *value*.

    *value* is a figure such as points.
    """

    name: str
    label: Label
    sign: str = ""
    count: int = 1
    value: int | None = None


class PersonPicture(Struct, frozen=True, omit_defaults=True):
    """A person at the table, with *items* and *notes*.

    *label* is a role or colour; *notes* are in words.
    """

    seat: int
    label: Label = ""
    look: str = ""
    """A colour of :data:`COLOURS`; without one that of the seat."""
    items: tuple[Item, ...] = ()
    notes: tuple[Label, ...] = ()
    out: bool = False
    """Whether they play no more."""
    gift: Gift | None = None


class CardFace(Struct, frozen=True):
    """The look of every card of one name."""

    label: Label
    text: Label = ""
    sign: str = ""


class OpenHand(Struct, frozen=True):
    """A hand visible to everybody, by the names of its cards."""

    seat: int
    cards: tuple[str, ...]


class EndPicture(Struct, frozen=True, omit_defaults=True):
    """The end of a game: sentence *text*, short *title* and winners."""

    text: Label
    title: Label = ""
    winners: tuple[int, ...] = ()


Beside: TypeAlias = Literal["board", "hand", "row", "head", "watch"]
"""The subject of a hint, never covered by it.

The board, the hand, the row of next steps or the page's head; ``watch`` is the places of the board that have something
to be watched, which are marked meanwhile.
"""


class Hint(Struct, frozen=True, omit_defaults=True):
    """Advice for a new player: a short *title* and a *text*.

    The *text* has one or two sentences. A game gives it only while it fits, to those *seats* that it helps. Each phone
    shows it once and remembers its *name*. It is hint *number*, from 1, of *of*. *signs* are pictures of the board with
    their meanings.
    """

    name: str
    title: Label
    text: Label
    seats: tuple[int, ...]
    beside: Beside
    number: int
    of: int
    signs: tuple[tuple[str, Label], ...] = ()


class Head(Struct, frozen=True, omit_defaults=True):
    """The turn: active player and progress.

    It is at the top of every page and on waiting devices.
    """

    seat: int
    """The active player."""
    look: str = ""
    """Token colour of :data:`COLOURS`; without one that of the seat."""
    phase: Label = ""
    """Their role, or how far the turn is, in a few words."""
    left: int = 0
    """Actions, steps or units left of the turn, out of *of*.

    Nothing is counted if *of* is 0.
    """
    of: int = 0
    told: Label = ""
    """The same as a sentence to be read aloud.

    "" for a plain one.
    """
    waiting: Label = ""
    """Sentence for the waiting players, with ``{name}`` left open."""
    next: int | None = None
    """The next active player, None if unknown."""


class Picture(Struct, frozen=True, omit_defaults=True):
    """A game's whole picture for a page; missing parts are left out."""

    now: Label = ""
    """The next thing to do, as a sentence."""
    head: Head | None = None
    """The turn; None before the first one and after the end."""
    boards: tuple[BoardPicture, ...] = ()
    people: tuple[PersonPicture, ...] = ()
    dice: tuple[DicePicture, ...] = ()
    wheels: tuple[WheelPicture, ...] = ()
    decks: tuple[Deck, ...] = ()
    counters: tuple[CounterPicture, ...] = ()
    groups: tuple[GroupPicture, ...] = ()
    badges: tuple[Badge, ...] = ()
    hands: tuple[OpenHand, ...] = ()
    cards: dict[str, CardFace] | None = None
    """Faces of the cards given by name alone."""
    buttons: tuple[ButtonPicture, ...] = ()
    battle: BattlePicture | None = None
    """The current battle, or the last one in this turn."""
    end: EndPicture | None = None
    hints: tuple[Hint, ...] = ()


def as_dict(struct: Struct, **more: Any) -> dict[str, Any]:
    """Return the fields of *struct* by name, and *more* beside them.

    *more* are a game's own keys. Defaults are left out if the class omits them. Structs among the fields stay structs:
    rendering their messages walks through them anyway.
    """
    fields = asdict(struct)
    for name, default in _may_be_left_out(type(struct)):
        if fields[name] == default:
            del fields[name]
    return {**fields, **more}


@cache
def _may_be_left_out(kind: type[Struct]) -> tuple[tuple[str, Any], ...]:
    """Return the omittable fields of *kind* with their defaults."""
    defaults = kind.__struct_defaults__ if kind.__struct_config__.omit_defaults else ()
    return tuple(zip(kind.__struct_fields__[-len(defaults) :], defaults, strict=True)) if defaults else ()
