"""Reads a kit's description for the shelf: line, minutes and cover.

It reads the breaks of long names as well.
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

COVERS = ("boat", "cards", "dice", "palm", "wheel")
"""The covers for every kit, by the names of their drawings."""
MAX_COVER = 16_384
"""Maximum size of a cover, in bytes.

A phone fetches all of them for the shelf.
"""
PICTURE = ".svg"
"""The ending of a cover's file."""
MAX_MINUTES = 999
_LONGEST_LINE = 60
_LONGEST_BREAKS = 400

Words = dict[str, str]
ReadBeside = Callable[[str], str]
"""Returns the text of a file beside the kit.

It raises the errors of ``foreign_file.read_own``.
"""


class OnShelf(Struct, frozen=True):
    """A kit's description of itself.

    *line* and *breaks* are by language, {} for none; *cover* and *is_tool* are as in ``Kit``.
    """

    line: Words
    breaks: Words
    minutes: int
    cover: str
    is_tool: bool = False

    def texts(self, slug: str, language: str) -> Words:
        """Return the texts of *language* by key."""
        said = {"line": self.line, "breaks": self.breaks}
        return {shelf_key(slug, name): words[language] for name, words in said.items() if words}


def shelf_key(slug: str, name: str) -> str:
    """Return the key of the description *name* of kit *slug*.

    No component of a kit can have this key.
    """
    return f"kit.{slug}.shelf.{name}"


def on_shelf(checks: Checks, data: Mapping[str, Any], read: ReadBeside | None) -> OnShelf:
    """Return the description in the kit file *data*.

    *read* is None if the kit may have no files of its own.
    """
    return OnShelf(
        _said(checks, "line", data.get("line"), _LONGEST_LINE),
        _said(checks, "breaks", data.get("breaks"), _LONGEST_BREAKS),
        checks.number("minutes", data["minutes"], 1, MAX_MINUTES) if "minutes" in data else 0,
        _cover(checks, data["cover"], read) if "cover" in data else "",
        checks.flag("tool", data.get("tool", False)),
    )


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
