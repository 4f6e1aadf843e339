"""A kit file that says everything the format can say, and the kit that it describes."""

from __future__ import annotations

from companion.kits.format.flow import Effect
from companion.kits.format.spec import (
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

WHOLE = """
slug = "coast"

[dice.die]
faces = "1-3"

[wheel.sky]
[wheel.sky.segment.sun]
weight = 3
sign = "spark"
[wheel.sky.segment.storm]
does = ["step tide +2", "say thunder", "advance ship", "set ship lost", "draw news"]
[wheel.sky.segment.gust]
does = ["spin sky", "beach: discard into"]

[counter.tide]
ticks = [1, 2, "flood"]
start = { calm = 1, rough = 2 }
option = "weather"

[counter.day]
ticks = "1-7"
start = 3

[token.bay]
states = ["dry", "wet"]
looks = ["land", "water"]
names = ["cove", "cape", "dune"]
signs = { cape = "wave" }
shape = [".x", "xx"]

[token.ship]
states = ["home", "lost"]

[deck.beach]
cards = "tokens:bay"
draws = "counter:tide"
first = 2
each = ["advance", "set dry", "set cove wet"]
leaves = { wet = "removed", else = "discard" }
empty = "shuffle discard"

[deck.news]
shown = "drawer"
[deck.news.card.rumour]
count = 4
sign = "cards"
[deck.news.card.wreck]
shown = "all"
kept = true
does = ["discard into", "leave"]
[deck.news.card.tempest]
shown = "all"
does = ["step tide -1", "beach: discard on top", "discard on top"]

[badge.medal]
stock = 3
sign = "gem"

[button.roll]
does = "roll die"
[button.spin]
does = "spin sky"
[button.draw]
does = "draw beach"

[text.en]
name = "The coast"
die = "Die"
sky = "Sky"
sun = "Sun"
storm = "Storm"
storm-does = "The tide rises"
gust = "Gust"
thunder = "Thunder!"
tide = "Tide"
flood = "Flood"
weather = "Weather"
calm = "Calm"
rough = "Rough"
day = "Day"
bay = "Bay"
cove = "Cove"
cape = "Cape"
dune = "Dune"
dry = "Dry"
wet = "Wet"
ship = "Ship"
home = "Home"
lost = "Lost"
beach = "Beach"
news = "News"
rumour = "Rumour"
wreck = "Wreck"
wreck-does = "Gone"
tempest = "Tempest"
medal = "Medal"
"""
COAST = Kit(
    "coast",
    (0, 4),
    dice=(DiceSpec("die", (1, 2, 3)),),
    wheels=(
        WheelSpec(
            "sky",
            (
                SegmentSpec("sun", 3, "spark"),
                SegmentSpec(
                    "storm",
                    does=(
                        Effect("step", "tide", by=2),
                        Effect("say", word="thunder"),
                        Effect("advance", "ship"),
                        Effect("set", "ship", "lost"),
                        Effect("draw", "news"),
                    ),
                ),
                SegmentSpec("gust", does=(Effect("spin", "sky"), Effect("into", "beach"))),
            ),
        ),
    ),
    decks=(
        DeckSpec(
            "beach",
            (CardSpec("cove"), CardSpec("cape", sign="wave"), CardSpec("dune")),
            each=(Effect("advance"), Effect("set", word="dry"), Effect("set", "cove", "wet")),
            leaves=(("wet", "removed"),),
            refills="at once",
            draws="tide",
            first=2,
            tokens="bay",
        ),
        DeckSpec(
            "news",
            (
                CardSpec("rumour", 4, "cards", kept=True, secret=True),
                CardSpec("wreck", does=(Effect("into"), Effect("leave")), kept=True),
                CardSpec("tempest", does=(Effect("step", "tide", by=-1), Effect("on-top", "beach"), Effect("on-top"))),
            ),
        ),
    ),
    counters=(
        CounterSpec("tide", (1, 2, "flood"), (("calm", 1), ("rough", 2)), "weather"),
        CounterSpec("day", tuple(range(1, 8)), (("", 3),)),
    ),
    groups=(
        GroupSpec(
            "bay",
            (TokenSpec("cove"), TokenSpec("cape", "wave"), TokenSpec("dune")),
            (StateSpec("dry", "land"), StateSpec("wet", "water")),
            (".x", "xx"),
        ),
        GroupSpec("ship", (TokenSpec("ship"),), (StateSpec("home"), StateSpec("lost"))),
    ),
    badges=(BadgeSpec("medal", 3, "gem"),),
    buttons=(("roll", "roll die"), ("spin", "spin sky"), ("draw", "draw beach")),
    told=("storm", "wreck"),
)
