"""A kit's cues for the table's own screen, by fact."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.engine.fact import Fact, Facts
from companion.engine.game import Say
from companion.engine.values.message import Message
from companion.kits.facts.cards import Discarded, Drawn, DrawnInSecret, Shuffled
from companion.kits.facts.dice import Rolled, RolledInSecret, Spun, face_label, segment_label
from companion.kits.facts.queue import Announced
from companion.kits.facts.things import Badged, Stepped, TokenSet
from companion.kits.format.spec import DiceSpec
from companion.kits.picture import next_deed
from companion.kits.things.board import Board
from companion.kits.things.throws import KitResult, result_of
from hardware.cues import (
    BLANK_DICE,
    CardCue,
    DrawingCue,
    MessageCue,
    MeterCue,
    RollCue,
    RollingCue,
    RollingVerdictCue,
    SpinningCue,
    StageCue,
    TokenCue,
    VerdictCue,
    WheelCue,
)

MAX_DRAWN = 5
"""The most dice drawn on the table's own screen."""
MAX_FACE = 100
"""The greatest number on a die that it draws."""
ENDS: tuple[type[Fact], ...] = ()
"""A kit never ends by itself."""


@dataclass(frozen=True, slots=True)
class KitScene:
    """One step's *public* facts, the *state* after them, and their person.

    *name* is the person's name; *say* renders messages.
    """

    public: Facts
    state: Board
    name: str
    say: Say

    def text(self, key: str) -> str:
        """Return the kit's word for *key*."""
        return self.say(self.state.kit.text(key))

    def detail(self, key: str) -> str:
        """Return the kit's sentence about *key*, "" if it has none."""
        return self.say(self.state.kit.detail(key))

    def deed(self, otherwise: str) -> str:
        """Return the control for the action asked for, else *otherwise*."""
        return deed_line(self.state, self.say, otherwise)


def starting(state: Board, purpose: str, who: str, say: Say) -> StageCue | None:
    """Return the cue for chance in motion for *purpose*, None for none.

    It is the same for every outcome.
    """
    kit = state.kit
    if purpose in kit.dice_named:
        dice = kit.dice_named[purpose]
        return _tumbling(dice, state.count_of(dice, state.due_for()), say(kit.text(purpose)), who)
    if purpose in kit.wheel_named:
        wheel = kit.wheel_named[purpose]
        return SpinningCue(count=len(state.segments(wheel.name)), caption=say(kit.text(purpose)), name=who)
    if purpose in kit.deck_at:
        return DrawingCue(caption=say(kit.text(purpose)), name=who)
    return None


def _tumbling(dice: DiceSpec, count: int, label: str, name: str) -> StageCue:
    if dice.is_win_lose:
        return RollingVerdictCue(caption=label, name=name)
    if not dice.faces:
        return DrawingCue(caption=label, name=name)
    look = BLANK_DICE if dice.is_verdict else dice.look
    return RollingCue(count=max(1, min(count, MAX_DRAWN)), caption=label, name=name, look=look)


def showing(public: Facts, state: Board, who: str, say: Say) -> StageCue | None:
    """Return the cue of the last *public* fact with one, else None.

    *state* is the state after all of them.
    """
    scene = KitScene(public, state, who, say)
    for fact in reversed(public):
        make = _CUES.get(type(fact))
        cue = make(fact, scene) if make else None
        if cue is not None:
            return cue
    return None


def deed_line(state: Board, say: Say, otherwise: str) -> str:
    """Return the button or knob for the action asked for.

    Returns *otherwise* if the last result asks for nothing.
    """
    deed = next_deed(state)
    if deed is None:
        return otherwise
    button = next((name for name, line in state.kit.buttons if line == deed.do), None)
    if button is None:
        return say(Message(f"stage.by-knob-{deed.do.split(' ')[0]}"))
    return say(Message("stage.then", {"button": Message(f"panel.{button}")}))


