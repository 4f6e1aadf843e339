"""One viewer's view of the table: the shape on the wire.

These are typed values, before their words are rendered. A `Label` is a sentence by key until it is rendered in the
reader's language; the wire carries text only. Empty fields of a play and of a form's field are left out, since a tree
of plays has hundreds of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from companion.engine import plays
from companion.engine.command import Refusal, Remedy
from companion.engine.values import forms, spot
from companion.engine.values.message import Message
from companion.engine.values.moment import Moment
from companion.engine.values.seats import seat_word
from companion.model.countdown_clock import Clocks
from companion.model.shelf.wire import ShelfGame, ShelfHeading

Label: TypeAlias = Message | str
Seat: TypeAlias = Annotated[int, Meta(ge=0, le=63)]
Speaker: TypeAlias = Annotated[int, Meta(ge=0, le=63)] | Literal["table", "chance"]
"""A seat, or a speaker without one."""
Role: TypeAlias = Literal["first", "end", "aside", "board", "hand"]


class Why(Struct, frozen=True, omit_defaults=True):
    """A reason why something can't be done now."""

    rule: Annotated[str | None, Meta(description="The rule's id in the game's catalogue; null in a kit.")]
    reason: Label
    remedy: Annotated[Label, Meta(description="What would make it possible, where the game knows that.")] = ""
    short: Annotated[Label, Meta(description="What is lacking, in two or three words, where the game says it.")] = ""
    where: Annotated[
        tuple[str, ...], Meta(description="Ids of the places and pieces of the board that the remedy speaks of.")
    ] = ()


class FieldChoice(Struct, frozen=True):
    """One possible value of a field."""

    word: str
    label: Label


class FormField(Struct, frozen=True, omit_defaults=True):
    """One thing to be filled in."""

    name: str
    label: Label
    word: Annotated[str, Meta(description="What the field holds now, if anything.")]
    kind: Literal["number", "choice"]
    choices: tuple[FieldChoice, ...] = ()
    min: Annotated[int | None, Meta(description="The least number; left out of a choice, as max is.")] = None
    max: int | None = None


class SeenSpot(Struct, frozen=True, omit_defaults=True):
    """A place for a board thing, or one of its sides."""

    label: Label
    words: Annotated[tuple[str, ...], Meta(description="The form's values; the thing's name comes before . and =.")]
    at: Annotated[str, Meta(description="The cell of the board; left out where a button says it.")] = ""


class Thing(Struct, frozen=True, omit_defaults=True):
    """A piece or cell of the board, correctable by two taps."""

    name: str
    mark: Annotated[str, Meta(description="The id of the piece or cell that a tap picks it by.")]
    label: Label
    spots: Annotated[tuple[int, ...], Meta(description="Which groups of spots are its own.")]
    also: Annotated[tuple[str, ...], Meta(description="Values that are sent besides, wherever it is put.")] = ()


class OnBoard(Struct, frozen=True):
    """Things on the board, correctable by two taps, and their spots."""

    things: tuple[Thing, ...]
    spots: tuple[tuple[SeenSpot, ...], ...]


class PlayStep(Struct, frozen=True, omit_defaults=True):
    """A step of the tree of choices: one word of the notation."""

    word: str
    label: Label
    role: Annotated[
        str, Meta(description="What a page does with it: first, end, aside, board or hand; left out of what has none.")
    ] = ""
    do: Annotated[
        str | None,
        Meta(
            description="The line to send; before a form's values, separated by spaces. Left out of a group.",
        ),
    ] = None
    seats: Annotated[tuple[Speaker, ...], Meta(description="Who may say it; left out where nobody may.")] = ()
    hint: Label = ""
    why: Annotated[Why | None, Meta(description="Why it can't be done now; left out if it can.")] = None
    form: Annotated[
        tuple[FormField, ...] | None,
        Meta(
            description=(
                "What is to be filled in; left out if nothing. Empty on a phone, and in a stream of changes, where any "
                "seat may fill it in: GET /api/v1/form gives it."
            )
        ),
    ] = None
    named: Annotated[bool, Meta(description="A form's values are sent as name=value, only those changed.")] = False
    done: Annotated[
        Label | None, Meta(description="What sends a form as it is, where that means something; else left out.")
    ] = None
    board: Annotated[
        OnBoard | None,
        Meta(description="Which values of a form two taps on the board set: only GET /api/v1/form tells that."),
    ] = None
    then: Annotated[tuple[PlayStep, ...], Meta(description="What goes on from here; left out if nothing does.")] = ()


class Reveal(Struct, frozen=True):
    """Something in motion, without its result."""

    number: Annotated[int, Meta(description="The version that its reveal will have.")]
    seat: Speaker
    verb: str
    purpose: str
    label: Label
    count: Annotated[int, Meta(description="How many things move at once.")]
    text: Annotated[Label, Meta(description="Who does what, in a sentence.")] = ""


class Due(Struct, frozen=True):
    """A roll, spin or draw for people to make and enter themselves."""

    seat: Speaker
    text: Annotated[Label, Meta(description="As everybody is told it.")]
    own: Annotated[Label, Meta(description="As the seat itself is told it; the same for all where it is nobody's.")]


