from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.model.requests import RequestRefused
from companion.phones.pairing import DIGITS_LAST_S, TRIES, PairingWindow
from companion.runtime.clock import ManualClock
from companion.runtime.timers import Action, Timer, TimerThread


class RingingTimer(Timer):
    """A timer that rings when the test says so."""

    def __init__(self, seconds: float, ring: Action) -> None:
        super().__init__(ring)
        self.seconds = seconds
        self.ring = ring

    @property
    def runs(self) -> bool:
        return not self.is_cancelled


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(start_s=1000.0)


@pytest.fixture
def timers() -> list[RingingTimer]:
    return []


@pytest.fixture
def window(clock: ManualClock, timers: list[RingingTimer], monkeypatch: pytest.MonkeyPatch) -> PairingWindow:
    """A window whose digits are 000001, then 000002, and so on."""
    numbers = iter(range(1, 100))
    monkeypatch.setattr("secrets.randbelow", lambda maximum: next(numbers) if maximum == 1_000_000 else None)

    def later(seconds: float, action: Action) -> RingingTimer:
        timers.append(RingingTimer(seconds, action))
        return timers[-1]

    return PairingWindow(clock, later)


@pytest.fixture
def told(window: PairingWindow) -> list[str | None]:
    """What the window's digits were whenever it said that something had changed."""
    digits: list[str | None] = []
    window.subscribe(lambda: digits.append(window.digits))
    return digits


@pytest.fixture
def real() -> Iterator[PairingWindow]:
    timers = TimerThread()
    window = PairingWindow(ManualClock(), timers.after)
    yield window
    window.end()
    timers.close()


def refusal(window: PairingWindow, digits: str) -> tuple[str, str, object]:
    with pytest.raises(RequestRefused) as refused:
        window.enter(digits)
    return refused.value.reason, refused.value.said.key, refused.value.said.values.get("count")


SHUT = ("no-window", "join.no-window", None)


def test_it_is_shut_until_somebody_opens_it(window: PairingWindow) -> None:
    assert (window.is_open, window.digits) == (False, None)
    assert refusal(window, "000001") == SHUT


def test_its_digits_are_six_and_let_any_number_of_phones_in(window: PairingWindow, told: list[str | None]) -> None:
    window.open()
    assert (window.digits, told) == ("000001", ["000001"])
    for _ in range(20):
        window.enter("000001")


def test_digits_come_from_the_systems_own_chance(real: PairingWindow) -> None:
    seen = set()
    for _ in range(20):
        real.open()
        digits = real.digits
        assert digits is not None and len(digits) == 6 and digits.isdecimal()
        seen.add(digits)
        real.close()
    assert len(seen) > 15


@pytest.mark.parametrize(("passed_s", "is_open"), [(0.0, True), (119.999, True), (120.0, False), (1e6, False)])
def test_it_is_over_after_exactly_two_minutes(
    window: PairingWindow, clock: ManualClock, passed_s: float, is_open: bool
) -> None:
    window.open()
    clock.advance(passed_s)
    assert window.is_open == is_open
    if is_open:
        window.enter("000001")
    else:
        assert refusal(window, "000001") == SHUT


def test_everybody_is_told_when_the_time_is_over(
    window: PairingWindow, clock: ManualClock, timers: list[RingingTimer], told: list[str | None]
) -> None:
    window.open()
    assert [(timer.seconds, timer.runs) for timer in timers] == [(DIGITS_LAST_S, True)]
    clock.advance(DIGITS_LAST_S)
    timers[0].ring()
    assert told == ["000001", None]


def test_five_wrong_tries_in_all_shut_it_and_the_digits_change(window: PairingWindow, told: list[str | None]) -> None:
    window.open()
    left = [refusal(window, "999999") for _ in range(TRIES - 1)]
    assert left == [("wrong-pin", "join.wrong", count) for count in (4, 3, 2, 1)]
    assert window.is_open
    assert refusal(window, "999999") == ("wrong-pin", "join.last-wrong", None)
    assert told == ["000001", None]
    assert refusal(window, "000001") == SHUT
    window.open()
    assert window.digits == "000002"
    assert refusal(window, "000001") == ("wrong-pin", "join.wrong", 4)
    window.enter("000002")


