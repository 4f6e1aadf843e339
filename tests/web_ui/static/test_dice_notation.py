"""The page's reader and thrower of dice notation do what the table's do, over one table of cases."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.values.message import Message
from companion.kits.formulas.dice import parse_dice
from companion.kits.formulas.fault import BadFormula
from companion.kits.formulas.throw import next_dice, outcome
from tests.companion.kits.formulas.written import NAMED, thrown, written
from tests.support.paths import STATIC

pytestmark = pytest.mark.whole

SCRIPT = Path(__file__).with_name("dice-notation-cases.mjs")
SEED = 11
RANDOM_CASES = 3000
WRITTEN = (
    *("", "  ", "4d6kh3+2", "2D20K+5", "d%", "4dF", "21d6", "15d6+6d8", "(" * 11 + "d6", "1" + "+1" * 50, "🎲" * 101),
    *("2d6+🎲", "d6×2÷3−1", "2d[🎲]", "2d[🎲", "d6+00000000000007", "d6+10000", "9999*9999*d20", "0*-d6"),
    *("2d[ability]=SUCCESS - 1", "d[odd]=hit-1-2", "2d[constructor]", "d6r<7", "d6!>0", "d6ro<7", "18d6!", "19d6r1"),
    *("6d6dl1dh2", "4d6kh0", "20d1000", "d1", "d1001", "d6mi", "d6r>=-1", "dFr=-1", "5d6!6>=6", "d6\t+1"),
    *("-d6*0", "d6/0", "d6 r 1 ! 6 > 5"),
    *("2d[ability]", "2d[ability]kh1=success", "2d[ability]>=success", "2d[ability]!", "2d[ability]=", "2d[ability"),
    "+".join(["d6kr"] * 20),
)


def plain(value: object) -> Any:
    """A value of a fault's text, as the page has it."""
    if isinstance(value, Message):
        return {"key": value.key}
    return list(value) if isinstance(value, tuple) else value


def case(text: str, random: Random) -> dict[str, Any]:
    try:
        formula = parse_dice(text, NAMED)
    except BadFormula as bad:
        values = {name: plain(value) for name, value in bad.said.values.items()}
        return {"text": text, "expected": {"fault": {"key": bad.said.key, "at": bad.at, "values": values}}}
    answers = thrown(formula, random)
    result = outcome(formula, answers)
    dice = [
        {
            "pool": die.pool,
            "face": die.face,
            "value": die.value,
            "dropped": die.is_dropped,
            "rerolled": die.is_rerolled,
            "added": die.is_added,
            "success": die.is_success,
        }
        for die in result.dice
    ]
    return {
        "text": text,
        "expected": {"spelled": str(formula)},
        "answers": answers,
        "asked": [next_dice(formula, answers[:at]) for at in range(len(answers) + 1)],
        "result": {"total": result.total, "dice": dice, "count": result.is_count},
    }


def test_the_page_reads_and_throws_every_formula_as_the_table_does() -> None:
    random = Random(SEED)
    texts = [*WRITTEN, *(written(random, dice=random.choice((2, 4, 12))) for _ in range(RANDOM_CASES))]
    cases = [case(text, random) for text in texts]
    assert sum("result" in each for each in cases) > RANDOM_CASES / 4
    assert len({each["expected"]["fault"]["key"] for each in cases if "fault" in each["expected"]}) >= 25
    ran = subprocess.run(
        ["node", str(SCRIPT)],
        env={**os.environ, "MODULES": STATIC.as_uri()},
        input=json.dumps({"named": NAMED, "cases": cases}),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip() == str(len(texts))
