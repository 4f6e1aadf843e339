"""A small kit that uses every word of the vocabulary, for the laws and for kits' own tests."""

from __future__ import annotations

from typing import Any

from companion.kits.format.flow import Effect
from companion.kits.format.spec import (
    TOLD,
    BadgeSpec,
    CardSpec,
    CounterSpec,
    DeckSpec,
    DiceSpec,
    GroupSpec,
    Kit,
    SegmentSpec,
    StateSpec,
    TokenSpec,
    WheelSpec,
)
from companion.kits.play import game_of

TILES = tuple(TokenSpec(name) for name in ("bay", "cave", "dune", "edge"))
HIDDEN_CARDS = (CardSpec("boom", 2, kept=True, secret=True), CardSpec("no", 2, kept=True, secret=True))

SAMPLE_KIT = Kit(
    "sample",
    (0, 4),
    dice=(DiceSpec("dice", tuple(range(1, 11)), 3, "d10"), DiceSpec("plain", ("won", "lost"))),
    wheels=(
        WheelSpec(
            "wheel",
            (
                SegmentSpec("quiet", 2),
                SegmentSpec("card", does=(Effect("draw", "mystery"),)),
                SegmentSpec("again", does=(Effect("spin", "wheel"),)),
                SegmentSpec("storm", does=(Effect("step", "water", by=1), Effect("say", word="thunder"))),
            ),
        ),
    ),
    decks=(
        DeckSpec(
            "flood",
            tuple(CardSpec(tile.name) for tile in TILES),
            each=(Effect("advance"),),
            leaves=(("sunk", "removed"),),
            refills="at once",
            draws="water",
            first=3,
            tokens="tile",
        ),
        DeckSpec(
            "mystery",
            (*HIDDEN_CARDS, CardSpec("whirl", 2, does=(Effect("spin", "wheel"), Effect("leave")))),
            refills="when drawn",
        ),
        DeckSpec(
            "treasure",
            (
                CardSpec("earth", 3, kept=True, does=(Effect("set", "jewel", "held"),)),
                CardSpec("rise", does=(Effect("step", "water", by=1), Effect("on-top", "flood"))),
                CardSpec("mix", does=(Effect("into"), Effect("advance", "jewel"))),
            ),
            refills="at once",
        ),
        DeckSpec("block", (CardSpec("live", 2), CardSpec("safe", 1)), last="removed"),
    ),
    counters=(CounterSpec("water", (2, 2, 3, "skull"), (("easy", 1), ("hard", 2)), "difficulty"),),
    groups=(
        GroupSpec("tile", TILES, (StateSpec("dry", "land"), StateSpec("flooded", "water"), StateSpec("sunk", "hole"))),
        GroupSpec("jewel", (TokenSpec("jewel"),), (StateSpec("home"), StateSpec("held", "lit"))),
    ),
    badges=(BadgeSpec("badge", 2),),
    buttons=(("roll", "roll dice"), ("spin", "spin wheel"), ("draw", "draw flood")),
    told=("storm", "boom"),
)
SAMPLE = game_of(SAMPLE_KIT)


def names_in(kit: Kit) -> set[str]:
    """Return every word of *kit* that has a name, and those that tell what a card or segment does."""
    parts: list[Any] = [*kit.dice, *kit.wheels, *kit.decks, *kit.counters, *kit.groups, *kit.badges]
    inner: list[Any] = [each for wheel in kit.wheels for each in wheel.segments]
    inner += [each for deck in kit.decks for each in deck.cards]
    inner += [each for group in kit.groups for each in (*group.tokens, *group.states)]
    words = {each.name for each in (*parts, *inner)} | {f"{word}{TOLD}" for word in kit.told}
    words |= {tick for counter in kit.counters for tick in counter.ticks if isinstance(tick, str)}
    return words | {"thunder"}
