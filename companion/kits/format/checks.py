"""Checks for every table of a kit file.

A fault names its table and key, and has a sentence by key.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, TypeVar
from unicodedata import combining, normalize

from msgspec import Struct

from companion.engine.values.message import Message, Value
from companion.kits.format.spec import TOLD
from companion.kits.formulas.fault import meant

MAX_OF_A_KIND = 12
"""Maximum number of components of a kind.

Kinds are dice, pools, wheels, decks, counters, groups of tokens, kinds of badge, sheets, timers, lists and actions.
"""
MAX_FAULTS = 100
"""Maximum number of faults of a file.

The last one tells that there are more.
"""
MAX_FORMULA_LETTERS = 10_000
"""Maximum number of letters of all formulas in a file."""
MAX_WORDS = 64
"""Maximum number of names in a list."""
LONGEST_WORDS = 60
"""Maximum number of letters of a name as people read it."""
SIGNS = (
    "boat", "no-boat", "plane", "no-plane", "ship", "no-ship", "flag", "cards", "again", "kraken", "boom", "stream",
    "fog", "updraft", "skull", "earth", "wind", "fire", "ocean", "lift", "sand", "wave", "gem", "block", "spark", "no",
    "plus", "whirl", "hole", "ball", "charm", "arrow", "person",
)  # fmt: skip
"""The known small pictures."""
KEYS: Mapping[str, tuple[str, ...]] = {
    "dice": ("roll", "faces", "count", "rolls", "shown", "label", "look"),
    "pool": ("dice", "cancel", "label", "look"),
    "wheel": ("segments", "segment"),
    "wheel.segment": ("weight", "sign", "does", "asks"),
    "list": ("names",),
    "deck": (
        *("pack", "cards", "deal", "hand", "shown", "kept", "empty", "ways", "each", "draws", "first", "counts"),
        *("leaves", "card"),
    ),
    "deck.card": ("count", "sign", "does", "asks", "shown", "kept"),
    "counter": ("each", "from", "to", "start", "steps", "target", "wins", "ends", "ticks", "option"),
    "token": ("states", "looks", "names", "signs", "shape"),
    "badge": ("stock", "sign"),
    "sheet": ("dice", "rows", "bonus"),
    "team": ("names",),
    "turn": ("starts", "passes", "order"),
    "round": ("steps", "first"),
    "timer": ("seconds", "counts", "sound"),
    "value": ("is",),
    "action": ("when", "does", "by"),
    "compare": ("between", "most", "equal", "higher", "lower"),
    "button": ("does",),
}
"""The keys of each kind of table, in a file's order."""
UNNAMED = "unnamed"
"""Placeholder for an invalid name."""
NO_BREAK = str.maketrans("\u00a0\u202f", "  ")
"""French spaces before punctuation, unprintable for Python."""
NAME = re.compile(r"[a-z][a-z0-9-]{0,63}")
_OWN_NAME = "name"
_LONGEST_SHOWN = 100
_MAX_SUGGESTIONS = 20
_NO_LETTER = re.compile(r"[^a-z0-9]+")
_LONGEST_SLUG = 60
_PRIME = 999_999_937
Thing = TypeVar("Thing")


class KitFault(Struct, frozen=True):
    """A fault of a kit file: *said* about *where*.

    *where* is the table and key as written in the file; "" for the whole file.
    """

    where: str
    said: Message


