"""What lies on the table of a kit, as pictures that the mirror is shown in tests; names are in one language."""

from __future__ import annotations

from typing import Any

from tests.support.fakes import leaf
from tests.support.wording import say


def called(word: str) -> str:
    """Return what *word* of Forbidden Island's dice and cards is called."""
    return say(f"kit.forbidden-island.{word}")


TILES = (
    "breakers-bridge", "bronze-gate", "cave-of-embers", "cave-of-shadows", "cliffs-of-abandon", "copper-gate",
    "coral-palace", "crimson-forest", "dunes-of-deception", "fools-landing", "gold-gate", "howling-garden",
    "iron-gate", "lost-lagoon", "misty-marsh", "observatory", "phantom-rock", "silver-gate", "temple-of-the-moon",
    "temple-of-the-sun", "tidal-palace", "twilight-hollow", "watchtower", "whispering-garden",
)  # fmt: skip
SIGN_OF = {
    "cave-of-embers": "fire",
    "cave-of-shadows": "fire",
    "coral-palace": "ocean",
    "tidal-palace": "ocean",
    "fools-landing": "lift",
    "howling-garden": "wind",
    "whispering-garden": "wind",
    "temple-of-the-moon": "earth",
    "temple-of-the-sun": "earth",
}
FLOODED = {"copper-gate", "silver-gate", "observatory", "cave-of-shadows", "lost-lagoon"}
SUNK = {"misty-marsh", "phantom-rock"}
CROSS = ["..xx..", ".xxxx.", "xxxxxx", "xxxxxx", ".xxxx.", "..xx.."]
TILE_STATES = [("dry", "dry", "land"), ("flooded", "flooded", "water"), ("sunk", "sunk", "hole")]
TREASURES = (
    (called("earth-stone"), "earth"),
    (called("statue-of-the-wind"), "wind"),
    (called("crystal-of-fire"), "fire"),
    (called("oceans-chalice"), "ocean"),
)
SEGMENTS = (
    ("Gain a ship", "boat"),
    ("Boom", "boom"),
    (say("kit.fireship.lose-plane"), "no-plane"),
    ("Gulf Stream", "stream"),
    (say("kit.fireship.gain-plane"), "plane"),
    (say("kit.fireship.draw-card"), "cards"),
    ("Lose a ship", "no-boat"),
    ("Updraft", "updraft"),
    ("Spin again", "again"),
    ("Fog", "fog"),
    ("Kraken", "kraken"),
)


def slug(label: str) -> str:
    """Return the word for *label*."""
    return label.lower().replace("’", "").replace(" ", "-")


def card(label: str, sign: str = "", text: str = "") -> dict[str, Any]:
    return {"name": slug(label), "label": label, "text": text, "sign": sign}


def deck(label: str, left: int, **more: Any) -> dict[str, Any]:
    usual = {"discarded": len(more.get("top", ())), "removed": 0, "top": [], "last": None, "round": None}
    return {
        "name": slug(label),
        "label": label,
        "left": left,
        **usual,
        "kept": False,
        "secret": False,
        "hands": [],
        **more,
    }


def states(group: list[tuple[str, str, str]]) -> list[dict[str, str]]:
    return [{"name": name, "label": label, "look": look} for name, label, look in group]


def token(label: str, sign: str, state: tuple[str, str, str]) -> dict[str, str]:
    return {"name": slug(label), "label": label, "state": state[0], "look": state[2], "sign": sign}


def island(flooded: set[str] = FLOODED, own: int = 0) -> dict[str, Any]:
    """Forbidden Island in the middle of a game."""
    tiles = []
    for word in TILES:
        at = 2 if word in SUNK else 1 if word in flooded else 0
        tiles.append(token(called(word), SIGN_OF.get(word, ""), TILE_STATES[at]))
    won = [("open", "not captured", "plain"), ("captured", "captured", "lit")]
    treasures = [token(label, sign, won[sign == "wind"]) for label, sign in TREASURES]
    hands = [
        {"seat": 0, "cards": [card("Earth Stone", "earth")] * 3 + [card("Sandbags", "sand")], "hidden": 0},
        {"seat": 1, "cards": [card("Ocean’s Chalice", "ocean"), card("Helicopter Lift", "lift")], "hidden": 0},
    ]
    gate = card("Copper Gate")
    return {
        "kind": "kit",
        "dice": [],
        "wheels": [],
        "groups": [
            {"name": "tile", "label": "Tiles", "shape": CROSS, "states": states(TILE_STATES), "tokens": tiles},
            {"name": "treasure", "label": "Treasures", "shape": None, "states": states(won), "tokens": treasures},
        ],
        "counters": [{"name": "water", "label": "Water", "ticks": [2, 2, 3, 3, 3, 4, 4, 5, 5, "Skull"], "at": 3}],
        "decks": [
            deck("Flood", 12, top=[card("Iron Gate"), gate], last=gate, round=[2, 3]),
            deck("Treasure", 17, last=card("Sandbags", "sand"), kept=True, hands=hands),
        ],
        "badges": [],
        "buttons": [
            {"button": "draw", "do": "draw flood", "label": "Draw", "hint": "Flood: 12 left"},
            {"button": "spin", "do": "draw treasure", "label": "Draw", "hint": "Treasure: 17 left"},
        ],
    }


