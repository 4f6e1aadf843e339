"""What one may not take back alone: two phones of two seats may that were in before, or two buttons, in ten seconds."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.engine.values.seats import CHANCE, TABLE, WATCHER
from companion.journal.rows import Batch
from companion.model.consent import CONSENT_S
from companion.model.requests import RequestRefused
from companion.model.roster import Phone
from companion.records import record
from companion.runtime.clock import ManualClock
from companion.session.agreement import LAPSED_S
from tests.support.sample_kit import SAMPLE
from tests.support.seen import seen_plain
from tests.support.session_bench import FIRESHIP, LIBRARY, Bench


def rolled(folder: Path, people: int = 3) -> Bench:
    bench = Bench(folder, [(3, 7, 10), (1, 1, 1)]).new(FIRESHIP, people)
    join(bench, "ann", "ben", "cleo")
    bench.roll("roll dice", 0)
    return bench


def join(bench: Bench, *phones: str) -> None:
    """Let *phones* in, without seats: which they hold is said with each command."""
    for phone in phones:
        bench.session.keep(lambda roster, phone=phone: roster.with_phone(phone, Phone()), wait_s=0)  # type: ignore[misc]
        bench.session.run_pending()


def say(bench: Bench, do: str, seat: int, phone: str, *seats: int) -> int:
    """Have *phone*, which holds *seats* besides, say *do* for *seat*."""
    request = bench.request(do, seat, speaks_for=frozenset({seat, *seats}))
    return bench.session.handle(msgspec.structs.replace(request, phone=phone))


def asks(bench: Bench, do: str, seat: int, phone: str, *seats: int) -> None:
    with pytest.raises(RequestRefused) as refused:
        say(bench, do, seat, phone, *seats)
    assert (refused.value.reason, refused.value.said.key) == ("consent", "session.undo-needs-consent")


def told(bench: Bench) -> str:
    """The last line of the record."""
    *_, last = record.write(record.of_journal(bench.journal.game(1), bench.lines()))
    return last.rstrip()


def said(bench: Bench) -> Any:
    """What the log says of the last line."""
    return bench.published.open.log[-1].said(bench.published.open.names)


def faces(bench: Bench) -> Any:
    result = bench.state.result("dice")
    return None if result is None else result.faces


def test_two_phones_of_two_seats_take_a_roll_back_and_the_record_names_both(tmp_path: Path) -> None:
    bench = rolled(tmp_path)
    asks(bench, "undo", 1, "ben")
    assert (faces(bench), bench.published.version) == ((3, 7, 10), 2)
    assert say(bench, "consent", 2, "cleo") == 3
    assert (faces(bench), bench.published.consent) == (None, None)
    line = bench.lines()[-1]
    assert (line.undo, line.speaker, line.by, line.do) == (1, 1, "phone", None)
    assert told(bench) == '{"n":3,"at":"2026-11-21T20:15:43.120Z","seat":1,"by":"phone","undo":1,"with":[2]}'
    (note,) = said(bench)
    assert (note.key, note.values) == ("log.undone-agreed", {"names": ("Cleo",)})
    again = bench.again()
    assert said(again) == (note,)


def test_everybody_sees_who_asks_and_that_stands_for_ten_seconds(tmp_path: Path) -> None:
    bench = rolled(tmp_path)
    asks(bench, "undo", 1, "ben")
    for viewer in (0, 2, TABLE, WATCHER):
        seen = seen_plain(bench.published, viewer, frozenset())
        assert seen["undo"] == {"why": None, "two": True, "set_right": None, "redo": False}
        consent = seen["consent"]
        assert (consent["title"].key, consent["why"].key) == ("consent.undo", "consent.recorded")
        assert {key: consent[key] for key in ("kind", "seat", "who", "what", "agreed", "declined", "lasts_s")} == {
            "kind": "undo", "seat": 1, "who": "Ben", "what": said(bench)[-1], "agreed": [1], "declined": [],
            "lasts_s": CONSENT_S,
        }  # fmt: skip
    bench.pass_time(CONSENT_S - 0.25)
    assert bench.published.consent is not None
    bench.pass_time(0.25)
    assert bench.published.consent is None
    with pytest.raises(RequestRefused, match="consent-what"):
        say(bench, "consent", 2, "cleo")
    assert faces(bench) == (3, 7, 10)


def lapsed(bench: Bench) -> Any:
    """What pages are told of a wish to which nobody agreed."""
    seen = seen_plain(bench.published, WATCHER, frozenset())["lapsed"]
    return seen and (seen["seat"], seen["title"].key)


def test_whoever_asked_learns_for_a_while_that_nobody_answered(tmp_path: Path) -> None:
    bench = rolled(tmp_path)
    asks(bench, "undo", 1, "ben")
    assert lapsed(bench) is None
    bench.pass_time(CONSENT_S)
    assert (lapsed(bench), bench.published.consent) == ((1, "consent.nobody-answered"), None)
    bench.pass_time(LAPSED_S)
    assert lapsed(bench) is None


@pytest.mark.parametrize("do", ["undo", "roll dice"])
def test_a_wish_that_nobody_answered_is_forgotten_with_the_next_one_or_the_next_roll(do: str, tmp_path: Path) -> None:
    bench = rolled(tmp_path)
    asks(bench, "undo", 1, "ben")
    bench.pass_time(CONSENT_S)
    if do == "undo":
        asks(bench, "undo", 1, "ben")
    else:
        bench.roll(do, 0)
    assert lapsed(bench) is None
    bench.pass_time(LAPSED_S - 1)
    assert (bench.published.consent is not None) == (do == "undo")


def test_a_withdrawn_wish_is_not_said_to_have_failed(tmp_path: Path) -> None:
    bench = rolled(tmp_path)
    asks(bench, "undo", 1, "ben")
    say(bench, "decline", 1, "ben")
    bench.pass_time(CONSENT_S)
    assert lapsed(bench) is None


def test_what_would_be_taken_back_is_named_and_not_an_undo_before_it(tmp_path: Path) -> None:
    bench = rolled(tmp_path)
    (roll,) = said(bench)
    say(bench, "gain fog", 0, "ann")
    say(bench, "undo", 0, "ann")
    assert said(bench) != (roll,)
    asks(bench, "undo", 1, "ben")
    assert seen_plain(bench.published, 2, frozenset())["consent"]["what"] == roll


def test_what_comes_with_it_is_named_as_well_and_how_much_more_there_is(tmp_path: Path) -> None:
    bench = rolled(tmp_path)
    version = bench.published.version
    for card in ("fog", "boom"):
        say(bench, f"gain {card}", 0, "ann")
        roll, gained, *more = [line["text"] for line in seen_plain(bench.published, 2, frozenset())["log"]]
        asks(bench, f"undo {version}", 1, "ben")
        what = seen_plain(bench.published, 2, frozenset())["consent"]["what"]
        values = {"one": roll, "two": gained, **({"count": len(more)} if more else {})}
        assert (what.key, what.values) == (f"consent.{'more' if more else 'both'}", values)
        say(bench, "decline", 1, "ben")


@pytest.mark.parametrize(
    ("seat", "phone", "seats"),
    [(1, "ben", ()), (2, "ben", (1,)), (1, "cleo", (2,)), (TABLE, "", ()), (0, "", ())],
    ids=["the same", "the same phone for another seat", "another phone for the same seat", "the table", "its page"],
)
def test_one_person_however_many_seats_they_hold_is_not_two(
    seat: int, phone: str, seats: tuple[int, ...], tmp_path: Path
) -> None:
    bench = rolled(tmp_path)
    asks(bench, "undo", 1, "ben")
    asks(bench, "consent", seat, phone, *seats)
    assert faces(bench) == (3, 7, 10)
    say(bench, "consent", 0, "ann")
    assert faces(bench) is None


def refused(bench: Bench, do: str, seat: int, phone: str) -> str:
    with pytest.raises(RequestRefused) as caught:
        say(bench, do, seat, phone)
    assert caught.value.reason == "refused"
    return caught.value.said.key


def test_a_phone_that_joined_after_the_roll_may_ask_but_is_no_second_person(tmp_path: Path) -> None:
    bench = rolled(tmp_path)
    join(bench, "late")
    asks(bench, "undo", 1, "ben")
    assert refused(bench, "consent", 2, "late") == "session.joined-after"
    asks(bench, "undo", 2, "late")
    undo_request = bench.published.consent
    assert undo_request is not None and {phone for phone, _ in undo_request.voices} == {"ben"}
    bench.pass_time(CONSENT_S)
    asks(bench, "undo", 2, "late")
    asks(bench, "consent", 1, "ben")
    assert faces(bench) == (3, 7, 10)
    bench.say("consent", TABLE, by="button")
    assert faces(bench) is None


def test_who_joins_while_the_dice_still_roll_is_too_late(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)], holders=("screen",)).new(FIRESHIP, 3)
    join(bench, "ben")
    bench.say("roll dice", 0)
    join(bench, "late")
    bench.pass_time(20)
    asks(bench, "undo", 1, "ben")
    assert refused(bench, "consent", 2, "late") == "session.joined-after"


def test_of_several_steps_the_first_counts_and_of_the_next_roll_the_same_phone_is_one_more_person(
    tmp_path: Path,
) -> None:
    bench = rolled(tmp_path)
    join(bench, "late")
    bench.roll("roll dice", 0)
    first = seen_plain(bench.published, WATCHER, frozenset())["log"][0]["n"]
    asks(bench, f"undo {first}", 1, "ben")
    assert refused(bench, "consent", 2, "late") == "session.joined-after"
    asks(bench, "undo", 1, "ben")
    say(bench, "consent", 2, "late")
    assert faces(bench) == (3, 7, 10)


@pytest.mark.parametrize("year", [1970, 2040])
def test_who_was_in_first_outlasts_restarts_and_a_calendar_that_jumps(year: int, tmp_path: Path) -> None:
    bench = rolled(tmp_path).again(clock=ManualClock(utc=datetime(year, 1, 1, tzinfo=UTC)))
    bench.pass_time(20)
    join(bench, "late")
    bench = bench.again()
    bench.pass_time(20)
    asks(bench, "undo", 1, "ben")
    assert refused(bench, "consent", 2, "late") == "session.joined-after"
    say(bench, "consent", 0, "ann")
    assert faces(bench) is None


def test_phones_of_an_older_journal_were_in_before(tmp_path: Path) -> None:
    bench = rolled(tmp_path)
    old = '{"phones": {"ben": {"seats": [1]}, "cleo": {"seats": [2]}}, "called": {}, "owners": []}'
    bench.journal.commit(Batch(id="old", version=bench.published.version, settings={"phones": old}))
    bench = bench.again()
    bench.pass_time(20)
    asks(bench, "undo", 1, "ben")
    say(bench, "consent", 2, "cleo")
    assert faces(bench) is None


def test_a_phone_that_was_signed_out_and_came_back_is_new(tmp_path: Path) -> None:
    bench = rolled(tmp_path)
    bench.say("sign-out", TABLE)
    asks(bench, "undo", 1, "ben")
    asks(bench, "consent", 2, "cleo")
    join(bench, "ben", "cleo")
    assert refused(bench, "consent", 2, "cleo") == "session.joined-after"
    assert faces(bench) == (3, 7, 10)


def test_whoever_asks_at_the_table_is_no_voice_but_two_buttons_are_two(tmp_path: Path) -> None:
    bench = rolled(tmp_path)
    asks(bench, "undo", TABLE, "")
    asks(bench, "consent", 1, "ben")
    assert faces(bench) == (3, 7, 10)
    bench.say("consent", TABLE, by="button")
    assert faces(bench) is None
    assert (bench.lines()[-1].speaker, bench.lines()[-1].by) == (TABLE, "phone")
    assert json.loads(told(bench))["with"] == [1, "table"]
    assert [name if isinstance(name, str) else name.key for name in said(bench)[0].values["names"]] == [
        "Ben", "log.two-buttons",
    ]  # fmt: skip


def test_who_asks_and_whom_two_buttons_agree_with_is_named_once(tmp_path: Path) -> None:
    bench = rolled(tmp_path)
    asks(bench, "undo", 1, "ben")
    bench.say("consent", TABLE, by="button")
    assert (json.loads(told(bench))["seat"], json.loads(told(bench))["with"]) == (1, ["table"])


def test_what_one_may_take_back_alone_is_agreed_with_nobody(tmp_path: Path) -> None:
    bench = Bench(tmp_path, library=(*LIBRARY, SAMPLE)).new(SAMPLE)
    bench.say("raise water", TABLE)
    bench.say("undo", TABLE)
    assert "with" not in json.loads(told(bench))
    assert [sentence.key for sentence in said(bench)] == ["log.undone"]


def test_who_asks_for_the_same_agrees(tmp_path: Path) -> None:
    bench = rolled(tmp_path)
    asks(bench, "undo", 1, "ben")
    say(bench, "undo", 2, "cleo")
    assert faces(bench) is None


def test_whatever_else_is_played_ends_the_wish(tmp_path: Path) -> None:
    bench = rolled(tmp_path)
    asks(bench, "undo", 1, "ben")
    bench.roll("roll dice", 0)
    assert bench.published.consent is None
    with pytest.raises(RequestRefused, match="consent-what"):
        say(bench, "consent", 2, "cleo")
    assert faces(bench) == (1, 1, 1)


def test_a_wish_ends_with_its_own_time_not_with_that_of_the_one_before(tmp_path: Path) -> None:
    bench = rolled(tmp_path)
    asks(bench, "undo", 1, "ben")
    bench.pass_time(CONSENT_S - 2)
    bench.roll("roll dice", 0)
    asks(bench, "undo", 1, "ben")
    assert bench.published.consent is not None
    say(bench, "consent", 2, "cleo")
    assert faces(bench) == (3, 7, 10), "the last roll alone"


def test_what_was_taken_back_may_stand_again_with_the_same_roll(tmp_path: Path) -> None:
    bench = rolled(tmp_path)
    asks(bench, "undo", 1, "ben")
    say(bench, "consent", 2, "cleo")
    bench.say("redo", 0)
    assert faces(bench) == (3, 7, 10)


def test_nobody_agrees_while_nobody_asks(tmp_path: Path) -> None:
    bench = rolled(tmp_path)
    with pytest.raises(RequestRefused, match="consent-what"):
        bench.say("consent", TABLE, by="button")
    with pytest.raises(RequestRefused, match="unreadable"):
        bench.say("consent 2", 0)


def test_what_to_put_back_on_the_board_is_said_until_something_else_happens(tmp_path: Path) -> None:
    bench = Bench(tmp_path, library=(*LIBRARY, SAMPLE)).new(SAMPLE)
    bench.say("raise water", TABLE)
    assert bench.published.put_back == ()
    bench.say("undo", TABLE)
    told = seen_plain(bench.published, WATCHER, frozenset())["put_back"]
    assert [said.key for said in told] == ["kit.tick-now"]
    bench.say("redo", TABLE)
    again: Any = bench.published.put_back
    assert [said.values["number"] for said in again] == [told[0].values["number"] + 1]
    bench.say("raise water", TABLE)
    assert bench.published.put_back == ()


def test_a_typed_roll_needs_two_as_well(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(options={"chance": "typed"})
    join(bench, "ann", "ben")
    bench.say("roll dice")
    bench.say("roll 1 2 3", CHANCE)
    asks(bench, "undo", 0, "ann")
    say(bench, "consent", 1, "ben")
    assert (faces(bench), bench.state.due()) == (None, None)
