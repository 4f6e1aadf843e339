"""The table's own screen on Fireball Island.

It shows the die, Vul-Kar and his Fireballs, the jewel, cards, and the end. Of simultaneous facts the last result is
shown; without one, the log's sentence or the turn. Hidden cards stay hidden, and a declaration open to answers looks
the same whoever may answer it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.engine.corrections import Corrected
from companion.engine.fact import Fact, Facts
from companion.engine.game import Say
from companion.engine.referees.declarations import Declaration
from companion.engine.referees.frame import NOBODY
from companion.engine.values.message import Message, done_by
from companion.games.fireball_island.prompt import now
from companion.games.fireball_island.rules.cards import FireballCancelled, FireballCardPlayed
from companion.games.fireball_island.rules.components import WATER, name
from companion.games.fireball_island.rules.draws import CardTaken, FireballDrew
from companion.games.fireball_island.rules.facts import (
    FireballDieFell,
    FireballTurnBegan,
    JewelCaptured,
    JewelPickedUp,
    JewelStolen,
    RolledFirst,
    TokenTaken,
    Won,
)
from companion.games.fireball_island.rules.fireballs import FireballHit, FireballNamed, FireballRolled, FireballStopped
from companion.games.fireball_island.rules.movement import TheftFoiled
from companion.games.fireball_island.rules.state import FireballIsland
from companion.games.fireball_island.rules.windows import Window
from companion.games.fireball_island.words import SIGNS
from hardware.cues import (
    AHEAD_DEG,
    AimCue,
    CardCue,
    DrawingCue,
    MessageCue,
    RollCue,
    RollingCue,
    StageCue,
    TokenCue,
    TurnCue,
    VerdictCue,
)

ENDS: tuple[type[Fact], ...] = (Won,)
CARDS = ("cards", "taken")
"""Purposes of chance other than dice."""
DIE = "d6"


def starting(state: FireballIsland, purpose: str, who: str, say: Say) -> StageCue:
    """Return the cue for a rolling die or a drawn card."""
    if purpose in CARDS:
        return DrawingCue(caption=say(name(purpose)), name=who)
    return RollingCue(count=1, caption=say(name(purpose)), name=who, look=DIE)


def showing(public: Facts, state: FireballIsland, who: str, say: Say) -> StageCue | None:
    """Return the cue of the *public* facts that led to *state*.

    None if they have none.
    """
    for kinds in (_FIRST, _HITS, _JEWEL, _RESULTS):
        for fact in reversed(public):
            if make := kinds.get(type(fact)):
                return make(fact, _Shown(public, state, who, say))
    lines = [said for fact in public if not isinstance(fact, FireballDrew) and (said := fact.said(state)) is not None]
    if lines:
        return MessageCue(title=who, lines=(say(done_by(lines[-1], who)), say(step(state))))
    if any(isinstance(fact, FireballDrew) for fact in public):
        return CardCue(title=say(name("cards")), lines=(say(Message("stage.secret-card")),), sign="cards")
    if state.turn >= 0 and any(isinstance(fact, FireballTurnBegan | Corrected) for fact in public):
        return _turn(state, say)
    return None


class _Shown:
    """The material of cues: *public* facts, *state* and language.

    The *public* facts are those of one command, the *state* comes after them, and *who* gave it.
    """

    def __init__(self, public: Facts, state: FireballIsland, who: str, say: Say) -> None:
        self.public, self.state, self.who, self.say = public, state, who, say

    def word(self, word: str) -> str:
        """Return a word of the game."""
        return self.say(name(word))

    def called(self, *seats: int) -> str:
        """Return the names of *seats*."""
        names = tuple(map(self.state.called, seats))
        return self.say(names[0] if len(names) == 1 else Message("fireball-island.all-of", {"names": names}))

    def fireball(self, route: str, pose: str, title: str, word: str, *, look: str, foot: str = "") -> StageCue:
        """Return Vul-Kar turned to his *route*, or else the effect.

        The effect is shown for another Fireball, or for a route without a turn.
        """
        degrees = self.state.rules.board.turns.get(route)
        if degrees is None:
            return TokenCue(title=title, word=word, look=look, foot=foot)
        return AimCue(degrees=degrees, pose=pose, title=title, word=word, look=look, foot=foot)


def _turn(state: FireballIsland, say: Say) -> StageCue:
    place: Message = state.place_name(state.places[state.turn])
    return TurnCue(title=say(state.called(state.turn)), step=say(step(state)), foot=say(place))


def step(state: FireballIsland) -> Message:
    """Name in a few words the action that the table waits for.

    The screen has room for no more.
    """
    top = state.top()
    if isinstance(top, Declaration):
        quiet = isinstance(top, Window) and top.is_quiet
        return Message("fireball-island.stage-quiet" if quiet else "fireball-island.stage-answer")
    if state.top() is None and state.step in STEPS and not state.rolling:
        return Message(STEPS["cave-roll" if state.step == "roll" and state.caving else state.step])
    return now(state)


STEPS: Mapping[str, str] = {
    "declare": "fireball-island.stage-declare",
    "roll": "fireball-island.stage-roll",
    "cave-roll": "fireball-island.stage-cave-roll",
    "pass": "fireball-island.stage-pass",
}
"""The active player's actions in few words."""


