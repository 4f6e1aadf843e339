"""The keeper's password and sessions: what is kept, who waits, what ends."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from stat import S_IMODE

import pytest

from companion.club.keeper import (
    COOKIE,
    FILE,
    MAX_SESSIONS,
    PAUSE_S,
    ROOM,
    SESSION_S,
    TRIES,
    TRIES_OF_ALL,
    BadPassword,
    Keeper,
    MustWait,
    NoPassword,
    Password,
    WrongPassword,
)

PASSWORD, WRONG_PASSWORD = "oak and brass 1", "oak and brass 2"
ADDRESS, OTHER_ADDRESS = "192.168.1.5", "192.168.1.6"


class Clock:
    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def keeper(tmp_path: Path, clock: Clock) -> Keeper:
    keeper = Keeper(tmp_path / "club", clock)
    keeper.set_password(PASSWORD)
    return keeper


def cookies(cookie: str) -> dict[str, str]:
    return {COOKIE: cookie}


def wrong(keeper: Keeper, address: str = ADDRESS, times: int = 1) -> None:
    for _ in range(times):
        with pytest.raises(WrongPassword):
            keeper.sign_in(WRONG_PASSWORD, address)


def must_wait(keeper: Keeper, address: str, password: str = PASSWORD) -> float:
    with pytest.raises(MustWait) as caught:
        keeper.sign_in(password, address)
    return caught.value.wait_s


@pytest.mark.usefixtures("costly_passwords")
def test_only_a_salted_scrypt_hash_is_kept_for_this_users_eyes(keeper: Keeper, tmp_path: Path) -> None:
    file = tmp_path / "club" / FILE
    kept = json.loads(file.read_bytes())
    assert S_IMODE(file.stat().st_mode) == 0o600
    assert (set(kept), kept["n"], kept["r"], kept["p"]) == ({"salt", "hash", "n", "r", "p"}, 2**15, 8, 1)
    expected = hashlib.scrypt(
        PASSWORD.encode(), salt=bytes.fromhex(kept["salt"]), n=2**15, r=8, p=1, maxmem=2**26, dklen=32
    )
    assert kept["hash"] == expected.hex()
    assert len(bytes.fromhex(kept["salt"])) == 16
    keeper.set_password(PASSWORD)
    assert json.loads(file.read_bytes())["salt"] != kept["salt"]


@pytest.mark.parametrize("password", ["", "eleven sign", "x" * 11, "e\u0301" * 11, "x" * 201])
def test_a_short_or_endless_password_changes_nothing(keeper: Keeper, tmp_path: Path, password: str) -> None:
    before = (tmp_path / "club" / FILE).read_bytes()
    with pytest.raises(BadPassword, match=r"\d+ signs were given; a password has 12 to 200"):
        keeper.set_password(password)
    assert (tmp_path / "club" / FILE).read_bytes() == before


def test_letters_that_look_the_same_are_the_same(keeper: Keeper) -> None:
    keeper.set_password("Cafe\u0301 fermé à 10 h")
    assert keeper.sign_in("Café fermé à 10 h", ADDRESS)


def test_a_session_is_known_by_the_hash_of_its_cookie_alone(keeper: Keeper) -> None:
    cookie = keeper.sign_in(PASSWORD, ADDRESS)
    known = keeper.keeper_of(cookies(cookie))
    assert known == hashlib.sha256(cookie.encode()).hexdigest()
    assert keeper.is_signed_in(known)
    assert cookie not in repr(vars(keeper))
    assert PASSWORD not in repr(vars(keeper))
    assert keeper.keeper_of(cookies(known)) == ""
    assert keeper.keeper_of({}) == keeper.keeper_of(cookies("")) == keeper.keeper_of(cookies("x" * 43)) == ""
    assert not keeper.is_signed_in("")
    assert cookie != keeper.sign_in(PASSWORD, ADDRESS)


def test_a_session_lasts_twelve_hours(keeper: Keeper, clock: Clock) -> None:
    cookie = keeper.sign_in(PASSWORD, ADDRESS)
    clock.now_s += SESSION_S - 1
    assert keeper.keeper_of(cookies(cookie))
    clock.now_s += 1
    assert keeper.keeper_of(cookies(cookie)) == ""
    assert SESSION_S == 12 * 3600


def test_signing_out_ends_that_session_and_no_other(keeper: Keeper) -> None:
    one, other = keeper.sign_in(PASSWORD, ADDRESS), keeper.sign_in(PASSWORD, ADDRESS)
    keeper.sign_out(cookies(one))
    keeper.sign_out({})
    assert (keeper.keeper_of(cookies(one)), bool(keeper.keeper_of(cookies(other)))) == ("", True)


def test_a_new_password_ends_all_sessions_whoever_sets_it(keeper: Keeper, tmp_path: Path) -> None:
    cookie = keeper.sign_in(PASSWORD, ADDRESS)
    Keeper(tmp_path / "club").set_password(PASSWORD)  # another process, with the very same
    assert keeper.keeper_of(cookies(cookie)) == ""
    assert keeper.keeper_of(cookies(keeper.sign_in(PASSWORD, ADDRESS)))


@pytest.mark.parametrize("spoil", [Path.unlink, lambda file: file.write_text("{}"), lambda file: file.write_text("{")])
def test_without_its_file_nobody_is_signed_in(keeper: Keeper, tmp_path: Path, spoil: object) -> None:
    cookie = keeper.sign_in(PASSWORD, ADDRESS)
    spoil(tmp_path / "club" / FILE)  # type: ignore[operator]
    assert keeper.keeper_of(cookies(cookie)) == ""
    assert not keeper.has_password
    with pytest.raises(NoPassword):
        keeper.sign_in(PASSWORD, ADDRESS)


def test_no_more_than_so_many_sessions_stand(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Password, "fits", lambda self, password: True)
    all_of_them = [keeper.sign_in(PASSWORD, ADDRESS) for _ in range(MAX_SESSIONS + 1)]
    assert [bool(keeper.keeper_of(cookies(each))) for each in all_of_them] == [False] + [True] * MAX_SESSIONS


def test_after_five_wrong_tries_even_the_right_one_waits_a_minute(keeper: Keeper, clock: Clock) -> None:
    wrong(keeper, times=TRIES)
    assert must_wait(keeper, ADDRESS) == PAUSE_S == 60
    clock.now_s += 59
    assert must_wait(keeper, ADDRESS) == 1
    clock.now_s += 1
    assert keeper.sign_in(PASSWORD, ADDRESS)


def test_a_strangers_wrong_tries_lock_nobody_out_elsewhere(
    keeper: Keeper, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Password, "fits", lambda self, password: password == PASSWORD)
    for _ in range(50):
        wrong(keeper, ADDRESS, times=TRIES)
        assert must_wait(keeper, ADDRESS) == PAUSE_S
        clock.now_s += PAUSE_S
    wrong(keeper, ADDRESS, times=TRIES)
    assert keeper.sign_in(PASSWORD, OTHER_ADDRESS)
    assert must_wait(keeper, ADDRESS) == PAUSE_S


def test_a_hundred_tries_within_a_minute_have_everybody_wait(
    keeper: Keeper, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Password, "fits", lambda self, password: password == PASSWORD)
    for number in range(TRIES_OF_ALL - 1):
        wrong(keeper, f"10.0.0.{number}")
    clock.now_s += PAUSE_S
    for number in range(TRIES_OF_ALL):
        wrong(keeper, f"10.0.1.{number}")
    assert must_wait(keeper, OTHER_ADDRESS) == PAUSE_S
    clock.now_s += PAUSE_S
    assert keeper.sign_in(PASSWORD, OTHER_ADDRESS)


def test_no_more_than_so_many_machines_are_remembered(
    keeper: Keeper, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Password, "fits", lambda self, password: False)
    wrong(keeper, ADDRESS, times=TRIES - 1)
    for number in range(ROOM):
        clock.now_s += 1  # never a hundred in a minute
        wrong(keeper, f"10.0.{number // 256}.{number % 256}")
    assert ADDRESS not in repr(vars(keeper))


def test_after_the_pause_there_are_five_more_and_no_single_one(keeper: Keeper, clock: Clock) -> None:
    wrong(keeper, times=TRIES)
    clock.now_s += PAUSE_S
    wrong(keeper, times=TRIES)
    assert must_wait(keeper, ADDRESS, WRONG_PASSWORD) == PAUSE_S


def test_who_has_signed_in_begins_anew(keeper: Keeper) -> None:
    wrong(keeper, times=TRIES - 1)
    keeper.sign_in(PASSWORD, ADDRESS)
    wrong(keeper, times=TRIES - 1)
    assert keeper.sign_in(PASSWORD, ADDRESS)


def test_an_address_waits_alone_once_another_has_signed_in(keeper: Keeper) -> None:
    wrong(keeper, ADDRESS, times=TRIES - 1)
    keeper.sign_in(PASSWORD, OTHER_ADDRESS)
    wrong(keeper, ADDRESS)
    assert must_wait(keeper, ADDRESS) == PAUSE_S
    assert keeper.sign_in(PASSWORD, OTHER_ADDRESS)


def test_a_machine_may_not_change_its_address_within_its_own_network(keeper: Keeper) -> None:
    wrong(keeper, "2001:db8::1", times=TRIES - 1)
    keeper.sign_in(PASSWORD, OTHER_ADDRESS)
    wrong(keeper, "2001:db8::2")
    assert must_wait(keeper, "2001:db8::3") == PAUSE_S


def test_of_many_at_once_five_are_tried(keeper: Keeper) -> None:
    with ThreadPoolExecutor(12) as threads:
        tried = [threads.submit(keeper.sign_in, WRONG_PASSWORD, ADDRESS) for _ in range(12)]
        ended = Counter(type(each.exception()) for each in tried)
    assert ended == {WrongPassword: TRIES, MustWait: 12 - TRIES}


def test_neither_password_nor_cookie_is_logged(keeper: Keeper, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    wrong(keeper)
    cookie = keeper.sign_in(PASSWORD, ADDRESS)
    keeper.sign_out(cookies(cookie))
    assert WRONG_PASSWORD not in caplog.text
    assert PASSWORD not in caplog.text
    assert cookie not in caplog.text
