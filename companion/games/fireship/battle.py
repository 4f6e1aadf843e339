"""The current battle for pages: both sums, the die, stake and result.

Everything here is public. Hidden cards affect neither a sum nor the odds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from msgspec import Struct

from companion.engine.values.battle_picture import BattlePicture, Odds, Outcome, Ring, Side, Strength, Told
from companion.engine.values.message import Message, Value
from companion.games.fireship.rules.actions import within_reach
from companion.games.fireship.rules.board.components import (
    BLUE,
    COLOURS,
    DIE_FACES,
    FIRST_HOME,
    FIRST_ISLAND,
    ISLAND_POWER,
    KINDS,
    LOST,
    PLAIN,
    PLUS_ONE,
    POWER,
    THINGS,
    WHITE,
    WON,
    cell_name,
    home_of,
    home_thing,
    name,
)
from companion.games.fireship.rules.board.masks import cells_of
from companion.games.fireship.rules.declarations import DeclaredAttack
from companion.games.fireship.rules.facts import HOME
from companion.games.fireship.rules.pending_steps import Fight
from companion.games.fireship.rules.state import ALL, Sea
from companion.games.fireship.rules.values import DEFENDERS, Fought

ISLAND = "island"
VERSUS = Message("fireship.battle.versus")
Values: TypeAlias = dict[str, Value]
_OPEN: Values = {"by": "{by}", "victim": "{victim}"}
"""Placeholders for the players' names, filled by pages."""


class Lender(Struct, frozen=True, gc=False):
    """A contribution to a side's power: *value*, once for each of *count*.

    *kind* is -1 for an island.
    """

    thing: int
    kind: int
    value: int
    count: int = 1


def battle(state: Sea) -> BattlePicture | None:
    """Return the battle under way or last decided in these attacks."""
    for each in reversed(state.pending):
        if isinstance(each, DeclaredAttack):
            return _going_on(state, each, "answers")
        if isinstance(each, Fight):
            return _going_on(state, each, "chance")
    fought = state.fought
    if fought is None or not fought.verdict or state.pending or state.step != "attacks":
        return None
    return _over(state, fought) if (fought.by, fought.round) == (state.turn, state.round) else None


def unable(state: Sea) -> Iterator[tuple[str, str, BattlePicture]]:
    """Yield leader, target and battle of each attack without enough power.

    These are attacks of the active player.
    """
    if state.step != "attacks" or state.pending:
        return
    seat = state.turn
    for leader, targets in within_reach(state, seat):
        attack = state.power(seat, leader)
        for target, side in targets:
            if state.may_lead(leader) and not state.fogged(side) and attack < state.power(side, target):
                yield THINGS[leader], THINGS[target], _unable(state, leader, target, side)


# ---------------------------------------------------------------------- what lends power
def lenders(state: Sea, side: int, thing: int) -> list[Lender]:
    """List the contributions to the power of *side* in *thing* (FS-A2).

    *thing* itself comes first, then its supporters within one cell.
    """
    near = state.near(thing)
    found = [
        Lender(cell, kind, POWER[kind]) for kind in range(ALL) for cell in cells_of(state.pawns[side][kind] & near)
    ]
    lands = [Lender(FIRST_ISLAND + n, -1, ISLAND_POWER) for n in state.rules.board.islands_near[thing]]
    if FIRST_ISLAND <= thing < FIRST_HOME and thing not in [each.thing for each in lands]:
        lands.append(Lender(thing, -1, ISLAND_POWER))
    found += [each for each in lands if state.flags[each.thing - FIRST_ISLAND] == side]
    if side != WHITE and state.square_of(side) & near:
        colour = state.colours[side]
        found += [
            Lender(home_thing(colour, kind), kind, POWER[kind], count)
            for kind, count in enumerate(state.home[side])
            if count
        ]
    return sorted(found, key=lambda each: each.thing != thing)


def _side(state: Sea, side: int, thing: int, total: int) -> Side:
    found = lenders(state, side, thing)
    look = state.colour_word(side)
    parts = [_strength(state, side, each) for each in found]
    more = total - sum(each.value * each.count for each in found)
    if more > 0:
        parts.append(Strength(name(PLUS_ONE), 1, "plus", count=more))
    return Side(state.colour(side), total, tuple(parts), look, None if side == WHITE else side)


def _strength(state: Sea, side: int, lent: Lender) -> Strength:
    word = KINDS[lent.kind] if lent.kind >= 0 else ISLAND
    owner = None if side == WHITE else side
    return Strength(name(word), lent.value, word, state.colour_word(side), owner, lent.count)


