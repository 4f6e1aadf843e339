"""The tray's buzzer: short tunes, the newest wins."""

import machine

TUNES = (
    # (Hz, ms) for start, land, flood, sink, refusal, win, in tlink's order of SOUNDS
    ((880, 40),),
    ((660, 60), (990, 120)),
    ((520, 90), (390, 140)),
    ((390, 120), (290, 140), (200, 260)),
    ((180, 160),),
    ((523, 110), (659, 110), (784, 110), (1047, 300)),
)


class Buzzer:
    """A piezo on a PWM pin."""

    def __init__(self, pin: int) -> None:
        self._pwm = machine.PWM(machine.Pin(pin), freq=440, duty_u16=0)
        self._tune: tuple[tuple[int, int], ...] = ()
        self._until_ms = 0

    def play(self, sound: int) -> None:
        """Play the tune *sound* from its beginning."""
        self._tune, self._until_ms = TUNES[sound], 0
        self._sound()

    def stop(self) -> None:
        """Be silent."""
        self._tune = ()
        self._sound()

    def go_on(self, ms: int) -> bool:
        """Go on to the next tone if it is due, *ms* after the tune began; return whether it is over."""
        while self._tune and ms >= self._until_ms:
            self._tune = self._tune[1:]
            self._sound()
        return not self._tune

    def _sound(self) -> None:
        if self._tune:
            hertz, ms = self._tune[0]
            self._pwm.freq(hertz)
            self._until_ms += ms
        self._pwm.duty_u16(32768 if self._tune else 0)
