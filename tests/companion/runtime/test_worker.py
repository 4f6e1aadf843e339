from __future__ import annotations

import threading

from companion.runtime.clock import ManualClock, SystemClock
from companion.runtime.worker import Worker

WAIT_S = 30.0


def test_a_deadline_set_by_a_deadline_comes_in_the_same_round_if_it_is_due() -> None:
    clock = ManualClock()
    worker, done = Worker("test", clock, 4, rescue=lambda: None), list[float]()
    worker.timers.at(1.0, lambda: worker.timers.at(1.0, lambda: done.append(clock.monotonic_s())))
    clock.advance(1)
    worker.run_due()
    assert done == [1.0]


def test_on_its_thread_a_worker_does_what_is_put_in_and_what_is_due() -> None:
    worker = Worker("test", SystemClock(), 4, rescue=lambda: None)
    due, put = threading.Event(), threading.Event()
    names: list[str] = []
    worker.timers.at(0.0, due.set)
    worker.start()
    assert worker.put(lambda: (names.append(threading.current_thread().name), put.set())[1])  # type: ignore[func-returns-value]
    assert due.wait(WAIT_S)
    assert put.wait(WAIT_S)
    assert worker.close() == []
    assert names == ["test"]


def test_what_fails_is_rescued_and_the_next_is_done() -> None:
    done: list[str] = []

    def rescue() -> None:
        done.append("rescued")
        raise OSError("even the rescue fails")

    worker = Worker("test", ManualClock(), 4, rescue)
    worker.put(lambda: done.remove("what never was done"))
    worker.put(lambda: done.append("next"))
    worker.run_pending()
    assert done == ["rescued", "next"]


def test_a_full_or_closed_worker_takes_nothing_and_gives_back_what_waits() -> None:
    worker = Worker("test", ManualClock(), 2, rescue=lambda: None)

    def first() -> None:
        """Wait in the queue."""

    assert [worker.put(first) for _ in range(3)] == [True, True, False]
    assert worker.close() == [first, first]
    assert worker.put(first) is False
    assert worker.close() == []


def test_what_waits_next_can_be_seen_and_taken_along_and_is_done_once() -> None:
    worker, done = Worker("test", ManualClock(), 4, rescue=lambda: None), list[object]()

    def second() -> None:
        done.append("second")

    def third() -> None:
        done.append("third")

    def first() -> None:
        done.extend(["first", worker.peek(), worker.peek()])
        worker.take_along()
        done.append(worker.peek())

    for action in (first, second, third):
        worker.put(action)
    worker.run_pending()
    assert done == ["first", second, second, third, "third"]
    assert worker.peek() is None


def test_what_was_only_seen_is_given_back_by_a_worker_that_is_closed() -> None:
    worker = Worker("test", SystemClock(), 4, rescue=lambda: None)
    closing, seen = threading.Event(), threading.Event()

    def first() -> None:
        assert worker.peek() is second
        seen.set()
        closing.wait(WAIT_S)

    def second() -> None:
        raise AssertionError("it was done")

    for action in (first, second, second):
        worker.put(action)
    worker.start()
    assert seen.wait(WAIT_S)
    closer = threading.Timer(0.0, closing.set)
    with worker._lock:  # noqa: SLF001
        worker._closed = True  # noqa: SLF001
    closer.start()
    assert worker.close() == [second, second]


def test_what_is_due_comes_between_two_actions_that_wait() -> None:
    clock = ManualClock()
    worker, done = Worker("test", clock, 4, rescue=lambda: None), list[str]()
    over = threading.Event()
    worker.timers.at(1.0, lambda: done.append("due"))

    def first() -> None:
        clock.advance(1)
        done.append("first")

    def second() -> None:
        done.append("second")
        over.set()

    worker.put(first)
    worker.put(second)
    worker.start()
    assert over.wait(WAIT_S)
    worker.close()
    assert done == ["first", "due", "second"]
