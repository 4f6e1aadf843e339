from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import closing

import pytest

from companion.runtime.signal_event import SignalEvent
from tests.support.waiting import TIMEOUT_S


@pytest.fixture
def event() -> Iterator[SignalEvent]:
    with closing(SignalEvent()) as event:
        yield event


@pytest.fixture
def handled(event: SignalEvent) -> Iterator[list[int]]:
    """The signals whose handler has run; the second of them sets the event."""
    numbers: list[int] = []

    def handle(number: int, frame: object) -> None:
        numbers.append(number)
        if len(numbers) == 2:
            event.set()

    before = signal.signal(signal.SIGUSR1, handle)
    yield numbers
    signal.signal(signal.SIGUSR1, before)


def test_a_signal_that_another_thread_gets_wakes_the_main_thread_that_waits(
    event: SignalEvent, handled: list[int]
) -> None:
    def have_signals() -> None:
        for number in range(1, 3):
            signal.pthread_kill(threading.get_ident(), signal.SIGUSR1)
            while len(handled) < number and not event.is_set:
                os.sched_yield()

    given_up = threading.Timer(TIMEOUT_S, event.set)
    given_up.start()
    thread = threading.Thread(target=have_signals)
    thread.start()
    event.wait()
    given_up.cancel()
    thread.join()
    assert handled == [signal.SIGUSR1, signal.SIGUSR1]


def test_signals_wake_whoever_they_woke_before_once_nobody_waits(event: SignalEvent) -> None:
    read, write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    before = signal.set_wakeup_fd(write)
    event.set()
    event.wait()
    assert signal.set_wakeup_fd(before) == write
    os.close(read)
    os.close(write)


def test_any_thread_may_wait_and_set_and_it_stays_set(event: SignalEvent) -> None:
    threads = [threading.Thread(target=event.wait) for _ in range(2)]
    for thread in threads:
        thread.start()
        event.set()
        thread.join(TIMEOUT_S)
    event.wait()
    assert [thread.is_alive() for thread in threads] == [False, False]


def test_many_settings_and_one_after_the_end_do_no_harm(event: SignalEvent) -> None:
    for _ in range(100_000):
        event.set()
    event.close()
    event.set()
    assert event.is_set
