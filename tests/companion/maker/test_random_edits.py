"""Random edits of kits break nothing: each is made, or changes nothing and says why."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from companion.maker import shape
from companion.maker.maker import Maker
from companion.maker.wire import KitEdit, MakerRequest
from companion.runtime.foreign_file import toml_of
from companion.texts.say import Texts
from tests.companion.maker.kit_texts import SHIPPED

EDITS = 300
WORDS = (
    *(
        "",
        "pot",
        "score",
        "a.b",
        'say "no"',
        "it's",
        "é",
        "☃",
        "x" * 400,
        "name",
        "on",
        "-",
        "1",
        "roll",
        "\n",
        "\\",
        "#",
    ),
    *(
        "roll two",
        "sum = 7",
        "list:a",
        "tokens:a",
        "counter:a",
        "2d6",
        "1-6",
        "people",
        "]",
        "[x]",
        "= 1",
        "{a}",
        "\x00",
    ),
)
VALUES: tuple[Any, ...] = (
    *(None, True, 0, -1, 7, 10**30, 1.5, [], {}, [[]], [1, "a", []], {"a": {"b": {"c": {"d": {"e": 1}}}}}),
    *({"a": None}, [None], {"": 1}, {"en": "x"}, ["next turn"], {"calm": 3, "storm": 1}, [0] * 3_000, {"a b": ["x"]}),
)
PRESSES = (
    "press roll",
    "press spin",
    "press draw",
    "next",
    "undo",
    "roll",
    "",
    "deal pack",
    "count points 1 +5",
    "x" * 200,
)


def paths_in(data: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for key, value in data.items():
        yield (*path, key)
        if isinstance(value, dict):
            yield from paths_in(value, (*path, key))


def edit(pick: random.Random, data: Any) -> KitEdit:
    """Return an edit of a place that is there, or of one that may not be."""
    paths = [*paths_in(data), ()]
    path = pick.choice(paths)
    if pick.random() < 0.3:
        path = (*path, pick.choice(WORDS))[-8:]
    siblings = [each[-1] for each in paths if each and len(each) == len(path) and each[:-1] == path[:-1]]
    return KitEdit(
        pick.choice(("add", "set", "set", "set", "remove", "rename", "move", "name")),
        path,
        table=pick.choice((*shape.STARTS, "sheet.rows", "", "no")),
        of=pick.choice((*WORDS, *data.get("deck", {}), *data.get("wheel", {}))),
        name=pick.choice(WORDS)[:60],
        value=pick.choice((*VALUES, *WORDS)),
        before=pick.choice((None, *WORDS, *siblings)),
        slug=pick.choice(WORDS)[:60],
        title={"en": pick.choice(WORDS)[:60]},
    )


def test_three_hundred_random_edits_are_made_or_refused_in_words() -> None:
    pick, texts = random.Random(1), Texts.load()  # noqa: S311 - the same edits each time
    maker = Maker(texts, lambda: None)
    made = refused = 0
    for at in range(EDITS):
        if at % 30 == 0:
            text = pick.choice(list(SHIPPED.values()))
        wanted = edit(pick, toml_of(text))
        presses = tuple(pick.choices(PRESSES, k=3))
        answer = maker.make(MakerRequest(text, (wanted,), presses, people=pick.choice((None, 0, 1, 4, 12))), "fr")
        assert toml_of(answer.text) == answer.data or answer.faults, wanted
        for fault in answer.faults:
            assert texts.say("fr", fault.said.key, **fault.said.values)  # type: ignore[union-attr]
        if answer.fault is not None:
            refused += 1
            assert answer.text == text
            assert texts.say("fr", answer.fault.key, **answer.fault.values)
        else:
            made += 1
            text = answer.text
        if answer.trial is not None:
            trial = answer.trial
            seen = trial.snapshot.seen_by(trial.viewer, frozenset({trial.viewer}))
            msgspec.json.encode(trial.texts.localize("fr", seen))
    assert made > EDITS // 4
    assert refused > EDITS // 8
