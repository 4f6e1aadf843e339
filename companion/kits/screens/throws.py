"""Cues of dice: equal ones, formulas, pools, kept and hidden dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from companion.engine.chance import Answer, Dice, Word
from companion.engine.game import Say
from companion.engine.values.message import Message
from companion.kits.facts.dice import CupLifted, KeptDie, Rolled, face_label
from companion.kits.format.spec import DiceSpec, symbols_of
from companion.kits.pictures.dice import dice_picture
from companion.kits.screens.scene import KitScene, wrapped
from companion.kits.things.board import Board
from companion.kits.things.throws import KitResult, symbols
from hardware.cues import (
    MessageCue,
    RollCue,
    StageCue,
    SymbolsCue,
    ThrowCue,
    ThrowingCue,
    VerdictCue,
)

MAX_DRAWN = 5
"""The most equal dice drawn with their own look."""
MAX_FACE = 100
"""The greatest number on such a die."""
LONGEST_FACE = 3
"""The most letters on a drawn die.

Longer faces are written as words.
"""
ANNOUNCED_LETTERS = 13
"""The letters of a line beside the total."""
BLANK = "blank"
"""The symbol of an empty face; it counts for nothing."""


def tumbling(state: Board, who: str, label: str) -> ThrowingCue | None:
    """Return the cue of dice in motion, with those that stay."""
    due, job = state.due(), state.queue[0] if state.queue else None
    if not isinstance(due, Dice) or job is None:
        return None
    thrown = tuple(map(kind_of, due.dice))
    before = state.thrown_before(state.sized(job)) if job.kind == "roll" and not job.answers else None
    if job.answers:
        shown = tuple(str(face) if isinstance(face, int) else "" for each in job.answers for face in each)
        kinds, faces = ("d6",) * len(shown) + thrown, (*shown, *("",) * len(thrown))
        return ThrowingCue(kinds=kinds, faces=faces, caption=label, name=who)
    if before is None:
        return ThrowingCue(kinds=thrown, faces=("",) * len(thrown), caption=label, name=who)
    faces = tuple(str(face) if kept else "" for face, kept in zip(before.faces, before.kept, strict=False))
    return ThrowingCue(kinds=(thrown[0],) * len(faces), faces=faces, caption=label, name=who)


def kind_of(faces: Sequence[Word]) -> str:
    """Return the kind of a die with these *faces*, such as ``d20``."""
    if tuple(faces) == (-1, 0, 1):
        return "dF"
    return f"d{len(faces)}" if tuple(faces) == tuple(range(1, len(faces) + 1)) else "die"


def rolled(fact: Rolled, scene: KitScene) -> StageCue | None:
    """Return the cue of fallen dice, without the faces of hidden ones."""
    dice = scene.state.kit.dice_named.get(fact.dice)
    if dice is None:
        return None
    if not fact.is_open:
        return MessageCue(title=scene.name or scene.text(dice.name), lines=(scene.say(Message("stage.secret-roll")),))
    return result_cue(_with(scene.state, fact), dice, scene)


def _with(state: Board, fact: Rolled) -> Board:
    """Return *state* with *fact*'s result.

    A later fact may have taken it off the table.
    """
    now = state.result(fact.dice)
    result = KitResult(
        fact.dice, fact.faces, now.number if now else state.rolls,
        formula=fact.formula, counts=fact.counts, kept=fact.kept, throws=fact.throws,
    )  # fmt: skip
    return replace(state, results=(result,))


def result_cue(state: Board, dice: DiceSpec, scene: KitScene) -> StageCue | None:
    """Return the cue of the result of *dice* in *state*."""
    result = state.result(dice.name)
    if result is None or not result.is_seen:
        return None
    if dice.pool:
        return pool_sum(state, dice, scene.say, scene.outcome(scene.say(Message("stage.each-die"))))
    if dice.faces and dice.is_verdict:
        return _verdict(result.faces, dice, scene)
    said = wrapped(scene.announced, ANNOUNCED_LETTERS)
    if dice.faces and dice.rolls == 1 and _is_plain(result.faces) and not said:
        return _equal(result, dice, scene)
    cue = throw_cue(state, dice, scene.say, scene.name, foot=scene.outcome(""))
    if not said or not isinstance(cue, ThrowCue):
        return cue
    below = " ".join(said[1:])
    return ThrowCue(
        kinds=cue.kinds, faces=cue.faces, total=cue.total, dropped=cue.dropped, kept=cue.kept,
        caption=said[0], name=below,
    )  # fmt: skip


def _is_plain(faces: Answer) -> bool:
    numbers = [face for face in faces if isinstance(face, int)]
    return len(numbers) == len(faces) <= MAX_DRAWN and 0 <= min(numbers) <= max(numbers) <= MAX_FACE


def _equal(result: KitResult, dice: DiceSpec, scene: KitScene) -> RollCue:
    numbers = tuple(face for face in result.faces if isinstance(face, int))
    others = [each for each in scene.state.kit.dice if not each.is_verdict and each is not dice]
    label = scene.text(dice.name)
    caption = label if others else scene.say(Message("stage.roll", {"number": result.number}))
    total = sum(numbers) if len(numbers) > 1 else None
    name = scene.outcome(scene.name) if len(numbers) > 1 else scene.name
    return RollCue(values=numbers, caption=caption, total=total, name=name, look=dice.look)


def _verdict(faces: Answer, dice: DiceSpec, scene: KitScene) -> StageCue:
    label, words = scene.text(dice.name), [scene.text(str(face)) for face in faces]
    if dice.is_win_lose:
        ways = Message("stage.odds", {"ways": dice.faces.count("won"), "of": len(dice.faces)})
        return VerdictCue(won=faces[0] == "won", title=words[0].upper(), detail=f"{label} {scene.say(ways)}")
    return MessageCue(title=", ".join(words), lines=(label,))


def throw_cue(
    state: Board, dice: DiceSpec, say: Say, name: str = "", *, foot: str = "", at: int = -1
) -> StageCue | None:
    """Return the cue of any dice: counting ones, kept ones, total.

    *foot* is told in place of the person's *name*; the knob is on the die *at*.
    """
    told = dice_picture(state, dice)
    if told.values is None:
        return None
    label = say(told.label)
    faces = tuple(str(each) if isinstance(each, int) else say(each) for each in told.labels or told.values)
    total = "" if told.total is None or (len(faces) == 1 and faces[0] == str(told.total)) else str(told.total)
    if max(map(len, faces)) > LONGEST_FACE:
        return MessageCue(title=total or label, lines=(label, ", ".join(faces)))
    if told.rolls_left:
        foot = say(Message("stage.roll-of", {"at": dice.rolls - told.rolls_left, "of": dice.rolls}))
    caption = told.formula or label
    return ThrowCue(
        kinds=told.kinds or (kind_of(dice.faces),) * len(faces),
        faces=faces,
        caption=caption,
        total=total,
        name=foot or (label if told.formula and not dice.is_free else name),
        dropped=told.dropped,
        kept=told.kept,
        at=at,
    )


def kept(fact: KeptDie, scene: KitScene) -> StageCue | None:
    """Return the cue of partly kept dice, None for hidden ones."""
    dice = scene.state.kit.dice_named[fact.dice]
    return None if dice.is_hidden else throw_cue(scene.state, dice, scene.say, scene.name)


def lifted(fact: CupLifted, scene: KitScene) -> StageCue:
    """Return the cue of hidden dice that are shown."""
    return cup_cue(scene.state, fact.dice, fact.seat, scene.say, faces=fact.faces)


def cup_cue(state: Board, dice: str, seat: int, say: Say, *, faces: Answer) -> StageCue:
    """Return the cue of *seat*'s *dice* under a lifted cup."""
    labels = (face_label(state, face) for face in faces)
    words = tuple(str(each) if isinstance(each, int) else say(each) for each in labels)
    name = say(state.names[seat]) if 0 <= seat < len(state.names) else ""
    label, sides = say(state.kit.text(dice)), state.kit.dice_named[dice].faces
    if not words or max(map(len, words)) > LONGEST_FACE:
        return MessageCue(title=name or label, lines=(", ".join(words),))
    return ThrowCue(kinds=(kind_of(sides) if sides else "die",) * len(words), faces=words, caption=label, name=name)


