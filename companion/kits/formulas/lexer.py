"""The tokens of an expression."""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

from companion.engine.values.message import Message
from companion.kits.formulas.fault import BadFormula

_TOKEN = re.compile(
    r"(?P<blank>[ \t]+)"
    r"|(?P<fraction>[0-9]+\.[0-9]+)"
    r"|(?P<number>[0-9]+)"
    r"|(?P<name>[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*)"
    r"|(?P<foreign>==|<>|=<|=>|&&?|\|\|?|!(?!=))"
    r"|(?P<sign><=|>=|!=|[-+*/()<>=,≤≥≠×·÷−–])"
)
_ALSO = {"≤": "<=", "≥": ">=", "≠": "!=", "×": "*", "·": "*", "÷": "/", "−": "-", "–": "-"}
"""Signs of phones and books, each with the plain one."""
_INSTEAD = {"==": "=", "<>": "!=", "=<": "<=", "=>": ">=", "&&": "and", "&": "and", "||": "or", "|": "or", "!": "not"}
"""Signs of other languages, each with the right one."""
_SIGNS = ("+", "-", "*", "/", "=", "!=", "<", "<=", ">", ">=", "(", ")")


class Lexeme(Struct, frozen=True):
    """A number, name or sign of a formula.

    The last token is its end, "". It reaches from letter *at* to before letter *end*. *text* is in small letters and
    plain signs.
    """

    kind: Literal["number", "name", "sign", "end"]
    text: str
    at: int
    end: int


def tokens_of(text: str) -> tuple[Lexeme, ...]:
    """Split *text* into tokens.

    :raises BadFormula: a letter that belongs to none.
    """
    tokens: list[Lexeme] = []
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise BadFormula(text, at, Message("formula.expression.sign", {"given": text[at], "signs": _SIGNS}))
        token = _token(text, found)
        if token is not None:
            tokens.append(token)
        at = found.end()
    return (*tokens, Lexeme("end", "", len(text), len(text)))


def _token(text: str, found: re.Match[str]) -> Lexeme | None:
    given, (start, end) = found[0], found.span()
    match found.lastgroup:
        case "number":
            return Lexeme("number", given.lstrip("0") or "0", start, end)
        case "name":
            return Lexeme("name", given.lower(), start, end)
        case "sign":
            return Lexeme("sign", _ALSO.get(given, given), start, end)
        case "foreign":
            instead = Message("formula.expression.instead", {"given": given, "word": _INSTEAD[given]})
            raise BadFormula(text, start, instead)
        case "fraction":
            raise BadFormula(text, start, Message("formula.expression.fraction", {"given": given}))
    return None
