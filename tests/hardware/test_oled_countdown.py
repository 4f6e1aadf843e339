"""A countdown on the table's screen: a new picture each second, until zero."""

from __future__ import annotations

from typing import Any

from PIL import Image, ImageChops

from hardware.cues import CountdownCue
from hardware.oled.drawing.bitmap import HEIGHT, WIDTH
from hardware.oled.drawing.motion import Scene, showing


def glass(**changes: Any) -> CountdownCue:
    return CountdownCue(**{"title": "Sand glass", "left_s": 59.25, "of_s": 60, "runs": True, **changes})


def lit(image: Image.Image, box: tuple[int, int, int, int]) -> int:
    return image.crop(box).convert("L").histogram()[255]


RING = (0, 18, 48, HEIGHT)
WORDS = (50, 0, WIDTH, HEIGHT)


def changes_s(scene: Scene) -> list[float]:
    """When the picture changes, until it stays."""
    at_s, found = 0.0, []
    while (until_s := scene.until_change_s(at_s)) is not None:
        at_s += until_s
        found.append(round(at_s, 6))
    return found


def test_it_changes_once_a_second_when_its_figures_do_and_stays_at_zero() -> None:
    assert changes_s(showing(glass(left_s=3.25))) == [0.25, 1.25, 2.25, 3.25]
    assert changes_s(showing(glass(left_s=3.0))) == [1.0, 2.0, 3.0]
    assert changes_s(showing(glass(left_s=0.0))) == []
    assert changes_s(showing(glass(runs=False))) == []


def test_the_ring_empties_as_the_figures_fall() -> None:
    scene = showing(glass(left_s=60.0))
    rings = [lit(scene.draw(at_s), RING) for at_s in (0.0, 15.0, 30.0, 45.0, 60.0)]
    assert rings == sorted(rings, reverse=True)
    assert len(set(rings)) == 5
    assert rings[-1] < rings[0] / 4


def test_nothing_but_ring_and_figures_changes_from_second_to_second() -> None:
    scene = showing(glass(left_s=42.0, foot="Press it"))
    assert ImageChops.difference(scene.draw(0.0), scene.draw(1.0)).getbbox() is not None
    assert ImageChops.difference(scene.draw(0.0), scene.draw(1.0)).crop((0, 0, WIDTH, 18)).getbbox() is None
    assert ImageChops.difference(scene.draw(0.0), scene.draw(0.9)).getbbox() is None


def test_hours_and_long_names_stay_on_the_glass() -> None:
    for cue in (glass(left_s=7200.0, of_s=7200, title="The time for everybody’s moves"), glass(left_s=0.0, of_s=0)):
        image = showing(cue).draw(0.0)
        assert image.size == (WIDTH, HEIGHT)
        assert lit(image, WORDS)
        assert not lit(image, (WIDTH - 1, 0, WIDTH, HEIGHT))
