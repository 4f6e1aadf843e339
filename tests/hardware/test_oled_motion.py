from __future__ import annotations

from itertools import pairwise

import pytest
from PIL import Image

from hardware.cues import (
    BLANK_DICE,
    AimCue,
    CardCue,
    DrawingCue,
    MenuCue,
    MessageCue,
    MeterCue,
    RollCue,
    RollingCue,
    RollingVerdictCue,
    SpinningCue,
    StageCue,
    ThrowCue,
    ThrowingCue,
    TokenCue,
    VerdictCue,
    WheelCue,
)
from hardware.oled.drawing.bitmap import WIDTH, pack_pages
from hardware.oled.drawing.canvas import Canvas
from hardware.oled.drawing.motion import FAST_TICKS, SLOWING_S, TICK_S, WHEEL_SLOWING_S, Scene, landing, showing
from hardware.oled.drawing.screens import BLANK, still
from hardware.oled.panel.driver import changed_spans
from tests.support.oleds import CHIPS, Panel, pixels
from tests.support.rows import each_row
from tests.support.wording import say

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
SEGMENTS = (
    (
        "Boat",
        "Plane",
        say("fireship.words.lose-boat"),
        say("fireship.words.lose-plane"),
        "Card",
        "Spin again",
        "Kraken",
        "Boom",
        "Gulf Stream",
    ),
    ("Bateau", "Avion", "Perdre un bateau", "Perdre un avion", "Carte", "Rejouer", "Kraken", "Boum", "Tourbillon"),
)
SPINS = tuple(
    WheelCue(names=names, at=at, sign=sign, detail="5 x 5 cells", name="Maximilien")
    for names in SEGMENTS
    for at, sign in ((0, "boat"), (3, "no-plane"), (6, "kraken"), (8, ""))
)
THROWN = tuple(
    ThrowCue(kinds=("d20",) * count, faces=tuple(map(str, range(1, count + 1))), caption="20d20kh3", total="57")
    for count in (1, 4, 8, 12, 20)
)
THROWING = tuple(
    ThrowingCue(kinds=("d20",) * count, faces=("",) * count, caption="20d20kh3", name="Maximilien")
    for count in (1, 4, 8, 12, 20)
)
CARDS: tuple[StageCue, ...] = (
    CardCue(title="Waters Rise!", lines=("The water rises",), caption="27 left, Ada"),
    CardCue(title="Vent ascendant", lines=("Chaque avion va deux fois plus loin",), caption="Reste 41", sign="updraft"),
    TokenCue(title=say("forbidden-island.words.dunes-of-deception"), word="FLOODS", place="2/3", look="water"),
    TokenCue(title="Fools’ Landing", word="SHORED UP", look="land"),
    TokenCue(title="c5", word="Hit", look="shot"),
)
LOST = tuple(
    TokenCue(title=title, word=word, place="3/3", look=look)
    for title, word, look in (
        ("Tidal Palace", "SINKS", "hole"),
        (say("forbidden-island.words.howling-garden", "fr"), "COULE", "hole"),
        ("c5", "LIVE", "blast"),
    )
)
TICKS = ("2", "2", "3", "3", "3", "4", "4", "5", "5", "")
METERS = tuple(MeterCue(title="Waters Rise!", ticks=TICKS, at=at, line="Draw 3 floods") for at in (0, 4, 9))
WAITING: tuple[StageCue, ...] = (
    *(SpinningCue(count=count, caption="La roue", name="Maximilien") for count in (2, 11, 20)),
    DrawingCue(caption="Cartes mystères", name="Maximilien"),
)


LONG_ROW = MenuCue(selected="Fireball Island, Maximilien, Chloé, 21.11. 20:15", after="Go on", title="Saved games")


def frames(scene: Scene, for_s: float = 2.0) -> list[tuple[float, bytes]]:
    """When each picture of the scene comes, and its bits."""
    now_s, found = 0.0, []
    while now_s < for_s - 1e-9:
        found.append((now_s, scene.draw(now_s).tobytes()))
        stays_s = scene.until_change_s(now_s)
        if stays_s is None:
            break
        now_s += stays_s
    return found


@each_row("cue", [*ROLLS, *VERDICTS])
def test_a_landing_takes_about_a_second_and_ends_on_the_picture_that_stays(cue: StageCue) -> None:
    shown = frames(landing(cue))
    assert 0.9 <= shown[-1][0] <= 1.4
    assert shown[-1][1] == still(cue).tobytes()
    assert landing(cue).draw(99.0).tobytes() == still(cue).tobytes()


@each_row("cue", [*ROLLS, *VERDICTS])
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


@each_row("count", VALUES)
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


@pytest.mark.long
@each_row("cue", [*ROLLING, *WAITING], ids=lambda cue: f"{cue}")
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


