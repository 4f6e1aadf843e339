"""A turn's clock on the table's screen: it counts by itself, a picture a second, and only where it runs."""

from __future__ import annotations

from hardware.cues import TurnCue
from hardware.oled.drawing.motion import showing
from hardware.oled.drawing.screens import still


def face(clock: int | None, runs: bool = False) -> TurnCue:
    return TurnCue(title="Blue", step="Moves", foot="ROLL", clock=clock, runs=runs)


def test_a_clock_that_runs_shows_each_second_what_a_still_one_would() -> None:
    scene = showing(face(59, runs=True))
    for elapsed_s, shown in ((0.0, 59), (0.99, 59), (1.0, 60), (61.5, 120)):
        assert scene.draw(elapsed_s).tobytes() == still(face(shown)).tobytes()
    assert still(face(59)).tobytes() != still(face(60)).tobytes()
    assert scene.until_change_s(0.25) == 0.75


def test_without_a_clock_or_where_it_stands_nothing_changes() -> None:
    for cue in (face(59), face(None), face(None, runs=True)):
        assert showing(cue).until_change_s(0.0) is None
    assert still(face(None)).tobytes() != still(face(0)).tobytes()
