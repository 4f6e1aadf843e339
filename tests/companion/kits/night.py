"""A kit file with every table and key of turns, scores, timers, formulas and packs."""

from __future__ import annotations

NIGHT = """
slug = "night"

[list.town]
names = ["Old Mill", "Été", "Harbour"]

[dice.attack]
roll = "4d6kh3+2"
label = "An attack"
[dice.five]
roll = "5d6"
rolls = 3
[dice.cup]
faces = "1-6"
count = 5
shown = "roller"
[dice.any]
roll = "free"
[dice.ability]
faces = ["success", ["success", "advantage"], []]
[dice.trouble]
faces = ["failure", 2]
[dice.luck]
roll = "2d[trouble]=failure"

[pool.check]
dice = ["2 ability", "1 trouble"]
cancel = [["success", "failure"]]
look = "blue"

[wheel.begins]
segments = "people"
[wheel.sky]
segments = { calm = 3, "Big storm" = 1 }
[wheel.place]
segments = "list:town"

[counter.tide]
ticks = "1-7"
[counter.pot]
start = 5
[counter.score]
each = "person"
from = -50
to = 500
steps = [1, 5, -1]
start = 10
target = 100
wins = "first"
[counter.points]
each = "team"

[token.house]
states = ["empty", "full"]
names = "list:town"

[deck.pack]
pack = "52"
deal = { 2 = 7, 3 = 5 }
hand = 10
[deck.luck-cards]
cards = { calm = 3, "Big storm" = 1 }
ways = ["upright", "reversed"]
draws = "counter:tide"
counts = "all"
[deck.own]
cards = ["Sword", "Shield"]
each = "person"
[deck.towns]
cards = "list:town"

[turn]
starts = "roll"
passes = "after roll attack"

[round]
steps = ["Plan", "Act"]
first = "moves"

[timer.glass]
seconds = 60
[timer.clock]
seconds = 900
counts = "person"
sound = false

[team]
names = ["Reds", "Blues"]

[sheet.card]
dice = "five"
rows = { ones = "count 1", full = "if pairs = 2 and alike 3 then 25 else 0", gift = "" }
bonus = { extra = "if ones + gift >= 63 then 35 else 0" }

[on."roll five"]
"sum = 7 or score > 3" = ["raise score sum", "next turn"]
"always" = ["skip turn + 1", "say hello"]
[on."roll check"]
"success > 1" = ["again"]
[on."spin sky"]
"big-storm" = ["reverse", "draw from bottom towns"]
[on."draw luck-cards"]
"calm and reversed" = ["step score +5", "step score -2", "lower score 3 * 2"]
[on."counter score"]
"score >= 100" = ["start glass"]
[on."timer glass"]
"always" = ["pause clock", "extend clock 10 * 2"]
[on."turn begins"]
"turn = 1" = ["deal pack", "peek 3 towns", "pass left pack"]
[on."round ends"]
"left pack = 0" = ["next step", "roll five", "set pot 0", "set old-mill full"]

[action.hold]
does = ["raise score pot", "next turn"]

[button.roll]
does = "do hold"
[button.spin]
does = "next"
[button.draw]
does = "deal pack"

[text.en]
hello = "Hello"
hold-does = "Your points are safe"
[text.fr]
sky = "Ciel"
ace-of-spades = "L’as noir"
"""
