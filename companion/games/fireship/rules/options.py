"""The options of Fireship: every ruling that a family could want otherwise, and the rules that come of a choice."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from companion.engine.game import Option, Setup
from companion.engine.said import Said
from companion.games.fireship.rules.boards import Board, name
from companion.games.fireship.rules.components import (
    ANSWER_S,
    BLUE_WINS,
    CARD_COUNTS,
    DIE_FACES,
    FACES,
    MINUTES,
    MOST_OF_A_CARD,
    PLAIN_WINS,
    ROUNDS,
    WHEEL,
    deck_of,
)
from companion.games.fireship.rules.values import (
    ALL_ISLANDS,
    DEFENDERS,
    IN_MINUTES,
    IN_ROUNDS,
    MOST_ISLANDS,
    NO_LIMIT,
    ONLY_TARGET,
    Rules,
)

MOST_WEIGHT = 9
LONGEST_ANSWER_S = 60


def _choice(text: str, *choices: str) -> Option:
    return Option(choices[0], Said(text), choices=choices, names=tuple(map(name, choices)))


def _count(text: Said, default: int, minimum: int, maximum: int) -> Option:
    return Option(default, text, minimum=minimum, maximum=maximum)


def _board(boards: Collection[Board]) -> Option:
    """Return the option that chooses among *boards*: a new game the newest of each slug, a kept one any of them."""
    newest: dict[str, Board] = {}
    for board in boards:
        newest.setdefault(board.slug, board)
    usual = next(iter(newest.values()))
    return Option(
        usual.word,
        Said("fireship.board"),
        choices=tuple(board.word for board in newest.values()),
        names=tuple(board.label for board in newest.values()),
        superseded={board.word: newest[board.slug].word for board in boards if board is not newest[board.slug]},
        unsaid=usual.slug,
    )


def options_with(boards: Mapping[str, Board]) -> dict[str, Option]:
    """Return the options where *boards*, by their words, can be played on."""
    options = {
        "chance": _choice("option.chance", "dealer", "typed"),
        "board": _board(boards.values()),
        "win": _choice("fireship.win", MOST_ISLANDS, ALL_ISLANDS),
        "limit": _choice("fireship.limit", IN_ROUNDS, IN_MINUTES),
        "rounds": _count(Said("fireship.rounds"), ROUNDS, 1, 99),
        "minutes": _count(Said("fireship.minutes"), MINUTES, 1, 600),
        "answer_s": _count(Said("fireship.answer-s"), ANSWER_S, 0, LONGEST_ANSWER_S),
        "faces": _choice("fireship.faces", *FACES),
        "plain_wins": _count(Said("fireship.plain-wins"), PLAIN_WINS, 0, DIE_FACES),
        "blue_wins": _count(Said("fireship.blue-wins"), BLUE_WINS, 0, DIE_FACES),
        "leads": _choice("fireship.leads", "once", "always"),
        "casualties": _choice("fireship.casualties", ONLY_TARGET, DEFENDERS),
    }
    for segment in WHEEL:
        options[f"wheel_{_key(segment)}"] = _count(Said("fireship.weight", {"of": name(segment)}), 1, 0, MOST_WEIGHT)
    for card, count in CARD_COUNTS.items():
        text = Said("fireship.copies", {"of": name(card)})
        options[f"cards_{_key(card)}"] = _count(text, count, 0, MOST_OF_A_CARD)
    return options


def _key(word: str) -> str:
    return word.replace("-", "_")


def rules_of(setup: Setup, boards: Mapping[str, Board]) -> Rules:
    """Return the rules that *setup* chose; what it leaves out is as usual."""
    usual = {key: option.default for key, option in options_with(boards).items()}
    chosen: dict[str, Any] = {**usual, **setup.options}
    return Rules(
        people=len(setup.seats),
        board=boards[chosen["board"]],
        limit=NO_LIMIT if chosen["win"] == ALL_ISLANDS else chosen["limit"],
        rounds=chosen["rounds"],
        minutes=chosen["minutes"],
        answer_s=chosen["answer_s"],
        faces=FACES[chosen["faces"]],
        plain_wins=chosen["plain_wins"],
        blue_wins=chosen["blue_wins"],
        leads_once=chosen["leads"] == "once",
        casualties=chosen["casualties"],
        wheel=tuple((segment, chosen[f"wheel_{_key(segment)}"]) for segment in WHEEL),
        deck=deck_of({card: chosen[f"cards_{_key(card)}"] for card in CARD_COUNTS}),
    )
