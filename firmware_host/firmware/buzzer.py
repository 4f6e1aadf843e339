"""The tray's buzzer: short tunes, the newest wins."""

import machine

TUNES = (
    # (Hz, ms), 0 Hz for silence: start, land, flood, sink, refusal, win, in tlink's order of SOUNDS. The same as those
    # of the table's own buzzer, hardware/outputs/buzzer.py, which this can't import; a test holds them equal.
    ((880, 50),),
    ((1047, 60), (1568, 100)),
    ((784, 100), (659, 100), (587, 160)),
    ((523, 140), (392, 140), (294, 160), (196, 300)),
    ((220, 90), (0, 50), (220, 120)),
    ((1047, 100), (1319, 100), (1568, 100), (0, 50), (1568, 80), (2093, 300)),
)


class PicoBuzzer:
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
        """Move to the next due tone; return True when over.

        *ms* is the time since the tune began.
        """
        while self._tune and ms >= self._until_ms:
            self._tune = self._tune[1:]
            self._sound()
        return not self._tune

    def _sound(self) -> None:
        hertz = 0
        if self._tune:
            hertz, ms = self._tune[0]
            self._until_ms += ms
        if hertz:
            self._pwm.freq(hertz)
        self._pwm.duty_u16(32768 if hertz else 0)
