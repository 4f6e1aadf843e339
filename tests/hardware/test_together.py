from __future__ import annotations

from hardware.outputs.together import BuzzersTogether, LampsTogether
from hardware.ports import SoundName


class Noting:
    """A lamp and a buzzer that keep what they are told."""

    def __init__(self) -> None:
        self.told: list[object] = []

    def set(self, lit: bool) -> None:
        self.told.append(lit)

    def play(self, sound: SoundName) -> None:
        self.told.append(sound)

    def set_muted(self, muted: bool) -> None:
        self.told.append(("muted", muted))


def test_each_of_several_devices_is_told_all_that_one_is_told() -> None:
    first, second = Noting(), Noting()
    lamp, buzzer = LampsTogether(first, second), BuzzersTogether(first, second)
    lamp.set(True)
    buzzer.play("win")
    buzzer.set_muted(True)
    assert first.told == second.told == [True, "win", ("muted", True)]
