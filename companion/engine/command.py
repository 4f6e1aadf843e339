"""Commands: what a seat may try, and the one place where it is refused."""

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
"""What a page does with a kind of command.

``first`` is the large button, ``end`` ends a turn or a part of it, ``aside`` stands behind what is needed in every
turn; ``board`` is a tap on a place of the board, ``hand`` a card of the hand, ``answer`` stands beside what was
declared; the rest are plain buttons.
"""


class Refusal(Struct, frozen=True):
    """Why a command is refused: the sentence for people, and the rule's id (None in a kit)."""

    reason: Message
    rule: str | None = None


class Remedy(Struct, frozen=True):
    """A way to make a refused command possible.

    *text* says it in a sentence or two, *short* in two or three words what is lacking ("has 3 of 4"); *where* are the
    ids of the places and pieces of the board that it speaks of. All of it is known to whoever may say the command.
    """

    text: Message
    short: Message | None = None
    where: tuple[str, ...] = ()


class Command(Struct, frozen=True, gc=False):
    """Something *seat* may try. Its other fields are the arguments, spelled by their types (``notation``).

    ``why_not`` is the law. ``tries`` lists exactly what the law lets through, from the same questions to the
    state, for speed; :func:`companion.engine.laws.laws.listed_iff_allowed` holds the two together.
    """

    seat: int
    verb: ClassVar[str]
    """The first word of its notation."""
    role: ClassVar[Role] = ""
    """What a page does with it."""
    texts: ClassVar[str] = "play"
    """The table of texts in which its words have names."""
    is_form: ClassVar[bool] = False
    """A form isn't listed: it is filled in, field by field, as ``form`` describes."""
    named: ClassVar[bool] = False
    """Whether the words of its form are spelled ``name=word``, those left as they are left out."""

    lazy: ClassVar[bool] = False
    """Whether ``tries`` gives a :class:`~companion.engine.values.lazy_sequence.LazySequence`: plays by the hundred."""

    always: ClassVar[bool] = False
    """Whether ``tries`` gives the same plays in every state of so many people that asks their seat for this kind."""

    together: ClassVar[Callable[[Any, int], Sequence[Command]] | None] = None
    """What lists the plays of several kinds in one pass, for speed, where they are asked one after the other."""

    of_clock: ClassVar[bool] = False
    """Whether the table's clock gives it when a time is up: taken back only with what somebody did before it."""

    by_any_seat: ClassVar[bool] = False
    """Whether the phone of any seat may give it in the table's name: the set-up, and what sets things right."""

    def why_not(self, state: Any) -> Refusal | None:
        """Return why *state* refuses this, or None. Nothing else in the program decides that."""
        raise TypeError(f"{type(self).__name__} doesn't say when it is refused")

    def remedy(self, state: Any) -> Remedy | None:
        """Return what would make this possible, which *state* refuses; None where nothing in reach would.

        It is asked only of what is shown with its reason (``greyed``), of the state as its seat sees it.
        """
        return None

    def facts(self, state: Any) -> Facts:
        """Return what happens when *state* allows this."""
        raise TypeError(f"{type(self).__name__} doesn't say what happens")

    def left(self, state: Any) -> int:
        """Return how many times in a row this is still said in the step of *state*, which allows it, this time too.

        Where that is more than one, a single choice has all of them done, each by itself. Only what is spelled by its
        verb alone may say so: what has to be chosen is chosen each time.
        """
        return 1

    @classmethod
    def tries(cls, state: Any, seat: int) -> Iterable[Self]:
        """List every command of this kind that *state*, which asks *seat* for this kind, allows it, each once."""
        return ()

    @classmethod
    def greyed(cls, state: Any, seat: int) -> Iterable[Self]:
        """List refused commands that are worth showing with their reason."""
        return ()

    @classmethod
    def form(cls, state: Any, seat: int) -> tuple[Field, ...] | None:
        """Return the fields of a form as *state* lets *seat* fill it in; None when it may not."""
        return None

    @classmethod
    def has_form(cls, state: Any, seat: int) -> bool:
        """Tell whether ``form`` gives *seat* any fields in *state*."""
        return cls.form(state, seat) is not None

    def labels(self, state: Any, words: tuple[str, ...]) -> tuple[Message, ...]:
        """Return a name for each of *words*, this command's own notation, as *state*'s players call it."""
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
