"""Several devices of a kind as one: all get each call."""

from __future__ import annotations

from hardware.ports import Buzzer, Lamp, SoundName


class LampsTogether:
    """A `hardware.ports.Lamp` that is several lamps."""

    def __init__(self, *lamps: Lamp) -> None:
        self._lamps = lamps

    def set(self, lit: bool) -> None:
        """Light them or put them out."""
        for lamp in self._lamps:
            lamp.set(lit)


class BuzzersTogether:
    """A `hardware.ports.Buzzer` that is several buzzers."""

    def __init__(self, *buzzers: Buzzer) -> None:
        self._buzzers = buzzers

    def play(self, sound: SoundName) -> None:
        """Play *sound* on each."""
        for buzzer in self._buzzers:
            buzzer.play(sound)

    def set_muted(self, muted: bool) -> None:
        """Mute or unmute all of them."""
        for buzzer in self._buzzers:
            buzzer.set_muted(muted)