class Checks:
    """Checks the values of one kit file.

    It records a fault for a wrong value and returns a harmless one. *written* has the words of names that the file
    writes as people read them. *formula_letters* counts the letters of all formulas.
    """

    def __init__(self) -> None:
        self.faults: list[KitFault] = []
        self.written: dict[str, str] = {}
        self.formula_letters = 0

    def fault(self, where: str, said: Message) -> None:
        """Record a fault at *where*, up to `MAX_FAULTS`."""
        if len(self.faults) < MAX_FAULTS - 1:
            self.faults.append(KitFault(where, said))
        elif len(self.faults) < MAX_FAULTS:
            self.faults.append(KitFault("", Message("kit-fault.more", {"shown": MAX_FAULTS - 1})))

    def fault_once(self, where: str, said: Message) -> None:
        """Record a fault at *where*, unless one says the same elsewhere."""
        if all(fault.said != said for fault in self.faults):
            self.fault(where, said)

    def bad_formula(self, where: str, said: Message, caret: str) -> None:
        """Record at *where* that a formula can't be read, with its *caret*."""
        place = f"\n{caret}" if caret.replace("\n", "").isprintable() else ""
        self.fault(where, Message("kit-fault.formula", {"fault": said, "caret": place}))

    def expect(self, good: bool, where: str, expected: Message, given: Any) -> bool:
        """Return *good*, and record a fault unless it is True.

        The fault names the *expected* and the *given* value at *where*.
        """
        if not good:
            self.fault(where, unexpected(expected, given))
        return good

    def known(self, where: str, table: Mapping[str, Any], keys: Iterable[str]) -> None:
        """Record a fault for each key of *table* not among *keys*.

        Without *where*, *table* is the whole file.
        """
        known = dict.fromkeys(keys)
        for number, key in enumerate(key for key in table if key not in known):
            said = Message("kit-fault.unknown") if where else Message("kit-fault.unknown-table", {"key": cut(key)})
            suggested = meant(said, key, known) if number < _MAX_SUGGESTIONS else said
            self.fault(f"{where} {cut(key)}" if where else "", suggested)

    def name(self, where: str, name: Any) -> str:
        """Return *name* if it is valid for a component, else a placeholder.

        Its text's key has to differ from all other keys.
        """
        good = isinstance(name, str) and NAME.fullmatch(name) is not None
        if not self.expect(good, where, Message("kit-fault.name"), name):
            return UNNAMED
        if name == _OWN_NAME:
            self.fault(where, Message("kit-fault.own-name", {"name": repr(name)}))
        elif name.endswith(TOLD):
            about: dict[str, Value] = {"name": repr(name), "thing": name.removesuffix(TOLD)}
            self.fault(where, Message("kit-fault.own-text", about))
        return str(name)

    def names(self, where: str, given: Any, minimum: int, maximum: int) -> tuple[str, ...]:
        """Return the list *given* of *minimum* to *maximum* different names."""
        good = isinstance(given, list) and minimum <= len(given) <= maximum
        if not self.expect(good, where, Message("kit-fault.names", {"minimum": minimum, "maximum": maximum}), given):
            return ()
        found = tuple(self.name(where, name) for name in given)
        self.fault_twice(where, found)
        return found

    def words(self, where: str, given: Any, minimum: int, maximum: int = MAX_WORDS) -> tuple[str, ...]:
        """Return the names of *given*, a list of different words.

        A name is its words in small letters with hyphens.
        """
        good = isinstance(given, list) and minimum <= len(given) <= maximum
        about: dict[str, Value] = {"minimum": minimum, "maximum": maximum, "example": '["Red", "Blue"]'}
        if not self.expect(good, where, Message("kit-fault.words", about), given):
            return ()
        found = tuple(self.word(where, word) for word in given)
        self.fault_twice(where, found)
        return found

    def word(self, where: str, given: Any) -> str:
        """Return the name of the word or number *given*."""
        text = str(given) if type(given) is int else given
        good = is_text(text, LONGEST_WORDS)
        if not self.expect(good, where, Message("kit-fault.word", {"maximum": LONGEST_WORDS}), given):
            return UNNAMED
        name = self.name(where, text if NAME.fullmatch(text) else slug_of(text))
        if name not in {text, UNNAMED}:
            self.written[name] = text
        return name

    def fault_twice(self, where: str, names: tuple[str, ...]) -> None:
        """Record a fault for each repeated one of *names*."""
        for name, count in Counter(names).items():
            if count > 1 and name != UNNAMED:
                times: dict[str, Value] = {"name": repr(name), "times": count}
                self.fault(where, Message("kit-fault.twice", times))

    def number(self, where: str, given: Any, minimum: int, maximum: int) -> int:
        """Return the whole number *given*, from *minimum* to *maximum*."""
        good = type(given) is int and minimum <= given <= maximum
        expected = Message("kit-fault.number", {"minimum": minimum, "maximum": maximum})
        return given if self.expect(good, where, expected, given) else minimum

    def flag(self, where: str, given: Any) -> bool:
        """Return *given*, yes or no."""
        self.expect(isinstance(given, bool), where, Message("kit-fault.flag"), given)
        return given is True

    def one_of(self, where: str, given: Any, words: Collection[str]) -> str:
        """Return *given*, one of *words*."""
        if isinstance(given, str) and given in words:
            return given
        self.fault(where, meant(unexpected(one_of(words), given), given, words))
        return next(iter(words), "")

    def named(self, where: str, given: Any, known: Mapping[str, Thing]) -> Thing | None:
        """Return the thing called *given* of those *known*, else None."""
        if isinstance(given, str) and given in known:
            return known[given]
        nothing = Message("kit-fault.nothing-like-it", {"given": shown(given)})
        self.fault(where, meant(unexpected(one_of(known), given) if known else nothing, given, known))
        return None

    def sign(self, where: str, given: Any) -> str:
        """Return the name *given* of a small picture; "" is none."""
        return "" if given == "" else self.one_of(where, given, SIGNS)

    def table(self, where: str, given: Any) -> Mapping[str, Any]:
        """Return the single table *given*."""
        expected = Message("kit-fault.table", {"example": where})
        return given if self.expect(isinstance(given, Mapping), where, expected, given) else {}

    def tables(self, where: str, given: Any) -> Mapping[str, Mapping[str, Any]]:
        """Return the tables *given*, by their names."""
        good = isinstance(given, Mapping) and all(isinstance(table, Mapping) for table in given.values())
        return given if self.expect(good, where, Message("kit-fault.tables"), given) else {}

    def components(self, kind: str, data: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
        """Yield each component of *kind* as place, name and table.

        Its table's keys have to be among `KEYS`.
        """
        tables = self.tables(f"[{kind}.NAME]", data.get(kind, {}))
        if len(tables) > MAX_OF_A_KIND:
            count: dict[str, Value] = {"maximum": MAX_OF_A_KIND, "given": len(tables)}
            self.fault(f"[{kind}.NAME]", Message("kit-fault.too-many", count))
        for name, table in islice(tables.items(), MAX_OF_A_KIND):
            where = f"[{kind}.{cut(name)}]"
            self.known(where, table, KEYS[kind])
            yield where, self.name(where, name), table


def one_of(words: Iterable[str]) -> Message:
    """Return the expectation "one of *words*"."""
    return Message("kit-fault.one-of", {"words": tuple(words)})


def missing(kind: str, name: Any, known: Iterable[str]) -> Message:
    """Return the fault that there is no *name* of this *kind*."""
    names = tuple(known)
    there = Message("kit-fault.there-are", {"names": names}) if names else Message("kit-fault.there-are-none")
    return meant(Message(f"kit-fault.no-{kind}", {"name": shown(name), "there": there}), name, names)


def unexpected(expected: Message, given: Any) -> Message:
    """Return the fault that *given* isn't as *expected*."""
    return Message("kit-fault.expected", {"expected": expected, "given": shown(given)})


def shown(given: Any) -> Value:
    """Return *given* as a value for sentences, as written in the file.

    Long values are cut short.
    """
    if given is None:
        return Message("kit-fault.nothing")
    return cut(repr(given))


def cut(text: str) -> str:
    """Return *text*, cut short if it is long."""
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…"


def is_text(said: Any, maximum: int, *, braces: bool = False) -> bool:
    """Return True if *said* is a valid text on one line.

    It has at most *maximum* characters; it may contain curly brackets only with *braces*.
    """
    good = isinstance(said, str) and 0 < len(said) <= maximum and bool(said.strip())
    return good and said.translate(NO_BREAK).isprintable() and (braces or not set(said) & {"{", "}"})


def slug_of(words: str) -> str:
    """Return a name for *words*: their letters and digits, without accents.

    Words in other alphabets get a number.
    """
    letters = "".join(letter for letter in normalize("NFKD", words.lower()) if not combining(letter))
    name = _NO_LETTER.sub("-", letters).strip("-")[:_LONGEST_SLUG]
    if not name:
        return f"w{int.from_bytes(words.encode(), 'big') % _PRIME}"
    return name if name[0].isalpha() else f"n{name}"
