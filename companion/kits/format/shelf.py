"""Reads a kit's description for the shelf: line, minutes and cover.

It reads the breaks of long names, the rules, the version and the author as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from companion.engine.values.message import Message
from companion.kits.format.checks import Checks, is_text, one_of, shown, unexpected
from companion.kits.format.words import LANGUAGES
from companion.kits.formulas.fault import meant
from companion.runtime.foreign_file import TooLong

COVERS = (
    *("anchor", "ball", "beetle", "boat", "box", "cards", "cup", "d20", "dice", "glass", "goose", "ladder", "ludo"),
    *("mask", "pad", "palm", "pig", "points", "tetra", "ticket", "wheel"),
)
"""The covers for every kit, by the names of their drawings."""
MAX_COVER = 16_384
"""Maximum size of a cover, in bytes.

A phone fetches all of them for the shelf.
"""
PICTURE = ".svg"
"""The ending of a cover's file."""
MAX_MINUTES = 999
GROUPS = ("dice", "board", "party", "cards", "tools")
"""The headings of the shelf, in its order.

The tools come before all games.
"""
MAX_RULES = 10
"""Maximum number of lines of a kit's rules."""
LONGEST_RULE = 120
MAX_VERSION = 9999
LONGEST_AUTHOR = 60
_LONGEST_LINE = 60
_LONGEST_BREAKS = 400

Words = dict[str, str]
ReadBeside = Callable[[str], str]
"""Returns the text of a file beside the kit.

It raises the errors of ``foreign_file.read_own``.
"""


class OnShelf(Struct, frozen=True):
    """A kit's description of itself.

    *line* and *breaks* are by language, {} for none, and so are the lines of *rules*. The others are as in ``Kit``.
    """

    line: Words
    breaks: Words
    minutes: int
    cover: str
    is_tool: bool = False
    group: str = ""
    rules: Mapping[str, tuple[str, ...]] = {}
    version: int = 1
    author: str = ""

    def texts(self, slug: str, language: str) -> Words:
        """Return the texts of *language* by key."""
        said = {"line": self.line, "breaks": self.breaks}
        told = {shelf_key(slug, name): words[language] for name, words in said.items() if words}
        rules = enumerate(self.rules.get(language, ()), 1)
        return told | {shelf_key(slug, f"rule-{number}"): rule for number, rule in rules}


def shelf_key(slug: str, name: str) -> str:
    """Return the key of the description *name* of kit *slug*.

    No component of a kit can have this key.
    """
    return f"kit.{slug}.shelf.{name}"


def on_shelf(checks: Checks, data: Mapping[str, Any], read: ReadBeside | None) -> OnShelf:
    """Return the description in the kit file *data*.

    *read* is None if the kit may have no files of its own.
    """
    is_tool = checks.flag("tool", data.get("tool", False))
    return OnShelf(
        line=_said(checks, "line", data.get("line"), _LONGEST_LINE),
        breaks=_said(checks, "breaks", data.get("breaks"), _LONGEST_BREAKS),
        minutes=checks.number("minutes", data["minutes"], 1, MAX_MINUTES) if "minutes" in data else 0,
        cover=_cover(checks, data["cover"], read) if "cover" in data else "",
        is_tool=is_tool,
        group=checks.one_of("group", data["group"], GROUPS) if "group" in data else "tools" if is_tool else "",
        rules=_rules(checks, data["rules"]) if "rules" in data else {},
        version=checks.number("version", data.get("version", 1), 1, MAX_VERSION),
        author=_author(checks, data["author"]) if "author" in data else "",
    )


def _author(checks: Checks, given: Any) -> str:
    good = is_text(given, LONGEST_AUTHOR)
    expected = Message("kit-fault.author", {"maximum": LONGEST_AUTHOR})
    return str(given) if checks.expect(good, "author", expected, given) else ""


def _said(checks: Checks, where: str, given: Any, maximum: int) -> Words:
    """Return a text in both languages.

    A single given language is used for both.
    """
    if given is None:
        return {}
    good = isinstance(given, Mapping) and bool(given) and all(is_text(said, maximum) for said in given.values())
    expected = Message("kit-fault.line", {"maximum": maximum, "example": '{ en = "To the harbour and back" }'})
    if not checks.expect(good, where, expected, given):
        return {}
    checks.known(where, given, LANGUAGES)
    return {language: given.get(language) or next(iter(given.values())) for language in LANGUAGES}


def _rules(checks: Checks, given: Any) -> Mapping[str, tuple[str, ...]]:
    """Return the lines of the rules, as many in each language.

    A single given language is used for both.
    """
    where = "[rules]"
    table = checks.table(where, given)
    checks.known(where, table, LANGUAGES)
    found = {lang: _rule_lines(checks, f"{where} {lang}", table[lang]) for lang in LANGUAGES if lang in table}
    if len({len(lines) for lines in found.values()}) > 1:
        checks.fault(where, Message("kit-fault.rules-differ"))
    first = next(iter(found.values()), ())
    return {lang: found.get(lang, first) for lang in LANGUAGES} if first else {}


def _rule_lines(checks: Checks, where: str, given: Any) -> tuple[str, ...]:
    good = isinstance(given, list) and 1 <= len(given) <= MAX_RULES
    good = good and all(is_text(rule, LONGEST_RULE) for rule in given)
    expected = Message("kit-fault.rule-lines", {"maximum": MAX_RULES, "letters": LONGEST_RULE})
    return tuple(given) if checks.expect(good, where, expected, given) else ()


def _cover(checks: Checks, given: Any, read: ReadBeside | None) -> str:
    """Return the name of a drawing or of a valid file.

    "" if it is neither.
    """
    if isinstance(given, str) and given in COVERS:
        return given
    is_file = isinstance(given, str) and given.endswith(PICTURE) and not set(given) & {"/", "\\"} and given[0] != "."
    if not is_file or read is None:
        expected = Message("kit-fault.cover", {"words": one_of(COVERS), "example": "harbour.svg"})
        checks.fault("cover", meant(unexpected(expected, given), given, COVERS))
        return ""
    said = _fault_in(given, read)
    if said is not None:
        checks.fault("cover", Message("kit-fault.cover-file", {"file": shown(given), "fault": said}))
    return str(given)


def _fault_in(name: str, read: ReadBeside) -> Message | None:
    from companion.kits.format.safe_svg import fault_of  # an XML parser, for who brings a picture

    try:
        return fault_of(read(name))
    except TooLong as error:
        return Message("kit-fault.too-long", {"maximum": error.maximum // 1024})
    except (OSError, UnicodeDecodeError):
        return Message("kit-fault.svg-unread")
