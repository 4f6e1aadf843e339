"""Pages, modules and sheets as they are sent: without comments and indentation, line for line as in their files.

A phone's first page has to be small without a build step. What is taken out stands on lines of its own or ends one:
that no text of a program runs over several lines is held by a test, as is that sheets say nothing in quotes.
"""

from __future__ import annotations

import re

_COMMENT = re.compile(r"(?:^|(?<=[;{}]))[ \t]*/\*.*?\*/[ \t]*$", re.MULTILINE | re.DOTALL)
_REMARK = re.compile(r"^[ \t]*//.*$", re.MULTILINE)
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
_ROOM = re.compile(r"(?<=[:;,{]) +|;? +(?=[{}])")


def lean(source: str) -> str:
    """Return *source*, a module or a sheet, with empty lines for its comments; an error's line is the file's."""
    blank = _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), source)
    return unindented(_REMARK.sub("", blank))


def lean_sheet(source: str) -> str:
    """Return *source*, a sheet, leaner still: without the room around its signs, and a rule's last semicolon."""
    return _ROOM.sub("", lean(source))


def unindented(source: str) -> str:
    """Return *source*, in which no text runs over several lines, without its indentation."""
    return _INDENT.sub("", source)


LEAN = {".js": ("text/javascript", lean), ".css": ("text/css", lean_sheet)}
"""The kinds of files that are sent so, by their ending: how they are called on the way, and what makes them lean."""
