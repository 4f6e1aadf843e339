"""A kit on the table's own screen: its facts to cues, one table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.engine.fact import Fact, Facts
from companion.engine.game import Say
from companion.engine.values.message import Message
from companion.kits.board import Board, Result
from companion.kits.facts import (
    Announced,
    Badged,
    Discarded,
    Drawn,
    DrawnInSecret,
    Rolled,
    Shuffled,
    Spun,
    Stepped,
    TokenSet,
)
from companion.kits.picture import next_deed
from companion.kits.spec import DiceSpec
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

ENDS: tuple[type[Fact], ...] = ()
"""A kit never ends by itself."""


def starting(state: Board, purpose: str, who: str, say: Say) -> StageCue | None:
    """Return the cue for chance set in motion for *purpose*, the same whatever comes of it."""
    kit = state.kit
    if purpose in kit.dice_named:
        return _tumbling(kit.dice_named[purpose], say(kit.text(purpose)), who)
    if purpose in kit.wheel_named:
        wheel = kit.wheel_named[purpose]
        return SpinningCue(count=len(wheel.segments), caption=say(kit.text(purpose)), name=who)
    if purpose in kit.deck_at:
        return DrawingCue(caption=say(kit.text(purpose)), name=who)
    return None


def _tumbling(dice: DiceSpec, label: str, name: str) -> StageCue:
    if dice.is_win_lose:
        return RollingVerdictCue(caption=label, name=name)
    look = BLANK_DICE if dice.is_verdict else dice.look
    return RollingCue(count=dice.count, caption=label, name=name, look=look)


def showing(public: Facts, state: Board, who: str, say: Say) -> StageCue | None:
    """Return the cue of the last of the *told* facts that has one; *state* is the one after them all."""
    for fact in reversed(public):
        make = _CUES.get(type(fact))
        cue = make(fact, public, state, who, say) if make else None
        if cue is not None:
            return cue
    return None


def deed_line(state: Board, say: Say, otherwise: str) -> str:
    """Return which button, or the knob, does what fell last asks for; *otherwise* where it asks for nothing."""
    deed = next_deed(state)
    if deed is None:
        return otherwise
    button = next((name for name, line in state.kit.buttons if line == deed.do), None)
    if button is None:
        return say(Message(f"stage.by-knob-{deed.do.split(' ')[0]}"))
    return say(Message("stage.then", {"button": Message(f"panel.{button}")}))


def _rolled(fact: Rolled, public: Facts, state: Board, name: str, say: Say) -> StageCue | None:
    result, dice = state.result(fact.dice), state.kit.dice_named.get(fact.dice)
    return None if result is None or dice is None else _dice(result, dice, state, name, say)


def _dice(result: Result, dice: DiceSpec, state: Board, name: str, say: Say) -> StageCue:
    label = say(state.kit.text(dice.name))
    numbers = tuple(face for face in result.faces if isinstance(face, int))
    if len(numbers) == len(result.faces):
        others = [each for each in state.kit.dice if not each.is_verdict and each is not dice]
        caption = label if others else say(Message("stage.roll", {"number": result.number}))
        total = sum(numbers) if len(numbers) > 1 else None
        return RollCue(values=numbers, caption=caption, total=total, name=name, look=dice.look)
    words = [say(state.kit.text(str(face))) for face in result.faces]
    if dice.is_win_lose:
        ways = Message("stage.odds", {"ways": dice.faces.count("won"), "of": len(dice.faces)})
        return VerdictCue(won=result.faces[0] == "won", title=words[0].upper(), detail=f"{label} {say(ways)}")
    return MessageCue(title=", ".join(words), lines=(label,))


def _spun(fact: Spun, public: Facts, state: Board, name: str, say: Say) -> StageCue:
    wheel = state.kit.wheel_named[fact.wheel]
    at = wheel.at(fact.segment)
    return WheelCue(
        names=tuple(say(state.kit.text(each.name)) for each in wheel.segments),
        at=at,
        sign=wheel.segments[at].sign,
        detail=say(state.kit.detail(fact.segment)),
        name=deed_line(state, say, name),
    )


def _drawn(fact: Drawn, public: Facts, state: Board, name: str, say: Say) -> StageCue:
    return _card(fact.deck, fact.card, state, deed_line(state, say, _left(fact.deck, state, name, say)), say)


def _drawn_in_secret(fact: DrawnInSecret, public: Facts, state: Board, name: str, say: Say) -> StageCue:
    lines = (say(Message("stage.secret-card")),)
    return CardCue(title=say(state.kit.text(fact.deck)), lines=lines, caption=_left(fact.deck, state, name, say))


def _discarded(fact: Discarded, public: Facts, state: Board, name: str, say: Say) -> StageCue:
    return _card(fact.deck, fact.card, state, deed_line(state, say, name), say)


def _card(deck: str, card: str, state: Board, caption: str, say: Say) -> StageCue:
    detail = say(state.kit.detail(card))
    sign = state.kit.decks[state.kit.deck_at[deck]].card(card).sign
    return CardCue(title=say(state.kit.text(card)), lines=(detail,) if detail else (), caption=caption, sign=sign)


def _left(deck: str, state: Board, name: str, say: Say) -> str:
    left = say(Message("stage.left", {"left": state.pack(deck).left}))
    return say(Message("stage.left-of", {"left": left, "name": name})) if name else left


def _token_set(fact: TokenSet, public: Facts, state: Board, name: str, say: Say) -> StageCue:
    card = _used(public, state)
    if card is not None:
        return _does(card, public, state, name, say)
    group = state.kit.group_of[fact.token]
    look = group.states[group.state(fact.state)].look
    word = say(state.kit.detail(fact.state) or state.kit.text(fact.state)).upper()
    title, place = say(state.kit.text(fact.token)), _place(public, state)
    return TokenCue(title=title, word=word, place=place, look=look, foot=deed_line(state, say, ""))


def _used(public: Facts, state: Board) -> Drawn | Discarded | None:
    """Return the last card among *told* that isn't a token's own, None if there is none: what happened comes of it."""
    decks = {deck.name: deck for deck in state.kit.decks}
    used = [fact for fact in public if isinstance(fact, Drawn | Discarded) and not decks[fact.deck].tokens]
    return used[-1] if used else None


def _does(card: Drawn | Discarded, public: Facts, state: Board, name: str, say: Say) -> StageCue:
    """Return the cue of a card that did something to a token: the card, and what it did."""
    said = [fact.said(state) for fact in public if isinstance(fact, TokenSet | Stepped)]
    sign = state.kit.decks[state.kit.deck_at[card.deck]].card(card.card).sign
    lines = tuple(say(each) for each in said if each is not None)
    return CardCue(title=say(state.kit.text(card.card)), lines=lines, caption=deed_line(state, say, name), sign=sign)


def _place(public: Facts, state: Board) -> str:
    """Return how far the round is in which a card was just drawn, "" if none was."""
    packs = [state.pack(fact.deck) for fact in public if isinstance(fact, Drawn)]
    return f"{packs[-1].drawn}/{packs[-1].round}" if packs and packs[-1].round else ""


def _stepped(fact: Stepped, public: Facts, state: Board, name: str, say: Say) -> StageCue:
    kit = state.kit
    counter = kit.counters[kit.counter_at[fact.counter]]
    card = _used(public, state)
    draws = [deck for deck in kit.decks if deck.draws == counter.name]
    line = ""
    if draws and (count := state.round_of(draws[0])):
        line = say(Message("stage.meter", {"deck": kit.text(draws[0].name), "count": count}))
    return MeterCue(
        title=say(kit.text(card.card if card else counter.name)),
        ticks=tuple(str(tick) if isinstance(tick, int) else say(kit.text(tick)) for tick in counter.ticks),
        at=fact.place,
        line=line,
    )


def _announced(fact: Announced, public: Facts, state: Board, name: str, say: Say) -> StageCue:
    return MessageCue(title="", lines=(say(state.kit.text(fact.word)),))


def _badged(fact: Badged, public: Facts, state: Board, name: str, say: Say) -> StageCue:
    badge = state.kit.badges[state.kit.badge_at[fact.badge]]
    lines = (say(Message("stage.stock", {"left": state.stock(fact.badge)})),)
    return CardCue(title=say(state.kit.text(fact.badge)), lines=lines, caption=name, sign=badge.sign)


def _shuffled(fact: Shuffled, public: Facts, state: Board, name: str, say: Say) -> StageCue | None:
    said = fact.said(state)
    alone = len([each for each in public if type(each) in _CUES]) == 1
    return MessageCue(title="", lines=(say(said),)) if said and alone else None


_CUES: Mapping[type[Fact], Callable[[Any, Facts, Any, str, Say], StageCue | None]] = {
    Rolled: _rolled,
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
