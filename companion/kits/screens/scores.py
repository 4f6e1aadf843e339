"""Cues of numbers that count, score sheets, turns and rounds."""

from __future__ import annotations

from companion.engine.values.message import Message
from companion.kits.facts.course import Begun, CourseChanged, TiedStart, TurnPassed
from companion.kits.facts.things import Entered, KitEnded, Scored, TargetReached
from companion.kits.screens.scene import KitScene
from companion.kits.things.scene import total_of
from hardware.cues import MessageCue, NumberCue, StageCue, TurnCue, VerdictCue, WheelCue


def scored(fact: Scored, scene: KitScene) -> StageCue | None:
    """Return the cue of a changed number, its owner and target.

    None for everybody's number if a person's or a team's has changed with it.
    """
    state = scene.state
    counters = {counter.name: counter for counter in state.kit.counters}
    counter = counters[fact.counter]
    if not counter.each and any(counters[each.counter].each for each in scene.public if isinstance(each, Scored)):
        return None
    target = "" if counter.target is None else scene.say(Message("stage.target", {"target": counter.target}))
    return NumberCue(
        title=scene.text(fact.counter),
        value=str(fact.value),
        before=str(fact.value - fact.by) if fact.by else "",
        name=scene.say(state.owner_name(counter, fact.owner)),
        foot=scene.following or target,
    )


def reached(fact: TargetReached, scene: KitScene) -> StageCue:
    """Return the cue of a target that somebody has reached."""
    kit = scene.state.kit
    name = scene.say(scene.state.owner_name(kit.counters[kit.counter_at[fact.counter]], fact.owner))
    said = Message("stage.reached", {"counter": kit.text(fact.counter), "value": fact.value})
    return MessageCue(title=name or scene.text(fact.counter), lines=(scene.say(said),))


def ended(fact: KitEnded, scene: KitScene) -> StageCue:
    """Return the cue of the end: the winners, or all together."""
    names = [scene.say(scene.state.names[seat]) for seat in fact.ending.winners]
    said = Message("stage.reached", {"counter": scene.state.kit.text(fact.ending.counter), "value": fact.ending.value})
    if len(names) == 1:
        return VerdictCue(won=True, title=names[0], detail=scene.say(said))
    title = ", ".join(names) or scene.text(fact.ending.counter)
    return MessageCue(title=title, lines=(scene.say(fact.said(scene.state) or ""),))


def entered(fact: Entered, scene: KitScene) -> StageCue:
    """Return the cue of a score sheet's entry, with the person's total."""
    total = Message("stage.total-now", {"total": total_of(scene.state, fact.sheet, fact.seat)})
    names = scene.state.names
    return NumberCue(
        title=scene.text(fact.row),
        value=str(fact.value),
        name=scene.say(names[fact.seat]) if 0 <= fact.seat < len(names) else "",
        foot=scene.following or scene.say(total),
    )


def turn_passed(fact: TurnPassed, scene: KitScene) -> StageCue:
    """Return the cue of a new turn: person, numbers and buttons."""
    return _turn(scene.say(fact.said(scene.state) or ""), scene)


def _turn(said: str, scene: KitScene) -> TurnCue:
    """Return the cue of the turn now, which *said* tells in words."""
    state = scene.state
    name = scene.say(state.names[state.course.seat]) if len(state.names) > 1 else ""
    told = [scene.text(state.kit.round.steps[state.course.step])] if state.kit.round and state.kit.round.steps else []
    step = " · ".join([*_numbers(scene), *told]) or (said if name else "")
    return TurnCue(title=name or said, step=step, foot=scene.deed(_first_button(scene)))


def _numbers(scene: KitScene) -> list[str]:
    """Return the active person's numbers, the first two of them."""
    state = scene.state
    seat = state.active
    found = []
    for counter in state.kit.counters:
        owner = state.owner_of(counter, seat)
        if not counter.ticks and counter.each and owner is not None:
            found.append(f"{scene.text(counter.name)} {state.tick(counter.name, owner)}")
    found += [f"{scene.text(sheet.name)} {total_of(state, sheet.name, seat)}" for sheet in state.kit.sheets]
    return found[:2]


def _first_button(scene: KitScene) -> str:
    first = next(iter(scene.state.kit.buttons), None)
    return scene.say(Message("stage.press", {"button": Message(f"panel.{first[0]}")})) if first else ""


def course_lines(scene: KitScene) -> tuple[str, ...]:
    """Return the step and round, else the turn, else ()."""
    state = scene.state
    if state.kit.round is None:
        name = state.names[state.course.seat] if state.has_turns and state.course.is_begun else ""
        return (scene.say(Message("kit.turn-of", {"name": name})),) if name else ()
    steps = state.kit.round.steps[state.course.step : state.course.step + 1]
    return (*map(scene.text, steps), scene.say(Message("kit.round-now", {"round": state.course.round})))


def course_changed(fact: CourseChanged, scene: KitScene) -> StageCue | None:
    """Return the cue of another step, round or direction."""
    said = fact.said(scene.state)
    if said is None:
        return None
    steps = scene.state.kit.round.steps if scene.state.kit.round else ()
    if fact.reason not in ("step", "round") or not steps:
        return MessageCue(title="", lines=(scene.say(said),))
    word = steps[min(fact.course.step, len(steps) - 1)]
    number = scene.say(Message("kit.round-now", {"round": fact.course.round}))
    detail = scene.detail(word)
    return MessageCue(title=scene.text(word), lines=(detail, number) if detail else (number,))


def begun(fact: Begun, scene: KitScene) -> StageCue:
    """Return the cue of the person chosen to begin."""
    names = tuple(map(scene.say, scene.state.names))
    said, turn = scene.say(fact.said(scene.state) or ""), scene.state.kit.turn
    if fact.faces:
        return MessageCue(title=names[fact.seat], lines=(said, " ".join(map(str, fact.faces))))
    if turn is not None and turn.starts == "random" and len(names) > 1:
        return WheelCue(names=names, at=fact.seat, detail=said)
    return _turn(said, scene)


def tied(fact: TiedStart, scene: KitScene) -> StageCue:
    """Return the cue of a tie for the beginning, and another roll."""
    return MessageCue(title="", lines=(scene.say(fact.said(scene.state) or ""),))
