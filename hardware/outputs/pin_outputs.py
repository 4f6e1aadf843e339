"""gpiozero's outputs, releasing their pin even after a failure.

gpiozero reserves a pin first and sets it up then. A device with a refusing pin keeps the reservation until it is
collected as garbage: never, if anybody keeps the error, and else perhaps when the next device has the pin already.
"""

from __future__ import annotations

from typing import Any

from gpiozero import LED, PWMOutputDevice


class _ClosedOnFailure:
    """Mixed into a gpiozero device: closes it if its construction fails."""

    def __init__(self, *args: Any, **options: Any) -> None:
        try:
            super().__init__(*args, **options)
        except BaseException:
            self.close()  # type: ignore[attr-defined]  # the device's
            raise


class LampOutput(_ClosedOnFailure, LED):  # type: ignore[misc]
    """A pin that is high or low, for a lamp."""


class ToneOutput(_ClosedOnFailure, PWMOutputDevice):  # type: ignore[misc]
    """A pin with pulses, for a tone."""

    def close(self) -> None:
        """End the pulses and release the pin, even if that fails."""
        try:
            super().close()
        finally:
            super(PWMOutputDevice, self).close()  # where gpiozero would have gone on
