"""Every game and kit that the laws are proved on: those that ship, as their own tests say, and the small test games."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.command import Command
from companion.engine.game import Game
from companion.engine.laws.laws import from_types
from companion.engine.notation import domains
from companion.engine.state import State
from companion.kits.commands.base import KitCommand
from companion.kits.commands.cards import Discard, Give
from companion.kits.format.kit_file import shipped_kits
from companion.kits.play import game_of
from companion.kits.things.board import Board
from tests.support.cases import NAMES, Case, cases_of
from tests.support.games.duel import DUEL
from tests.support.games.hourglass import HOURGLASS
from tests.support.games.raid import RAIDS
from tests.support.games.spinner import SPINNER
from tests.support.new_kits import ALL_NEW
from tests.support.referees import REFEREES
from tests.support.sample_kit import SAMPLE


def of_a_kit(state: State, kind: type[Command], seat: int) -> Iterable[Command]:
    """Spell every command that names things of the kit, all cards and people, and some that it hasn't."""
    if not issubclass(kind, KitCommand) or not isinstance(state, Board):
        return from_types(state, kind, seat)
    if kind is Discard or kind is Give:
        cards = [(deck.name, card.name) for deck in state.kit.decks for card in deck.cards]
        cards.append(("no-such-deck", "?"))
        if kind is Discard:
            return [Discard(seat, deck, card) for deck, card in cards]
        return [Give(seat, deck, card, to) for deck, card in cards for to in range(state.people + 2)]
    if kind.is_form or any(domain.number and not domain.many for domain in domains(kind)):
        return kind.spelled(state, seat)
    nothing = (() if domain.many else "no-such-thing" for domain in domains(kind))
    return [*kind.spelled(state, seat), kind(seat, *nothing)]


KITS = [game_of(file.kit) for file in shipped_kits()]
OF_KITS = [(kit, people) for kit in KITS for people in (kit.seats[0], max(2, kit.seats[0]))]


def hides(kit: Game, people: int) -> bool:
    """Tell whether cards of *kit* lie unseen in hands where so many *people* have sat down."""
    start = kit.start(kit.setup(NAMES[:people], {}))
    return isinstance(start, Board) and any(map(start.hides, start.kit.decks))


NEW = [(game_of(kit), people) for kit in ALL_NEW for people in (max(kit.seats[0], 1), 3)]


def keeps_secrets(kit: Game, people: int) -> bool:
    """Tell whether so many *people* see different things of *kit*."""
    start = kit.start(kit.setup(NAMES[:people], {}))
    return hides(kit, people) or (isinstance(start, Board) and any(dice.is_hidden for dice in start.kit.dice))


ALL = [
    Case(DUEL, 2, secrets=True),
    Case(DUEL, 3, secrets=True),
    Case(DUEL, 4, secrets=True, seeds=6),
    Case(RAIDS, 2, secrets=True),
    Case(RAIDS, 4, secrets=True, seeds=6),
    Case(SPINNER, 1),
    Case(SPINNER, 2),
    Case(SPINNER, 4, {"target": 100}),
    Case(HOURGLASS, 1),
    Case(HOURGLASS, 3),
    Case(SAMPLE, 0, universe=of_a_kit, seeds=3),
    Case(SAMPLE, 3, {"difficulty": "hard"}, universe=of_a_kit, secrets=True, seeds=3),
    *(case for game in REFEREES for case in cases_of(game)),
    *(Case(kit, people, universe=of_a_kit, seeds=4, maximum=60, secrets=hides(kit, people)) for kit, people in OF_KITS),
    *(
        Case(kit, people, universe=of_a_kit, seeds=3, maximum=60, secrets=keeps_secrets(kit, people))
        for kit, people in NEW
    ),
]
