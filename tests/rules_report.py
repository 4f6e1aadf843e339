"""`make rules`: for each game, how many rules of its catalogue are proved by a test, and which are not.

A catalogue is companion/games/GAME/rules.md, with a line ``- FI-A1 ...`` for each rule. A test proves a rule when it
carries ``@pytest.mark.rule("FI-A1")``, wherever the mark stands: at a function, a class, a module or a parameter.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.support.paths import ROOT

RULE_LINE = re.compile(r"^- ([A-Z]{2}-[A-Z]\d+)\b", re.MULTILINE)


def catalogues(games: Path) -> dict[str, list[str]]:
    """Give the rule ids of each game with a catalogue, in its order, by the game's slug."""
    return {
        file.parent.name.replace("_", "-"): RULE_LINE.findall(file.read_text("utf-8"))
        for file in sorted(games.glob("*/rules.md"))
    }


def marked_rules(source: str) -> Iterator[str]:
    """Every rule id in a ``pytest.mark.rule(...)`` of *source*."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in {"pytest.mark.rule", "mark.rule"}:
            yield from (arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str))


def report(listed: dict[str, list[str]], proved: Iterable[str]) -> str:
    """Say for each game how many of its *listed* rules are *proved*, which are not, and which ids no game has."""
    if not listed:
        return "No game has a catalogue of rules yet (companion/games/GAME/rules.md)."
    marked = set(proved)
    lines = []
    for game, rules in listed.items():
        missing = [rule for rule in rules if rule not in marked]
        lines.append(f"{game}: {len(rules) - len(missing)} proved / {len(rules)} listed")
        lines += [f"  not yet: {', '.join(missing)}"] if missing else []
    unknown = sorted(marked.difference(*listed.values()))
    lines += [f"In tests, but in no catalogue: {', '.join(unknown)}"] if unknown else []
    return "\n".join(lines)


def main() -> None:
    """Print the report on this checkout."""
    tests = sorted((ROOT / "tests").rglob("test_*.py"))
    proved = [rule for test in tests for rule in marked_rules(test.read_text("utf-8"))]
    print(report(catalogues(ROOT / "companion" / "games"), proved))


if __name__ == "__main__":
    main()
