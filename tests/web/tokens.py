"""A module read sign by sign, templates and the code in them with a stack: what `web_ui.http.lean` is held against."""

from __future__ import annotations

import re

_TOKEN = re.compile(
    r"(?P<remark>//[^\n]*|/\*.*?\*/)"
    r"|(?P<text>'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\")"
    r"|(?P<word>[\w$#]+)|(?P<room>[ \t]+)|(?P<line>\n)|(?P<sign>\+\+|--|.)",
    re.DOTALL,
)
_TEMPLATE = re.compile(r"(?:\\.|\$(?!\{)|[^`\\$])*", re.DOTALL)
_PATTERN = re.compile(r"/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/")
_BEFORE_A_PATTERN = ("(", ",", "=", ":", "[", "!", "&", "|", "?", "{", "}", ";", ">", "return")


def tokens(source: str, *, lines: bool = False) -> list[str]:
    """Return the tokens of a module; comments and room aren't among them, ends of *lines* only where wanted."""
    found: list[str] = []
    depths: list[int] = []  # for each template that is open, how many braces are open in its code
    at = 0
    while at < len(source):
        last = next((each for each in reversed(found) if each != "\n"), "")
        pattern = _PATTERN.match(source, at) if last in _BEFORE_A_PATTERN else None
        match = pattern or _TOKEN.match(source, at)
        assert match is not None
        token, kind = match[0], match.lastgroup
        at = match.end()
        if kind in ("remark", "room") or (kind == "line" and not lines):
            found += ["\n"] * (lines and kind == "remark" and "\n" in token)
            continue
        if token == "`" or (token == "}" and depths and not depths[-1]):
            if token == "}":
                depths.pop()
            said = _TEMPLATE.match(source, at)
            assert said is not None
            token += said[0]
            at = said.end() + 1
            if source[said.end()] == "$":
                depths.append(0)
                at += 1
        elif depths and token in "{}":
            depths[-1] += 1 if token == "{" else -1
        found.append(token)
    return found
