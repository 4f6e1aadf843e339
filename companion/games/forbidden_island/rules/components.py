"""The contents of the box, as numbers (FI-C1 to FI-C7).

Tiles, adventurers and treasures are numbers in play, their names here in that order; a set of tiles is a mask, one bit
a tile. Tiles are in alphabetical order, so that a mask's names in order are a bag.
"""

from __future__ import annotations

from companion.engine.values.bags import Bag, bag

TILES = (
    "breakers-bridge", "bronze-gate", "cave-of-embers", "cave-of-shadows", "cliffs-of-abandon", "copper-gate",
    "coral-palace", "crimson-forest", "dunes-of-deception", "fools-landing", "gold-gate", "howling-garden",
    "iron-gate", "lost-lagoon", "misty-marsh", "observatory", "phantom-rock", "silver-gate", "temple-of-the-moon",
    "temple-of-the-sun", "tidal-palace", "twilight-hollow", "watchtower", "whispering-garden",
)  # fmt: skip
TILE_NUMBER = {name: number for number, name in enumerate(TILES)}
ALL_TILES = (1 << len(TILES)) - 1
FOOLS_LANDING = TILE_NUMBER["fools-landing"]

TREASURES = ("earth-stone", "statue-of-the-wind", "crystal-of-fire", "oceans-chalice")
"""Each treasure's card has the treasure's name."""
TREASURE_TILES = (
    ("temple-of-the-moon", "temple-of-the-sun"),
    ("howling-garden", "whispering-garden"),
    ("cave-of-embers", "cave-of-shadows"),
    ("coral-palace", "tidal-palace"),
)
SHRINES = tuple(sum(1 << TILE_NUMBER[name] for name in names) for names in TREASURE_TILES)
"""For each treasure, the mask of its two tiles."""
TREASURE_ON = tuple(next((n for n, shrine in enumerate(SHRINES) if shrine >> tile & 1), -1) for tile in range(24))
"""The treasure of each tile; -1 for none."""
CARDS_TO_CAPTURE = 4

LIFT = "helicopter-lift"
SANDBAGS = "sandbags"
WATERS_RISE = "waters-rise"
SPECIALS = (LIFT, SANDBAGS)
CARD_COUNTS = {**dict.fromkeys(TREASURES, 5), LIFT: 3, SANDBAGS: 2, WATERS_RISE: 3}
CARDS = tuple(CARD_COUNTS)
TREASURE_DECK: Bag = bag(card for card, count in CARD_COUNTS.items() for _ in range(count))
HANDED_OUT: Bag = bag(card for card in TREASURE_DECK if card != WATERS_RISE)
"""The possible cards of a first hand (FI-S4)."""
FIRST_HAND = 2
HAND_LIMIT = 5

ADVENTURERS = ("diver", "engineer", "explorer", "messenger", "navigator", "pilot")
DIVER, ENGINEER, EXPLORER, MESSENGER, NAVIGATOR, PILOT = range(6)
COLOURS = ("black", "red", "green", "silver", "yellow", "blue")
START_TILES = tuple(
    TILE_NUMBER[name]
    for name in ("iron-gate", "bronze-gate", "copper-gate", "silver-gate", "gold-gate", "fools-landing")
)
PEOPLE = (2, 4)

FLOODS_AT_TICK = (2, 2, 3, 3, 3, 4, 4, 5, 5)
"""Flood cards drawn at ticks 1 to 9.

The tick after them is the skull.
"""
SKULL = len(FLOODS_AT_TICK) + 1
FIRST_TICK = {"novice": 1, "normal": 2, "elite": 3, "legendary": 4}
FIRST_FLOODS = 6

ACTIONS = 3
TREASURE_DRAWS = 2