# ---------------------------------------------------------------------- the die and the end
def _won(fact: Won, shown: _Shown) -> StageCue:
    return VerdictCue(won=True, title=shown.called(fact.winner), detail=shown.say(Message("fireball-island.stage-won")))


def _rolled(fact: FireballDieFell | RolledFirst, shown: _Shown) -> StageCue:
    return RollCue(values=(fact.value,), caption=shown.word("die"), name=shown.who, look=DIE)


# ---------------------------------------------------------------------- Fireballs
def _named(fact: FireballNamed, shown: _Shown) -> StageCue:
    who, way = shown.called(fact.by), shown.word(fact.route)
    if fact.route not in shown.state.rules.board.turns:
        return CardCue(title=way, caption=who, sign=SIGNS["fireball"])
    return shown.fireball(fact.route, "aim", who, way, look="lit")


def _let_loose(fact: FireballRolled, shown: _Shown) -> StageCue:
    said = fact.said(shown.state)
    word = shown.say(said or Message("fireball-island.who-is-hit"))
    title = shown.word("vul-kar" if fact.route in shown.state.rules.board.turns else "fireball")
    return shown.fireball(fact.route, "strike", title, word, look="shot")


def _hit(last: FireballHit, shown: _Shown) -> StageCue:
    """Show the hits, first the jewel's owner.

    A piece falls off a bridge, or into a pit.
    """
    hits = [fact for fact in shown.public if isinstance(fact, FireballHit)]
    lost = [fact for fact in hits if fact.jewel]
    matters = (lost or hits)[0]
    title, word = shown.called(*(fact.seat for fact in hits)), shown.word(matters.pit)
    look = "water" if matters.pit == WATER else "blast"
    foot = shown.word("jewel-lost") if lost else ""
    rolled = [fact for fact in shown.public if isinstance(fact, FireballRolled)]
    route = rolled[-1].route if rolled else ""
    return shown.fireball(route, "strike", title, word, look=look, foot=foot)


def _stopped(fact: FireballStopped, shown: _Shown) -> StageCue:
    title, word = shown.word("vul-kar"), shown.say(Message("fireball-island.stage-stopped"))
    return AimCue(degrees=AHEAD_DEG, pose="asleep", title=title, word=word)


# ---------------------------------------------------------------------- the jewel
def _jewel(key: str, look: str) -> Make:
    def make(fact: Any, shown: _Shown) -> StageCue:
        seat = fact.owner if isinstance(fact, TheftFoiled) else fact.seat
        return TokenCue(title=shown.word("jewel"), word=shown.called(seat), look=look, foot=shown.word(key))

    return make


def _token(fact: TokenTaken, shown: _Shown) -> StageCue:
    return TokenCue(title=shown.word("charm"), word=shown.called(fact.seat), look="lit")


# ---------------------------------------------------------------------- cards
def _played(fact: FireballCardPlayed, shown: _Shown) -> StageCue:
    lines = (shown.word(f"{fact.card}-does"),)
    who = shown.called(fact.by)
    if fact.target != NOBODY:
        who = shown.say(Message("fireball-island.stage-on", {"name": who, "other": shown.called(fact.target)}))
    return CardCue(title=shown.word(fact.card), lines=lines, caption=who, sign=SIGNS.get(fact.card, ""))


def _cancelled(fact: FireballCancelled, shown: _Shown) -> StageCue:
    return CardCue(title=shown.word(fact.what), lines=(shown.word("cancelled"),), sign=SIGNS["cancel"])


def _taken(fact: CardTaken, shown: _Shown) -> StageCue:
    said = shown.say(fact.said(shown.state) or "")
    return CardCue(title=shown.word("taken"), lines=(said,), sign=SIGNS["take-one-card"])


Make = Callable[[Any, _Shown], StageCue]
_FIRST: Mapping[type[Fact], Make] = {Won: _won, FireballDieFell: _rolled, RolledFirst: _rolled}
_HITS: Mapping[type[Fact], Make] = {FireballHit: _hit, FireballRolled: _let_loose}
"""Cues of a Fireball, shown before all its consequences."""
_JEWEL: Mapping[type[Fact], Make] = {
    JewelCaptured: _jewel("captured", "lit"),
    JewelPickedUp: _jewel("picked-up", "lit"),
    JewelStolen: _jewel("stolen", "shot"),
    TheftFoiled: _jewel("foiled", "plain"),
}
_RESULTS: Mapping[type[Fact], Make] = {
    FireballNamed: _named,
    FireballStopped: _stopped,
    TokenTaken: _token,
    FireballCardPlayed: _played,
    FireballCancelled: _cancelled,
    CardTaken: _taken,
}
