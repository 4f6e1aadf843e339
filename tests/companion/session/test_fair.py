"""Games whose draws were promised: the seed, when it is told, and that no draw is ever made twice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.chance import fairness
from companion.chance.dealers import FairDealer
from companion.engine.chance import Answer, ChanceAnswer, Dice
from companion.engine.game import Game
from companion.engine.notation import spell
from companion.engine.values.seats import CHANCE, TABLE
from companion.model.entry import Entry
from companion.model.requests import RequestRefused
from companion.records import record
from companion.records.record import Record
from companion.records.verification import Differs, Unverifiable, draws_of, verify
from tests.support.games.duel import DUEL
from tests.support.games.spinner import SPINNER
from tests.support.session_bench import FIRESHIP, Bench

SEED = bytes(range(32))


def fair(folder: Path, game: Game = FIRESHIP, **more: Any) -> Bench:
    return Bench(folder, dealer=FairDealer(lambda count: SEED[:count])).new(game, **more)


def exported(bench: Bench, number: int = 1) -> Record:
    bench.session.start()
    try:
        return record.read(bench.session.record(number).splitlines())
    finally:
        bench.session.close()


def finished(folder: Path) -> Record:
    """The record of a game with rolls, an undo past a roll, and a draw that people gave bytes to."""
    bench = fair(folder)
    for do, entropy in (
        ("roll dice", b"\x00\xff\x10"),
        ("roll blue", b""),
        ("spin wheel", b"ab"),
        ("draw mystery", b""),
    ):
        bench.session.handle(msgspec.structs.replace(bench.request(do), entropy=entropy))
        bench.pass_time(20)
    bench.say("finish", TABLE)
    return exported(bench)


def check(game: Game, told: Record) -> list[tuple[str, str]]:
    return [(draw.do, answer) for draw, answer in verify(game, told)]


def test_the_promise_is_durable_with_the_game_and_published_before_its_first_draw(tmp_path: Path) -> None:
    bench = Bench(tmp_path, dealer=FairDealer(lambda count: SEED[:count]))
    assert bench.published.open.commitment is None
    bench.session.new_game("duel", "referee", ("Ann", "Ben"), {}, id="new")
    promised = fairness.commitment(SEED)
    (batch,) = [batch for (batch,) in bench.tape.of("durable") if batch.new_game is not None]
    assert batch.new_game.seed == SEED.hex()
    first = next(published for published, _ in bench.tape.of("mirror.changed") if published.open.game is not None)
    assert (first.open.commitment, first.reveal, first.open.log) == (promised, None, ())
    bench.pass_time(5)
    names = bench.tape.names()
    assert names.index("mirror.changed") < names.index("stage.started")
    again = bench.again()
    assert again.published.open.commitment == promised


def test_a_game_that_begins_with_a_deal_waits_until_its_promise_could_be_read(tmp_path: Path) -> None:
    bench = Bench(tmp_path, dealer=FairDealer(lambda count: SEED[:count]))
    bench.session.new_game("duel", "referee", ("Ann", "Ben"), {}, id="new")
    (shown,) = [published for (published,) in bench.tape.of("stage.show") if published.open.game is not None]
    assert (shown.open.commitment, shown.open.log) == (fairness.commitment(SEED), ())
    bench.pass_time(1.25)
    assert "stage.started" not in bench.tape.names()
    with pytest.raises(RequestRefused, match="rolling"):
        bench.say("undo", TABLE)
    bench.pass_time(0.25)
    assert bench.tape.names().count("stage.started") == 1
    bench.pass_time(20)
    assert (bench.published.reveal, len(bench.published.open.log)) == (None, 2)


def test_a_new_game_while_a_promise_is_read_begins_with_its_own_deal_alone(tmp_path: Path) -> None:
    bench = Bench(tmp_path, dealer=FairDealer())
    for number in ("one", "two"):
        bench.session.new_game("duel", "referee", ("Ann", "Ben"), {}, id=number)
        bench.pass_time(1)
    assert "stage.started" not in bench.tape.names()
    bench.pass_time(20)
    assert (bench.published.reveal, len(bench.published.open.log)) == (None, 2)
    assert bench.tape.names().count("stage.started") == 2


def test_where_nothing_is_promised_nobody_waits_to_read_it(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [("strike", "guard", "charm"), ("guard", "strike", "charm")])
    bench.session.new_game("duel", "referee", ("Ann", "Ben"), {}, id="new")
    assert bench.tape.names().count("stage.started") == 1


def test_a_draw_is_made_of_the_seed_its_number_and_what_the_sender_gave(tmp_path: Path) -> None:
    bench = fair(tmp_path)
    asked = bench.request("roll dice")
    bench.session.handle(msgspec.structs.replace(asked, entropy=b"\x00\xff\x10"))
    bench.pass_time(20)
    assert bench.state.result("dice").faces == (9, 5, 4)
    assert [line.entropy for line in bench.lines()] == ["00ff10", None]


def test_who_gives_nothing_gives_the_moment(tmp_path: Path) -> None:
    bench = fair(tmp_path)
    moment = fairness.moment(bench.clock.monotonic_s())
    bench.roll("roll dice")
    assert bench.lines()[0].entropy == moment.hex()
    request = bench.state.kit  # the draw is the first of this game
    assert bench.state.result("dice").faces == fairness.answer(
        Dice("dice", dice=(request.dice_named["dice"].faces,) * 3), SEED, "fireship", 0, entropy=moment
    )


def test_an_undone_draw_is_never_drawn_again(tmp_path: Path) -> None:
    bench = fair(tmp_path)
    entropy = b"the same"
    for _ in range(3):
        asked = msgspec.structs.replace(bench.request("roll dice"), entropy=entropy)
        bench.session.handle(asked)
        bench.pass_time(20)
        with pytest.raises(RequestRefused, match="consent"):
            bench.say("undo", TABLE)
        bench.say("consent", TABLE, by="button")
        bench = bench.again(dealer=FairDealer(lambda count: SEED[:count]))
    faces = [line.do for line in bench.lines() if line.speaker == CHANCE]
    assert len(set(faces)) == len(faces) == 3
    dice = Dice("dice", dice=(tuple(range(1, 11)),) * 3)
    assert faces == [
        "roll " + " ".join(map(str, fairness.answer(dice, SEED, "fireship", number, entropy=entropy)))
        for number in range(3)
    ]


def test_a_finished_record_has_the_seed_and_every_draw_of_it_comes_from_there(tmp_path: Path) -> None:
    told = finished(tmp_path)
    assert told.header.commitment == fairness.commitment(SEED)
    assert told.ending == record.RecordEnding(end={"reason": "closed", "values": {}}, seed=SEED.hex())
    made = check(FIRESHIP, told)
    assert len(made) == 4
    assert all(said == answer for said, answer in made)


@pytest.mark.parametrize("n", [2, 4, 6, 8])
def test_a_draw_that_was_changed_is_found(n: int, tmp_path: Path) -> None:
    told = finished(tmp_path)
    line = told.lines[n - 1]
    request = next(draw.request for draw in draws_of(FIRESHIP, told) if draw.n == n)
    answers: list[Answer] = [(1, 1, 1)] if n == 2 else [answer for answer, _ in request.odds()]
    spelled = (spell(ChanceAnswer(CHANCE, request.verb, answer)) for answer in answers)
    other = next(do for do in spelled if do != line.do)
    wrong = Record(told.header, (*told.lines[: n - 1], msgspec.structs.replace(line, do=other)), told.ending)
    differing = [draw.n for draw, answer in verify(FIRESHIP, wrong) if draw.do != answer]
    assert differing == [n]


def test_entropy_that_was_changed_is_found(tmp_path: Path) -> None:
    told = finished(tmp_path)
    first = msgspec.structs.replace(told.lines[0], entropy="00ff11")
    wrong = Record(told.header, (first, *told.lines[1:]), told.ending)
    assert [draw.n for draw, answer in verify(FIRESHIP, wrong) if draw.do != answer] == [2]


@pytest.mark.parametrize("seed", ["00" * 32, SEED.hex()[2:], "zz"])
def test_another_seed_than_the_one_promised_is_refused(seed: str, tmp_path: Path) -> None:
    told = finished(tmp_path)
    assert told.ending is not None
    wrong = Record(told.header, told.lines, msgspec.structs.replace(told.ending, seed=seed))
    with pytest.raises(Differs, match="line 10: the seed isn't"):
        check(FIRESHIP, wrong)


def test_where_nothing_is_promised_or_told_there_is_nothing_to_verify(tmp_path: Path) -> None:
    told = finished(tmp_path)
    with pytest.raises(Unverifiable, match="no commitment"):
        check(FIRESHIP, Record(msgspec.structs.replace(told.header, commitment=None), told.lines, told.ending))
    with pytest.raises(Unverifiable, match="once the game is over"):
        check(FIRESHIP, Record(told.header, told.lines))


def test_the_hands_with_which_a_game_begins_are_verified_too(tmp_path: Path) -> None:
    bench = fair(tmp_path, DUEL)
    bench.say("finish", TABLE)
    made = check(DUEL, exported(bench))
    assert len(made) == 2
    assert all(said == answer for said, answer in made)


def test_a_draw_that_people_ask_the_dealer_for_is_verified_and_typed_ones_are_theirs(tmp_path: Path) -> None:
    bench = fair(tmp_path, options={"chance": "ask"})
    bench.say("roll dice")
    bench.say("roll 1 2 3", CHANCE)
    bench.say("roll dice")
    bench.say("dealer", TABLE)
    bench.pass_time(20)
    bench.say("finish", TABLE)
    told = exported(bench)
    assert [(draw.number, draw.n) for draw in draws_of(FIRESHIP, told)] == [(None, 2), (0, 4)]
    ((said, answer),) = check(FIRESHIP, told)
    assert said == answer


def test_where_people_type_all_of_chance_nothing_is_promised(tmp_path: Path) -> None:
    bench = fair(tmp_path, options={"chance": "typed"})
    assert (bench.published.open.commitment, bench.journal.games()[0].seed) == (None, None)


def test_a_record_of_a_game_that_goes_on_holds_the_promise_and_no_seed(tmp_path: Path) -> None:
    bench = fair(tmp_path)
    bench.roll("roll dice")
    bench.roll("draw mystery")
    told = exported(bench)
    assert (told.header.commitment, told.ending) == (fairness.commitment(SEED), None)
    assert SEED.hex() not in "".join(record.write(told))


def test_once_its_rules_end_a_game_the_seed_is_told_and_nothing_is_taken_back(tmp_path: Path) -> None:
    bench = fair(tmp_path, SPINNER, options={"target": 10})
    assert bench.published.open.seed is None
    bench.say("correct score-0=10", TABLE)
    assert bench.published.open.seed == SEED.hex()
    for do in ("undo", "undo 2"):
        with pytest.raises(RequestRefused, match="undo-after-end"):
            bench.say(do, TABLE)
    assert bench.published.open.why_not_undo is not None
    told = exported(bench)
    assert told.ending is not None
    assert told.ending.seed == SEED.hex()


def test_a_game_that_was_closed_does_not_go_on(tmp_path: Path) -> None:
    bench = fair(tmp_path)
    bench.roll("roll dice")
    with pytest.raises(RequestRefused, match="only-table"):
        bench.say("finish", 0)
    bench.say("finish", TABLE)
    assert (bench.published.open.game, bench.published.open.commitment, bench.published.open.seed) == (None, None, None)
    for do in ("resume 1", "finish 1"):
        with pytest.raises(RequestRefused, match=r"session\.closed|refused\.ended"):
            bench.say(do, TABLE)
    bench = bench.again()
    assert bench.published.open.game is None
    (saved,) = bench.published.saved
    assert saved.is_closed
    bench.say("delete 1", TABLE)
    assert bench.published.saved == ()


def test_a_saved_game_may_be_closed_while_another_is_open(tmp_path: Path) -> None:
    bench = fair(tmp_path)
    bench.roll("roll dice")
    bench.new(SPINNER, id="second")
    bench.say("finish 1", TABLE)
    assert bench.published.open.game is SPINNER
    assert [saved.is_closed for saved in bench.published.saved] == [True]
    assert len(check(FIRESHIP, exported(bench, 1))) == 1


def test_a_closed_record_is_replayed_but_not_one_that_calls_itself_so_after_its_end(tmp_path: Path) -> None:
    told = finished(tmp_path)
    assert record.replay(FIRESHIP, told).last_n == 8
    spun = Record(
        record.Header(tidetable=1, game="spinner", mode="referee", options={"target": 10}, seats=["Ann", "Ben"]),
        (Entry(n=1, seat="table", do="correct score-0=10"),),
        record.RecordEnding(end={"reason": "closed"}),
    )
    with pytest.raises(record.BadRecord, match=r"ended with 'spinner\.won'"):
        record.replay(SPINNER, spun)
    assert json.loads("".join(record.write(spun)).splitlines()[-1]) == {"end": {"reason": "closed"}}