@each_row("cue", SPINS)
def test_a_wheel_slows_down_for_two_to_three_and_a_half_seconds_then_shows_its_sign(cue: WheelCue) -> None:
    shown = frames(landing(cue), 5.0)
    assert 2.3 <= shown[-1][0] <= 3.5
    assert shown[-1][1] == still(cue).tobytes()
    gaps_s = [later - earlier for (earlier, _), (later, _) in pairwise(shown)]
    assert gaps_s == sorted(gaps_s)
    assert gaps_s[-2] > 3 * gaps_s[0]


def test_the_names_go_by_in_the_order_of_the_wheel_and_the_last_is_where_it_stands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written: list[str] = []
    monkeypatch.setattr(Canvas, "words", lambda self, words, *place, **how: written.append(words))
    names = ("Zero", "One", "Two", "Three", "Four")
    scene = landing(WheelCue(names=names, at=2))
    shown = []
    for at_s in (0.0, *WHEEL_SLOWING_S[:-1]):
        written.clear()
        scene.draw(at_s)
        shown.append(" ".join(written))
    assert shown[:FAST_TICKS] == [""] * FAST_TICKS, "too fast to be read"
    after = shown[FAST_TICKS:]
    assert after[-1] == "Two"
    assert after == [names[(2 - to_go) % 5] for to_go in reversed(range(len(after)))]


def test_only_the_lit_sector_of_a_wheel_moves_and_always_by_one() -> None:
    pictures = [picture for _, picture in frames(showing(SpinningCue(count=11, caption="Wheel", name="Ben")), 1.76)]
    assert len(set(pictures)) == 11
    assert pictures[:11] == pictures[11:]


@each_row("cue", [*CARDS, *LOST, *METERS])
def test_cards_tiles_and_meters_land_within_the_time_of_a_card(cue: StageCue) -> None:
    shown = frames(landing(cue))
    assert shown[-1][0] <= 1.2
    assert shown[-1][1] == still(cue).tobytes()


@each_row("cue", [*CARDS, *LOST])
def test_a_card_is_wiped_in_from_the_left(cue: StageCue) -> None:
    rights = [dark_columns(picture) for _, picture in frames(landing(cue))]
    assert rights == sorted(rights, reverse=True)
    first = int.from_bytes(frames(landing(cue))[0][1])
    assert first.bit_count() == 2 * 64, "the edge alone"
    halfway = landing(cue).draw(0.321 if cue in CARDS else 0.161).crop((0, 0, 64, 64))
    assert halfway.tobytes() == still(cue).crop((0, 0, 64, 64)).tobytes()


def dark_columns(picture: bytes) -> int:
    """How many columns at the right have nothing lit."""
    rows = [int.from_bytes(picture[at : at + 16]) for at in range(0, 1024, 16)]
    lowest = [(row & -row).bit_length() - 1 for row in rows if row]
    return min(lowest, default=128)


@each_row("cue", LOST)
def test_what_is_lost_is_shaken_and_comes_to_rest_and_nothing_else_is(cue: TokenCue) -> None:
    scene = landing(cue)
    rows = [scene.up(at_s) for at_s, _ in frames(scene)]
    assert min(rows) < 0 < max(rows)
    assert rows[0] == rows[-1] == scene.up(99.0) == 0
    assert max(map(abs, rows)) <= 3
    for other in CARDS:
        assert {landing(other).up(at_s) for at_s, _ in frames(landing(other))} == {0}


@each_row("cue", METERS)
def test_a_meter_fills_one_bar_at_a_time_up_to_where_it_stands(cue: MeterCue) -> None:
    shown = frames(landing(cue))
    assert len(shown) == cue.at + 2
    lit = [int.from_bytes(picture).bit_count() for _, picture in shown]
    assert all(later > earlier for earlier, later in pairwise(lit))


def test_a_figure_turns_its_face_to_where_it_is_to_look_and_stays_so() -> None:
    for degrees, side in ((0, 1), (180, -1)):
        cue = AimCue(degrees=degrees, pose="aim", title="", word="")
        shown = [picture for _, picture in frames(showing(cue))]
        assert len(set(shown)) == len(shown) == 7
        assert shown[-1] == still(cue).tobytes()
        assert eyes(still(cue))[::side] < eyes(showing(cue).draw(0.0))[::side]


def eyes(picture: Image.Image) -> tuple[int, int]:
    """Count what is dark of the stone at the height of the eyes, left and right of its middle."""
    lit = picture.getbbox()
    assert lit is not None
    middle = (lit[0] + lit[2]) // 2
    halves = (picture.crop((middle - 16, 26, middle, 38)), picture.crop((middle, 26, middle + 16, 38)))
    left, right = (half.convert("L").histogram()[0] for half in halves)
    return right, left


