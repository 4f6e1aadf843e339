"""The pictures of dice, cups and wheels."""

from __future__ import annotations

from companion.engine.chance import Word
from companion.engine.values.message import Message
from companion.engine.values.picture import DicePicture, PoolPart, Segment, WheelPicture
from companion.engine.values.score_picture import Cup
from companion.kits.facts.dice import face_label, segment_label
from companion.kits.format.spec import DiceSpec, Kit, WheelSpec
from companion.kits.formulas.terms import DiceFormula
from companion.kits.things.board import Board
from companion.kits.things.throws import KitResult, all_dice, formula_of, result_of, symbols


def dice_picture(state: Board, dice: DiceSpec) -> DicePicture:
    """Return the picture of *dice* with their last result."""
    result = state.result(dice.name)
    if dice.formula is not None or dice.is_free:
        return _of_formula(state, dice, result)
    if dice.pool:
        return _of_pool(state, dice, result)
    faces = result.faces if result and result.is_seen and not dice.is_hidden else None
    ways = dice.faces.count("won")
    return DicePicture(
        name=dice.name,
        label=state.kit.text(dice.name),
        kind="verdict" if dice.is_verdict else "number",
        look=dice.look,
        faces=dice.faces,
        count=max(1, state.count_of(dice, state.active)),
        hint=Message("kit.ways", {"ways": ways, "of": len(dice.faces)}) if ways else "",
        values=faces,
        labels=labels_of(state, faces) if faces else None,
        total=sum(face for face in faces if isinstance(face, int)) if faces and not dice.is_verdict else None,
        roll=result.number if result and not dice.is_hidden else None,
        kept=result.kept if result and _can_keep(dice, result) else (),
        rolls_left=_rolls_left(dice, result),
    )


def _of_formula(state: Board, dice: DiceSpec, result: KitResult | None) -> DicePicture:
    kit = state.kit
    if dice.is_hidden:
        result = None
    chosen = result.formula if result else (state.recent[0] if dice.is_free and state.recent else "")
    formula = formula_of(kit, dice, chosen)
    assert formula is not None
    thrown = result_of(kit, dice, result) if result else None
    values = tuple(die.face for die in thrown.dice) if thrown else None
    kinds = tuple(_kind(formula.pools[die.pool].die.name) for die in thrown.dice) if thrown else _kinds(formula)
    faces = formula.pools[0].die.faces
    return DicePicture(
        name=dice.name,
        label=kit.text(dice.name),
        kind="verdict" if any(isinstance(face, str) for face in faces) else "number",
        look=dice.look,
        faces=faces if len(faces) <= MAX_FACES else (),
        count=len(all_dice(kit, dice, chosen)),
        values=values,
        labels=labels_of(state, values) if values else None,
        total=thrown.total if thrown else None,
        roll=result.number if result else None,
        formula=chosen or formula.spelled(),
        kinds=kinds,
        dropped=tuple(die.is_dropped or die.is_rerolled for die in thrown.dice) if thrown else (),
        kept=_shown_kept(dice, result, values),
        rolls_left=_rolls_left(dice, result),
        is_free=dice.is_free,
        recent=state.recent if dice.is_free else (),
    )


def _of_pool(state: Board, dice: DiceSpec, result: KitResult | None) -> DicePicture:
    faces = result.faces if result else None
    counts = result.counts if result and result.counts else tuple(die.count for die in dice.pool)
    counted = symbols(dice, faces) if faces else {}
    return DicePicture(
        name=dice.name,
        label=state.kit.text(dice.name),
        kind="verdict",
        look=dice.look,
        faces=(),
        count=sum(counts),
        values=faces,
        labels=labels_of(state, faces) if faces else None,
        roll=result.number if result else None,
        kinds=tuple(die.name for die, count in zip(dice.pool, counts, strict=True) for _ in range(count)),
        pool=tuple(PoolPart(die.name, state.kit.text(die.name), die.count) for die in dice.pool),
        symbols=tuple((state.kit.text(symbol), count) for symbol, count in counted.items()),
    )


MAX_FACES = 100
"""Maximum number of faces in a picture."""


def _kinds(formula: DiceFormula) -> tuple[str, ...]:
    return tuple(_kind(pool.die.name) for pool in formula.pools for _ in range(pool.count))


def _kind(name: str) -> str:
    """Return the kind of a die, such as ``d20``."""
    return name[1:-1] if name.startswith("[") else f"d{name}"


def _can_keep(dice: DiceSpec, result: KitResult) -> bool:
    return result.throws < dice.rolls


def _shown_kept(dice: DiceSpec, result: KitResult | None, values: tuple[Word, ...] | None) -> tuple[bool, ...]:
    """Return which dice are kept, those added later never."""
    if result is None or values is None or not _can_keep(dice, result) or not result.kept:
        return ()
    return (*result.kept, *(False,) * (len(values) - len(result.kept)))


def _rolls_left(dice: DiceSpec, result: KitResult | None) -> int | None:
    if dice.rolls < 2:
        return None
    return dice.rolls - result.throws if result else dice.rolls


def cups_of(state: Board) -> dict[str, tuple[Cup, ...]]:
    """Return each person's hidden dice, by the dice's name."""
    found = {}
    for dice in state.kit.dice:
        if dice.is_hidden:
            results = ((seat, state.result(dice.name, seat)) for seat in state.holders())
            found[dice.name] = tuple(_cup(state, dice, seat, result) for seat, result in results)
    return found


def _cup(state: Board, dice: DiceSpec, seat: int, result: KitResult | None) -> Cup:
    if result is None:
        return Cup(seat, 0)
    if not result.is_seen:
        return Cup(seat, len(result.faces))
    return Cup(seat, len(result.faces), result.faces, labels_of(state, result.faces), is_open=result.is_open)


def labels_of(state: Board, faces: tuple[Word, ...]) -> tuple[Message | int, ...]:
    """Return the name of each of *faces*."""
    return tuple(face_label(state, face) for face in faces)


def segments_of(state: Board, wheel: WheelSpec) -> tuple[Segment, ...]:
    """Return the segments of *wheel*, or its people."""
    kit: Kit = state.kit
    return tuple(
        Segment(each.name, segment_label(state, wheel.name, each.name), each.sign, each.weight, kit.detail(each.name))
        for each in state.segments(wheel.name)
    )


def wheel_picture(state: Board, wheel: WheelSpec, segments: tuple[Segment, ...]) -> WheelPicture:
    """Return the picture of *wheel* with its last result."""
    result = state.result(wheel.name)
    word = str(result.faces[0]) if result else ""
    at = next((place for place, each in enumerate(segments) if each.name == word), None) if result else None
    return WheelPicture(
        name=wheel.name,
        label=state.kit.text(wheel.name),
        segments=segments,
        at=at,
        detail=state.kit.detail(segments[at].name) if at is not None else "",
        roll=result.number if result else None,
    )
