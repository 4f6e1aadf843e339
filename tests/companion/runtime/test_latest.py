from __future__ import annotations

from companion.runtime.latest import Latest


def test_of_an_equal_source_the_very_same_thing_is_given_and_of_another_a_new_one() -> None:
    made: list[tuple[int, ...]] = []

    def make(source: tuple[int, ...]) -> list[int]:
        made.append(source)
        return list(source)

    latest = Latest(make)
    first = latest.of((1, 2))
    assert latest.of((1, 2)) is first == [1, 2]
    assert latest.of((3,)) == [3]
    assert latest.of((1, 2)) == first
    assert made == [(1, 2), (3,), (1, 2)]