def _rolled(fact: Rolled, scene: KitScene) -> StageCue | None:
    dice = scene.state.kit.dice_named.get(fact.dice)
    if dice is None or not fact.is_open:
        return None if dice is None else MessageCue(title=scene.text(dice.name), lines=(scene.name,))
    result = scene.state.result(fact.dice)
    if not dice.faces:
        return _formula(fact, dice, scene)
    return None if result is None else _dice(result, dice, scene)


def _formula(fact: Rolled, dice: DiceSpec, scene: KitScene) -> StageCue:
    """Return the cue of dice with a formula."""
    labels = (face_label(scene.state, face) for face in fact.faces)
    faces = " ".join(str(label) if isinstance(label, int) else scene.say(label) for label in labels)
    result = KitResult(fact.dice, fact.faces, 0, formula=fact.formula)
    thrown = result_of(scene.state.kit, dice, result)
    if thrown is None:
        return MessageCue(title=scene.text(dice.name), lines=(faces,))
    numbers = tuple(each.face for each in thrown.dice if isinstance(each.face, int) and not each.is_dropped)
    if len(numbers) == len(thrown.dice) <= MAX_DRAWN and 0 <= min(numbers) <= max(numbers) <= MAX_FACE:
        total = thrown.total if len(numbers) > 1 or thrown.total != numbers[0] else None
        return RollCue(values=numbers, caption=scene.text(dice.name), total=total, name=scene.name, look="plain")
    return MessageCue(title=str(thrown.total), lines=(scene.text(dice.name), faces))


def _dice(result: KitResult, dice: DiceSpec, scene: KitScene) -> StageCue:
    label = scene.text(dice.name)
    numbers = tuple(face for face in result.faces if isinstance(face, int))
    if len(numbers) == len(result.faces) > MAX_DRAWN:
        return MessageCue(title=str(sum(numbers)), lines=(label, " ".join(map(str, numbers))))
    if len(numbers) == len(result.faces):
        others = [each for each in scene.state.kit.dice if not each.is_verdict and each is not dice]
        caption = label if others else scene.say(Message("stage.roll", {"number": result.number}))
        total = sum(numbers) if len(numbers) > 1 else None
        return RollCue(values=numbers, caption=caption, total=total, name=scene.name, look=dice.look)
    words = [scene.text(str(face)) for face in result.faces]
    if dice.is_win_lose:
        ways = Message("stage.odds", {"ways": dice.faces.count("won"), "of": len(dice.faces)})
        return VerdictCue(won=result.faces[0] == "won", title=words[0].upper(), detail=f"{label} {scene.say(ways)}")
    return MessageCue(title=", ".join(words), lines=(label,))


def _spun(fact: Spun, scene: KitScene) -> StageCue:
    segments = scene.state.segments(fact.wheel)
    at = next(place for place, each in enumerate(segments) if each.name == fact.segment)
    return WheelCue(
        names=tuple(scene.say(segment_label(scene.state, fact.wheel, each.name)) for each in segments),
        at=at,
        sign=segments[at].sign,
        detail=scene.detail(fact.segment),
        name=scene.deed(scene.name),
    )


def _drawn(fact: Drawn, scene: KitScene) -> StageCue:
    return _card(fact, scene, scene.deed(_left(fact.deck, scene)))


def _drawn_in_secret(fact: DrawnInSecret, scene: KitScene) -> StageCue:
    lines = (scene.say(Message("stage.secret-card")),)
    return CardCue(title=scene.text(fact.deck), lines=lines, caption=_left(fact.deck, scene))


def _discarded(fact: Discarded, scene: KitScene) -> StageCue:
    return _card(fact, scene, scene.deed(scene.name))


def _card(fact: Drawn | Discarded, scene: KitScene, caption: str) -> StageCue:
    detail = scene.detail(fact.card)
    lines = (detail,) if detail else ()
    return CardCue(title=scene.text(fact.card), lines=lines, caption=caption, sign=_sign(fact, scene))


