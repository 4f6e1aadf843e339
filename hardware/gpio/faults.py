"""The faults of chips and lines, in gpiozero's family of errors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import gpiod
from gpiozero.exc import GPIOZeroError, PinError

KERNEL_FAULTS = (OSError, ValueError, NotImplementedError, gpiod.RequestReleasedError, gpiod.ChipClosedError)
"""Exceptions of the bindings.

They turn EINVAL into ValueError and EOPNOTSUPP into NotImplementedError.
"""


class NoChip(GPIOZeroError):  # type: ignore[misc]
    """No chip with the header's pins can be opened.

    *forbidden* means that one exists but may not be opened.
    """

    def __init__(self, message: str, *, forbidden: bool = False) -> None:
        super().__init__(message)
        self.forbidden = forbidden


class LineFault(PinError):  # type: ignore[misc]
    """The kernel refuses something of a line.

    No AttributeError, as many errors of gpiozero's are: its devices swallow those.
    """


class LineBusy(LineFault):
    """Another program holds the line; *consumer* is its name, empty if unknown."""

    def __init__(self, line: str, consumer: str) -> None:
        super().__init__(f"{line} is in use by another program, {consumer or 'which gives no name'}")
        self.consumer = consumer


@contextmanager
def refusals(line: str) -> Iterator[None]:
    """Turn any exception of the bindings about *line* into a `LineFault`.

    :raises LineFault: as said.
    """
    try:
        yield
    except KERNEL_FAULTS as fault:
        raise LineFault(f"{line}: {fault}") from fault
