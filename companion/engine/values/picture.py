"""The vocabulary of pictures: what a page draws of any game, with no module of the game's own.

A game's ``picture`` makes these values of a state that was filtered for its viewer, and :func:`as_dict` makes plain
data of them, whose words are still to be said; a game may put keys of its own beside those of any struct. Names and
places of a board stay the same during a game; looks, notes, owners and pieces change.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import asdict

from companion.engine.values.message import Message

Label: TypeAlias = Message | str
Place: TypeAlias = tuple[int, int]
"""Column and row, both from 1, on ``grid`` and ``tiles``; x and y in units of the drawing on ``graph``."""
Layout: TypeAlias = Literal["grid", "tiles", "graph"]


class Cell(Struct, frozen=True, omit_defaults=True):
    """One place of a board: what can be chosen on it, and what pieces stand on.

    *id* is the word by which the notation calls it, several words joined by hyphens: ``5-7`` is both the thing
    ``5-7`` and the end of ``go 5 7``. It is "" where a tile isn't laid yet.
    """

    id: str
    label: Label
    place: Place
    """Where it is; on a grid the first of the squares that it *covers*."""
    covers: tuple[Place, ...] = ()
    """All squares of a cell of a grid that is larger than one."""
    shape: Literal["", "circle", "box", "diamond"] = ""
    """How a graph draws it; a circle unless said otherwise."""
    look: str = ""
    """Words that dress it: ``land``, ``water``, ``hole``, ``lit``, a colour of :data:`COLOURS`, or a game's own."""
    sign: str = ""
    """The small picture on it, "" for none."""
    notes: tuple[Label, ...] = ()
    """How it is now, said after its label."""
    owner: int | None = None
    """The seat whose it is."""
    to: tuple[str, ...] = ()
    """The neighbours that a graph draws a line to; each pair need only be told once."""
    about: tuple[Label, ...] = ()
    """What it is good for, in sentences for whoever asks."""
    watch: Label = ""
    """What may come over it, which everybody may know: a sentence; "" where nothing threatens."""


class Piece(Struct, frozen=True, omit_defaults=True):
    """Something that stands on a cell and may move.

    *id* is the word by which the notation calls it, or any other name. A piece that keeps its id glides to its new
    cell, and so does one that is gone when another of the same look and owner comes up.
    """

    id: str
    cell: str
    """The id of the cell it stands on."""
    label: Label
    look: str = ""
    """A colour of :data:`COLOURS`, and a game's own words; without a colour it has that of its owner's seat."""
    sign: str = ""
    """The small picture that it is drawn as; without one a pawn with its owner's letter."""
    owner: int | None = None
    count: int = 1
    """How many of the same stand there as one."""
    selected: bool = False
    """Whether it was taken up, or is the one that is spoken of."""
    notes: tuple[Label, ...] = ()
    """How it is now, said after its label."""
    about: tuple[Label, ...] = ()
    """What it can do, in sentences for whoever asks."""
    watch: Label = ""
    """What may come over it, which everybody may know: a sentence; "" where nothing threatens."""


class Board(Struct, frozen=True, omit_defaults=True):
    """A board and what stands on it.

    ``grid``: squares side by side, *columns* and *rows* of them. Those that no cell covers are plain: they aren't
    listed, are called ``COLUMN-ROW``, and said as *plain*, a sentence with the places ``{column}`` or ``{letters}`` (A
    for the first column) and ``{row}``; without *plain* there is nothing. ``tiles``: tiles apart from each other, on
    places among *columns* and *rows*. ``graph``: cells anywhere in a drawing of *width* and *height* (a cell is some 60
    units wide), joined by lines.
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
"""What may be a word of a look; the first ones, in this order, are the seats' own."""


class Dice(Struct, frozen=True):
    """Dice that are rolled together, and how they lie: *values*, *labels*, *total*, *roll* are None before a roll."""

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
    """The number of the roll among all of the game: the same result twice is two results."""


class Segment(Struct, frozen=True):
    """A part of a wheel; *weight* in parts of the sum of all weights, *text* what it does."""

    name: str
    label: Label
    sign: str
    weight: int
    text: Label = ""


class Wheel(Struct, frozen=True):
    """A wheel; *at* is the index of the segment it stopped at, None before the first spin."""

    name: str
    label: Label
    segments: tuple[Segment, ...]
    at: int | None = None
    detail: Label = ""
    roll: int | None = None


class Card(Struct, frozen=True):
    """The face of a card."""

    name: str
    label: Label
    text: Label
    sign: str


class Hand(Struct, frozen=True):
    """A seat's cards of a deck: *cards* that the viewer sees, and a count of those *hidden* from them."""

    seat: int | str
    cards: tuple[Card, ...]
    hidden: int = 0


