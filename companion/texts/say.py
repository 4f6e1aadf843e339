"""Keys to words: the TOML files of this folder, by language.

Keys are dotted. A value is in braces: ``"Roll {number}"``. A plural is a table ``{one = "...", other = "..."}``, chosen
by the value ``count``; English has ``one`` for 1, French for 0 and 1.
"""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from functools import cache, partial
from operator import attrgetter
from pathlib import Path
from typing import Any, Protocol, TypeAlias, TypeGuard, TypeVar, cast
from weakref import WeakKeyDictionary

from msgspec import Struct

from companion.engine.values.message import Constant
from companion.runtime.foreign_file import toml_of
from companion.runtime.parse_cache import parsed

LANGUAGES = ("en", "fr")
PLURAL_FORMS = frozenset({"one", "other"})
PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_]*)\}")

Wording: TypeAlias = str | Mapping[str, str]
Told: TypeAlias = "None | bool | int | float | str | list[Told] | dict[str, Told] | Struct"

_PLAIN = (str, int, float, type(None))
_USUAL = frozenset({str, int, float, bool, type(None)})
_ROW = (list, tuple)
_FIELDS_OF: dict[type[Struct], Callable[[Struct], Iterable[object]]] = {}
"""Cache of field getters by kind of struct; a push has thousands."""
_SAYABLE: set[type[object]] = set()
"""Cache of sayable kinds: the check costs more than rendering."""
S = TypeVar("S", bound=Struct)
_TABLE = (dict, Mapping)


class NotASentence(TypeError):
    """A text *key* holds neither a sentence nor a table."""

    def __init__(self, key: str, given: object) -> None:
        super().__init__(f"the text {key} is {given!r}: expected a sentence or a table")
        self.key = key


class Entries(dict[str, Wording]):
    """Wordings by dotted key, some read on demand.

    :param late: readers of further wordings, by the first word of their keys, or the first two.
    """

    def __init__(self, known: Mapping[str, Wording], late: Mapping[str, Callable[[], Mapping[str, Wording]]]) -> None:
        super().__init__(known)
        self._late = late
        self._read: set[str] = set()

    def __missing__(self, key: str) -> Wording:
        """Return the wording of a *key* not read yet.

        :raises KeyError: there is none.
        """
        first, _, rest = key.partition(".")
        second = f"{first}.{rest.partition('.')[0]}"
        family = next((each for each in (first, second) if each in self._late and each not in self._read), None)
        if family is None:
            raise KeyError(key)
        for name, wording in self._late[family]().items():
            self.setdefault(name, wording)
        self._read.add(family)
        return self[key]

    def __contains__(self, key: object) -> bool:
        try:
            return bool(super().__contains__(key) or (isinstance(key, str) and self[key]))
        except KeyError:
            return False


class _Languages(dict[str, Mapping[str, Wording]]):
    """The entries of each language, read once it is spoken."""

    def __init__(self, read: Mapping[str, Callable[[], Mapping[str, Wording]]]) -> None:
        self._read = read

    def __missing__(self, lang: str) -> Mapping[str, Wording]:
        entries = self[lang] = self._read[lang]()
        return entries


class Sayable(Protocol):
    """A sentence or name by key, with values for its braces.

    For example ``companion.engine.values.message.Message``.
    """

    @property
    def key(self) -> str:
        """The dotted key."""

    @property
    def values(self) -> Mapping[str, object]:
        """Values by name: text, numbers, sayables, or tuples of those."""


