"""Modules and sheets as they are sent: without their comments and indentation, line for line as in their files.

A phone's first page has to be small without a build step. What is taken out stands on lines of its own or ends one:
that no text of a program runs over several lines is held by a test.
"""

from __future__ import annotations

import re

_COMMENT = re.compile(r"(?:^|(?<=[;{}]))[ \t]*/\*.*?\*/[ \t]*$", re.MULTILINE | re.DOTALL)
_REMARK = re.compile(r"^[ \t]*//.*$", re.MULTILINE)
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)

LEAN = {".js": "text/javascript", ".css": "text/css"}
"""The kinds of files that are sent so, by their ending, and how they are called on the way."""


def lean(source: str) -> str:
    """Return *source*, a module or a sheet, with empty lines for its comments; an error's line is the file's."""
    blank = _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), source)
    return _INDENT.sub("", _REMARK.sub("", blank))
