from __future__ import annotations

from functools import partial

from companion.runtime.latest import READERS, Latest, LatestOfEach


def test_of_an_equal_source_the_very_same_thing_is_given_and_of_another_a_new_one() -> None:
    latest, made = Latest[list[int]](), []

    def make(source: tuple[int, ...]) -> list[int]:
        made.append(source)
        return list(source)

    def of(*source: int) -> list[int]:
        return latest.of(source, partial(make, source))

    first = of(1, 2)
    assert of(1, 2) is first == [1, 2]
    assert of(3) == [3]
    assert of(1, 2) == first
    assert made == [(1, 2), (3,), (1, 2)]


def test_each_reader_keeps_its_own_newest_thing() -> None:
    latest = LatestOfEach[list[int]]()
    first = latest.of("ann", (1,), lambda: [1])
    second = latest.of("ben", (2,), lambda: [2])
    assert latest.of("ann", (1,), list) is first
    assert latest.of("ben", (2,), list) is second
    assert latest.of("ann", (3,), lambda: [3]) == [3]


def test_readers_that_come_and_go_fill_no_memory() -> None:
    latest = LatestOfEach[list[int]]()
    for reader in range(3 * READERS):
        assert latest.of(reader, reader, partial(list, (reader,))) == [reader]
    assert len(latest._latest) <= READERS
