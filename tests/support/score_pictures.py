"""What lies on the table of kits with turns, scores and sheets, as pictures that the mirror is shown in tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.support.fakes import leaf

PEOPLE = ("Ada", "Benedict", "Zoë")
ROWS = (
    ("ones", "Ones", (2, 3, None), 1),
    ("twos", "Twos", (None, 6, 4), 0),
    ("sixes", "Sixes", (18, None, None), 12),
    ("three-alike", "Three alike", (None, 22, None), 0),
    ("full-house", "Full house", (25, None, 25), 25),
    ("small-run", "Small run", (None, None, 30), 30),
    ("yacht", "Yacht", (None, 0, None), 0),
    ("chance", "Chance", (None, None, 19), 17),
)
"""Rows of a sheet: word, name, the people's values, and what they would give now."""


def dice(name: str, label: str, values: Sequence[Any] | None, **more: Any) -> dict[str, Any]:
    """Return dice of the second edition, which show *values*."""
    numbers = [value for value in values or () if isinstance(value, int)]
    usual = {
        "name": name,
        "label": label,
        "kind": "number",
        "look": "plain",
        "faces": [1, 2, 3, 4, 5, 6],
        "count": len(values or "?"),
        "hint": "",
        "values": list(values) if values is not None else None,
        "labels": list(values) if values is not None else None,
        "total": sum(numbers) if values is not None else None,
        "roll": 14 if values is not None else None,
        "formula": "",
        "kinds": [],
        "dropped": [],
        "kept": [],
        "rolls_left": None,
        "is_free": False,
        "recent": [],
        "pool": [],
        "symbols": [],
    }
    return {**usual, **more}