class Deck(Struct, frozen=True):
    """A pile, what was drawn from it and who holds what.

    A card of *top* or of a hand may be told by its name alone where the picture's *cards*, or a board's cell of that
    name, has its face. *left*, *discarded* and *removed* are counts; *top* the cards of the discard pile; *last* the
    card drawn last; *round* how many of how many that belong together were drawn; *kept* tells whether cards go to
    hands.
    """

    name: str
    label: Label
    left: int
    discarded: int = 0
    removed: int = 0
    top: tuple[Card, ...] = ()
    last: Card | None = None
    round: tuple[int, int] | None = None
    kept: bool = False
    secret: bool = False
    hands: tuple[Hand, ...] = ()


class Counter(Struct, frozen=True):
    """A track; *at* is the index of the tick that is reached."""

    name: str
    label: Label
    ticks: tuple[Label | int, ...]
    at: int


class GroupState(Struct, frozen=True):
    """A state that the tokens of a group may be in."""

    name: str
    label: Label
    look: str


class Token(Struct, frozen=True):
    """A token of a group; *state* names one of the group's states, *look* is that state's."""

    name: str
    label: Label
    state: str
    look: str
    sign: str = ""


class Group(Struct, frozen=True):
    """Tokens of one kind; *shape* has a row of letters for each row of places, an ``x`` for each place."""

    name: str
    label: Label
    shape: tuple[str, ...] | None
    states: tuple[GroupState, ...]
    tokens: tuple[Token, ...]
    broken: Label = ""
    """Long words with hyphens where they may be broken, a blank between two."""


class Held(Struct, frozen=True):
    """How many a seat has."""

    seat: int | str
    count: int


class Badge(Struct, frozen=True):
    """Badges of one kind: how many are left, and who has how many."""

    name: str
    label: Label
    sign: str
    stock: int
    held: tuple[Held, ...]


class Button(Struct, frozen=True):
    """The action of one of the table's buttons now: the line of the notation *do*."""

    button: str
    do: str
    label: Label
    hint: Label = ""


class Gift(Struct, frozen=True, omit_defaults=True):
    """A gift that somebody has and others lack, or their aim: a sentence *text*, and *also* what all can do.

    *shows* tells it in small pictures, one after the other: looks of cells (``land``, ``water``, ``hole``), ``pawn``,
    ``to`` (which leads to what follows), ``slant`` (the same across a corner) and names of signs.
    """

    text: Label
    also: Label = ""
    shows: tuple[str, ...] = ()
    lead: Label = Message("help.aim")
    """The words before *text*: that it is an aim, or a gift."""


class Item(Struct, frozen=True, omit_defaults=True):
    """Something that somebody has openly: *count* alike ones, or a figure such as points, whose *value* is told."""

    name: str
    label: Label
    sign: str = ""
    count: int = 1
    value: int | None = None


class Person(Struct, frozen=True, omit_defaults=True):
    """A person at the table: a role or colour as *label*, *items*, and *notes* in words."""

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
    """A hand that lies open to all, by the names of its cards."""

    seat: int
    cards: tuple[str, ...]


class End(Struct, frozen=True, omit_defaults=True):
    """How a game ended: the sentence *text*, a short *title*, and the seats that won."""

    text: Label
    title: Label = ""
    winners: tuple[int, ...] = ()


Beside: TypeAlias = Literal["board", "hand", "row", "head", "watch"]
"""What a hint explains, and so never lies over: the board, the hand, the row of next steps, the page's head; ``watch``:
the places of the board that have something to be watched, which are marked meanwhile."""


class Hint(Struct, frozen=True, omit_defaults=True):
    """Advice for somebody who never played: a *title* of a few words and a sentence or two.

    A game gives it only while it fits, to those *seats* whom it helps. Each phone shows it once: *name* is what it
    keeps. It is the hint *number*, from 1, of so many in all. *signs* are pictures of the board with what each means.
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
    """The turn: whose it is and how far it is, told at the top of every page and by a device that waits."""

    seat: int
    """Who is on."""
    look: str = ""
    """The colour of their token, of :data:`COLOURS`; without one that of the seat."""
    phase: Label = ""
    """Their role, or how far the turn is, in a few words."""
    left: int = 0
    """How much of the turn is left: actions, steps, units, of as many as *of*; nothing is counted where that is 0."""
    of: int = 0
    told: Label = ""
    """The same in a sentence, for whoever listens; a plain one where none is given."""
    waiting: Label = ""
    """What others wait for, in a sentence whose place ``{name}`` stays open."""
    next: int | None = None
    """Whose turn comes after it, None where nobody can know."""


class Told(Struct, frozen=True, omit_defaults=True):
    """A sentence of a battle, to *all*; as whoever it is done *by* reads it, and whom it is done to, the *victim*.

    ``{by}`` and ``{victim}`` in it are their names: the page fills them. A viewer's own page chooses among the three,
    so that what is sent is the same for everybody.
    """

    all: Label
    by: Label = ""
    victim: Label = ""


class Strength(Struct, frozen=True, omit_defaults=True):
    """A part of a side's sum: *count* alike things of *value* each, drawn as *sign* in the colours of *look*."""

    label: Label
    value: int
    sign: str = ""
    look: str = ""
    owner: int | None = None
    count: int = 1


