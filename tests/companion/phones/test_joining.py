from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.chance.dealers import ScriptedDealer
from companion.engine.values.seats import TABLE, WATCHER
from companion.journal.errors import JournalUnwritable
from companion.journal.journal import Journal
from companion.library.games import Library
from companion.model.requests import CommandRequest, RequestRefused
from companion.model.roster import MAX_PHONES, NOBODY, Phone, Roster, read_roster
from companion.phones.confirmation import Confirmation
from companion.phones.membership import JoinedPhone, Phones
from companion.phones.pairing import PairingWindow
from companion.runtime.clock import ManualClock
from companion.runtime.timers import TimerThread
from companion.session.session import Session
from tests.support.session_bench import FIRESHIP, Bench

LIBRARY = Library()
WRONG = "wrong!"


EVERY_SEAT = frozenset({TABLE, 0, 1, 2})
COMING = (("Ann", True), ("Ben", True), ("Cleo", False))


class Entrance:
    """A session on its own thread, with a game for three, and the door to it."""

    def __init__(self, folder: Path) -> None:
        self.journal = Journal(folder)
        self.session = Session(LIBRARY.games, self.journal, {"dealer": ScriptedDealer(())}, ManualClock())
        self.session.load()
        if self.session.published.open.game is None:
            self.session.new_game("fireship", "kit", ("1", "2", "3"), {}, id="new")
        self.timers = TimerThread()
        self.window = PairingWindow(ManualClock(), self.timers.after)
        self.clock = ManualClock()
        self.asking = Confirmation(self.clock, self.timers.after)
        self.phones = Phones(self.session, self.window, self.asking)
        self.session.start()

    def join(self, *seats: int, name: str | None = None, cookie: str = "", pin: str | None = None) -> JoinedPhone:
        """Let a phone in by the right digits, unless others are given."""
        self.window.open()
        return self.phones.join(cookie, pin or self.window.digits, seats, name)

    def digits(self) -> tuple[str | None]:
        """Open the window; return what lets a phone in."""
        self.window.open()
        return (self.window.digits,)

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
def entrance(tmp_path: Path) -> Iterator[Entrance]:
    entrance = Entrance(tmp_path)
    yield entrance
    entrance.close()


def hash_of(cookie: str) -> str:
    return hashlib.sha256(cookie.encode()).hexdigest()


def test_who_gives_the_digits_is_in_and_known_by_the_cookie(entrance: Entrance) -> None:
    joined = entrance.join(1, name="Ada")
    assert (joined.phone.seats, joined.phone.name) == ((1,), "Ada")
    assert entrance.phones.key_of(joined.cookie) == hash_of(joined.cookie)
    assert entrance.phones.key_of("") == entrance.phones.key_of("x") == ""


def test_a_cookie_has_256_bits_and_no_two_are_alike(entrance: Entrance) -> None:
    cookies = {entrance.join().cookie for _ in range(10)}
    assert {len(cookie) for cookie in cookies} == {43}  # 43 x 6 bits
    assert len(cookies) == 10