class ActiveSeat(Struct, frozen=True):
    """An active seat, its verbs, and the version since then."""

    seat: Speaker
    since: int
    verbs: tuple[str, ...]


class LogLine(Struct, frozen=True, omit_defaults=True):
    """One sentence of the log, with its scene, if any.

    *undone* means that it was taken back. *who* is the author, if the sentence has no room for a name; the game's own
    events have none, "".
    """

    n: Annotated[int, Meta(description="The version that it was published as.")]
    seat: Speaker
    who: Label
    text: Label
    undone: bool
    moment: Annotated[Moment | None, Meta(description="A scene to show with it; only the newest lines have one.")] = (
        None
    )


class Person(Struct, frozen=True):
    """Somebody at the table."""

    seat: int
    name: Label


Leaving = Literal["free", "sure", "agree"]
"""The ways of leaving the open game."""


class Unfinished(Struct, frozen=True):
    """A resumable game: `resume` and its number."""

    number: int
    name: Label
    people: tuple[Label, ...]
    at: Annotated[str, Meta(description="When it began; empty if that isn't known.")]


class Shelf(Struct, frozen=True):
    """The games on offer, and their effect on the open game."""

    games: tuple[ShelfGame, ...]
    kept: Annotated[tuple[Unfinished, ...], Meta(description="For who speaks for a seat or the table.")] = ()
    leaving: Annotated[
        Leaving,
        Meta(description="No game goes on; one is left on the caller's word alone; another person has to agree."),
    ] = "free"
    headings: Annotated[tuple[ShelfHeading, ...], Meta(description="In the shelf's order.")] = ()
    find: Annotated[Label, Meta(description="The label of the search field; empty while there are few games.")] = ""
    take: Annotated[Label, Meta(description="The label of the way to /take; empty for who only watches.")] = ""


class GameMenu(Struct, frozen=True):
    """The games on offer while none is open."""

    title: Label
    plays: tuple[PlayStep, ...]
    shelf: Shelf


class Correction(Struct, frozen=True):
    """The last correction and its author, if undo takes back only that."""

    who: Label
    text: Label
    undo: Annotated[Label, Meta(description="What that undo is called.")]


class PendingConsent(Struct, frozen=True):
    """A wish in need of consent: others send `consent` or `decline`."""

    kind: Literal["undo", "new", "resume", "finish", "delete", "keep"]
    seat: Speaker
    who: Label
    title: Annotated[Label, Meta(description="Who wants what, as others are asked.")]
    what: Annotated[Label, Meta(description="What is taken back, or what becomes of the game.")]
    why: Annotated[Label, Meta(description="Why that harms nobody; empty where there is nothing to say.")]
    asked: Annotated[tuple[int, ...], Meta(description="The seats whose phones may agree.")]
    agreed: Annotated[tuple[int, ...], Meta(description="The seats that have agreed, the asker's too.")]
    declined: Annotated[tuple[int, ...], Meta(description="The seats that have said no.")]
    lasts_s: Annotated[float, Meta(description="How long it stands from when it was asked; silence is no.")]


class LapsedConsent(Struct, frozen=True):
    """A wish to which nobody agreed in time."""

    seat: Annotated[Speaker, Meta(description="Who had asked.")]
    title: Annotated[Label, Meta(description="Whether nobody answered, or nobody agreed.")]
    what: Annotated[Label, Meta(description="What that means for the game.")]


class Undo(Struct, frozen=True):
    """The state of undo and redo."""

    why: Annotated[Label | None, Meta(description="Why the last step can't be taken back; null: it can.")]
    two: Annotated[bool, Meta(description="Whether that takes two people; the other sends `consent`.")]
    set_right: Correction | None
    redo: bool


class DrawsCheck(Struct, frozen=True):
    """The way to check a finished game's draws."""

    which: Annotated[str, Meta(description="Finds its record on /verify?check=.")]
    label: Label


class Over(Struct, frozen=True):
    """The choices at the end of a game."""

    again: Annotated[Label, Meta(description="What the command `again` is called: any seat may send it.")]
    name: Annotated[Label, Meta(description="The game, where none is open any more.")]
    check: DrawsCheck | None
    at: Annotated[str, Meta(description="When the open game ended, in UTC; empty where none is open any more.")] = ""
    length: Annotated[Label, Meta(description="How long it was played; empty where that isn't known.")] = ""


class SeenKeeper(Struct, frozen=True):
    """The keeper of the table's club: message and state of a call."""

    number: Annotated[str, Meta(description="Tells one message from the next; empty where there is none.")]
    says: Annotated[Label, Meta(description="The keeper's message, for as long as it is to be shown.")]
    told: Annotated[Label, Meta(description="That somebody has called, or that the keeper is coming; else empty.")]
    do: Annotated[str, Meta(description="What any seat may send now: it calls the keeper, or ends the call.")]
    label: Annotated[Label, Meta(description="What that is called.")]


