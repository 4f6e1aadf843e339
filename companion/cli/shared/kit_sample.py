"""A sample of a kit on the screen and on the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from msgspec import Struct
from PIL import Image

from companion.chance.dealers import CommittedDealer
from companion.chance.fairness import SEED_BYTES
from companion.engine.chance import ChanceAnswer
from companion.engine.fact import Facts
from companion.engine.game import Game
from companion.engine.notation import Unreadable
from companion.engine.table import Table
from companion.engine.values.message import Message
from companion.engine.values.seats import CHANCE, TABLE, WATCHER
from companion.kits.format.spec import Kit
from companion.kits.pictures.outline import outline_of
from companion.kits.play import KitState, game_of
from companion.stage.cues import Speaker, landing, starting
from hardware.oled.drawing import motion

SEED = bytes(SEED_BYTES)
"""The seed of every sample: the same kit has the same picture."""
USUAL_PEOPLE = 2
SAMPLE_FORMULA = "2d6"
"""A formula for free dice."""
MAX_ANSWERS = 100


class KitSample(Struct, frozen=True):
    """A kit in play: its screen and the parts of its page.

    *drawings* are the screen in motion and with the result; () if nothing is left to chance.
    """

    drawings: tuple[Image.Image, ...]
    outline: tuple[Message, ...]


def sample_of(kit: Kit, say: Speaker) -> KitSample:
    """Play the first roll, spin or draw of *kit*."""
    game = game_of(kit)
    people = max(kit.seats[0], min(USUAL_PEOPLE, kit.seats[1]))
    names = tuple(say(Message("seat.number", {"number": seat + 1})) for seat in range(people))
    table = Table(game.start(game.setup(names, {})))
    dealer = CommittedDealer(SEED, kit.slug, 1, b"")
    if not _state(table).course.is_begun:
        _say(table, game, TABLE, "begin")
        _answer(table, dealer)
    drawings = _drawings(table, game, say, dealer)
    seen = _state(table).seen_by(WATCHER)
    return KitSample(drawings, outline_of(seen, game.picture(seen)))


def _drawings(table: Table, game: Game, say: Speaker, dealer: CommittedDealer) -> tuple[Image.Image, ...]:
    state = _state(table)
    seat = state.active if state.people else TABLE
    name = say(state.names[seat]) if state.people else ""
    if not any(_say(table, game, seat, line) for line in _chances(state.kit)):
        return ()
    due = table.state.due()
    moving = due and starting(game, table.state, due.purpose, name, say=say)
    facts = table.steps[-1].facts + _answer(table, dealer)
    landed = landing(game, facts, table.state, name, say=say)
    return tuple(motion.showing(cue).draw(0.0) for cue in (moving, landed) if cue)


def _state(table: Table) -> KitState:
    return cast("KitState", table.state)  # the game of a kit has no other


def _chances(kit: Kit) -> Iterator[str]:
    """Yield the lines of *kit* that may ask chance, its buttons' first."""
    yield from (line for _, line in kit.buttons if line.partition(" ")[0] in ("roll", "spin", "draw", "deal"))
    for dice in kit.dice:
        counts = " ".join(str(die.count) for die in dice.pool)
        yield f"throw {dice.name} {SAMPLE_FORMULA}" if dice.is_free else f"roll {dice.name}"
        yield f"pool {dice.name} {counts}"
    yield from (f"spin {wheel.name}" for wheel in kit.wheels)
    yield from (f"draw {deck.name}" for deck in kit.decks)


def _say(table: Table, game: Game, seat: int, line: str) -> bool:
    """Let *seat* say *line*; False if it can't."""
    try:
        command = game.notation.read(seat, line)
    except Unreadable:
        return False
    if command.why_not(table.state) is not None:
        return False
    table.do(command)
    return True


def _answer(table: Table, dealer: CommittedDealer) -> Facts:
    """Answer chance until nothing is due; return all facts."""
    facts: Facts = ()
    for _ in range(MAX_ANSWERS):
        request = table.state.due()
        if request is None:
            break
        table.do(ChanceAnswer(CHANCE, request.verb, dealer.answer(request)))
        facts += table.steps[-1].facts
    return facts
