"""Who may leave a game that goes on: two people, one alone, or the table; it is kept, and the other opens."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.engine.values.seats import TABLE, WATCHER
from companion.model.consent import CONSENT_S
from companion.model.requests import RequestRefused
from companion.model.roster import Phone
from tests.support.seen import seen_plain
from tests.support.session_bench import FIRESHIP, Bench


def playing(folder: Path, *seats: tuple[int, ...]) -> Bench:
    """A game of three that goes on: Ann's phone, Ben's and Cleo's hold *seats*, () for a phone that watches."""
    bench = Bench(folder, [(3, 7, 10)]).new(FIRESHIP, 3)
    for name, held in zip(("Ann", "Ben", "Cleo"), seats, strict=False):
        join(bench, name, held)
    bench.roll("roll dice", 0)
    return bench


def join(bench: Bench, name: str, seats: tuple[int, ...]) -> None:
    phone = Phone(seats, name)
    bench.session.keep(lambda roster: roster.with_phone(name.lower(), phone), wait_s=0)
    bench.session.run_pending()


def say(bench: Bench, do: str, seat: int, phone: str) -> int:
    held = bench.published.roster.phones[phone].seats
    request = bench.request(do, seat, speaks_for=frozenset(held))
    return bench.session.handle(msgspec.structs.replace(request, phone=phone, by="phone"))


def asks(bench: Bench, do: str, seat: int, phone: str) -> None:
    with pytest.raises(RequestRefused) as refused:
        say(bench, do, seat, phone)
    assert (refused.value.reason, refused.value.said.key) == ("consent", "session.undo-needs-consent")


def game_and_faces(bench: Bench) -> tuple[str | None, tuple[str, ...], object]:
    published = bench.published
    result = bench.state.result("dice")
    return (published.open.game.slug if published.open.game else None, published.open.people, result and result.faces)


def test_two_leave_a_game_together_and_it_can_be_gone_on_with(tmp_path: Path) -> None:
    bench = playing(tmp_path, (0,), (1,), (2,))
    asks(bench, "new fireship kit seats=2", 0, "ann")
    assert game_and_faces(bench) == ("fireship", ("Ann", "Ben", "Cleo"), (3, 7, 10))
    before = bench.published.version
    assert say(bench, "consent", 1, "ben") == before + 1
    assert game_and_faces(bench) == ("fireship", ("Ann", "Ben"), None)
    assert (bench.published.consent, bench.published.roster.phones["cleo"].seats) == (None, ())
    (kept,) = bench.published.saved
    assert (kept.number, kept.is_over) == (1, False)
    asks(bench, "resume 1", 1, "ben")
    say(bench, "consent", 0, "ann")
    assert game_and_faces(bench)[2] == (3, 7, 10)
    assert game_and_faces(bench.again()) == game_and_faces(bench)


def test_everybody_is_told_who_wants_what_and_nothing_else(tmp_path: Path) -> None:
    bench = playing(tmp_path, (0,), (1, 2))
    asks(bench, "new fireship kit", 0, "ann")
    for viewer in (0, 1, TABLE, WATCHER):
        consent = seen_plain(bench.published, viewer, frozenset())["consent"]
        said = {key: consent[key].key for key in ("title", "what", "why")}
        assert said == {"title": "consent.new", "what": "consent.leaves", "why": "consent.kept"}
        told = {key: consent[key] for key in ("kind", "seat", "asked", "agreed", "declined")}
        assert told == {"kind": "new", "seat": 0, "asked": [1, 2], "agreed": [0], "declined": []}
    bench.pass_time(CONSENT_S)
    assert bench.published.consent is None
    with pytest.raises(RequestRefused, match="consent-what"):
        say(bench, "consent", 1, "ben")


def test_who_is_alone_leaves_by_their_own_word(tmp_path: Path) -> None:
    bench = playing(tmp_path, (0, 1), ())
    version = bench.published.version
    assert say(bench, "new fireship kit", 1, "ann") == version + 1
    assert game_and_faces(bench)[2] is None