class SeenClock(Struct, frozen=True, omit_defaults=True):
    """The time left of a countdown."""

    key: str
    left: Annotated[int, Meta(description="Milliseconds, at the moment of sending.", ge=0)]
    runs: Annotated[bool, Meta(description="Whether it goes down by itself.")]
    held: Annotated[bool, Meta(description="It ran when the table stopped, and waits for `go-on`; else left out.")] = (
        False
    )


class Seen(Struct, frozen=True):
    """The table as one viewer may see it."""

    version: Annotated[int, Meta(description="Rises with each change.")]
    game: Annotated[str | None, Meta(description="The open game's slug.")]
    number: Annotated[int, Meta(description="The open game's number; no two games of a table have the same. 0: none.")]
    title: Label | None
    mode: Literal["kit", "referee"] | None
    state: Annotated[
        dict[str, Any] | None,
        Meta(description="The game as the caller may see it; its `kind` says how to draw it."),
    ]
    clocks: Annotated[
        tuple[SeenClock, ...], Meta(description="The game's countdowns; pages count on from there by themselves.")
    ]
    plays: tuple[PlayStep, ...]
    asks: tuple[ActiveSeat, ...]
    reveal: Annotated[Reveal | None, Meta(description="What is in motion, without its result.")]
    due: Annotated[Due | None, Meta(description="What people have to roll, spin or draw, and to type.")]
    log: Annotated[tuple[LogLine, ...], Meta(description="The newest last, at most 20.")]
    people: tuple[Person, ...]
    trouble: Annotated[Label | None, Meta(description="A sentence, while the table itself is not well.")]
    menu: Annotated[GameMenu | None, Meta(description="What can be started, while no game is on.")]
    table_menu: Annotated[
        tuple[PlayStep, ...], Meta(description="The rows of the table itself, for who speaks for it.")
    ]
    compare: Annotated[tuple[Label, ...], Meta(description="What the real board has to show of a game just taken up.")]
    put_aside: Annotated[Label | None, Meta(description="When people put that game aside, in words.")]
    commitment: Annotated[str | None, Meta(description="The SHA-256 of the seed of this game's draws, in hex.")]
    seed: Annotated[str | None, Meta(description="That seed, once the game is over.")]
    undo: Undo
    consent: Annotated[PendingConsent | None, Meta(description="For ten seconds, until another agrees or doesn't.")]
    lapsed: Annotated[LapsedConsent | None, Meta(description="For some seconds, if nobody agreed in time.")]
    put_back: Annotated[tuple[Label, ...], Meta(description="What the real board has to show again after an undo.")]
    over: Annotated[Over | None, Meta(description="What can be done with a game that is over.")]
    keeper: Annotated[SeenKeeper | None, Meta(description="Where the table is in a club.")]


def speaker(seat: int) -> Speaker:
    """Return *seat* as it is sent."""
    return seat_word(seat)


def clocks_of(clocks: Clocks | None) -> tuple[SeenClock, ...]:
    """Return *clocks* as they are sent now."""
    times = () if clocks is None else clocks.now()
    return tuple(SeenClock(each.key, round(1000 * each.left_s), each.runs, each.is_held) for each in times)


def play_of(play: plays.Play) -> PlayStep:
    """Return *play* as it is sent, with all below it."""
    form, why = play.form, play.why
    return PlayStep(
        play.word,
        play.label,
        play.role,
        do=play.line or None,
        seats=tuple(map(seat_word, play.seats)),
        hint="",
        why=None if why is None else _why_of(why, play.remedy),
        form=None if form is None else tuple(map(field_of, form)),
        named=form is not None and play.named,
        done=None if form is None else play.done,
        board=None,
        then=plays_of(play.below) if play.below else (),
    )


def _why_of(why: Refusal, remedy: Remedy | None) -> Why:
    if remedy is None:
        return Why(why.rule, why.reason)
    return Why(why.rule, why.reason, remedy.text, remedy.short or "", remedy.where)


def plays_of(some: Iterable[plays.Play]) -> tuple[PlayStep, ...]:
    """Return *some* plays as they are sent."""
    return tuple([play_of(play) for play in some])


def board_of(things: Iterable[spot.BoardThing]) -> OnBoard | None:
    """Return *things* as sent, each group of spots once; None for none."""
    groups: dict[int, tuple[int, tuple[spot.Spot, ...]]] = {}
    sent = []
    for thing in things:
        numbers = tuple([groups.setdefault(id(group), (len(groups), group))[0] for group in thing.spots])
        sent.append(Thing(thing.name, thing.mark, thing.label, numbers, thing.also))
    spots = [tuple([SeenSpot(each.label, each.words, each.at) for each in group]) for _, group in groups.values()]
    return OnBoard(tuple(sent), tuple(spots)) if sent else None


def field_of(part: forms.Field) -> FormField:
    """Return the field of a form as it is sent."""
    if part.choices:
        choices = tuple(FieldChoice(choice.word, choice.label) for choice in part.choices)
        return FormField(part.name, part.label, part.word, "choice", choices)
    return FormField(part.name, part.label, part.word, "number", min=part.minimum, max=part.maximum)