# ---------------------------------------------------------------------- how it is told
def _going_on(state: Sea, attack: DeclaredAttack | Fight, step: Any) -> BattlePicture:
    side = state.owner(attack.target)
    assert side is not None
    kind = state.kind_of(attack.target)
    fought = state.fought
    return BattlePicture(
        number=fought.number if fought is not None else 0,
        step=step,
        by=attack.by,
        title=_title(side, kind),
        rings=tuple(_rings(state, attack.by, attack.leader, side, target=attack.target)),
        victims=() if side == WHITE else (side,),
        sides=_sides(state, attack.leader, side, attack.target, attack=attack.attack, defence=attack.defence),
        versus=VERSUS,
        odds=_odds(state, attack.attack, attack.defence),
        won=_stake(state, attack.target, side, kind),
        lost=Told(Message("fireship.battle.stake-lost")),
    )


def _unable(state: Sea, leader: int, target: int, side: int) -> BattlePicture:
    attack, defence = state.power(state.turn, leader), state.power(side, target)
    return BattlePicture(
        number=0,
        step="unable",
        by=state.turn,
        title=Told(Message("fireship.battle.unable", {"what": _what("this", state.kind_of(leader))})),
        rings=tuple(_rings(state, state.turn, leader, side, target=target)),
        victims=() if side == WHITE else (side,),
        sides=_sides(state, leader, side, target, attack=attack, defence=defence),
        versus=VERSUS,
        needs=Message("fireship.battle.needs", {"needs": defence, "has": attack}),
        remedy=_remedy(state, leader, attack, defence),
    )


def _remedy(state: Sea, leader: int, attack: int, defence: int) -> Message:
    """Return the weakest kind of pawn that would be enough beside *leader*.

    If one isn't enough, say that several are needed.
    """
    seat = state.turn
    lending = {(each.thing, each.kind) for each in lenders(state, seat, leader)}
    at_sea = [(kind, cell) for kind in range(ALL) for cell in cells_of(state.pawns[seat][kind])]
    at_home = [(home_of(thing)[1], thing) for thing in state.things_home(seat)]
    free = {kind for kind, thing in (*at_sea, *at_home) if (thing, kind) not in lending}
    enough = [kind for kind in sorted(free) if attack + POWER[kind] >= defence]
    if not enough:
        return Message("fireship.battle.remedy-more")
    kind = enough[0]
    what: Values = {"what": _what("one", kind), "attack": attack, "value": POWER[kind], "sum": attack + POWER[kind]}
    return Message("fireship.battle.remedy", what)


def _sides(state: Sea, leader: int, side: int, target: int, *, attack: int, defence: int) -> tuple[Side, Side]:
    own = state.turn
    return _side(state, own, leader, attack), _side(state, side, target, defence)


def _rings(state: Sea, by: int, leader: int, side: int, *, target: int) -> Iterator[Ring]:
    yield Ring(place_of_thing(leader), "from")
    yield Ring(place_of_thing(target), "to")
    for whose, thing in ((by, leader), (side, target)):
        look = state.colour_word(whose)
        others = {place_of_thing(each.thing): None for each in lenders(state, whose, thing) if each.thing != thing}
        for place in others:
            yield Ring(place, "helper", look)


def place_of_thing(thing: int) -> str:
    """Return the id of the picture's cell for *thing*."""
    return f"square-{COLOURS[home_of(thing)[0]]}" if thing >= FIRST_HOME else THINGS[thing]


def _odds(state: Sea, attack: int, defence: int) -> Odds | None:
    if defence > attack:
        return None
    die = BLUE if attack > defence else PLAIN
    wins = state.rules.blue_wins if die == BLUE else state.rules.plain_wins
    return Odds(
        label=name(die),
        why=Message("fireship.battle.stronger" if die == BLUE else "fireship.battle.even"),
        faces=tuple(face == WON for face in state.rules.die(wins)),
        text=Message("fireship.battle.odds", {**_OPEN, "wins": wins, "of": DIE_FACES}),
        own=Message("fireship.battle.odds-by", {"wins": wins, "of": DIE_FACES}),
        look="blue" if die == BLUE else "plain",
    )


def _word(kind: int) -> str:
    return KINDS[kind] if kind >= 0 else ISLAND


def _what(whose: str, kind: int) -> Message:
    """Name a boat, plane, battleship or island within a sentence.

    *whose* chooses the determiner: ``the``, ``your``, ``white``, ...
    """
    return Message(f"fireship.battle.{whose}-{_word(kind)}")


