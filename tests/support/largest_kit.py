"""A kit file that uses up every bound of the format at once."""

from __future__ import annotations

from collections.abc import Iterator

from companion.kits.format.checks import MAX_FORMULA_LETTERS, MAX_OF_A_KIND, MAX_WORDS
from companion.kits.format.course import MAX_RULES
from companion.kits.format.decks import MAX_CARDS, MAX_KINDS

ROWS = 30
SEGMENTS = 24
DECKS = MAX_KINDS // MAX_CARDS + 1


def largest_kit() -> str:
    """Return the text of the kit."""
    return "\n".join(('slug = "largest"', *_things(), *_decks(), *_rules(), *_texts()))


def _things() -> Iterator[str]:
    for number in range(MAX_OF_A_KIND):
        yield f'[dice.dice-{number}]\nroll = "4d6kh3+2d8!+1"'
        yield f"[wheel.wheel-{number}]\nsegments = {_names(f'segment-{number}', SEGMENTS)}"
        yield f'[counter.counter-{number}]\neach = "person"\ntarget = 100'
        yield f"[timer.timer-{number}]\nseconds = 60"
        yield f"[sheet.sheet-{number}]\nrows = {_names(f'row-{number}', ROWS)}"
        yield f'[action.action-{number}]\ndoes = ["next turn"]'
        yield f"[list.list-{number}]\nnames = {_names(f'Word {number}', MAX_WORDS)}"
    yield f'[token.token]\nstates = ["dry", "wet"]\nnames = {_names("tile", MAX_WORDS)}'


def _decks() -> Iterator[str]:
    for number in range(DECKS):
        yield f"[deck.deck-{number}]\ncards = {_names(f'card-{number}', MAX_KINDS // DECKS)}"


def _rules() -> Iterator[str]:
    yield '[on."roll dice-0"]'
    letters = 0
    for number in range(MAX_RULES):
        condition, amount = f"sum = {number} and counter-1 > 2", "sum + 3"
        letters += len(condition) + len(amount)
        does = [f"raise counter-2 {amount}", "again"] if letters <= MAX_FORMULA_LETTERS else []
        yield f'"{condition}" = {_listed(does)}'


def _texts() -> Iterator[str]:
    for language in ("en", "fr"):
        yield f"[text.{language}]"
        for number in range(MAX_KINDS // DECKS):
            yield f'card-0-{number} = "Card {number}"\ncard-0-{number}-does = "Everybody takes a card"'


def _names(name: str, count: int) -> str:
    return _listed([f"{name}-{number}" for number in range(count)])


def _listed(words: list[str]) -> str:
    return f"[{', '.join(f'{word!r}' for word in words)}]"