class Texts:
    """The words of every language.

    :param entries: for each language, its entries by dotted key, or a function that reads them on first use.
    """

    def __init__(self, entries: Mapping[str, Mapping[str, Wording] | Callable[[], Mapping[str, Wording]]]) -> None:
        self.languages = tuple(entries)
        """The available languages, English first."""
        self._entries = _Languages({lang: each for lang, each in entries.items() if callable(each)})
        self._entries.update({lang: each for lang, each in entries.items() if not callable(each)})
        self._constants: WeakKeyDictionary[Constant, dict[str, Told]] = WeakKeyDictionary()
        self._former: Mapping[str, Mapping[str, Wording]] = {}
        self.edition = 0
        """The number of changes of words, for caches of rendered text."""

    def read(self) -> None:
        """Read every language now, rather than on first use."""
        for lang in self.languages:
            self._entries[lang]

    def become(self, other: Texts, lasting: Collection[str] = ()) -> None:
        """Take the words of *other*, while any thread may be rendering.

        Words without a successor are known until the next change, as a state published before may still say them.
        Those whose keys begin with one of *lasting* stay.
        """
        former: dict[str, Mapping[str, Wording]] = {}
        for lang in dict.fromkeys((*self._former, *self.languages)):
            before = self._former.get(lang, {})
            old = self._entries[lang] if lang in self.languages else {}
            new = other._entries[lang] if lang in other.languages else {}
            for start in lasting:
                _read_late(old, f"{start}name")
            stays = before if lang not in other.languages else _with_starts(before, tuple(lasting))
            gone = {**stays, **old}
            if lang not in other.languages or gone:
                former[lang] = {key: gone[key] for key in gone.keys() - new.keys()}
        self._former = former
        self._entries = other._entries
        self.languages = other.languages
        self._constants = WeakKeyDictionary()
        self.edition += 1

    @classmethod
    def load(
        cls,
        extra: Mapping[str, Mapping[str, Wording]] | None = None,
        added: Mapping[str, Mapping[str, Wording]] | None = None,
        late: Mapping[str, Callable[[str], Mapping[str, Wording]]] | None = None,
    ) -> Texts:
        """Read the files of this folder, with *extra* sentences by language.

        *extra* has sentences by dotted key; one in a single language is used in all languages, as a family's kit may
        have but one. *added* are further languages by their code; their missing texts are in English. *late* gives
        readers for more sentences of a language, by the first words of their keys as `Entries`, called on first use.

        :raises ValueError: *extra* names a language there is no file for, or a key that a file has already.
        """
        extra = extra or {}
        if unknown := sorted(set(extra) - set(LANGUAGES)):
            raise ValueError(f"texts in {', '.join(unknown)}: expected {' or '.join(LANGUAGES)}")
        borrowed = {key: text for sentences in extra.values() for key, text in sentences.items()}
        first = LANGUAGES[0]
        if taken := sorted(read_language(first).keys() & borrowed.keys()):
            raise ValueError(f"texts {', '.join(taken)} stand in {first}.toml already: choose other keys")

        def entries(shipped: str, given: Mapping[str, Wording]) -> Entries:
            more = {word: partial(read, shipped) for word, read in (late or {}).items()}
            return Entries({**read_language(shipped), **borrowed, **extra.get(shipped, {}), **given}, more)

        shipped = {lang: partial(entries, lang, {}) for lang in LANGUAGES}
        return cls({**shipped, **{lang: partial(entries, first, given) for lang, given in (added or {}).items()}})

    def over(self, extra: Mapping[str, Mapping[str, Wording]]) -> Texts:
        """Return these texts with *extra* sentences by language and key before them.

        A language that has none of them takes those in English.
        """
        first = extra.get(LANGUAGES[0], {})
        return Texts({lang: partial(self._with, lang, extra.get(lang, first)) for lang in self.languages})

    def _with(self, lang: str, extra: Mapping[str, Wording]) -> Mapping[str, Wording]:
        return ChainMap(dict(extra), cast("dict[str, Wording]", self._entries[lang]))

    def knows(self, lang: str, sentence: Sayable) -> bool:
        """Return True if *sentence* can be rendered in *lang*.

        All sentences in it count as well.
        """
        values = [value if isinstance(value, tuple) else (value,) for value in sentence.values.values()]
        below = [each for several in values for each in several if hasattr(each, "key")]
        is_known = sentence.key in self._entries[lang] or sentence.key in self._former.get(lang, {})
        return is_known and all(self.knows(lang, each) for each in below)

    def name_of(self, lang: str) -> str:
        """Return the name of language *lang* in that language.

        A shipped language's own file isn't read for that.

        :raises KeyError: there is no such language, or it has no name.
        """
        is_shipped = lang in LANGUAGES
        return self.say(LANGUAGES[0], f"menu.lang-{lang}") if is_shipped else self.say(lang, "page.language_name")

    def say(self, lang: str, key: str, /, **values: object) -> str:
        """Render the sentence *key* in *lang* with *values* in its braces.

        Values are rendered as by `tell`, tuples with commas.

        :raises KeyError: there is no such language or key, or a value of the sentence is missing.
        """
        try:
            entry = self._entries[lang][key]
        except KeyError:
            entry = self._former_entry(lang, key)
        if not isinstance(entry, str):
            entry = entry[_plural_form(lang, key, values.get("count"))]
        if "{" not in entry:
            return entry

        def filled(match: re.Match[str]) -> str:
            if match[1] not in values:
                raise KeyError(f"the text {key} ({lang}) needs a value for {match[0]}")
            return self._spoken(lang, values[match[1]])

        return PLACEHOLDER.sub(filled, entry)

    def tell(self, lang: str, value: Any) -> Told:
        """Render every sayable in *value* in *lang*, for JSON.

        Returns plain data and structs; tuples become lists.

        :raises KeyError: as `say` does.
        :raises TypeError: something in *value* is neither plain data nor sayable.
        """
        # Every push to a phone is told here, thousands of values at a time: the usual kinds come first, by their type.
        tell = self.tell
        kind = type(value)
        if kind in _SAYABLE:
            return self.say(lang, value.key, **value.values)
        if kind is dict:
            return {
                name if type(name) is str else str(name): inner if type(inner) in _USUAL else tell(lang, inner)
                for name, inner in value.items()
            }
        if kind is list or kind is tuple:
            return [inner if type(inner) in _USUAL else tell(lang, inner) for inner in value]
        if kind in _FIELDS_OF:
            localized: Struct = self.localize(lang, value)
            return localized
        if kind is Constant:
            return self._constant(lang, value)
        if isinstance(value, _PLAIN):
            return value
        if _is_sayable(value):
            return self.say(lang, value.key, **value.values)
        if isinstance(value, Struct):
            return self.localize(lang, value)
        if isinstance(value, _TABLE):
            return {str(name): self.tell(lang, inner) for name, inner in value.items()}
        if isinstance(value, _ROW):
            return [self.tell(lang, inner) for inner in value]
        raise TypeError(f"a {type(value).__name__} can't be told: expected plain data, or a key with values")

    def _constant(self, lang: str, constant: Constant) -> Told:
        told = self._constants.setdefault(constant, {})
        if lang not in told:
            told[lang] = self.tell(lang, constant.value)
        return told[lang]

    def localize(self, lang: str, value: S) -> S:
        """Return *value* with all sayables in its fields rendered in *lang*.

        Fields are searched however deep.

        :raises KeyError: as `say` does.
        """
        kind = type(value)
        fields = _FIELDS_OF.get(kind) or _fields_of(kind)
        localized = self._localized
        return kind(*[each if not each or type(each) in _USUAL else localized(lang, each) for each in fields(value)])

    def _localized(self, lang: str, value: Any) -> object:
        kind = type(value)
        if kind in _SAYABLE:
            return self.say(lang, value.key, **value.values)
        if kind is tuple:
            localized = self._localized
            return tuple([each if type(each) in _USUAL else localized(lang, each) for each in value])
        return self.localize(lang, value) if kind in _FIELDS_OF else self.tell(lang, value)

    def _former_entry(self, lang: str, key: str) -> Wording:
        """Return the wording of *key* before the last change.

        A language that is gone says new words in English.

        :raises KeyError: there was none.
        """
        former = self._former.get(lang, {})
        if key in former:
            return former[key]
        try:
            return self._entries[LANGUAGES[0] if lang in self._former and lang not in self.languages else lang][key]
        except KeyError:
            raise self._unknown(lang, key) from None

    def _unknown(self, lang: str, key: str) -> KeyError:
        if lang not in self.languages:
            return KeyError(f"no texts in the language {lang!r}: expected {' or '.join(self.languages)}")
        return KeyError(f"no text {key!r} in {lang}")

    def _spoken(self, lang: str, value: object) -> str:
        if isinstance(value, list | tuple):
            return ", ".join(self._spoken(lang, inner) for inner in value)
        return str(self.tell(lang, value))