# ---------------------------------------------------------------------- pools
def pool_sum(state: Board, dice: DiceSpec, say: Say, foot: str) -> StageCue | None:
    """Return the cue of a pool's symbols, each with its count."""
    result = state.result(dice.name)
    if result is None:
        return None
    label = say(state.kit.text(dice.name))
    found = symbols(dice, result.faces).items()
    counted = [(say(state.kit.text(word)), count) for word, count in found if word != BLANK]
    numbers = [face for face in result.faces if isinstance(face, int)]
    if numbers:
        counted.append((say(Message("stage.total")), sum(numbers)))
    if not counted:
        return MessageCue(title=label, lines=(say(Message("stage.no-symbols")), foot))
    return SymbolsCue(title=label, symbols=tuple(counted), foot=foot)


def pool_die(state: Board, dice: DiceSpec, say: Say, at: int) -> StageCue:
    """Return the cue of the die *at*, from 0, of a pool."""
    result, told = state.result(dice.name), dice_picture(state, dice)
    assert result is not None
    face, count = result.faces[at], len(result.faces)
    label = say(Message("stage.die-of", {"die": state.kit.text(told.kinds[at]), "at": at + 1, "of": count}))
    return SymbolsCue(title=label, symbols=tuple(_symbols(state, face, say)))


def _symbols(state: Board, face: Word, say: Say) -> Iterable[tuple[str, int]]:
    if isinstance(face, int):
        return [(say(Message("stage.total")), face)]
    words = [word for word in symbols_of(face) if word != BLANK]
    return [(say(state.kit.text(word)), words.count(word)) for word in dict.fromkeys(words)] or [
        (say(state.kit.text(face)), 0)
    ]