class Side(Struct, frozen=True, omit_defaults=True):
    """One side of a battle: a *seat*, None for nobody's; its *sum*, by its *parts*."""

    label: Label
    sum: int
    parts: tuple[Strength, ...] = ()
    look: str = ""
    seat: int | None = None


class Odds(Struct, frozen=True, omit_defaults=True):
    """The die that decides: its name, *why* it is this one, which of its *faces* win, and how many in a sentence.

    It follows from what everybody sees, and from nothing else.
    """

    label: Label
    why: Label
    faces: tuple[bool, ...]
    text: Label
    own: Label = ""
    """``text`` as whoever strikes reads it."""
    look: str = ""
    """``blue`` or ``plain`` for a die that says won or lost; ``d10`` and the like for one with numbers."""


class Ring(Struct, frozen=True, omit_defaults=True):
    """A mark of a battle on the board: the cell *at*, as what it is there."""

    at: str
    kind: Literal["from", "to", "helper", "hit"]
    """Who acts, whom it is done to, who lends strength (in the colour of *look*), or what was hit just now."""
    look: str = ""


class Outcome(Struct, frozen=True, omit_defaults=True):
    """The end of a battle: *won* for whom it is done by, None where it didn't come to a decision."""

    title: Told
    text: Told
    won: bool | None = None


class Battle(Struct, frozen=True, omit_defaults=True):
    """An attack, a shot, or what else strikes somebody: all that everybody may know of it, before and after.

    It is public: every viewer is sent the same, whatever lies in hidden hands. *number* tells one battle from the next.
    """

    number: int
    step: Literal["answers", "chance", "over", "unable"]
    """It may be answered; chance decides next; it is decided; or, as *remedy* says, it can't be begun."""
    by: int
    title: Told
    rings: tuple[Ring, ...]
    victims: tuple[int, ...] = ()
    sides: tuple[Side, ...] = ()
    versus: Label = ""
    """What stands between two sums: ``against``."""
    odds: Odds | None = None
    won: Told | None = None
    """What is at stake: what happens if it is won, and if it is *lost*."""
    lost: Told | None = None
    needs: Label = ""
    """In *unable*: ``needs 3, has 1``."""
    remedy: Label = ""
    """What would help."""
    outcome: Outcome | None = None


class Picture(Struct, frozen=True, omit_defaults=True):
    """Everything of a game that a page draws; what a game doesn't have is left out."""

    now: Label = ""
    """What has to be done now, in a sentence."""
    head: Head | None = None
    """Whose turn it is; None before the first turn and after the end."""
    boards: tuple[Board, ...] = ()
    people: tuple[Person, ...] = ()
    dice: tuple[Dice, ...] = ()
    wheels: tuple[Wheel, ...] = ()
    decks: tuple[Deck, ...] = ()
    counters: tuple[Counter, ...] = ()
    groups: tuple[Group, ...] = ()
    badges: tuple[Badge, ...] = ()
    hands: tuple[OpenHand, ...] = ()
    cards: dict[str, CardFace] | None = None
    """The faces of those cards that are told by their names."""
    buttons: tuple[Button, ...] = ()
    battle: Battle | None = None
    """What strikes somebody now, or did last in this turn."""
    end: End | None = None
    hints: tuple[Hint, ...] = ()


def as_dict(struct: Struct, **more: Any) -> dict[str, Any]:
    """Return the fields of *struct* by name, and a game's own keys *more* beside them.

    What says nothing is left out where the class says so. Structs among the fields stay what they are: whoever says
    their sentences goes through them anyway.
    """
    fields = asdict(struct)
    for name, default in _may_be_left_out(type(struct)):
        if fields[name] == default:
            del fields[name]
    return {**fields, **more}


@cache
def _may_be_left_out(kind: type[Struct]) -> tuple[tuple[str, Any], ...]:
    """Return which fields of *kind* are left out, and at what value."""
    defaults = kind.__struct_defaults__ if kind.__struct_config__.omit_defaults else ()
    return tuple(zip(kind.__struct_fields__[-len(defaults) :], defaults, strict=True)) if defaults else ()
