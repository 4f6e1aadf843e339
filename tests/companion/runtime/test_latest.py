from __future__ import annotations

from functools import partial

from companion.runtime.latest import Latest


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
