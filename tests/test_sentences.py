"""Tests name what players read by its key: a sentence stands in the texts alone, and in the tests of the texts."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import zip_longest

from companion.texts.say import LANGUAGES, PLACEHOLDER
from tests.support.languages import shipped
from tests.support.paths import ROOT, TESTS

FEWEST_WORDS = 3
"""A shorter text is a name or a label, which a test may come upon by itself."""
MAY_STAND = 0
"""How many sentences still stand in tests. It may only fall."""
MAY_SAY = (
    "companion/texts/",  # tests of the texts: how keys become words
    "companion/kits/test_reader_said.py",  # tests of the texts: the faults of kits, as French says them
    "companion/settings/",  # the settings' faults as the log tells them, by no key, in words that a page also has
    "companion/records/test_record.py",  # the faults of records, told by no key, in words that kits' faults also have
)
"""Where sentences are the point, or come from elsewhere."""

WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
VALUE, NUMBER = ".+?", r"\d+"


class Sentence:
    """A text of the program, found again in what a test says.

    :param key: its language and key.
    :param text: its words, with values in braces.
    """

    def __init__(self, key: str, text: str) -> None:
        self.key = key
        parts = PLACEHOLDER.split(text)
        runs = [tuple(WORD.findall(fixed)) for fixed in parts[::2]]
        self.words = sum(map(len, runs))
        """How many words it has beside its values."""
        self.runs = [" ".join(run) for run in runs]
        """Its words between two values."""
        self.beginning = max(runs, key=len)[:FEWEST_WORDS]
        """The first words of its longest run."""
        self._parts = parts

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        fills = [NUMBER if name == "count" else VALUE for name in self._parts[1::2]]
        pattern = "".join(re.escape(fixed) + fill for fixed, fill in zip_longest(self._parts[::2], fills, fillvalue=""))
        return re.compile(rf"(?<!\w){pattern}(?!\w)", re.DOTALL)

    def is_in(self, text: str) -> bool:
        return self._pattern.search(text) is not None


class Sentences:
    """The sentences among *texts*, by the two or three words that each of them surely has one after the other."""

    def __init__(self, texts: Iterator[tuple[str, str]]) -> None:
        self._by_run: dict[Sequence[str], list[Sentence]] = defaultdict(list)
        for key, text in texts:
            sentence = Sentence(key, text)
            if sentence.words >= FEWEST_WORDS and len(sentence.beginning) > 1:
                self._by_run[sentence.beginning].append(sentence)

    def in_source(self, source: str) -> Iterator[tuple[int, str]]:
        """Yield the line of each literal in the *source* of a module that holds a sentence, and the sentence's key."""
        if self._among(WORD.findall(re.sub(r"['\"]\s*f?['\"]", "", source))):
            for line, literal in literals(ast.parse(source)):
                for sentence in self._among(WORD.findall(literal)):
                    if sentence.is_in(literal):
                        yield line, sentence.key
                        break

    def _among(self, words: Sequence[str]) -> list[Sentence]:
        runs = {*zip(words, words[1:], strict=False), *zip(words, words[1:], words[2:], strict=False)}
        likely = [sentence for run in runs & self._by_run.keys() for sentence in self._by_run[run]]
        text = " ".join(words) if likely else ""
        return [sentence for sentence in likely if all(run in text for run in sentence.runs)]


def literals(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the line and text of each literal in *tree* that is no docstring, with § for a value."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
        elif isinstance(node, ast.JoinedStr):
            yield (
                node.lineno,
                "".join(str(part.value) if isinstance(part, ast.Constant) else "§" for part in node.values),
            )
            for part in node.values:
                if isinstance(part, ast.FormattedValue):
                    yield from literals(part)
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            yield from literals(node)


def sentences() -> Sentences:
    """Return all sentences that ship, by language and key; a plural has two."""
    return Sentences(
        (f"{lang} {key}", text)
        for lang in LANGUAGES
        for key, wording in shipped(lang).items()
        for text in ([wording] if isinstance(wording, str) else wording.values())
    )


def standing() -> list[str]:
    known, found = sentences(), []
    for path in sorted(TESTS.rglob("*.py")):
        name = path.relative_to(TESTS).as_posix()
        if not name.startswith(MAY_SAY) and "node_modules" not in path.parts:
            lines = known.in_source(path.read_text("utf-8"))
            found += [f"{path.relative_to(ROOT)}:{line}: {key}" for line, key in lines]
    return found


def test_no_sentence_of_the_texts_stands_in_a_test() -> None:
    found = standing()
    assert len(found) <= MAY_STAND, "\n".join(["Say it by its key (tests/support/wording.py):", *found])
    assert len(found) == MAY_STAND, f"Fewer sentences stand in tests: let MAY_STAND be {len(found)}."


def test_a_sentence_is_found_in_whatever_literal_holds_it() -> None:
    known = Sentences(
        iter([("en a", "The table is full."), ("en b", "{name} takes the last card of {deck}"), ("en c", "A card")])
    )
    source = "\n".join(
        [
            '"""The table is full."""',
            'a = "The table is full."',
            'b = f"{x}: The table " "is full. Wait."',
            'c = "Ann takes the last card of news"',
            'd = f"{x} takes the last card of {y}"',
            'e = "A card"',
            'f = "The table is fully booked."',
            """g = f"{name + 'The table is full.'}!\"""",
        ]
    )
    assert list(known.in_source(source)) == [(2, "en a"), (3, "en a"), (4, "en b"), (5, "en b"), (8, "en a")]
