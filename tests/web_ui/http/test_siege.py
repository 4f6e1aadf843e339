"""One machine with 120 addresses takes all it gets: whoever has joined is served, and those who came first stay."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.attackers import SERVED
from tests.support.siege import besiege

pytestmark = [pytest.mark.whole, pytest.mark.needs("unshare", "network namespaces")]

ROLLS = 5
TURNED_AWAY = ("429", "503", "closed")
"""Which of these depends on what a busy machine has time for."""
LET_IN = ("phone", "phone elsewhere", "television", "owner", "this computer")


def test_whoever_has_joined_is_let_in_and_served_while_120_addresses_take_what_they_get(tmp_path: Path) -> None:
    told = besiege(tmp_path, ROLLS)
    assert told["pages"] == dict.fromkeys(LET_IN, 200)
    assert told["new streams"] == dict.fromkeys(LET_IN, "told")
    stay = (*(name for name in LET_IN if name != "phone elsewhere"), "a watcher")
    assert told["old streams"] == dict.fromkeys(stay, True)
    assert len(told["under attack"]) == ROLLS, "every roll was answered and told"
    got, held = told["attackers"]["told"], told["attackers"]["held"]
    turned_away = sum(got.get(each, 0) for each in TURNED_AWAY)
    assert got["200"] > SERVED and turned_away > 0, "it was an attack, and it was turned away"
    assert held["streams"] <= 200 - len(stay)
    assert not set(got) & {"500", "unreachable"}
    assert not [line for line in told["log"] if line.startswith(("ERROR", "CRITICAL", "Traceback"))]
    assert len(told["log"]) < 20
