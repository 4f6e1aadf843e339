from __future__ import annotations

import pytest

from hardware.oled.canvas import Canvas
from hardware.oled.motion import SLOWING_S, Scene, landing, showing
from hardware.oled.screens import still
from hardware.ports import BLANK_DICE, MessageCue, RollCue, RollingCue, RollingVerdictCue, StageCue, VerdictCue
from tests.hardware.oleds import CHIPS, Panel

BUDGET_BYTES = 300
VALUES = {
    1: (10,),
    2: (10, 9),
    3: (3, 7, 10),
    4: (10, 10, 10, 10),
    5: (8, 9, 10, 8, 9),
}
ROLLS = tuple(
    RollCue(values=values, total=sum(values), caption="Roll 14", name="Ben", look=look)
    for values in VALUES.values()
    for look in ("d10", "d6")
)
VERDICTS = tuple(VerdictCue(won=won, title="WON", detail="blue die 4/6") for won in (True, False))
ROLLING: tuple[StageCue, ...] = (
    *(RollingCue(count=count, caption="Roll 14", name="Ben", look=look) for count in VALUES for look in ("d10", "d6")),
    *(RollingCue(count=count, caption="Moons", name="Ben", look=BLANK_DICE) for count in VALUES),
    RollingVerdictCue(caption="blue die 4/6", name="Ben"),
)


def frames(scene: Scene, for_s: float = 2.0) -> list[tuple[float, bytes]]:
    """When each picture of the scene comes, and its bits."""
    now_s, found = 0.0, []
    while now_s < for_s:
        found.append((now_s, scene.draw(now_s).tobytes()))
        stays_s = scene.until_change_s(now_s)
        if stays_s is None:
            break
        now_s += stays_s
    return found


@pytest.mark.parametrize("cue", [*ROLLS, *VERDICTS])
def test_a_landing_takes_about_a_second_and_ends_on_the_picture_that_stays(cue: StageCue) -> None:
    shown = frames(landing(cue))
    assert 0.9 <= shown[-1][0] <= 1.4
    assert shown[-1][1] == still(cue).tobytes()
    assert landing(cue).draw(99.0).tobytes() == still(cue).tobytes()


@pytest.mark.parametrize("cue", [*ROLLS, *VERDICTS])
def test_a_landing_slows_down(cue: StageCue) -> None:
    at_s = [now_s for now_s, _ in frames(landing(cue))]
    gaps_s = [later - earlier for earlier, later in zip(at_s, at_s[1:], strict=False)]
    assert gaps_s[-1] > 3 * gaps_s[0]
    assert all(later >= earlier - 1e-9 for earlier, later in zip(gaps_s, gaps_s[1:], strict=False))


def test_dice_stop_one_after_the_other() -> None:
    one, other = (RollCue(values=values, total=30, caption="Roll 14") for values in ((1, 2, 3), (4, 5, 6)))
    ticks = [0.0, *SLOWING_S]
    differing = []
    for at_s in ticks:
        pictures = [landing(cue).draw(at_s) for cue in (one, other)]
        boxes = [(43 * die, 0, 43 * die + 42, 42) for die in range(3)]
        thirds = [[picture.crop(box).tobytes() for box in boxes] for picture in pictures]
        differing.append(sum(mine != theirs for mine, theirs in zip(*thirds, strict=True)))
    assert differing == [0] * 8 + [1, 2, 3]


@pytest.mark.parametrize("count", VALUES)
def test_dice_stay_in_their_places_while_they_tumble_land_and_rest(count: int) -> None:
    values = (1,) * count
    rolling = frames(showing(RollingCue(count=count, caption="Roll 14", name="Ben")), 0.5)
    landed = frames(landing(RollCue(values=values, total=None, caption="Roll 14", name="Ben")))
    ever_lit = 0
    always_lit = (1 << 8192) - 1
    for _, picture in rolling + landed:
        ever_lit |= int.from_bytes(picture)
        always_lit &= int.from_bytes(picture)
    assert always_lit.bit_count() > 100 * min(count, 2), "outlines and words don't move"
    assert ever_lit.bit_count() < 3 * always_lit.bit_count()


@pytest.mark.parametrize("cue", ROLLING, ids=lambda cue: f"{cue}")
def test_what_tumbles_is_the_same_each_time_and_never_rests(cue: StageCue) -> None:
    assert frames(showing(cue)) == frames(showing(cue))
    pictures = [picture for _, picture in frames(showing(cue))]
    assert all(one != two for one, two in zip(pictures, pictures[1:], strict=False))
    assert len(pictures) <= 2 * 25


def test_dice_that_will_show_words_tumble_without_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    monkeypatch.setattr(Canvas, "words", lambda self, words, *place, **how: written.append(words))
    scene = showing(RollingCue(count=3, caption="Moons", name="Ben", look=BLANK_DICE))
    pictures = {picture for _, picture in frames(scene)}
    assert len(pictures) == 4
    assert set(written) == {"Moons", "Ben"}


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("scene", [*map(showing, ROLLING), *map(landing, ROLLS), *map(landing, VERDICTS)])
def test_a_frame_of_dice_costs_at_most_300_bytes_on_average(scene: Scene, chip: str) -> None:
    panel = Panel(chip)
    panel.device.reinit(scene.draw(0.0))
    shown = [at_s for at_s, _ in frames(scene)][1:]
    panel.bus.reset_counts()
    for at_s in shown:
        panel.device.display(scene.draw(at_s))
    assert panel.bus.bytes_written / len(shown) <= BUDGET_BYTES


@pytest.mark.parametrize("chip", CHIPS)
def test_one_changed_digit_costs_at_most_40_bytes(chip: str) -> None:
    panel = Panel(chip)
    panel.device.reinit(still(RollCue(values=(3, 7, 10), total=20, caption="Roll 14", name="Ben")))
    panel.bus.reset_counts()
    panel.device.display(still(RollCue(values=(3, 7, 10), total=20, caption="Roll 15", name="Ben")))
    assert 0 < panel.bus.bytes_written <= 40


def test_what_nothing_slows_down_onto_is_shown_at_once() -> None:
    scene = landing(MessageCue(title="Ben begins"))
    assert scene.until_change_s(0.0) is None
    assert scene.draw(0.0).tobytes() == still(MessageCue(title="Ben begins")).tobytes()
