from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

import pytest

from tests.support.waiting import TIMEOUT_S, eventually
from web_ui.http.server.workers import Workers


@dataclass(eq=False)
class Job:
    """Something to do that goes on until it may end; *done* lists the names of all that began, in their order."""

    name: str
    done: list[str]
    may_end: threading.Event = field(default_factory=threading.Event)
    cancelled: bool = False

    def service(self) -> None:
        self.done.append(self.name)
        assert self.may_end.wait(TIMEOUT_S)
        if self.name == "broken":
            raise OSError("broken")

    def cancel(self) -> None:
        self.cancelled = True


@pytest.fixture
def workers() -> Iterator[Workers[Job]]:
    workers: Workers[Job] = Workers(2, 1, lambda job: not job.name.startswith("stranger"))
    workers.start()
    yield workers
    workers.shutdown(TIMEOUT_S)


def test_strangers_never_keep_every_thread_busy(workers: Workers[Job]) -> None:
    done: list[str] = []
    strangers = [Job(f"stranger {number}", done) for number in range(3)]
    phone = Job("phone", done)
    for job in (*strangers, phone):
        workers.add_task(job)
    eventually(lambda: len(done) == 2)
    assert sorted(done) == ["phone", "stranger 0"]
    phone.may_end.set()
    for job in strangers:
        job.may_end.set()
    eventually(lambda: len(done) == 4)
    assert [name for name in done if name != "phone"] == ["stranger 0", "stranger 1", "stranger 2"]


def test_whoever_has_joined_comes_before_strangers_who_wait(workers: Workers[Job]) -> None:
    done: list[str] = []
    busy = [Job("first", done), Job("second", done)]
    for job in busy:
        workers.add_task(job)
    eventually(lambda: len(done) == 2)
    late = [Job("stranger", done), Job("phone", done)]
    for job in late:
        job.may_end.set()
        workers.add_task(job)
    busy[0].may_end.set()
    eventually(lambda: len(done) == 4)
    assert done[2:] == ["phone", "stranger"]
    busy[1].may_end.set()


def test_a_thread_that_has_answered_a_stranger_rests_before_the_next_one_while_others_go_on() -> None:
    ages = count(step=1000)  # whatever is done takes a thousand seconds of work
    workers: Workers[Job] = Workers(2, 1, lambda job: not job.name.startswith("stranger"), lambda: float(next(ages)))
    workers.start()
    done: list[str] = []
    for name in ("stranger 0", "stranger 1", "phone 0", "phone 1", "phone 2"):
        job = Job(name, done)
        job.may_end.set()
        workers.add_task(job)
        if name == "stranger 0":
            eventually(lambda: done == ["stranger 0"])
    eventually(lambda: len(done) == 4)
    assert done == ["stranger 0", "phone 0", "phone 1", "phone 2"]
    workers.shutdown(TIMEOUT_S)
    assert not any(thread.is_alive() for thread in workers.threads), "none of them rests any more"


def test_a_job_that_fails_costs_no_thread(workers: Workers[Job], caplog: pytest.LogCaptureFixture) -> None:
    done: list[str] = []
    for name in ("broken", "broken", "broken", "phone"):
        job = Job(name, done)
        job.may_end.set()
        workers.add_task(job)
    eventually(lambda: done.count("broken") == 3 and "phone" in done)
    eventually(lambda: caplog.text.count("answering a request failed") == 3)


def test_at_the_end_what_waits_is_cancelled_and_the_threads_are_gone() -> None:
    workers: Workers[Job] = Workers(1, 1, lambda job: True)
    workers.start()
    done: list[str] = []
    busy, waits = Job("busy", done), Job("waits", done)
    workers.add_task(busy)
    eventually(lambda: done == ["busy"])
    workers.add_task(waits)
    busy.may_end.set()
    workers.shutdown(TIMEOUT_S)
    assert not any(thread.is_alive() for thread in workers.threads)
    assert waits.cancelled != ("waits" in done)