def _at(state: Sea, thing: int) -> Message:
    if thing >= FIRST_HOME:
        return Message("fireship.battle.at-home")
    return Message("fireship.battle.at", {"cell": cell_name(thing)})


def _title(side: int, kind: int) -> Told:
    """Title an attack on *side*, in the wording for each reader."""
    if side == WHITE:
        what: Values = {"what": _what("white", kind)}
        return Told(
            Message("fireship.battle.attacks-white", {**_OPEN, **what}),
            Message("fireship.battle.you-attack-white", what),
        )
    the = {**_OPEN, "what": _what("the", kind)}
    return Told(
        Message("fireship.battle.attacks", the),
        Message("fireship.battle.you-attack", the),
        Message("fireship.battle.attacks-you", {**_OPEN, "what": _what("your", kind)}),
    )


def _stake(state: Sea, target: int, side: int, kind: int) -> Told:
    """Describe the loss at stake if the attack is won."""
    if kind < 0:
        island = {**_OPEN, "island": state.thing_name(target)}
        return _by_side(side, "stake-island", island, island, white=island)
    at = {**_OPEN, "at": _at(state, target)}
    all_of_them = "-all" if state.rules.casualties == DEFENDERS else ""
    the, your, white = ({**at, "what": _what(whose, kind)} for whose in ("the", "your", "white"))
    return _by_side(side, f"stake{all_of_them}", the, your, white=white)


def _by_side(side: int, key: str, the: Values, your: Values, *, white: Values) -> Told:
    if side == WHITE:
        return Told(Message(f"fireship.battle.{key}-white", white))
    return Told(Message(f"fireship.battle.{key}", the), victim=Message(f"fireship.battle.{key}-yours", your))


# ---------------------------------------------------------------------- what came of it
def _over(state: Sea, fought: Fought) -> BattlePicture:
    decided = fought.verdict in (WON, LOST)
    hits = tuple(Ring(THINGS[cell], "hit") for cell, _, _ in fought.lost if cell != HOME)
    if fought.verdict == WON and not hits:
        hits = (Ring(place_of_thing(fought.target), "hit"),)
    return BattlePicture(
        number=fought.number,
        step="over",
        by=fought.by,
        title=_title(fought.side, fought.kind),
        rings=(Ring(place_of_thing(fought.leader), "from"), *hits),
        victims=() if fought.side == WHITE else (fought.side,),
        odds=_odds(state, fought.attack, fought.defence),
        outcome=Outcome(_verdict(fought), _came(state, fought), fought.verdict == WON if decided else None),
    )


def _verdict(fought: Fought) -> Told:
    key, word = f"fireship.battle.{fought.verdict}", _word(fought.kind)
    if fought.verdict not in (WON, LOST):
        return Told(Message(key))
    won, nobody = fought.verdict == WON, fought.side == WHITE
    theirs = Message("fireship.battle.lost-nobody") if nobody and not won else Message(key, _OPEN)
    mine = "" if nobody else Message(f"fireship.battle.{'gone' if won else 'safe'}-{word}")
    return Told(theirs, Message(f"{key}-by"), mine)


def _came(state: Sea, fought: Fought) -> Told:
    sums: Values = {"attack": fought.attack, "defence": fought.defence}
    if fought.verdict not in (WON, LOST):
        return Told(Message("fireship.battle.text-none", sums))
    if fought.verdict == LOST:
        return _of_both(Message("fireship.battle.text-safe", sums), "fails", fought)
    lost = tuple(_losses(state, fought))
    key = "text-island" if fought.kind < 0 else "text-lost"
    values: Values = {**sums, "lost": lost, **_OPEN}
    if fought.kind < 0:
        values["island"] = state.rules.board.island_name(fought.target - FIRST_ISLAND)
        key = key if lost else "text-island-alone"
    return _of_both(Message(f"fireship.battle.{key}", values), "wins", fought)


def _of_both(told: Message, key: str, fought: Fought) -> Told:
    """Return the result; for the attacked player the winner is named first."""
    victim = "" if fought.side == WHITE else Message(f"fireship.battle.by-{key}", {**_OPEN, "told": told})
    return Told(told, victim=victim)


def _losses(state: Sea, fought: Fought) -> Iterator[Message]:
    for cell, side, kind in fought.lost:
        if cell == HOME:
            yield Message("fireship.pawns-home", {"kind": name(KINDS[kind]), "colour": state.colour(side)})
        else:
            yield state.pawn_name(cell, side, kind)