def test_the_table_leaves_by_its_own_word_and_a_finished_game_is_nobodys_to_keep(tmp_path: Path) -> None:
    bench = playing(tmp_path, (0,), (1,))
    bench.say("new fireship kit", TABLE)
    assert game_and_faces(bench)[2] is None
    with pytest.raises(RequestRefused, match="undo-needs-consent"):
        bench.say("finish", TABLE)
    bench.say("consent", TABLE, by="button")
    say(bench, "new fireship kit", 1, "ben")
    assert bench.published.open.game is not None


def test_a_no_is_seen_and_the_last_one_ends_the_request(tmp_path: Path) -> None:
    bench = playing(tmp_path, (0,), (1,), (2,))
    asks(bench, "new fireship kit", 0, "ann")
    say(bench, "decline", 1, "ben")
    assert seen_plain(bench.published, WATCHER, frozenset())["consent"]["declined"] == [1]
    say(bench, "decline", 2, "cleo")
    assert bench.published.consent is None
    assert seen_plain(bench.published, WATCHER, frozenset())["lapsed"]["title"].key == "consent.nobody-agreed"
    asks(bench, "new fireship kit", 0, "ann")
    say(bench, "decline", 1, "ben")
    say(bench, "consent", 1, "ben")  # thinks better of it
    assert game_and_faces(bench)[2] is None


def test_who_asked_takes_it_back(tmp_path: Path) -> None:
    bench = playing(tmp_path, (0,), (1,))
    asks(bench, "new fireship kit", 0, "ann")
    say(bench, "decline", 0, "ann")
    assert bench.published.consent is None


def test_a_phone_that_came_after_the_question_is_no_second_person(tmp_path: Path) -> None:
    bench = playing(tmp_path, (0,), (1,))
    asks(bench, "new fireship kit", 0, "ann")
    join(bench, "Cleo", (2,))
    with pytest.raises(RequestRefused, match="joined-after"):
        say(bench, "consent", 2, "cleo")
    assert game_and_faces(bench)[2] == (3, 7, 10)


def test_two_buttons_agree(tmp_path: Path) -> None:
    bench = playing(tmp_path, (0,), (1,))
    asks(bench, "new fireship kit", 0, "ann")
    bench.session.handle(msgspec.structs.replace(bench.request("consent", TABLE), by="button"))
    assert game_and_faces(bench)[2] is None


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("new chess kit", "session.no-such-game"),
        ("new fireship kit seats=9", "setup.seats"),
        ("new fireship kit hold=2", "join.taken"),
        ("new fireship kit hold=3", "join.no-seat"),
        ("new fireship kit taste=sweet", "setup.unknown-option"),
        ("resume 9", "session.no-such-record"),
    ],
)
def test_what_cannot_be_opened_is_nothing_to_agree_to(tmp_path: Path, line: str, said: str) -> None:
    bench = playing(tmp_path, (0,), (1,))
    before = bench.published
    with pytest.raises(RequestRefused) as refused:
        say(bench, line, 0, "ann")
    assert refused.value.said.key == said
    assert bench.published == before


def test_the_phone_that_asks_holds_what_it_says_also_when_another_is_the_last_to_agree(tmp_path: Path) -> None:
    bench = playing(tmp_path, (0,), (2,))
    asks(bench, "new fireship kit seats=4 hold=1,4", 0, "ann")
    say(bench, "consent", 2, "ben")
    phones = bench.published.roster.phones
    assert (phones["ann"].seats, phones["ben"].seats) == ((0, 3), (2,))


def test_what_is_put_back_is_put_away_for_everybody_once(tmp_path: Path) -> None:
    bench = playing(tmp_path, (0,), (1,))
    say(bench, "gain fog", 0, "ann")
    say(bench, "undo", 0, "ann")
    assert bench.published.put_back
    version = say(bench, "put-back", 1, "ben")
    assert (bench.published.put_back, bench.published.version) == ((), version)
    assert say(bench, "put-back", 0, "ann") == version
    assert not bench.again().published.put_back
