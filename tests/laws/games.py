"""Every game and kit that the laws are proved on. A new one is added here, once, and keeps them all from then on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from companion.engine.command import Command
from companion.engine.game import Game, OptionValue, Setup
from companion.engine.laws.laws import Universe, from_types
from companion.engine.notation import domains
from companion.engine.state import State
from companion.games.battle_for_the_island.rules.moves import Move
from companion.games.battle_for_the_island.rules.setup import Place
from companion.games.battle_for_the_island.rules.shots import Shoot
from companion.games.battle_for_the_island.rules.state import Battle
from companion.games.fireship.rules.actions import Attack
from companion.games.fireship.rules.board.masks import cells_of
from companion.games.fireship.rules.components import CELLS, FIRST_HOME, FIRST_ISLAND, THINGS, cell_at, place_of
from companion.games.fireship.rules.moves import AtCell
from companion.games.fireship.rules.state import Sea
from companion.kits.board import Board
from companion.kits.commands import Discard, Give, KitCommand
from companion.kits.play import game_of
from companion.kits.reader import shipped_kits
from tests.companion.games.fireship.boards import POND
from tests.support.games.duel import DUEL
from tests.support.games.raid import RAIDS
from tests.support.games.spinner import SPINNER
from tests.support.referees import BATTLE, FIRESHIP, FORBIDDEN_ISLAND, fireship_on
from tests.support.sample_kit import SAMPLE

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn")


@dataclass(frozen=True)
class Case:
    """A *game* with so many *people* and these *options*, played from *seeds* different seeds.

    *universe* spells every command of a kind where its fields' types alone can't. *maximum* bounds the commands of a
    game, and *secrets* says whether anybody holds something that another may not know.
    """

    game: Game
    people: int
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    universe: Universe = from_types
    seeds: int = 12
    maximum: int = 120
    secrets: bool = False

    def __str__(self) -> str:
        told = [f"{name}={value}" for name, value in self.options.items()]
        return "-".join([self.game.slug, self.game.mode, str(self.people), *told])

    def setup(self) -> Setup:
        """Return the set-up from which it is played."""
        return self.game.setup(NAMES[: self.people], self.options)


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
    return [*kind.spelled(state, seat), kind(seat, *("no-such-thing",) * len(domains(kind)))]


def spelled_as(kind: Callable[..., Command], *words: int | str) -> Command:
    """Return the command of *kind* with these fields."""
    return kind(*words)


def at_sea(state: State, kind: type[Command], seat: int) -> Iterable[Command]:
    """Spell every command about a cell of the board and one beside it, and about every pawn, island and square."""
    if not isinstance(state, Sea):
        return from_types(state, kind, seat)
    board = state.rules.board
    pawns = cells_of(state.occupied())
    things = [*pawns, cell_at(board.width + 1, 1), cell_at(3, 3), *range(FIRST_ISLAND, len(THINGS))]
    if kind is Attack:
        own = [thing for thing in things if state.turn == seat and state.pawns and state.owner(thing) == seat]
        leaders = {*own[:12], things[0], things[-1], FIRST_ISLAND, FIRST_HOME}
        return [Attack(seat, leader, target) for leader in leaders for target in dict.fromkeys(things)]
    if issubclass(kind, AtCell):
        cells = [*range(CELLS)] if seat == state.turn else things[:2]
        places = (place_of(cell) for cell in cells if cell < CELLS)
        return [kind(seat, *place) for place in places if place[0] <= board.width + 1 and place[1] <= board.height + 1]
    fields = domains(kind)
    if [field.name for field in fields] == ["thing"]:
        return [spelled_as(kind, seat, thing) for thing in dict.fromkeys(things)]
    if [field.name for field in fields] == ["source", "target"]:
        sources = ("card", "badge")
        return [spelled_as(kind, seat, source, thing) for source in sources for thing in dict.fromkeys(things)]
    return from_types(state, kind, seat)


def on_the_field(state: State, kind: type[Command], seat: int) -> Iterable[Command]:
    """Spell every command about where somebody stands, what lies around it in a line, and a square off the grid."""
    if not isinstance(state, Battle) or kind not in (Move, Shoot, Place):
        return from_types(state, kind, seat)
    grid, fields = state.grid, domains(kind)
    off = max(grid.squares) + 1
    if kind is Place:
        squares = [*grid.home_rows[0], *grid.home_rows[1], *state.blocks, off]
        return [spelled_as(Place, seat, at, each, way) for at in range(3) for each in squares for way in range(4)]
    sources = [*(each.place for seat in (0, 1) for each in state.on_island(seat)), *state.blocks_left()[:1], off]
    ways = [[way] for way in ("ahead", "left", "right")] if kind is Move else [[]]
    assert len(fields) == 2 + len(ways[0])
    ahead = {source: [*{to for ray in grid.ahead.get(source, ()) for to in ray}, off] for source in sources}
    return [spelled_as(kind, seat, source, to, *way) for source in sources for to in ahead[source] for way in ways]


ON_THE_POND = fireship_on(POND)
MANY_CARDS = {"cards_no": 12, "cards_plus_one": 12, "cards_whirlpool": 6, "answer_s": 1}
KITS = [game_of(file.kit) for file in shipped_kits()]
OF_KITS = [(kit, people) for kit in KITS for people in (kit.seats[0], max(2, kit.seats[0]))]


def hides(kit: Game, people: int) -> bool:
    """Tell whether cards of *kit* lie unseen in hands where so many *people* have sat down."""
    start = kit.start(kit.setup(NAMES[:people], {}))
    return isinstance(start, Board) and any(map(start.hides, start.kit.decks))


ALL = [
    Case(DUEL, 2, secrets=True),
    Case(DUEL, 3, secrets=True),
    Case(DUEL, 4, secrets=True, seeds=6),
    Case(RAIDS, 2, secrets=True),
    Case(RAIDS, 4, secrets=True, seeds=6),
    Case(SPINNER, 1),
    Case(SPINNER, 2),
    Case(SPINNER, 4, {"target": 100}),
    Case(SAMPLE, 0, universe=of_a_kit, seeds=6),
    Case(SAMPLE, 3, {"difficulty": "hard"}, universe=of_a_kit, secrets=True, seeds=6),
    Case(FORBIDDEN_ISLAND, 2, seeds=3, maximum=80),
    Case(FORBIDDEN_ISLAND, 3, {"difficulty": "legendary", "layout": "kite"}, seeds=2, maximum=60),
    Case(FORBIDDEN_ISLAND, 4, {"rescue_by_lift": False, "strict_navigator": True}, seeds=2, maximum=60),
    Case(BATTLE, 2, universe=on_the_field, seeds=2, maximum=100),
    Case(BATTLE, 2, {"no_pads": True, "first_to_five": True, "size": 10}, universe=on_the_field, seeds=2, maximum=80),
    Case(FIRESHIP, 2, universe=at_sea, seeds=2, maximum=60),
    Case(ON_THE_POND, 4, MANY_CARDS, universe=at_sea, seeds=2, maximum=200, secrets=True),
    Case(ON_THE_POND, 2, {"limit": "minutes", "casualties": "defenders"}, universe=at_sea, seeds=2, maximum=80),
    *(Case(kit, people, universe=of_a_kit, seeds=4, maximum=60, secrets=hides(kit, people)) for kit, people in OF_KITS),
]
