"""What people have to roll, spin and draw for themselves is told to all: who does what, and where it is typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.values.seats import CHANCE, TABLE
from tests.support.seen import seen_plain
from tests.support.session_bench import FIRESHIP, Bench
from tests.support.wording import TEXTS, say


def told(bench: Bench, lang: str = "en") -> tuple[object, str, str] | None:
    due = seen_plain(bench.published, 1, frozenset({1}))["due"]
    if due is None:
        return None
    text, own = (TEXTS.say(lang, due[key].key, **due[key].values) for key in ("text", "own"))
    return due["seat"], text, own


@pytest.mark.parametrize(
    ("lang", "text", "own"),
    [
        ("en", say("due.spin", name="Ann", label="Wheel"),
         say("due.own-spin", label="Wheel")),
        ("fr", say("due.spin", "fr", name="Ann", label="Roue"),
         say("due.own-spin", "fr", label="Roue")),
    ],
)  # fmt: skip
def test_it_says_who_does_what_and_where(tmp_path: Path, lang: str, text: str, own: str) -> None:
    bench = Bench(tmp_path).new(FIRESHIP, options={"chance": "typed"})
    assert told(bench) is None
    bench.say("spin wheel", 0)
    assert told(bench, lang) == (0, text, own)
    bench.say("spin boom", CHANCE)
    assert told(bench) is None


def test_for_nobody_in_particular_all_are_told_the_same(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(FIRESHIP, options={"chance": "ask"})
    bench.say("roll dice", TABLE)
    same = say("due.or-table", told=say("due.own-roll", label="Three dice"))
    assert told(bench) == ("table", same, same)


def test_where_the_dealer_answers_nobody_has_to(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)]).new(FIRESHIP)
    bench.say("roll dice", 0)
    assert told(bench) is None
