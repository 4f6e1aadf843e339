from __future__ import annotations

import queue
import threading

import pytest

from companion.runtime.timers import Timers, TimerThread

WAIT_S = 30.0


def test_timers_come_soonest_first_and_in_the_order_given() -> None:
    timers, done = Timers(), list[str]()
    for when_s, name in ((3.0, "late"), (1.0, "a"), (1.0, "b"), (2.0, "c")):
        timers.at(when_s, lambda name=name: done.append(name))  # type: ignore[misc]
    assert timers.next_s() == 1.0
    for action in timers.due(2.0):
        action()
    assert done == ["a", "b", "c"]
    assert timers.next_s() == 3.0
    assert [*timers.due(2.9)] == []


def test_a_cancelled_timer_is_never_due_and_nobody_wakes_for_it() -> None:
    timers = Timers()
    first = timers.at(1.0, lambda: None)
    timers.at(2.0, lambda: None)
    first.cancel()
    assert timers.next_s() == 2.0
    assert len([*timers.due(5.0)]) == 1
    assert timers.next_s() is None


def test_a_timer_thread_does_what_is_due_in_order_whoever_set_it_last() -> None:
    timers, done = TimerThread("test"), queue.SimpleQueue[str]()
    timers.after(0.2, lambda: done.put("second"))
    timers.after(0.0, lambda: done.put(threading.current_thread().name))
    assert [done.get(timeout=WAIT_S) for _ in range(2)] == ["test", "second"]
    timers.close()


def test_a_timer_that_fails_is_logged_and_the_next_is_done(caplog: pytest.LogCaptureFixture) -> None:
    timers, done = TimerThread(), threading.Event()
    timers.after(0.0, lambda: [][0])
    timers.after(0.0, done.set)
    assert done.wait(WAIT_S)
    timers.close()
    assert "an action failed" in caplog.text


def test_whoever_closes_a_timer_thread_waits_for_what_is_at_hand() -> None:
    timers, begun, go_on, done = TimerThread(), threading.Event(), threading.Event(), list[str]()

    def first() -> None:
        begun.set()
        go_on.wait(WAIT_S)
        done.append("first")

    timers.after(0.0, first)
    assert begun.wait(WAIT_S)
    threading.Timer(0.05, go_on.set).start()
    timers.close()
    assert done == ["first"]


def test_once_closed_a_timer_thread_begins_nothing_more() -> None:
    timers, done = TimerThread(), list[str]()

    def last() -> None:
        timers.close()
        done.append("last")

    timers.after(0.0, last)
    timers.after(0.1, lambda: done.append("never"))
    timers.close()
    timers.after(0.0, lambda: done.append("never"))
    assert done in (["last"], [])


def test_without_a_timer_there_is_no_thread() -> None:
    TimerThread("never started").close()
    assert "never started" not in [thread.name for thread in threading.enumerate()]
