"""A kit's cues for the table's own screen, by fact."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from companion.engine.fact import Fact, Facts
from companion.engine.game import BEGINS, Say
from companion.engine.values.message import Message
from companion.kits.facts.cards import Dealt, DealtInSecret, Discarded, Drawn, DrawnInSecret, Shuffled
from companion.kits.facts.course import Begun, CourseChanged, TiedStart, TurnPassed
from companion.kits.facts.dice import CupLifted, KeptDie, Rolled, RolledInSecret, Spun, WordsWritten, segment_label
from companion.kits.facts.queue import Announced
from companion.kits.facts.things import Badged, Entered, KitEnded, Scored, Stepped, TargetReached, TokenSet
from companion.kits.format.spec import DiceSpec
from companion.kits.screens import scores, throws
from companion.kits.screens.scene import KitScene
from companion.kits.things.board import Board
from hardware.cues import (
    BLANK_DICE,
    CardCue,
    DrawingCue,
    MessageCue,
    MeterCue,
    RollingCue,
    RollingVerdictCue,
    SpinningCue,
    StageCue,
    TokenCue,
    WheelCue,
)

ENDS: tuple[type[Fact], ...] = (KitEnded,)


def starting(state: Board, purpose: str, who: str, say: Say) -> StageCue | None:
    """Return the cue for chance in motion for *purpose*, None for none.

    It is the same for every outcome.
    """
    kit = state.kit
    if purpose in kit.dice_named:
        return _tumbling(state, kit.dice_named[purpose], say(kit.text(purpose)), who)
    if purpose in kit.wheel_named:
        wheel = kit.wheel_named[purpose]
        return SpinningCue(count=len(state.segments(wheel.name)), caption=say(kit.text(purpose)), name=who)
    if purpose in kit.deck_at:
        return DrawingCue(caption=say(kit.text(purpose)), name=who)
    if purpose == BEGINS:
        label = say(Message("kit.begins"))
        return throws.tumbling(state, who, label) or SpinningCue(count=state.people, caption=label, name=who)
    return None


def _tumbling(state: Board, dice: DiceSpec, label: str, name: str) -> StageCue | None:
    if dice.is_win_lose:
        return RollingVerdictCue(caption=label, name=name)
    count = state.count_of(dice, state.due_for())
    if dice.faces and count <= throws.MAX_DRAWN and (dice.is_verdict or dice.rolls == 1):
        look = BLANK_DICE if dice.is_verdict else dice.look
        return RollingCue(count=max(1, count), caption=label, name=name, look=look)
    return throws.tumbling(state, name, label)


def showing(public: Facts, state: Board, who: str, say: Say) -> StageCue | None:
    """Return the cue of the last *public* fact with one, else None.

    What chance gave and people did comes before what followed from it. *state* is the state after all of them.
    """
    scene = KitScene(public, state, who, say)
    for cues in (_ENDED, _ROLLED, _CUES, *_FOLLOWING):
        for fact in reversed(public):
            make = cues.get(type(fact))
            cue = make(fact, scene) if make else None
            if cue is not None:
                return cue
    return None


def _spun(fact: Spun, scene: KitScene) -> StageCue:
    segments = scene.state.segments(fact.wheel)
    at = next(place for place, each in enumerate(segments) if each.name == fact.segment)
    return WheelCue(
        names=tuple(scene.say(segment_label(scene.state, fact.wheel, each.name)) for each in segments),
        at=at,
        sign=segments[at].sign,
        detail=scene.detail(fact.segment),
        name=scene.outcome(scene.name),
    )


def _drawn(fact: Drawn, scene: KitScene) -> StageCue:
    return _card(fact, scene, scene.deed(_left(fact.deck, scene)))


def _drawn_in_secret(fact: DrawnInSecret, scene: KitScene) -> StageCue:
    lines = (scene.say(Message("stage.secret-card")),)
    return CardCue(title=scene.text(fact.deck), lines=lines, caption=_left(fact.deck, scene))


def _discarded(fact: Discarded, scene: KitScene) -> StageCue:
    return _card(fact, scene, scene.deed(scene.name))


def _dealt(fact: Dealt, scene: KitScene) -> StageCue:
    count = scene.say(Message("stage.dealt", {"count": len(fact.cards) // len(fact.places)}))
    return MessageCue(title=count, lines=scores.course_lines(scene) or (scene.text(fact.deck),))


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


def _said(fact: WordsWritten, scene: KitScene) -> StageCue:
    return MessageCue(title="", lines=(scene.say(fact.said(scene.state) or ""),))


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


Makers: TypeAlias = Mapping[type[Fact], Callable[[Any, KitScene], StageCue | None]]
_ENDED: Makers = {KitEnded: scores.ended}
_ROLLED: Makers = {Rolled: throws.rolled, RolledInSecret: throws.rolled}
_CUES: Makers = {
    KeptDie: throws.kept,
    CupLifted: throws.lifted,
    Spun: _spun,
    WordsWritten: _said,
    Begun: scores.begun,
    TiedStart: scores.tied,
    Entered: scores.entered,
    Drawn: _drawn,
    DrawnInSecret: _drawn_in_secret,
    Discarded: _discarded,
    Dealt: _dealt,
    DealtInSecret: _dealt,
    TokenSet: _token_set,
    Stepped: _stepped,
    Announced: _announced,
    Badged: _badged,
    Shuffled: _shuffled,
}
_FOLLOWING: tuple[Makers, ...] = (
    {TargetReached: scores.reached},
    {Scored: scores.scored},
    {TurnPassed: scores.turn_passed},
    {CourseChanged: scores.course_changed},
)
