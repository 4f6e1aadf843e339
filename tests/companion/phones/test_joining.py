from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.chance.dealers import ScriptedDealer
from companion.engine.seats import TABLE
from companion.journal.errors import JournalUnwritable
from companion.journal.journal import Journal
from companion.library.games import Library
from companion.model.requests import CommandRequest, Refusal
from companion.model.roster import MOST_PHONES, NOBODY, Phone, Roster, read_roster
from companion.phones.confirmation import Confirmation
from companion.phones.joining import Joined, Phones
from companion.phones.pairing import PairingWindow
from companion.runtime.clock import ManualClock
from companion.runtime.timers import TimerThread
from companion.session.session import Session
from tests.support.session_bench import FIRESHIP, Bench

LIBRARY = Library()
WRONG = "wrong!"


class House:
    """A session on its own thread, with a game for three, and the door to it."""

    def __init__(self, folder: Path) -> None:
        self.journal = Journal(folder)
        self.session = Session(LIBRARY.games, self.journal, {"dealer": ScriptedDealer(())}, ManualClock())
        self.session.load()
        if self.session.published.game is None:
            self.session.new_game("fireship", "kit", ("1", "2", "3"), {}, "new")
        self.timers = TimerThread()
        self.window = PairingWindow(ManualClock(), self.timers.after)
        self.clock = ManualClock()
        self.asking = Confirmation(self.clock, self.timers.after)
        self.phones = Phones(self.session, self.window, self.asking)
        self.session.start()

    def join(self, *seats: int, name: str | None = None, cookie: str = "", pin: str | None = None) -> Joined:
        """Let a phone in by the right digits, unless others are given."""
        self.window.open()
        return self.phones.join(cookie, pin or self.window.digits, seats, name)

    @property
    def roster(self) -> Roster:
        return self.session.published.roster

    @property
    def joined(self) -> int:
        """When every phone came in: nothing was played meanwhile."""
        (joined,) = {phone.joined for phone in self.roster.phones.values()}
        assert joined > 0
        return joined

    def close(self) -> None:
        self.window.end()
        self.asking.end()
        self.timers.close()
        self.session.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    yield house
    house.close()


def hash_of(cookie: str) -> str:
    return hashlib.sha256(cookie.encode()).hexdigest()


def test_who_gives_the_digits_is_in_and_known_by_the_cookie(house: House) -> None:
    joined = house.join(1, name="Ada")
    assert (joined.phone.seats, joined.phone.name) == ((1,), "Ada")
    assert house.phones.key_of(joined.cookie) == hash_of(joined.cookie)
    assert house.phones.key_of("") == house.phones.key_of("x") == ""


def test_a_cookie_has_256_bits_and_no_two_are_alike(house: House) -> None:
    cookies = {house.join().cookie for _ in range(10)}
    assert {len(cookie) for cookie in cookies} == {43}  # 43 x 6 bits
    assert len(cookies) == 10