def test_a_right_try_between_gives_no_wrong_one_back(window: PairingWindow) -> None:
    window.open()
    assert refusal(window, "999999")[2] == 4
    window.enter("000001")
    assert refusal(window, "999999")[2] == 3


def test_opened_while_open_it_only_shows_its_digits_again(
    window: PairingWindow, clock: ManualClock, told: list[str | None]
) -> None:
    window.open()
    refusal(window, "999999")
    clock.advance(100)
    window.open()
    assert told == ["000001", "000001"]
    assert refusal(window, "999999")[2] == 3
    clock.advance(20)
    assert not window.is_open


def test_opened_after_its_time_it_has_new_digits_even_if_no_timer_rang(
    window: PairingWindow, clock: ManualClock
) -> None:
    window.open()
    clock.advance(DIGITS_LAST_S)
    window.open()
    assert window.digits == "000002"


def test_a_timer_cancelled_too_late_leaves_the_next_window_open(
    window: PairingWindow, timers: list[RingingTimer]
) -> None:
    window.open()
    window.close()
    assert not timers[0].runs
    window.open()
    timers[0].ring()
    assert window.digits == "000002"


def test_shutting_what_is_shut_tells_nobody(window: PairingWindow, told: list[str | None]) -> None:
    window.close()
    assert told == []


@pytest.mark.parametrize("digits", ["", "1", "0000010", "00000１", "٠٠٠٠٠١", "abcdef"])
def test_anything_else_is_a_wrong_try(window: PairingWindow, digits: str) -> None:
    window.open()
    assert refusal(window, digits)[0] == "wrong-pin"


def test_at_the_end_no_timer_is_left(window: PairingWindow, timers: list[RingingTimer], told: list[str | None]) -> None:
    window.open()
    window.end()
    assert (timers[0].runs, told) == (False, ["000001"])


# ---------------------------------------------------------------------- the code's token
def token_of(window: PairingWindow) -> str:
    assert window.shown is not None
    return window.shown.token


def test_the_codes_token_has_eleven_signs_that_a_small_code_can_say_and_nobody_confuses(real: PairingWindow) -> None:
    real.open()
    tokens = set()
    for _ in range(50):
        tokens.add(token_of(real))
        real.spend(token_of(real))
    assert len(tokens) == 50
    assert {len(token) for token in tokens} == {11}
    assert set("".join(tokens)) <= set("23456789ABCDEFGHJKMNPQRSTUVWXYZ")


def test_a_token_lets_one_phone_in_and_is_another_then(window: PairingWindow, told: list[str | None]) -> None:
    window.open()
    token = token_of(window)
    window.spend(token)
    assert told == ["000001", "000001"]
    assert token_of(window) != token
    with pytest.raises(RequestRefused) as refused:
        window.spend(token)
    assert refused.value.reason == "wrong-token"


@pytest.mark.parametrize("token", ["", "AAAAAAAAAAA", "ÀÀÀÀÀÀÀÀÀÀÀ", "000001"])
def test_wrong_tokens_cost_no_try(window: PairingWindow, token: str) -> None:
    window.open()
    for _ in range(3 * TRIES):
        with pytest.raises(RequestRefused):
            window.spend(token)
    assert window.is_open
    assert refusal(window, "999999")[2] == 4


def test_after_too_many_wrong_digits_the_token_is_good_until_the_time_is_over(
    window: PairingWindow, clock: ManualClock, timers: list[RingingTimer], told: list[str | None]
) -> None:
    window.open()
    for _ in range(TRIES):
        refusal(window, "999999")
    assert (window.is_open, window.digits) == (False, None)
    window.spend(token_of(window))
    clock.advance(119.9)
    last = token_of(window)
    window.spend(last)
    last = token_of(window)
    clock.advance(0.1)
    assert window.shown is None
    with pytest.raises(RequestRefused) as refused:
        window.spend(last)
    assert refused.value.reason == "wrong-token"
    timers[0].ring()
    assert told[-1] is None


def test_a_shut_window_has_no_token(window: PairingWindow) -> None:
    window.open()
    token = token_of(window)
    window.close()
    with pytest.raises(RequestRefused):
        window.spend(token)
    window.open()
    assert token_of(window) != token
    assert token not in repr(window.shown)
