"""What the mirror shows of a kit, as plain data; the state was filtered for its viewer before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.bags import HIDDEN
from companion.engine.chance import Word
from companion.engine.said import Said
from companion.engine.seats import seat_word
from companion.kits.board import Board, Pack
from companion.kits.spec import BadgeSpec, CounterSpec, DeckSpec, DiceSpec, GroupSpec, Kit, WheelSpec


def picture(state: Board, buttons: Mapping[str, str]) -> dict[str, Any]:
    """Return everything of the kit that lies on the table, and what the table's *buttons* do now."""
    kit = state.kit
    return {
        "kind": "kit",
        "rolls": state.rolls,
        "dice": [_dice(state, dice) for dice in kit.dice],
        "wheels": [_wheel(state, wheel) for wheel in kit.wheels],
        "decks": [_deck(state, deck) for deck in kit.decks],
        "counters": [_counter(state, counter) for counter in kit.counters],
        "groups": [_group(state, group) for group in kit.groups],
        "badges": [_badge(state, badge) for badge in kit.badges],
        "buttons": [_button(state, button, line) for button, line in buttons.items()],
    }


def _dice(state: Board, dice: DiceSpec) -> dict[str, Any]:
    result = state.result(dice.name)
    faces = result.faces if result else None
    ways = dice.faces.count("won")
    return {
        "name": dice.name,
        "label": state.kit.text(dice.name),
        "kind": "verdict" if dice.is_verdict else "number",
        "look": dice.look,
        "faces": dice.faces,
        "count": dice.count,
        "hint": Said("kit.ways", {"ways": ways, "of": len(dice.faces)}) if ways else "",
        "values": faces,
        "labels": [word(state.kit, face) for face in faces] if faces else None,
        "total": sum(face for face in faces if isinstance(face, int)) if faces and not dice.is_verdict else None,
        "roll": result.number if result else None,
    }


def _wheel(state: Board, wheel: WheelSpec) -> dict[str, Any]:
    result = state.result(wheel.name)
    at = wheel.at(str(result.faces[0])) if result else None
    return {
        "name": wheel.name,
        "label": state.kit.text(wheel.name),
        "segments": [
            {"name": each.name, "label": state.kit.text(each.name), "sign": each.sign, "weight": each.weight}
            for each in wheel.segments
        ],
        "at": at,
        "detail": state.kit.detail(wheel.segments[at].name) if at is not None else "",
        "roll": result.number if result else None,
    }


def _deck(state: Board, deck: DeckSpec) -> dict[str, Any]:
    pack = state.pack(deck.name)
    return {
        "name": deck.name,
        "label": state.kit.text(deck.name),
        "left": pack.left,
        "discarded": len(pack.discard),
        "removed": len(pack.removed),
        "top": [_card(state.kit, deck, card) for card in pack.discard],
        "last": _card(state.kit, deck, pack.shown) if pack.shown else None,
        "round": [pack.drawn, pack.round] if pack.round else None,
        "kept": deck.has_kept,
        "secret": state.hides(deck),
        "hands": _hands(state, deck, pack) if deck.has_kept else [],
    }


def _hands(state: Board, deck: DeckSpec, pack: Pack) -> list[dict[str, Any]]:
    return [
        {
            "seat": seat_word(seat),
            "cards": [_card(state.kit, deck, card) for card in hand if card != HIDDEN],
            "hidden": hand.count(HIDDEN),
        }
        for seat, hand in zip(state.holders(), pack.hands, strict=True)
    ]


def _card(kit: Kit, deck: DeckSpec, card: str) -> dict[str, Any]:
    return {"name": card, "label": kit.text(card), "text": kit.detail(card), "sign": deck.card(card).sign}


def _counter(state: Board, counter: CounterSpec) -> dict[str, Any]:
    return {
        "name": counter.name,
        "label": state.kit.text(counter.name),
        "ticks": [word(state.kit, tick) for tick in counter.ticks],
        "at": state.counters[state.kit.counter_at[counter.name]],
    }


def _group(state: Board, group: GroupSpec) -> dict[str, Any]:
    looks = {each.name: each.look for each in group.states}
    return {
        "name": group.name,
        "label": state.kit.text(group.name),
        "shape": list(group.shape) or None,
        "states": [{"name": each.name, "label": state.kit.text(each.name), "look": each.look} for each in group.states],
        "tokens": [
            {
                "name": token.name,
                "label": state.kit.text(token.name),
                "state": state.token(token.name),
                "look": looks[state.token(token.name)],
                "sign": token.sign,
            }
            for token in group.tokens
        ],
    }


def _badge(state: Board, badge: BadgeSpec) -> dict[str, Any]:
    held = zip(state.holders(), state.badges[state.kit.badge_at[badge.name]], strict=True)
    return {
        "name": badge.name,
        "label": state.kit.text(badge.name),
        "sign": badge.sign,
        "stock": state.stock(badge.name),
        "held": [{"seat": seat_word(seat), "count": count} for seat, count in held],
    }


def _button(state: Board, button: str, line: str) -> dict[str, Any]:
    verb, *names = line.split(" ")
    hint: Said | str = state.kit.text(names[-1]) if names else ""
    if verb == "draw":
        hint = Said("kit.draw-hint", {"deck": state.kit.text(names[-1]), "left": state.pack(names[-1]).left})
    return {"button": button, "do": line, "label": Said(f"play.{verb}"), "hint": hint}


def word(kit: Kit, value: Word) -> Said | int:
    """Return a number as it is, and a word by its name."""
    return value if isinstance(value, int) else kit.text(value)