def _read_late(entries: Mapping[str, Wording], key: str) -> None:
    """Read the late words that come with *key*, if there are any."""
    with suppress(KeyError):
        entries[key]


def _with_starts(entries: Mapping[str, Wording], starts: tuple[str, ...]) -> Mapping[str, Wording]:
    return {key: said for key, said in entries.items() if key.startswith(starts)}


def _fields_of(kind: type[Struct]) -> Callable[[Struct], Iterable[object]]:
    """Return and cache a getter of the fields of *kind*, in order."""
    names = kind.__struct_fields__
    getter = attrgetter(*names)
    _FIELDS_OF[kind] = getter if len(names) > 1 else lambda value: (getter(value),)
    return _FIELDS_OF[kind]


def _is_sayable(value: object) -> TypeGuard[Sayable]:
    found = hasattr(value, "key") and hasattr(value, "values")
    if found:
        _SAYABLE.add(type(value))
    return found


@cache
def read_language(lang: str) -> Mapping[str, Wording]:
    """Return one language's entries by dotted key.

    An entry is a sentence, or the forms of a plural.
    """
    return wordings_in(Path(__file__).with_name(f"{lang}.toml"))


def wordings_in(path: Path) -> dict[str, Wording]:
    """Return the entries of a file by dotted key.

    The file is the program's own, or a package's.

    :raises OSError: it can't be read.
    :raises ValueError: it isn't TOML.
    :raises NotASentence: something in it is neither a sentence nor a table.
    """
    return dict(_flat(parsed(path), ""))


def wordings_of(text: str) -> dict[str, Wording]:
    """Return the entries of the TOML *text* by dotted key.

    An entry is a sentence, or the forms of a plural.

    :raises ValueError: it isn't TOML.
    :raises NotASentence: something in it is neither a sentence nor a table.
    """
    return dict(_flat(toml_of(text), ""))


def _flat(table: Mapping[str, object], prefix: str) -> list[tuple[str, Wording]]:
    found: list[tuple[str, Wording]] = []
    for name, inner in table.items():
        key = f"{prefix}{name}"
        if isinstance(inner, str):
            found.append((key, inner))
        elif isinstance(inner, dict):
            plural = inner.keys() == PLURAL_FORMS and all(isinstance(form, str) for form in inner.values())
            found.extend([(key, inner)] if plural else _flat(inner, f"{key}."))
        else:
            raise NotASentence(key, inner)
    return found


def _plural_form(lang: str, key: str, count: object) -> str:
    if not isinstance(count, int):
        raise KeyError(f"the text {key} ({lang}) is a plural and needs a whole number `count`; {count!r} was given")
    return "one" if count == 1 or (lang == "fr" and count == 0) else "other"
