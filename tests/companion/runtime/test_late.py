from __future__ import annotations

import os
import threading

import pytest

from companion.runtime.late import NICE, Late, in_background
from tests.support.waiting import TIMEOUT_S


def test_a_part_is_made_once_when_it_is_first_asked_for() -> None:
    made: list[object] = []

    def make() -> object:
        made.append(object())
        return made[-1]

    part = Late(make)
    assert part.made is None
    assert part() is part() is part.made is made[0]
    assert len(made) == 1


def test_threads_that_ask_at_once_get_the_same_part() -> None:
    asked, go_on = threading.Event(), threading.Event()
    made: list[object] = []

    def make() -> object:
        asked.set()
        assert go_on.wait(TIMEOUT_S)
        made.append(object())
        return made[-1]

    part = Late(make)
    found: list[object] = []
    threads = [threading.Thread(target=lambda: found.append(part())) for _ in range(3)]
    for thread in threads:
        thread.start()
    assert asked.wait(TIMEOUT_S)
    go_on.set()
    for thread in threads:
        thread.join(TIMEOUT_S)
    assert found == [made[0]] * 3


def test_a_part_that_could_not_be_made_is_tried_again() -> None:
    tries = iter([ImportError("not there"), None])

    def make() -> str:
        error = next(tries)
        if error is not None:
            raise error
        return "there"

    part = Late(make)
    with pytest.raises(ImportError):
        part()
    assert part.made is None
    assert part() == "there"


@pytest.mark.parametrize("nice", [0, NICE])
def test_what_is_done_in_the_background_leaves_the_processor_to_others_only_where_nobody_waits_for_it(
    nice: int,
) -> None:
    found: list[int] = []

    def note() -> None:
        found.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))

    own = os.getpriority(os.PRIO_PROCESS, 0)
    in_background(note, "late", nice=nice).join(TIMEOUT_S)
    in_background(note, "late").join(TIMEOUT_S)
    assert found == [nice or own, own]
    assert os.getpriority(os.PRIO_PROCESS, 0) == own
