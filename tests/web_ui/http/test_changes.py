from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Iterator
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.engine.game import Game
from companion.engine.laws.laws import played
from companion.engine.values.seats import WATCHER
from tests.support.referees import GAMES, TEXTS
from tests.support.served import lay_out
from tests.support.sse import applied
from web_ui.http.stream import changes
from web_ui.http.stream.changes import Changes, difference

PAIRS: tuple[tuple[Any, Any], ...] = (
    (1, 2),
    (None, {}),
    ({}, {}),
    ({"a": 1, "b": 2}, {"a": 1, "b": 3}),
    ({"a": 1}, {"a": None}),
    ({"a": 1, "b": 2}, {"b": 2}),
    ({"b": 2}, {"a": 1, "b": 2}),
    ({"a": 1}, {"a": [1]}),
    ({"a": {"b": {"c": [1, 2, {"d": 1}]}}}, {"a": {"b": {"c": [1, 2, {"d": 2}]}}}),
    ({"x": {"a": 1, "b": 2}}, {"x": {"b": 2, "a": 1}}),
    ([0, {"a": 1, "b": [{"c": 1, "d": 2}]}], [0, {"a": 1, "b": [{"d": 2, "c": 1}]}]),
    ({"a": 1, "b": [0]}, {"a": True, "b": [False]}),
    ([1, 2, 3], []),
    ([], [1]),
    ([1, 2, 3], [2, 3, 4]),
    ([1, 2, 3], [1, 2]),
    ([1, 2, 3, 4, 5], [2, 3]),
    ([1, 1, 1], [2, 1, 1, 1, 1]),
    ([3, 1, 3], [3, 3, 3]),
    ({"from": 1, "until": [1], "at": {"0": 1}, "length": 0}, {"from": 2, "until": [], "at": {"0": 2}, "length": 1}),
    ({"a": 1}, {"a": 1, "__proto__": {"b": 1}, "constructor": 1}),
    ({"a": 1, "__proto__": {"b": 1}}, {"a": 2, "__proto__": {"b": 2, "__proto__": [1]}}),
    ({"a": 1, "__proto__": {"b": 1}}, {"a": 1}),
)
"""What was there, and what is there now."""


def told(game: Game, seed: int) -> Iterator[Any]:
    """Give the states of a game as a watcher is told them, one after the other."""
    below = random.Random(seed).randrange
    seats = min(max(2, game.seats[0]), game.seats[1])
    for table in played(game, game.setup(tuple(map(str, range(1, 1 + seats))), {}), below, 60):
        yield msgspec.to_builtins(TEXTS.tell("en", game.shown(table.state.seen_by(WATCHER))))


def pairs() -> list[tuple[Any, Any]]:
    found = list(PAIRS)
    for game in GAMES:
        found += pairwise(islice(told(game, 1), 40))
    return found


def as_sent(value: object) -> str:
    return msgspec.json.encode(value).decode()


@pytest.mark.parametrize(("before", "now"), PAIRS)
def test_what_was_there_and_what_has_changed_is_what_is_there(before: object, now: object) -> None:
    change = json.loads(as_sent(difference(before, now)))
    assert as_sent(applied(json.loads(as_sent(before)), change)) == as_sent(now)


def test_what_stays_is_not_told_again() -> None:
    many = [{"name": str(n), "at": n} for n in range(20)]
    assert difference({"rows": many, "x": 1}, {"rows": [*many[1:], {"name": "new", "at": 0}], "x": 1}) == {
        "rows": {"at": {"19": [{"name": "new", "at": 0}]}, "from": 1}
    }
    assert difference({"rows": many}, {"rows": [*many[:7], {"name": "7", "at": 70}, *many[8:]]}) == {
        "rows": {"at": {"7": {"at": [70]}}}
    }


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.slug}-{game.mode}")
def test_every_states_change_leads_to_it_to_the_byte(game: Game) -> None:
    whole = changed = 0
    for before, now in pairwise(told(game, 2)):
        change = as_sent(difference(before, now))
        assert as_sent(applied(json.loads(as_sent(before)), json.loads(change))) == as_sent(now)
        whole += len(as_sent(now))
        changed += len(change)
    assert changed < whole / 3


def test_a_part_that_is_the_same_for_several_tables_is_looked_at_and_encoded_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked_at = []

    def noted(before: object, now: object) -> object:
        looked_at.append((before, now))
        return difference(before, now)

    monkeypatch.setattr(changes, "difference", noted)
    before, now = {"at": 1, "of": 3}, {"at": 2, "of": 3}
    rest = {"same": [1], "equal": {"a": 1}}
    found = Changes()
    for name in ("Ann", "Ben"):
        told = found.since(
            {"state": before, "name": "", **rest}, {"state": now, "name": name, **rest, "equal": {"a": 1}}
        )
        assert json.loads(as_sent(told)) == {"state": {"at": [2]}, "name": [name]}
    assert [each for each in looked_at if isinstance(each[0], dict)] == [(before, now)]


def test_a_part_in_another_order_has_changed() -> None:
    told = Changes().since({"state": {"a": 1, "b": 2}}, {"state": {"b": 2, "a": 1}})
    assert json.loads(as_sent(told)) == {"state": [{"b": 2, "a": 1}]}


def test_pages_make_of_it_what_it_says(tmp_path: Path) -> None:
    told = [[before, difference(before, now), now] for before, now in pairs()]
    (tmp_path / "pairs.json").write_bytes(msgspec.json.encode(told))
    program = """
        import fs from 'node:fs';
        import assert from 'node:assert/strict';
        globalThis.addEventListener = () => {}; // which a page has
        const { changed } = await import(process.argv[1]);
        for (const [before, difference, now] of JSON.parse(fs.readFileSync(process.argv[2]))) {
          const kept = JSON.stringify(before);
          assert.equal(JSON.stringify(changed(before, difference)), JSON.stringify(now));
          assert.equal(JSON.stringify(before), kept);
        }
    """
    module = lay_out(tmp_path / "static") / "link" / "link.js"
    command = ["node", "--input-type=module", "-e", program, module.as_uri(), str(tmp_path / "pairs.json")]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 0, ran.stderr
