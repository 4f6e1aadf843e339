"""The fields of a kit's tables: kinds, choices and bounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from companion.kits.format import course, decks, dice, parts
from companion.kits.format.checks import SIGNS
from companion.kits.format.effects import SPELLED
from companion.kits.format.flow import HIGHEST_COMPARED
from companion.kits.format.packs import PACKS
from companion.kits.format.shelf import COVERS, GROUPS, MAX_MINUTES, MAX_VERSION
from companion.kits.formulas.terms import MAX_DICE
from companion.maker.wire import FieldKind

EFFECTS = tuple(pattern for each in SPELLED.values() for pattern in each.split(", "))
"""The patterns of an effect.

A word in capitals is a name or a number.
"""
DEEDS = ("roll DICE", "spin WHEEL", "draw DECK", "gain BADGE", "raise COUNTER", "lower COUNTER")
BUTTON_LINES = ("roll DICE", "spin WHEEL", "draw DECK", "deal DECK", "do ACTION", "start TIMER", "next")
PASSES = (course.BY_HAND, "after roll DICE", "after sheet SHEET", "after timer TIMER")


class KeySpec(Struct, frozen=True):
    """A key's *kind*, with its choices and bounds.

    *of* is the kind of thing that it names. *choices* are the values, or the patterns of an effect. *name* is the word
    of its texts; "" for the key itself.
    """

    kind: FieldKind
    of: str = ""
    choices: tuple[str, ...] = ()
    bounds: tuple[int | None, int | None] = (None, None)
    name: str = ""
    is_required: bool = False
    is_advanced: bool = False


def _choice(words: Iterable[str], *, is_advanced: bool = False) -> KeySpec:
    return KeySpec("choice", choices=tuple(words), is_advanced=is_advanced)


def _number(minimum: int, maximum: int, *, is_advanced: bool = False) -> KeySpec:
    return KeySpec("number", bounds=(minimum, maximum), is_advanced=is_advanced)


DOES = KeySpec("effects", choices=EFFECTS)
SIGN = _choice(SIGNS)
ASKS = KeySpec("effect", choices=DEEDS, is_advanced=True)
NAMES = KeySpec("names", is_required=True)
COUNTED = (-parts.MAX_NUMBER, parts.MAX_NUMBER)

KEY_SPECS: Mapping[str, Mapping[str, KeySpec]] = {
    "": {
        "slug": KeySpec("text", is_required=True),
        "seats": KeySpec("range", bounds=(0, decks.MAX_SEATS)),
        "line": KeySpec("said"),
        "minutes": _number(1, MAX_MINUTES),
        "cover": _choice(COVERS),
        "group": _choice(GROUPS),
        "version": _number(1, MAX_VERSION, is_advanced=True),
        "author": KeySpec("text", is_advanced=True),
        "tool": KeySpec("flag", is_advanced=True),
        "breaks": KeySpec("said", is_advanced=True),
    },
    "dice": {
        "roll": KeySpec("notation", of="dice"),
        "faces": KeySpec("faces", is_advanced=True),
        "count": KeySpec("number", of="counter", bounds=(1, MAX_DICE), is_advanced=True),
        "rolls": _number(1, dice.MAX_ROLLS),
        "shown": _choice(dice.SHOWN, is_advanced=True),
        "label": KeySpec("text", is_advanced=True),
        "look": _choice(dice.DICE_LOOKS, is_advanced=True),
    },
    "pool": {
        "dice": KeySpec("pool", of="dice", name="pool-dice", is_required=True),
        "cancel": KeySpec("pairs"),
        "label": KeySpec("text", is_advanced=True),
        "look": _choice(dice.DICE_LOOKS, is_advanced=True),
    },
    "wheel": {"segments": KeySpec("weights", of="list", choices=("people",))},
    "wheel.segment": {"weight": _number(1, decks.MAX_OF_A_CARD), "sign": SIGN, "does": DOES, "asks": ASKS},
    "list": {"names": NAMES},
    "deck": {
        "pack": _choice(PACKS),
        "cards": KeySpec("weights", of="list"),
        "deal": KeySpec("by-people"),
        "hand": _number(1, decks.MAX_CARDS),
        "shown": _choice(decks.SHOWN),
        "kept": KeySpec("flag", is_advanced=True),
        "empty": _choice(decks.EMPTY),
        "ways": KeySpec("names", name="ways", is_advanced=True),
        "each": KeySpec("effects", choices=("person", *EFFECTS), name="deck-each", is_advanced=True),
        "draws": KeySpec("reference", of="counter", is_advanced=True),
        "first": KeySpec("number", bounds=(0, decks.MAX_CARDS), name="deck-first", is_advanced=True),
        "counts": KeySpec("choice", choices=decks.COUNTS, name="deck-counts", is_advanced=True),
        "leaves": KeySpec("places", choices=decks.PLACES, is_advanced=True),
    },
    "deck.card": {
        "count": KeySpec("number", bounds=(1, decks.MAX_OF_A_CARD), name="card-count"),
        "sign": SIGN,
        "does": DOES,
        "asks": ASKS,
        "shown": _choice(decks.SHOWN),
        "kept": KeySpec("flag"),
    },
    "counter": {
        "each": _choice(parts.EACH),
        "from": KeySpec("number", bounds=COUNTED, is_advanced=True),
        "to": KeySpec("number", bounds=COUNTED, is_advanced=True),
        "start": KeySpec("choices", bounds=COUNTED),
        "steps": KeySpec("numbers", name="counter-steps", is_advanced=True),
        "target": KeySpec("number", bounds=COUNTED),
        "wins": _choice(parts.WINS),
        "ends": KeySpec("flag"),
        "ticks": KeySpec("faces", is_advanced=True),
        "option": KeySpec("text", is_advanced=True),
    },
    "token": {
        "states": NAMES,
        "looks": KeySpec("names", choices=parts.STATE_LOOKS, is_advanced=True),
        "names": KeySpec("names", of="list"),
        "signs": KeySpec("signs", choices=SIGNS, is_advanced=True),
        "shape": KeySpec("lines", is_advanced=True),
    },
    "badge": {"stock": KeySpec("number", bounds=(1, parts.MAX_BADGES), is_required=True), "sign": SIGN},
    "sheet": {
        "dice": KeySpec("reference", of="dice", name="sheet-dice"),
        "rows": KeySpec("rows", is_required=True),
        "bonus": KeySpec("rows", is_advanced=True),
    },
    "team": {"names": NAMES},
    "turn": {
        "starts": _choice(course.STARTS),
        "passes": KeySpec("effect", choices=PASSES),
        "order": _choice(course.ORDERS),
    },
    "round": {"steps": KeySpec("names", name="round-steps"), "first": _choice(course.FIRST)},
    "timer": {
        "seconds": KeySpec("number", bounds=(1, course.MAX_SECONDS), is_required=True),
        "counts": _choice(course.COUNTS),
        "sound": KeySpec("flag"),
    },
    "value": {"is": KeySpec("expression", is_required=True)},
    "action": {
        "when": KeySpec("expression"),
        "does": KeySpec("effects", choices=EFFECTS, is_required=True),
        "by": _choice(course.BY),
    },
    "compare": {
        "between": KeySpec("names", is_required=True),
        "most": _number(1, HIGHEST_COMPARED),
        "equal": KeySpec("reference", of="dice", is_required=True),
        "higher": KeySpec("reference", of="dice", is_required=True),
        "lower": KeySpec("reference", of="dice"),
    },
    "button": {"does": KeySpec("effect", choices=BUTTON_LINES, name="button-does", is_required=True)},
    "rules": {"en": KeySpec("lines", name="rules-en"), "fr": KeySpec("lines", name="rules-fr")},
}
"""The keys of each table; "" holds those above all tables."""
FREE: Mapping[str, KeySpec] = {
    "sheet.rows": KeySpec("expression", name="row"),
    "sheet.bonus": KeySpec("expression", name="row"),
    "on": KeySpec("effects", choices=EFFECTS, name="condition"),
    "text": KeySpec("text", name="word"),
}
"""The tables with free keys, and the kind of their values."""
