"""What the phone of any seat may do in the table's name: set the game up, set things right, say the board is right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.chance.dealers import FairDealer
from companion.engine.values.forms import Field
from companion.engine.values.seats import CHANCE, TABLE, WATCHER
from companion.kits.play import game_of
from companion.model.requests import RequestRefused
from companion.records import record
from companion.records.finished_games import Past
from companion.records.importer import rows_of
from companion.records.verification import verify
from tests.companion.session.test_table_commands import COMPARED, LIBRARY_COMPARED, compared
from tests.support.games.duel import DUEL
from tests.support.games.spinner import SPINNER, Scores
from tests.support.new_kits import PIG
from tests.support.referees import FIRESHIP as SEA
from tests.support.referees import FORBIDDEN_ISLAND as ISLAND
from tests.support.seen import seen_plain
from tests.support.session_bench import FIRESHIP, LIBRARY, Bench
from tests.support.snapshots import replace

GAMES = (*LIBRARY, ISLAND, SEA)


def phone_says(bench: Bench, do: str, *seats: int, seat: int = TABLE, **more: Any) -> int:
    """Have a phone that holds *seats* say *do*, in the table's name unless *seat* says otherwise."""
    request = bench.request(do, seat, speaks_for=frozenset(seats), **more)
    return bench.session.handle(msgspec.structs.replace(request, phone="phone"))


def island(folder: Path) -> Bench:
    return Bench(folder, dealer=FairDealer(), library=GAMES).new(ISLAND)


def fields(bench: Bench) -> list[Field]:
    """The fields by which things are set right now."""
    return [entry.field for entry in bench.state.correctables().values()]


def record_of(bench: Bench) -> list[str]:
    number = int(bench.journal.setting("game") or 0)
    return list(record.write(record.of_journal(bench.journal.game(number), bench.lines())))


def told(bench: Bench) -> tuple[Any, str]:
    """Who did what the log tells last, and its key."""
    line = seen_plain(bench.published, WATCHER, frozenset())["log"][-1]
    return line["who"], line["text"].key