def plays_of(seat: int, plays: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what of *plays* a phone gets that speaks for *seat*."""
    inside = [{**each, "then": plays_of(seat, each["then"])} for each in plays]
    return [each for each in inside if each["then"] or {seat, "table"} & {*each["seats"]}]


def state(**more: Any) -> dict[str, Any]:
    """Return a kit's picture with nothing but *more* in it."""
    parts = ("dice", "wheels", "groups", "counters", "decks", "badges", "buttons")
    return {"kind": "kit", **{part: [] for part in parts}, **more}


def button(word: str, do: str, label: str, hint: str = "") -> dict[str, Any]:
    return {"button": word, "do": do, "label": label, "hint": hint}


def head(seat: int, phase: str, following: int | None = None) -> dict[str, Any]:
    return {"seat": seat, "phase": phase, **({} if following is None else {"next": following})}


def score(name: str, label: str, values: Sequence[int], steps: Sequence[int] = (1, -1), **more: Any) -> dict[str, Any]:
    """Return a number for each person, the highest of which leads."""
    counts = [
        {"who": str(seat + 1), "value": value, "seats": [seat], **({"leads": True} if value == max(values) else {})}
        for seat, value in enumerate(values)
    ]
    return {"name": name, "label": label, "each": "person", "counts": counts, "steps": list(steps), **more}


def count_plays(*scores: dict[str, Any]) -> dict[str, Any]:
    """Return the part of the tree of plays that changes *scores*."""

    def steps(name: str, who: str, each: dict[str, Any]) -> list[dict[str, Any]]:
        words = [f"{step:+d}" for step in each["steps"]]
        return [leaf(word, word, f"count {name} {who} {word}", seats=[0, 1, 2]) for word in words]

    def owners(each: dict[str, Any]) -> list[dict[str, Any]]:
        found = each["counts"]
        return [leaf(one["who"], one["who"], None, then=steps(each["name"], one["who"], each)) for one in found]

    groups = [leaf(each["name"], each["label"], None, then=owners(each)) for each in scores]
    return leaf("count", "Count", None, then=groups)


def pig() -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the picture and the plays of a push-your-luck game, in the first person's turn."""
    pot = {"name": "pot", "label": "Pot", "each": "", "counts": [{"who": "table", "value": 11}], "steps": [1, -1]}
    scores: list[dict[str, Any]] = [score("score", "Score", (37, 64, 12), target=100), pot]
    shown = state(
        dice=[dice("die", "Die", [5])],
        scores=scores,
        buttons=[button("roll", "roll die", "Roll", "Die")],
        head=head(0, "Round 4", 1),
        round={"seat": 0, "turn": 10, "round": 4, "next": 1},
    )
    plays = [
        leaf("roll", "Roll", None, then=[leaf("die", "Die", "roll die", seats=[0])]),
        count_plays(*scores),
        leaf("do", "Do", None, then=[leaf("hold", "Hold", "do hold", seats=[0])]),
        leaf("next", "Next person", "next", seats=[0]),
        leaf("correct", "Correct", "correct", form=[], named=True),
    ]
    return shown, plays


def yacht(seat: int = 0, values: Sequence[int] | None = (6, 2, 6, 4, 1)) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the picture and the plays of a score sheet, in *seat*'s turn with two rolls left."""
    kept = [value == 6 for value in values or ()]
    rows: list[dict[str, Any]] = [
        {"name": name, "label": label, "values": list(entered), **({"offers": offer} if values else {})}
        for name, label, entered, offer in ROWS
    ]
    rows.insert(3, {"name": "sixty-three", "label": "63 or more", "values": [None, 35, None], "is_bonus": True})
    card = {"name": "card", "label": "Card", "seats": [0, 1, 2], "rows": rows, "totals": [45, 66, 78], "seat": seat}
    shown = state(
        dice=[dice("five", "Five dice", values, count=5, kept=kept, rolls_left=2 if values else 3)],
        sheets=[card],
        buttons=[button("roll", "roll five", "Roll", "Five dice")],
        head=head(seat, "Round 5", (seat + 1) % 3),
        round={"seat": seat, "turn": 13, "round": 5, "next": (seat + 1) % 3},
    )
    open_rows = [each for each in rows if each["values"][seat] is None and not each.get("is_bonus")]
    enter = [leaf(each["name"], each["label"], f"enter card {each['name']}", seats=[seat]) for each in open_rows]
    keep = [leaf(str(at), f"Die {at}", f"keep five {at}", seats=[seat]) for at in range(1, 6)]
    plays = [
        leaf("roll", "Roll", None, then=[leaf("five", "Five dice", "roll five", seats=[seat])]),
        *([leaf("keep", "Keep", None, then=[leaf("five", "Five dice", None, then=keep)])] if values else []),
        *([leaf("enter", "Enter", None, then=[leaf("card", "Card", None, then=enter)])] if values else []),
        leaf("next", "Next person", "next", seats=[seat]),
    ]
    return shown, plays


def any_dice() -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the picture and the plays of free dice after an ability roll."""
    recent = ["4d6kh3", "1d20+5", "2d20kh1+5", "3d6!", "d%"]
    some = dice(
        "any",
        "Any dice",
        [6, 1, 4, 5],
        total=15,
        formula="4d6kh3",
        kinds=["d6"] * 4,
        dropped=[False, True, False, False],
        is_free=True,
        recent=recent,
    )
    choices = [{"word": each, "label": each} for each in recent]
    field = {"name": "formula", "label": "Formula", "kind": "choice", "word": "4d6kh3", "choices": choices}
    throw = leaf("any", "Any dice", "throw any", seats=[0, 1, 2], form=[field])
    plays = [
        leaf("roll", "Roll", None, then=[leaf("any", "Any dice", "roll any", seats=[0, 1, 2])]),
        leaf("throw", "Throw", None, then=[throw]),
    ]
    return state(dice=[some], buttons=[button("roll", "roll any", "Roll", "Any dice")]), plays


def many_kinds() -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return free dice of every kind at once."""
    shown, plays = any_dice()
    kinds = ["d4", "d6", "d8", "d10", "d12", "d20", "d%", "dF", "d2", "d6"]
    some = dice("any", "Any dice", [3, 5, 8, 10, 12, 20, 100, -1, 2, 1], kinds=kinds, formula="1d4+2d6+1d8", total=57)
    return {**shown, "dice": [{**some, "is_free": True, "recent": ["1d4+2d6+1d8"]}]}, plays


def pool() -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return a pool of symbol dice after a roll."""
    kinds = ["ability", "ability", "difficulty"]
    labels = ["Success + Advantage", "Success", "Failure"]
    kinds_of = (("ability", "Ability", 2), ("difficulty", "Difficulty", 1))
    parts = [{"name": name, "label": label, "count": count} for name, label, count in kinds_of]
    check = dice(
        "check",
        "Check",
        ["success+advantage", "success", "failure"],
        labels=labels,
        kinds=kinds,
        total=None,
        pool=parts,
        symbols=[["Success", 1], ["Advantage", 1]],
    )
    number = {"kind": "number", "min": 0, "max": 20}
    fields = [{"name": name, "label": label, "word": str(count), **number} for name, label, count in kinds_of]
    plays = [
        leaf("pool", "Pool", None, then=[leaf("check", "Check", "pool check", seats=[0, 1, 2], form=fields)]),
    ]
    return state(dice=[check], buttons=[button("roll", "roll check", "Roll", "Check")]), plays


def tricks() -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return bids and scores of each person, in a round with steps."""
    scores = [score("bid", "Bid", (3, 0, 4), to=13), score("score", "Score", (58, 71, 40), (1, 10, -10), target=200)]
    deck: dict[str, Any] = {
        **{"name": "pack", "label": "Pack", "left": 13, "discarded": 0, "removed": 0, "top": [], "last": None},
        **{"round": None, "kept": False, "secret": False, "hands": []},
    }
    plays = [
        leaf("draw", "Draw", None, then=[leaf("pack", "Pack", "draw pack", seats=[0, 1, 2])]),
        leaf("deal", "Deal", None, then=[leaf("pack", "Deal Pack", "deal pack")]),
        leaf("step", "Next step: Play", "step", seats=["table", 0, 1, 2]),
        count_plays(*scores),
    ]
    rounds = {"round": 3, "steps": ["Bid", "Play", "Score"], "step": 0}
    draw = button("draw", "draw pack", "Draw", "Pack: 13 left")
    shown = state(decks=[deck], scores=scores, round=rounds, buttons=[draw])
    return shown, plays


def cups(viewer: int | None = 0) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return dice under cups as *viewer* sees them; the third person has lifted theirs."""
    held = ((2, 2, 5, 6, 1), (3, 3, 4, 1), (6, 6, 2))
    some = [
        {"seat": seat, "count": len(values)}
        | ({"values": list(values), "labels": list(values)} if seat in (viewer, 2) else {})
        | ({"is_open": True} if seat == 2 else {})
        for seat, values in enumerate(held)
    ]
    plays = [
        leaf("roll", "Roll", None, then=[leaf("cup", "Cup", "roll cup", seats=[0, 1, 2])]),
        leaf("show", "Show", None, then=[leaf("cup", "Cup", "show cup", seats=[0])]),
    ]
    roll = button("roll", "roll cup", "Roll", "Cup")
    shown = state(dice=[dice("cup", "Cup", None, count=5)], cups={"cup": some}, buttons=[roll])
    return shown, plays
