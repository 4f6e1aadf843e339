"""Pages, modules and sheets as they are sent: without comments and the room and lines that nothing needs.

A phone's first page has to be small without a build step. Nothing is renamed or moved: what is left of a module are its
own tokens in their order, and every line's end that may end a statement; a test holds that against a slower reading.
"""

from __future__ import annotations

import re

_IN_TEMPLATE = r"\\.|[^`\\$]|\$(?!\{)"
_TEMPLATE = rf"`(?:{_IN_TEMPLATE}|\$\{{(?:[^{{}}`]|\{{[^{{}}]*\}}|`(?:{_IN_TEMPLATE}|\$\{{[^{{}}`]*\}})*`)*\}})*`"
_QUOTED = r"'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\""
# Only after such a sign, or such a word, does a stroke begin a pattern; elsewhere it divides.
_MAY_BEGIN = r"(?:(?<=[(,=:\[!&|?{};>])|(?<=[(,=:\[!&|?{};>] )|(?<=return ))"
_PATTERN = rf"{_MAY_BEGIN}/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/"
_REMARK = r"[ \t]*//[^\n]*|[ \t]*/\*.*?\*/"
# Signs between which room may tell one thing from another: a + +b, a / /b/.
_ROOM = r"(?<![\w$#+/-])[ \t]+|[ \t]+(?![\w$#+/-])"
_WHOLE = f"({_QUOTED}|{_TEMPLATE}|{_PATTERN})"
_PIECE = re.compile(f"{_WHOLE}|{_REMARK}|{_ROOM}", re.DOTALL)
# No statement ends after a sign that opens or divides, nor is one told from the next before a sign that closes.
_LINE = re.compile(f"{_WHOLE}|^\\n+|(?<=[{{(\\[,;\\n])\\n+|\\n+(?=[)}}\\].])", re.DOTALL)
_COMMENT = re.compile(r"(?:^|(?<=[;{}]))[ \t]*/\*.*?\*/[ \t]*$", re.MULTILINE | re.DOTALL)
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
_SHEET_ROOM = re.compile(r"(?<=[:;,{]) +|;?\s*(?=[{}])|(?<=[;,{}])\n+")


def lean(source: str) -> str:
    """Return *source*, a module, without comments and the room and lines that no token needs."""
    spare = _PIECE.sub(lambda piece: piece[1] or "\n" * piece[0].count("\n"), source)
    return _LINE.sub(lambda line: line[1] or "", spare)


def lean_sheet(source: str) -> str:
    """Return *source*, a sheet, without comments, the room around its signs, and a rule's last semicolon."""
    return _SHEET_ROOM.sub("", unindented(_COMMENT.sub("", source)))


def unindented(source: str) -> str:
    """Return *source*, in which no text runs over several lines, without its indentation."""
    return _INDENT.sub("", source)


LEAN = {".js": ("text/javascript", lean), ".css": ("text/css", lean_sheet)}
"""The kinds of files that are sent so, by their ending: how they are called on the way, and what makes them lean."""
