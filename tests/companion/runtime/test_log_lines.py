from __future__ import annotations

import io
import logging
import sys
import weakref
from collections.abc import Iterator

import pytest

from companion.runtime.clock import ManualClock
from companion.runtime.log_lines import KINDS, PERIOD_S, CountingHandler


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def out() -> io.StringIO:
    return io.StringIO()


@pytest.fixture
def log(out: io.StringIO, clock: ManualClock) -> Iterator[logging.Logger]:
    """A logger whose lines go to *out* alone."""
    logger = logging.Logger("table")
    handler = CountingHandler(out, clock.monotonic_s)
    logger.addHandler(handler)
    yield logger
    handler.close()


def lines(out: io.StringIO) -> list[str]:
    return out.getvalue().splitlines()


def test_the_same_warning_is_written_once_and_then_counted(
    log: logging.Logger, out: io.StringIO, clock: ManualClock
) -> None:
    for number in range(432):
        log.warning("connection %d at <%s> failed", number, hex(number))
    assert lines(out) == ["connection 0 at <0x0> failed"]
    clock.advance(PERIOD_S)
    log.info("something else")
    assert lines(out)[1:] == ["… 431 more like it: connection 0 at <0x0> failed", "something else"]


def test_after_a_minute_it_is_written_again(log: logging.Logger, out: io.StringIO, clock: ManualClock) -> None:
    log.error("broken")
    clock.advance(PERIOD_S - 1)
    log.error("broken")
    assert lines(out) == ["broken"]
    clock.advance(1)
    log.error("broken")
    assert lines(out) == ["broken", "… 1 more like it: broken", "broken"]


def test_what_differs_in_words_is_written_each_time_and_so_is_what_is_no_warning(
    log: logging.Logger, out: io.StringIO
) -> None:
    log.warning("closing the screen failed")
    log.warning("closing the buttons failed")
    log.error("closing the buttons failed")
    for _ in range(2):
        log.info("the mirror listens on port %d", 8080)
    assert len(lines(out)) == 5


def test_exceptions_of_another_type_are_another_kind_and_a_repeated_one_has_no_second_traceback(
    log: logging.Logger, out: io.StringIO
) -> None:
    for fault in (KeyError("a"), KeyError("b"), OSError("c")):
        try:
            raise fault
        except (KeyError, OSError):
            log.error("a request failed", exc_info=sys.exc_info())
    assert out.getvalue().count("Traceback") == 2


def test_an_exception_that_was_raised_elsewhere_is_another_kind_and_has_its_own_traceback(
    log: logging.Logger, out: io.StringIO
) -> None:
    def first() -> None:
        raise KeyError("a")

    def second() -> None:
        raise KeyError("b")

    for broken in (first, second, first, second):
        try:
            broken()
        except KeyError as fault:
            log.error("a request failed", exc_info=fault)
    told = out.getvalue()
    assert [told.count(words) for words in ("Traceback", "in first\n", "in second\n")] == [2, 1, 1]


def test_made_up_words_make_no_endless_number_of_kinds(log: logging.Logger, out: io.StringIO) -> None:
    for number in range(1000):
        log.warning("path /%s", "abcdefghij"[number % 10] * (1 + number // 10))
    assert len(lines(out)) == KINDS + 1


def test_what_was_only_counted_is_told_at_the_end(log: logging.Logger, out: io.StringIO) -> None:
    log.warning("broken")
    log.warning("broken")
    log.handlers[0].close()
    assert lines(out) == ["broken", "… 1 more like it: broken"]


def test_an_exception_that_was_logged_is_not_kept(log: logging.Logger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "propagate", False)  # the test runner's own handlers keep it

    class Busy(Exception):  # noqa: N818  # one of ours: built-in ones can't be watched
        pass

    fault = Busy()
    gone = weakref.ref(fault)
    log.warning("the buzzer can't be used (%s)", fault)
    del fault
    assert gone() is None
