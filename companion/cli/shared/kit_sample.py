"""A sample of a kit on the screen and on the page."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from PIL import Image

from companion.engine.values.message import Message
from companion.engine.values.seats import WATCHER
from companion.kits.format.spec import Kit
from companion.kits.pictures.outline import outline_of
from companion.maker.trial import TrialGame, people_of
from companion.stage.cues import Speaker, landing, starting
from hardware.oled.drawing import motion

SAMPLE_FORMULA = "2d6"
"""A formula for free dice."""


class KitSample(Struct, frozen=True):
    """A kit in play: its screen and the parts of its page.

    *drawings* are the screen in motion and with the result; () if nothing is left to chance.
    """

    drawings: tuple[Image.Image, ...]
    outline: tuple[Message, ...]


def sample_of(kit: Kit, say: Speaker) -> KitSample:
    """Play the first roll, spin or draw of *kit*.

    The same kit has the same picture.
    """
    names = tuple(say(Message("seat.number", {"number": seat + 1})) for seat in range(people_of(kit)))
    trial = TrialGame(kit, names)
    drawings = _drawings(trial, say)
    seen = trial.state.seen_by(WATCHER)
    return KitSample(drawings, outline_of(seen, trial.game.picture(seen)))


def _drawings(trial: TrialGame, say: Speaker) -> tuple[Image.Image, ...]:
    state, seat = trial.state, trial.active
    name = say(state.names[seat]) if state.people else ""
    if not any(trial.say(seat, line) for line in _chances(state.kit)):
        return ()
    due = trial.state.due()
    moving = due and starting(trial.game, trial.state, due.purpose, name, say=say)
    facts = trial.table.steps[-1].facts + trial.answer()
    landed = landing(trial.game, facts, trial.state, name, say=say)
    return tuple(motion.showing(cue).draw(0.0) for cue in (moving, landed) if cue)


def _chances(kit: Kit) -> Iterator[str]:
    """Yield the lines of *kit* that may ask chance, its buttons' first."""
    yield from (line for _, line in kit.buttons if line.partition(" ")[0] in ("roll", "spin", "draw", "deal"))
    for dice in kit.dice:
        counts = " ".join(str(die.count) for die in dice.pool)
        yield f"throw {dice.name} {SAMPLE_FORMULA}" if dice.is_free else f"roll {dice.name}"
        yield f"pool {dice.name} {counts}"
    yield from (f"spin {wheel.name}" for wheel in kit.wheels)
    yield from (f"draw {deck.name}" for deck in kit.decks)
