"""A kernel's GPIO chip without a kernel, and the factory on it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hardware.gpio.factory import GpiodFactory
from tests.support.chips import FakeChip


@pytest.fixture
def chip() -> FakeChip:
    return FakeChip()


@pytest.fixture
def factory(chip: FakeChip, monkeypatch: pytest.MonkeyPatch) -> Iterator[GpiodFactory]:
    chip.install(monkeypatch)
    factory = GpiodFactory(chip.path)
    yield factory
    factory.close()