def test_cookie_and_digits_are_neither_kept_nor_logged(
    house: House, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    joined = house.join(0, name="Ada")
    digits = house.window.digits
    with pytest.raises(Refusal) as refused:
        house.join(pin=WRONG)
    house.phones.leave("not-a-cookie")
    assert digits is not None
    told = caplog.text + repr(joined) + str(refused.value) + repr(house.session.published)
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert hash_of(joined.cookie).encode() in kept
    for secret in (joined.cookie, digits):
        assert secret not in told
        assert secret.encode() not in kept


def test_a_restart_keeps_phones_and_names(tmp_path: Path) -> None:
    house = House(tmp_path)
    joined = house.join(2, name="Chloé")
    before = house.roster
    house.close()
    house = House(tmp_path)
    assert house.roster == before
    assert house.phones.key_of(joined.cookie)
    assert house.session.published.people == ("1", "2", "Chloé")
    house.close()


def test_without_digits_nobody_new_comes_in(house: House) -> None:
    with pytest.raises(Refusal) as refused:
        house.phones.join("", None, (), None)
    assert refused.value.reason == "no-window"
    house.window.open()
    with pytest.raises(Refusal) as refused:
        house.phones.join("made-up-cookie", None, (), None)
    assert refused.value.reason == "wrong-pin"
    assert house.roster == NOBODY


def test_a_cookie_that_a_phone_made_up_is_never_taken_on(house: House) -> None:
    assert house.join(cookie="made-up-cookie").cookie != "made-up-cookie"
    assert house.phones.key_of("made-up-cookie") == ""


def test_who_is_in_changes_seats_without_digits_and_what_is_left_out_stays(house: House) -> None:
    joined = house.join(0, name="Ada")
    again = house.phones.join(joined.cookie, None, (2, 1, 2), None)
    assert (again.cookie, again.phone) == (joined.cookie, Phone((1, 2), "Ada", house.joined))
    house.window.close()
    again = house.phones.join(joined.cookie, "000000", (1,), "Eva")
    assert (again.phone, house.roster.taken()) == (Phone((1,), "Eva", house.joined), frozenset({1}))


@pytest.mark.parametrize("answer", [True, False])
def test_a_further_seat_is_asked_for_at_the_table_while_the_window_is_shut(house: House, answer: bool) -> None:
    joined = house.join(0, name="Ada")
    house.window.close()
    asked = house.phones.join(joined.cookie, None, (0, 1), None)
    assert (asked.is_asked, house.roster.taken()) == (True, frozenset({0}))
    assert house.asking.question is not None
    assert house.asking.question.values == {"numbers": (2,), "name": "Ada"}
    house.clock.advance(1)
    house.asking.answer(answer)
    house.session.keep(lambda roster: roster)  # what was asked before is done now
    assert house.roster.taken() == ({0, 1} if answer else {0})


def test_who_is_signed_out_while_changing_something_does_not_come_back(house: House) -> None:
    joined = house.join(0, name="Ada")
    before = house.session.published.roster
    house.phones.leave(joined.cookie)
    house.window.close()
    late = Phones(_Behind(house.session, before), house.window, house.asking)
    with pytest.raises(Refusal) as refused:
        late.join(joined.cookie, None, None, "Eve")
    assert refused.value.reason == "no-window"
    assert house.roster.phones == {}


def test_wrong_tries_and_a_shut_window_leave_those_who_are_in(house: House) -> None:
    joined = house.join(0)
    for _ in range(5):
        with pytest.raises(Refusal):
            house.join(pin=WRONG)
    assert not house.window.is_open
    assert house.phones.key_of(joined.cookie)


def test_a_seat_has_one_phone_and_the_table_says_which(house: House) -> None:
    old = house.join(0, 1, name="Ada")
    joined = house.join(1, 2, name="Ben")
    assert joined.is_asked
    assert house.asking.question is not None
    assert house.asking.question.values == {"numbers": (2,), "name": "Ben"}
    assert house.phones.key_of(joined.cookie) == ""
    assert house.roster.taken() == {0, 1}
    house.clock.advance(1)
    house.asking.answer(True)
    house.session.submit(CommandRequest("after", 1, TABLE, "lang en", "button", frozenset({TABLE})))
    assert house.phones.outcome(joined.cookie) == "yes"
    old_one, new_one = Phone((0,), "Ada", house.joined), Phone((1, 2), "Ben", house.joined)
    assert house.roster.phones == {hash_of(old.cookie): old_one, hash_of(joined.cookie): new_one}


def test_a_phone_that_loses_its_last_seat_is_out_and_whoever_watches_stays(house: House) -> None:
    old, watching = house.join(0, name="Ada"), house.join()
    joined = house.join(0)
    house.clock.advance(1)
    house.asking.answer(True)
    house.session.submit(CommandRequest("after", 1, TABLE, "lang en", "button", frozenset({TABLE})))
    assert house.phones.key_of(old.cookie) == ""
    assert house.phones.key_of(watching.cookie)
    assert house.phones.key_of(joined.cookie)


@pytest.mark.parametrize("how", ["no", "late"])
def test_without_a_yes_nothing_changes(house: House, how: str) -> None:
    house.join(0, name="Ada")
    before = house.roster
    joined = house.join(0)
    if how == "no":
        house.asking.answer(False)
    else:
        house.asking.end()
    assert house.phones.outcome(joined.cookie) == how
    assert house.roster == before
    assert house.phones.key_of(joined.cookie) == ""


def test_only_who_has_the_right_digits_can_have_the_table_asked(house: House) -> None:
    house.join(0)
    for _ in range(4):
        with pytest.raises(Refusal) as refused:
            house.join(0, pin=WRONG)
        assert refused.value.reason == "wrong-pin"
    assert house.asking.question is None


def test_while_one_is_asked_for_another_has_to_wait_and_no_code_is_used_up(house: House) -> None:
    house.join(0, 1)
    house.join(0)
    assert house.window.shown is not None
    token = house.window.shown.token
    with pytest.raises(Refusal) as refused:
        house.phones.join("", None, (1,), None, token)
    assert refused.value.reason == "asking"
    assert house.window.shown.token == token


def test_a_phone_that_is_in_looks_after_the_table_once_that_is_confirmed(house: House, tmp_path: Path) -> None:
    joined = house.join(0, name="Ada")
    key = house.phones.key_of(joined.cookie)
    house.phones.ask_to_own(joined.cookie)
    assert house.asking.question is not None
    assert (house.asking.question.key, house.asking.question.values) == ("stage.ask-owner", {"name": "Ada"})
    assert not house.roster.owners
    house.clock.advance(1)
    house.asking.answer(True)
    house.session.submit(CommandRequest("after", 1, TABLE, "lang en", "button", frozenset({TABLE})))
    assert list(house.roster.owners) == [key]
    house.phones.join(joined.cookie, None, (1,), None)
    assert list(house.roster.owners) == [key]
    house.phones.leave(joined.cookie)
    assert not house.roster.owners


def test_who_is_not_in_cannot_ask_to_look_after_the_table(house: House) -> None:
    with pytest.raises(Refusal) as refused:
        house.phones.ask_to_own("made-up")
    assert refused.value.reason == "forbidden"
    assert house.asking.question is None


def test_of_two_at_once_one_gets_the_seat(house: House) -> None:
    published = house.session.published
    late = Phones(_Behind(house.session, published.roster), house.window, house.asking)
    house.join(0)
    with pytest.raises(Refusal) as refused:
        late.join("", house.window.digits, (0,), None)
    assert refused.value.reason == "taken"
    assert len(house.roster.phones) == 1


class _Behind:
    """A session seen as it was a moment ago, with nobody in."""

    def __init__(self, session: Session, roster: Roster) -> None:
        self.roster = roster
        self.people = session.published.people
        self.keep = session.keep

    @property
    def published(self) -> _Behind:
        return self


def test_leaving_frees_the_seat_and_the_next_may_take_it(house: House) -> None:
    first = house.join(1, name="Ada")
    house.phones.leave(first.cookie)
    house.phones.leave(first.cookie)
    assert house.phones.key_of(first.cookie) == ""
    assert house.session.published.people == ("1", "Ada", "3")
    house.join(1, name="Ben")
    assert house.session.published.people == ("1", "Ben", "3")


def test_only_a_single_seat_is_called_by_a_name(house: House) -> None:
    joined = house.join(0, 1, name="Ada")
    assert house.session.published.people == ("1", "2", "3")
    house.phones.join(joined.cookie, None, (1,), None)
    assert house.session.published.people == ("1", "Ada", "3")
    assert house.session.published.name_of(1) == "Ada"


def test_who_sits_down_without_a_name_is_not_called_by_the_last_ones(house: House) -> None:
    house.phones.leave(house.join(1, name="Ada").cookie)
    house.join(1)
    assert house.session.published.people == ("1", "2", "3")


def test_all_phones_can_be_signed_out(house: House) -> None:
    joined = house.join(0, name="Ada")
    seen = house.session.published.version
    house.session.submit(CommandRequest("out", seen, TABLE, "sign-out", "button", frozenset({TABLE})))
    assert house.phones.key_of(joined.cookie) == ""
    assert house.roster == NOBODY
    assert house.session.published.people == ("1", "2", "3")


@pytest.mark.parametrize(
    "name",
    [
        "A",
        "x" * 20,
        "👨‍👩‍👧‍👦 Famille",
        "שלום",
        "مريم\u200f",
        "<b>&\"'</b>{name}",
        "../../etc",
        "'; DROP TABLE--",
        "e\u0301",
    ],
)
def test_a_name_has_any_signs(house: House, name: str) -> None:
    assert house.join(0, name=f"  {name} ").phone.name == name
    assert house.session.published.people[0] == name


@pytest.mark.parametrize(
    "name", ["", "   ", "x" * 21, "a\nb", "a\x00b", "a\x7fb", "a\x85b", "a\u2028b", "a\u202eb", "\u2066a", "a\ud800"]
)
def test_a_name_that_cannot_be_shown_is_refused_in_words(house: House, name: str) -> None:
    with pytest.raises(Refusal) as refused:
        house.join(0, name=name)
    assert (refused.value.reason, refused.value.said.key) == ("refused", "join.bad-name")
    assert house.roster == NOBODY


@pytest.mark.parametrize("seat", [-1, 3, 63])
def test_a_seat_that_is_not_at_the_table_is_refused(house: House, seat: int) -> None:
    with pytest.raises(Refusal) as refused:
        house.join(seat)
    assert refused.value.said.key == "join.no-seat"


def full_of_strangers() -> Roster:
    """The owner's phone, one with a seat, and strangers for all of the rest."""
    roster = NOBODY.with_phone("owner", Phone()).with_owner("owner").with_phone("seated", Phone((0,)))
    for number in range(MOST_PHONES - 2):
        roster = roster.with_phone(f"stranger-{number}", Phone())
    assert len(roster.phones) == MOST_PHONES
    return roster


def test_more_phones_than_are_known_cost_the_newest_stranger_its_place() -> None:
    before = full_of_strangers()
    newest = f"stranger-{MOST_PHONES - 3}"
    renamed = before.with_phone("stranger-0", Phone((), "Eve"))
    for newcomer in (Phone(), Phone((1,))):
        roster = renamed.with_phone("newcomer", newcomer)
        assert set(roster.phones) ^ set(before.phones) == {"newcomer", newest}
        assert roster.with_phone("newcomer", Phone((2,))).phones.keys() == roster.phones.keys()
        assert roster.owners == ("owner",)
    for number in range(200):
        renamed = renamed.with_phone(f"joins-{number}", Phone())
    assert set(renamed.phones) == {*before.phones, "joins-199"} - {newest}


def test_where_every_phone_is_needed_no_other_comes_in_and_no_code_is_used_up(house: House) -> None:
    def fill(roster: Roster) -> Roster:
        for number in range(MOST_PHONES):
            roster = roster.with_phone(f"owner-{number}", Phone()).with_owner(f"owner-{number}")
        return roster

    house.session.keep(fill)
    before = house.roster
    house.window.open()
    token = house.window.shown.token if house.window.shown else ""
    for seats in ((), (0,)):
        with pytest.raises(Refusal) as refused:
            house.phones.join("", None, seats, None, token)
        assert (refused.value.reason, refused.value.said.key) == ("full", "join.full")
        assert (house.roster, house.window.shown and house.window.shown.token) == (before, token)


def test_a_phone_that_asks_again_and_again_leaves_the_question_to_others(house: House) -> None:
    joined, other = house.join(0, name="Eve"), house.join(1, name="Ada")
    house.phones.ask_to_own(joined.cookie)
    house.clock.advance(1)
    house.asking.answer(False)
    for _ in range(3):
        with pytest.raises(Refusal) as refused:
            house.phones.ask_to_own(joined.cookie)
        assert refused.value.reason == "asked-lately"
    house.phones.ask_to_own(other.cookie)
    assert house.asking.question is not None
    assert house.asking.question.values == {"name": "Ada"}


def test_who_is_not_in_cannot_ask_again_by_coming_as_somebody_else(house: House) -> None:
    owner = house.join(0, name="Ada")
    house.join(0, name="Eve")
    house.asking.answer(False)
    for _ in range(3):
        with pytest.raises(Refusal) as refused:
            house.join(0, name="Mallory")
        assert refused.value.reason == "asked-lately"
    house.phones.ask_to_own(owner.cookie)
    assert house.asking.question is not None


def test_when_a_phone_came_in_is_kept_and_stays_through_a_restart(tmp_path: Path) -> None:
    house = House(tmp_path)
    first = hash_of(house.join(0, name="Ada").cookie)
    came_in = house.session.published.version
    house.session.submit(CommandRequest("later", came_in, TABLE, "lang fr", "button", frozenset({TABLE})))
    joined = house.join(1)
    second = hash_of(joined.cookie)
    house.phones.join(joined.cookie, None, (1, 2), "Ben")
    house.phones.join(joined.cookie, None, (), None)
    house.close()
    house = House(tmp_path)
    assert {key: phone.joined for key, phone in house.roster.phones.items()} == {first: came_in, second: came_in + 1}
    house.close()


def test_a_phone_of_an_older_journal_came_in_long_ago() -> None:
    roster = read_roster('{"phones": {"key": {"seats": [0], "name": "Ada"}}, "called": {}, "owners": []}')
    assert roster.phones == {"key": Phone((0,), "Ada", joined=0)}


@pytest.mark.parametrize("text", ["{", "[]", '{"phones": {"x": {"seats": "all"}}}'])
def test_a_roster_that_cannot_be_read_lets_everybody_join_again(text: str, caplog: pytest.LogCaptureFixture) -> None:
    assert read_roster(text) == NOBODY
    assert "have to join again" in caplog.text


def test_the_roster_is_one_value_of_the_journals_settings(house: House) -> None:
    joined = house.join(0, name="Ada")
    house.session.close()
    house.journal.open()
    kept = json.loads(house.journal.setting("phones") or "")
    house.journal.close()
    phones = {hash_of(joined.cookie): {"seats": [0], "name": "Ada", "joined": house.joined}}
    assert kept == {"phones": phones, "called": {"0": "Ada"}, "owners": [], "televisions": []}


# ---------------------------------------------------------------------- what the session does for it
def seat(roster: Roster) -> Roster:
    return roster.with_phone("key", Phone((0,), "Ada"))


def test_who_is_in_is_durable_before_anybody_is_told(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new()
    bench.session.keep(seat, wait_s=0)
    assert bench.published.roster == NOBODY
    version = bench.published.version
    bench.session.run_pending()
    assert bench.tape.names() == ["commit", "durable", "stage.know", "mirror.changed"]
    assert bench.published.people == ("Ada", "Ben")
    assert bench.published.version == version
    bench.session.close()


def test_somebody_who_joins_leaves_what_is_in_motion_alone(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(1, 2, 3)], holders=("screen",)).new(FIRESHIP)
    bench.session.post(bench.request("roll dice", -2))
    bench.session.run_pending()
    state = bench.published.state
    bench.session.keep(seat, wait_s=0)
    bench.session.run_pending()
    assert bench.published.reveal is not None
    assert bench.published.state == state
    assert bench.tape.names()[-2:] == ["stage.know", "mirror.changed"]
    bench.pass_time(20)
    assert bench.published.reveal is None
    assert bench.published.people == ("Ada", "Ben")
    bench.session.close()


def test_what_cannot_be_written_down_is_not_so(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new()

    def full(commit: Callable[[], int]) -> int:
        raise JournalUnwritable("full", "no space")

    bench.journal.fault = full
    bench.session.keep(seat, wait_s=0)
    bench.session.run_pending()
    assert bench.published.roster == NOBODY
    assert bench.published.trouble is not None
    bench.journal.fault = None
    bench.session.keep(seat, wait_s=0)
    bench.session.run_pending()
    assert bench.published.trouble is None
    assert bench.published.roster == seat(NOBODY).stamped(NOBODY, bench.published.version)
    bench.session.close()


def test_a_table_that_is_switched_off_lets_nobody_in(house: House) -> None:
    house.window.open()
    house.session.close()
    with pytest.raises(Refusal) as refused:
        house.phones.join("", house.window.digits, (), None)
    assert refused.value.reason == "busy"