def _sign(fact: Drawn | Discarded, scene: KitScene) -> str:
    kit = scene.state.kit
    return kit.decks[kit.deck_at[fact.deck]].card(fact.card).sign


def _left(deck: str, scene: KitScene) -> str:
    left = scene.say(Message("stage.left", {"left": scene.state.pack(deck).left}))
    return scene.say(Message("stage.left-of", {"left": left, "name": scene.name})) if scene.name else left


def _token_set(fact: TokenSet, scene: KitScene) -> StageCue:
    card = _used(scene)
    if card is not None:
        return _does(card, scene)
    group = scene.state.kit.group_of[fact.token]
    look = group.states[group.state(fact.state)].look
    word = (scene.detail(fact.state) or scene.text(fact.state)).upper()
    title, place = scene.text(fact.token), _place(scene)
    return TokenCue(title=title, word=word, place=place, look=look, foot=scene.deed(""))


def _used(scene: KitScene) -> Drawn | Discarded | None:
    """Return the last public card, token cards excepted; None for none.

    It caused the other facts of the step.
    """
    decks = {deck.name: deck for deck in scene.state.kit.decks}
    used = [fact for fact in scene.public if isinstance(fact, Drawn | Discarded) and not decks[fact.deck].tokens]
    return used[-1] if used else None


def _does(card: Drawn | Discarded, scene: KitScene) -> StageCue:
    """Return the cue of a card with an effect on a token."""
    said = [fact.said(scene.state) for fact in scene.public if isinstance(fact, TokenSet | Stepped)]
    lines = tuple(scene.say(each) for each in said if each is not None)
    return CardCue(title=scene.text(card.card), lines=lines, caption=scene.deed(scene.name), sign=_sign(card, scene))


def _place(scene: KitScene) -> str:
    """Return the progress of the round, "" without a card just drawn."""
    packs = [scene.state.pack(fact.deck) for fact in scene.public if isinstance(fact, Drawn)]
    return f"{packs[-1].drawn}/{packs[-1].round}" if packs and packs[-1].round else ""


def _stepped(fact: Stepped, scene: KitScene) -> StageCue:
    kit = scene.state.kit
    counter = kit.counters[kit.counter_at[fact.counter]]
    card = _used(scene)
    draws = [deck for deck in kit.decks if deck.draws == counter.name]
    line = ""
    if draws and (count := scene.state.round_of(draws[0])):
        line = scene.say(Message("stage.meter", {"deck": kit.text(draws[0].name), "count": count}))
    return MeterCue(
        title=scene.say(kit.text(card.card if card else counter.name)),
        ticks=tuple(str(tick) if isinstance(tick, int) else scene.say(kit.text(tick)) for tick in counter.ticks),
        at=fact.place,
        line=line,
    )


def _announced(fact: Announced, scene: KitScene) -> StageCue:
    return MessageCue(title="", lines=(scene.text(fact.word),))


def _badged(fact: Badged, scene: KitScene) -> StageCue:
    badge = scene.state.kit.badges[scene.state.kit.badge_at[fact.badge]]
    lines = (scene.say(Message("stage.stock", {"left": scene.state.stock(fact.badge)})),)
    return CardCue(title=scene.text(fact.badge), lines=lines, caption=scene.name, sign=badge.sign)


def _shuffled(fact: Shuffled, scene: KitScene) -> StageCue | None:
    said = fact.said(scene.state)
    alone = len([each for each in scene.public if type(each) in _CUES]) == 1
    return MessageCue(title="", lines=(scene.say(said),)) if said and alone else None


_CUES: Mapping[type[Fact], Callable[[Any, KitScene], StageCue | None]] = {
    Rolled: _rolled,
    RolledInSecret: _rolled,
    Spun: _spun,
    Drawn: _drawn,
    DrawnInSecret: _drawn_in_secret,
    Discarded: _discarded,
    TokenSet: _token_set,
    Stepped: _stepped,
    Announced: _announced,
    Badged: _badged,
    Shuffled: _shuffled,
}
