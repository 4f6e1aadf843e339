"""The parser of expressions: every number and condition of a kit.

From the loosest to the tightest: ``if … then … else``, ``or``, ``and``, ``not``, comparisons, ``+ -``, ``* /``, a minus
before a number. ``min`` and ``max`` take two values, or several in parentheses.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Literal, NoReturn, get_args, overload

from msgspec import Struct

from companion.engine.values.message import Message, Value
from companion.kits.formulas.fault import BadFormula
from companion.kits.formulas.lexer import Lexeme, tokens_of
from companion.kits.formulas.tree import (
    CONDITIONS,
    MAX_ALIKE,
    MAX_NUMBER,
    NUMBERS,
    AlikeDice,
    Always,
    Arithmetic,
    ArithmeticSign,
    BuiltInNumber,
    ChosenCondition,
    ChosenNumber,
    Comparison,
    ComparisonSign,
    ConditionExpression,
    Connective,
    CupCount,
    DiceRun,
    Expression,
    FaceCount,
    Junction,
    NamedCondition,
    NamedNumber,
    Negation,
    NumberExpression,
    Opposite,
    PileCount,
    WholeNumber,
)
from companion.kits.formulas.vocabulary import BUILT_IN, DICE_WORDS, TABLE_WORDS, Vocabulary, shortened

MAX_LETTERS = 400
MAX_NESTING = 20
"""Maximum depth of nested parentheses, choices, functions, ``not`` and minuses."""
MAX_NODES = 200
_ARITHMETIC: Mapping[str, ArithmeticSign] = {sign: sign for sign in get_args(ArithmeticSign)}
_COMPARISONS: Mapping[str, ComparisonSign] = {sign: sign for sign in get_args(ComparisonSign)}
_CONNECTIVES: Mapping[str, Connective] = {word: word for word in get_args(Connective)}
_A_CHOICE = "if turn > 3 then 2 else 1"


class _Part(Struct, frozen=True):
    """A *node* with its place: letters *at* to before *end*."""

    node: Expression
    at: int
    end: int


@overload
def parse_expression(text: str, names: Vocabulary, expect: Literal["number"]) -> NumberExpression: ...
@overload
def parse_expression(text: str, names: Vocabulary, expect: Literal["condition"]) -> ConditionExpression: ...
@overload
def parse_expression(text: str, names: Vocabulary, expect: Literal["either"]) -> Expression: ...


def parse_expression(text: str, names: Vocabulary, expect: Literal["number", "condition", "either"]) -> Expression:
    """Read *text* with these *names* as a number, a condition or either.

    :raises BadFormula: it can't be read, or has the other type.
    """
    if len(text) > MAX_LETTERS:
        limit: dict[str, Value] = {"maximum": MAX_LETTERS, "given": len(text)}
        raise BadFormula(text, MAX_LETTERS, Message("formula.expression.too-long", limit))
    parser = _Parser(text, names)
    part = parser.whole()
    if expect == "either":
        return part.node
    return parser.number(part) if expect == "number" else parser.condition(part)


class _Parser:
    """Reads one *text* from its first letter to its last."""

    def __init__(self, text: str, names: Vocabulary) -> None:
        self._text = text
        self._names = names
        self._tokens = tokens_of(text)
        self._index = 0
        self._nodes = 0
        self._nesting = 0

    def whole(self) -> _Part:
        """Read the whole text."""
        first = self._next
        if first.kind == "end":
            self._fault(first, "formula.expression.empty")
        part = self._expression()
        rest = self._next
        if rest.kind != "end":
            self._fault(rest, "formula.expression.wants-end")
        return part

    def number(self, part: _Part) -> NumberExpression:
        """Return the node of *part* as a number."""
        if isinstance(part.node, NUMBERS):
            return part.node
        return self._wrong_type("formula.expression.wants-number", part, "(if {} then 1 else 0)")

    def condition(self, part: _Part) -> ConditionExpression:
        """Return the node of *part* as a condition."""
        if isinstance(part.node, CONDITIONS):
            return part.node
        form = "({}) > 0" if isinstance(part.node, ChosenNumber) else "{} > 0"
        return self._wrong_type("formula.expression.wants-condition", part, form)

    def _expression(self) -> _Part:
        return self._choice() if self._next.text == "if" else self._disjunction()

    def _choice(self) -> _Part:
        start = self._deeper()
        condition = self.condition(self._disjunction())
        self._expect("then")
        then = self._expression()
        self._expect("else")
        otherwise = self._expression()
        self._nesting -= 1
        if isinstance(then.node, NUMBERS):
            return self._part(ChosenNumber(condition, then.node, self.number(otherwise)), start)
        return self._part(ChosenCondition(condition, self.condition(then), self.condition(otherwise)), start)

    def _disjunction(self) -> _Part:
        return self._chain(("or",), self._conjunction)

    def _conjunction(self) -> _Part:
        return self._chain(("and",), self._negation)

    def _negation(self) -> _Part:
        if self._next.text != "not":
            return self._comparison()
        start = self._deeper()
        part = self._part(Negation(self.condition(self._negation())), start)
        self._nesting -= 1
        return part

    def _comparison(self) -> _Part:
        part = self._sum()
        if self._next.text in _COMPARISONS:
            sign = self._take().text
            part = self._joined(part, sign, self._sum())
            if self._next.text in _COMPARISONS:
                self._fault(self._next, "formula.expression.chain")
        return part

    def _sum(self) -> _Part:
        return self._chain(("+", "-"), self._product)

    def _product(self) -> _Part:
        return self._chain(("*", "/"), self._signed)

    def _chain(self, signs: Collection[str], operand: Callable[[], _Part]) -> _Part:
        part = operand()
        while self._next.text in signs:
            sign = self._take().text
            part = self._joined(part, sign, operand())
        return part

    def _signed(self) -> _Part:
        if self._next.text != "-":
            return self._primary()
        start = self._deeper()
        part = self._part(Opposite(self.number(self._signed())), start)
        self._nesting -= 1
        return part

    def _primary(self) -> _Part:
        token = self._next
        if token.text == "(":
            return self._parenthesis()
        if token.text == "if":
            self._fault(token, "formula.expression.bare-if", example=f"({_A_CHOICE})")
        if token.kind == "number":
            return self._part(WholeNumber(self._amount(MAX_NUMBER)), token)
        if token.kind == "name":
            return self._extreme() if token.text in {"min", "max"} else self._word()
        return self._fault(token, "formula.expression.wants-value")

    def _parenthesis(self) -> _Part:
        start = self._deeper()
        part = self._expression()
        self._expect(")")
        self._nesting -= 1
        return _Part(part.node, start.at, self._tokens[self._index - 1].end)

    def _extreme(self) -> _Part:
        """Read ``min A B`` or ``min(A, B)``."""
        start = self._deeper()
        opening = self._take() if self._next.text == "(" else None
        part = self._expression() if opening else self._signed()
        if opening and self._next.text == ",":
            while self._next.text == ",":
                self._take()
                part = self._joined(part, start.text, self._expression())
            self._expect(")")
        else:
            if opening:
                self._expect(")")
                part = _Part(part.node, opening.at, self._tokens[self._index - 1].end)
            if self._next.kind == "end" or self._next.text in {")", ","}:
                self._fault(self._next, "formula.expression.wants-second", example=f"{start.text}(turn, 6)")
            part = self._joined(part, start.text, self._signed())
        self._nesting -= 1
        return _Part(part.node, start.at, self._tokens[self._index - 1].end)

    def _word(self) -> _Part:
        token = self._take()
        word = token.text
        if word == "count" and (cup := self._cup()):
            return self._part(self._cup_count(cup), token)
        if self._names.is_name(word):
            is_number = word in self._names.numbers
            return self._part(NamedNumber(word) if is_number else NamedCondition(word), token)
        if word == "always":
            return self._part(Always(), token)
        if word == "left":
            return self._part(PileCount(self._deck()), token)
        if word in TABLE_WORDS:
            return self._part(BuiltInNumber(BUILT_IN[word]), token)
        if self._names.has_dice and word in DICE_WORDS:
            return self._dice_word(token)
        if word in {"then", "else", "or", "and", "not"}:
            self._fault(token, "formula.expression.wants-value")
        raise BadFormula(self._text, token.at, self._names.unknown(word))

    def _dice_word(self, token: Lexeme) -> _Part:
        if said := self._names.unusable(token.text):
            raise BadFormula(self._text, token.at, said)
        match token.text:
            case "count":
                return self._part(FaceCount(self._face()), token)
            case "alike":
                return self._part(AlikeDice(self._dice(token)), token)
            case "run":
                return self._part(DiceRun(self._dice(token)), token)
            case word:
                return self._part(BuiltInNumber(BUILT_IN[word]), token)

    def _face(self) -> int | str:
        start = self._next
        minus = self._take().text if start.text == "-" else ""
        face = self._names.face(minus + self._next.text)
        if face is None:
            faces = shortened(self._names.faces or range(1, 7))
            self._fault(start, "formula.expression.wants-face", names=faces, example=f"count {faces[0]}")
        self._take()
        return face

    def _cup(self) -> str:
        """Return the name of the cup behind the next face, or ""."""
        at = self._index + 1 + (self._next.text == "-")
        behind = self._tokens[min(at, len(self._tokens) - 1)]
        return behind.text if behind.text in self._names.cups else ""

    def _cup_count(self, cup: str) -> CupCount:
        start, faces = self._next, self._names.cups[cup]
        minus = self._take().text if start.text == "-" else ""
        word = self._take().text
        self._take()
        face = Vocabulary(faces=faces).face(minus + word)
        if face is not None:
            return CupCount(cup, face)
        if minus or word not in self._names.numbers:
            names = shortened((*faces, *self._names.numbers))
            self._fault(start, "formula.expression.wants-face", names=names, example=f"count {names[0]} {cup}")
        return CupCount(cup, number=word)

    def _deck(self) -> str:
        if self._next.text not in self._names.decks:
            if not self._names.decks:
                self._fault(self._next, "formula.expression.without-deck")
            decks = shortened(self._names.decks)
            self._fault(self._next, "formula.expression.wants-deck", names=decks, example=f"left {decks[0]}")
        return self._take().text

    def _dice(self, word: Lexeme) -> int:
        """Read the number of dice after *word*."""
        if self._next.kind != "number" or self._next.text == "0":
            self._fault(self._next, "formula.expression.wants-dice", maximum=MAX_ALIKE, example=f"{word.text} 3")
        return self._amount(MAX_ALIKE)

    def _amount(self, maximum: int) -> int:
        token = self._take()
        value = int(token.text)
        if value > maximum:
            self._fault(token, "formula.expression.too-big", maximum=maximum)
        return value

    def _joined(self, left: _Part, sign: str, right: _Part) -> _Part:
        """Join two parts of the type that *sign* needs."""
        node: Expression
        if sign in _CONNECTIVES:
            node = Junction(_CONNECTIVES[sign], self.condition(left), self.condition(right))
        elif sign in _COMPARISONS:
            node = Comparison(_COMPARISONS[sign], self.number(left), self.number(right))
        else:
            node = Arithmetic(_ARITHMETIC[sign], self.number(left), self.number(right))
        return self._part(node, left)

    def _part(self, node: Expression, start: Lexeme | _Part) -> _Part:
        """Place *node* from *start* to the last letter read, and count it."""
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise BadFormula(self._text, start.at, Message("formula.expression.too-many", {"maximum": MAX_NODES}))
        return _Part(node, start.at, self._tokens[self._index - 1].end)

    @property
    def _next(self) -> Lexeme:
        return self._tokens[self._index]

    def _take(self) -> Lexeme:
        token = self._next
        self._index += token.kind != "end"
        return token

    def _deeper(self) -> Lexeme:
        """Take the token that opens one more nesting."""
        self._nesting += 1
        if self._nesting > MAX_NESTING:
            self._fault(self._next, "formula.expression.too-deep", maximum=MAX_NESTING)
        return self._take()

    def _expect(self, word: str) -> None:
        if self._next.text != word:
            example = "(turn + 1) * 2" if word == ")" else _A_CHOICE
            self._fault(self._next, "formula.expression.wants-word", word=word, example=example)
        self._take()

    def _wrong_type(self, key: str, part: _Part, form: str) -> NoReturn:
        given = self._text[part.at : part.end]
        about: dict[str, Value] = {"given": given, "example": form.format(given)}
        raise BadFormula(self._text, part.at, Message(key, about))

    def _fault(self, token: Lexeme, key: str, **about: Value) -> NoReturn:
        given: Value = self._text[token.at : token.end] or Message("formula.expression.end")
        raise BadFormula(self._text, token.at, Message(key, {"given": given, **about}))
