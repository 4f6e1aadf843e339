"""The messages between the maker and its page."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from companion.engine.values.message import Message
from companion.model.snapshot import Snapshot
from companion.model.wire import Label, Seat
from companion.texts.say import Texts

MAX_TEXT = 32 * 1024
"""Maximum length of a kit's text: four times the longest shipped kit."""
MAX_EDITS = 20
MAX_PRESSES = 60
MAX_STEPS = 8
"""Maximum number of keys on the way to a value."""
Word = Annotated[str, Meta(max_length=400)]
KitPath = Annotated[tuple[Word, ...], Meta(max_length=MAX_STEPS)]
"""The keys that lead to a table or value of a kit."""
People = Annotated[int, Meta(ge=0, le=12)]
FieldKind = Literal[
    "text", "said", "lines", "number", "flag", "choice", "notation", "faces", "names", "weights", "numbers",
    "by-people", "expression", "effects", "effect", "reference", "range", "pool", "pairs", "places", "signs",
    "rows", "choices",
]  # fmt: skip


class KitEdit(Struct, frozen=True):
    """One change of a kit."""

    do: Literal["add", "set", "remove", "rename", "move", "name"]
    path: KitPath = ()
    table: Annotated[str, Meta(max_length=20, description="The kind of table to add, as in the shape.")] = ""
    of: Annotated[Word, Meta(description="The deck of a card to add, the wheel of a segment.")] = ""
    name: Annotated[str, Meta(max_length=60)] = ""
    value: Annotated[Any, Meta(description="The value to set; null removes the key.")] = None
    before: Annotated[Word | None, Meta(description="The table or key to move it before; null: to the end.")] = None
    slug: Annotated[str, Meta(max_length=64)] = ""
    title: Annotated[dict[str, Annotated[str, Meta(max_length=60)]], Meta(max_length=2)] = {}


class MakerRequest(Struct, frozen=True):
    """A kit's text, with edits to make and presses to try."""

    text: Annotated[str, Meta(max_length=MAX_TEXT)]
    edits: Annotated[tuple[KitEdit, ...], Meta(max_length=MAX_EDITS)] = ()
    presses: Annotated[
        tuple[Annotated[str, Meta(max_length=200)], ...],
        Meta(max_length=MAX_PRESSES, description="Lines of the notation, or `press roll`, since the trial's start."),
    ] = ()
    people: Annotated[People | None, Meta(description="How many people try it; null: the usual number.")] = None
    seed: Annotated[int, Meta(ge=0, lt=2**53)] = 0
    seat: Annotated[Seat | None, Meta(description="Whose phone is drawn; null: the active person's.")] = None
    id: Annotated[str, Meta(max_length=64)] = ""


class SeenFault(Struct, frozen=True):
    """A fault of a kit, at its field."""

    path: tuple[str, ...]
    line: Annotated[int, Meta(description="The line of the text, from 1; 0 for the whole file.")]
    said: Label


class TrialButton(Struct, frozen=True):
    """A button of the table, and its present effect."""

    button: str
    line: str
    title: Label


class KitTrial(Struct, frozen=True):
    """A kit after some presses.

    *snapshot* is what a table would publish, *viewer* the seat that looks at it. *texts* have the kit's own words.
    """

    snapshot: Snapshot
    viewer: int
    texts: Texts
    oled: bytes
    oled_moving: bytes
    buttons: tuple[TrialButton, ...]
    refused: Message | None = None


class MadeKit(Struct, frozen=True):
    """A kit after its edits.

    *fault* tells why an edit couldn't be made. *trial* is None while the kit has *faults*.
    """

    text: str
    slug: str
    title: Label
    data: dict[str, Any]
    faults: tuple[SeenFault, ...]
    fault: Message | None
    trial: KitTrial | None


class ShapeChoice(Struct, frozen=True):
    """One possible value of a field, or a pattern of it."""

    value: str
    title: Label


class ShapeField(Struct, frozen=True):
    """A key of a table, with its kind, choices and bounds."""

    key: str
    title: Label
    hint: Label
    kind: FieldKind
    choices: tuple[ShapeChoice, ...] | None = None
    of: Annotated[str | None, Meta(description="The kind of thing that it names.")] = None
    minimum: int | None = None
    maximum: int | None = None
    required: bool = False
    advanced: bool = False


class ShapeTable(Struct, frozen=True):
    """A table of the format.

    With *named*, there may be several, each with a name of its own, of *names* if there are patterns for them. With
    *free*, its keys are free, and that is the field of each.
    """

    title: Label
    hint: Label
    named: bool
    fields: tuple[ShapeField, ...]
    names: tuple[ShapeChoice, ...] | None = None
    free: ShapeField | None = None


class ShapeAdd(Struct, frozen=True):
    """A table that a section offers to add, with its first content."""

    table: str
    title: Label
    starts: dict[str, Any]


class ShapeSection(Struct, frozen=True):
    """A section of the maker's page."""

    section: str
    title: Label
    hint: Label
    adds: tuple[ShapeAdd, ...]


class KitShape(Struct, frozen=True):
    """Everything that a kit may have."""

    sections: tuple[ShapeSection, ...]
    tables: dict[str, ShapeTable]