def test_a_correction_by_a_phone_says_with_which_seat_in_journal_record_and_log(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(SPINNER, people=3)
    phone_says(bench, "correct score-0=5", 1)
    assert bench.state.scores == (5, 0, 0)
    (line,) = bench.lines()
    assert (line.speaker, line.do, line.by, line.with_seats) == (TABLE, "correct score-0=5", "phone", (1,))
    assert record_of(bench)[-1].rstrip().endswith('"seat":"table","do":"correct score-0=5","by":"phone","with":[1]}')
    assert told(bench) == ("Ben", "log.set-right")
    assert told(bench.again()) == ("Ben", "log.set-right"), "who it was is read from the journal"


def test_a_phone_that_sets_things_to_what_they_are_is_answered_and_nothing_else_happens(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(SPINNER)
    phone_says(bench, "correct score-0=5", 0)
    phone_says(bench, "undo", 0, seat=0)
    views, lines, version = bench.views(), bench.lines(), bench.published.version
    bench.tape.clear()
    assert phone_says(bench, "correct score-0=0 score-1=0", 1) == version
    assert (bench.views(), bench.lines(), bench.tape) == (views, lines, [])
    phone_says(bench, "redo", 0, seat=0)
    assert bench.state.scores == (5, 0), "what was undone can still be done again"
    with pytest.raises(RequestRefused, match="refused"):
        phone_says(bench, "correct score-0=5 score-9=1", 1)


def test_the_log_makes_the_form_of_a_correction_once_however_many_frames_are_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = Bench(tmp_path).new(SPINNER)
    for score in range(1, 13):
        phone_says(bench, f"correct score-0={score}", 0)
    whole, made = Scores.correctables, []

    def counted(state: Scores) -> dict[str, Any]:
        made.append(state)
        return whole(state)

    monkeypatch.setattr(Scores, "correctables", counted)
    published = replace(bench.published, log=tuple(replace(line) for line in bench.published.open.log))
    frames = [seen_plain(published, WATCHER, frozenset())["log"] for _ in range(10)]
    assert (len(frames[0]), frames[1:], len(made)) == (12, frames[:1] * 9, 12)


def test_a_correction_is_told_by_the_names_of_its_fields(tmp_path: Path) -> None:
    bench = island(tmp_path)
    phone_says(bench, "deal rest", 0)
    bench.pass_time(20)
    dry = next(field.name for field in fields(bench) if field.word == "dry")
    phone_says(bench, f"correct {dry}=flooded water=3", 0)
    (said,) = bench.published.open.log[-1].said(bench.published.open.names)
    changes: Any = said.values["changes"]
    words = [(each.values["field"].key, each.values["word"].key) for each in changes]
    names = "forbidden-island.words"
    assert words == [(f"{names}.{dry}", f"{names}.flooded"), (f"{names}.water", "forbidden-island.tick")]


def test_of_a_long_correction_the_first_things_are_told_and_how_many_more_there_were(tmp_path: Path) -> None:
    bench = island(tmp_path)
    phone_says(bench, "deal rest", 0)
    bench.pass_time(20)
    dry = [field.name for field in fields(bench) if field.word == "dry"][:8]
    phone_says(bench, f"correct {' '.join(f'{name}=flooded' for name in dry)}", 0)
    (said,) = bench.published.open.log[-1].said(bench.published.open.names)
    changes: Any = said.values["changes"]
    assert [each.key for each in changes] == ["log.set-to"] * 6 + ["log.set-more"]
    assert changes[-1].values == {"count": 2}


def test_the_phone_of_two_seats_is_told_by_both_names(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(SPINNER, people=3)
    phone_says(bench, "correct score-0=5", 2, 0)
    who, _ = told(bench)
    assert (who.key, who.values) == ("log.names", {"names": ("Ann", "Cleo")})


def test_what_the_table_itself_sets_right_is_nobodys_in_particular(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(SPINNER)
    bench.say("correct score-0=5", TABLE)
    assert (bench.lines()[-1].with_seats, told(bench)) == ((), ("", "log.set-right"))


def test_a_phone_has_the_island_dealt_which_is_nobodys_deed(tmp_path: Path) -> None:
    bench = island(tmp_path)
    phone_says(bench, "deal rest", 1)
    bench.pass_time(40)
    assert bench.state.turn >= 0
    assert {line["who"] for line in seen_plain(bench.published, 0, frozenset({0}))["log"]} == {""}
    first, *chance = bench.lines()
    assert (first.speaker, first.with_seats) == (TABLE, (1,))
    assert {(line.speaker, line.with_seats) for line in chance} == {(CHANCE, ())}


@pytest.mark.parametrize("do", ["first 2", "deal next"])
def test_a_phone_sets_the_island_up_part_by_part(tmp_path: Path, do: str) -> None:
    bench = island(tmp_path)
    phone_says(bench, do, 0)
    bench.pass_time(5)
    assert bench.state.lacks() == "tiles"


def test_a_phone_gives_out_the_colours_of_fireship(tmp_path: Path) -> None:
    bench = Bench(tmp_path, dealer=FairDealer(), library=GAMES).new(SEA)
    phone_says(bench, "give-colours", 0)
    assert bench.state.colours == (0, 1)


@pytest.mark.parametrize(
    ("game", "before", "do"),
    [
        (DUEL, ("strike 1",), "time-up 1"),
        (DUEL, ("strike 1",), "pass-for 1"),
        (DUEL, (), "strike 1"),
        (SEA, ("give-colours",), "time-over"),
        (FIRESHIP, (), "roll dice"),
        (FIRESHIP, (), "draw mystery"),
        (FIRESHIP, (), "undo"),
        (FIRESHIP, (), "finish"),
        (FIRESHIP, (), "dealer"),
        (FIRESHIP, (), "new fireship kit"),
        (FIRESHIP, (), "lang fr"),
        (FIRESHIP, (), "sign-out"),
        (FIRESHIP, (), "nonsense"),
        (FIRESHIP, (), "correction"),
    ],
)
def test_nothing_else_is_said_in_the_tables_name(tmp_path: Path, game: Any, before: tuple[str, ...], do: str) -> None:
    hands = [("strike", "guard", "charm"), ("guard", "strike", "charm")]
    bench = Bench(tmp_path, hands if game is DUEL else (), library=GAMES).new(game)
    for line in before:
        bench.say(line, TABLE if line == "give-colours" else 0)
    views = bench.views()
    with pytest.raises(RequestRefused) as refused:
        phone_says(bench, do, 0, 1)
    assert (refused.value.reason, bench.views()) == ("forbidden", views)


def test_who_holds_no_seat_or_is_no_phone_says_nothing_in_the_tables_name(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(SPINNER)
    with pytest.raises(RequestRefused, match="forbidden"):
        phone_says(bench, "correct score-0=5")
    with pytest.raises(RequestRefused, match="forbidden"):
        bench.say("correct score-0=5", TABLE, speaks_for=frozenset({0}))
    assert bench.state.scores == (0, 0)


def test_a_phone_does_not_type_for_chance(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(FIRESHIP, options={"chance": "typed"})
    bench.say("roll dice", 0)
    with pytest.raises(RequestRefused, match="forbidden"):
        phone_says(bench, "roll 3 7 10", 0, seat=CHANCE)


def test_another_seat_alone_takes_a_correction_back(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(SPINNER)
    phone_says(bench, "correct score-0=5", 0)
    undo = seen_plain(bench.published, 1, frozenset({1}))["undo"]
    assert (undo["two"], undo["set_right"]["who"], undo["set_right"]["undo"].key) == (False, "Ann", "undo.undo")
    phone_says(bench, "undo", 1, seat=1)
    assert (bench.state.scores, seen_plain(bench.published, 1, frozenset({1}))["undo"]["set_right"]) == ((0, 0), None)
    phone_says(bench, "redo", 1, seat=1)
    assert (bench.state.scores, bench.published.open.set_right is None, told(bench)[1]) == ((5, 0), False, "log.redone")


def test_what_was_set_right_is_told_only_while_an_undo_takes_back_just_that(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(1, 2)]).new(SPINNER)
    phone_says(bench, "correct score-0=5", 0)
    bench = bench.again([(1, 2)])
    assert bench.published.open.set_right is not None
    bench.roll("roll", 0)
    assert bench.published.open.set_right is None


def test_the_record_replays_is_imported_and_verified_with_its_phones(tmp_path: Path) -> None:
    bench = island(tmp_path)
    phone_says(bench, "deal rest", 1)
    bench.pass_time(40)
    phone_says(bench, "correct water=10", 0, 1)
    whole = record.read(list(record.write(record.of_journal(bench.journal.game(1), bench.lines()))))
    replayed: Any = record.replay(ISLAND, whole).state
    assert replayed.water == 10
    assert len(list(verify(ISLAND, whole))) == 5
    imported = [row.entry for row in rows_of(ISLAND, whole, 0)]
    assert [(line.with_seats, line.by) for line in (imported[0], imported[-1])] == [((1,), "phone"), ((0, 1), "phone")]
    moves = Past(ISLAND, whole).moves(0, 99)["moves"]
    assert (moves[1]["who"], moves[-1]["who"].values) == ("", {"names": ("Ann", "Ben")})
    assert moves[-1]["text"][0].key == "log.set-right"


def test_the_log_names_whoever_changed_a_score(tmp_path: Path) -> None:
    pig = game_of(PIG)
    bench = Bench(tmp_path, library=(pig,)).new(pig, 2)
    bench.say("count score 1 +1", 1)
    assert told(bench) == ("Ben", "kit.stepped")
    bench.say("count score 1 +1", TABLE)
    assert told(bench) == ("", "kit.stepped")


def test_whoever_says_first_that_the_board_is_right_says_so_for_everybody(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)], library=LIBRARY_COMPARED).new(COMPARED)
    bench.roll("roll dice")
    bench = bench.again(library=LIBRARY_COMPARED)
    bench.pass_time(1)
    seen = bench.published.version
    assert compared(bench) != []
    version = phone_says(bench, "right", 1, seen=seen)
    assert compared(bench) == []
    commits = len(bench.tape.of("durable"))
    assert phone_says(bench, "right", 0, seen=seen) == version, "the second is late, not wrong"
    assert len(bench.tape.of("durable")) == commits


def test_a_phone_is_offered_the_tables_forms_empty_and_is_given_them_when_it_asks(tmp_path: Path) -> None:
    bench = island(tmp_path)
    bench.say("deal rest", TABLE)
    bench.pass_time(40)
    offered = {play["word"]: play for play in seen_plain(bench.published, 0, frozenset({0}))["plays"]}["correct"]
    assert (offered["do"], offered["seats"], offered["form"]) == ("correct", ["table"], [])
    form = bench.published.form("correct", 0)
    assert form is not None and form.named and len(form.form or ()) == len(fields(bench))
    assert bench.published.form("deal", 0) is None and bench.published.form("nonsense", 0) is None


def test_a_watcher_is_offered_nothing_in_the_tables_name(tmp_path: Path) -> None:
    bench = island(tmp_path)
    words = [play["word"] for play in seen_plain(bench.published, 1, frozenset({1}))["plays"]]
    assert words == ["deal", "first"]
    assert seen_plain(bench.published, WATCHER, frozenset())["plays"] == []


def test_a_kits_own_actions_are_offered_to_seats_once_and_its_corrections_besides(tmp_path: Path) -> None:
    bench = Bench(tmp_path, library=GAMES).new(FIRESHIP)
    plays = seen_plain(bench.published, 0, frozenset({0}))["plays"]
    words = [play["word"] for play in plays]
    assert (len(words), words[-1]) == (len(set(words)), "correct")
    assert [play["seats"] for play in plays if play.get("seats") and "table" in play["seats"]] == [["table"]]