AIMS = tuple(
    AimCue(degrees=degrees, pose=pose, title="Maximilien", word="Vul-Kar: south-west")
    for pose in ("aim", "strike")
    for degrees in (0, 90, 180)
)
ANIMATIONS = [
    *((showing(cue), 3.0) for cue in (*ROLLING, *THROWING, *WAITING, *AIMS)),
    (showing(LONG_ROW), 20.0),
    *((landing(cue), 5.0) for cue in (*ROLLS, *THROWN, *VERDICTS, *SPINS, *CARDS, *LOST, *METERS)),
]


@pytest.mark.long
@each_row("chip", CHIPS)
@each_row(("scene", "for_s"), ANIMATIONS)
def test_a_frame_of_an_animation_costs_at_most_300_bytes_on_average(scene: Scene, for_s: float, chip: str) -> None:
    panel = Panel(chip)
    panel.device.reinit(scene.draw(0.0))
    shown = [at_s for at_s, _ in frames(scene, for_s)][1:]
    panel.bus.reset_counts()
    for at_s in shown:
        panel.device.display(scene.draw(at_s), scene.up(at_s))
    assert 0 < panel.bus.bytes_written / len(shown) <= BUDGET_BYTES


@each_row("chip", CHIPS)
@each_row(
    ("waiting", "result"),
    [*((WAITING[1], spin) for spin in SPINS), *((WAITING[-1], card) for card in (*CARDS, *LOST))],
)
def test_from_the_first_turn_to_the_result_a_frame_costs_at_most_300_bytes_on_average(
    waiting: StageCue, result: StageCue, chip: str
) -> None:
    panel = Panel(chip)
    panel.device.reinit(BLANK)
    panel.bus.reset_counts()
    count = 0
    for scene, for_s in ((showing(waiting), 0.4), (landing(result), 5.0)):
        for at_s, _ in frames(scene, for_s):
            panel.device.display(scene.draw(at_s), scene.up(at_s))
            count += 1
    assert panel.controller.picture() == pixels(still(result))
    assert panel.bus.bytes_written / count <= BUDGET_BYTES


@each_row(
    ("count", "look", "pages"),
    [(1, "d10", 3), (2, "d10", 2), (3, "d10", 2), (4, "d10", 2), (5, "d10", 2), (1, "d6", 3)],
)
def test_the_numbers_of_tumbling_dice_touch_no_page_more_than_they_are_high(count: int, look: str, pages: int) -> None:
    cue = RollingCue(count=count, caption="Roll 14", name="Ben", look=look)
    shown = [pack_pages(showing(cue).draw(tick * TICK_S)) for tick in range(10)]
    touched = {page for old, new in pairwise(shown) for page, _, _ in changed_spans(old, new, WIDTH)}
    assert len(touched) == pages


@each_row("chip", CHIPS)
def test_three_dice_from_their_start_to_their_sum_cost_at_most_1300_bytes(chip: str) -> None:
    panel = Panel(chip)
    start, roll = ROLLING[4], ROLLS[4]
    assert isinstance(start, RollingCue) and isinstance(roll, RollCue) and roll.values == VALUES[start.count]
    panel.device.reinit(still(roll))
    panel.bus.reset_counts()
    panel.device.display(showing(start).draw(0.0))
    for at_s, _ in frames(landing(roll)):
        panel.device.display(landing(roll).draw(at_s))
    assert panel.controller.picture() == pixels(still(roll))
    assert panel.bus.bytes_written <= 1300


@each_row("chip", CHIPS)
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


def test_a_row_of_a_menu_that_is_too_long_is_read_to_its_end_and_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    first = still(LONG_ROW).tobytes()
    shown = frames(showing(LONG_ROW), 20.0)
    assert shown[0][1] == first
    written: list[str] = []
    monkeypatch.setattr(Canvas, "words", lambda self, words, *place, **how: written.append(words))
    rows = []
    for at_s, _ in shown:
        written.clear()
        showing(LONG_ROW).draw(at_s)
        rows.append(written[1])
    changes = [row for row, before in pairwise([*rows, ""]) if row != before]
    assert changes[0].startswith("Fireball")
    end = next(place for place, row in enumerate(changes) if row.endswith("20:15"))
    begins = [LONG_ROW.selected.find(row.removesuffix("…")) for row in changes[: end + 1]]
    assert begins == list(range(end + 1)), "a letter at a time"
    assert changes[end + 1] == changes[0], "and it begins anew"
    assert min(rows.count(changes[0]), rows.count(changes[end])) >= 15, "it stands still at both ends"


@each_row("selected", ["Roll", "Forbidden Island"])
def test_a_row_with_room_enough_stands_still(selected: str) -> None:
    assert len(frames(showing(MenuCue(selected=selected, title="Table")))) == 1
