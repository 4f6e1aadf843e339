from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.kernel.guest.rig import Rig


@pytest.fixture(scope="session")
def rig() -> Iterator[Rig]:
    rig = Rig()
    yield rig
    rig.pico.close()
