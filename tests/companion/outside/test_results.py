"""Results are made of what a watcher may know: of every finished game's lines, and of a kit's."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from companion.engine.values.seats import told_names
from companion.outside import messages
from companion.outside.messages import ResultMessage
from companion.outside.results import OF_CHANCE, results_of
from companion.outside.watcher_messages import nameless
from companion.stage.cues import Speaker
from tests.support.logged import LIBRARY, lines_of
from tests.support.paths import RECORDS

IN_ENGLISH = Speaker(LIBRARY.texts, "en")
GOLDEN = sorted(RECORDS.glob("*.tide"))


def results_in(path: Path, by_name: bool = False) -> list[ResultMessage]:
    return [
        result
        for line, game, people in lines_of(path)
        for result in results_of(
            line, game, 1, told_names(people) if by_name else nameless(len(people)), say=IN_ENGLISH
        )
    ]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_each_result_of_a_finished_game_can_be_read_and_the_end_is_the_last(path: Path) -> None:
    results = results_in(path)
    assert [messages.read(messages.encode(each), ResultMessage) for each in results] == results
    assert len({each.id for each in results}) == len(results)
    kinds = Counter(each.kind for each in results)
    assert set(kinds) & set(OF_CHANCE.values())
    assert kinds["won"] + kinds["lost"] + kinds["ended"] == 1
    assert results[-1].kind in ("won", "lost", "ended")
    assert all(each.text for each in results if each.kind not in OF_CHANCE.values())


def test_a_tile_that_sinks_is_told_with_its_name_and_a_lost_game_as_lost() -> None:
    results = results_in(RECORDS / "forbidden-island-lost-the-landing.tide")
    sunk = [each for each in results if each.kind == "sunk"]
    assert ("fools-landing",) in [each.words for each in sunk]
    assert "Fools’ Landing" in " ".join(each.text for each in sunk)
    assert [each.kind for each in results].count("lost") == 1


def test_people_are_called_by_their_names_only_where_that_is_wanted() -> None:
    path = RECORDS / "fireship-last-one-left.tide"
    *_, (_, _, people) = lines_of(path)
    told = [each.text + each.who for each in results_in(path)]
    assert not any(name in text for name in people for text in told if not name.isdecimal())
    named = [each.text + each.who for each in results_in(path, by_name=True)]
    assert any(name in text for name in people for text in named)
    assert any("Player 1" in text for text in told)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_chances_word_is_told_only_where_everybody_was_told_it(path: Path) -> None:
    for line, game, people in lines_of(path):
        state, facts = line.state, line.facts
        secrets = {
            word
            for word in (line.entry.do or "").split(" ")[1:]
            if line.entry.seat == "chance" and any(fact.seen_by(-3) != fact for fact in facts)
        }
        told = results_of(line, game, 1, nameless(len(people)), say=IN_ENGLISH)
        assert not secrets.intersection(word for each in told for word in each.words), (line.entry.do, state)
