from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.paths import ROOT

PACKAGES = ("companion", "hardware", "firmware_host", "web_ui")
# A docstring names a thing or an act: none of these is a noun or a verb.
NO_BEGINNING = frozenset({"what", "whatever", "who", "whoever", "whose"})


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield *node* and every statement in it. Expressions have no docstrings, and are most of a module."""
    yield node
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case):
            yield from statements(child)


def wordy(source: str) -> Iterator[str]:
    """Yield the first line of each docstring in *source* that begins with a relative word."""
    for node in statements(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node) or ""
            word = re.match(r"\w*", text)
            if word and word[0].lower() in NO_BEGINNING:
                yield text.splitlines()[0]


@pytest.mark.parametrize("package", PACKAGES)
def test_a_docstring_begins_with_a_noun_or_a_verb(package: str) -> None:
    files = [path for path in sorted(Path(ROOT, package).rglob("*.py")) if "node_modules" not in path.parts]
    assert files
    assert [f"{path.name}: {line}" for path in files for line in wordy(path.read_text("utf-8"))] == []


def test_such_a_docstring_is_found_wherever_it_stands() -> None:
    source = (
        '"""What it is."""\nclass A:\n    """Who\'s there."""\n    def b(self):\n        """Whoever.\n\n        B."""\n'
        'try:\n    pass\nexcept OSError:\n    async def c():\n        """Whose."""\n'
        'match 1:\n    case 1:\n        def d():\n            """Whatever."""\n'
    )
    assert list(wordy(source)) == ["What it is.", "Who's there.", "Whoever.", "Whose.", "Whatever."]
    assert list(wordy('"""A thing that says what it is."""\ndef c(): ...\n')) == []
