"""Commands: attempts of a seat, and their refusal in one place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

from msgspec import Struct

from companion.engine.fact import Facts
from companion.engine.values.forms import NUMBER
from companion.engine.values.message import Message

if TYPE_CHECKING:
    from companion.engine.values.forms import Field


Role = Literal["", "first", "end", "aside", "board", "hand", "answer"]
"""The place of a command's button on a page.

``first`` is the large button, ``end`` ends a turn or a part of it, ``aside`` comes after the everyday commands;
``board`` is a tap on a place of the board, ``hand`` a card of the hand, ``answer`` appears beside the declaration that
it answers; the rest are plain buttons.
"""


class Refusal(Struct, frozen=True):
    """The reason for refusing a command.

    *reason* is the sentence for people; *rule* is the rule's id, None in a kit.
    """

    reason: Message
    rule: str | None = None


class Remedy(Struct, frozen=True):
    """A way to make a refused command possible.

    *text* explains it in a sentence or two; *short* names the lack in two or three words ("has 3 of 4"); *where* holds
    the ids of the places and pieces of the board that it mentions. It contains nothing hidden from the command's seat.
    """

    text: Message
    short: Message | None = None
    where: tuple[str, ...] = ()


class PartLine(Struct, frozen=True):
    """The first *words* of a line, and the *fields* that complete it.

    *labels* are the names of the words.
    """

    words: tuple[str, ...]
    labels: tuple[Message, ...]
    fields: tuple[Field, ...]


class Command(Struct, frozen=True, gc=False):
    """An attempt by *seat*; the other fields are its arguments.

    Arguments are spelled by their types (``notation``). ``why_not`` is the law. ``tries`` lists exactly the commands
    that the law allows, computed directly for speed; :func:`companion.engine.laws.laws.listed_iff_allowed` holds the
    two together.
    """

    seat: int
    verb: ClassVar[str]
    """The first word of its notation."""
    role: ClassVar[Role] = ""
    """Its place on a page."""
    texts: ClassVar[str] = "play"
    """The table of texts with the names of its words."""
    is_form: ClassVar[bool] = False
    """Whether it is filled in field by field (``form``) instead of listed."""
    named: ClassVar[bool] = False
    """Whether its form is spelled ``name=word``, leaving out unchanged fields."""

    lazy: ClassVar[bool] = False
    """Whether ``tries`` gives a :class:`~companion.engine.values.lazy_sequence.LazySequence`: plays by the hundred."""

    always: ClassVar[bool] = False
    """Whether ``tries`` depends only on the seat and the number of people."""

    together: ClassVar[Callable[[Any, int], Sequence[Command]] | None] = None
    """Function listing the plays of several consecutive kinds at once, for speed."""

    of_clock: ClassVar[bool] = False
    """Whether the table's clock gives it when a time limit expires.

    It is undone only together with a person's command before it.
    """

    by_any_seat: ClassVar[bool] = False
    """Whether any seat's phone may give it in the table's name.

    True for the set-up and for corrections.
    """

    def why_not(self, state: Any) -> Refusal | None:
        """Return the reason why *state* refuses this, None if allowed.

        This is the only place in the program that decides it.
        """
        raise TypeError(f"{type(self).__name__} doesn't say when it is refused")

    def remedy(self, state: Any) -> Remedy | None:
        """Return a way to make this possible, None if out of reach.

        *state* refuses this, and is the state as its seat sees it. Called only for commands shown with their reason
        (``greyed``).
        """
        return None

    def facts(self, state: Any) -> Facts:
        """Return the facts of this command; *state* must allow it."""
        raise TypeError(f"{type(self).__name__} doesn't say what happens")

    def left(self, state: Any) -> int:
        """Return how many times in a row this can still be given.

        Counts within the step of *state*, which allows it, this time included. If it is more than one, a single choice
        gives all of them, each as a command of its own. Only for commands spelled by their verb alone: arguments are
        chosen each time.
        """
        return 1

    @classmethod
    def tries(cls, state: Any, seat: int) -> Iterable[Self]:
        """List every allowed command of this kind, each once.

        *state* asks *seat* for this kind.
        """
        return ()

    @classmethod
    def greyed(cls, state: Any, seat: int) -> Iterable[Self]:
        """List refused commands to show with their reason."""
        return ()

    @classmethod
    def part_lines(cls, state: Any, seat: int) -> Iterable[PartLine]:
        """List the allowed lines to complete with a number or word.

        ``tries`` doesn't list these.
        """
        return ()

    @classmethod
    def form(cls, state: Any, seat: int) -> tuple[Field, ...] | None:
        """Return the form's fields for *seat* in *state*, None if not allowed."""
        return None

    @classmethod
    def has_form(cls, state: Any, seat: int) -> bool:
        """Return True if ``form`` gives *seat* any fields in *state*."""
        return cls.form(state, seat) is not None

    def labels(self, state: Any, words: tuple[str, ...]) -> tuple[Message, ...]:
        """Return a display name for each of *words*, this command's own notation."""
        return tuple(
            Message("play.number", {"number": word}) if NUMBER.fullmatch(word) else Message(f"{self.texts}.{word}")
            for word in words
        )


Kinds = tuple[type[Command], ...]


class Refused(ValueError):
    """A command was refused; nothing has changed."""

    def __init__(self, refusal: Refusal, command: Command) -> None:
        super().__init__(f"{command!r} refused: {refusal.reason.key} ({refusal.rule or 'no rule'})")
        self.refusal = refusal
        self.command = command
