"""Records: written and read alike, every bad line named, and replayed through the rules."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.game import Game
from companion.engine.notation import spell
from companion.engine.state import legal
from companion.engine.values.seats import CHANCE, TABLE
from companion.model.entry import Entry
from companion.records import record
from companion.records.finished_games import Past
from companion.records.importer import game_row_of, rows_of
from companion.records.record import MAX_LINES, BadRecord, Header, Record, RecordEnding
from companion.session.game.store import is_closed
from tests.support.games.duel import DUEL
from tests.support.games.spinner import SPINNER
from tests.support.rows import each_row
from tests.support.session_bench import FIRESHIP, Bench
from tests.support.sources import seeded

KIT = '{"tidetable":1,"game":"fireship","mode":"kit","options":{"chance":"typed"},"seats":["Ann","Ben"]}'
SPIN = '{"tidetable":1,"game":"spinner","mode":"referee","options":{"target":10},"seats":["Ann","Ben"]}'
SPIN_1 = '{"n":1,"seat":0,"do":"roll"}'
ROLL = '{"n":1,"seat":0,"do":"roll dice","by":"phone"}'
FELL = '{"n":2,"seat":"chance","do":"roll 3 7 10","by":"typed"}'


def read(*lines: str) -> Record:
    return record.read(lines)


def test_what_was_written_is_read_back_the_same() -> None:
    whole = Record(
        Header(tidetable=1, game="fireship", mode="kit", options={"chance": "dealer", "n": 3, "on": True},
               seats=["Ann", "Zoë \u2028 \x85 \u2029 \"{}"], commitment="00ff"),
        (
            Entry(n=1, at="2026-11-21T20:15:03.120Z", seat=0, do="roll dice", by="phone", entropy="00ff"),
            Entry(n=2, seat="chance", do="roll 3 7 10", by="sensor"),
            Entry(n=3, undo=1, agreed=(1, "table")),
            Entry(n=4, redo=3),
        ),
        RecordEnding(end={"reason": "over", "values": {"left": [1, None]}}, seed="aa"),
    )  # fmt: skip
    lines = list(record.write(whole))
    assert record.read(lines) == whole
    assert record.read(line.encode() for line in lines) == whole
    assert record.read("".join(lines).splitlines()) == whole
    assert record.read([*lines, "\n", "  \n"]) == whole
    assert all(line.endswith("\n") and json.loads(line) for line in lines)


def test_a_line_holds_nothing_that_it_does_not_need() -> None:
    lines = list(
        record.write(Record(Header(tidetable=1, game="g", mode="kit", options={}, seats=[]), (Entry(n=1, undo=1),)))
    )
    assert lines[1] == '{"n":1,"undo":1}\n'


@each_row(
    ("lines", "number", "problem"),
    [
        ([], 1, "the file is empty"),
        (["", " "], 1, "the file is empty"),
        (["no"], 1, "not a line of a record"),
        (["[]"], 1, "not a line of a record"),
        (["{}"], 1, "missing required field `tidetable`"),
        (['{"tidetable":2,"moon":1}'], 1, "format 2 is unknown; this program reads format 1"),
        (['{"tidetable":"1"}'], 1, "not a line of a record"),
        (['{"tidetable":1}'], 1, "missing required field `game`"),
        ([KIT.replace("kit", "tale")], 1, "Invalid enum value 'tale'"),
        ([KIT[:-1] + ',"moon":1}'], 1, "unknown field `moon`"),
        ([KIT.replace('["Ann","Ben"]', '"Ann"')], 1, "seats"),
        ([KIT, ROLL, "{"], 3, "not a line of a record"),
        ([KIT, "", ROLL], 2, "not a line of a record"),
        ([KIT, ROLL, '{"n":2,"moon":1}'], 3, "unknown field `moon`"),
        ([KIT, '{"n":1,"undo":1,"with":[true]}'], 2, "with"),
        ([KIT, '{"seat":0,"do":"roll dice"}'], 2, "missing required field `n`"),
        ([KIT, '{"n":"1"}'], 2, "n"),
        ([KIT, '{"n":1,"by":"crow"}'], 2, "Invalid enum value 'crow'"),
        ([KIT, '{"n":1,"seat":1.5}'], 2, "seat"),
        ([KIT, '{"end":{}}', ROLL], 2, "unknown field `end`"),
        ([KIT, '{"end":{},"moon":1}'], 2, "unknown field `moon`"),
        ([KIT, '{"end":7}'], 2, "end"),
        ([KIT, ROLL, KIT], 3, "unknown field"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(lines: list[str], number: int, problem: str) -> None:
    with pytest.raises(BadRecord) as caught:
        record.read(lines)
    assert (caught.value.line, caught.value.rule) == (number, None)
    assert problem in caught.value.problem
    assert str(caught.value).startswith(f"line {number}: ")


@each_row("line", [b"\xff\xfe", b'{"tidetable":1,"game":"\xff"}', "\ud800", '{"a":"\ud800"}', "[" * 9999])
def test_bytes_that_are_no_text_are_named_like_any_other(line: str | bytes) -> None:
    for lines, number in (([line], 1), ([KIT, line], 2)):
        with pytest.raises(BadRecord) as caught:
            record.read(lines)
        assert caught.value.line == number


def test_a_line_nested_too_deep_is_named() -> None:
    with pytest.raises(BadRecord) as caught:
        read(KIT, '{"end":{"a":' + "[" * 99999 + "]" * 99999 + "}}")
    assert caught.value.line == 2


@each_row(
    ("lines", "number", "key", "rule"),
    [
        ([SPIN.replace('["Ann","Ben"]', "[]")], 1, "setup.seats", None),
        ([SPIN.replace("target", "colour")], 1, "setup.unknown-option", None),
        ([SPIN.replace("10", "1")], 1, "setup.bad-option", None),
        ([SPIN, '{"n":1,"seat":1,"do":"roll"}'], 2, "refused.not-asked", "SP-4"),
        ([SPIN, '{"n":1,"seat":0,"do":"roll"}', '{"n":2,"seat":0,"do":"roll"}'], 3, "refused.not-asked", "SP-3"),
        ([SPIN, '{"n":1,"seat":0,"do":"jump"}'], 2, "unreadable.verb", None),
        ([SPIN, '{"n":1,"seat":0,"do":""}'], 2, "unreadable.line", None),
        ([SPIN, '{"n":1,"seat":"chance","do":"roll 1 2"}'], 2, "refused.chance-not-asked", None),
        ([SPIN, SPIN_1, '{"n":2,"seat":"chance","do":"roll 1 7"}'], 3, "refused.chance-cannot", "SP-1"),
        ([SPIN, '{"n":1,"undo":1}'], 2, "refused.undo-what", None),
        ([SPIN, '{"n":1,"seat":0,"do":"roll"}', '{"n":2,"undo":2}'], 3, "refused.undo-what", None),
        ([SPIN, '{"n":1,"redo":1}'], 2, "refused.redo-what", None),
        ([SPIN, '{"n":1,"seat":"table","do":"correct score-0=999"}'], 2, "refused.correct-word", None),
    ],
)  # fmt: skip
def test_the_first_line_that_the_rules_refuse_is_named_with_rule_and_reason(
    lines: list[str], number: int, key: str, rule: str | None
) -> None:
    with pytest.raises(BadRecord) as caught:
        record.replay(SPINNER, read(*lines, '{"n":99,"do":"never reached"}'))
    assert caught.value.said is not None
    assert (caught.value.line, caught.value.said.key, caught.value.rule) == (number, key, rule)
    assert str(caught.value).startswith(f"line {number}: {key}")


@each_row(
    ("line", "problem"),
    [
        ('{"n":2,"seat":0,"do":"roll dice"}', "line n=2 stands where n=1 was expected"),
        ('{"n":0,"seat":0,"do":"roll dice"}', "line n=0 stands where n=1 was expected"),
        ('{"n":1}', "a line says who does what"),
        ('{"n":1,"do":"roll dice"}', "a line says who does what"),
        ('{"n":1,"seat":0}', "a line says who does what"),
        ('{"n":1,"seat":0,"do":"roll dice","undo":1}', "a line says who does what"),
        ('{"n":1,"undo":1,"redo":1}', "a line says who does what"),
        ('{"n":1,"seat":-1,"do":"roll 3 7 10"}', "a seat is a number from 0, 'chance' or 'table', not -1"),
        ('{"n":1,"seat":"watcher","do":"roll dice"}', "not 'watcher'"),
    ],
)
def test_a_line_that_says_nothing_is_named(line: str, problem: str) -> None:
    with pytest.raises(BadRecord) as caught:
        record.replay(FIRESHIP, read(KIT, line))
    assert caught.value.line == 2
    assert problem in caught.value.problem


@each_row(
    ("at", "rolls", "owed"),
    [(0, 0, ""), (1, 0, "dice"), (2, 1, ""), (3, 1, "dice"), (99, 1, "dice"), (None, 1, "dice")],
)
def test_a_record_is_replayed_as_far_as_asked(at: int | None, rolls: int, owed: str) -> None:
    state: Any = record.replay(FIRESHIP, read(KIT, ROLL, FELL, ROLL.replace('"n":1', '"n":3')), at).state
    assert (state.rolls, "".join(job.name for job in state.queue)) == (rolls, owed)


def test_up_to_the_line_asked_for_what_follows_does_not_matter() -> None:
    bad = '{"n":3,"seat":0,"do":"jump"}'
    assert record.replay(FIRESHIP, read(KIT, ROLL, FELL, bad, '{"end":{"reason":"x"}}'), 2).last_n == 2


def test_undo_and_redo_lines_are_replayed() -> None:
    table = record.replay(
        FIRESHIP, read(KIT, ROLL, '{"n":2,"undo":1}', '{"n":3,"redo":2}', FELL.replace('"n":2', '"n":4'))
    )
    assert [step.n for step in table.steps] == [1, 4]


def test_an_ending_that_the_rules_do_not_come_to_is_refused() -> None:
    won = '{"n":1,"seat":"table","do":"correct score-0=10"}'
    assert record.replay(SPINNER, read(SPIN, won, '{"end":{"reason":"spinner.won"}}')).state.end() is not None
    assert record.replay(SPINNER, read(SPIN, won)).state.end() is not None
    for lines in ([won, '{"end":{"reason":"flood"}}'], ['{"end":{"reason":"spinner.won"}}']):
        with pytest.raises(BadRecord, match="the record ends here, but by the rules the game") as caught:
            record.replay(SPINNER, read(SPIN, *lines))
        assert caught.value.line == len(lines) + 1


def test_the_journals_game_replays_to_the_same_state_with_typed_chance(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(options={"chance": "typed"})
    for do, seat in [
        ("roll dice", 0),
        ("roll 3 7 10", CHANCE),
        ("roll blue", TABLE),
        ("undo", 1),
        ("redo", 0),
        ("roll won", CHANCE),
    ]:
        bench.say(do, seat)
    text = list(record.write(record.of_journal(bench.journal.game(1), bench.lines())))
    assert [json.loads(line).get("by") for line in text[1:]] == ["phone", "typed", "phone", "phone", "phone", "typed"]
    assert [json.loads(line).get("seat") for line in text[1:]] == [0, "chance", "table", 1, 0, "chance"]
    assert record.replay(FIRESHIP, record.read(text)).state == bench.state


@each_row("seed", range(3))
def test_a_whole_duel_from_the_journal_replays_to_the_same_state(seed: int, tmp_path: Path) -> None:
    below = seeded(seed)

    class Drawn:
        def answer(self, request: Any) -> Any:
            return request.sample(below)

    bench = Bench(tmp_path, dealer=Drawn()).new(DUEL, 3)
    for _ in range(60):
        found = [command for seat in (0, 1, 2, TABLE) for command in legal(bench.state, seat)]
        if not found:
            break
        command = found[below(len(found))]
        bench.say(spell(command), command.seat)
        while bench.published.reveal is not None:
            bench.pass_time(0.25)
    game = bench.journal.game(1)
    again = record.replay(DUEL, record.read(record.write(record.of_journal(game, bench.lines()))))
    assert again.state == bench.state
    assert (game.ended is not None) is (bench.state.end() is not None)


LINES = st.sampled_from([KIT, SPIN, ROLL, FELL, '{"n":2,"undo":1}', '{"n":3,"redo":2}', '{"end":{}}', ""])
KEYS = st.sampled_from(
    ["tidetable", "game", "mode", "options", "seats", "n", "at", "seat", "do", "by", "undo", "redo", "end"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=5,
)


@pytest.mark.long
@given(st.lists(LINES | st.dictionaries(KEYS, VALUES).map(json.dumps) | st.text(max_size=20) | st.binary(max_size=20)))
def test_no_line_whatever_is_in_it_does_more_than_be_refused(lines: list[str | bytes]) -> None:
    for game in (FIRESHIP, SPINNER):
        try:
            record.replay(game, record.read(lines))
        except BadRecord as error:
            assert 1 <= error.line <= len(lines) + 1
            continue


@given(st.data())
def test_a_record_with_any_bytes_changed_does_no_more_than_be_refused(data: st.DataObject) -> None:
    whole = bytearray("\n".join([KIT, ROLL, FELL, '{"n":3,"seat":0,"do":"roll blue"}', '{"n":4,"undo":3}']).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    try:
        record.replay(FIRESHIP, record.read(bytes(whole).split(b"\n")))
    except BadRecord as error:
        assert 1 <= error.line <= whole.count(b"\n") + 1


@each_row(
    ("line", "problem"),
    [
        ('{"n":1,"seat":"","do":"roll dice"}', "a seat is a number"),
        ('{"n":1,"seat":"nobody","do":"roll dice"}', "a seat is a number"),
        ('{"n":1,"seat":-1,"do":"roll dice"}', "a seat is a number"),
        ('{"n":1,"seat":0,"do":"roll dice","entropy":"zz"}', "isn't written in hex"),
        ('{"n":1,"seat":0,"do":"roll dice","entropy":"0"}', "isn't written in hex"),
        ('{"n":1,"seat":"?","undo":1}', "a seat is a number"),
        ('{"n":1,"seat":0,"undo":1,"with":["?"]}', "a seat is a number"),
        ('{"n":1,"seat":0,"undo":1,"with":[2]}', "a seat is a number from 0 to 1"),
        ('{"n":1,"seat":"table","do":"roll dice","by":"phone","with":[2]}', "a seat is a number from 0 to 1"),
        ('{"n":1,"seat":"table","do":"roll dice","by":"phone","with":["table"]}', "a seat is a number from 0 to 1"),
        ('{"n":1,"seat":"table","do":"roll dice","by":"button","with":[0]}', "only what a phone did as the table"),
        ('{"n":1,"seat":0,"do":"roll dice","by":"phone","with":[0]}', "only what a phone did as the table"),
    ],
)
def test_a_line_that_no_table_has_written_is_refused_wherever_a_record_is_taken_apart(line: str, problem: str) -> None:
    hostile = read(KIT, line)
    for take in (record.replay, draws, lambda game, each: list(rows_of(game, each, 0))):
        with pytest.raises(BadRecord, match=problem) as bad:
            take(FIRESHIP, hostile)
        assert bad.value.line == 2


def draws(game: Game, hostile: Record) -> object:
    return Past(game, hostile).draws()


@each_row("name", ["x" * 41, "A\nB", "\u202eAnn", "\u0000"])
def test_a_name_that_cannot_be_shown_is_not_taken_into_the_memory(name: str) -> None:
    hostile = read(json.dumps({**json.loads(KIT), "seats": ["Ann", name]}))
    with pytest.raises(BadRecord, match="the name of a seat"):
        game_row_of(hostile)


@each_row("end", ['{"values":{},"reason":"closed"}', '{"reason":"closed","values":{"x":1},"y":2}'])
def test_a_closed_game_is_closed_for_good_however_its_end_is_spelled(end: str) -> None:
    assert is_closed(game_row_of(read(KIT, f'{{"end":{end}}}')))


def test_of_a_record_without_end_no_more_is_read_than_one_may_be_long() -> None:
    taken = count()
    header = '{"tidetable": 1, "game": "fireship", "mode": "kit", "options": {}, "seats": []}'
    with pytest.raises(BadRecord, match=r"line 20001: the record is longer than the 20,000 lines") as caught:
        record.read(f'{{"n":{n},"seat":0,"do":"roll dice"}}' if n else header for n in taken)
    assert (caught.value.line, next(taken)) == (MAX_LINES + 1, MAX_LINES + 1)


def test_the_longest_record_is_read_whole() -> None:
    header = '{"tidetable": 1, "game": "fireship", "mode": "kit", "options": {}, "seats": []}'
    lines = [header, *(f'{{"n":{n},"seat":0,"do":"roll dice"}}' for n in range(1, MAX_LINES))]
    assert len(record.read(lines).lines) == MAX_LINES - 1