def test_cookie_and_digits_are_neither_kept_nor_logged(
    entrance: Entrance, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    joined = entrance.join(0, name="Ada")
    digits = entrance.window.digits
    with pytest.raises(RequestRefused) as refused:
        entrance.join(pin=WRONG)
    entrance.phones.leave("not-a-cookie")
    assert digits is not None
    told = caplog.text + repr(joined) + str(refused.value) + repr(entrance.session.published)
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert hash_of(joined.cookie).encode() in kept
    for secret in (joined.cookie, digits):
        assert secret not in told
        assert secret.encode() not in kept


def test_a_restart_keeps_phones_and_names(tmp_path: Path) -> None:
    entrance = Entrance(tmp_path)
    joined = entrance.join(2, name="Chloé")
    before = entrance.roster
    entrance.close()
    entrance = Entrance(tmp_path)
    assert entrance.roster == before
    assert entrance.phones.key_of(joined.cookie)
    assert entrance.session.published.open.people == ("1", "2", "Chloé")
    entrance.close()


def test_without_digits_nobody_new_comes_in(entrance: Entrance) -> None:
    with pytest.raises(RequestRefused) as refused:
        entrance.phones.join("", None, (), None)
    assert refused.value.reason == "no-window"
    entrance.window.open()
    with pytest.raises(RequestRefused) as refused:
        entrance.phones.join("made-up-cookie", None, (), None)
    assert refused.value.reason == "wrong-pin"
    assert entrance.roster == NOBODY


def test_a_cookie_that_a_phone_made_up_is_never_taken_on(entrance: Entrance) -> None:
    assert entrance.join(cookie="made-up-cookie").cookie != "made-up-cookie"
    assert entrance.phones.key_of("made-up-cookie") == ""


def test_who_has_joined_changes_seats_without_digits_and_what_is_left_out_stays(entrance: Entrance) -> None:
    joined = entrance.join(0, name="Ada")
    again = entrance.phones.join(joined.cookie, None, (2, 1, 2), None)
    assert (again.cookie, again.phone) == (joined.cookie, Phone((1, 2), "Ada", entrance.joined))
    entrance.window.close()
    again = entrance.phones.join(joined.cookie, "000000", (1,), "Eva")
    assert (again.phone, entrance.roster.held_seats()) == (Phone((1,), "Eva", entrance.joined), frozenset({1}))


@pytest.mark.parametrize("answer", [True, False])
def test_a_further_seat_is_asked_for_at_the_table_while_the_window_is_shut(entrance: Entrance, answer: bool) -> None:
    joined = entrance.join(0, name="Ada")
    entrance.window.close()
    asked = entrance.phones.join(joined.cookie, None, (0, 1), None)
    assert (asked.is_asked, entrance.roster.held_seats()) == (True, frozenset({0}))
    assert entrance.asking.question is not None
    assert entrance.asking.question.values == {"numbers": (2,), "name": "Ada"}
    entrance.clock.advance(1)
    entrance.asking.answer(answer)
    entrance.session.keep(lambda roster: roster)  # what was asked before is done now
    assert entrance.roster.held_seats() == ({0, 1} if answer else {0})


def test_who_is_signed_out_while_changing_something_does_not_come_back(entrance: Entrance) -> None:
    joined = entrance.join(0, name="Ada")
    before = entrance.session.published.roster
    entrance.phones.leave(joined.cookie)
    entrance.window.close()
    late = Phones(_Behind(entrance.session, before), entrance.window, entrance.asking)
    with pytest.raises(RequestRefused) as refused:
        late.join(joined.cookie, None, None, "Eve")
    assert refused.value.reason == "no-window"
    assert entrance.roster.phones == {}


def test_wrong_tries_and_a_shut_window_leave_those_who_are_in(entrance: Entrance) -> None:
    joined = entrance.join(0)
    for _ in range(5):
        with pytest.raises(RequestRefused):
            entrance.join(pin=WRONG)
    assert not entrance.window.is_open
    assert entrance.phones.key_of(joined.cookie)


def test_a_seat_has_one_phone_and_the_table_says_which(entrance: Entrance) -> None:
    old = entrance.join(0, 1, name="Ada")
    joined = entrance.join(1, 2, name="Ben")
    assert joined.is_asked
    assert entrance.asking.question is not None
    assert entrance.asking.question.values == {"numbers": (2,), "name": "Ben"}
    assert entrance.phones.key_of(joined.cookie) == ""
    assert entrance.roster.held_seats() == {0, 1}
    entrance.clock.advance(1)
    entrance.asking.answer(True)
    entrance.session.submit(CommandRequest("after", 1, TABLE, "lang en", "button", frozenset({TABLE})))
    assert entrance.phones.outcome(joined.cookie) == "yes"
    old_one, new_one = Phone((0,), "Ada", entrance.joined), Phone((1, 2), "Ben", entrance.joined)
    assert entrance.roster.phones == {hash_of(old.cookie): old_one, hash_of(joined.cookie): new_one}


def test_a_phone_that_loses_its_last_seat_is_out_and_whoever_watches_stays(entrance: Entrance) -> None:
    old, watching = entrance.join(0, name="Ada"), entrance.join()
    joined = entrance.join(0)
    entrance.clock.advance(1)
    entrance.asking.answer(True)
    entrance.session.submit(CommandRequest("after", 1, TABLE, "lang en", "button", frozenset({TABLE})))
    assert entrance.phones.key_of(old.cookie) == ""
    assert entrance.phones.key_of(watching.cookie)
    assert entrance.phones.key_of(joined.cookie)


@pytest.mark.parametrize("how", ["no", "late"])
def test_without_a_yes_nothing_changes(entrance: Entrance, how: str) -> None:
    entrance.join(0, name="Ada")
    before = entrance.roster
    joined = entrance.join(0)
    if how == "no":
        entrance.asking.answer(False)
    else:
        entrance.asking.end()
    assert entrance.phones.outcome(joined.cookie) == how
    assert entrance.roster == before
    assert entrance.phones.key_of(joined.cookie) == ""


def test_only_who_has_the_right_digits_can_have_the_table_asked(entrance: Entrance) -> None:
    entrance.join(0)
    for _ in range(4):
        with pytest.raises(RequestRefused) as refused:
            entrance.join(0, pin=WRONG)
        assert refused.value.reason == "wrong-pin"
    assert entrance.asking.question is None


def test_while_one_is_asked_for_another_has_to_wait_and_no_code_is_used_up(entrance: Entrance) -> None:
    entrance.join(0, 1)
    entrance.join(0)
    assert entrance.window.shown is not None
    token = entrance.window.shown.token
    with pytest.raises(RequestRefused) as refused:
        entrance.phones.join("", None, (1,), None, token=token)
    assert refused.value.reason == "asking"
    assert entrance.window.shown.token == token


def test_a_phone_that_has_joined_looks_after_the_table_once_that_is_confirmed(
    entrance: Entrance, tmp_path: Path
) -> None:
    joined = entrance.join(0, name="Ada")
    key = entrance.phones.key_of(joined.cookie)
    entrance.phones.ask_to_own(joined.cookie)
    assert entrance.asking.question is not None
    assert (entrance.asking.question.key, entrance.asking.question.values) == ("stage.ask-owner", {"name": "Ada"})
    assert not entrance.roster.owners
    entrance.clock.advance(1)
    entrance.asking.answer(True)
    entrance.session.submit(CommandRequest("after", 1, TABLE, "lang en", "button", frozenset({TABLE})))
    assert list(entrance.roster.owners) == [key]
    entrance.phones.join(joined.cookie, None, (1,), None)
    assert list(entrance.roster.owners) == [key]
    entrance.phones.leave(joined.cookie)
    assert not entrance.roster.owners


def test_who_is_not_in_cannot_ask_to_look_after_the_table(entrance: Entrance) -> None:
    with pytest.raises(RequestRefused) as refused:
        entrance.phones.ask_to_own("made-up")
    assert refused.value.reason == "forbidden"
    assert entrance.asking.question is None


def test_of_two_at_once_one_gets_the_seat(entrance: Entrance) -> None:
    published = entrance.session.published
    late = Phones(_Behind(entrance.session, published.roster), entrance.window, entrance.asking)
    entrance.join(0)
    with pytest.raises(RequestRefused) as refused:
        late.join("", entrance.window.digits, (0,), None)
    assert refused.value.reason == "taken"
    assert len(entrance.roster.phones) == 1


class _Behind:
    """A session seen as it was a moment ago, with nobody in."""

    def __init__(self, session: Session, roster: Roster) -> None:
        self.roster = roster
        self.has_people = session.published.has_people
        self.places = session.published.places
        self.keep = session.keep

    @property
    def published(self) -> _Behind:
        return self


def test_leaving_frees_the_seat_and_the_next_may_take_it(entrance: Entrance) -> None:
    first = entrance.join(1, name="Ada")
    entrance.phones.leave(first.cookie)
    entrance.phones.leave(first.cookie)
    assert entrance.phones.key_of(first.cookie) == ""
    assert entrance.session.published.open.people == ("1", "Ada", "3")
    entrance.join(1, name="Ben")
    assert entrance.session.published.open.people == ("1", "Ben", "3")


def test_only_a_single_seat_is_called_by_a_name(entrance: Entrance) -> None:
    joined = entrance.join(0, 1, name="Ada")
    assert entrance.session.published.open.people == ("1", "2", "3")
    entrance.phones.join(joined.cookie, None, (1,), None)
    assert entrance.session.published.open.people == ("1", "Ada", "3")
    assert entrance.session.published.open.name_of(1) == "Ada"


def test_a_phone_without_a_seat_sits_down_on_the_free_one_that_bears_its_name(entrance: Entrance) -> None:
    ann, _, cleo = (entrance.join(seat, name=name) for seat, name in enumerate(("Ann", "Ben", "Cleo")))
    stranger = entrance.join(name="Dan")
    entrance.session.new_game("fireship", "kit", ("1", "2"), {}, id="for-two")
    assert entrance.roster.phones[hash_of(cleo.cookie)].seats == ()
    entrance.phones.leave(ann.cookie)
    resume = CommandRequest("resume", entrance.session.published.version, TABLE, "resume 1", "button", EVERY_SEAT)
    entrance.session.submit(resume)
    seats = [entrance.roster.phones[hash_of(each.cookie)].seats for each in (cleo, stranger)]
    assert seats == [(2,), ()]
    assert entrance.session.published.open.people == ("Ann", "Ben", "Cleo")


def test_who_sits_down_without_a_name_is_not_called_by_the_last_ones(entrance: Entrance) -> None:
    entrance.phones.leave(entrance.join(1, name="Ada").cookie)
    entrance.join(1)
    assert entrance.session.published.open.people == ("1", "2", "3")


def test_all_phones_can_be_signed_out(entrance: Entrance) -> None:
    joined = entrance.join(0, name="Ada")
    seen = entrance.session.published.version
    entrance.session.submit(CommandRequest("out", seen, TABLE, "sign-out", "button", frozenset({TABLE})))
    assert entrance.phones.key_of(joined.cookie) == ""
    assert entrance.roster == NOBODY
    assert entrance.session.published.open.people == ("1", "2", "3")


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
def test_a_name_has_any_signs(entrance: Entrance, name: str) -> None:
    assert entrance.join(0, name=f"  {name} ").phone.name == name
    assert entrance.session.published.open.people[0] == name


@pytest.mark.parametrize(
    "name", ["", "   ", "x" * 21, "a\nb", "a\x00b", "a\x7fb", "a\x85b", "a\u2028b", "a\u202eb", "\u2066a", "a\ud800"]
)
def test_a_name_that_cannot_be_shown_is_refused_in_words(entrance: Entrance, name: str) -> None:
    with pytest.raises(RequestRefused) as refused:
        entrance.join(0, name=name)
    assert (refused.value.reason, refused.value.said.key) == ("refused", "join.bad-name")
    assert entrance.roster == NOBODY


@pytest.mark.parametrize("seat", [-1, 3, 63])
def test_a_seat_that_is_not_at_the_table_is_refused(entrance: Entrance, seat: int) -> None:
    with pytest.raises(RequestRefused) as refused:
        entrance.join(seat)
    assert refused.value.said.key == "join.no-seat"


def full_of_strangers() -> Roster:
    """The owner's phone, one with a seat, and strangers for all of the rest."""
    roster = NOBODY.with_phone("owner", Phone()).with_owner("owner").with_phone("seated", Phone((0,)))
    for number in range(MAX_PHONES - 2):
        roster = roster.with_phone(f"stranger-{number}", Phone())
    assert len(roster.phones) == MAX_PHONES
    return roster


def test_more_phones_than_are_known_cost_the_newest_stranger_its_place() -> None:
    before = full_of_strangers()
    newest = f"stranger-{MAX_PHONES - 3}"
    renamed = before.with_phone("stranger-0", Phone((), "Eve"))
    for newcomer in (Phone(), Phone((1,))):
        roster = renamed.with_phone("newcomer", newcomer)
        assert set(roster.phones) ^ set(before.phones) == {"newcomer", newest}
        assert roster.with_phone("newcomer", Phone((2,))).phones.keys() == roster.phones.keys()
        assert roster.owners == ("owner",)
    for number in range(200):
        renamed = renamed.with_phone(f"joins-{number}", Phone())
    assert set(renamed.phones) == {*before.phones, "joins-199"} - {newest}


def test_where_every_phone_is_needed_no_other_comes_in_and_no_code_is_used_up(entrance: Entrance) -> None:
    def fill(roster: Roster) -> Roster:
        for number in range(MAX_PHONES):
            roster = roster.with_phone(f"owner-{number}", Phone()).with_owner(f"owner-{number}")
        return roster

    entrance.session.keep(fill)
    before = entrance.roster
    entrance.window.open()
    token = entrance.window.shown.token if entrance.window.shown else ""
    for seats in ((), (0,)):
        with pytest.raises(RequestRefused) as refused:
            entrance.phones.join("", None, seats, None, token=token)
        assert (refused.value.reason, refused.value.said.key) == ("full", "join.full")
        assert (entrance.roster, entrance.window.shown and entrance.window.shown.token) == (before, token)


def test_a_phone_that_asks_again_and_again_leaves_the_question_to_others(entrance: Entrance) -> None:
    joined, other = entrance.join(0, name="Eve"), entrance.join(1, name="Ada")
    entrance.phones.ask_to_own(joined.cookie)
    entrance.clock.advance(1)
    entrance.asking.answer(False)
    for _ in range(3):
        with pytest.raises(RequestRefused) as refused:
            entrance.phones.ask_to_own(joined.cookie)
        assert refused.value.reason == "asked-lately"
    entrance.phones.ask_to_own(other.cookie)
    assert entrance.asking.question is not None
    assert entrance.asking.question.values == {"name": "Ada"}


def test_who_is_not_in_cannot_ask_again_by_coming_as_somebody_else(entrance: Entrance) -> None:
    owner = entrance.join(0, name="Ada")
    entrance.join(0, name="Eve")
    entrance.asking.answer(False)
    for _ in range(3):
        with pytest.raises(RequestRefused) as refused:
            entrance.join(0, name="Mallory")
        assert refused.value.reason == "asked-lately"
    entrance.phones.ask_to_own(owner.cookie)
    assert entrance.asking.question is not None


def test_when_a_phone_came_in_is_kept_and_stays_through_a_restart(tmp_path: Path) -> None:
    entrance = Entrance(tmp_path)
    first = hash_of(entrance.join(0, name="Ada").cookie)
    came_in = entrance.session.published.version
    entrance.session.submit(CommandRequest("later", came_in, TABLE, "lang fr", "button", frozenset({TABLE})))
    joined = entrance.join(1)
    second = hash_of(joined.cookie)
    entrance.phones.join(joined.cookie, None, (1, 2), "Ben")
    entrance.phones.join(joined.cookie, None, (), None)
    entrance.close()
    entrance = Entrance(tmp_path)
    assert {key: phone.joined for key, phone in entrance.roster.phones.items()} == {first: came_in, second: came_in + 1}
    entrance.close()


def test_a_phone_of_an_older_journal_came_in_long_ago() -> None:
    roster = read_roster('{"phones": {"key": {"seats": [0], "name": "Ada"}}, "called": {}, "owners": []}')
    assert roster.phones == {"key": Phone((0,), "Ada", joined=0)}


@pytest.mark.parametrize("text", ["{", "[]", '{"phones": {"x": {"seats": "all"}}}'])
def test_a_roster_that_cannot_be_read_lets_everybody_join_again(text: str, caplog: pytest.LogCaptureFixture) -> None:
    assert read_roster(text) == NOBODY
    assert "have to join again" in caplog.text


def test_the_roster_is_one_value_of_the_journals_settings(entrance: Entrance) -> None:
    joined = entrance.join(0, name="Ada")
    entrance.session.close()
    entrance.journal.open()
    kept = json.loads(entrance.journal.setting("phones") or "")
    entrance.journal.close()
    phones = {hash_of(joined.cookie): {"seats": [0], "name": "Ada", "joined": entrance.joined, "dropped": []}}
    assert kept == {"phones": phones, "called": {"0": "Ada"}, "owners": [], "televisions": []}


# ---------------------------------------------------------------------- what the session does for it
def seat(roster: Roster) -> Roster:
    return roster.with_phone("key", Phone((0,), "Ada"))


def test_who_has_joined_is_durable_before_anybody_is_told(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new()
    bench.session.keep(seat, wait_s=0)
    assert bench.published.roster == NOBODY
    version = bench.published.version
    bench.session.run_pending()
    assert bench.tape.names() == ["commit", "durable", "stage.know", "mirror.changed"]
    assert bench.published.open.people == ("Ada", "Ben")
    assert bench.published.version == version
    bench.session.close()


def test_somebody_who_joins_leaves_what_is_in_motion_alone(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(1, 2, 3)], holders=("screen",)).new(FIRESHIP)
    bench.session.post(bench.request("roll dice", -2))
    bench.session.run_pending()
    state = bench.published.open.state
    bench.session.keep(seat, wait_s=0)
    bench.session.run_pending()
    assert bench.published.reveal is not None
    assert bench.published.open.state == state
    assert bench.tape.names()[-2:] == ["stage.know", "mirror.changed"]
    bench.pass_time(20)
    assert bench.published.reveal is None
    assert bench.published.open.people == ("Ada", "Ben")
    bench.session.close()


def test_what_cannot_be_written_down_is_not_so(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new()

    def full(commit: Callable[[], object]) -> list[int]:
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


def test_a_table_that_is_switched_off_lets_nobody_in(entrance: Entrance) -> None:
    entrance.window.open()
    entrance.session.close()
    with pytest.raises(RequestRefused) as refused:
        entrance.phones.join("", entrance.window.digits, (), None)
    assert refused.value.reason == "busy"


def test_before_a_game_who_plays_gets_the_first_free_seat_of_the_next_and_their_name_goes_with_it(
    tmp_path: Path,
) -> None:
    entrance = Entrance(tmp_path)
    try:
        version = entrance.session.published.version
        entrance.session.submit(CommandRequest("f", version, TABLE, "finish", "button", EVERY_SEAT))
        cookies = [entrance.phones.join("", *entrance.digits(), None, name, plays=plays) for name, plays in COMING]
        assert [joined.phone.seats for joined in cookies] == [(0,), (1,), ()]
        published = entrance.session.published
        assert [(each.seat, each.name) for each in published.seen_by(WATCHER, frozenset()).people] == [
            (0, "Ann"),
            (1, "Ben"),
        ]
        line = "new forbidden-island kit seats=2"
        entrance.session.submit(CommandRequest("n", published.version, 1, line, "phone", frozenset({1})))
        assert entrance.session.published.open.people == ("Ann", "Ben")
    finally:
        entrance.close()


def test_in_a_new_game_whoever_has_no_place_there_takes_a_free_one_or_watches() -> None:
    phones = {"ann": Phone((0,)), "ben": Phone((2, 3)), "cleo": Phone((5,)), "dan": Phone(())}
    seats = {key: phone.seats for key, phone in Roster(phones).seated(4).phones.items()}
    assert seats == {"ann": (0,), "ben": (2, 3), "cleo": (1,), "dan": ()}
    seats = {key: phone.seats for key, phone in Roster(phones).seated(2, {"ann": (1,)}).phones.items()}
    assert seats == {"ann": (1,), "ben": (0,), "cleo": (), "dan": ()}
    with pytest.raises(RequestRefused, match="taken"):
        Roster(phones).seated(4, {"ann": (2,)})


@pytest.mark.parametrize("smaller", [lambda roster: roster.seated(2), lambda roster: roster.for_seats(2)])
def test_after_a_game_for_fewer_a_phone_has_its_seat_again_and_a_watcher_still_has_none(
    smaller: Callable[[Roster], Roster],
) -> None:
    roster = Roster({"ann": Phone((0,)), "ben": Phone((1,)), "cleo": Phone((3,)), "dan": Phone(())})
    without = smaller(smaller(roster))
    assert {key for key, phone in without.phones.items() if not phone.seats} == {"cleo", "dan"}
    again = {key: phone.seats for key, phone in without.seated(4).phones.items()}
    assert again == {"ann": (0,), "ben": (1,), "cleo": (3,), "dan": ()}
    assert without.seated(3).phones["cleo"].seats == (2,)
    assert read_roster(without.settings()["phones"]) == without


def test_a_phone_that_chose_to_watch_has_no_seat_in_the_next_game() -> None:
    watching = Roster({"ann": Phone((0,)), "ben": Phone((1,))}).seated(2, {"ben": ()})
    assert watching.seated(2).phones["ben"].seats == ()