def island_plays() -> list[dict[str, Any]]:
    """What can be done on the island: every tile in every other state, water, and setting right."""
    tiles = island()["groups"][0]["tokens"]
    fields = [
        {
            "name": each["name"],
            "label": each["label"],
            "kind": "choice",
            "min": 0,
            "max": 0,
            "word": each["state"],
            "choices": [{"word": state, "label": label} for state, label, _ in TILE_STATES],
        }
        for each in tiles
    ]
    turned = [
        leaf(
            each["name"],
            each["label"],
            None,
            then=[
                leaf(state, label, f"set {each['name']} {state}")
                for state, label, _ in TILE_STATES
                if state != each["state"]
            ],
        )
        for each in tiles
    ]
    give = leaf("sandbags", "Sandbags", None, then=[leaf("2", "Ben", "give treasure sandbags 2", seats=[0])])
    return [
        leaf(
            "draw",
            "Draw",
            None,
            then=[leaf("flood", "Flood", "draw flood"), leaf("treasure", "Treasure", "draw treasure", seats=[0, 1])],
        ),
        leaf(
            "discard",
            "Discard",
            None,
            role="hand",
            then=[
                leaf(
                    "treasure",
                    "Treasure",
                    None,
                    then=[leaf("sandbags", "Sandbags", "discard treasure sandbags", seats=[0])],
                )
            ],
        ),
        leaf("give", "Give", None, role="hand", then=[leaf("treasure", "Treasure", None, then=[give])]),
        leaf("set", "Turn", None, role="board", then=turned),
        leaf("raise", "Raise", None, then=[leaf("water", "Water", "raise water")]),
        leaf("lower", "Lower", None, then=[leaf("water", "Water", "lower water")]),
        leaf("correct", say("play.correct"), "correct", form=fields, named=True),
    ]


def wheel(at: int | None) -> dict[str, Any]:
    segments = [{"name": slug(label), "label": label, "sign": sign, "weight": 1} for label, sign in SEGMENTS]
    detail = "5 x 5 cells around your pawn" if at == 10 else ""
    return {"name": "wheel", "label": "Wheel", "segments": segments, "at": at, "detail": detail, "roll": at}


def secret_hands(viewer: int | None) -> dict[str, Any]:
    """Fireship's deck, two cards with Ada and one with Ben, as *viewer* sees them."""
    held = (
        [card("Whirlpool", "whirl", "Every ship one cell from the pawn is destroyed."), card("Fog Bank", "fog")],
        [card("Storm")],
    )
    hands = [
        {"seat": seat, "cards": cards if seat == viewer else [], "hidden": 0 if seat == viewer else len(cards)}
        for seat, cards in enumerate(held)
    ]
    return deck("Mystery", 41, kept=True, secret=True, hands=hands)


def badges() -> list[dict[str, Any]]:
    held = [{"seat": 0, "count": 1}, {"seat": 1, "count": 0}]
    return [
        {"name": "fog", "label": "Fog", "sign": "fog", "stock": 5, "held": held},
        {"name": "boom", "label": "Boom", "sign": "boom", "stock": 6, "held": []},
    ]


SPIN = {"button": "spin", "do": "spin wheel", "label": "Spin", "hint": ""}
DRAW = {"button": "draw", "do": "draw mystery", "label": "Draw", "hint": "41 cards"}


def fireship_more(at: int | None = 10, viewer: int | None = None) -> dict[str, Any]:
    """What Fireship has besides its dice."""
    return {"wheels": [wheel(at)], "decks": [secret_hands(viewer)], "badges": badges(), "groups": [], "counters": []}


def fireship_plays() -> list[dict[str, Any]]:
    cards = [leaf("whirlpool", "Whirlpool", "discard mystery whirlpool", seats=[0])]
    return [
        leaf("spin", "Spin", None, then=[leaf("wheel", "Wheel", "spin wheel")]),
        leaf("draw", "Draw", None, then=[leaf("mystery", "Mystery", "draw mystery", seats=[0, 1])]),
        leaf("discard", "Discard", None, role="hand", then=[leaf("mystery", "Mystery", None, then=cards)]),
    ]


def table_menu() -> tuple[dict[str, Any], ...]:
    """The table's own rows, as far as the tests walk them."""
    seats = {"name": "seats", "label": "People", "kind": "number", "min": 2, "max": 4, "choices": [], "word": "2"}
    bright = [leaf(str(level), str(level), f"brightness {level}") for level in range(1, 6)]
    about = [leaf("version", "Version 1.0", None), leaf("address", "http://192.168.1.20:8080/", None)]
    new = leaf("forbidden-island", "Forbidden Island", "new forbidden-island kit", form=[seats], named=True)
    sure = [leaf("yes", "Yes, keep this one", None, then=[new]), leaf("no", "No", None)]
    rows = [
        leaf("new", "New game", None, then=sure),
        leaf("brightness", "Brightness 3", None, then=bright),
        leaf("about", "About", None, then=about),
    ]
    return (leaf("undo", "Undo", "undo"), leaf("table", "The table", None, then=rows))
